"""What this machine is made of, and how fast its memories are, measured when the user asks for it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.race.race import Race
from raytracer.app.studio import Studio
from raytracer.app.workers import Worker
from raytracer.backends import BackendName
from raytracer.session.protocol import BandwidthMeasured, CommandFailed, Event, MeasureBandwidth, WorkerFailed


class Machine(QObject):
    """Measures one device after the other, in its own worker, while all others stand still."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self.rates: dict[BackendName, BandwidthMeasured] = {}
        self.failures: dict[BackendName, str] = {}
        self._waiting: list[BackendName] = []
        studio.pool.heard.connect(self._hear)
        studio.pool.changed.connect(self.changed)

    @property
    def measuring(self) -> BackendName | None:
        """The backend that is being measured."""
        return self._waiting[0] if self._waiting else None

    def measure(self) -> None:
        """Measures every device there is, software drivers too."""
        if self._waiting:
            return
        if self._studio.feature(Race).on:
            self._studio.noticed.emit(Notice("info", tr("Stop the race first: it would slow the copies down")))
            return
        found = self._studio.sides.found
        self._waiting = [name for name, info in found.items() if info.available] or ["cpu"]
        self.failures.clear()
        self._hold(True)
        self._ask()

    def _ask(self) -> None:
        name = self.measuring
        if name is None:
            self._hold(False)
        else:
            worker = self._studio.pool.worker(name)
            worker.start()
            worker.client.send(MeasureBandwidth())
        self.changed.emit()

    def _hold(self, held: bool) -> None:
        for worker in self._studio.team:
            worker.hold(held)

    def _hear(self, worker: Worker, event: Event) -> None:
        if worker.contender.threads or worker.backend != self.measuring:
            return
        if isinstance(event, BandwidthMeasured):
            self.rates[worker.backend] = event
        elif isinstance(event, (CommandFailed, WorkerFailed)) and _ours(event):
            self.failures[worker.backend] = event.error.message
        else:
            return
        self._waiting.pop(0)
        if worker is not self._studio.worker and not worker.failed:
            worker.pause(True)  # it was started for this, and has nothing to render
        self._ask()


def _ours(event: CommandFailed | WorkerFailed) -> bool:
    """Whether it is the answer to our command."""
    return isinstance(event, WorkerFailed) or event.command == MeasureBandwidth.__name__
