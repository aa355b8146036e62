"""Matte: light leaves equally bright in all directions (Lambert)."""

import taichi as ti

from raytracer.engine.kernels import warps
from raytracer.engine.kernels.shading import SurfaceValue, nothing, scatter, vec2, vec3

PARAMETERS = {
    "reflectance": {
        "kind": "color", "default": 0.8, "min": 0.0, "max": 1.0, "tint": True,
        "doc": "Fraction of the light that is reflected",
    },
}  # fmt: skip
TRANSMITS = False


@ti.func
def sample(p, outgoing, u):
    return scatter(warps.cosine_hemisphere(vec2(u.x, u.y)))


@ti.func
def evaluate(p, outgoing, incoming):
    value = nothing()
    if outgoing.z > 0.0 and incoming.z > 0.0:
        pdf = incoming.z * warps.INV_PI
        value = SurfaceValue(value_cos=p.reflectance * pdf, pdf=pdf)
    return value


@ti.func
def straight(p, outgoing):
    return vec3(0.0)
