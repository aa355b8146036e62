"""What may be drawn over the picture and take the pointer before navigation does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QWheelEvent

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport


class Layer(QObject):
    """One layer over the picture. Overrides what it needs; each event method says whether it used the event.

    A layer that uses a press gets the moves and the release that follow. ``viewport.film_point`` and ``widget_point``
    convert between widget and film. Call ``viewport.update()`` when the layer looks different.
    """

    def __init__(self, studio: Studio, viewport: Viewport) -> None:
        super().__init__(viewport)
        self.studio = studio
        self.viewport = viewport

    def paint_picture(self, _painter: QPainter) -> bool:
        """Draws other pictures in place of the active backend's, and says whether it did."""
        return False

    def paint(self, painter: QPainter) -> None:
        """Draws over the picture, in the widget's logical pixels. The painter's state is restored afterwards."""

    def press(self, _event: QMouseEvent) -> bool:
        """A button went down."""
        return False

    def move(self, _event: QMouseEvent) -> bool:
        """The pointer moved: during this layer's drag, or without a button."""
        return False

    def release(self, _event: QMouseEvent) -> bool:
        """The button of this layer's drag went up."""
        return False

    def leave(self) -> None:
        """The pointer left the viewport."""

    def wheel(self, _event: QWheelEvent) -> bool:
        """The wheel turned."""
        return False

    def claims(self, _event: QKeyEvent) -> bool:
        """Whether a key is meant for this layer rather than for a shortcut of the window."""
        return False

    def key(self, _event: QKeyEvent) -> bool:
        """A key went down."""
        return False
