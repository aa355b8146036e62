"""What the tone curves share: bounds on their input and the sRGB transfer function.

References
    [1] IEC 61966-2-1:1999, the sRGB colour space.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.powers import power

BRIGHTEST = 65504.0
"""Display curves are flat long before this; with it squares stay finite in single precision."""


@ti.func
def bounded(rgb):
    """``rgb`` without what a display cannot show: negative (out of gamut) and huge or infinite values."""
    return tm.clamp(rgb, 0.0, BRIGHTEST)


@ti.func
def srgb_encode(linear):
    """Linear light 0..1 to the value an sRGB display expects [1]; clips."""
    result = tm.clamp(linear, 0.0, 1.0)
    for k in ti.static(range(3)):
        curved = 1.055 * power(ti.max(result[k], 1e-9), 1.0 / 2.4) - 0.055
        result[k] = ti.select(result[k] <= 0.0031308, 12.92 * result[k], curved)
    return tm.clamp(result, 0.0, 1.0)
