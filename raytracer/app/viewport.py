"""The picture: painted with ``QPainter`` straight from shared memory, and navigated with mouse, touchpad and keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from raytracer.app.film_scale import FilmScale
from raytracer.app.gestures import Gestures
from raytracer.app.language import tr
from raytracer.app.layers import LAYERS
from raytracer.app.layers.layer import Layer
from raytracer.app.parts import timer
from raytracer.app.pixel_zoom import PixelZoom
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.session.frames import Frame

RESIZE_MS = 120
"""Quiet time after a resize before the film follows."""


class Viewport(QWidget):
    """The film has exactly this widget's device pixels. Until a picture of that size comes, the old one is scaled."""

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._studio = studio
        self._frame: Frame | None = None
        self._image = QImage()
        self._zoom = studio.feature(PixelZoom)
        self._scale = studio.feature(FilmScale)
        self._scale.changed.connect(self._resize_film)
        self.gestures = Gestures(studio, self.film_point, self)
        self.words_height = 0.0
        """Of words at the picture's lower edge, logical pixels: signs stand above them."""
        self.layers: list[Layer] = [make(studio, self) for make in LAYERS]
        self._dragging: Layer | None = None
        self._resize_later = timer(self, RESIZE_MS, self._resize_film, once=True)
        self.setObjectName("viewport")
        self.setAccessibleName(tr("Viewport"))
        self.setAccessibleDescription(tr("The picture. Arrow keys orbit, with shift they pan, plus and minus dolly."))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(0, 0)
        self.setMouseTracking(bool(self.layers))
        studio.frame_ready.connect(self.take_frame)
        theme().changed.connect(self.update)

    # ------------------------------------------------------------ picture

    def take_frame(self) -> None:
        """Shows the newest picture."""
        frame = self._studio.acquire_frame()
        if frame is None:
            return
        height, width = frame.pixels.shape[:2]
        # RGBX: the fourth byte is ignored, which is faster than blending an opaque picture. The array is kept
        # beside the image because QImage does not keep the memory alive.
        self._image = QImage(frame.pixels.data, width, height, width * 4, QImage.Format.Format_RGBX8888)
        self._frame = frame
        self.update()

    @property
    def taken(self) -> bool:
        """Whether a layer has the pointer for a drag of its own."""
        return self._dragging is not None

    @property
    def has_picture(self) -> bool:
        """Whether there has been a picture at all."""
        return self._frame is not None

    def picture(self) -> QImage:
        """A copy of what is shown, in film pixels; null before the first picture."""
        return self._image.copy()

    def picture_rect(self) -> QRectF:
        """Where the picture lies in this widget, logical pixels; larger than it while it is magnified."""
        return self._zoom.placed(self.fitted_rect(), self.rect().toRectF())

    def fitted_rect(self) -> QRectF:
        """Where it would lie without zoom; its aspect is kept."""
        ratio = self.devicePixelRatioF()
        film = self._image.size()
        if film.isEmpty() or self.width() < 1 or self.height() < 1:
            return QRectF()
        if film == self.film_size():
            return QRectF(0.0, 0.0, film.width() / ratio, film.height() / ratio)
        scale = min(self.width() / film.width(), self.height() / film.height())
        width, height = film.width() * scale, film.height() * scale
        return QRectF((self.width() - width) / 2.0, (self.height() - height) / 2.0, width, height)

    def zoom_changed(self) -> None:
        """The picture is magnified in another way."""
        self.gestures.set_height(self.picture_rect().height() if self._zoom.on else self.height())
        self.update()

    def film_pixels(self) -> QSize:
        """Size of the picture that is shown."""
        return self._image.size()

    def display_value(self, pixel: QPoint) -> tuple[int, int, int] | None:
        """What the screen has at a pixel of the film, 0 to 255; None outside the picture."""
        if not self._image.rect().contains(pixel):
            return None
        colour = self._image.pixelColor(pixel)
        return colour.red(), colour.green(), colour.blue()

    def film_size(self) -> QSize:
        """This widget's device pixels."""
        ratio = self.devicePixelRatioF()
        return QSize(round(self.width() * ratio), round(self.height() * ratio))

    def film_point(self, where: QPointF) -> QPointF:
        """A point of this widget in film pixels: (0, 0) is the upper left corner of the upper left pixel."""
        rect, film = self.picture_rect(), self._image.size()
        if rect.isEmpty():
            return QPointF()
        return QPointF(
            (where.x() - rect.x()) * film.width() / rect.width(),
            (where.y() - rect.y()) * film.height() / rect.height(),
        )

    def widget_point(self, film_point: QPointF) -> QPointF:
        """A point of the film, in pixels, in this widget's logical pixels."""
        rect, film = self.picture_rect(), self._image.size()
        if rect.isEmpty():
            return QPointF()
        return QPointF(
            rect.x() + film_point.x() * rect.width() / film.width(),
            rect.y() + film_point.y() * rect.height() / film.height(),
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            self._paint_all(painter)
        finally:  # Qt ends the program when a painter outlives its event, as it would after an exception
            painter.end()

    def _paint_all(self, painter: QPainter) -> None:
        if not any(layer.paint_picture(painter) for layer in self.layers):
            self._paint_picture(painter)
        for layer in self.layers:
            painter.save()
            layer.paint(painter)
            painter.restore()
        if self.hasFocus() and self._focus_by_key:
            painter.setPen(QPen(QColor(theme().colours.accent), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _paint_picture(self, painter: QPainter) -> None:
        where = self.picture_rect()
        exact = self._image.size() == self.film_size()
        if not exact or self._zoom.on:  # there will be a margin
            painter.fillRect(self.rect(), QColor(theme().colours.canvas))
        if not where.isEmpty():
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not exact and not self._zoom.on)
            painter.drawImage(where, self._image)

    # ------------------------------------------------------------ size

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.zoom_changed()
        self._resize_later.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Nothing to wait for but the layout: the first picture shall have the right size.
        QTimer.singleShot(0, self, self._resize_film)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._resize_later.start()
        elif isinstance(event, QNativeGestureEvent) and self.gestures.handle_pinch(event):
            return True
        elif (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and (self.gestures.claims(event) or any(layer.claims(event) for layer in self.layers))
        ):
            event.accept()
            return True
        return super().event(event)

    def _resize_film(self) -> None:
        if self.isVisible() and not self.window().isMinimized():
            size = self.film_size()
            self._studio.resize(*self._scale.film(size.width(), size.height()))

    # ------------------------------------------------------------ input

    _focus_by_key = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._focus_by_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.gestures.let_go()
        super().focusOutEvent(event)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._dragging = next((layer for layer in reversed(self.layers) if layer.press(event)), None)
        event.setAccepted(self._dragging is not None or self.gestures.handle_press(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragging is not None:
            event.setAccepted(self._dragging.move(event))
        elif event.buttons() == Qt.MouseButton.NoButton:
            event.setAccepted(any(layer.move(event) for layer in reversed(self.layers)))
        else:
            event.setAccepted(self.gestures.handle_move(event))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        layer, self._dragging = self._dragging, None
        event.setAccepted(layer.release(event) if layer is not None else self.gestures.handle_release(event))

    def leaveEvent(self, event: QEvent) -> None:
        for layer in self.layers:
            layer.leave()
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        used = any(layer.wheel(event) for layer in reversed(self.layers))
        event.setAccepted(used or self.gestures.handle_wheel(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        used = any(layer.key(event) for layer in reversed(self.layers))
        if not used and not self.gestures.handle_key_press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if not self.gestures.handle_key_release(event):
            super().keyReleaseEvent(event)
