"""A region: only it is refined, by the very samples that the whole picture has there, and figures are of it alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from raytracer.scene import RenderSettings
from raytracer.scene.region import Region, as_region, pixel_box
from tests.engine.scenes import cornell

WIDTH, HEIGHT = 44, 37
REGION: Region = (0.25, 0.3, 0.6, 0.7)
BOX = (8, 8, 32, 32)
"""What the region is, in whole squares."""


@pytest.fixture
def alone(renderer: Renderer) -> Iterator[Renderer]:
    """As in batch: nothing outside the region is looked at."""
    renderer.surroundings = False
    yield renderer
    renderer.surroundings = True


def inside() -> np.ndarray:
    mask = np.zeros((HEIGHT, WIDTH), bool)
    mask[BOX[1] : BOX[3], BOX[0] : BOX[2]] = True
    return mask


def finish(renderer: Renderer, seconds: float = 0.2) -> int:
    """Adds all passes; the samples counted."""
    samples = 0
    while not renderer.finished:
        samples += renderer.render_pass(target_seconds=seconds).samples
    return samples


def restrict(renderer: Renderer, region: Region | None) -> None:
    renderer.set_settings(renderer.settings.model_copy(update={"region": region}))


def test_a_region_is_widened_to_whole_squares_within_the_picture() -> None:
    assert pixel_box(REGION, WIDTH, HEIGHT) == BOX
    assert pixel_box((0.0, 0.0, 1.0, 1.0), WIDTH, HEIGHT) == (0, 0, WIDTH, HEIGHT)
    assert pixel_box((0.999, 0.999, 1.0, 1.0), WIDTH, HEIGHT) == (40, 32, WIDTH, HEIGHT)
    for size in (1, 7, 640, 1919):
        for box in ((0, 0, 1, 1), (size - 1, 0, size, size)):
            found = pixel_box(as_region(box, size, size), size, size)
            assert found[0] <= box[0] < box[2] <= found[2] <= size
            assert found[0] % 8 == 0
            assert box[0] - found[0] < 8


@pytest.mark.parametrize("region", [(0.5, 0.0, 0.5, 1.0), (-0.1, 0.0, 0.5, 1.0), (0.0, 0.6, 1.0, 0.4)])
def test_a_region_without_area_or_beyond_the_picture_is_refused(region: Region) -> None:
    with pytest.raises(ValueError, match="left < right"):
        RenderSettings(region=region)


def test_alone_it_has_the_samples_of_the_whole_picture_and_nothing_else(alone: Renderer) -> None:
    alone.load(cornell(spp=16, width=WIDTH, height=HEIGHT))
    finish(alone)
    whole = alone.linear()
    alone.load(cornell(spp=16, width=WIDTH, height=HEIGHT, region=REGION))
    counted = finish(alone)
    mask = inside()
    assert np.array_equal(alone.linear()[mask], whole[mask])
    assert not alone.linear()[~mask].any()
    assert np.array_equal(alone.sample_counts(), np.where(mask, 16, 0))
    assert counted == 16 * mask.sum()
    assert alone.spp == 16.0
    assert alone.done_share == 1.0
    assert alone.noise is not None


@pytest.mark.parametrize("seconds", [0.2, 1e-4])
def test_drawn_later_it_goes_on_from_the_film_and_the_rest_stays(renderer: Renderer, seconds: float) -> None:
    renderer.load(cornell(spp=6, width=WIDTH, height=HEIGHT))
    while renderer.spp < 3.3:
        renderer.render_items(500)  # somewhere within a round, and within a tile
    before, counts = renderer.linear(), renderer.sample_counts()
    restrict(renderer, REGION)
    finish(renderer, seconds)
    mask = inside()
    after = renderer.sample_counts()
    assert (after[mask] == 6).all()
    assert renderer.spp == 6.0
    assert 0 <= (after[~mask] - counts[~mask]).sum() < 64  # at most the rest of a tile
    left_alone = ~mask & (after == counts)
    assert np.array_equal(renderer.linear()[left_alone], before[left_alone])
    restrict(renderer, None)
    assert renderer.spp < 6.0
    finish(renderer, seconds)
    assert (renderer.sample_counts() == 6).all()
    cut = renderer.linear()
    renderer.clear()
    finish(renderer)
    assert np.array_equal(renderer.linear(), cut)


def test_after_a_camera_move_the_surroundings_have_one_sample(renderer: Renderer) -> None:
    renderer.load(cornell(spp=8, width=WIDTH, height=HEIGHT, region=REGION))
    finish(renderer)
    renderer.set_camera(renderer.camera)
    assert renderer.spp == 0.0
    counted = finish(renderer)
    assert np.array_equal(renderer.sample_counts(), np.where(inside(), 8, 1))
    assert counted == renderer.sample_counts().sum()
    assert renderer.spp == 8.0


def test_it_keeps_its_place_when_the_picture_changes_its_size(renderer: Renderer) -> None:
    renderer.load(cornell(spp=4, width=WIDTH, height=HEIGHT, region=REGION))
    finish(renderer)
    renderer.resize(2 * WIDTH, 2 * HEIGHT)
    finish(renderer)
    box = pixel_box(REGION, 2 * WIDTH, 2 * HEIGHT)
    assert renderer.region == box
    counts = renderer.sample_counts()
    assert (counts[box[1] : box[3], box[0] : box[2]] == 4).all()
    assert (counts == 4).sum() == (box[2] - box[0]) * (box[3] - box[1])


def test_a_noise_threshold_is_that_of_the_region(renderer: Renderer) -> None:
    renderer.load(cornell(spp=512, noise=0.2, width=WIDTH, height=HEIGHT, region=REGION))
    finish(renderer)
    counts = renderer.sample_counts()
    assert renderer.noise is not None
    assert renderer.noise <= 0.2
    assert counts[inside()].min() >= 16
    assert (counts[~inside()] == 1).all()
    assert renderer.spp == pytest.approx(counts[inside()].mean())
