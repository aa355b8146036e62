"""Latency and throughput dial: batches from one path to 16 million, how long each takes, how many samples/s that is.

Every batch is one launch of the render kernel, timed until the device is done, the picture left out. Of several
launches at different places of the picture the median counts. A device answers a small batch in the time that any
launch takes (latency) and a large one at the rate it can hold (throughput); a CPU has little of the former, a GPU much
of the latter.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from raytracer.errors import RaytracerError
from raytracer.session.measure.entrants import WHO, Entrant
from raytracer.session.measure.messages import Launched
from raytracer.session.measure.result import Sentence, Table, say
from raytracer.session.measure.subject import Lab, Subject
from raytracer.session.throughput import format_si

SIDE = 1024
"""The film, pixels: 1,048,576 paths, one a pixel; larger batches take several samples of each."""
SIZES = tuple(4**power for power in range(13))
"""1, 4, 16 ... 16,777,216 paths."""
BUDGET_SECONDS = 0.6
LONGEST_SECONDS = 4.0
"""No batch is begun that would take longer than this, by the rate of the one before."""
_REPEATS = 101
_TIE = 0.05
"""Times closer than this share are no difference."""


@dataclass(frozen=True)
class Batch:
    """Launches of ``items`` paths: their median time, and the quartiles."""

    items: int
    seconds: float
    lower: float
    upper: float
    repeats: int

    @property
    def samples_per_s(self) -> float:
        return self.items / self.seconds


@dataclass(frozen=True)
class Curve:
    """One entrant's batches, small to large. ``stopped`` says why there are no larger ones."""

    entrant: Entrant
    batches: tuple[Batch, ...] = ()
    stopped: str = ""

    def seconds(self) -> dict[int, float]:
        """Median time by size."""
        return {batch.items: batch.seconds for batch in self.batches}

    @property
    def latency(self) -> float:
        """Seconds for one path."""
        return self.batches[0].seconds

    @property
    def best(self) -> Batch:
        """The batch of the highest throughput."""
        return max(self.batches, key=lambda batch: batch.samples_per_s)


@dataclass(frozen=True)
class Crossing:
    """Below ``items`` paths ``below`` answers first, above it ``above`` does. Interpolated between two sizes."""

    items: float
    below: Entrant
    above: Entrant


@dataclass(frozen=True)
class Verdict:
    """What two curves say. One of: a crossing, ``always`` faster at every size, or neither (too close to call)."""

    first: Entrant
    second: Entrant
    largest: int
    crossing: Crossing | None = None
    always: Entrant | None = None


@dataclass(frozen=True)
class Dial:
    """All curves so far."""

    curves: tuple[Curve, ...] = ()
    failures: dict[str, str] = field(default_factory=dict)
    scene: str = ""
    finished: bool = False

    def verdicts(self) -> list[Verdict]:
        """The last entrant against each other one."""
        ready = [curve for curve in self.curves if curve.batches]
        return [verdict for curve in ready[:-1] if (verdict := compare(curve, ready[-1])) is not None]

    def table(self) -> Table:
        header = (*WHO, "paths", "seconds", "lower_quartile_s", "upper_quartile_s", "launches", "samples_per_s")
        rows = [
            (*c.entrant.facts, b.items, b.seconds, b.lower, b.upper, b.repeats, b.samples_per_s)
            for c in self.curves
            for b in c.batches
        ]
        return Table(header, tuple(rows))

    def sentences(self) -> Sequence[Sentence]:
        found = [_in_words(verdict) for verdict in self.verdicts()] if self.finished else []
        for curve in self.curves:
            if curve.batches:
                text = "{who}: one path takes {latency}; at its best {rate} in batches of {items} paths."
                rate = format_si(curve.best.samples_per_s, "samples/s")
                latency, items = format_seconds(curve.latency), f"{curve.best.items:,}"
                found.append(say(text, who=curve.entrant.title, latency=latency, rate=rate, items=items))
        for curve in self.curves:
            if curve.entrant.software:
                found.append(say("{who} runs on the CPU and is no GPU.", who=curve.entrant.title))
        return found + [say("{who}: not measured: {why}", who=who, why=why) for who, why in self.failures.items()]


def run(
    lab: Lab, entrants: list[Entrant], *, sizes: Sequence[int] = SIZES, budget_seconds: float = BUDGET_SECONDS
) -> Iterator[Dial]:
    """Measures all entrants size by size, so that the curves grow together; yields everything known each time.

    ``budget_seconds`` is how long the launches of one size may take together (at least one is made).
    """
    subjects = lab.open_all(entrants, width=SIDE, height=SIDE)
    curves = {id(s): Curve(s.entrant) for s in subjects}
    name = next((s.opened.name for s in subjects if s.opened), "")
    state = Dial(scene=name)
    for index, items in enumerate(sizes):
        for subject in subjects:
            curve = curves[id(subject)]
            if curve.stopped:
                continue
            doing = say("{who}: {items} paths in a batch", who=subject.entrant.title, items=f"{items:,}")
            lab.progress(doing, index / len(sizes))
            curves[id(subject)] = _extend(lab, subject, curve, items, budget_seconds)
            state = replace(state, curves=tuple(curves.values()), failures=dict(lab.failures))
            yield state
    yield replace(state, finished=True)


def _extend(lab: Lab, subject: Subject, curve: Curve, items: int, budget_seconds: float) -> Curve:
    if curve.batches:
        last = curve.batches[-1]
        expected = last.seconds * items / last.items
        if expected > LONGEST_SECONDS and last.seconds > 0.1:
            return replace(curve, stopped=f"a batch would take {format_seconds(expected)}")
    try:
        launched = subject.launch(items, _REPEATS, budget_seconds)
    except RaytracerError as error:
        lab.fail(subject, error)
        return replace(curve, stopped=str(error))
    return replace(curve, batches=(*curve.batches, summarise(launched)))


def summarise(launched: Launched) -> Batch:
    """Median and quartiles. The first of many launches, which finds caches and clocks cold, is left out."""
    times = launched.seconds[1:] if len(launched.seconds) > 4 else launched.seconds
    middle = statistics.median(times)
    lower, _, upper = statistics.quantiles(times, n=4, method="inclusive") if len(times) > 1 else (middle,) * 3
    return Batch(launched.items, middle, lower, upper, len(times))


def compare(first: Curve, second: Curve) -> Verdict | None:
    """Who answers first, at the sizes that both were measured at; None without a common size."""
    ours, theirs = first.seconds(), second.seconds()
    common = sorted(ours.keys() & theirs.keys())
    if not common:
        return None
    # Positive where the first is the slower one; a difference within the tie's width says nothing.
    logs = [(items, math.log(ours[items] / theirs[items])) for items in common]
    clear = [(items, value) for items, value in logs if abs(value) > math.log1p(_TIE)]
    verdict = Verdict(first.entrant, second.entrant, common[-1])
    changes = [(a, b) for a, b in pairwise(clear) if (a[1] > 0.0) != (b[1] > 0.0)]
    if clear and not changes:
        return replace(verdict, always=second.entrant if clear[0][1] > 0.0 else first.entrant)
    if len(changes) == 1:
        (low, before), (high, after) = changes[0]
        share = before / (before - after)
        items = math.exp(math.log(low) + share * math.log(high / low))
        order = (first.entrant, second.entrant) if before < 0.0 else (second.entrant, first.entrant)
        return replace(verdict, crossing=Crossing(items, *order))
    return verdict


def _in_words(verdict: Verdict) -> Sentence:
    if verdict.crossing is not None:
        crossing = verdict.crossing
        text = "Below {items} paths {below} answers first, above it {above} does."
        items = rounded_items(crossing.items)
        return say(text, items=f"{items:,}", below=crossing.below.title, above=crossing.above.title)
    if verdict.always is not None:
        other = verdict.second if verdict.always == verdict.first else verdict.first
        text = "No crossing: {who} is faster than {other} at every size measured (up to {items} paths)."
        return say(text, who=verdict.always.title, other=other.title, items=f"{verdict.largest:,}")
    text = "{first} and {second} are too close to call."
    return say(text, first=verdict.first.title, second=verdict.second.title)


def rounded_items(value: float) -> int:
    """A number of paths to two digits: more would say more than was measured."""
    step = 10 ** max(math.floor(math.log10(max(value, 1.0))) - 1, 0)
    return round(value / step) * step


def format_seconds(seconds: float) -> str:
    """``85 µs``, ``12.3 ms``, ``1.50 s``."""
    for limit, factor, unit in ((1e-3, 1e6, "µs"), (1.0, 1e3, "ms")):
        if seconds < limit * 0.9995:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"
