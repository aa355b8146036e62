"""Makes the pictures in docs/screenshots from the real window and the real renderer.

usage: python docs/make_screenshots.py [--spp N] [--out FOLDER]

Needs no display: Qt's offscreen platform paints the same widgets. Each scene is rendered to N samples per pixel
(default 96), which takes some minutes on two cores; a GPU is used for the last picture where there is one.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_SCALE_FACTOR", "1")

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from raytracer.app.window import MainWindow

SIZE = (1440, 810)
RENDER_SIZE = "800x450"
RACE_SPP = 16
RENDER_SPP_FACTOR = 4
"""The small pictures of the README are worth more samples than a window."""
PATIENCE_SECONDS = 1800.0
QUALITY = 93
"""Of the JPEG files: noise makes PNG files several times larger."""


def main() -> int:
    """Renders, grabs, saves."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--spp", type=int, default=96)
    arguments.add_argument("--out", type=Path, default=Path(__file__).with_name("screenshots"))
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    from raytracer.app.mailbox import Mailbox
    from raytracer.app.main import open_window
    from raytracer.resources import scenes_dir
    from raytracer.session.client import RenderClient

    mailbox: Mailbox = Mailbox()
    client = RenderClient("cpu", mailbox.put)
    client.start()
    app, window = open_window(scenes_dir() / "start.toml", client, mailbox)
    try:
        window.menus.theme.actions()[0].trigger()
        window.docks.reset()
        window.resize(*SIZE)
        photographer = Photographer(app, window, options.spp)
        photographer.take(options.out / "start-dark.jpg")
        window.menus.theme.actions()[1].trigger()
        window.docks.docks["camera"].raise_()
        photographer.take(options.out / "start-light.jpg")
        for theme, name in ((1, "race-light.jpg"), (0, "race-dark.jpg")):
            window.menus.theme.actions()[theme].trigger()
            photographer.race(options.out / name)
        window.open_scene(scenes_dir() / "materials.toml")
        window.docks.docks["scene"].raise_()
        photographer.take(options.out / "materials.jpg")
        if window.studio.sides.choices:
            window.studio.flip()
            photographer.take(options.out / "gpu.jpg")
    finally:
        window.close()
    for name in ("start", "glass"):
        render_from_the_shell(
            scenes_dir() / f"{name}.toml", options.out / f"render-{name}.jpg", RENDER_SPP_FACTOR * options.spp
        )
    return 0


def render_from_the_shell(scene: Path, picture: Path, spp: int) -> None:
    """What the command line makes of a scene."""
    command = [sys.executable, "-m", "raytracer", "render", str(scene), "-o", str(picture)]
    subprocess.run([*command, "--size", RENDER_SIZE, "--spp", str(spp), "-q"], check=True)
    print(picture, f"{spp} spp")


class Photographer:
    """Waits until the picture is good enough, then saves the whole window."""

    def __init__(self, app: QApplication, window: MainWindow, spp: int) -> None:
        self._app = app
        self._window = window
        self._spp = spp

    def take(self, path: Path) -> None:
        """Saves one picture."""
        self._wait(0.5)
        start = time.monotonic()
        studio = self._window.studio
        while studio.opening or studio.worker.spp < min(self._spp, studio.settings.spp):
            self._wait(0.2)
            if time.monotonic() - start > PATIENCE_SECONDS:
                sys.exit(f"{path.name}: no picture within {PATIENCE_SECONDS:.0f} s")
        for bar in list(self._window.overlay.notices):
            bar.dismiss()
        self._wait(0.5)
        if not self._window.grab().save(str(path), None, QUALITY):
            sys.exit(f"cannot write {path}")
        print(path, f"{studio.worker.spp:.0f} spp")

    def race(self, path: Path) -> None:
        """Saves one picture of a race that is over the finishing line."""
        from raytracer.app.race.race import Race

        race = self._window.studio.feature(Race)
        self._window.docks.open("race")
        race.set_limit("samples", spp=RACE_SPP)
        race.set_on(True)
        start = time.monotonic()
        while not race.lanes or not all(lane.finished for lane in race.lanes):
            self._wait(0.2)
            if time.monotonic() - start > PATIENCE_SECONDS:
                sys.exit(f"{path.name}: the race is not over within {PATIENCE_SECONDS:.0f} s")
        self._wait(0.6)
        if not self._window.grab().save(str(path), None, QUALITY):
            sys.exit(f"cannot write {path}")
        race.set_on(False)
        self._window.docks.docks["race"].close()
        print(path)

    def _wait(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._app.processEvents()
            time.sleep(0.005)


if __name__ == "__main__":
    sys.exit(main())
