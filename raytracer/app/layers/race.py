"""The race over the picture: two pictures with a divider that can be dragged, or their difference, and the signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPainterPath, QPen

from raytracer.app.layers.layer import Layer
from raytracer.app.layers.race_signs import both_rows, colours, lane_rows
from raytracer.app.layers.signs import Sign
from raytracer.app.parts import timer
from raytracer.app.race.race import Race
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.app.tokens import GAP_XL
from raytracer.session.frames import Frame

if TYPE_CHECKING:
    from raytracer.app.viewport import Viewport

FIGURES_MS = 250
GRIP = 9.0
"""Half the width of what can be gripped, logical pixels."""
KNOB = 17.0


class RaceLayer(Layer):
    """Inert unless a race is on."""

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(studio, viewport)
        self._race = studio.feature(Race)
        self._images: list[QImage] = [QImage(), QImage()]
        self._frames: list[Frame | None] = [None, None]
        self._signs = (Sign(), Sign(), Sign())
        self._hovered = False
        self._dragging = False
        self._race.changed.connect(self._take_all)
        self._race.picture_changed.connect(self._take)
        self._race.view.divider_changed.connect(viewport.update)
        self._race.view.layout_changed.connect(self._take_all)
        self._race.difference.changed.connect(self._show_figures)
        theme().changed.connect(self._show_figures)
        self._timer = timer(self, FIGURES_MS, self._show_figures)

    # ------------------------------------------------------------ pictures

    def _take_all(self) -> None:
        """Who races may have changed."""
        if self._race.on:
            for index in range(2):
                self._take(index)
            self._timer.start()
            self._show_figures()
        else:
            self._timer.stop()
            self._images, self._frames = [QImage(), QImage()], [None, None]
            self._set_cursor(False)
        self.viewport.update()

    def _take(self, index: int) -> None:
        """The newest picture of one side; only its part of the viewport is painted again."""
        frame = self._race.lanes[index].worker.frame
        if frame is None:
            self._images[index], self._frames[index] = QImage(), None
        elif frame is not self._frames[index]:
            height, width = frame.pixels.shape[:2]
            self._images[index] = QImage(frame.pixels.data, width, height, width * 4, QImage.Format.Format_RGBX8888)
            self._frames[index] = frame
        if self._race.view.layout != "difference":
            self.viewport.update(self._part(index))

    def _part(self, index: int) -> QRect:
        """The widget's pixels that show one side; the divider's pixel belongs to the second."""
        width, height = self.viewport.width(), self.viewport.height()
        if self._race.view.layout == "above":
            edge = round(self._race.view.divider * height)
            return QRect(0, edge, width, height - edge) if index else QRect(0, 0, width, edge)
        edge = round(self._race.view.divider * width)
        return QRect(edge, 0, width - edge, height) if index else QRect(0, 0, edge, height)

    def paint_picture(self, painter: QPainter) -> bool:
        if not self._race.on:
            return False
        if self._race.view.layout == "difference":
            self._paint_side(painter, self.viewport.rect(), self._race.difference.image or QImage())
            return True
        for index, image in enumerate(self._images):
            self._paint_side(painter, self._part(index), image)
        return True

    def _paint_side(self, painter: QPainter, part: QRect, image: QImage) -> None:
        if part.isEmpty():
            return
        painter.save()
        painter.setClipRect(part, Qt.ClipOperation.IntersectClip)
        exact = image.size() == self.viewport.film_size()
        if not exact:
            painter.fillRect(part, QColor(theme().colours.canvas))
        if not image.isNull():
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not exact)
            painter.drawImage(self._place(image), image)
        painter.restore()

    def _place(self, image: QImage) -> QRectF:
        """Where a whole picture lies in the widget; its aspect is kept."""
        ratio, size = self.viewport.devicePixelRatioF(), image.size()
        if size == self.viewport.film_size():
            return QRectF(0.0, 0.0, size.width() / ratio, size.height() / ratio)
        width, height = self.viewport.width(), self.viewport.height()
        scale = min(width / size.width(), height / size.height())
        w, h = size.width() * scale, size.height() * scale
        return QRectF((width - w) / 2.0, (height - h) / 2.0, w, h)

    # ------------------------------------------------------------ signs and divider

    def _show_figures(self) -> None:
        """Draws the signs anew; they change a few times a second at most."""
        race = self._race
        if not race.on or not race.lanes:
            return
        unit = min(max(min(self.viewport.height(), 0.62 * self.viewport.width()) / 100.0, 3.6), 16.0)
        scale = self.viewport.devicePixelRatioF()
        for index, colour in enumerate(colours(race)):
            right = index == 1 and race.view.layout != "above"
            self._signs[index].show(lane_rows(race, index), unit, scale, stripe=colour, align_right=right)
        self._signs[2].show(both_rows(race, self.studio), unit, scale)
        self.viewport.update()

    def paint(self, painter: QPainter) -> None:
        if not self._race.on or not self._race.lanes:
            return
        if self._race.view.layout != "difference":
            self._paint_divider(painter)
        for sign, corner in zip(self._signs, self._corners(), strict=True):
            sign.paint(painter, corner)

    def _corners(self) -> tuple[QPointF, QPointF, QPointF]:
        """The upper left corners of both sides' signs and of the one for both."""
        width, height = self.viewport.width(), self.viewport.height()
        _, second, both = (sign.size for sign in self._signs)
        below = height - GAP_XL - self.viewport.words_height
        if self._race.view.layout == "above":
            return (
                QPointF(GAP_XL, GAP_XL),
                QPointF(GAP_XL, below - second.height()),
                QPointF(width - GAP_XL - both.width(), below - both.height()),
            )
        return (
            QPointF(GAP_XL, GAP_XL),
            QPointF(width - GAP_XL - second.width(), GAP_XL),
            QPointF((width - both.width()) / 2.0, below - both.height()),
        )

    def _paint_divider(self, painter: QPainter) -> None:
        painter.save()
        first, second = (QColor(colour) for colour in colours(self._race))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, height = self.viewport.width(), self.viewport.height()
        above = self._race.view.layout == "above"
        at = self._race.view.divider * (height if above else width)
        if above:
            painter.translate(0.0, at)
            painter.rotate(90.0)
            painter.translate(0.0, -float(width))
            length = float(width)
        else:
            painter.translate(at, 0.0)
            length = float(height)
        thick = 2.0 if self._hovered or self._dragging else 1.5
        painter.fillRect(QRectF(-thick, 0.0, thick, length), first)
        painter.fillRect(QRectF(0.0, 0.0, thick, length), second)
        middle = QPointF(0.0, length / 2.0)
        painter.setPen(QPen(QColor(0, 0, 0, 140), 1.0))
        painter.setBrush(QColor("#FFFFFF"))
        painter.drawEllipse(middle, KNOB, KNOB)
        painter.setPen(Qt.PenStyle.NoPen)
        for side, colour in ((-1.0, first), (1.0, second)):
            arrow = QPainterPath(middle + QPointF(side * 4.0, -6.0))
            arrow.lineTo(middle + QPointF(side * 11.0, 0.0))
            arrow.lineTo(middle + QPointF(side * 4.0, 6.0))
            painter.setBrush(colour.darker(115))
            painter.drawPath(arrow)
        painter.restore()

    # ------------------------------------------------------------ pointer

    def press(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton or not self._near(event.position()):
            return False
        self._dragging = True
        self.viewport.update()
        return True

    def move(self, event: QMouseEvent) -> bool:
        if self._dragging:
            where = event.position()
            above = self._race.view.layout == "above"
            self._race.view.set_divider(
                where.y() / self.viewport.height() if above else where.x() / self.viewport.width()
            )
            return True
        self._set_cursor(self._near(event.position()))
        return False

    def release(self, _event: QMouseEvent) -> bool:
        self._dragging = False
        self.viewport.update()
        return True

    def leave(self) -> None:
        self._set_cursor(False)

    def _near(self, where: QPointF) -> bool:
        race = self._race
        if not race.on or race.view.layout == "difference":
            return False
        width, height = self.viewport.width(), self.viewport.height()
        along, at, middle = (
            (where.x(), where.y() - race.view.divider * height, width / 2.0)
            if race.view.layout == "above"
            else (where.y(), where.x() - race.view.divider * width, height / 2.0)
        )
        return abs(at) <= (KNOB if abs(along - middle) <= KNOB else GRIP)

    def _set_cursor(self, near: bool) -> None:
        if near == self._hovered:
            return
        self._hovered = near
        shape = Qt.CursorShape.SplitVCursor if self._race.view.layout == "above" else Qt.CursorShape.SplitHCursor
        if near:
            self.viewport.setCursor(shape)
        else:
            self.viewport.unsetCursor()
        self.viewport.update()
