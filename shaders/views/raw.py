"""Raw: linear values clipped to 0..1 and shown as they are, without a display's gamma. For reading numbers off."""

import taichi as ti

from raytracer.engine.kernels import display


@ti.func
def apply(rgb):
    return ti.min(display.bounded(rgb), 1.0)
