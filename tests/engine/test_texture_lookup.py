"""Texels at every place where a coordinate can fall, and the search of a cumulative table, against NumPy."""

import numpy as np
import pytest
import taichi as ti

from raytracer.engine.kernels.buffers import Floats, Ints
from raytracer.engine.kernels.sky import search_cdf
from raytracer.engine.kernels.textures import wrap
from raytracer.engine.layout import WRAP_CLAMP, WRAP_MIRROR, WRAP_REPEAT
from raytracer.engine.renderer import Renderer


@pytest.fixture(autouse=True)
def _taichi(renderer: Renderer) -> None:
    """Kernels need a runtime."""


@ti.kernel
def wrap_all(first: ti.i32, size: ti.i32, mode: ti.i32, out: Ints):
    for i in range(out.shape[0]):
        out[i] = wrap(first + i, size, mode)


@ti.kernel
def search_all(table: Floats, begin: ti.i32, count: ti.i32, u: Floats, out: Ints):
    for i in range(out.shape[0]):
        out[i] = search_cdf(table, begin, count, u[i])


@pytest.mark.parametrize("size", [1, 2, 3, 7, 256])
def test_indices_wrap_as_named(size: int) -> None:
    i = np.arange(-size, 3 * size, dtype=np.int32)
    expected = {
        WRAP_REPEAT: i % size,
        WRAP_CLAMP: np.clip(i, 0, size - 1),
        WRAP_MIRROR: np.where(i % (2 * size) < size, i % (2 * size), 2 * size - 1 - i % (2 * size)),
    }
    for mode, indices in expected.items():
        out = np.empty(len(i), np.int32)
        wrap_all(int(i[0]), size, mode, out)
        assert np.array_equal(out, indices), mode
        beyond = np.empty(4, np.int32)
        wrap_all(3 * size, size, mode, beyond)
        assert ((beyond >= 0) & (beyond < size)).all(), "rounding may reach one further, never out of the picture"


@pytest.mark.parametrize("count", [1, 2, 3, 5, 64, 1000])
def test_the_first_value_above(count: int) -> None:
    random = np.random.default_rng(count)
    table = np.cumsum(random.random(count)).astype(np.float32)
    table = np.concatenate([np.full(3, 9.0, np.float32), table / table[-1]])
    u = np.concatenate([random.random(500), table[3:], [0.0, 0.99999994]]).astype(np.float32)
    out = np.empty(len(u), np.int32)
    search_all(table, 3, count, u, out)
    assert np.array_equal(out, np.minimum(np.searchsorted(table[3:], u, side="right"), count - 1))
