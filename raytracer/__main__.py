"""``raytracer`` and ``python -m raytracer``: a verb or an option goes to the command line, anything else to the app."""

from __future__ import annotations

import difflib
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from raytracer.cli import VERBS


def main() -> None:
    """The console script."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a script's background job starts with it ignored
    try:
        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # before anything could be started
        code = 130
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Returns the exit code. Neither typer nor Qt is loaded for the other's sake."""
    if arguments and (arguments[0] in VERBS or arguments[0].startswith("-")):
        from raytracer.cli.application import run as run_command

        return run_command(arguments)
    if arguments and arguments[0] == "present":
        from raytracer.app.talk.launch import present

        return present(list(arguments[1:]))
    problem = _problem_with_scene(arguments)
    if problem:
        print(f"raytracer: {problem}", file=sys.stderr)
        return 2
    from raytracer.app.main import run as run_app

    return run_app(list(arguments))


def _problem_with_scene(arguments: Sequence[str]) -> str:
    """Why these are not the arguments of the app; empty when they are."""
    if not arguments:
        return ""
    name = arguments[0]
    if not Path(name).is_file():
        similar = difflib.get_close_matches(name, [*VERBS, "present"], n=1)
        hint = f"did you mean 'raytracer {similar[0]}'?" if similar else "see 'raytracer --help'"
        what = "is a folder, not a scene file" if Path(name).is_dir() else "is neither a command nor a file"
        return f"{name!r} {what} ({hint})"
    if len(arguments) > 1:
        return f"unexpected {' '.join(arguments[1:])!r}: the app opens one scene (see 'raytracer --help')"
    return ""


if __name__ == "__main__":
    main()
