"""Has every scene of a talk read, built and compiled by every renderer that the talk uses, before it begins."""

from __future__ import annotations

import itertools
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from raytracer.app.studio import Studio
from raytracer.app.worker_state import Phase
from raytracer.app.workers import Worker
from raytracer.backends import Contender
from raytracer.errors import RaytracerError
from raytracer.session.protocol import Event, Prepare, Prepared, Started, WorkerFailed


class Readiness(QObject):
    """The "ready" light: green when every scene is ready on every renderer, or cannot be and is named."""

    changed = Signal()

    _requests = itertools.count(1)

    def __init__(self, studio: Studio, parent: QObject) -> None:
        super().__init__(parent)
        self._studio = studio
        self._paths: tuple[Path, ...] = ()
        self._followed: tuple[Path, ...] = ()
        self._request = 0
        self._answered: dict[Contender, int] = {}
        self.problems: dict[Path, RaytracerError] = {}
        """Scenes that cannot be shown, and why."""
        studio.pool.heard.connect(self._hear)

    def prepare(self, paths: list[Path], contenders: list[Contender], followed: list[Path] | None = None) -> None:
        """Begins; ``changed`` follows with every scene. ``followed``: those in which a ray will be followed."""
        self._followed = tuple(dict.fromkeys(followed or ()))
        self._paths = tuple(dict.fromkeys(paths))
        self._request = next(self._requests)
        self._answered = dict.fromkeys(contenders, 0)
        self.problems = {}
        for who in self._answered:
            worker = self._studio.pool.worker(who.backend, who.threads)
            worker.start()
            self._ask(worker)
        self.changed.emit()

    def release(self) -> None:
        """The talk is over: the workers forget its scenes."""
        for who in self._answered:
            worker = self._studio.pool.known(who.backend, who.threads)
            if worker is not None and worker.phase is Phase.READY:
                worker.client.send(Prepare(()))
        self._answered, self._paths, self._request = {}, (), 0
        self.changed.emit()

    @property
    def total(self) -> int:
        """Scenes times renderers."""
        return len(self._paths) * len(self._answered)

    @property
    def done(self) -> int:
        """How many of them are answered."""
        return sum(self._answered.values())

    @property
    def ready(self) -> bool:
        """Whether nothing is left to wait for."""
        return self.done >= self.total

    def _ask(self, worker: Worker) -> None:
        followed = () if worker.contender.threads else self._followed  # rays are followed by main workers only
        worker.client.send(Prepare(self._paths, self._request, self._studio.allow_outside, followed))

    def _hear(self, worker: Worker, event: Event) -> None:
        if worker.contender not in self._answered:
            return
        if isinstance(event, Prepared) and event.request == self._request:
            self._answered[worker.contender] = event.done
            if event.error is not None:
                self.problems[event.path] = event.error
            self.changed.emit()
        elif isinstance(event, WorkerFailed):
            self._answered[worker.contender] = 0
            if not event.will_restart:
                del self._answered[worker.contender]
            self.changed.emit()
        elif isinstance(event, Started) and self._answered[worker.contender] == 0:
            self._ask(worker)
