"""Keeps the check marks of commands right, whoever changed what they stand for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from raytracer.app.denoised_view import DenoisedView
from raytracer.app.film_scale import FilmScale
from raytracer.app.focus_tool import FocusTool
from raytracer.app.measurements import Measurements
from raytracer.app.race.race import Race
from raytracer.app.region_tool import RegionTool
from raytracer.app.studio import Studio


class CheckMarks(QObject):
    """One line for each command: when to look, and what to show."""

    def __init__(self, studio: Studio, commands: dict[str, QAction]) -> None:
        super().__init__(studio)
        self._commands = commands
        race, measurements = studio.feature(Race), studio.feature(Measurements)
        focus, region = studio.feature(FocusTool), studio.feature(RegionTool)
        scale, denoised = studio.feature(FilmScale), studio.feature(DenoisedView)
        self._keep("force_software", studio.sides_changed, lambda: studio.sides.force_software)
        self._keep("race", race.changed, lambda: race.on)
        self._keep("large_figures", measurements.large_changed, lambda: measurements.large)
        self._keep("focus_tool", focus.changed, lambda: focus.on)
        self._keep("region_tool", region.changed, lambda: region.on)
        self._keep("denoise", studio.view_changed, lambda: studio.view.denoise)
        self._keep("orthographic", studio.camera_changed, lambda: studio.camera.projection == "orthographic")
        self._keep("half_size", scale.changed, lambda: scale.scale < 1.0)
        if not denoised.possible:
            commands["denoise"].setEnabled(False)
            commands["denoise"].setToolTip(denoised.about())

    def _keep(self, name: str, changed: object, state: Callable[[], bool]) -> None:
        action = self._commands[name]
        changed.connect(lambda: action.setChecked(state()))  # type: ignore[attr-defined]
        action.setChecked(state())
