"""Squares of two colours, two by two in the unit square of texture coordinates."""

import taichi as ti

from raytracer.engine.kernels.shading import vec4

PARAMETERS = {
    "color_a": {"kind": "color", "default": 0.4, "min": 0.0, "doc": "Squares at the origin"},
    "color_b": {"kind": "color", "default": 0.2, "min": 0.0, "doc": "The other squares"},
}


@ti.func
def value(p, uv, texel):
    half = 2.0 * (uv - ti.floor(uv))
    odd = (ti.cast(half.x, ti.i32) + ti.cast(half.y, ti.i32)) % 2
    return vec4(ti.select(odd == 0, p.color_a, p.color_b), 1.0)
