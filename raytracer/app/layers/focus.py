"""The focus tool over the picture: click for the distance, drag for the aperture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen

from raytracer.app.focus_tool import FocusTool
from raytracer.app.language import tr
from raytracer.app.layers.hint import paint_hint
from raytracer.app.layers.tool import DRAG_PIXELS, ToolLayer

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

_ARM, _GAP = 16.0, 5.0


class FocusLayer(ToolLayer):
    """Inert unless the tool is on."""

    _tool: FocusTool

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport, studio.feature(FocusTool))
        self._pressed: QPointF | None = None
        self._radius = 0.0
        self._dragging = False
        studio.camera_changed.connect(self._follow_camera)

    def _follow_camera(self) -> None:
        if self._tool.on:
            self.viewport.update()

    def drop(self) -> None:
        self._pressed = None

    def press(self, event: QMouseEvent) -> bool:
        if not self.begins(event):
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
