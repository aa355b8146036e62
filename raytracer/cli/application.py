"""The verbs in one table, and one place where every error becomes one line and an exit code."""

from __future__ import annotations

import importlib
import logging
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

import raytracer
from raytracer.cli import VERBS
from raytracer.errors import RaytracerError
from raytracer.resources import user_dir

_ClickError: type[Exception] = typer.BadParameter.__mro__[2]
"""``ClickException``: typer brings its own click along since 0.26 and takes the installed one before."""

_EPILOG = (
    "Without a verb, 'raytracer [SCENE]' opens the desktop app; 'raytracer present [TALK]' opens it on a talk.  "
    "Exit codes: 0 done, 2 usage or bad input, 3 backend or device failed, 4 could not write the output, "
    "130 interrupted, 143 terminated, 1 internal error.  '--debug' anywhere shows tracebacks."
)


def _application() -> typer.Typer:
    application = typer.Typer(
        name="raytracer",
        help="Path-trace 3-D scenes on the GPU or the CPU.",
        epilog=_EPILOG,
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    application.callback()(_common)
    for name in VERBS:
        application.command(name)(getattr(importlib.import_module(f"raytracer.cli.{name}"), name))
    return application


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"raytracer {raytracer.__version__}")
        raise typer.Exit


def _common(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Options that need no verb."""


def run(arguments: Sequence[str]) -> int:
    """Carries out a command line (without the program's name) and returns the exit code."""
    if "--debug" in arguments:
        os.environ["RAYTRACER_DEBUG"] = "1"
    words = [word for word in arguments if word != "--debug"]
    try:
        code = typer.main.get_command(_application())(words, prog_name="raytracer", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except RaytracerError as error:
        return _fail(str(error), error.exit_code)
    except _ClickError as error:
        return _usage(error)
    except typer.Exit as error:
        return error.exit_code
    except (typer.Abort, KeyboardInterrupt):
        return _fail("interrupted", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # 'raytracer info x | head' is no error
        return 0
    except Exception as error:
        return _bug(error)


def _usage(error: Exception) -> int:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "raytracer"
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    return _fail(" ".join(f"{message} (see '{command} --help')".split()), 2)


def _fail(message: str, code: int) -> int:
    if os.environ.get("RAYTRACER_DEBUG") and sys.exc_info()[0] is not None:
        traceback.print_exc()
    print(f"raytracer: {message}", file=sys.stderr)
    return code


def _bug(error: Exception) -> int:
    """Something nobody thought of: one line for the user, the traceback in a file."""
    log = Path(user_dir("cache")) / "logs" / "cli.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    logging.basicConfig(filename=log, level=logging.INFO, format="%(asctime)s %(name)s: %(message)s", force=True)
    logging.getLogger(__name__).error("internal error", exc_info=error)
    text = " ".join(str(error).split())[:300]
    return _fail(f"internal error: {type(error).__name__}: {text} (details in {log}; '--debug' shows them)", 1)
