"""Turns: several workers share the processors one after the other, so that each is measured alone.

A turn ends when its time is up; the next one begins only when the worker that ran has come to a stop. One that does not
stop is waited for only so long: then it is silent, and the others go on without it until it answers.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from raytracer.app.parts import timer
from raytracer.app.race.lane import Lane

TURN_MS = 500
FRESH_TURN_MS = 120
"""While there is no whole sample yet: after a camera move both sides show something soon."""


PATIENCE_MS = 15_000
"""A pass takes a fraction of a second, seconds on a slow software driver; saving a large picture some seconds."""


class Turns(QObject):
    """Holds all workers but one. Call ``step`` after every event of theirs."""

    fell_silent = Signal(object)
    """A lane whose worker was told to stop and does not answer."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._lanes: list[Lane] = []
        self._running: Lane | None = None
        self._ending = False
        self._timer = timer(self, TURN_MS, self._end_turn, once=True)
        self._patience = timer(self, PATIENCE_MS, self._give_up, once=True)

    @property
    def running(self) -> Lane | None:
        """Whose turn it is."""
        return self._running

    def begin(self, lanes: list[Lane]) -> None:
        """Starts with the first one."""
        self.stop()
        self._lanes = list(lanes)
        for lane in lanes:
            lane.worker.hold(True)
        self._running, self._ending = None, True
        self.step()

    def stop(self) -> None:
        """No more turns; everyone stays held."""
        self._timer.stop()
        self._patience.stop()
        self._lanes, self._running, self._ending = [], None, False

    def step(self) -> None:
        """Hands the turn over when that is due and the processors are free."""
        running = self._running
        if running is not None and not running.able and not self._ending:
            self._end_turn()
            return
        if not self._ending:
            return
        if self._awaited():
            if not self._patience.isActive():
                self._patience.start(PATIENCE_MS)
            return
        self._patience.stop()
        self._running = following = self._next()
        if following is None:
            return  # nobody can, for now
        self._ending = False
        following.worker.hold(False)
        self._timer.start(FRESH_TURN_MS if min(lane.spp for lane in self._lanes) < 1.0 else TURN_MS)

    def _end_turn(self) -> None:
        running = self._running
        if running is not None and self._next() is running:
            self._timer.start(TURN_MS)  # nobody else wants it
            return
        self._timer.stop()
        self._ending = True
        if running is not None:
            running.worker.hold(True)
        self.step()

    def _awaited(self) -> list[Lane]:
        """Whose worker still has to stop before another one may run."""
        return [lane for lane in self._lanes if lane.able and not lane.worker.halted]

    def _give_up(self) -> None:
        for lane in self._awaited():
            lane.silent = True
            self.fell_silent.emit(lane)
        self.step()

    def _next(self) -> Lane | None:
        """The one after the present one that still has something to do, in order."""
        start = self._lanes.index(self._running) + 1 if self._running in self._lanes else 0
        order = self._lanes[start:] + self._lanes[:start]
        return next((lane for lane in order if lane.able), None)
