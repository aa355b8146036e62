"""Luminance: false colours; black is 8 stops below middle grey, blue 4, green is it, orange 4 above, dark red 8.

References
    [1] A. Mikhailov, "Turbo, an improved rainbow colormap for visualization", 2019; polynomial fit by R. Du.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels import display
from raytracer.engine.kernels.powers import log2
from raytracer.engine.kernels.shading import vec3

MIDDLE_GREY = 0.18
STOPS = 8.0


@ti.func
def apply(rgb):
    c = display.bounded(rgb)
    luminance = 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z
    stops = log2(ti.max(luminance, 1e-12) / MIDDLE_GREY)
    x = tm.clamp(0.5 + 0.5 * stops / STOPS, 0.0, 1.0)
    return tm.clamp(turbo(x), 0.0, 1.0)


@ti.func
def turbo(x):
    """The colour map at ``x`` in 0..1: red, green and blue each a polynomial [1]."""
    red = 4.61539260 + x * (-42.66032258 + x * (132.13108234 + x * (-152.94239396 + x * 59.28637943)))
    green = 2.19418839 + x * (4.84296658 + x * (-14.18503333 + x * (4.27729857 + x * 2.82956604)))
    blue = 12.64194608 + x * (-60.58204836 + x * (110.36276771 + x * (-89.90310912 + x * 27.34824973)))
    return vec3(0.13572138, 0.09140261, 0.10667330) + x * vec3(red, green, blue)
