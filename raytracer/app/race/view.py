"""How a race is shown: side by side, above each other or as a difference, and where the divider is."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Signal

Layout = Literal["beside", "above", "difference"]
LAYOUTS: tuple[Layout, ...] = ("beside", "above", "difference")
LEAST_SHARE = 0.02
"""The divider stays so far inside the picture, where it can be gripped again."""


class RaceView(QObject):
    """Changes only what is shown."""

    layout_changed = Signal()
    divider_changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.layout: Layout = "beside"
        self.divider = 0.5
        """Share of the first side, 0 to 1."""

    def set_layout(self, layout: str) -> None:
        """One of ``LAYOUTS``."""
        chosen = next(one for one in LAYOUTS if one == layout)
        if chosen != self.layout:
            self.layout = chosen
            self.layout_changed.emit()

    def next_layout(self) -> None:
        """From one to the next."""
        self.set_layout(LAYOUTS[(LAYOUTS.index(self.layout) + 1) % len(LAYOUTS)])

    def set_divider(self, share: float) -> None:
        """Moves the divider."""
        self.divider = min(max(share, LEAST_SHARE), 1.0 - LEAST_SHARE)
        self.divider_changed.emit()
