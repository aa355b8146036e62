"""``raytracer present``: the app, opened on a talk. A talk that is wrong fails before there is a window."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from raytracer.app.backend_wishes import BackendWishes
from raytracer.app.mailbox import Mailbox
from raytracer.app.main import missing_display, open_window
from raytracer.app.talk.script import bundled_talk, read_talk, scene_path
from raytracer.errors import RaytracerError
from raytracer.session.client import RenderClient
from raytracer.session.protocol import Event

if TYPE_CHECKING:
    from collections.abc import Callable

    from raytracer.app.studio import Studio


def present(argv: list[str]) -> int:
    """``raytracer present [TALK]``: opens the app on a talk; returns the exit code."""
    options = _present_options(argv)
    path = (options.talk or bundled_talk()).absolute()
    try:
        talk = read_talk(path)
    except RaytracerError as error:
        print(f"raytracer: {error}", file=sys.stderr)
        return error.exit_code
    problem = missing_display(sys.platform, os.environ)
    if problem:
        print(f"raytracer: {problem}", file=sys.stderr)
        return 3
    if options.scale != 1.0:
        os.environ["QT_SCALE_FACTOR"] = str(options.scale)
    mailbox: Mailbox[Event] = Mailbox()
    client = RenderClient("cpu", mailbox.put)
    client.start()
    try:
        app, window = open_window(scene_path(talk.steps[0].scene, path), client, mailbox)
        step = max(options.step - 1, 0)
        begin = partial(window.stage.begin, path, language=options.language, step=step, windowed=options.windowed)
        if options.software:
            window.studio.feature(BackendWishes).set_force_software(True)
        _when_probed(window.studio, begin)
        return app.exec()
    finally:
        client.close()


def _present_options(argv: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser("raytracer present", description="Present a talk: a file of steps, each live.")
    parser.add_argument(
        "talk", nargs="?", type=Path, help="a talk as TOML (default: the one that ships with the program)"
    )
    parser.add_argument("--language", default="", help="which of the talk's languages, such as en or nl")
    parser.add_argument("--step", type=int, default=1, metavar="N", help="begin at this step")
    parser.add_argument("--scale", type=_scale, default=1.5, help="size of panels and their text (1.5)")
    parser.add_argument("--windowed", action="store_true", help="in a window, to rehearse")
    parser.add_argument("--software", action="store_true", help="let software Vulkan stand in for a GPU, labelled so")
    return parser.parse_args(argv)


def _scale(text: str) -> float:
    value = float(text)
    if not 0.5 <= value <= 4.0:
        raise argparse.ArgumentTypeError("between 0.5 and 4")
    return value


def _when_probed(studio: Studio, act: Callable[[], object]) -> None:
    """Once it is known what renderers there are: a talk makes its scenes ready on all that it uses."""

    def check() -> None:
        if studio.sides.probed:
            studio.sides_changed.disconnect(check)
            act()

    studio.sides_changed.connect(check)
    check()
