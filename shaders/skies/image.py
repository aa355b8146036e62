"""A latitude-longitude picture, as it is."""

import taichi as ti

PARAMETERS = {}


@ti.func
def radiance(p, direction, texel):
    return ti.Vector([texel.x, texel.y, texel.z])
