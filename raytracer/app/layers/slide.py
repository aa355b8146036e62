"""The words of a talk on the picture, sized for the last row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter

from raytracer.app.language import tr
from raytracer.app.layers.layer import Layer
from raytracer.app.talk.presenter import Phase, Presenter
from raytracer.app.talk.script import Step
from raytracer.app.theme import body_font, figure_font, theme

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

TITLE, CAPTION, SMALL, HUGE = 1 / 16, 1 / 25, 1 / 52, 1 / 9
"""Heights of the type as fractions of the picture's height; one sixtieth is the least that a last row reads."""
MARGIN = 0.05
"""Of a caption to the edges, as a fraction of the same."""
_LINES = Qt.TextFlag.TextWordWrap


class SlideLayer(Layer):
    """Paints nothing outside a talk and takes no input: the speaker may fly around in any step."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        self._presenter = studio.feature(Presenter)
        self._presenter.changed.connect(viewport.update)
        self._presenter.readiness.changed.connect(viewport.update)

    def paint(self, painter: QPainter) -> None:
        presenter = self._presenter
        step = presenter.step
        captioned = presenter.phase is Phase.RUNNING and step is not None and step.layout == "caption"
        self._make_room(self._caption_height(painter, presenter, step) if captioned and step is not None else 0.0)
        if step is None or presenter.talk is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if presenter.phase is Phase.WAITING:
            self._paint_waiting(painter, presenter)
        elif step.layout == "title":
            self._paint_title(painter, presenter.words(step.title), presenter.words(step.caption))
        elif step.layout == "caption":
            self._paint_caption(painter, presenter.words(step.title), presenter.words(step.caption))
        if presenter.phase is Phase.RUNNING and step.layout != "plain":
            self._paint_number(painter, f"{presenter.index + 1} / {len(presenter.talk.steps)}")

    def _make_room(self, height: float) -> None:
        """Signs that stand at the lower edge move above the words."""
        if height != self.viewport.words_height:
            self.viewport.words_height = height
            self.viewport.update()

    def _caption_height(self, painter: QPainter, presenter: Presenter, step: Step) -> float:
        """From the lower edge to above the words and most of their shade."""
        title, caption = presenter.words(step.title), presenter.words(step.caption)
        if not (title or caption):
            return 0.0
        return self._type() * (MARGIN + 0.08) + sum(self._caption_sizes(painter, title, caption))

    def _caption_sizes(self, painter: QPainter, title: str, caption: str) -> tuple[float, float]:
        """The heights of both texts where they are wrapped at the picture's width."""
        unit = self._type()
        area = QRectF(0.0, 0.0, self._size[0] - 2.0 * unit * MARGIN, self._size[1])
        title_size = _height(painter, _font(unit * TITLE, QFont.Weight.DemiBold), area, title)
        return title_size, _height(painter, _font(unit * CAPTION), area, caption)

    @property
    def _size(self) -> tuple[float, float]:
        return float(self.viewport.width()), float(self.viewport.height())

    def _type(self) -> float:
        """The height that type is measured by: the picture's, but no more than suits its width."""
        width, height = self._size
        return min(height, width * 0.72)

    def _paint_caption(self, painter: QPainter, title: str, caption: str) -> None:
        width, height = self._size
        unit = self._type()
        margin = unit * MARGIN
        title_size, caption_size = self._caption_sizes(painter, title, caption)
        top = height - margin - caption_size - title_size
        shade = QLinearGradient(QPointF(0.0, top - unit * 0.12), QPointF(0.0, height))
        shade.setColorAt(0.0, QColor(0, 0, 0, 0))
        shade.setColorAt(0.45, QColor(0, 0, 0, 165))
        shade.setColorAt(1.0, QColor(0, 0, 0, 215))
        if title or caption:
            painter.fillRect(QRectF(0.0, top - unit * 0.12, width, height), shade)
        room = width - 2.0 * margin
        title_font, caption_font = _font(unit * TITLE, QFont.Weight.DemiBold), _font(unit * CAPTION)
        _text(painter, title_font, QColor("white"), QRectF(margin, top, room, title_size), title)
        below = QRectF(margin, top + title_size, room, caption_size)
        _text(painter, caption_font, QColor(235, 235, 238), below, caption)

    def _paint_title(self, painter: QPainter, title: str, caption: str) -> None:
        width, height = self._size
        unit = self._type()
        margin = unit * 0.08
        painter.fillRect(QRectF(0.0, 0.0, width, height), QColor(0, 0, 0, 120))
        area = QRectF(margin, 0.0, width - 2.0 * margin, height)
        title_font = _font(unit * HUGE, QFont.Weight.Bold)
        caption_font = _font(unit * CAPTION * 1.15)
        title_size = _height(painter, title_font, area, title)
        caption_size = _height(painter, caption_font, area, caption)
        top = (height - title_size - caption_size - unit * 0.03) / 2.0
        centre = Qt.AlignmentFlag.AlignHCenter
        _text(painter, title_font, QColor("white"), QRectF(margin, top, area.width(), title_size), title, centre)
        below = QRectF(margin, top + title_size + unit * 0.03, area.width(), caption_size)
        _text(painter, caption_font, QColor(235, 235, 238), below, caption, centre)

    def _paint_waiting(self, painter: QPainter, presenter: Presenter) -> None:
        assert presenter.talk is not None
        ready = presenter.readiness
        width, height = self._size
        painter.fillRect(QRectF(0.0, 0.0, width, height), QColor(0, 0, 0, 90))
        if ready.ready:
            text, colour = tr("Ready"), theme().colours.good
        else:
            text = tr("Getting ready: {done} of {total}").format(done=ready.done, total=ready.total)
            colour = theme().colours.warning
        self._paint_title(painter, presenter.words(presenter.talk.name), "")
        unit = self._type()
        font = _font(unit * CAPTION)
        painter.setFont(font)
        metrics = painter.fontMetrics()
        x = (width - metrics.horizontalAdvance(text)) / 2.0
        y = height - unit * 0.12
        radius = unit * CAPTION * 0.28
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawEllipse(QPointF(x - 2.4 * radius, y - metrics.xHeight() / 2.0), radius, radius)
        painter.setPen(QColor(235, 235, 238))
        painter.drawText(QPointF(x, y), text)

    def _paint_number(self, painter: QPainter, text: str) -> None:
        width, height = self._size
        unit = self._type()
        painter.setFont(figure_font(max(round(unit * SMALL), 9), weight=QFont.Weight.Normal))
        painter.setPen(QColor(255, 255, 255, 150))
        margin = unit * 0.02
        box = QRectF(0.0, 0.0, width - margin, height - margin)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, text)


def _font(pixels: float, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    return body_font(max(round(pixels), 9), weight=weight)


def _height(painter: QPainter, font: QFont, area: QRectF, text: str) -> float:
    if not text:
        return 0.0
    painter.setFont(font)
    return painter.boundingRect(area, int(_LINES), text).height()


def _text(
    painter: QPainter,
    font: QFont,
    colour: QColor,
    area: QRectF,
    text: str,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(area, int(_LINES) | int(align.value), text)
