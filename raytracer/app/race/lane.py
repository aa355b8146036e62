"""One side of a race: its worker, and what was counted since its film was cleared."""

from __future__ import annotations

from raytracer.app.worker_state import Phase
from raytracer.app.workers import Worker
from raytracer.session.protocol import Event, FrameReady, Halted, SceneLoaded, Started, Stats, WorkerFailed

MARK_TOLERANCE = 1.02


class Lane:
    """``seconds`` is the time of its own passes; ``marks`` holds it, ``noise_marks`` the noise, at 1, 2, 4 ... spp."""

    def __init__(self, worker: Worker, seed_step: int) -> None:
        self.worker = worker
        self.seed_step = seed_step
        """Added to the scene's seed: two sides that use the same random numbers would prove nothing."""
        self.marks: dict[int, float] = {}
        self.noise_marks: dict[int, float] = {}
        self.seconds = 0.0
        self.spp = 0.0
        self.noise: float | None = None
        """Relative error of a pixel, 0.05 for 5 %; None where it is not measured."""
        self.finished = False
        """Whether the sample limit is reached."""
        self.time_up = False
        """Whether a time limit is reached."""
        self.silent = False
        """Whether its worker was told to stop and has not answered for a long time."""
        self._film = -1

    def note(self, event: Event) -> bool:
        """Takes in what its worker says; true when 1, 2, 4, 8 ... spp are complete for the first time."""
        if isinstance(event, Stats):
            return self._count(event)
        if isinstance(event, FrameReady):
            self.spp = event.spp
        elif isinstance(event, (SceneLoaded, WorkerFailed)):
            self._film = -1
            self.clear()
        if isinstance(event, (Halted, Started, WorkerFailed)):
            self.silent = False
        return False

    def clear(self) -> None:
        """A new film: nothing counted so far belongs to it."""
        self.marks.clear()
        self.noise_marks.clear()
        self.seconds = self.spp = 0.0
        self.noise = None
        self.finished = self.time_up = False

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do for it."""
        return self.finished or self.time_up or self.dropped

    @property
    def dropped(self) -> bool:
        """Whether its worker failed for good."""
        return self.worker.failed

    @property
    def able(self) -> bool:
        """Whether it has something left to do, and can."""
        return not self.over and not self.silent and self.worker.loaded is not None and self.worker.compiled

    def ready(self, request: int | None) -> bool:
        """Whether it could start at once: the scene of that request is there, and its kernels."""
        worker = self.worker
        return worker.phase is Phase.READY and worker.loaded == request and worker.compiled

    def _count(self, stats: Stats) -> bool:
        if stats.film != self._film:
            self.clear()
            self._film = stats.film
        self.seconds, self.spp, self.finished = stats.total_seconds, stats.spp, stats.finished
        self.noise = stats.noise
        whole = int(stats.spp)
        mark = 1 << whole.bit_length() - 1 if whole else 0
        # Exactly there, but with adaptive sampling, where the mean may pass it by a little.
        if not mark or stats.spp > mark * MARK_TOLERANCE or mark in self.marks:
            return False
        self.marks[mark] = stats.total_seconds
        if stats.noise is not None:
            self.noise_marks[mark] = stats.noise
        return True
