"""Neutral: Khronos PBR Neutral; base colours under grey light come out true, only highlights are compressed.

References
    [1] Khronos Group, "PBR Neutral tone mapper specification", 2024, https://github.com/KhronosGroup/ToneMapping.
"""

import taichi as ti

from raytracer.engine.kernels import display

F90 = 0.04  # what a dielectric reflects at the normal, taken off again
KS = 0.8 - F90  # compression starts here
KD = 0.15  # speed of desaturation


@ti.func
def apply(rgb):
    c = display.bounded(rgb)
    x = ti.min(c.x, c.y, c.z)
    c -= ti.select(x <= 2.0 * F90, x - x * x / (4.0 * F90), F90)
    peak = ti.max(c.x, c.y, c.z)
    if peak > KS:
        compressed = 1.0 - (1.0 - KS) ** 2 / (peak + 1.0 - 2.0 * KS)
        g = 1.0 / (KD * (peak - compressed) + 1.0)
        c = c * (compressed / peak * g) + compressed * (1.0 - g)
    return display.srgb_encode(c)
