"""AgX: a film-like curve over 16.5 stops; bright saturated colours fade towards white instead of clipping. Base look.

Middle grey, 0.18, becomes the display value 0.5. Written in closed form rather than as the widespread polynomial fit,
so that black is 0 and white is 1.

References
    [1] T. Sobotka, AgX, https://github.com/sobotka/AgX: the inset, the range of stops and the shape of the curve.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels import display
from raytracer.engine.kernels.powers import log2, power
from raytracer.engine.kernels.shading import vec3

LOWEST_STOP = -12.473931  # 10 stops below middle grey
STOPS = 16.5
PIVOT = 10.0 / 16.5  # where middle grey lies in the range

TOE = 3.0
TOE_SCALE = ((2.0 * PIVOT / 0.5) ** TOE - 1.0) / PIVOT**TOE
SHOULDER = 3.25
SHOULDER_SCALE = ((2.0 * (1.0 - PIVOT) / 0.5) ** SHOULDER - 1.0) / (1.0 - PIVOT) ** SHOULDER


@ti.func
def grey(rgb):
    """The part of the inset that goes into all channels alike; the weights add up to 0.2."""
    return tm.dot(rgb, vec3(0.0424010710, 0.0784365016, 0.0791624274))


@ti.func
def curve(x):
    """Of a scalar, through (0, 0), (PIVOT, 0.5) with slope 2, and (1, 1)."""
    d = x - PIVOT
    exponent = ti.select(d > 0.0, SHOULDER, TOE)
    scale = ti.select(d > 0.0, SHOULDER_SCALE, TOE_SCALE)
    bend = power(1.0 + scale * power(ti.max(ti.abs(d), 1e-9), exponent), -1.0 / exponent)
    return 0.5 + 2.0 * d * bend


@ti.func
def apply(rgb):
    scene = display.bounded(rgb)
    shown = 0.8 * scene + grey(scene)
    for k in ti.static(range(3)):
        stops = log2(ti.max(shown[k], 1e-10)) - LOWEST_STOP
        shown[k] = curve(tm.clamp(stops / STOPS, 0.0, 1.0))
    return tm.clamp((shown - grey(shown)) / 0.8, 0.0, 1.0)  # the inverse of the inset
