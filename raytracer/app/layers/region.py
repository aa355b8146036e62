"""The region over the picture: its frame, and the drag that draws it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPen

from raytracer.app.language import tr
from raytracer.app.layers.card import CARD_TEXT, paint_card
from raytracer.app.layers.hint import paint_hint
from raytracer.app.layers.tool import DRAG_PIXELS, ToolLayer
from raytracer.app.region_tool import RegionTool
from raytracer.app.theme import figure_font, theme
from raytracer.app.tokens import GAP_M, TEXT_SMALL
from raytracer.scene.region import Box, pixel_box

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

_SHADE = QColor(0, 0, 0, 110)
_HALO = QColor(0, 0, 0, 170)


class RegionLayer(ToolLayer):
    """A dashed frame around the region; takes the pointer only while the tool is on."""

    _tool: RegionTool

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport, studio.feature(RegionTool))
        self._first: QPointF | None = None
        self._second = QPointF()
        studio.settings_changed.connect(viewport.update)

    def drop(self) -> None:
        self._first = None

    def press(self, event: QMouseEvent) -> bool:
        if not self.begins(event):
            return False
        self._first = self._second = event.position()
        return True

    def move(self, event: QMouseEvent) -> bool:
        if self._first is None:
            return False
        self._second = event.position()
        self.viewport.update()
        return True

    def release(self, event: QMouseEvent) -> bool:
        first, self._first = self._first, None
        if first is None:
            return False
        if (event.position() - first).manhattanLength() >= DRAG_PIXELS:
            self._second = event.position()
            region = self._tool.between(self.viewport.film_point(first), self.viewport.film_point(self._second))
            if region is not None:
                self._tool.choose(region)
                self._tool.set_on(False)
        self.viewport.update()
        return True

    def paint(self, painter: QPainter) -> None:
        box = self._drawn() or self._tool.box
        if box is not None:
            self._paint_frame(painter, box, drawing=self._first is not None)
        if self._tool.on:
            paint_hint(painter, self.viewport, tr("Drag over the part to refine; Esc leaves"))

    def _drawn(self) -> Box | None:
        """What is being drawn, as it will be."""
        if self._first is None:
            return None
        region = self._tool.between(self.viewport.film_point(self._first), self.viewport.film_point(self._second))
        return None if region is None else pixel_box(region, *self.studio.size)

    def _paint_frame(self, painter: QPainter, box: Box, *, drawing: bool) -> None:
        scale = self._film_scale()
        corners = (QPointF(box[0], box[1]), QPointF(box[2], box[3]))
        rect = QRectF(*(self.viewport.widget_point(corner * scale) for corner in corners))
        if drawing:
            for shade in self._around(rect):
                painter.fillRect(shade, _SHADE)
        accent = QColor(theme().colours.accent)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(_HALO, 3.0))
        painter.drawRect(rect)
        painter.setPen(QPen(accent, 1.5, Qt.PenStyle.CustomDashLine))
        pen = painter.pen()
        pen.setDashPattern([5.0, 3.0])
        painter.setPen(pen)
        painter.drawRect(rect)
        self._paint_size(painter, rect, box)

    def _paint_size(self, painter: QPainter, rect: QRectF, box: Box) -> None:
        """What it is and how large, above the frame, or inside where there is no room above."""
        text = tr("Region {width} × {height}").format(width=box[2] - box[0], height=box[3] - box[1])
        font = figure_font(TEXT_SMALL)
        metrics = QFontMetricsF(font)
        width, height = metrics.horizontalAdvance(text) + 2.0 * GAP_M, metrics.height() + 4.0
        top = rect.top() - height - 3.0
        if top < 0.0:
            top = max(rect.top(), 0.0) + 3.0
        left = min(max(rect.left(), 0.0), self.viewport.width() - width)
        tag = QRectF(left, top, width, height)
        paint_card(painter, tag, radius=3.0)
        painter.setFont(font)
        painter.setPen(CARD_TEXT)
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, text)

    def _film_scale(self) -> float:
        """Pixels of the picture that is shown per pixel of the film: another size just after the window's changed."""
        return self.viewport.film_pixels().width() / max(self.studio.size[0], 1)

    def _around(self, rect: QRectF) -> list[QRectF]:
        """The widget without the rectangle, in four parts."""
        whole = self.viewport.rect().toRectF()
        return [
            QRectF(whole.left(), whole.top(), whole.width(), rect.top()),
            QRectF(whole.left(), rect.bottom(), whole.width(), whole.bottom() - rect.bottom()),
            QRectF(whole.left(), rect.top(), rect.left(), rect.height()),
            QRectF(rect.right(), rect.top(), whole.right() - rect.right(), rect.height()),
        ]
