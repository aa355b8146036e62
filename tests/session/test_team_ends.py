"""How a team ends when its members die or somebody wants no more. Its workers are stand-ins that answer at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from raytracer.backends import Contender
from raytracer.errors import WorkerError
from raytracer.session import together
from raytracer.session.film_parts import PartDone, RenderPart, SharedFilm
from raytracer.session.protocol import Event, WorkerFailed
from raytracer.session.rounds import OneRound
from raytracer.session.together import Together

SPP = 40


class StandIn:
    """Puts each part on its film, or dies of the part number ``dies_at``, counted from 0."""

    def __init__(self, backend: str, send: Callable[[Event], None], **_options: object) -> None:
        self.backend, self._send = backend, send
        self.dies_at: int | None = None
        self.parts = 0

    def send(self, command: object) -> None:
        assert isinstance(command, RenderPart)
        number, self.parts = self.parts, self.parts + 1
        if number == self.dies_at:
            self._send(WorkerFailed("cpu", WorkerError("it fell over")))
        elif self.dies_at is None or number < self.dies_at:
            film = SharedFilm.attach(command.place)
            film.counts[:] = 0
            film.counts[0] = command.part.count
            film.close()
            self._send(PartDone(command.part, command.place, command.part.count, 0, 0.01, 0.0, 0))

    def close(self, timeout: float) -> None:
        pass


class Wish:
    """Whether the user wants no more."""

    cancelled = False

    def __call__(self) -> bool:
        return self.cancelled


@pytest.fixture
def wish() -> Wish:
    return Wish()


@pytest.fixture
def team(monkeypatch: pytest.MonkeyPatch, wish: Wish) -> Iterator[Together]:
    monkeypatch.setattr(together, "RenderClient", StandIn)
    made = Together([Contender("cpu", 1), Contender("cpu", 1)], cancelled=wish)
    made._begin(64, 64, OneRound(SPP))
    yield made
    made.close()


def workers(team: Together) -> list[StandIn]:
    return [member.client for member in team.members]  # type: ignore[misc]


@pytest.mark.parametrize("solo_seconds", [0.0, 0.01])
def test_all_is_rendered_when_nobody_dies(team: Together, solo_seconds: float) -> None:
    tally = team.render(solo_seconds=solo_seconds)
    assert tally.finished
    assert team.counts.sum() == tally.samples == team.tiles * SPP


@pytest.mark.parametrize("solo_seconds", [0.0, 0.01])
def test_one_that_dies_of_its_first_part_costs_nothing(team: Together, solo_seconds: float) -> None:
    workers(team)[0].dies_at = 0
    tally = team.render(solo_seconds=solo_seconds)
    assert tally.finished
    assert team.counts.sum() == team.tiles * SPP


@pytest.mark.parametrize("solo_seconds", [0.0, 0.01])
@pytest.mark.parametrize("dies_at", [0, 1])
def test_all_that_die_are_an_error(team: Together, dies_at: int, solo_seconds: float) -> None:
    for worker in workers(team):
        worker.dies_at = dies_at
    with pytest.raises(WorkerError, match="it fell over"):
        team.render(solo_seconds=solo_seconds)
    with pytest.raises(WorkerError, match="it fell over"):
        team.render(solo_seconds=solo_seconds)


def test_nothing_is_handed_out_to_somebody_who_wants_no_more(team: Together, wish: Wish) -> None:
    wish.cancelled = True
    tally = team.render()
    assert not tally.finished
    assert [worker.parts for worker in workers(team)] == [0, 0]


def test_a_wish_during_the_warm_up_ends_it_with_what_is_there(
    team: Together, wish: Wish, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = team._step

    def stepping() -> None:
        step()
        wish.cancelled = True

    monkeypatch.setattr(team, "_step", stepping)
    tally = team.render(solo_seconds=0.0)
    assert not tally.finished
    assert [worker.parts for worker in workers(team)] == [1, 1], "their first parts, which were under way"
    assert team.counts.sum() == tally.samples > 0
