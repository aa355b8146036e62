"""The benchmark behind ``raytracer bench`` and the result card: rates, the gap, and whether the pictures agree."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from raytracer.errors import BackendError, WorkerError
from raytracer.resources import scenes_dir
from raytracer.session.measure import agreement, errors
from raytracer.session.measure.agreement import Agreement
from raytracer.session.measure.entrants import WHO, Entrant
from raytracer.session.measure.ladder import about_neighbours, busy_share
from raytracer.session.measure.messages import Opened
from raytracer.session.measure.power import Energy, Polling, meters_for
from raytracer.session.measure.result import Sentence, Table, say
from raytracer.session.measure.subject import Lab, Subject, Work
from raytracer.session.throughput import format_ratio, format_si

BUILT_IN = ("cornell", "glass", "fog")
"""Light bounces, is refracted, is scattered."""
SECONDS = 5.0
CARD_SIDE = 512
CARD_SECONDS = 3.0
"""A scene and entrant: with three scenes and two entrants the benchmark takes about a minute."""
WARM_UP_SECONDS = 1.0
AGREEMENT_SECONDS = 2.0


@dataclass(frozen=True)
class Measured:
    """One entrant on one scene. ``seconds`` is time in finished passes, compilation and warm-up left out."""

    entrant: Entrant
    spp: float
    samples: int
    rays: int
    seconds: float
    compile_seconds: float
    build_seconds: float
    busy: float | None = None
    """Processor time of the CPU's threads over what they could have had."""
    energies: tuple[Energy, ...] = ()
    difference: float | None = None
    """Mean difference to the first entrant's picture, over blocks of 16x16 pixels, relative to its mean radiance."""
    picture: np.ndarray | None = field(default=None, compare=False, repr=False)
    """(h, w, 4) u8 as the view shows it."""
    blocks: np.ndarray | None = field(default=None, compare=False, repr=False)
    """Means of blocks of 16x16 pixels of the linear picture."""

    @property
    def samples_per_s(self) -> float:
        return self.samples / self.seconds

    @property
    def rays_per_s(self) -> float:
        return self.rays / self.seconds

    @property
    def effort(self) -> tuple[float, float, float]:
        """Samples per pixel reached, seconds rendered, seconds compiled."""
        return self.spp, self.seconds, self.compile_seconds


@dataclass(frozen=True)
class SceneResult:
    """All entrants on one scene."""

    path: str
    opened: Opened
    measured: tuple[Measured, ...] = ()
    agreements: tuple[Agreement, ...] = ()

    def of(self, key: str) -> Measured | None:
        """What one entrant did."""
        return next((m for m in self.measured if m.entrant.key == key), None)


@dataclass(frozen=True)
class BenchResult:
    """Everything so far. ``not_measured`` names backends that could not take part, and why."""

    scenes: tuple[SceneResult, ...] = ()
    not_measured: dict[str, str] = field(default_factory=dict)
    finished: bool = False

    @property
    def entrants(self) -> list[Entrant]:
        """Those measured on every scene so far."""
        if not self.scenes:
            return []
        every = [m.entrant for m in self.scenes[0].measured]
        return [c for c in every if all(scene.of(c.key) for scene in self.scenes)]

    @property
    def baseline(self) -> Entrant | None:
        """All CPU threads: what every gap is stated against."""
        cpus = [c for c in self.entrants if c.backend == "cpu"]
        return max(cpus, key=lambda c: c.threads) if cpus else None

    def rate(self, entrant: Entrant, kind: str = "samples_per_s") -> float:
        """Geometric mean over the scenes."""
        rates = [getattr(m, kind) for scene in self.scenes if (m := scene.of(entrant.key))]
        return math.exp(sum(math.log(max(rate, 1e-300)) for rate in rates) / len(rates)) if rates else 0.0

    def gap(self, entrant: Entrant) -> float | None:
        """Its samples/s over those of all CPU threads; None for a CPU."""
        base = self.baseline
        if base is None or entrant.backend == "cpu":
            return None
        return self.rate(entrant) / self.rate(base)

    def watts(self, entrant: Entrant) -> float | None:
        """Mean power of its own device over all scenes; None unless it could be read on every one."""
        own = [m.energies[0].watts for scene in self.scenes if (m := scene.of(entrant.key)) and m.energies]
        known = [watts for watts in own if watts is not None]
        return sum(known) / len(known) if known and len(known) == len(own) else None

    def table(self) -> Table:
        header = ("scene", "scene_hash", *WHO, "samples_per_s", "rays_per_s", "spp", "seconds", "compile_seconds")
        rows = [
            (scene.opened.name, scene.opened.scene_hash, *m.entrant.facts, m.samples_per_s, m.rays_per_s, *m.effort)
            for scene in self.scenes
            for m in scene.measured
        ]
        return Table(header, tuple(rows))

    def sentences(self) -> Sequence[Sentence]:
        found = []
        base = self.baseline
        for entrant in self.entrants:
            gap = self.gap(entrant)
            if gap is not None and base is not None:
                values = {"who": entrant.title, "ratio": format_ratio(gap), "n": base.threads}
                if entrant.software:
                    found.append(say("{who} runs on the CPU and is no GPU: {ratio} of {n} threads.", **values))
                else:
                    found.append(say("{who} does {ratio} the samples/s of {n} CPU threads.", **values))
            else:
                rate = format_si(self.rate(entrant), "samples/s")
                found.append(say("{who}: {rate}", who=entrant.title, rate=rate))
        found += self.disturbances()
        found += [agreed.sentence(scene.opened.name) for scene in self.scenes for agreed in scene.agreements]
        found += agreement.about_the_test(self.agreements)
        return found + [say("{who}: not measured: {why}", who=who, why=why) for who, why in self.not_measured.items()]

    def disturbances(self) -> list[Sentence]:
        """What made the CPU slower than it is."""
        return about_neighbours([(m.entrant.threads, m.busy) for scene in self.scenes for m in scene.measured])

    @property
    def agrees(self) -> bool | None:
        """Whether all pictures are the same; None where nothing was compared."""
        found = self.agreements
        return all(a.same_pixels and a.same_statistics for a in found) if found else None

    @property
    def agreements(self) -> list[Agreement]:
        """Of all scenes."""
        return [agreed for scene in self.scenes for agreed in scene.agreements]


def built_in(settings: dict[str, object]) -> list[Work]:
    """The scenes of the card."""
    return [Work.of(scenes_dir() / f"{name}.toml", settings) for name in BUILT_IN]


def run(
    lab: Lab, entrants: list[Entrant], works: Sequence[Work], *, seconds: float = SECONDS, compared: bool = True
) -> Iterator[BenchResult]:
    """Scene after scene, one entrant at a time; yields everything known after each measurement."""
    result = BenchResult()
    subjects = [lab.prepare(entrant, works[0]) for entrant in entrants]
    for index, work in enumerate(works):
        if index:
            for subject in subjects:
                subject.load(work)
        subjects = [subject for subject in subjects if lab.ready(subject)]
        scene: SceneResult | None = None
        for place, subject in enumerate(subjects):
            name = subject.opened.name if subject.opened else work.path.name
            step = (index + (place + 1) / (len(subjects) + 1)) / len(works)
            lab.progress(say("{scene}: {who}", scene=name, who=subject.entrant.title), step)
            measured = _guarded(lab, subject, seconds, scene.measured[0] if scene else None)
            if measured is None or subject.opened is None:
                continue
            scene = scene or SceneResult(str(work.path), subject.opened)
            scene = replace(scene, measured=(*scene.measured, measured))
            yield replace(result, scenes=(*result.scenes, scene), not_measured=dict(lab.failures))
        subjects = [s for s in subjects if s.entrant.title not in lab.failures]
        if scene is None:
            raise BackendError("no backend could be measured: " + "; ".join(lab.failures.values()))
        if compared and len(subjects) > 1:
            scene = replace(scene, agreements=_agreements(lab, subjects, scene))
        result = replace(result, scenes=(*result.scenes, scene), not_measured=dict(lab.failures))
        yield result
    yield replace(result, finished=True)


def _guarded(lab: Lab, subject: Subject, seconds: float, first: Measured | None) -> Measured | None:
    try:
        return _measure(subject, seconds, first)
    except (BackendError, WorkerError) as error:
        lab.fail(subject, error)
        return None


def _measure(subject: Subject, seconds: float, first: Measured | None) -> Measured:
    assert subject.opened is not None
    subject.render(min(WARM_UP_SECONDS, seconds))
    with Polling(meters_for(subject.entrant, subject.pid)) as polling:
        done = subject.render(seconds)
    if done.samples == 0:
        raise BackendError(f"{subject.entrant.title} made no samples")
    blocks = subject.read("blocks").pixels
    unlike = errors.block_difference(first.blocks, blocks) if first and first.blocks is not None else None
    return Measured(
        subject.entrant,
        done.spp,
        done.samples,
        done.rays,
        done.seconds,
        subject.opened.compile_seconds,
        subject.opened.build_seconds,
        busy_share(done, subject.entrant),
        tuple(polling.energies),
        unlike,
        subject.read("display").pixels,
        blocks,
    )


def _agreements(lab: Lab, subjects: list[Subject], scene: SceneResult) -> tuple[Agreement, ...]:
    """All CPU threads against every other entrant."""
    base = max(subjects, key=lambda s: (s.entrant.backend == "cpu", s.entrant.threads))
    found = []
    for other in subjects:
        pair = scene.of(base.entrant.key), scene.of(other.entrant.key)
        if other is not base and pair[0] and pair[1]:
            rates = pair[0].samples_per_s, pair[1].samples_per_s
            found.append(agreement.check(lab, base, other, AGREEMENT_SECONDS, rates))
    return tuple(found)
