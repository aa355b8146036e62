"""The app in front of a camera: brings it into a state, waits until the picture is good enough, saves what is seen."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from raytracer.app.window import MainWindow

SIZE = (1440, 810)
PANEL_SHARE = 0.36
"""Of the window's width that a panel takes which is photographed for its charts."""
PATIENCE_SECONDS = 900.0
QUALITY = 78
"""Of the JPEG files: noise makes PNG files several times larger."""
MARGIN = 16
EXPERIMENTS = ("ladder", "dial", "quality", "energy", "card")
THEMES = ("dark", "light")


class Photographer:
    """Opens the app, brings it into a state, waits until the picture is good enough, and saves what is to be seen."""

    def __init__(self, spp: int, out: Path, *, software: bool) -> None:
        from raytracer.app.mailbox import Mailbox
        from raytracer.app.main import open_window
        from raytracer.resources import scenes_dir
        from raytracer.session.client import RenderClient

        self.spp = spp
        self.out = out
        self.scenes = scenes_dir()
        mailbox: Mailbox[Any] = Mailbox()
        self._client = RenderClient("cpu", mailbox.put)
        self._client.start()
        app, window = open_window(self.scenes / "start.toml", self._client, mailbox)
        self._app: QApplication = app
        self.window: MainWindow = window
        self._software = software
        self.window_as_new()

    def close(self) -> None:
        """Ends the app."""
        self.window.close()
        self._client.close()

    def window_as_new(self) -> None:
        """Dark, with the panels of a fresh layout."""
        self.theme("dark")
        self.window.docks.reset()
        self.window.resize(*SIZE)

    def theme(self, name: str) -> None:
        """Switches the theme."""
        from raytracer.app.theme import theme

        theme().set_choice(name)  # type: ignore[arg-type]

    # ------------------------------------------------------------ states

    def open(self, scene: str) -> None:
        """A bundled scene."""
        self.window.open_scene(self.scenes / f"{scene}.toml")
        self.wait_for(lambda: self.window.studio.opening is None, f"{scene} does not open")

    def show_wide(self, name: str) -> None:
        """One panel at the picture's side, with room for its charts."""
        from PySide6.QtCore import Qt

        docks = self.window.docks
        for dock in docks.docks.values():
            dock.hide()
        docks.open(name)
        width = round(PANEL_SHARE * self.window.width())
        self.window.resizeDocks([docks.docks[name]], [width], Qt.Orientation.Horizontal)
        self.wait(0.5)

    def switch_sides(self) -> None:
        """Measures the GPU's side, or software in its place when it may, and goes back to the CPU."""
        from raytracer.app.backend_wishes import BackendWishes

        studio = self.window.studio
        self.wait_for(lambda: studio.sides.probed, "nobody looks for a GPU")
        if self._software and studio.sides.gpu().backend is None:
            studio.feature(BackendWishes).set_force_software(True)
        backend = studio.sides.gpu().backend
        if backend is None:
            return
        studio.activate(backend)
        rates = self.window.docks.panel("throughput").throughput.rates  # type: ignore[attr-defined]
        self.wait_for(lambda: rates(backend).samples_per_s is not None, "the GPU's side does nothing")
        self.wait(2.0)
        studio.activate("cpu")
        self.wait(3.0)

    def prepare(self, name: str) -> None:
        """Brings a panel into a state with something to see."""
        from raytracer.app.backend_wishes import BackendWishes
        from raytracer.app.ray_follower import RayFollower

        studio = self.window.studio
        if name != "throughput":
            self.show_wide(name)
        if name == "card":
            studio.feature(BackendWishes).set_force_software(False)  # it would take many minutes
        if name in EXPERIMENTS:
            self._run(name)
        elif name == "together":
            self._run_together()
        elif name == "follow_ray":
            studio.feature(RayFollower).aim_at(0.47, 0.5)
            self.wait_for(lambda: studio.feature(RayFollower).record is not None, "no ray")
        elif name == "divergence":
            self.measure_divergence()
        elif name == "machine":
            self.window.docks.panel(name).start()  # type: ignore[attr-defined]
            self.wait(0.5)
            self.wait_for(lambda: not self._machine_measures(), "the memory is not measured")

    def _machine_measures(self) -> bool:
        from raytracer.app.machine import Machine

        return self.window.studio.feature(Machine).measuring is not None

    def measure_divergence(self) -> None:
        panel = self.window.docks.panel("divergence")
        panel.ask()  # type: ignore[attr-defined]
        self.wait_for(lambda: panel.measured is not None, "no lanes were counted")  # type: ignore[attr-defined]

    def layer(self) -> str:
        """What the picture on the screen shows."""
        from raytracer.app.layer_view import LayerView

        layer = self.window.studio.feature(LayerView).layer
        return layer.name if layer is not None else ""

    def _run(self, name: str) -> None:
        """One experiment, to its end."""
        from raytracer.app.measure.conductor import Conductor
        from raytracer.app.measure.page import ExperimentPage

        page = self.window.docks.panel(name)
        conductor = self.window.studio.feature(Conductor)
        if not isinstance(page, ExperimentPage):
            return
        self.wait_for(lambda: conductor.ready, f"{name} cannot start")
        page.start()
        self.wait_for(lambda: conductor.running != name, f"{name} does not end")

    def _run_together(self) -> None:
        """A team for some seconds."""
        from raytracer.app.team import TeamRun

        team = self.window.studio.feature(TeamRun)
        self.wait_for(lambda: team.ready, "no team can start")
        self.window.docks.panel("together").start()  # type: ignore[attr-defined]
        self.wait_for(lambda: team.report is not None and bool(team.report.speedup), "the team does not work")
        self.wait(5.0)
        team.stop()
        self.wait_for(lambda: not team.running, "the team does not end")

    def select_something(self) -> None:
        """The first object, with its properties open."""
        from raytracer.app.editor import Editor
        from raytracer.app.items import Item

        self.window.docks.open("properties")
        self.window.studio.feature(Editor).select([Item("instances", 0)])
        self.wait(0.5)

    def both_themes(self, name: str) -> None:
        """The window as it is, dark and light."""
        for theme in THEMES:
            self.theme(theme)
            self.wait(0.5)
            self.save(self.window, f"{name}-{theme}.jpg")
        self.theme("dark")

    # ------------------------------------------------------------ waiting and saving

    def settle(self, spp: int = 0) -> None:
        """Until the picture is good enough."""
        studio = self.window.studio
        wanted = spp or self.spp
        self.wait(0.5)
        self.wait_for(
            lambda: studio.opening is None and studio.worker.spp >= min(wanted, studio.settings.spp), "no picture"
        )
        self.dismiss_notices()
        self.wait(0.5)

    def dismiss_notices(self) -> None:
        """Nothing hides the picture."""
        for bar in list(self.window.overlay.notices):
            bar.dismiss()

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

    def save_panel(self, name: str, file: str) -> None:
        """A panel without the empty place below its contents."""
        from PySide6.QtCore import QPoint
        from PySide6.QtWidgets import QScrollArea, QWidget

        dock, panel = self.window.docks.docks[name], self.window.docks.panel(name)
        height = dock.height()
        body = panel.widget() if isinstance(panel, QScrollArea) else None
        if body is not None:
            parts = [part for part in body.findChildren(QWidget) if part.isVisible()]
            ends = [part.mapTo(dock, QPoint(0, part.height())).y() for part in parts]
            height = min(height, max(ends, default=height) + MARGIN)
        self.save(dock, file, height)

    def save(self, widget: QWidget, name: str, height: int = 0) -> None:
        """Saves what a widget shows, or so much of its height."""
        from PySide6.QtCore import QRect

        path = self.out / name
        if not widget.grab(QRect(0, 0, widget.width(), height or widget.height())).save(str(path), None, QUALITY):
            sys.exit(f"cannot write {path}")
        print(path, flush=True)
