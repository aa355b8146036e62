"""Input of the pixel zoom: control and the wheel zoom, the middle button moves the magnified picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QWheelEvent

from raytracer.app.language import tr
from raytracer.app.layers.hint import paint_hint
from raytracer.app.layers.layer import Layer
from raytracer.app.pixel_zoom import PixelZoom

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

WHEEL_STEP = 120.0
"""Of an angle delta: one notch."""


class ZoomLayer(Layer):
    """Inert unless control is held with the wheel, or the picture is magnified."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        self._zoom = studio.feature(PixelZoom)
        self._pointer: QPointF | None = None
        self._zoom.changed.connect(viewport.zoom_changed)

    def wheel(self, event: QWheelEvent) -> bool:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        steps = (event.angleDelta().y() or event.pixelDelta().y()) / WHEEL_STEP
        self._zoom.zoom(2.0 * steps, event.position(), self.viewport.fitted_rect(), self.viewport.rect().toRectF())
        return True

    def press(self, event: QMouseEvent) -> bool:
        if not self._zoom.on or event.button() != Qt.MouseButton.MiddleButton or event.modifiers():
            return False
        self._pointer = event.position()
        return True

    def move(self, event: QMouseEvent) -> bool:
        if self._pointer is None:
            return False
        self._zoom.pan(event.position() - self._pointer, self.viewport.fitted_rect())
        self._pointer = event.position()
        return True

    def release(self, _event: QMouseEvent) -> bool:
        used, self._pointer = self._pointer is not None, None
        return used

    def key(self, event: QKeyEvent) -> bool:
        if self._zoom.on and event.key() == Qt.Key.Key_Escape:
            self._zoom.reset()
            return True
        return False

    def paint(self, painter: QPainter) -> None:
        if self._zoom.on:
            rect, film = self.viewport.picture_rect(), self.viewport.film_pixels()
            percent = 100.0 * rect.width() * self.viewport.devicePixelRatioF() / max(film.width(), 1)
            text = tr("{percent} %: Ctrl + wheel zooms, middle drag moves, Esc shows the whole picture")
            paint_hint(painter, self.viewport, text.format(percent=f"{percent:.0f}"))
