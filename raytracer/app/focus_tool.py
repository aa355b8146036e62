"""The focus tool: whether it is on, and what it does to the lens. Drawn and fed by ``layers.focus``."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from raytracer.app import lens
from raytracer.app.aim import Aim
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.pointer_tool import PointerTool
from raytracer.app.studio import Studio
from raytracer.session.scene_messages import PickHit

APERTURE_PER_HEIGHT = 0.03
"""Change of the lens radius for a drag over the picture's height, as a fraction of the distance in focus."""


class FocusTool(PointerTool):
    """A click sets the distance in focus, dragging up opens the lens and down closes it."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._aim = studio.feature(Aim)

    def set_on(self, on: bool) -> None:
        """Takes or puts away the tool."""
        if on and self._studio.camera.projection == "orthographic":
            self._studio.noticed.emit(Notice("info", tr("A view without perspective has no lens to focus")))
            on = self.on
        super().set_on(on)

    def focus_at(self, film_point: QPointF) -> None:
        """Brings what is seen there into focus; the answer takes a moment."""
        self._aim.ask(self, film_point, self._take)

    def open_lens(self, start_radius: float, up: float) -> None:
        """``up``: the drag since the lens had ``start_radius``, as a fraction of the picture's height."""
        radius = start_radius + up * APERTURE_PER_HEIGHT * self._studio.camera.focus
        self._studio.change_camera(aperture_radius=max(radius, 0.0))

    def describe(self) -> str:
        """The lens of now in words."""
        camera = self._studio.camera
        focus = tr("focus {distance} m").format(distance=f"{camera.focus:.3g}")
        return f"{focus}   {lens.describe_aperture(camera)}"

    def _take(self, hit: PickHit | None) -> None:
        if hit is None:
            self._studio.noticed.emit(Notice("info", tr("There is only sky: nothing to focus on")))
        else:
            self._studio.change_camera(focus_distance=max(hit.depth, 1e-6))
