"""Marks the point that a drag turns about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from raytracer.app import navigation
from raytracer.app.layers.layer import Layer

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

_RADIUS = 5.0


class PivotLayer(Layer):
    """A ring at the pivot, as long as the drag lasts. Takes no input."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        viewport.gestures.pivot_changed.connect(viewport.update)

    def paint(self, painter: QPainter) -> None:
        pivot = self.viewport.gestures.pivot
        seen = navigation.in_picture(self.studio.camera, pivot) if pivot is not None else None
        if seen is None:
            return
        width, height = self.studio.size
        at = self.viewport.widget_point(QPointF(width / 2.0 + seen[0] * height, height / 2.0 + seen[1] * height))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for line, colour in ((4.0, QColor(0, 0, 0, 140)), (1.6, QColor(255, 255, 255))):
            painter.setPen(QPen(colour, line))
            painter.drawEllipse(at, _RADIUS, _RADIUS)
