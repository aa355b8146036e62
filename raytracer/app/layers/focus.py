"""The focus tool over the picture: click for the distance, drag for the aperture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen

from raytracer.app.focus_tool import FocusTool
from raytracer.app.language import tr
from raytracer.app.layers.hint import paint_hint
from raytracer.app.layers.layer import Layer

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

DRAG_PIXELS = 4.0
"""A press that moves less is a click."""
_ARM, _GAP = 16.0, 5.0


class FocusLayer(Layer):
    """Inert unless the tool is on."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        self._tool = studio.feature(FocusTool)
        self._pressed: QPointF | None = None
        self._radius = 0.0
        self._dragging = False
        self._tool.changed.connect(self._show)
        studio.camera_changed.connect(lambda: self._tool.on and viewport.update())

    def _show(self) -> None:
        self.viewport.setCursor(Qt.CursorShape.CrossCursor if self._tool.on else Qt.CursorShape.ArrowCursor)
        self._pressed = None
        self.viewport.update()

    def press(self, event: QMouseEvent) -> bool:
        if not self._tool.on or event.button() != Qt.MouseButton.LeftButton or event.modifiers():
            return False
        self._pressed, self._dragging = event.position(), False
        self._radius = self.studio.camera.aperture_radius
        self._tool.focus_at(self.viewport.film_point(event.position()))
        return True

    def move(self, event: QMouseEvent) -> bool:
        if self._pressed is None:
            return False
        up = self._pressed.y() - event.position().y()
        self._dragging = self._dragging or abs(up) > DRAG_PIXELS
        if self._dragging:
            self._tool.open_lens(self._radius, up / max(self.viewport.height(), 1))
        return True

    def release(self, _event: QMouseEvent) -> bool:
        used, self._pressed = self._pressed is not None, None
        self.viewport.update()
        return used

    def key(self, event: QKeyEvent) -> bool:
        if self._tool.on and event.key() == Qt.Key.Key_Escape:
            self._tool.set_on(False)
            return True
        return False

    def paint(self, painter: QPainter) -> None:
        if not self._tool.on:
            return
        if self._pressed is not None:
            self._paint_cross(painter, self._pressed)
        hint = tr("Click what shall be sharp; drag up or down for the aperture; Esc leaves")
        paint_hint(painter, self.viewport, f"{hint}     {self._tool.describe()}")

    def _paint_cross(self, painter: QPainter, at: QPointF) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for width, colour in ((4.0, QColor(0, 0, 0, 150)), (1.6, QColor(255, 255, 255))):
            painter.setPen(QPen(colour, width))
            for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                painter.drawLine(at + QPointF(x, y) * _GAP, at + QPointF(x, y) * _ARM)
