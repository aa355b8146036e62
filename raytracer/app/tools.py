"""Which handles are shown on what is selected. Shared by the gizmo, the menu and its keys."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from raytracer.app.gizmo import Tool
from raytracer.app.studio import Studio


class Tools(QObject):
    """The chosen tool; None shows no handles."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.tool: Tool | None = "move"

    def choose(self, tool: Tool | None) -> None:
        """Shows these handles; the ones shown already go away."""
        self.tool = None if tool == self.tool else tool
        self.changed.emit()
