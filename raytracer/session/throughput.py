"""Samples and rays per second of each backend, and the gap between two of them, from what the kernels counted.

Rates are work divided by the seconds of the finished passes that did it: a pause, a compilation or a slow window has no
influence. Nothing is extrapolated: what was not measured says so, what was measured earlier says how long ago.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from raytracer.session.protocol import Stats

WINDOW_SECONDS = 1.0
"""Length of the rolling measurement."""
LIVE_SECONDS = 1.5
"""A backend that has reported nothing for so long is not running."""
TRUSTED_SECONDS = 0.4
"""A rate is worth stating in a gap after so many seconds of work."""


@dataclass(frozen=True)
class Rates:
    """What one backend does. Rates are None before the first report, or when no time was measured.

    ``samples_per_s`` and ``rays_per_s`` cover about the last second of work, the ``mean_`` ones all of it since the
    scene or the settings changed. ``age`` is the time since the last report in seconds, infinite before the first one.
    """

    samples_per_s: float | None = None
    rays_per_s: float | None = None
    mean_samples_per_s: float | None = None
    mean_rays_per_s: float | None = None
    age: float = math.inf

    @property
    def live(self) -> bool:
        """Whether the backend is running now."""
        return self.age < LIVE_SECONDS


@dataclass(frozen=True)
class Gap:
    """Samples/s of one backend divided by those of another doing the same work.

    ``ratio`` is None when it was not measured; ``reason`` then says why. ``age`` is how many seconds ago the older one
    of the two was measured. ``same_camera`` is false when the two looked at the scene from different places.
    """

    ratio: float | None
    reason: str = ""
    age: float = 0.0
    same_camera: bool = True

    def __str__(self) -> str:
        return format_ratio(self.ratio) if self.ratio is not None else self.reason


@dataclass(frozen=True)
class _Report:
    at: float
    samples: int
    rays: int
    seconds: float


@dataclass
class _Backend:
    """Reports of one backend on one piece of work."""

    work: str = ""
    camera: str = ""
    window: deque[_Report] = field(default_factory=deque)
    samples: int = 0
    rays: int = 0
    seconds: float = 0.0


class Throughput:
    """Feed it every ``Stats``. What is measured goes by a backend's name or any other key that reads as its name.

    ``clock`` counts seconds and may be replaced in tests; ``window`` is the length of the rolling measurement.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, *, window: float = WINDOW_SECONDS) -> None:
        self._clock = clock
        self._window = window
        self._backends: dict[Hashable, _Backend] = {}

    def add(self, backend: Hashable, stats: Stats) -> None:
        """Takes in one report. Another scene, size or setting starts the measurement of this backend anew."""
        if stats.seconds <= 0.0:
            return
        entry = self._backends.get(backend)
        if entry is None or entry.work != stats.work:
            entry = self._backends[backend] = _Backend(work=stats.work)
        entry.camera = stats.camera
        now = self._clock()
        entry.window.append(_Report(now, stats.samples, stats.rays, stats.seconds))
        while entry.window[0].at <= now - self._window:
            entry.window.popleft()
        entry.samples += stats.samples
        entry.rays += stats.rays
        entry.seconds += stats.seconds

    def forget(self, backend: Hashable) -> None:
        """The backend's worker is gone, or runs on another device: what it did says nothing about the next one."""
        self._backends.pop(backend, None)

    def rates(self, backend: Hashable) -> Rates:
        """The rates of a backend, with their age."""
        entry = self._backends.get(backend)
        if entry is None:
            return Rates()
        seconds = sum(report.seconds for report in entry.window)
        return Rates(
            samples_per_s=sum(report.samples for report in entry.window) / seconds,
            rays_per_s=sum(report.rays for report in entry.window) / seconds,
            mean_samples_per_s=entry.samples / entry.seconds,
            mean_rays_per_s=entry.rays / entry.seconds,
            age=self._clock() - entry.window[-1].at,
        )

    def gap(self, fast: Hashable, slow: Hashable) -> Gap:
        """How many times the samples/s of ``slow`` those of ``fast`` are; below 1 where ``fast`` is not the faster."""
        first, second = self._backends.get(fast), self._backends.get(slow)
        missing = [str(name) for name, entry in ((fast, first), (slow, second)) if entry is None]
        if first is None or second is None:
            return Gap(None, f"{' and '.join(missing)} not measured")
        fast_rates, slow_rates = self.rates(fast), self.rates(slow)
        age = max(fast_rates.age, slow_rates.age)
        if first.work != second.work:
            older = fast if fast_rates.age > slow_rates.age else slow
            return Gap(None, f"{older} not measured with this scene and these settings", age)
        if min(first.seconds, second.seconds) < TRUSTED_SECONDS:
            return Gap(None, "measuring", age)
        if not fast_rates.samples_per_s or not slow_rates.samples_per_s:
            return Gap(None, "no samples were made", age)
        ratio = fast_rates.samples_per_s / slow_rates.samples_per_s
        return Gap(ratio, age=age, same_camera=first.camera == second.camera)


def format_si(value: float | None, unit: str = "") -> str:
    """Three significant digits with a prefix: ``1.23 M``, ``12.3 k``, ``456``; a dash for None."""
    if value is None or not math.isfinite(value):
        return "–"
    magnitude, prefix = abs(value), ""
    for limit, symbol in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        # 999.6 k would round to 1000 k: the next prefix takes over where the rounding does.
        if magnitude >= limit * (1.0 - 0.5e-3):
            magnitude, prefix = magnitude / limit, symbol
            break
    sign = "-" if value < 0.0 else ""
    return f"{sign}{_three_digits(magnitude)} {prefix}{unit}".rstrip()


def format_ratio(ratio: float) -> str:
    """``23x``, ``4.6x``, ``0.35x``: two significant digits, more where they are whole."""
    if ratio >= 9.95:
        return f"{ratio:.0f}x"
    if ratio >= 0.995:
        return f"{ratio:.1f}x"
    return f"{ratio:.2g}x"


def _three_digits(magnitude: float) -> str:
    if magnitude >= 99.95 or magnitude == 0.0:
        return f"{magnitude:.0f}"
    return f"{magnitude:.1f}" if magnitude >= 9.995 else f"{magnitude:.2f}"
