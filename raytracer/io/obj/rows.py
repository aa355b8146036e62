"""Rows that come piece by piece, kept in one array that grows."""

from __future__ import annotations

from typing import Any

import numpy as np

_GROWTH = 1.2
"""By how much when it is full. What there is need not be copied where the system can move its pages."""


class Rows:
    """(n,) of ``dtype``, or (n, ``width``). ``missing`` stands where a piece has none; all may miss."""

    def __init__(self, width: int = 0, dtype: Any = np.float64, missing: float = 0.0) -> None:
        self._array = np.zeros((0, width) if width else 0, dtype)
        self._count = 0
        self._missing, self._any = missing, False

    def __len__(self) -> int:
        return self._count

    def add(self, rows: np.ndarray) -> None:
        """Appends."""
        self._make_room(len(rows))[:] = rows
        self._any = True

    def add_or_miss(self, rows: np.ndarray | None, count: int) -> None:
        """Appends ``count`` rows, or notes that so many have nothing."""
        if rows is not None and not self._any:
            missed, self._count = self._count, 0
            self._make_room(missed)[:] = self._missing
        if rows is not None:
            self.add(rows)
        elif self._any:
            self._make_room(count)[:] = self._missing
        else:
            self._count += count

    def whole(self) -> np.ndarray:
        """The array; nothing may be added after that."""
        self._resize(self._count)
        return self._array

    def taken(self) -> np.ndarray | None:
        """The array, or None where all rows miss."""
        return self.whole() if self._any else None

    def _make_room(self, more: int) -> np.ndarray:
        begin, self._count = self._count, self._count + more
        if self._count > len(self._array):
            self._resize(max(self._count, int(_GROWTH * len(self._array))))
        return self._array[begin : self._count]

    def _resize(self, count: int) -> None:
        self._array.resize((count, *self._array.shape[1:]), refcheck=False)  # no view of it is kept
