"""The power of both sides while they run, for everything that shows it."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from raytracer.app.language import tr
from raytracer.app.mailbox import Mailbox
from raytracer.app.studio import Studio
from raytracer.backends import BackendName
from raytracer.session.measure.entrants import from_info
from raytracer.session.measure.live_power import PowerWatch, Reading
from raytracer.session.measure.power import Energy
from raytracer.session.protocol import Stats

_PAUSE_SECONDS = 0.6
"""A side that has reported nothing for so long did not work meanwhile; reports come four times a second."""
WatchFactory = Callable[[Callable[[Reading], None]], PowerWatch]


NOTHING_YET = Energy("")


def power_text(power: Energy) -> str:
    """ "65 W", or why there is no figure, short."""
    if power.watts is not None:
        return tr("{watts} W").format(watts=f"{power.watts:.0f}")
    return tr("not available") if power.reason else tr("not measured")


def power_detail(power: Energy) -> str:
    """What was read, or the reason why nothing can be."""
    if power.watts is not None:
        return f"{power_text(power)} ({tr(power.what)})"
    return tr(power.reason) if power.reason else power_text(power)


class LivePower(QObject):
    """One per studio. A reading counts for the side that worked all the time it took; the other keeps its own."""

    _mail = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._make: WatchFactory = PowerWatch
        self._watch: PowerWatch | None = None
        self._latest: Reading | None = None
        self._powers: dict[BackendName, Energy] = {}
        self._working_since: dict[BackendName, float] = {}
        self._worked_at: dict[BackendName, float] = {}
        self._read_at = time.monotonic()
        self._readings: Mailbox[Reading] = Mailbox()
        self._mail.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._readings.deliver_to(self._mail.emit)
        studio.stats_arrived.connect(self._note_work)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    def of(self, backend: BackendName) -> Energy:
        """Of the last second in which this side worked; the reason where nothing can be read, or nothing yet."""
        own = self._own(backend)
        if own is not None and own.reason:
            return own
        return self._powers.get(backend, NOTHING_YET)

    def close(self) -> None:
        """Reads no more."""
        self._readings.deliver_to(None)
        if self._watch is not None:
            self._watch.close()

    def _note_work(self, backend: BackendName, stats: Stats) -> None:
        """Work has been done: begins to read, which is not worth a moment of the start."""
        if stats.seconds <= 0.0:
            return
        now = time.monotonic()
        if now - self._worked_at.get(backend, float("-inf")) > _PAUSE_SECONDS:
            self._working_since[backend] = now - stats.seconds
        self._worked_at[backend] = now
        if self._watch is None:
            self._watch = self._make(self._readings.put)
        gpu = self._studio.sides.found.get(backend)
        if gpu is not None and gpu.is_gpu:
            worker = self._studio.pool.known(backend)
            self._watch.watch(from_info(gpu), worker.client.pid if worker else None)

    def _take(self) -> None:
        for reading in self._readings.take():
            self._attribute(reading)

    def _attribute(self, reading: Reading) -> None:
        now = time.monotonic()
        began, self._read_at, self._latest = self._read_at, now, reading
        for backend, worked in self._worked_at.items():
            own = self._own(backend)
            if own is None or own.watts is None:
                continue
            if self._working_since[backend] <= began and now - worked <= _PAUSE_SECONDS:
                self._powers[backend] = own

    def _own(self, backend: BackendName) -> Energy | None:
        """What the newest reading says of the device that does this side's work."""
        if self._latest is None:
            return None
        info = self._studio.sides.found.get(backend)
        return self._latest.board if info is not None and info.is_gpu else self._latest.package
