"""Core ladder: the same scene on 1, 2, 4 ... all CPU threads, then on each GPU.

Amdahl's law (Amdahl 1967) says that with a share ``p`` of the work spread over ``n`` threads, a sample takes the time
``t(n) = t(1) * ((1 - p) + p / n)``. The share is fitted to the measured times, and said to be a fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from raytracer.backends import BackendInfo
from raytracer.errors import WorkerError
from raytracer.session import memory
from raytracer.session.measure.entrants import WHO, Entrant
from raytracer.session.measure.messages import Counted
from raytracer.session.measure.processors import Processors, usable_processors
from raytracer.session.measure.result import Sentence, Table, say
from raytracer.session.measure.subject import Lab, Subject
from raytracer.session.throughput import format_ratio

SECONDS = 2.0
WARM_UP_SECONDS = 0.4
_BUSY_ENOUGH = 0.9
"""Below this share of the processor time that the threads could have used, somebody else had it."""


@dataclass(frozen=True)
class Rung:
    """One measurement. ``busy`` is the processor time of the threads over what they could have had; None on a GPU."""

    entrant: Entrant
    samples_per_s: float
    rays_per_s: float
    seconds: float
    compile_seconds: float
    busy: float | None


@dataclass(frozen=True)
class AmdahlFit:
    """``single`` is the fitted rate of one thread, ``parallel`` the share of the work that is spread, 0 to 1.

    ``worst`` is the largest relative distance of a measured time from the fit; None for two points, which fix the law.
    """

    single: float
    parallel: float
    worst: float | None

    def rate(self, threads: float) -> float:
        """Samples per second that the law gives for so many threads."""
        return self.single / ((1.0 - self.parallel) + self.parallel / threads)

    @property
    def limit(self) -> float | None:
        """Speed-up that no number of threads would pass; None when the fit sees no limit."""
        return 1.0 / (1.0 - self.parallel) if self.parallel < 1.0 else None


@dataclass(frozen=True)
class Ladder:
    """All rungs so far."""

    rungs: tuple[Rung, ...] = ()
    fit: AmdahlFit | None = None
    processors: Processors = field(default_factory=lambda: Processors(0))
    failures: dict[str, str] = field(default_factory=dict)
    scene: str = ""
    finished: bool = False

    @property
    def cpu(self) -> list[Rung]:
        """The rungs of the CPU, fewest threads first."""
        return sorted((r for r in self.rungs if r.entrant.backend == "cpu"), key=lambda r: r.entrant.threads)

    def table(self) -> Table:
        header = (*WHO, "samples_per_s", "rays_per_s", "speed_up", "perfect_samples_per_s", "fitted_samples_per_s")
        return Table((*header, "busy", "seconds", "compile_seconds"), tuple(self._row(rung) for rung in self.rungs))

    def _row(self, rung: Rung) -> tuple[object, ...]:
        who, first = rung.entrant, self.cpu[0] if self.cpu else None
        speed_up = rung.samples_per_s / first.samples_per_s if first else None
        perfect = fitted = None
        if first is not None and who.backend == "cpu":
            perfect = first.samples_per_s / first.entrant.threads * who.threads
            fitted = self.fit.rate(who.threads) if self.fit else None
        rates = (rung.samples_per_s, rung.rays_per_s, speed_up, perfect, fitted)
        return (*who.facts, *rates, rung.busy, rung.seconds, rung.compile_seconds)

    def sentences(self) -> Sequence[Sentence]:
        found = [*self._about_cpu(), *self._about_gpus(), *self.processors.remarks()]
        found += about_neighbours([(rung.entrant.threads, rung.busy) for rung in self.cpu])
        found += [say("{who}: not measured: {why}", who=who, why=why) for who, why in self.failures.items()]
        return found

    def _about_cpu(self) -> list[Sentence]:
        cpu = self.cpu
        if len(cpu) < 2:
            return []
        top, first = cpu[-1], cpu[0]
        ratio = format_ratio(top.samples_per_s / first.samples_per_s)
        found = [say("{n} threads do {ratio} the work of one.", n=top.entrant.threads, ratio=ratio)]
        fit = self.fit
        if fit is not None and self.finished:
            share = f"{100 * fit.parallel:.1f}"
            if fit.worst is None:
                found.append(say("Amdahl's law through two points: {share} % of the work is parallel.", share=share))
            else:
                text = "Amdahl's law, least-squares fit: {share} % of the work is parallel (within {worst} %)."
                found.append(say(text, share=share, worst=f"{100 * fit.worst:.0f}"))
            if fit.limit is not None:
                found.append(say("By that fit no number of threads passes {limit}.", limit=format_ratio(fit.limit)))
        return found

    def _about_gpus(self) -> list[Sentence]:
        found: list[Sentence] = []
        if not self.cpu:
            return found
        top = self.cpu[-1]
        for rung in self.rungs:
            if rung.entrant.backend == "cpu":
                continue
            ratio = format_ratio(rung.samples_per_s / top.samples_per_s)
            values = {"who": rung.entrant.title, "ratio": ratio, "n": top.entrant.threads}
            if rung.entrant.software:
                found.append(say("{who} runs on the CPU and is no GPU: {ratio} of {n} threads.", **values))
            else:
                found.append(say("{who} does {ratio} the work of all {n} threads.", **values))
        return found


def run(lab: Lab, entrants: list[Entrant], *, seconds: float = SECONDS) -> Iterator[Ladder]:
    """Measures rung after rung; yields everything known after each, and once more at the end."""
    state = Ladder(processors=usable_processors())
    waiting = _prepared(lab, entrants)
    for index in range(len(entrants)):
        subject = next(waiting, None)
        if subject is None:
            break
        lab.progress(say("measuring {who}", who=subject.entrant.title), index / len(entrants))
        try:
            rung = _measure(subject, seconds)
        except WorkerError as error:
            lab.fail(subject, error)
            continue
        name = subject.opened.name if subject.opened else ""
        lab.end(subject)
        state = replace(state, rungs=(*state.rungs, rung), scene=name, failures=dict(lab.failures))
        state = replace(state, fit=fit_amdahl(_times(state.cpu)))
        yield state
    if not state.rungs:
        raise WorkerError("nothing could be measured: " + "; ".join(lab.failures.values()))
    yield replace(state, failures=dict(lab.failures), finished=True)


def _prepared(lab: Lab, entrants: list[Entrant]) -> Iterator[Subject]:
    """Workers that are ready, in order. Once the first has said how large the scene is, the others load and compile at
    the same time, before the first is measured: that takes no longer than one, and disturbs no measurement.
    """
    first, rest = entrants[:1], entrants[1:]
    subjects = [lab.prepare(c) for c in first]
    known = [s for s in subjects if lab.ready(s)]
    if not known or not _fit_together(known[0], len(rest)):
        yield from known
        for entrant in rest:
            subject = lab.prepare(entrant)
            if lab.ready(subject):
                yield subject
        return
    others = [lab.prepare(entrant) for entrant in rest]
    yield from [*known, *[subject for subject in others if lab.ready(subject)]]


def _fit_together(subject: Subject, others: int) -> bool:
    """Whether that many more copies of the scene fit into half of the free memory."""
    free = memory.available_bytes(BackendInfo("cpu", True))
    opened = subject.opened
    return opened is not None and free is not None and others * (4 * opened.device_bytes + (1 << 28)) < free // 2


def _measure(subject: Subject, seconds: float) -> Rung:
    subject.render(min(WARM_UP_SECONDS, seconds))
    done = subject.render(seconds)
    who = subject.entrant
    return Rung(
        who,
        done.samples_per_s,
        done.rays_per_s,
        done.seconds,
        subject.opened.compile_seconds if subject.opened else 0.0,
        busy_share(done, who),
    )


def about_neighbours(busy: Sequence[tuple[int, float | None]]) -> list[Sentence]:
    """Whether somebody else had the processors; pairs of threads and ``busy_share``."""
    low = [(share, threads) for threads, share in busy if share is not None and share < _BUSY_ENOUGH]
    if not low:
        return []
    share, threads = min(low)
    text = "With {threads} threads only {share} % of their processor time was to be had: something else runs."
    return [say(text, threads=threads, share=f"{100 * share:.0f}")]


def busy_share(done: Counted, who: Entrant) -> float | None:
    """Processor time that the threads got, over what they could have had."""
    if who.backend != "cpu" or who.threads < 1 or done.seconds <= 0.0:
        return None
    return min(done.cpu_seconds / (done.seconds * who.threads), 1.0)


def _times(cpu: list[Rung]) -> list[tuple[int, float]]:
    return [(rung.entrant.threads, 1.0 / rung.samples_per_s) for rung in cpu if rung.samples_per_s > 0.0]


def fit_amdahl(times: Sequence[tuple[int, float]]) -> AmdahlFit | None:
    """Least squares of ``t = a + b / n`` over (threads, seconds per sample), relative errors, ``a`` and ``b`` >= 0.

    None for fewer than two different numbers of threads.
    """
    if len({threads for threads, _ in times}) < 2:
        return None
    counts = np.array([threads for threads, _ in times], float)
    measured = np.array([seconds for _, seconds in times])
    columns = np.stack([np.ones_like(counts), 1.0 / counts], axis=1) / measured[:, None]
    serial, spread = (float(x) for x in np.linalg.lstsq(columns, np.ones_like(measured), rcond=None)[0])
    if serial < 0.0:  # faster than perfect, within noise: nothing is serial
        serial, spread = 0.0, _one_column(columns[:, 1])
    elif spread < 0.0:  # more threads were slower: nothing is parallel
        serial, spread = _one_column(columns[:, 0]), 0.0
    residual = columns @ np.array([serial, spread]) - 1.0
    worst = float(np.abs(residual).max()) if len(times) > 2 else None
    return AmdahlFit(1.0 / (serial + spread), spread / (serial + spread), worst)


def _one_column(column: np.ndarray) -> float:
    return float(column.sum() / (column @ column))
