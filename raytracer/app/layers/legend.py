"""The legend of a layer: what is shown instead of light, and what its false colours stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter

from raytracer.app.language import tr
from raytracer.app.layer_view import LayerView
from raytracer.app.layers.card import CARD_DIM, CARD_TEXT, paint_card
from raytracer.app.layers.layer import Layer
from raytracer.app.theme import body_font, figure_font
from raytracer.app.tokens import GAP_L, GAP_M, GAP_S, TEXT_BODY, TEXT_SMALL
from raytracer.scene.layer_pictures import SCALE

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

_WIDTH, _BAR, _LINE = 208.0, 10.0, 16.0


class LegendLayer(Layer):
    """Lower right corner of the picture; nothing while the picture shows light."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        self._view = studio.feature(LayerView)
        self._view.changed.connect(viewport.update)

    def paint(self, painter: QPainter) -> None:
        layer = self._view.layer
        if layer is None:
            return
        scalar = layer.kind == "scalar"
        height = GAP_M * 2 + _LINE + (_BAR + _LINE + GAP_M if scalar else _LINE)
        below = self.viewport.height() - GAP_L - self.viewport.words_height
        where = QRectF(self.viewport.width() - _WIDTH - GAP_L, below - height, _WIDTH, height)
        paint_card(painter, where)
        inside = where.adjusted(GAP_L, GAP_M, -GAP_L, -GAP_M)
        painter.setFont(body_font(TEXT_BODY, weight=QFont.Weight.DemiBold))
        painter.setPen(CARD_TEXT)
        title = tr(layer.title) + (f" ({layer.unit})" if layer.unit and scalar else "")
        painter.drawText(QRectF(inside.x(), inside.y(), inside.width(), _LINE), Qt.AlignmentFlag.AlignLeft, title)
        below = inside.y() + _LINE + GAP_S
        if not scalar:
            painter.setFont(body_font(TEXT_SMALL))
            painter.setPen(CARD_DIM)
            painter.drawText(
                QRectF(inside.x(), below, inside.width(), _LINE), Qt.AlignmentFlag.AlignLeft, tr(layer.summary)
            )
            return
        bar = QRectF(inside.x(), below, inside.width(), _BAR)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        for i, stop in enumerate(SCALE):
            gradient.setColorAt(i / (len(SCALE) - 1), QColor(stop))
        painter.fillRect(bar, gradient)
        self._numbers(painter, QRectF(bar.x(), bar.bottom() + 2.0, bar.width(), _LINE))

    def _numbers(self, painter: QPainter, where: QRectF) -> None:
        low, high = self._view.limits
        painter.setFont(figure_font(TEXT_SMALL))
        painter.setPen(CARD_DIM)
        for value, side in (
            (low, Qt.AlignmentFlag.AlignLeft),
            (0.5 * (low + high), Qt.AlignmentFlag.AlignHCenter),
            (high, Qt.AlignmentFlag.AlignRight),
        ):
            painter.drawText(where, side, f"{value:.3g}")
