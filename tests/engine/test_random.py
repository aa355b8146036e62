"""The sample points: even in pairs of dimensions, independent between pixels, uses and seeds."""

from __future__ import annotations

import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from tests.engine.random_on import sample_points

POINTS = 64


@pytest.mark.parametrize("pair", [(0, 1), (2, 3)])
@pytest.mark.parametrize("count", [1, 2, 8, 64])
def test_a_power_of_two_of_points_lies_evenly_in_boxes_of_every_shape(
    renderer: Renderer, pair: tuple[int, int], count: int
) -> None:
    for dimension, first in ((0, 0), (5, 0), (9, 4096)):
        points = sample_points(range(first, first + count), pixel=11, dimension=dimension, seed=3)[:, pair]
        for columns in (2**k for k in range(count.bit_length())):
            rows = count // columns
            boxes = np.floor(points[:, 0] * columns) * rows + np.floor(points[:, 1] * rows)
            assert len(set(boxes)) == count


def test_points_stay_below_one(renderer: Renderer) -> None:
    points = sample_points(range(4096), pixel=0, dimension=0, seed=2**32 - 1)
    assert points.min() >= 0.0
    assert points.max() < 1.0
    assert np.abs(points.mean(axis=0) - 0.5).max() < 1e-3


@pytest.mark.parametrize("other", [{"pixel": 1}, {"dimension": 1}, {"seed": 1}])
def test_pixels_uses_and_seeds_know_nothing_of_each_other(renderer: Renderer, other: dict[str, int]) -> None:
    """Correlations over many pixels of the same and of other coordinates, against their standard deviation."""
    here = {"pixel": 0, "dimension": 0, "seed": 0}
    there = here | other
    step = 2  # the pixels of the second set are not among those of the first
    first, second = [
        np.stack([sample_points(range(4), **(k | {"pixel": k["pixel"] + step * p})) for p in range(POINTS * 8)])
        for k in (here, there)
    ]
    a, b = (first - 0.5).reshape(len(first), -1), (second - 0.5).reshape(len(second), -1)
    correlation = 12.0 * a.T @ b / len(a)
    assert np.abs(correlation).max() < 5.0 / np.sqrt(len(a))


def test_the_two_pairs_of_a_use_know_nothing_of_each_other(renderer: Renderer) -> None:
    points = np.stack([sample_points(range(4), pixel=p, dimension=2, seed=1) for p in range(POINTS * 8)]) - 0.5
    for a in (0, 1):
        for b in (2, 3):
            # Sample by sample, and any sample against any other one of the same pixel.
            correlation = 12.0 * points[:, :, a].T @ points[:, :, b] / len(points)
            assert np.abs(correlation).max() < 5.0 / np.sqrt(len(points))


def test_every_number_of_samples_estimates_without_bias(renderer: Renderer) -> None:
    """The mean of x*y over 3 points, over many pixels: 1/4."""
    means = [np.prod(sample_points(range(3), pixel=p, dimension=4, seed=9)[:, :2], axis=1).mean() for p in range(512)]
    assert np.mean(means) == pytest.approx(0.25, abs=4.0 * np.std(means) / np.sqrt(len(means)))
