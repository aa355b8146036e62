"""The mark on a denoised picture: nobody shall take it for what was rendered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter

from raytracer.app import figures
from raytracer.app.denoised_view import DenoisedView
from raytracer.app.language import tr
from raytracer.app.layers.card import CARD_DIM, CARD_TEXT, paint_card
from raytracer.app.layers.layer import Layer
from raytracer.app.theme import body_font
from raytracer.app.tokens import GAP_L, GAP_M, TEXT_BODY

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport


class DenoisedLayer(Layer):
    """Lower right corner of the picture; nothing while it shows what was rendered."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        self._view = studio.feature(DenoisedView)
        self._view.changed.connect(viewport.update)

    @property
    def text(self) -> str:
        """What the mark says; empty for none."""
        if self._view.on:
            return tr("Denoised, from {spp} spp").format(spp=figures.samples(self._view.spp))
        return tr("Denoised picture follows …") if self._view.awaited else ""

    def paint(self, painter: QPainter) -> None:
        text = self.text
        if not text:
            return
        font = body_font(TEXT_BODY, weight=QFont.Weight.DemiBold)
        metrics = QFontMetricsF(font)
        width, height = metrics.horizontalAdvance(text) + 2.0 * GAP_L, metrics.height() + 2.0 * GAP_M
        below = self.viewport.height() - GAP_L - self.viewport.words_height
        card = QRectF(self.viewport.width() - width - GAP_L, below - height, width, height)
        paint_card(painter, card)
        painter.setFont(font)
        painter.setPen(CARD_TEXT if self._view.on else CARD_DIM)
        painter.drawText(card, Qt.AlignmentFlag.AlignCenter, text)
