"""Histogram of the picture on the screen: how often each display value occurs in red, green and blue."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from raytracer.app.language import tr
from raytracer.app.parts import timer
from raytracer.app.studio import Studio
from raytracer.app.theme import body_font, theme
from raytracer.app.tokens import RADIUS, TEXT_SMALL

REFRESH_MS = 250
MOST_PIXELS = 120_000
"""A larger picture is looked at in steps: every 2nd, 3rd ... pixel both ways."""
BINS = 128
CHANNELS = ("#FF5A4F", "#3DDC6B", "#4A8CFF")


def histogram(pixels: np.ndarray) -> tuple[np.ndarray, tuple[float, float]]:
    """(3, 128) shares of each channel's values, and the shares of values that are 0 and 255.

    ``pixels`` is (height, width, 3 or more) u8.
    """
    step = max(1, round((pixels.shape[0] * pixels.shape[1] / MOST_PIXELS) ** 0.5))
    seen = pixels[::step, ::step, :3].reshape(-1, 3)
    counts = np.stack([np.bincount(seen[:, channel], minlength=256) for channel in range(3)])
    total = max(len(seen), 1)
    shares = counts.reshape(3, BINS, -1).sum(axis=2) / total
    return shares, (float(counts[:, 0].sum() / (3 * total)), float(counts[:, 255].sum() / (3 * total)))


class HistogramView(QWidget):
    """Counted a few times a second, while it is visible."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self._shares = np.zeros((3, BINS))
        self.ends = (0.0, 0.0)
        self._stale = True
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Histogram of the picture"))
        self.setToolTip(tr("How often each brightness occurs on the screen; black is left, white is right"))
        studio.frame_ready.connect(self._note)
        self._timer = timer(self, REFRESH_MS, self.refresh)
        self._timer.start()

    def sizeHint(self) -> QSize:
        return QSize(240, 112)

    def _note(self) -> None:
        self._stale = True

    def refresh(self) -> None:
        """Counts again when there is a newer picture."""
        frame = self._studio.worker.frame if self.isVisible() and self._stale else None
        if frame is not None:
            self._stale = False
            self._shares, self.ends = histogram(frame.pixels)
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        c = theme().colours
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -18.5)
        painter.setPen(QPen(QColor(c.line), 1))
        painter.setBrush(QColor(c.canvas if c.dark else c.raised))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        # The ends may hold half the picture; what lies between decides about the scale.
        highest = max(float(self._shares[:, 1:-1].max()), 1e-6)
        mode = (
            QPainter.CompositionMode.CompositionMode_Plus
            if c.dark
            else QPainter.CompositionMode.CompositionMode_Multiply
        )
        painter.setCompositionMode(mode)
        for shares, colour in zip(self._shares, CHANNELS, strict=True):
            fill = QColor(colour)
            fill = fill.darker(160) if c.dark else fill.lighter(140)
            painter.setPen(QPen(fill, 1))
            painter.setBrush(fill)
            painter.drawPolygon(_outline(np.minimum(shares / highest, 1.0), box.adjusted(2, 4, -2, -1)))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setFont(body_font(TEXT_SMALL))
        painter.setPen(QColor(c.text_dim))
        line = QRectF(0, self.height() - 16, self.width(), 16)
        painter.drawText(
            line,
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            tr("black {share} %").format(share=f"{100 * self.ends[0]:.1f}"),
        )
        painter.drawText(
            line,
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
            tr("white {share} %").format(share=f"{100 * self.ends[1]:.1f}"),
        )
        painter.end()


def _outline(heights: np.ndarray, box: QRectF) -> QPolygonF:
    xs = np.linspace(box.left(), box.right(), len(heights))
    points = [QPointF(x, box.bottom() - h * box.height()) for x, h in zip(xs, heights, strict=True)]
    return QPolygonF([QPointF(box.left(), box.bottom()), *points, QPointF(box.right(), box.bottom())])
