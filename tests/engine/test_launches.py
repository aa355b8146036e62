"""Launches of exact sizes: counted exactly, and nothing of them stays on the film."""

from __future__ import annotations

import pytest

from raytracer.engine.launches import launch_exactly
from raytracer.engine.renderer import Renderer
from raytracer.errors import UsageError
from tests.engine.scenes import cornell


@pytest.mark.parametrize("items", [1, 7, 64, 1000, 2048, 2 * 2048])
def test_exactly_so_many_paths_are_traced(renderer: Renderer, items: int) -> None:
    renderer.load(cornell(spp=8, width=64, height=32))
    times = launch_exactly(renderer, items, repeats=3)
    assert (times.items, len(times.seconds), times.samples) == (items, 3, 3 * items)
    assert times.rays >= times.samples
    assert min(times.seconds) > 0.0
    assert renderer.spp == 0.0


def test_the_budget_ends_the_launches_but_never_before_the_first(renderer: Renderer) -> None:
    renderer.load(cornell(spp=8, width=32, height=32))
    assert len(launch_exactly(renderer, 64, repeats=50, budget_seconds=0.0).seconds) == 1
    assert len(launch_exactly(renderer, 64, repeats=50, budget_seconds=1e9).seconds) == 50


@pytest.mark.parametrize(("items", "size"), [(0, (32, 32)), (64, (40, 32)), (1500, (32, 32))])
def test_a_size_that_would_not_be_exact_is_refused(renderer: Renderer, items: int, size: tuple[int, int]) -> None:
    renderer.load(cornell(spp=8, width=size[0], height=size[1]))
    with pytest.raises(UsageError, match="exactly"):
        launch_exactly(renderer, items)


def test_rendering_goes_on_as_if_nothing_had_been(renderer: Renderer) -> None:
    renderer.load(cornell(spp=2, width=32, height=32))
    while not renderer.finished:
        renderer.render_pass()
    before = renderer.linear()
    launch_exactly(renderer, 100, repeats=4)
    while not renderer.finished:
        renderer.render_pass()
    assert (renderer.linear() == before).all()
