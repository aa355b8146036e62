"""What layers of pointer tools share: the cursor, which presses begin a drag, and the key that leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from raytracer.app.layers.layer import Layer
from raytracer.app.pointer_tool import PointerTool

if TYPE_CHECKING:
    from raytracer.app.studio import Studio
    from raytracer.app.viewport import Viewport

DRAG_PIXELS = 4.0
"""A press that moves less is a click."""


class ToolLayer(Layer):
    """Takes the pointer only while ``tool`` is on; Escape puts it away."""

    def __init__(self, studio: Studio, viewport: Viewport, tool: PointerTool) -> None:
        super().__init__(studio, viewport)
        self._tool = tool
        tool.changed.connect(self._show_tool)

    def begins(self, event: QMouseEvent) -> bool:
        """Whether a press is the tool's: the left button alone."""
        plain = event.button() == Qt.MouseButton.LeftButton and not event.modifiers()
        return self._tool.on and plain

    def drop(self) -> None:
        """Forgets a drag under way: the tool was taken or put away."""

    def key(self, event: QKeyEvent) -> bool:
        if self._tool.on and event.key() == Qt.Key.Key_Escape:
            self._tool.set_on(False)
            return True
        return False

    def _show_tool(self) -> None:
        on = self._tool.on
        self.viewport.setCursor(Qt.CursorShape.CrossCursor if on else Qt.CursorShape.ArrowCursor)
        self.drop()
        self.viewport.update()
