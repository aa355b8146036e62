"""Equal quality: the error against a converged reference over wall time, for each entrant.

More samples are not the point, a picture with less noise is. The error of a path tracer falls with the number of
samples, relMSE in proportion to 1/n: on logarithmic axes straight lines, so far apart as one is faster than the other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from raytracer.errors import BackendError, WorkerError
from raytracer.session.measure import reference as references
from raytracer.session.measure.dial import format_seconds
from raytracer.session.measure.entrants import WHO, Entrant
from raytracer.session.measure.messages import Counted
from raytracer.session.measure.reference import Reference
from raytracer.session.measure.result import Sentence, Table, say
from raytracer.session.measure.subject import NO_LIMIT, Lab, Subject
from raytracer.session.throughput import format_ratio

SECONDS = 10.0
REFERENCE_SECONDS = 60.0
_FIRST_SECONDS = 0.05
_STEP = 1.35
"""The picture is compared when this many times the time of the last comparison has been rendered."""


@dataclass(frozen=True)
class Point:
    """The picture after ``seconds`` of rendering: wall time of finished passes, compiling and comparing left out."""

    seconds: float
    spp: float
    rel_mse: float
    rmse: float


@dataclass(frozen=True)
class ErrorCurve:
    """One entrant's points, in order of time."""

    entrant: Entrant
    points: tuple[Point, ...] = ()
    compile_seconds: float = 0.0

    def time_to(self, rel_mse: float) -> float | None:
        """Seconds until the error was that small, interpolated on logarithmic axes between two points.

        None when it was that small already at the first point, or never: nothing is extrapolated.
        """
        for before, after in pairwise(self.points):
            if before.rel_mse >= rel_mse > after.rel_mse > 0.0:
                share = math.log(before.rel_mse / rel_mse) / math.log(before.rel_mse / after.rel_mse)
                return math.exp(math.log(before.seconds) + share * math.log(after.seconds / before.seconds))
            if after.rel_mse == rel_mse:
                return after.seconds
        return None


@dataclass(frozen=True)
class Quality:
    """All curves so far, and what they are measured against."""

    curves: tuple[ErrorCurve, ...] = ()
    reference: Reference | None = None
    failures: dict[str, str] = field(default_factory=dict)
    scene: str = ""
    finished: bool = False

    def common_errors(self) -> tuple[float, float] | None:
        """Smallest and largest relMSE that every entrant passed while measured, and the reference can vouch for."""
        measured = [curve.points for curve in self.curves if len(curve.points) > 1]
        if not measured or self.reference is None:
            return None
        low = max(min(point.rel_mse for point in points) for points in measured)
        high = min(max(point.rel_mse for point in points) for points in measured)
        low = max(low, self.reference.trusted_rel_mse)
        return (low, high) if low < high else None

    def good_error(self) -> float | None:
        """The error to compare at when nobody chose one: near the smallest that all of them reached."""
        limits = self.common_errors()
        return limits[0] * min(1.02, (limits[1] / limits[0]) ** 0.1) if limits else None

    def times(self, rel_mse: float) -> list[tuple[Entrant, float | None]]:
        """Seconds to that error; None where it is not known, and everywhere when the reference is not that good."""
        trusted = self.reference is not None and rel_mse >= self.reference.trusted_rel_mse
        return [(c.entrant, c.time_to(rel_mse) if trusted else None) for c in self.curves]

    def table(self) -> Table:
        header = (*WHO, "seconds", "spp", "rel_mse", "rmse", "trusted")
        limit = self.reference.trusted_rel_mse if self.reference else math.inf
        rows = [
            (*c.entrant.facts, p.seconds, p.spp, p.rel_mse, p.rmse, p.rel_mse >= limit)
            for c in self.curves
            for p in c.points
        ]
        return Table(header, tuple(rows))

    def sentences(self) -> Sequence[Sentence]:
        error = self.good_error()
        found = [*self.at(error)] if error is not None and self.finished else []
        if self.finished and error is None and self.reference is not None:
            text = "All reached no error that the reference can vouch for: measure longer, or make a better reference."
            found.append(say(text))
        return [*found, *self.about_reference()]

    def about_reference(self) -> list[Sentence]:
        """How good the reference is, and who could not be measured."""
        found: list[Sentence] = []
        if self.reference is not None:
            text = "Reference: {spp} spp on {device}, relMSE about {floor}; nothing below {limit} is claimed."
            values = {"spp": f"{self.reference.spp:,.0f}", "device": self.reference.device}
            values |= {"floor": f"{self.reference.floor_rel_mse:.1e}", "limit": f"{self.reference.trusted_rel_mse:.1e}"}
            found.append(say(text, **values))
        return found + [say("{who}: not measured: {why}", who=who, why=why) for who, why in self.failures.items()]

    def at(self, rel_mse: float) -> list[Sentence]:
        """The times to one error, and how they compare."""
        times = self.times(rel_mse)
        known = [(who, seconds) for who, seconds in times if seconds is not None]
        shown = "; ".join(f"{who.title} {format_seconds(seconds)}" for who, seconds in known)
        if not known:
            return []
        found = [say("To relMSE {error}: {times}.", error=f"{rel_mse:.2g}", times=shown)]
        if len(known) > 1:
            (fast, least), (slow, most) = min(known, key=lambda k: k[1]), max(known, key=lambda k: k[1])
            text = "{fast} reaches it {ratio} sooner than {slow}."
            found.append(say(text, fast=fast.title, slow=slow.title, ratio=format_ratio(most / least)))
        return found


def run(
    lab: Lab, entrants: list[Entrant], *, seconds: float = SECONDS, reference_seconds: float = REFERENCE_SECONDS
) -> Iterator[Quality]:
    """Makes the reference where there is none rendered for as long, then measures one entrant after the other."""
    subjects = lab.open_all(entrants)
    works = {subject.opened.work_hash for subject in subjects if subject.opened}
    if len(works) != 1:
        raise WorkerError("the backends did not load the same scene")
    reference = references.find(works.pop())
    if reference is None or reference.seconds < 0.8 * reference_seconds:
        reference = _make_reference(lab, subjects, reference_seconds)
    name = next((s.opened.name for s in subjects if s.opened), "")
    state = Quality(reference=reference, scene=name, failures=dict(lab.failures))
    yield state
    for index, subject in enumerate(subjects):
        try:
            for curve in _measure(lab, subject, reference, seconds, (index, len(subjects))):
                others = tuple(c for c in state.curves if c.entrant != curve.entrant)
                state = replace(state, curves=(*others, curve))
                yield state
        except (WorkerError, BackendError) as error:
            lab.fail(subject, error)
    yield replace(state, failures=dict(lab.failures), finished=True)


def _make_reference(lab: Lab, subjects: list[Subject], seconds: float) -> Reference:
    """On the fastest kind of device there is: a real GPU, or else all CPU threads."""
    best = max(subjects, key=lambda s: (s.entrant.is_gpu, not s.entrant.software, s.entrant.threads))
    text = say("reference on {who}", who=best.entrant.title)
    lab.progress(text, 0.0)
    return references.make(lab, best, seconds, lambda share: lab.progress(text, share))


def _measure(
    lab: Lab, subject: Subject, reference: Reference, seconds: float, place: tuple[int, int]
) -> Iterator[ErrorCurve]:
    """Grows one curve point by point. The seed is the scene's own, which no reference uses."""
    compiled = subject.opened.compile_seconds if subject.opened else 0.0
    curve = ErrorCurve(subject.entrant, compile_seconds=compiled)
    subject.restart(seed=own_seed(subject), spp=NO_LIMIT)
    subject.render(_FIRST_SECONDS)  # caches and clocks warm up
    subject.restart()
    total: Counted | None = None
    goal = _FIRST_SECONDS
    while total is None or total.seconds < 0.95 * seconds:
        lab.progress(say("measuring {who}", who=subject.entrant.title), _fraction(place, total, seconds))
        counted = subject.render(min(goal, seconds) - (total.seconds if total else 0.0))
        total = total + counted if total else counted
        if counted.samples == 0:
            return
        goal = max(total.seconds * _STEP, total.seconds + 1e-3)
        if total.spp < 1.0:  # the picture still has holes
            continue
        compared = subject.compare(reference.path)
        point = Point(total.seconds, compared.spp, compared.rel_mse, compared.rmse)
        curve = replace(curve, points=(*curve.points, point))
        yield curve


def _fraction(place: tuple[int, int], total: Counted | None, seconds: float) -> float:
    return (place[0] + (min(total.seconds / seconds, 1.0) if total else 0.0)) / place[1]


def own_seed(subject: Subject) -> int:
    """The scene's seed, or the next one where a reference has it."""
    seed = subject.opened.settings.get("seed", 0) if subject.opened else 0
    seed = seed if isinstance(seed, int) else 0
    while references.uses(seed):
        seed += 1
    return seed
