"""Triangulation of polygons: cover, direction and count, for any outline."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raytracer.io.polygons import triangulate


def cut(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Triangles of one polygon and their area vectors."""
    points = np.asarray(points, float)
    triangles, owner = triangulate(points, np.array([len(points)]))
    assert not owner.any()
    p = points[triangles]
    return triangles, 0.5 * np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])


def area_vector(points: np.ndarray) -> np.ndarray:
    points = np.asarray(points, float)
    return 0.5 * np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)


def tilted(flat: list[tuple[float, float]]) -> np.ndarray:
    u, v = np.array([0.8, 0.0, 0.6]), np.array([0.36, 0.8, -0.48])
    return np.array([x * u + y * v + (3.0, -2.0, 5.0) for x, y in flat])


@pytest.mark.parametrize("shift", range(7))
@pytest.mark.parametrize("reverse", [False, True])
def test_a_comb_from_every_corner_and_both_ways(shift: int, reverse: bool) -> None:
    comb = tilted([(0, 0), (5, 0), (5, 3), (4, 1), (3, 3), (2, 1), (0, 3)])
    points = np.roll(comb[::-1] if reverse else comb, shift, axis=0)
    triangles, facets = cut(points)
    assert len(triangles) == 5
    whole = area_vector(points)
    assert (facets @ whole > 0.0).all()
    assert np.linalg.norm(facets, axis=1).sum() == pytest.approx(np.linalg.norm(whole))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.floats(0.2, 3.0), min_size=4, max_size=40), st.floats(0.0, 6.0))
def test_star_shaped_outlines_are_covered_once(radii: list[float], turn: float) -> None:
    angles = np.arange(len(radii)) * 2.0 * np.pi / len(radii) + turn
    points = tilted([(r * np.cos(a), r * np.sin(a)) for r, a in zip(radii, angles, strict=True)])
    triangles, facets = cut(points)
    whole = area_vector(points)
    assert len(triangles) == len(radii) - 2
    assert np.linalg.norm(facets, axis=1).sum() == pytest.approx(np.linalg.norm(whole), rel=1e-9)
    assert set(triangles.reshape(-1)) == set(range(len(radii)))


def test_a_dart_is_cut_at_its_notch() -> None:
    """The fan from corner 0 would leave the quad."""
    triangles, facets = cut(np.array([[0, 0, 0], [2, 2, 0], [0, 1, 0], [-2, 2, 0]]))
    assert (facets[:, 2] > 0.0).all()
    _, notch_first = cut(np.array([[2, 2, 0], [0, 1, 0], [-2, 2, 0], [0, 0, 0]]))
    assert (notch_first[:, 2] > 0.0).all()
    assert len(triangles) == 2


def test_corners_on_a_straight_edge_waste_no_triangle() -> None:
    _, facets = cut(np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]]))
    assert (facets[:, 2] > 0.0).all()
    assert facets[:, 2].sum() == pytest.approx(4.0)


def test_an_outline_with_a_hole_joined_by_a_cut() -> None:
    outer = [(0, 0), (4, 0), (4, 4), (0, 4)]
    hole = [(1, 1), (1, 3), (3, 3), (3, 1)]
    keyhole = tilted([outer[0], *outer[1:], outer[0], *hole, hole[0]])
    _, facets = cut(keyhole)
    whole = area_vector(keyhole)
    assert np.linalg.norm(whole) == pytest.approx(12.0)
    assert np.linalg.norm(facets, axis=1).sum() == pytest.approx(12.0)


def test_polygons_of_all_sizes_keep_their_order() -> None:
    square = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    points = np.concatenate(
        [square, square[:3] + 10, np.array([[2, 0, 0], [3, 1, 0], [2, 3, 0], [1, 3, 0], [0, 1, 0]])]
    )
    triangles, owner = triangulate(points, np.array([4, 3, 5]))
    assert owner.tolist() == [0, 0, 1, 2, 2, 2]
    assert triangles[owner == 1].tolist() == [[4, 5, 6]]
    assert triangles[owner == 2].min() == 7


@pytest.mark.parametrize(
    "points",
    [
        np.zeros((6, 3)),
        np.array([[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 0], [4, 0, 0]]),
        np.array([[0, 0, 0], [1, 1, 0], [1, 0, 0], [0, 1, 0]]),
        np.array([[0, 0, 0], [1, 0, 0], [np.nan, 1, 0], [0, 1, 0], [0, np.inf, 0]]),
        np.array([[np.cos(a), np.sin(a), 0] for a in np.arange(5) * 4 * np.pi / 5]),
        np.array([[0, 0, 0], [4, 4, 0], [4, 0, 0], [0, 4, 0], [2, 6, 0]]),
    ],
    ids=["point", "line", "bow tie", "broken", "pentagram", "crossing"],
)
def test_hopeless_outlines_still_give_their_triangles(points: np.ndarray) -> None:
    triangles, _ = triangulate(points, np.array([len(points)]))
    assert triangles.shape == (len(points) - 2, 3)


def test_no_polygon_at_all() -> None:
    triangles, owner = triangulate(np.zeros((0, 3)), np.zeros(0, int))
    assert triangles.shape == (0, 3)
    assert owner.shape == (0,)
