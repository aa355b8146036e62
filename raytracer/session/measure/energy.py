"""Samples per joule, per watt and per euro, and how busy the devices were meanwhile.

Energy is what the device's own counter says (see ``power``): of the CPU package, and of the GPU board. A GPU needs a
CPU beside it, so both are shown for it. A price per hour is whatever the user types in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from raytracer.errors import BackendError, WorkerError
from raytracer.session.measure.entrants import WHO, Entrant
from raytracer.session.measure.ladder import busy_share
from raytracer.session.measure.power import Energy, Polling, meters_for
from raytracer.session.measure.result import Sentence, Table, say
from raytracer.session.measure.subject import Lab, Subject
from raytracer.session.throughput import format_ratio, format_si

SECONDS = 6.0
WARM_UP_SECONDS = 1.5
"""Long enough for clocks and fans to be what they will be."""

MetersFor = Callable[[Entrant, int | None], list[Any]]


@dataclass(frozen=True)
class Spent:
    """What one entrant did, and what each meter read meanwhile, its own device's first."""

    entrant: Entrant
    samples_per_s: float
    rays_per_s: float
    seconds: float
    busy: float | None
    energies: tuple[Energy, ...] = ()

    @property
    def own(self) -> Energy:
        """Of the device that did the work."""
        return self.energies[0] if self.energies else Energy("", reason="not measured")

    def samples_per_joule(self, energy: Energy | None = None) -> float | None:
        """By one meter; by the own device's when none is named. The same number as samples/s per watt."""
        watts = (energy or self.own).watts
        return self.samples_per_s / watts if watts else None

    @property
    def whole_samples_per_joule(self) -> float | None:
        """By all meters together; None unless every one of them could be read."""
        watts = [energy.watts for energy in self.energies]
        if not watts or any(w is None or w <= 0.0 for w in watts):
            return None
        return self.samples_per_s / sum(w for w in watts if w is not None)

    def samples_per_price(self, price_per_hour: float) -> float | None:
        """Samples for one unit of money; None when no price is known."""
        return self.samples_per_s * 3600.0 / price_per_hour if price_per_hour > 0.0 else None


@dataclass(frozen=True)
class Cost:
    """All entrants so far. ``prices`` are the user's, per hour, by the entrant's key."""

    spent: tuple[Spent, ...] = ()
    prices: Mapping[str, float] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    scene: str = ""
    finished: bool = False

    def table(self) -> Table:
        header: tuple[str, ...] = (*WHO, "samples_per_s", "busy", "meter", "watts", "joules", "seconds")
        header = (*header, "samples_per_joule", "utilisation", "not_available", "price_per_hour", "samples_per_price")
        rows = []
        for spent in self.spent:
            who, price = spent.entrant, self.prices.get(spent.entrant.key, 0.0)
            money = (price or None, spent.samples_per_price(price))
            for energy in spent.energies:
                read = (energy.what, energy.watts, energy.joules, energy.seconds or None)
                found = (spent.samples_per_joule(energy), energy.utilisation, energy.reason)
                rows.append((*who.facts, spent.samples_per_s, spent.busy, *read, *found, *money))
        return Table(header, tuple(rows))

    def sentences(self) -> Sequence[Sentence]:
        found = []
        for spent in self.spent:
            per_joule = spent.samples_per_joule()
            if per_joule is not None:
                text = "{who}: {rate} at {watts} W: {per_joule} ({what})."
                values = {"rate": format_si(spent.samples_per_s, "samples/s"), "watts": f"{spent.own.watts:.0f}"}
                values |= {"per_joule": format_si(per_joule, "samples/J"), "what": spent.own.what}
                found.append(say(text, who=spent.entrant.title, **values))
            else:
                text = "{who}: {what} power is not available: {why}"
                found.append(say(text, who=spent.entrant.title, what=spent.own.what, why=spent.own.reason))
        found += self._ratios()
        return found + [say("{who}: not measured: {why}", who=who, why=why) for who, why in self.failures.items()]

    def _ratios(self) -> list[Sentence]:
        if len(self.spent) < 2 or not self.finished:
            return []
        found = []
        first, last = self.spent[0], self.spent[-1]
        names = {"last": last.entrant.title, "first": first.entrant.title}
        ours, theirs = last.samples_per_joule(), first.samples_per_joule()
        if ours and theirs:
            text = "A joule buys {ratio} as many samples on {last} as on {first}."
            found.append(say(text, ratio=format_ratio(ours / theirs), **names))
        money = [spent.samples_per_price(self.prices.get(spent.entrant.key, 0.0)) for spent in (last, first)]
        if money[0] and money[1]:
            text = "By the prices typed in, the same money buys {ratio} as many samples on {last} as on {first}."
            found.append(say(text, ratio=format_ratio(money[0] / money[1]), **names))
        return found


def run(
    lab: Lab,
    entrants: list[Entrant],
    *,
    seconds: float = SECONDS,
    prices: Mapping[str, float] | None = None,
    meters: MetersFor = meters_for,
) -> Iterator[Cost]:
    """Renders on one entrant after the other while its meters run."""
    subjects = lab.open_all(entrants)
    state = Cost(prices=prices or {}, scene=next((s.opened.name for s in subjects if s.opened), ""))
    for index, subject in enumerate(subjects):
        lab.progress(say("measuring {who}", who=subject.entrant.title), index / len(subjects))
        try:
            spent = _measure(subject, seconds, meters)
        except (WorkerError, BackendError) as error:
            lab.fail(subject, error)
            continue
        state = replace(state, spent=(*state.spent, spent), failures=dict(lab.failures))
        yield state
    yield replace(state, failures=dict(lab.failures), finished=True)


def _measure(subject: Subject, seconds: float, meters: MetersFor) -> Spent:
    subject.render(min(WARM_UP_SECONDS, seconds))
    with Polling(meters(subject.entrant, subject.pid)) as polling:
        done = subject.render(seconds)
    who = subject.entrant
    busy = busy_share(done, who)
    return Spent(who, done.samples_per_s, done.rays_per_s, done.seconds, busy, tuple(polling.energies))
