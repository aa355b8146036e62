"""A plain copy of memory, to measure how fast a GPU reads and writes its own."""

import taichi as ti

from raytracer.engine.kernels.buffers import Floats


@ti.kernel
def copy_floats(source: Floats, target: Floats, floats: ti.i32):
    """Neighbouring lanes copy neighbouring floats."""
    for i in range(floats):
        target[i] = source[i]
