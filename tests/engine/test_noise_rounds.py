"""A team's rounds against one renderer that stops by its own noise: the same places, the same samples."""

from __future__ import annotations

import numpy as np
import pytest

from raytracer.engine.parts import Pace, read_film, render_part
from raytracer.engine.renderer import Renderer
from raytracer.scene import Scene, ViewSettings
from raytracer.session.noise_rounds import NoiseRounds
from raytracer.session.rounds import Round
from raytracer.session.sharing import Ledger
from tests.engine.scenes import cornell

WIDTH, HEIGHT = 52, 45
TILES = 7 * 6


def together(renderer: Renderer, scene: Scene, part: int) -> tuple[np.ndarray, np.ndarray, NoiseRounds, list[Round]]:
    """Sums and counts of all rounds, rendered in parts of so many indices."""
    rounds, opened = NoiseRounds(scene.settings, scene.view), []
    sums, counts = np.zeros(3 * WIDTH * HEIGHT), np.zeros(WIDTH * HEIGHT, np.int64)
    some_sums, some_counts = np.zeros(len(sums), np.float32), np.zeros(len(counts), np.int32)
    while (now := rounds.open(sums, counts)) is not None:
        opened.append(now)
        ledger = Ledger((TILES if now.tiles is None else len(now.tiles)) * now.samples)
        while (mine := ledger.take(0, part)) is not None:
            render_part(renderer, mine.first, mine.count, Pace(), now.tiles, now.first)
            read_film(renderer, some_sums, some_counts)
            sums += some_sums
            counts += some_counts
            ledger.finished(0, mine)
        rounds.close(sums, counts)
    return sums, counts, rounds, opened


@pytest.mark.parametrize(("threshold", "limit", "exposure", "part"), [(0.15, 200, 0.0, 100), (0.08, 40, 2.0, 1000)])
def test_a_team_stops_where_one_renderer_does(
    renderer: Renderer, threshold: float, limit: int, exposure: float, part: int
) -> None:
    scene = cornell(spp=limit, width=WIDTH, height=HEIGHT, noise=threshold)
    scene.view = ViewSettings(exposure_ev=exposure)
    renderer.load(scene)
    while not renderer.finished:
        renderer.render_pass()
    alone, linear = renderer.film.sample_counts().ravel(), renderer.linear().reshape(-1, 3)
    noise, share = renderer.noise, renderer.done_share
    sums, counts, rounds, opened = together(renderer, scene, part)
    assert len(np.unique(alone)) > 1, "some places stopped before others"
    assert counts.tolist() == alone.tolist()
    assert sums.reshape(-1, 3) / counts[:, None] == pytest.approx(linear, rel=2e-4, abs=1e-5)
    assert rounds.noise == pytest.approx(noise, rel=1e-3)
    assert rounds.done_share == share == 1.0
    assert rounds.open(sums, counts) is None
    firsts = [now.first for now in opened if now.tiles is None]
    assert firsts[:3] == [0, 1, 2]


def test_noise_is_known_before_the_end(renderer: Renderer) -> None:
    scene = cornell(spp=64, width=WIDTH, height=HEIGHT, noise=0.01)
    rounds = NoiseRounds(scene.settings, scene.view)
    assert (rounds.noise, rounds.done_share, rounds.finished) == (None, 0.0, False)
    rng = np.random.default_rng(1)
    sums, counts = np.zeros(3 * WIDTH * HEIGHT), np.zeros(WIDTH * HEIGHT, np.int64)
    known = []
    for _ in range(4):
        now = rounds.open(sums, counts)
        assert now is not None
        sums += now.samples * rng.uniform(0.5, 1.5, len(sums))
        counts += now.samples
        rounds.close(sums, counts)
        known.append(rounds.noise)
    assert known[0] is None, "one sample says nothing"
    assert all(noise is not None and 0.05 < noise < 0.5 for noise in known[1:])
    assert not rounds.finished
