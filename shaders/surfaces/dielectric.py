"""Glass, water, diamond: reflects and refracts, clear or frosted. The body it encloses has the index ``ior``.

An index within 1e-4 of 1 lets everything pass straight, frosted or not. A frosted lobe too narrow for single precision
(index near 1 and small ``alpha``) is treated as clear.

References
    [1] B. Walter et al., "Microfacet models for refraction through rough surfaces", EGSR 2007: eq. 16, 17, 20, 21.
    [2] E. Veach, "Robust Monte Carlo methods for light transport simulation", 1997: sec. 5.2 (radiance over eta^2).
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels import microfacet as mf
from raytracer.engine.kernels.shading import (
    DELTA,
    SCATTER,
    STRAIGHT,
    SurfaceSample,
    SurfaceValue,
    absorbed,
    nothing,
    vec2,
    vec3,
)  # fmt: skip

PARAMETERS = {
    "ior": {
        "kind": "float", "default": 1.5, "min": 0.25, "max": 4.0,
        "doc": "Index of refraction inside over that outside: water 1.33, glass 1.5, diamond 2.42",
    },
    "reflectance": {
        "kind": "color", "default": 1.0, "min": 0.0, "max": 1.0, "doc": "Factor on the reflected light",
    },
    "transmittance": {
        "kind": "color", "default": 1.0, "min": 0.0, "max": 1.0, "tint": True, "doc": "Factor on the refracted light",
    },
    "alpha": {
        "kind": "float", "default": 0.0, "min": 0.0, "max": 1.0,
        "doc": "Width of the GGX distribution (not glTF's roughness, which is its square root); 0 is clear",
    },
    "beckmann": {
        "kind": "float", "default": 0.0, "min": 0.0, "max": 1.0,
        "doc": "1 for Beckmann's distribution, Mitsuba's default, which falls off faster than GGX",
    },
}  # fmt: skip
TRANSMITS = True
SMOOTH = "alpha"
SOLID = True
BENDS = "ior"


@ti.func
def bends(p):
    return ti.abs(p.ior - 1.0) > mf.SAME_INDEX


@ti.func
def relative_index(p, outgoing):
    """Index of refraction behind the interface over that on the viewer's side."""
    return ti.select(outgoing.z > 0.0, p.ior, 1.0 / p.ior)


@ti.func
def reflection_prob(p, fresnel):
    """Probability to follow the reflection, in proportion to what the two ways carry."""
    r = fresnel * mf.max3(p.reflectance)
    t = (1.0 - fresnel) * mf.max3(p.transmittance)
    return ti.select(r + t > 0.0, r / ti.max(r + t, 1e-20), 1.0)


@ti.func
def sample(p, outgoing, u):
    side = ti.select(outgoing.z > 0.0, 1.0, -1.0)
    eta = relative_index(p, outgoing)
    o = mf.mirrored(outgoing, side)
    smooth = mf.is_smooth(p.alpha, p.ior)
    h = vec3(0.0, 0.0, 1.0)
    if not smooth:
        h = mf.sample_ggx(o, p.alpha, vec2(u.x, u.y))
    f = mf.dielectric(tm.dot(o, h), eta)
    prob = reflection_prob(p, f.x)
    kind = ti.select(smooth, DELTA, SCATTER)
    result = absorbed()
    if not bends(p):
        result = SurfaceSample(-outgoing, STRAIGHT, p.transmittance, 1.0)
    elif u.z < prob:
        i = mf.reflect(o, h)
        if i.z > 0.0:
            result = SurfaceSample(mf.mirrored(i, side), kind, p.reflectance * (f.x / prob), 1.0)
    else:
        i = mf.refract(o, h, eta, f.y)
        if i.z < 0.0:
            weight = p.transmittance * ((1.0 - f.x) / ((1.0 - prob) * eta * eta))
            result = SurfaceSample(mf.mirrored(i, side), kind, weight, eta)
    return result


@ti.func
def evaluate(p, outgoing, incoming):
    value = nothing()
    side = ti.select(outgoing.z > 0.0, 1.0, -1.0)
    o = mf.mirrored(outgoing, side)
    i = mf.mirrored(incoming, side)
    eta = relative_index(p, outgoing)
    if bends(p) and not mf.is_smooth(p.alpha, p.ior) and o.z > 0.0:
        above = i.z > 0.0
        facet = mf.Facet(cosine=1.0)
        if above:
            facet = mf.reflection(o, i, p.alpha)
        elif i.z < 0.0:
            facet = mf.refraction(o, i, p.alpha, eta)
        if p.beckmann > 0.5:
            facet.value *= mf.beckmann_over_ggx(facet, o, i, p.alpha)
        f = mf.dielectric(facet.cosine, eta).x
        prob = reflection_prob(p, f)
        color = ti.select(above, p.reflectance * f, p.transmittance * (1.0 - f))
        value = SurfaceValue(color * facet.value, ti.select(above, prob, 1.0 - prob) * facet.pdf)
    return value


@ti.func
def straight(p, outgoing):
    return ti.select(bends(p), vec3(0.0), p.transmittance)
