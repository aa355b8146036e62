"""Two real workers of one thread each fill one film."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import OpenImageIO
import pytest

from raytracer.backends import Contender
from raytracer.errors import RaytracerError
from raytracer.resources import scenes_dir
from raytracer.session.protocol import Open
from raytracer.session.together import Tally, Together

WIDTH, HEIGHT, SPP = 50, 38, 24
SETTINGS = {"width": WIDTH, "height": HEIGHT, "spp": SPP, "seed": 3}
SCENE = Open(scenes_dir() / "cornell.toml", settings=SETTINGS)


def picture(path: Path) -> np.ndarray:
    return OpenImageIO.ImageBuf(str(path)).get_pixels()


@pytest.fixture(scope="module")
def notes() -> list[str]:
    return []


@pytest.fixture(scope="module")
def team(notes: list[str]) -> Iterator[Together]:
    together = Together([Contender("cpu", 1), Contender("cpu", 1)], on_note=notes.append)
    try:
        together.start()
        yield together
    finally:
        together.close()


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> np.ndarray:
    """The picture of one worker that knows nothing of parts."""
    from raytracer.cli.batch import Batch

    path = tmp_path_factory.mktemp("alone") / "alone.exr"
    batch = Batch("cpu", interrupted=lambda: False, threads=1)
    try:
        batch.start()
        batch.open(SCENE)
        batch.render(lambda stats: None)
        batch.save(path, lambda stats: None)
    finally:
        batch.close()
    return picture(path)


def check_the_film(team: Together, tally: Tally, alone: np.ndarray, path: Path) -> None:
    assert tally.finished
    assert (team.counts == SPP).all()
    assert tally.samples == WIDTH * HEIGHT * SPP
    assert tally.spp == SPP
    assert sum(tally.share(member) for member in tally.members) == pytest.approx(1.0)
    team.save(path)
    assert picture(path) == pytest.approx(alone, rel=2e-4, abs=1e-5)


def test_the_sum_is_the_picture_of_one_worker(team: Together, alone: np.ndarray, tmp_path: Path) -> None:
    team.open(SCENE)
    tallies: list[Tally] = []
    tally = team.render(tallies.append, solo_seconds=0.0)
    check_the_film(team, tally, alone, tmp_path / "sum.exr")
    assert all(member.samples > 0 for member in tally.members)
    assert tally.speedup is None, "nobody worked alone"
    spp = [t.spp for t in tallies]
    assert spp == sorted(spp)


def test_a_noise_threshold_stops_the_sum_where_it_stops_one_worker(team: Together) -> None:
    from raytracer.session.noise_rounds import NoiseRounds

    settings = SETTINGS | {"spp": 48, "noise": 0.3}
    team.open(
        Open(SCENE.path, settings=settings), make_rounds=lambda outline: NoiseRounds(outline.settings, outline.view)
    )
    tallies: list[Tally] = []
    tally = team.render(tallies.append, solo_seconds=0.0)
    assert tally.finished
    assert tally.done_share == 1.0
    assert tally.noise is not None
    assert all(member.samples > 0 for member in tally.members)
    assert set(np.unique(team.counts)) <= {16, 24, 32, 48}
    assert 16 <= tally.spp < 48
    assert len({t.noise for t in tallies}) > 2, "measured at the end of every round"
    team.open(SCENE)
    assert team.tally().noise is None, "another film"


def test_stopping_early_keeps_what_is_there(team: Together) -> None:
    team.open(SCENE)
    tally = team.render(seconds=0.0, solo_seconds=0.0)
    assert not tally.finished
    assert 0 < tally.samples < WIDTH * HEIGHT * SPP
    assert team.counts.sum() == tally.samples


def test_the_speedup_is_measured_against_each_alone(team: Together) -> None:
    team.open(Open(SCENE.path, settings=SETTINGS | {"spp": 100_000}))
    tally = team.render(seconds=6.0, solo_seconds=1.5)
    alone = [member.alone_per_s for member in tally.members]
    assert all(rate is not None and rate > 0.0 for rate in alone)
    assert tally.together_per_s is not None
    assert tally.speedup == pytest.approx(tally.together_per_s / max(alone))


def test_a_member_that_dies_costs_nothing(team: Together, notes: list[str], alone: np.ndarray, tmp_path: Path) -> None:
    team.open(SCENE)
    victim = team.members[1]

    def kill(tally: Tally) -> None:
        if victim.parts >= 1 and victim.alive and victim.client.alive:
            os.kill(victim.client.pid or 0, signal.SIGKILL)

    tally = team.render(kill, solo_seconds=0.0)
    assert not victim.alive
    assert victim.samples > 0
    assert tally.speedup is None
    check_the_film(team, tally, alone, tmp_path / "sum.exr")
    assert any("dropped out" in note and "nothing is lost" in note for note in notes)


def test_the_last_one_that_dies_is_an_error(team: Together) -> None:
    team.open(Open(SCENE.path, settings=SETTINGS | {"spp": 100_000}))
    last = team.members[0]

    def kill(tally: Tally) -> None:
        if last.client.alive:
            os.kill(last.client.pid or 0, signal.SIGKILL)

    with pytest.raises(RaytracerError, match="SIGKILL"):
        team.render(kill, solo_seconds=0.0)
