"""Boxes of primitives, as builders of trees ask for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np


class Boxes(Protocol):
    """Boxes of primitives in one space, computed when they are asked for."""

    def __len__(self) -> int: ...

    def of(self, items: np.ndarray | slice) -> tuple[np.ndarray, np.ndarray]:
        """Lower and upper corners (n, 3) f32 of some of them."""


@dataclass(frozen=True)
class BoxArrays:
    """``Boxes`` that are there: lower and upper (n, 3)."""

    lower: np.ndarray
    upper: np.ndarray

    def __len__(self) -> int:
        return len(self.lower)

    def of(self, items: np.ndarray | slice) -> tuple[np.ndarray, np.ndarray]:
        """As ``Boxes`` has it."""
        return np.asarray(self.lower[items], np.float32), np.asarray(self.upper[items], np.float32)


@dataclass(frozen=True)
class BoxesInTurn:
    """The boxes of ``first``, and behind them those of ``second``."""

    first: Boxes
    second: Boxes

    def __len__(self) -> int:
        return len(self.first) + len(self.second)

    def of(self, items: np.ndarray | slice) -> tuple[np.ndarray, np.ndarray]:
        """As ``Boxes`` has it."""
        count = len(self.first)
        if isinstance(items, slice):
            items = np.arange(*items.indices(len(self)))
        early = items < count
        if early.all():
            return self.first.of(items)
        lower, upper = np.empty((len(items), 3), np.float32), np.empty((len(items), 3), np.float32)
        lower[early], upper[early] = self.first.of(items[early])
        lower[~early], upper[~early] = self.second.of(items[~early] - count)
        return lower, upper
