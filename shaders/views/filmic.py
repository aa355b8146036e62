"""Filmic: John Hable's curve from Uncharted 2, per channel; soft shoulder, slightly washed-out blacks and colours.

References
    [1] J. Hable, "Filmic tonemapping operators", 2010: coefficients, exposure bias 2 and white point 11.2.
"""

import taichi as ti

from raytracer.engine.kernels import display

WHITE = 11.2
EXPOSURE_BIAS = 2.0


@ti.func
def curve(x):
    return (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.50) + 0.06) - 0.02 / 0.30


@ti.func
def apply(rgb):
    c = EXPOSURE_BIAS * display.bounded(rgb)
    return display.srgb_encode(curve(c) / curve(WHITE))
