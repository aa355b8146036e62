"""Signs over the picture: rows of text runs on a rounded panel, drawn once and kept as a pixmap until they change."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPixmap

from raytracer.app.theme import figure_font, theme

_PANEL_ALPHA = 222


@dataclass(frozen=True)
class Run:
    """A piece of text. ``size`` is in units of the sign, a hundredth of the viewport's height."""

    text: str
    size: float
    colour: str
    bold: bool = False


Row = tuple[Run, ...]


@dataclass
class Sign:
    """Rows of runs. ``stripe`` is the colour of the bar at its left edge; none when empty."""

    _key: object = None
    _pixmap: QPixmap = field(default_factory=QPixmap)
    size: QSizeF = field(default_factory=QSizeF)

    def show(
        self, rows: tuple[Row, ...], unit: float, scale: float, *, stripe: str = "", align_right: bool = False
    ) -> None:
        """Draws the rows anew where they differ from what is shown. ``scale``: device pixels per logical one."""
        key = (rows, unit, scale, stripe, align_right, theme().colours.panel)
        if key == self._key:
            return
        self._key = key
        fonts = [[_font(run, unit) for run in row] for row in rows]
        metrics = [[QFontMetricsF(font) for font in line] for line in fonts]
        widths = [
            sum(m.horizontalAdvance(run.text) for run, m in zip(row, line, strict=True))
            for row, line in zip(rows, metrics, strict=True)
        ]
        pad, bar = 1.6 * unit, (0.9 * unit if stripe else 0.0)
        heights = [max(m.ascent() + m.descent() for m in line) * 0.92 for line in metrics]
        self.size = QSizeF(max(widths) + 2 * pad + bar, sum(heights) + 1.5 * pad)
        self._pixmap = QPixmap((self.size * scale).toSize())
        self._pixmap.setDevicePixelRatio(scale)
        self._pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self._pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._panel(painter, unit, stripe, bar)
        y = 0.75 * pad
        for row, line_fonts, line, height, width in zip(rows, fonts, metrics, heights, widths, strict=True):
            x = self.size.width() - pad - width if align_right else pad + bar
            base = y + max(m.ascent() for m in line) * 0.96
            for run, font, m in zip(row, line_fonts, line, strict=True):
                painter.setFont(font)
                painter.setPen(QColor(run.colour))
                painter.drawText(QPointF(x, base), run.text)
                x += m.horizontalAdvance(run.text)
            y += height
        painter.end()

    def paint(self, painter: QPainter, corner: QPointF) -> None:
        """Draws the sign with its upper left corner there."""
        painter.drawPixmap(corner, self._pixmap)

    def _panel(self, painter: QPainter, unit: float, stripe: str, bar: float) -> None:
        box = QRectF(QPointF(0.0, 0.0), self.size)
        fill = QColor(theme().colours.panel)
        fill.setAlpha(_PANEL_ALPHA)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawRoundedRect(box, 1.1 * unit, 1.1 * unit)
        if stripe:
            painter.setBrush(QColor(stripe))
            painter.drawRoundedRect(QRectF(0.0, 0.0, bar, box.height()), 0.45 * unit, 0.45 * unit)


def _font(run: Run, unit: float) -> QFont:
    weight = QFont.Weight.Bold if run.bold else QFont.Weight.Medium
    return figure_font(max(9, round(run.size * unit)), weight=weight)
