"""The shared warps: what they return lies in the domain and is distributed as they say (chi-square level 0.001)."""

import numpy as np
import pytest
import taichi as ti

from raytracer.engine.kernels import warps
from raytracer.engine.kernels.shading import vec2, vec3
from tests.physics.directions import SphereGrid, chi_square_p, random_numbers

N = 200_000


@ti.kernel
def run(
    u: ti.types.ndarray(dtype=ti.f32, ndim=2),
    n: vec3,
    cos_max: ti.f32,
    out: ti.types.ndarray(dtype=ti.f32, ndim=3),
):
    for k in range(u.shape[0]):
        v = vec2(u[k, 0], u[k, 1])
        d = warps.disk(v)
        t = warps.triangle(v)
        rows = ti.Matrix.rows(
            [
                vec3(d.x, d.y, 0.0),
                warps.cosine_hemisphere(v),
                warps.sphere(v),
                warps.cone(v, cos_max),
                vec3(t.x, t.y, 0.0),
                warps.to_world(warps.cosine_hemisphere(v), n),
            ]
        )
        for i, j in ti.static(ti.ndrange(6, 3)):
            out[i, k, j] = rows[i, j]


@pytest.fixture(scope="module")
def drawn() -> np.ndarray:
    """(6, N, 3): disk, cosine hemisphere, sphere, cone of cosine 0.9, triangle, hemisphere about (0, 0.6, -0.8)."""
    out = np.zeros((6, N, 3), np.float32)
    run(random_numbers(N, seed=1), vec3(0.0, 0.6, -0.8), 0.9, out)
    return out.astype(np.float64)


def square_p(x: np.ndarray, y: np.ndarray) -> float:
    """Chi-square of points that should fill the unit square evenly."""
    counts = np.histogram2d(x, y, bins=20, range=[[0, 1], [0, 1]])[0]
    return chi_square_p(counts, np.full(counts.shape, len(x) / counts.size))


def test_disk_is_uniform(drawn: np.ndarray) -> None:
    x, y, _ = drawn[0].T
    r2 = x**2 + y**2
    assert r2.max() <= 1.0 + 1e-6
    assert square_p(r2, np.arctan2(y, x) / (2.0 * np.pi) % 1.0) > 0.001


def test_triangle_is_uniform(drawn: np.ndarray) -> None:
    b1, b2, _ = drawn[4].T
    assert min(b1.min(), b2.min(), (1.0 - b1 - b2).min()) >= -1e-6
    assert square_p((b1 + b2) ** 2, b1 / (b1 + b2)) > 0.001


@pytest.mark.parametrize(
    ("row", "density"),
    [
        (1, lambda z: np.maximum(z, 0.0) / np.pi),
        (2, lambda z: np.full_like(z, 0.25 / np.pi)),
        (3, lambda z: np.where(z > 0.9, 1.0 / (2.0 * np.pi * 0.1), 0.0)),
    ],
    ids=["cosine hemisphere", "sphere", "cone"],
)
def test_directions_follow_their_density(drawn: np.ndarray, row: int, density) -> None:
    directions = drawn[row]
    np.testing.assert_allclose(np.linalg.norm(directions, axis=1), 1.0, atol=1e-5)
    z, phi = directions[:, 2], np.arctan2(directions[:, 1], directions[:, 0])
    # The cumulative distribution in z makes every density uniform.
    fine = np.linspace(-1.0, 1.0, 200_001)
    cumulative = np.concatenate([[0.0], np.cumsum(density(0.5 * (fine[1:] + fine[:-1]))) * 2e-5 / 2.0 * 2.0 * np.pi])
    assert cumulative[-1] == pytest.approx(1.0, abs=1e-4)
    flat = np.interp(z, fine, cumulative)
    assert square_p(np.clip(flat, 0.0, 1.0 - 1e-9), phi / (2.0 * np.pi) % 1.0) > 0.001


def test_a_narrow_cone_keeps_its_precision() -> None:
    out = np.zeros((6, 1000, 3), np.float32)
    run(random_numbers(1000, seed=2), vec3(0.0, 0.0, 1.0), float(np.cos(1e-3)), out)
    angle = np.hypot(out[3, :, 0], out[3, :, 1])
    assert angle.max() <= 1.1e-3
    assert angle.mean() == pytest.approx(2e-3 / 3.0, rel=0.08)


def test_turning_keeps_lengths_and_angles(drawn: np.ndarray) -> None:
    n = np.array([0.0, 0.6, -0.8])
    np.testing.assert_allclose(drawn[5] @ n, drawn[1][:, 2], atol=1e-5)
    np.testing.assert_allclose(np.linalg.norm(drawn[5], axis=1), 1.0, atol=1e-5)


def test_grid_covers_the_sphere() -> None:
    grid = SphereGrid(12, 12)
    assert grid.integrate(np.ones(len(grid.weights))) == pytest.approx(4.0 * np.pi, rel=1e-6)
