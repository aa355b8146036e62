"""Zooming into the pixels of the picture, apart from the camera."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPointF, QRectF, Signal

from raytracer.app.studio import Studio

LARGEST = 64.0
STEP = 2.0**0.5


class PixelZoom(QObject):
    """How much the picture is magnified, and which point of it lies in the viewport's middle."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.scale = 1.0
        self._middle = QPointF(0.5, 0.5)
        """As fractions of the picture's width and height."""

    @property
    def on(self) -> bool:
        """Whether the picture is magnified."""
        return self.scale > 1.0

    def placed(self, rect: QRectF, view: QRectF) -> QRectF:
        """Where a picture that would fill ``rect`` of the viewport ``view`` lies now."""
        if not self.on:
            return rect
        width, height = rect.width() * self.scale, rect.height() * self.scale
        middle = view.center()
        return QRectF(middle.x() - self._middle.x() * width, middle.y() - self._middle.y() * height, width, height)

    def zoom(self, steps: float, where: QPointF, rect: QRectF, view: QRectF) -> None:
        """Magnifies about a point of the viewport; ``rect`` is the picture's place without zoom."""
        now = self.placed(rect, view)
        if now.isEmpty():
            return
        scale = min(max(self.scale * STEP**steps, 1.0), LARGEST)
        at = QPointF((where.x() - now.x()) / now.width(), (where.y() - now.y()) / now.height())
        offset = where - view.center()
        self.scale = scale
        self._set_middle(at - QPointF(offset.x() / (rect.width() * scale), offset.y() / (rect.height() * scale)))

    def pan(self, delta: QPointF, rect: QRectF) -> None:
        """Moves the magnified picture with the pointer."""
        if self.on and not rect.isEmpty():
            self._set_middle(
                self._middle
                - QPointF(delta.x() / (rect.width() * self.scale), delta.y() / (rect.height() * self.scale))
            )

    def reset(self) -> None:
        """The whole picture again."""
        self.scale = 1.0
        self._set_middle(QPointF(0.5, 0.5))

    def _set_middle(self, middle: QPointF) -> None:
        self._middle = QPointF(min(max(middle.x(), 0.0), 1.0), min(max(middle.y(), 0.0), 1.0))
        self.changed.emit()
