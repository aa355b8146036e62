"""A window pane too thin to shift what is seen through it: reflects a little, lets the rest straight through.

The light bounces inside the pane: with R of one face, all orders together reflect 2 R / (1 + R) (a geometric series).
"""

import taichi as ti

from raytracer.engine.kernels import microfacet as mf
from raytracer.engine.kernels.shading import DELTA, STRAIGHT, SurfaceSample, absorbed, nothing, vec3

PARAMETERS = {
    "ior": {"kind": "float", "default": 1.5, "min": 1.0, "max": 4.0, "doc": "Index of refraction of the pane"},
    "reflectance": {
        "kind": "color", "default": 1.0, "min": 0.0, "max": 1.0, "doc": "Factor on the reflected light",
    },
    "transmittance": {
        "kind": "color", "default": 1.0, "min": 0.0, "max": 1.0, "tint": True, "doc": "Factor on the light let through",
    },
}  # fmt: skip
TRANSMITS = True
SMOOTH = True


@ti.func
def pane_reflectance(p, outgoing):
    r = mf.dielectric(ti.abs(outgoing.z), p.ior).x
    return 2.0 * r / (1.0 + r)


@ti.func
def sample(p, outgoing, u):
    r = pane_reflectance(p, outgoing)
    reflected = p.reflectance * r
    passed = p.transmittance * (1.0 - r)
    total = mf.max3(reflected) + mf.max3(passed)
    prob = mf.max3(reflected) / ti.max(total, 1e-20)
    result = absorbed()
    if total > 0.0:
        if u.z < prob:
            result = SurfaceSample(vec3(-outgoing.x, -outgoing.y, outgoing.z), DELTA, reflected / prob, 1.0)
        else:
            result = SurfaceSample(-outgoing, STRAIGHT, passed / (1.0 - prob), 1.0)
    return result


@ti.func
def evaluate(p, outgoing, incoming):
    return nothing()


@ti.func
def straight(p, outgoing):
    return p.transmittance * (1.0 - pane_reflectance(p, outgoing))
