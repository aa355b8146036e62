"""Makes the pictures in docs/screenshots from the real window and the real renderer.

usage: python docs/make_screenshots.py [--spp N] [--out FOLDER] [--only NAME ...]

Needs no display: Qt's offscreen platform paints the same widgets. Windows and slides are taken when their picture has N
samples per pixel (default 64); every panel is taken alone, in both themes, in ``panels``. Experiments are run for it,
so leave the machine alone meanwhile: about a quarter of an hour on two cores.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ.setdefault("QT_SCALE_FACTOR", "1")

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from raytracer.app.window import MainWindow

SIZE = (1440, 810)
SLIDE_SIZE = (1280, 720)
RENDERS = {"start": 6, "glass": 6, "orchestra": 2}
"""Pictures from the shell, each with so many times the samples of a window."""
RENDER_SIZE = "800x450"
SLIDES = (2, 7, 11)
"""Numbers of the talk's steps, from 1."""
RACE_SPP = 16
PATIENCE_SECONDS = 900.0
QUALITY = 88
"""Of the JPEG files: noise makes PNG files several times larger."""
EXPERIMENTS = ("ladder", "dial", "quality", "energy", "card")
THEMES = ("dark", "light")


def main() -> int:
    """Renders, grabs, saves."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--spp", type=int, default=64)
    arguments.add_argument("--out", type=Path, default=Path(__file__).with_name("screenshots"))
    arguments.add_argument("--only", nargs="*", choices=("windows", "panels", "slides", "renders"), default=[])
    options = arguments.parse_args()
    (options.out / "panels").mkdir(parents=True, exist_ok=True)
    parts: dict[str, Callable[[Photographer], None]] = {
        "windows": Photographer.windows,
        "panels": Photographer.panels,
        "slides": Photographer.slides,
    }
    wanted = options.only or [*parts, "renders"]
    if any(part in wanted for part in parts):
        photographer = Photographer(options.spp, options.out)
        try:
            for name, part in parts.items():
                if name in wanted:
                    part(photographer)
        finally:
            photographer.close()
    if "renders" in wanted:
        for name, factor in RENDERS.items():
            render_from_the_shell(name, options.out / f"render-{name}.jpg", factor * options.spp)
    return 0


def render_from_the_shell(scene: str, picture: Path, spp: int) -> None:
    """What the command line makes of a bundled scene."""
    from raytracer.resources import scenes_dir

    path = scenes_dir() / f"{scene}.toml"
    command = [sys.executable, "-m", "raytracer", "render", str(path), "-o", str(picture)]
    subprocess.run([*command, "--size", RENDER_SIZE, "--spp", str(spp), "-q"], check=True)
    print(picture, f"{spp} spp")


class Photographer:
    """Opens the app, brings it into a state, waits until the picture is good enough, and saves what is to be seen."""

    def __init__(self, spp: int, out: Path) -> None:
        from raytracer.app.mailbox import Mailbox
        from raytracer.app.main import open_window
        from raytracer.resources import scenes_dir
        from raytracer.session.client import RenderClient

        self._spp = spp
        self._out = out
        self._scenes = scenes_dir()
        mailbox: Mailbox[Any] = Mailbox()
        self._client = RenderClient("cpu", mailbox.put)
        self._client.start()
        app, window = open_window(self._scenes / "start.toml", self._client, mailbox)
        self._app: QApplication = app
        self._window: MainWindow = window
        self.window_as_new()

    def close(self) -> None:
        """Ends the app."""
        self._window.close()
        self._client.close()

    def window_as_new(self) -> None:
        """Dark, with the panels of a fresh layout."""
        self.theme("dark")
        self._window.docks.reset()
        self._window.resize(*SIZE)

    def theme(self, name: str) -> None:
        """Switches the theme."""
        from raytracer.app.theme import theme

        theme().set_choice(name)  # type: ignore[arg-type]

    # ------------------------------------------------------------ what is taken

    def windows(self) -> None:
        """The whole window: as it opens, in a race, while a scene is edited, and on the materials."""
        for theme in THEMES:
            self.theme(theme)
            self.settle()
            self.save(self._window, f"start-{theme}.jpg")
        for theme in THEMES:
            self.theme(theme)
            self._race(f"race-{theme}.jpg")
        self.window_as_new()
        self._window.open_scene(self._scenes / "materials.toml")
        self.settle()
        self._select_something()
        self.save(self._window, "editing-dark.jpg")
        self._window.open_scene(self._scenes / "start.toml")
        self.settle(1)

    def panels(self) -> None:
        """Every panel alone, in both themes; experiments are run before."""
        from raytracer.app.panels import PANELS

        self.window_as_new()
        self.settle()
        for name in EXPERIMENTS:
            self._run(name)
        self._select_something()
        for panel in PANELS:
            docks = self._window.docks
            docks.open(panel.name)
            self.wait(1.5)
            for theme in THEMES:
                self.theme(theme)
                self.wait(0.4)
                self.save(docks.docks[panel.name], f"panels/{panel.name}-{theme}.png")
            if not panel.opened:
                docks.docks[panel.name].close()
        self.window_as_new()

    def slides(self) -> None:
        """Three steps of the talk, at a projector's aspect."""
        from raytracer.app.talk.script import bundled_talk

        self._window.resize(*SLIDE_SIZE)
        self._window.stage.begin(bundled_talk(), language="en", windowed=True)
        self.wait_for(lambda: self._window.stage.presenter.readiness.ready, "the talk is not ready")
        for number in SLIDES:
            self._window.stage.presenter.go(number - 1)
            self.settle()
            self.save(self._window, f"slide-{number}.jpg")
        if self._window.stage.notes is not None:
            self.save(self._window.stage.notes, "notes.png")
        self._window.stage.end()
        self.window_as_new()

    def _race(self, name: str) -> None:
        """A race that is over the finishing line."""
        from raytracer.app.race.race import Race

        race = self._window.studio.feature(Race)
        self._window.docks.open("race")
        race.set_limit("samples", spp=RACE_SPP)
        race.set_on(True)
        self.wait_for(lambda: bool(race.lanes) and all(lane.finished for lane in race.lanes), f"{name}: no end")
        self.wait(0.6)
        self.save(self._window, name)
        race.set_on(False)
        self._window.docks.docks["race"].close()

    def _run(self, name: str) -> None:
        """One experiment, to its end."""
        from raytracer.app.measure.conductor import Conductor
        from raytracer.app.measure.page import ExperimentPage

        page = self._window.docks.panel(name)
        conductor = self._window.studio.feature(Conductor)
        if not isinstance(page, ExperimentPage):
            return
        self.wait_for(lambda: conductor.ready, f"{name} cannot start")
        page.start()
        self.wait_for(lambda: conductor.running != name, f"{name} does not end")

    def _select_something(self) -> None:
        """The first object, with its properties open."""
        from raytracer.app.editor import Editor
        from raytracer.app.items import Item

        self._window.docks.open("properties")
        self._window.studio.feature(Editor).select([Item("instances", 0)])
        self.wait(0.5)

    # ------------------------------------------------------------ waiting and saving

    def settle(self, spp: int = 0) -> None:
        """Until the picture is good enough."""
        studio = self._window.studio
        wanted = spp or self._spp
        self.wait(0.5)
        self.wait_for(
            lambda: studio.opening is None and studio.worker.spp >= min(wanted, studio.settings.spp), "no picture"
        )
        for bar in list(self._window.overlay.notices):
            bar.dismiss()
        self.wait(0.5)

    def wait(self, seconds: float) -> None:
        """Lets the app work."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self._app.processEvents()
            time.sleep(0.005)

    def wait_for(self, condition: Callable[[], bool], complaint: str) -> None:
        """Until something is so; ends the program when it never is."""
        start = time.monotonic()
        while not condition():
            self.wait(0.1)
            if time.monotonic() - start > PATIENCE_SECONDS:
                sys.exit(f"{complaint} within {PATIENCE_SECONDS:.0f} s")

    def save(self, widget: QWidget, name: str) -> None:
        """Saves what a widget shows."""
        path = self._out / name
        if not widget.grab().save(str(path), None, QUALITY if path.suffix == ".jpg" else -1):
            sys.exit(f"cannot write {path}")
        print(path)


if __name__ == "__main__":
    sys.exit(main())
