"""What the film holds at the pixel under the pointer: asked of the renderer while somebody wants to know."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QObject, QPoint, Signal

from raytracer.app.aim import FIRST_REQUEST
from raytracer.app.denoised_view import DenoisedView
from raytracer.app.parts import timer
from raytracer.app.studio import Studio
from raytracer.app.workers import Worker
from raytracer.scene.color import luminance
from raytracer.session.protocol import Event
from raytracer.session.scene_messages import PixelRead, ReadPixel

ASK_MS = 40


class Inspector(QObject):
    """The pixel, its display values (from the picture on the screen) and its linear values (from the film)."""

    changed = Signal()
    switched = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._requests = itertools.count(FIRST_REQUEST)
        self._last = 0
        self.on = False
        self.pixel: QPoint | None = None
        self.shown: tuple[int, int, int] | None = None
        """Display values, 0 to 255."""
        self.read: PixelRead | None = None
        self._ask_later = timer(self, ASK_MS, self._ask, once=True)
        studio.heard.connect(self._hear)
        studio.frame_ready.connect(self._want)

    def set_on(self, on: bool) -> None:
        """Whether somebody looks at the values."""
        if on != self.on:
            self.on = on
            self.switched.emit()
            self._want()

    def point_at(self, pixel: QPoint | None, shown: tuple[int, int, int] | None) -> None:
        """Another pixel, or none; ``shown`` is what the screen has there."""
        if pixel != self.pixel:
            self.read = None
        self.pixel, self.shown = pixel, shown
        self.changed.emit()
        self._want()

    def text(self) -> str:
        """Everything with all its digits, to paste elsewhere; empty while no pixel is known."""
        read, pixel = self.read, self.pixel
        if read is None or pixel is None:
            return ""
        lines = [
            f"pixel {pixel.x()}, {pixel.y()} of {self._studio.size[0]} x {self._studio.size[1]}",
            f"linear {read.linear[0]:.9g} {read.linear[1]:.9g} {read.linear[2]:.9g}",
            f"luminance {luminance(read.linear):.9g}",
            f"standard error {read.error:.9g}" if read.error is not None else "standard error not known yet",
            f"samples {read.samples}",
        ]
        if self.shown is not None:
            mark = " (denoised)" if self._studio.feature(DenoisedView).on else ""
            lines.insert(1, "display {} {} {}".format(*self.shown) + mark)
        return "\n".join(lines)

    def _want(self) -> None:
        if self.on and self.pixel is not None and not self._ask_later.isActive():
            self._ask_later.start()

    def _ask(self) -> None:
        if self.on and self.pixel is not None and self._studio.scene is not None:
            self._last = next(self._requests)
            self._studio.worker.client.send(ReadPixel(self.pixel.x(), self.pixel.y(), self._last))

    def _hear(self, _worker: Worker, event: Event) -> None:
        if isinstance(event, PixelRead) and event.request == self._last:
            self.read = event
            self.changed.emit()
