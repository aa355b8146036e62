"""The members of a team that fills one film, and how far they are."""

from __future__ import annotations

from dataclasses import dataclass, field

from raytracer.backends import BackendInfo, Contender
from raytracer.errors import RaytracerError
from raytracer.session.client import RenderClient
from raytracer.session.film_parts import SharedFilm
from raytracer.session.sharing import Pacer


@dataclass
class Member:
    """One worker of the team, and what it has done for the film. Rates are in samples a second, None: not measured."""

    number: int
    contender: Contender
    client: RenderClient
    info: BackendInfo | None = None
    samples: int = 0
    rays: int = 0
    nonfinite: int = 0
    busy_seconds: float = 0.0
    parts: int = 0
    alone_per_s: float | None = None
    failure: RaytracerError | None = None
    window: tuple[int, float] = (0, 0.0)
    """Samples since the measurement began, and the seconds until the last of them were done."""
    pacer: Pacer = field(default_factory=lambda: Pacer(1))
    free: list[SharedFilm] = field(default_factory=list)
    films: dict[str, SharedFilm] = field(default_factory=dict)
    waiting: int = 0

    @property
    def alive(self) -> bool:
        return self.failure is None

    def begin(self, pacer: Pacer) -> None:
        """A new film."""
        self.samples = self.rays = self.nonfinite = self.parts = self.waiting = 0
        self.busy_seconds, self.alone_per_s, self.pacer = 0.0, None, pacer

    @property
    def title(self) -> str:
        """``cpu:1``, as on the command line."""
        backend, threads = self.contender.backend, self.contender.threads
        return f"{backend}:{threads}" if threads else backend


@dataclass(frozen=True)
class Tally:
    """How far the film is. ``seconds``: wall time since the first part. ``noise``, ``done_share``: as in ``Stats``.

    ``together_per_s``: samples a second while all members worked at once; None before that was measured."""

    spp: float
    seconds: float
    together_per_s: float | None
    finished: bool
    members: tuple[Member, ...]
    noise: float | None = None
    done_share: float = 0.0

    @property
    def samples(self) -> int:
        return sum(member.samples for member in self.members)

    @property
    def speedup(self) -> float | None:
        """Of the team over its fastest member alone, both measured in this run; None where one was not."""
        alone = [member.alone_per_s for member in self.members]
        rate = self.together_per_s
        if rate is None or len(alone) < 2 or any(a is None for a in alone):
            return None
        return rate / max(a for a in alone if a is not None)

    def share(self, member: Member) -> float:
        """Share of the samples on the film, 0 to 1."""
        return member.samples / self.samples if self.samples else 0.0
