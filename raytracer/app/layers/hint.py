"""The line of help that a tool shows at the bottom of the picture while it is on."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from raytracer.app.theme import body_font, theme
from raytracer.app.tokens import GAP_M, GAP_XL, RADIUS


def paint_hint(painter: QPainter, widget: QWidget, text: str) -> None:
    """Draws ``text`` on a rounded card, in the middle of the widget's lower edge."""
    c = theme().colours
    font = body_font()
    metrics = QFontMetricsF(font)
    room = widget.width() - 4.0 * GAP_XL
    text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
    width, height = metrics.horizontalAdvance(text) + 2.0 * GAP_XL, metrics.height() + 2.0 * GAP_M
    card = QRectF((widget.width() - width) / 2.0, widget.height() - height - GAP_XL, width, height)
    fill = QColor(c.panel)
    fill.setAlpha(238)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font)
    painter.setBrush(fill)
    painter.setPen(QPen(QColor(c.line), 1))
    painter.drawRoundedRect(card, RADIUS + 2, RADIUS + 2)
    painter.setPen(QColor(c.text))
    painter.drawText(card, Qt.AlignmentFlag.AlignCenter, text)
