"""Watts of now: the meters of ``power``, read once a second in a thread of their own (NVML may take its time)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.power import Energy, board_meter, package_meter

INTERVAL_SECONDS = 1.0


@dataclass(frozen=True)
class Reading:
    """What was read over one interval. ``board`` is None while no GPU is watched."""

    package: Energy
    board: Energy | None = None


class PowerWatch:
    """Calls ``on_reading`` from its thread, once an interval, or once for all where there is nothing to be read.

    ``package`` and ``board`` make the meters; the thread makes them, so that nobody waits for a driver.
    """

    def __init__(
        self,
        on_reading: Callable[[Reading], None],
        *,
        interval: float = INTERVAL_SECONDS,
        package: Callable[[], Any] = package_meter,
        board: Callable[[Entrant, int | None], Any] = board_meter,
    ) -> None:
        self._on_reading = on_reading
        self._interval = interval
        self._make_package, self._make_board = package, board
        self._wanted: tuple[Entrant, int | None] | None = None
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="power", daemon=True)
        self._thread.start()

    def watch(self, entrant: Entrant | None, pid: int | None) -> None:
        """Names the GPU whose board is read from now on, and the worker on it; None for no board."""
        wanted = (entrant, pid) if entrant is not None else None
        with self._changed:
            if wanted != self._wanted:
                self._wanted = wanted
                self._changed.notify()

    def close(self) -> None:
        """Ends the thread; it may be waiting for a driver, so this does not wait for it."""
        with self._changed:
            self._closing = True
            self._changed.notify()

    def _run(self) -> None:
        package, board, watched = self._make_package(), None, None
        package.start()
        while not self._closing:
            wanted = self._wanted
            if wanted != watched:
                board = self._make_board(*wanted) if wanted is not None else None
                watched = wanted
                if board is not None:
                    board.start()
            readable = any(hasattr(meter, "read") for meter in (package, board))
            if readable:
                self._wait(self._interval, watched)
            if self._closing or self._wanted != watched:
                continue
            self._on_reading(Reading(package.stop(), board.stop() if board is not None else None))
            if not readable:
                self._wait(None, watched)  # nothing changes before another board is named
            for meter in (package, board):
                if meter is not None:
                    meter.start()

    def _wait(self, seconds: float | None, watched: object) -> None:
        """Until so long has passed (None: for ever), another board is wanted, or it is time to end."""
        with self._changed:
            self._changed.wait_for(lambda: self._closing or self._wanted != watched, seconds)
