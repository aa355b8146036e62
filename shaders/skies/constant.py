"""The same radiance from everywhere."""

import taichi as ti

PARAMETERS = {
    "radiance": {"kind": "color", "default": 1.0, "min": 0.0, "unit": "W/(m2 sr)", "doc": "Radiance of the sky"},
}


@ti.func
def radiance(p, direction, texel):
    return p.radiance
