"""Blue: this channel alone, as a grey picture with the sRGB transfer function."""

import taichi as ti

from raytracer.engine.kernels import display
from raytracer.engine.kernels.shading import vec3


@ti.func
def apply(rgb):
    return display.srgb_encode(vec3(rgb.z))
