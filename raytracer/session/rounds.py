"""What a team renders next, round by round: all of the picture at once, or what a noise threshold leaves to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np


@dataclass(frozen=True, eq=False)
class Round:
    """``samples`` more for each of these tiles, i32 in the order of the film; None: for all. ``first``: how many each
    has already. Index i of the round is sample ``first + i // tiles`` of the tile at place ``i % tiles``."""

    tiles: np.ndarray | None
    first: int
    samples: int


class Rounds(Protocol):
    """Sums, (3 * pixels,), and counts, (pixels,), are those of the film, which holds all rounds up to the last."""

    def open(self, sums: np.ndarray, counts: np.ndarray) -> Round | None:
        """The next round, None when nothing is left to do."""

    def close(self, sums: np.ndarray, counts: np.ndarray) -> None:
        """The round that was opened last is on the film."""

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do; asked between two rounds."""

    @property
    def noise(self) -> float | None:
        """As in ``Stats``."""

    @property
    def done_share(self) -> float:
        """As in ``Stats``."""


class OneRound:
    """All samples of all tiles."""

    noise: float | None = None
    done_share = 0.0

    def __init__(self, spp: int) -> None:
        self._spp = spp
        self.finished = False

    def open(self, _sums: np.ndarray, _counts: np.ndarray) -> Round | None:
        """It, as long as it has not been closed."""
        return None if self.finished else Round(None, 0, self._spp)

    def close(self, _sums: np.ndarray, _counts: np.ndarray) -> None:
        """There is no other."""
        self.finished = True
