"""What is counted in a race: rates, the gap, and the finishing line."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from raytracer.app.race.lane import Lane
from raytracer.backends import Contender
from raytracer.scene import RenderSettings
from raytracer.session.protocol import Stats
from raytracer.session.throughput import Gap, Rates, Throughput

LimitKind = Literal["none", "samples", "time"]
FINISH_SPP = 64
FINISH_LINES = tuple(1 << power for power in range(2, 13))
"""Where the line may be: seconds and noise are reported at 4, 8, 16 ... samples per pixel."""
RATE_WINDOW_SECONDS = 2.5
"""Longer than a turn of each, so that the rolling rates of both are always of about the same time."""


@dataclass(frozen=True)
class Limit:
    """When a side stops: at the scene's sample limit, at ``spp``, or after ``seconds`` of its own rendering.

    ``line`` is the finishing line where nobody stops at it, a power of two.
    """

    kind: LimitKind = "none"
    spp: int = FINISH_SPP
    seconds: float = 10.0
    line: int = FINISH_SPP

    def own_settings(self, settings: RenderSettings, lane: Lane) -> dict[str, object]:
        """In what a side's settings differ from the scene's: random numbers of its own, and the sample limit."""
        own: dict[str, object] = {"seed": settings.seed + lane.seed_step} if lane.seed_step else {}
        return own | ({"spp": self.spp} if self.kind == "samples" else {})

    def judge(self, lane: Lane, settings: RenderSettings) -> None:
        """Notes on the lane whether it is at its end."""
        lane.finished = lane.spp >= (self.spp if self.kind == "samples" else settings.spp)
        lane.time_up = self.kind == "time" and lane.seconds >= self.seconds


class Score:
    """Feed it the reports of both sides. ``clock`` counts seconds and may be replaced in tests."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._throughput = Throughput(clock, window=RATE_WINDOW_SECONDS)

    def add(self, who: Contender, stats: Stats) -> None:
        """Takes in a report."""
        self._throughput.add(who, stats)

    def forget(self, who: Contender) -> None:
        """What this one did says nothing about what it does next."""
        self._throughput.forget(who)

    def rates(self, who: Contender) -> Rates:
        """The rates of one side, of its own time."""
        return self._throughput.rates(who)

    def gap(self, pair: tuple[Contender, Contender]) -> Gap:
        """Samples/s of the first of ``ranked`` over those of the second."""
        return self._throughput.gap(*self.ranked(pair))

    def ranked(self, pair: tuple[Contender, Contender]) -> tuple[Contender, Contender]:
        """Who is compared with whom: a GPU, or software in its place, with the CPU; else the faster with the other."""
        first, second = pair
        if first.backend != "cpu" and second.backend == "cpu":
            return first, second
        if second.backend != "cpu" and first.backend == "cpu":
            return second, first
        rates = [self.rates(who).samples_per_s or 0.0 for who in pair]
        return (first, second) if rates[0] > rates[1] else (second, first)


@dataclass(frozen=True)
class Finish:
    """What both sides took to the finishing line, seconds of own work; None where a side is not there yet.

    The line is a noise: ``level``, what a film of ``spp`` samples per pixel has, as it was measured on the films
    themselves; where they differ by chance, the larger of both, so that each side has passed it at ``spp``. None while
    nobody has measured it: then only the samples count.
    """

    spp: int
    level: float | None
    to_samples: tuple[float | None, ...]
    to_noise: tuple[float | None, ...]

    @property
    def seconds(self) -> tuple[float | None, ...]:
        """To the noise where it is known, otherwise to the samples."""
        return self.to_samples if self.level is None else self.to_noise

    @property
    def ratio(self) -> float | None:
        """How many times longer the slower side took; None while one is not there."""
        known = [seconds for seconds in self.seconds if seconds]
        return max(known) / min(known) if len(known) == 2 else None


def finish(lanes: Sequence[Lane], spp: int) -> Finish:
    """Where both are with respect to the finishing line at ``spp``."""
    levels = [noise for lane in lanes if (noise := _noise_at(lane, spp)) is not None]
    level = max(levels, default=None)
    to_noise = tuple(None if level is None else seconds_to_noise(_curve(lane), level) for lane in lanes)
    return Finish(spp, level, finish_seconds(lanes, spp), to_noise)


def seconds_to_noise(curve: Sequence[tuple[float, float]], level: float) -> float | None:
    """When the noise fell to ``level`` and stayed there, by measured points (seconds, noise) in order of time.

    Between two points noise is taken as a power of time, which it is for independent samples; None beyond them: nothing
    is extrapolated.
    """
    above = [index for index, (_, noise) in enumerate(curve) if noise > level]
    after = above[-1] + 1 if above else 0
    if after == len(curve):
        return None
    seconds, noise = curve[after]
    if not above:
        return seconds if noise == level else None  # it was there before it was measured first
    before, higher = curve[after - 1]
    if noise == level or min(before, noise) <= 0.0:
        return seconds
    return before * (seconds / before) ** (math.log(higher / level) / math.log(higher / noise))


def finish_seconds(lanes: Sequence[Lane], spp: int) -> tuple[float | None, ...]:
    """Seconds of own work that each side took to so many samples per pixel; None while it is not there yet.

    Known exactly at 1, 2, 4, 8 ... samples and at the sample limit, where a pass ends.
    """
    return tuple(_finish(lane, spp) for lane in lanes)


def _finish(lane: Lane, spp: int) -> float | None:
    if spp in lane.marks:
        return lane.marks[spp]
    return lane.seconds if _ended_at(lane, spp) else None


def _noise_at(lane: Lane, spp: int) -> float | None:
    if spp in lane.noise_marks:
        return lane.noise_marks[spp]
    return lane.noise if _ended_at(lane, spp) else None


def _ended_at(lane: Lane, spp: int) -> bool:
    return lane.finished and abs(lane.spp - spp) < 1e-3


def _curve(lane: Lane) -> list[tuple[float, float]]:
    """Seconds and noise at every mark where the noise is known, and at the end."""
    points = [(lane.marks[spp], noise) for spp, noise in sorted(lane.noise_marks.items())]
    if lane.finished and lane.noise is not None and (not points or points[-1][0] < lane.seconds):
        points.append((lane.seconds, lane.noise))
    return points
