"""Carries out the commands of the menu Render."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF

from raytracer.app.backend_wishes import BackendWishes
from raytracer.app.editor import Editor
from raytracer.app.film_scale import FilmScale
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.projection import corners, project
from raytracer.app.region_tool import RegionTool
from raytracer.app.studio import Studio
from raytracer.app.viewport import Viewport

EXPOSURE_STEP = 0.5


class RenderHandlers:
    """One method for each command; a checkable command's method takes its new state."""

    _studio: Studio
    _viewport: Viewport

    def toggle_pause(self) -> None:
        """Stops or goes on."""
        self._studio.set_paused(not self._studio.paused)

    def restart(self) -> None:
        """Throws the samples away."""
        self._studio.restart()

    def flip(self) -> None:
        """To the other side."""
        self._studio.flip()

    def force_software(self, on: bool) -> None:
        """Lets a software driver stand in for a GPU."""
        self._studio.feature(BackendWishes).set_force_software(on)
        if on and self._studio.sides.probed and self._studio.sides.software_driver is None:
            self._studio.noticed.emit(Notice("info", tr("There is no software Vulkan driver on this computer")))

    def half_size(self, on: bool) -> None:
        """Fewer pixels, or all of them."""
        self._studio.feature(FilmScale).set_scale(0.5 if on else 1.0)

    def region_tool(self, on: bool) -> None:
        """Takes or puts away the tool that draws a region."""
        self._studio.feature(RegionTool).set_on(on)
        self._viewport.setFocus()

    def region_selection(self) -> None:
        """Refines only where the selected objects are seen."""
        editor, tool = self._studio.feature(Editor), self._studio.feature(RegionTool)
        boxes = corners(editor.document, editor.selected("instances"))
        region = None
        if boxes is not None:
            points = project(self._studio.camera, boxes, self._studio.size)
            seen = points[np.isfinite(points).all(axis=1)]
            if len(seen):
                (left, top), (right, bottom) = np.floor(seen.min(axis=0)), np.ceil(seen.max(axis=0))
                region = tool.between(QPointF(left, top), QPointF(right, bottom))
        if region is None:
            self._studio.noticed.emit(Notice("info", tr("Nothing that is selected is in the picture")))
        else:
            tool.choose(region)

    def clear_region(self) -> None:
        """Refines the whole picture again."""
        tool = self._studio.feature(RegionTool)
        if tool.box is None:
            self._studio.noticed.emit(Notice("info", tr("There is no region; Ctrl+B draws one")))
        tool.choose(None)

    def denoise(self, on: bool) -> None:
        """Shows the picture without noise."""
        self._studio.change_view(denoise=on)

    def more_exposure(self) -> None:
        """Brighter."""
        self._studio.change_view(exposure_ev=self._studio.view.exposure_ev + EXPOSURE_STEP)

    def less_exposure(self) -> None:
        """Darker."""
        self._studio.change_view(exposure_ev=self._studio.view.exposure_ev - EXPOSURE_STEP)
