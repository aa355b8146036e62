"""Tools that take the pointer from navigation while they are on: one at a time."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from raytracer.app.studio import Studio


class PointerTool(QObject):
    """A tool; taking it puts another one away. Drawn and fed by a ``layers.tool.ToolLayer``."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._hand = studio.feature(Hand)
        self.on = False

    def set_on(self, on: bool) -> None:
        """Takes or puts away the tool."""
        if on != self.on:
            self.on = on
            if on:
                self._hand.take(self)
        self.changed.emit()


class Hand(QObject):
    """Holds the tool that is on, if one is."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._held: PointerTool | None = None

    def take(self, tool: PointerTool) -> None:
        """Puts away what was held before."""
        before, self._held = self._held, tool
        if before is not None and before is not tool and before.on:
            before.set_on(False)
