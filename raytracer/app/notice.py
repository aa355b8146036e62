"""A message to the user that does not interrupt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

NoticeKind = Literal["error", "warning", "info", "done"]


@dataclass(frozen=True)
class Notice:
    """One line, and at most one thing that can be done about it. Errors and warnings stay until they are closed."""

    kind: NoticeKind
    text: str
    action: str = ""
    """Label of the button; no button when empty."""
    act: Callable[[], object] | None = field(default=None, compare=False)

    @property
    def stays(self) -> bool:
        """Whether it waits for the user instead of going away by itself."""
        return self.kind in ("error", "warning")
