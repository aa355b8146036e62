"""What is counted in a race: rates, the gap, and the finishing line."""

from __future__ import annotations

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
RATE_WINDOW_SECONDS = 2.5
"""Longer than a turn of each, so that the rolling rates of both are always of about the same time."""


@dataclass(frozen=True)
class Limit:
    """When a side stops: at the scene's sample limit, at ``spp``, or after ``seconds`` of its own rendering."""

    kind: LimitKind = "none"
    spp: int = FINISH_SPP
    seconds: float = 10.0

    @property
    def finish_spp(self) -> int:
        """Where the finishing line is, samples per pixel."""
        return self.spp if self.kind == "samples" else FINISH_SPP

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


def finish_seconds(lanes: Sequence[Lane], spp: int) -> tuple[float | None, ...]:
    """Seconds of own work that each side took to so many samples per pixel; None while it is not there yet.

    Known exactly at 1, 2, 4, 8 ... samples and at the sample limit, where a pass ends.
    """
    return tuple(_finish(lane, spp) for lane in lanes)


def _finish(lane: Lane, spp: int) -> float | None:
    if spp in lane.marks:
        return lane.marks[spp]
    return lane.seconds if lane.finished and abs(lane.spp - spp) < 1e-3 else None
