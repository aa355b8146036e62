"""Tells the inspector which pixel is under the pointer, and frames it where pixels are large enough to see."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen

from raytracer.app.inspector import Inspector
from raytracer.app.layers.layer import Layer

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

_LARGE = 6.0
"""Logical pixels per film pixel from which on a frame is drawn."""


class InspectorLayer(Layer):
    """Watches the pointer and takes nothing. When it leaves, the pixel stays, for its values to be copied."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        self._inspector = studio.feature(Inspector)
        studio.frame_ready.connect(self._refresh)
        self._inspector.switched.connect(viewport.update)

    def move(self, event: QMouseEvent) -> bool:
        if self._inspector.on:
            at = self.viewport.film_point(event.position())
            size = self.viewport.film_pixels()
            inside = 0.0 <= at.x() < size.width() and 0.0 <= at.y() < size.height()
            self._point_at(QPoint(math.floor(at.x()), math.floor(at.y())) if inside else None)
        return False

    def paint(self, painter: QPainter) -> None:
        pixel = self._inspector.pixel
        if not self._inspector.on or pixel is None:
            return
        corner = self.viewport.widget_point(QPointF(pixel))
        size = self.viewport.widget_point(QPointF(pixel) + QPointF(1.0, 1.0)) - corner
        if size.x() >= _LARGE:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for width, colour in ((3.0, QColor(0, 0, 0)), (1.0, QColor(255, 255, 255))):
                painter.setPen(QPen(colour, width))
                painter.drawRect(QRectF(corner, corner + size))

    def _refresh(self) -> None:
        if self._inspector.on and self._inspector.pixel is not None:
            self._point_at(self._inspector.pixel)

    def _point_at(self, pixel: QPoint | None) -> None:
        shown = self.viewport.display_value(pixel) if pixel is not None else None
        self._inspector.point_at(pixel if shown is not None else None, shown)
        if self._inspector.on:
            self.viewport.update()
