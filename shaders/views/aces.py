"""ACES: the film look of the Academy's reference transform in Stephen Hill's fit; strong contrast, fades to white.

The fit is used without the exposure factor 1/0.6 that some viewers put in front of it.

References
    [1] S. Hill in MJP's BakingLab, ACES.hlsl, 2016, https://github.com/TheRealMJP/BakingLab.
"""

import taichi as ti

from raytracer.engine.kernels import display
from raytracer.engine.kernels.shading import vec3


@ti.func
def apply(rgb):
    c = display.bounded(rgb)
    # sRGB to ACEScg, with the desaturation of the reference rendering transform
    r = 0.59719 * c.x + 0.35458 * c.y + 0.04823 * c.z
    g = 0.07600 * c.x + 0.90834 * c.y + 0.01566 * c.z
    b = 0.02840 * c.x + 0.13383 * c.y + 0.83777 * c.z
    v = vec3(r, g, b)
    v = (v * (v + 0.0245786) - 0.000090537) / (v * (0.983729 * v + 0.4329510) + 0.238081)
    # back to sRGB, with the desaturation of the output transform
    out_r = 1.60475 * v.x - 0.53108 * v.y - 0.07367 * v.z
    out_g = -0.10208 * v.x + 1.10813 * v.y - 0.00605 * v.z
    out_b = -0.00327 * v.x - 0.07276 * v.y + 1.07602 * v.z
    return display.srgb_encode(vec3(out_r, out_g, out_b))
