"""A kept picture over the live one: left of a line that can be dragged, as a difference, or instead of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QMouseEvent, QPainter, QPen

from raytracer.app.language import tr
from raytracer.app.layers.layer import Layer
from raytracer.app.snapshots import Snapshots, difference
from raytracer.app.theme import body_font, theme
from raytracer.app.tokens import GAP_L, GAP_M, RADIUS

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

GRIP = 8.0
"""Half the width of what can be gripped, logical pixels."""
KNOB = 6.0


class SnapshotLayer(Layer):
    """Inert unless a snapshot is compared."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        self._snapshots = studio.feature(Snapshots)
        self._difference: QImage | None = None
        self._dragging = False
        self._hovered = False
        self._snapshots.changed.connect(self._refresh)
        studio.frame_ready.connect(self._refresh)

    def _refresh(self) -> None:
        chosen, frame = self._snapshots.chosen, self.studio.worker.frame
        self._difference = None
        if chosen is not None and frame is not None and self._snapshots.mode == "difference":
            self._difference = difference(chosen.image, frame.pixels, self._snapshots.gain)
        if self._snapshots.mode != "wipe" and self._hovered:
            self._set_hovered(False)
        self.viewport.update()

    # ------------------------------------------------------------ input

    def press(self, event: QMouseEvent) -> bool:
        self._dragging = event.button() == Qt.MouseButton.LeftButton and self._near(event.position())
        return self._dragging

    def move(self, event: QMouseEvent) -> bool:
        if self._dragging:
            self._snapshots.set_divider(event.position().x() / max(self.viewport.width(), 1))
        elif self._near(event.position()) != self._hovered:
            self._set_hovered(not self._hovered)
        return self._dragging

    def release(self, _event: QMouseEvent) -> bool:
        used, self._dragging = self._dragging, False
        return used

    def leave(self) -> None:
        if self._hovered:
            self._set_hovered(False)

    def _near(self, where: QPointF) -> bool:
        return self._snapshots.mode == "wipe" and abs(where.x() - self._line()) < GRIP

    def _line(self) -> float:
        return self._snapshots.divider * self.viewport.width()

    def _set_hovered(self, on: bool) -> None:
        self._hovered = on
        self.viewport.setCursor(Qt.CursorShape.SplitHCursor if on else Qt.CursorShape.ArrowCursor)

    # ------------------------------------------------------------ paint

    def paint(self, painter: QPainter) -> None:
        chosen, mode = self._snapshots.chosen, self._snapshots.mode
        if chosen is None or mode == "off":
            return
        where = self.viewport.picture_rect()
        if mode == "difference":
            if self._difference is not None:
                painter.drawImage(where, self._difference)
                self._label(painter, tr("Difference × {gain}").format(gain=f"{self._snapshots.gain:g}"))
            else:
                self._label(painter, tr("Pictures of different sizes have no difference"))
            return
        if mode == "wipe":
            painter.setClipRect(QRectF(0, 0, self._line(), self.viewport.height()))
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, where.width() < chosen.image.width())
        painter.drawImage(where, chosen.image)
        self._label(painter, tr("Snapshot {number}: {about}").format(number=chosen.number, about=chosen.about))
        if mode == "wipe":
            painter.setClipping(False)
            self._paint_line(painter)

    def _paint_line(self, painter: QPainter) -> None:
        line, height = self._line(), self.viewport.height()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for width, colour in ((3.0, QColor(0, 0, 0, 120)), (1.0, QColor(255, 255, 255))):
            painter.setPen(QPen(colour, width))
            painter.drawLine(QPointF(line, 0), QPointF(line, height))
        painter.setPen(QPen(QColor(0, 0, 0, 160), 1))
        painter.setBrush(QColor(255, 255, 255))
        painter.drawEllipse(QPointF(line, height / 2.0), KNOB, KNOB)

    def _label(self, painter: QPainter, text: str) -> None:
        c = theme().colours
        font = body_font()
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        width, height = metrics.horizontalAdvance(text) + 2 * GAP_M, metrics.height() + GAP_M
        card = QRectF(GAP_L, GAP_L, width, height)
        fill = QColor(c.panel)
        fill.setAlpha(220)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawRoundedRect(card, RADIUS, RADIUS)
        painter.setPen(QColor(c.text))
        painter.drawText(card, Qt.AlignmentFlag.AlignCenter, text)
