"""The experiments in one table: the command line's words and the app's panels are made from it.

To add one, write a module with a ``run`` that takes a lab and entrants and yields snapshots (see ``result``), and add
a line to ``EXPERIMENTS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from raytracer.backends import BackendInfo
from raytracer.session.measure import bench, dial, energy, entrants, ladder, quality
from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.result import Result
from raytracer.session.measure.subject import Lab


@dataclass(frozen=True)
class Options:
    """What the user may choose. ``seconds`` 0 is the experiment's own; ``prices`` are per hour, by entrant's key."""

    seconds: float = 0.0
    reference_seconds: float = quality.REFERENCE_SECONDS
    threads: int = 0
    software: bool = False
    prices: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Experiment:
    """``find`` chooses the entrants, ``run`` measures them. ``panel`` is the app's panel that shows it."""

    name: str
    title: str
    summary: str
    find: Callable[[Iterable[BackendInfo], Options], list[Entrant]]
    run: Callable[[Lab, list[Entrant], Options], Iterator[Result]]
    panel: str


def _pair(found: Iterable[BackendInfo], options: Options) -> list[Entrant]:
    return entrants.pair(found, software=options.software, threads=options.threads)


def _rungs(found: Iterable[BackendInfo], options: Options) -> list[Entrant]:
    return entrants.ladder(found, software=options.software, most=options.threads)


def _ladder(lab: Lab, who: list[Entrant], options: Options) -> Iterator[Result]:
    return ladder.run(lab, who, seconds=options.seconds or ladder.SECONDS)


def _dial(lab: Lab, who: list[Entrant], options: Options) -> Iterator[Result]:
    return dial.run(lab, who, budget_seconds=options.seconds or dial.BUDGET_SECONDS)


def _quality(lab: Lab, who: list[Entrant], options: Options) -> Iterator[Result]:
    seconds = options.seconds or quality.SECONDS
    return quality.run(lab, who, seconds=seconds, reference_seconds=options.reference_seconds)


def _energy(lab: Lab, who: list[Entrant], options: Options) -> Iterator[Result]:
    return energy.run(lab, who, seconds=options.seconds or energy.SECONDS, prices=options.prices)


def _card(lab: Lab, who: list[Entrant], options: Options) -> Iterator[Result]:
    works = bench.built_in({"width": bench.CARD_SIDE, "height": bench.CARD_SIDE})
    return bench.run(lab, who, works, seconds=options.seconds or bench.CARD_SECONDS)


EXPERIMENTS: tuple[Experiment, ...] = (
    Experiment("ladder", "Core ladder", "1, 2, 4 ... all CPU threads, then each GPU", _rungs, _ladder, "ladder"),
    Experiment("dial", "Latency and throughput", "Batches from one path to 16 million", _pair, _dial, "dial"),
    Experiment(
        "quality", "Equal quality", "The error against a converged reference over time", _pair, _quality, "quality"
    ),
    Experiment("energy", "Energy and price", "Samples per joule, per watt and per price", _pair, _energy, "energy"),
    Experiment("card", "Result card", "The built-in scenes, as one picture for a slide", _pair, _card, "card"),
)


def experiment(name: str) -> Experiment:
    """The experiment of that name."""
    return next(e for e in EXPERIMENTS if e.name == name)


def plain_facts(result: Result) -> dict[str, Any]:
    """A result for programs: its table and its sentences."""
    return {"rows": result.table().records(), "statements": [str(sentence) for sentence in result.sentences()]}
