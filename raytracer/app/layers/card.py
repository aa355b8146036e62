"""The dark card behind words on the picture: readable on every picture, the same in both themes."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

_BACK = QColor(16, 17, 20, 205)
CARD_TEXT, CARD_DIM = QColor("#ECEDEF"), QColor("#A4A9B2")


def paint_card(painter: QPainter, card: QRectF, radius: float = 6.0) -> None:
    """Fills the card; what is written on it comes next."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_BACK)
    painter.drawRoundedRect(card, radius, radius)
