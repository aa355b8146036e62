"""Adds up what passes counted, for ``Stats``."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from raytracer.session.protocol import Stats

if TYPE_CHECKING:
    from raytracer.engine.renderer import PassStats

REPORT_SECONDS = 0.25


class FilmCounts:
    """Counts since the last report, and since the film was cleared.

    A pass during which kernels were compiled counts towards neither rate: its seconds are not the seconds of its work.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._reported_at = clock()
        self._samples = self._rays = 0
        self._seconds = 0.0
        self.clear()

    def clear(self) -> None:
        """The film was cleared: totals start anew. What is not reported yet still will be."""
        self.total_samples = self._total_rays = self._nonfinite = 0
        self._total_seconds = 0.0

    def add(self, done: PassStats) -> None:
        """Counts one finished pass."""
        self._nonfinite += done.nonfinite
        if done.compile_seconds > 0.0:
            return
        self._samples += done.samples
        self._rays += done.rays
        self._seconds += done.seconds
        self.total_samples += done.samples
        self._total_rays += done.rays
        self._total_seconds += done.seconds

    def due(self) -> bool:
        """Whether there is something to report and the last report is long enough ago."""
        return self._seconds > 0.0 and self._clock() - self._reported_at >= REPORT_SECONDS

    def take(self, spp: float, *, finished: bool) -> Stats:
        """The report; the counts since the last one start at zero again."""
        stats = Stats(
            samples=self._samples,
            rays=self._rays,
            seconds=self._seconds,
            spp=spp,
            total_samples=self.total_samples,
            total_rays=self._total_rays,
            total_seconds=self._total_seconds,
            nonfinite=self._nonfinite,
            finished=finished,
        )
        self._samples = self._rays = 0
        self._seconds = 0.0
        self._reported_at = self._clock()
        return stats
