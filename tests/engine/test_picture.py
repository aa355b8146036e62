"""Pictures of films: the kernel for CPUs, which takes many pixels at a time, against the one that takes one."""

import numpy as np
import pytest
import taichi as ti

from raytracer.engine import shader_loading
from raytracer.engine.film import Film
from raytracer.engine.kernels.buffers import Floats
from raytracer.engine.kernels.picture import LANES, linear_picture, make_display_kernel
from raytracer.engine.kernels.powers import exp2, log2, power
from raytracer.engine.renderer import Renderer

GAINS = [[1.5, 0.1, 0.0], [0.0, 1.4, 0.1], [0.1, 0.0, 1.6]]
VIEWS = ("agx", "aces", "filmic", "neutral", "standard", "raw", "luminance", "red")


def sparse_film(width: int, height: int, shift: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Sums (pixels * 3) and counts: the lattice, some pixels between, and holes where samples were not finite."""
    rng = np.random.default_rng(seed)
    counts = np.zeros((height, width), np.int32)
    counts[:: 1 << shift, :: 1 << shift] = rng.integers(1, 5, counts[:: 1 << shift, :: 1 << shift].shape)
    counts[rng.random(counts.shape) < 0.1] = 1
    counts[rng.random(counts.shape) < 0.02] = 0
    sums = np.exp2(rng.uniform(-8, 5, (height, width, 3))).astype(np.float32) * counts[..., None]
    return sums.ravel(), counts.ravel()


def interpolated(sums: np.ndarray, counts: np.ndarray, width: int, height: int, shift: int) -> np.ndarray:
    """Radiance (height, width, 3) with pixels without a sample between their neighbours, written down by pixels."""
    stride = 1 << shift
    sums, counts = sums.reshape(height, width, 3).astype(np.float64), counts.reshape(height, width)
    means = sums / np.maximum(counts, 1)[..., None]
    last_x, last_y = (width - 1) // stride, (height - 1) // stride
    for y in range(height):
        for x in range(width):
            if counts[y, x] or shift == 0:
                continue
            total, weights = np.zeros(3), 0.0
            for dy in (0, 1):
                for dx in (0, 1):
                    i, j = min(x // stride + dx, last_x) * stride, min(y // stride + dy, last_y) * stride
                    weight = max(1 - abs(x // stride + dx - x / stride), 0.01)
                    weight *= max(1 - abs(y // stride + dy - y / stride), 0.01)
                    if counts[j, i]:
                        total, weights = total + weight * means[j, i], weights + weight
            means[y, x] = total / max(weights, 1e-6)
    return means


def film_of(sums: np.ndarray, counts: np.ndarray, width: int, height: int, shift: int) -> Film:
    """A film that has come so far."""
    film = Film(width, height)
    film.sums.from_numpy(sums)
    film.counts.from_numpy(counts)
    film.plan.stride = (1 << shift) // 2
    assert film.lattice_shift == shift
    return film


@pytest.mark.parametrize("shift", [0, 1, 2])
@pytest.mark.parametrize("size", [(1, 1), (15, 9), (16, 16), (37, 21)])
def test_pixels_without_a_sample_lie_between_their_neighbours(
    renderer: Renderer, size: tuple[int, int], shift: int
) -> None:
    width, height = size
    sums, counts = sparse_film(width, height, shift, seed=shift)
    film = film_of(sums, counts, width, height, shift)
    picture = ti.ndarray(ti.f32, len(sums))
    film.gather_lattice()
    linear_picture(film.sums, film.counts, film.lattice_means, width, height, shift, picture)
    expected = interpolated(sums, counts, width, height, shift)
    np.testing.assert_allclose(picture.to_numpy().reshape(height, width, 3), expected, rtol=2e-5, atol=1e-6)


@pytest.mark.parametrize("view", VIEWS)
def test_both_kernels_show_the_same_picture(renderer: Renderer, view: str) -> None:
    shader = shader_loading.load("views", view)
    kernels = [make_display_kernel(shader, lanes) for lanes in (1, LANES)]
    for width, height, shift in ((15, 9, 2), (37, 21, 2), (64, 8, 1), (33, 3, 0), (1, 1, 2)):
        film = film_of(*sparse_film(width, height, shift, seed=7), width, height, shift)
        film.gather_lattice(1.5)
        shown = []
        for kernel in kernels:
            arrays = (film.sums, film.counts, film.lattice_means)
            kernel(*arrays, width, height, shift, ti.Matrix(GAINS), film.picture)
            shown.append(film.picture.to_numpy().view(np.uint8).astype(np.int32))
        assert np.abs(shown[0] - shown[1]).max() <= 1, (width, height, shift)
        assert (shown[1].reshape(-1, 4)[:, 3] == 255).all()


def lattice_of(film: Film) -> np.ndarray:
    """Radiance of the lattice's pixels, and whether there is any: (rows, columns, 4)."""
    columns, rows = (((side - 1) >> film.lattice_shift) + 1 for side in (film.width, film.height))
    return film.lattice_means.to_numpy()[: 4 * columns * rows].reshape(rows, columns, 4)


@pytest.mark.parametrize("exposure", [1.0, 1e-4])
def test_first_samples_are_blurred_and_keep_what_is_even(renderer: Renderer, exposure: float) -> None:
    width, height, shift = 37, 29, 2
    sums, counts = sparse_film(width, height, shift, seed=3)
    even = film_of(np.repeat(counts, 3) * np.float32(0.7 / exposure), counts, width, height, shift)
    even.gather_lattice(exposure)
    np.testing.assert_allclose(lattice_of(even)[..., :3], 0.7 / exposure, rtol=1e-4)
    noisy = film_of(sums, counts, width, height, shift)
    noisy.gather_lattice()
    before = np.log(lattice_of(noisy)[..., :3].clip(1e-3))
    noisy.gather_lattice(exposure)
    after = np.log(lattice_of(noisy)[..., :3].clip(1e-3))
    assert after.std() < 0.5 * before.std()


def test_one_bright_sample_does_not_spread(renderer: Renderer) -> None:
    width, height, shift = 64, 64, 2
    counts = np.ones(width * height, np.int32)
    sums = np.full((height, width, 3), 0.1, np.float32)
    sums[32, 32] = 1e4
    film = film_of(sums.ravel(), counts, width, height, shift)
    film.gather_lattice(1.0)
    beside = lattice_of(film)[8, 9, 0]
    assert 0.1 < beside < 0.5
    film.gather_lattice()
    assert lattice_of(film)[8, 8, 0] == pytest.approx(1e4, rel=1e-5)


@ti.kernel
def tabulate(x: Floats, y: Floats, out: Floats):
    for i in range(x.shape[0]):
        out[3 * i] = log2(x[i])
        out[3 * i + 1] = exp2(y[i])
        out[3 * i + 2] = power(x[i], 1.0 / 2.4)


def test_logarithms_and_powers_are_as_exact_as_they_say(renderer: Renderer) -> None:
    x = np.concatenate([np.exp2(np.linspace(-100.0, 100.0, 20001)), np.linspace(0.5, 2.0, 20001)]).astype(np.float32)
    y = np.linspace(-125.0, 126.0, len(x)).astype(np.float32)
    out = ti.ndarray(ti.f32, 3 * len(x))
    given = [ti.ndarray(ti.f32, len(x)) for _ in range(2)]
    given[0].from_numpy(x)
    given[1].from_numpy(y)
    tabulate(*given, out)
    found = out.to_numpy().astype(np.float64).reshape(-1, 3)
    wide, high = x.astype(np.float64), y.astype(np.float64)
    exact = np.log2(wide)
    assert np.max(np.abs(found[:, 0] - exact) / np.maximum(3e-7, 2.4e-7 * np.abs(exact))) < 1.0
    assert np.max(np.abs(found[:, 1] / np.exp2(high) - 1.0)) < 5e-7
    # An error of the logarithm, which grows with its size, becomes a relative one of the power.
    assert np.max(np.abs(found[:, 2] / wide ** (1.0 / 2.4) - 1.0)) < 4e-6
