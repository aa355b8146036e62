"""Adds up what passes counted, for ``Stats``."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from raytracer.scene import Scene
from raytracer.session.protocol import Stats

if TYPE_CHECKING:
    from raytracer.engine.renderer import PassStats

REPORT_SECONDS = 0.25


class FilmCounts:
    """Counts since the last report, and since the film was cleared.

    A pass during which kernels were compiled, or a picture was denoised, counts towards neither rate: its seconds are
    not the seconds of its work.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._reported_at = clock()
        self._samples = self._rays = 0
        self._seconds = 0.0
        self.film = 0
        self.clear()

    def clear(self) -> None:
        """The film was cleared: totals start anew. What is not reported yet still will be."""
        self.film += 1
        self.total_samples = self._total_rays = self._nonfinite = 0
        self._total_seconds = 0.0

    def add(self, done: PassStats, *, disturbed: bool = False) -> None:
        """Counts one finished pass; ``disturbed``: something else of ours took the processor meanwhile."""
        self._nonfinite += done.nonfinite
        if done.compile_seconds > 0.0 or disturbed:
            return
        self._samples += done.samples
        self._rays += done.rays
        self._seconds += done.seconds
        self.total_samples += done.samples
        self._total_rays += done.rays
        self._total_seconds += done.seconds

    def due(self) -> bool:
        """Whether there is something to report and the last report is long enough ago."""
        return self.pending and self._clock() - self._reported_at >= REPORT_SECONDS

    @property
    def pending(self) -> bool:
        """Whether work was done that is not reported yet."""
        return self._seconds > 0.0

    def take(self, spp: float, scene: Scene, path: Path, *, finished: bool) -> Stats:
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
            work=work_key(scene, path),
            camera=_digest(scene.camera.model_dump_json()),
            film=self.film,
        )
        self._samples = self._rays = 0
        self._seconds = 0.0
        self._reported_at = self._clock()
        return stats


def work_key(scene: Scene, path: Path) -> str:
    """Names the work of one sample: what is rendered and how, but not from where, nor how many samples."""
    settings = scene.settings.model_dump_json(exclude={"spp", "noise", "seed"})
    return _digest(f"{path.resolve()} {settings}")


def _digest(text: str) -> str:
    return hashlib.sha1(text.encode("utf-8", errors="surrogatepass")).hexdigest()[:16]
