"""Sample points on the host."""

import numpy as np
import taichi as ti

from raytracer.engine.kernels.random import uniform4


@ti.kernel
def _fill(
    out: ti.types.ndarray(dtype=ti.f32, ndim=1),
    first: ti.i32,
    count: ti.i32,
    pixel: ti.i32,
    dimension: ti.i32,
    seed: ti.u32,
):
    for i in range(count):
        u = uniform4(pixel, first + i, dimension, seed)
        for k in ti.static(range(4)):
            out[4 * i + k] = u[k]


def sample_points(samples: range, *, pixel: int, dimension: int, seed: int) -> np.ndarray:
    """(samples, 4) f32 in [0, 1). A renderer must be running."""
    out = np.zeros(4 * len(samples), np.float32)
    _fill(out, samples.start, len(samples), pixel, dimension, seed)
    return out.reshape(-1, 4)
