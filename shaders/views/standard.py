"""Standard: sRGB, clipped where the display ends. Faithful below white, harsh highlights."""

import taichi as ti

from raytracer.engine.kernels import display


@ti.func
def apply(rgb):
    return display.srgb_encode(display.bounded(rgb))
