"""The history of both sides' rates, with what happened meanwhile: for the chart, and to take along as a table."""

from __future__ import annotations

import bisect
import csv
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from raytracer.backends import BackendName
from raytracer.errors import OutputError

KEPT_SECONDS = 3600.0
BREAK_SECONDS = 2.0
"""A pause of this length interrupts the line."""
SAME_EVENT_SECONDS = 1.0
"""Events of one kind that follow each other faster are one: a drag moves the camera a hundred times."""
COLUMNS = ("seconds", "backend", "samples_per_s", "rays_per_s", "spp", "watts", "event")


@dataclass(frozen=True)
class Point:
    """One measurement; ``at`` is the history's clock in seconds."""

    at: float
    samples_per_s: float
    rays_per_s: float
    spp: float
    watts: float | None = None
    """Where the device's power can be read."""


@dataclass(frozen=True)
class Event:
    """Something that changed the work: ``kind`` is "camera", "scene" or "settings", ``text`` says more."""

    at: float
    kind: str
    text: str = ""


class History:
    """Rates of each backend and events, the last hour of them. ``clock`` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._points: dict[BackendName, deque[Point]] = {}
        self._last: dict[str, float] = {}
        self.events: deque[Event] = deque()

    @property
    def now(self) -> float:
        """The clock."""
        return self._clock()

    def add(
        self, backend: BackendName, samples_per_s: float, rays_per_s: float, spp: float, watts: float | None = None
    ) -> None:
        """Notes a measurement of now."""
        now = self._clock()
        self._points.setdefault(backend, deque()).append(Point(now, samples_per_s, rays_per_s, spp, watts))
        for points in self._points.values():
            while points and points[0].at < now - KEPT_SECONDS:
                points.popleft()
        while self.events and self.events[0].at < now - KEPT_SECONDS:
            self.events.popleft()

    def mark(self, kind: str, text: str = "") -> None:
        """Notes that the work changes now; of a quick series of the same kind only the beginning."""
        now = self._clock()
        last, self._last[kind] = self._last.get(kind, -math.inf), now
        if kind == "scene" or now - last >= SAME_EVENT_SECONDS:
            self.events.append(Event(now, kind, text))

    def line(self, backend: BackendName, seconds: float) -> tuple[list[float], list[float]]:
        """Ages (0 is now, negative before) and samples/s of the last so many seconds, NaN where it did not run."""
        now = self._clock()
        ages: list[float] = []
        rates: list[float] = []
        for point in self._since(backend, now - seconds):
            age = point.at - now
            if ages and age - ages[-1] > BREAK_SECONDS:
                ages.append(age)
                rates.append(math.nan)
            ages.append(age)
            rates.append(point.samples_per_s)
        return ages, rates

    def at(self, backend: BackendName, age: float) -> Point | None:
        """The measurement nearest to an age in seconds (negative), None where the backend did not run then."""
        points = list(self._points.get(backend, ()))
        wanted = self._clock() + age
        index = bisect.bisect_left([point.at for point in points], wanted)
        near = min(points[max(index - 1, 0) : index + 1], key=lambda point: abs(point.at - wanted), default=None)
        return near if near is not None and abs(near.at - wanted) <= BREAK_SECONDS / 2.0 else None

    def write_csv(self, path: Path) -> None:
        """Everything kept as a table, in order of time. Raises ``OutputError``."""
        rows: list[tuple[float, str, object, object, object, object, str]] = [
            (point.at, name, point.samples_per_s, point.rays_per_s, point.spp, point.watts, "")
            for name, points in self._points.items()
            for point in points
        ]
        rows += [(e.at, "", "", "", "", "", f"{e.kind}: {e.text}" if e.text else e.kind) for e in self.events]
        rows.sort(key=lambda row: row[0])
        start = rows[0][0] if rows else 0.0
        try:
            with path.open("w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file)
                writer.writerow(COLUMNS)
                writer.writerows((f"{row[0] - start:.3f}", *row[1:]) for row in rows)
        except OSError as error:
            raise OutputError(f"cannot write the table: {error.strerror or error}", where=str(path)) from error

    def _since(self, backend: BackendName, start: float) -> list[Point]:
        return [point for point in self._points.get(backend, ()) if point.at >= start]
