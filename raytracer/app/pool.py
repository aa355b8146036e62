"""The workers of all backends, and on the CPU of several thread counts: made when first used, closed together."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from raytracer.app.mailbox import Mailbox
from raytracer.app.sides import Sides
from raytracer.app.workers import ClientFactory, Worker
from raytracer.backends import BackendInfo, BackendName, Contender
from raytracer.session.protocol import Event, Started

ProbeBackends = Callable[[Callable[[list[BackendInfo]], None]], object]
"""Looks for backends without blocking and calls back on any thread, like ``find_backends_async``."""


class WorkerPool(QObject):
    """Knows which backends there are and owns their workers."""

    heard = Signal(object, object)
    """A worker and its event."""
    changed = Signal()
    """A worker's phase or activity, or what backends there are."""
    _probed = Signal()

    def __init__(self, factory: ClientFactory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sides = Sides()
        self._factory = factory
        self._workers: dict[Contender, Worker] = {}
        self._found: Mailbox[list[BackendInfo]] = Mailbox()
        self._probed.connect(self._take_probe, Qt.ConnectionType.QueuedConnection)
        self._found.deliver_to(self._probed.emit)

    def worker(self, backend: BackendName, threads: int = 0) -> Worker:
        """The worker of a backend with so many threads, made (not started) when it is asked for first.

        0 threads is the backend's main worker: on the CPU it takes what the window leaves.
        """
        who = Contender(backend, threads)
        if who not in self._workers:
            info = self.sides.found.get(backend)
            mailbox: Mailbox[Event] = Mailbox()
            software = bool(info and info.software)
            client = self._factory(backend, mailbox.put, force_software=software, threads=threads)
            self.adopt(Worker(backend, client, mailbox, software=software, threads=threads))
        return self._workers[who]

    def known(self, backend: BackendName, threads: int = 0) -> Worker | None:
        """That worker, if it was ever used."""
        return self._workers.get(Contender(backend, threads))

    def adopt(self, worker: Worker) -> None:
        """Takes in a worker that was made before this object, so that its process starts at the very beginning."""
        self._workers[worker.contender] = worker
        worker.heard.connect(lambda event: self._hear(worker, event))
        worker.changed.connect(self.changed)

    def probe(self, find: ProbeBackends) -> None:
        """Looks for backends; ``changed`` follows."""
        find(self._found.put)

    def close(self) -> None:
        """Ends all workers, at the same time, and waits for them: seconds when one is busy."""
        self._found.deliver_to(None)
        threads = [threading.Thread(target=worker.close) for worker in self._workers.values()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _hear(self, worker: Worker, event: Event) -> None:
        if isinstance(event, Started) and not worker.contender.threads:
            self.sides.correct(event.info)
            self.changed.emit()
        self.heard.emit(worker, event)

    def _take_probe(self) -> None:
        for backends in self._found.take():
            self.sides.learn(backends)
            self.changed.emit()
