"""Plastic, lacquer, glazed clay: a clear coat over a matte base.

The base gets what the coat lets in and out, (1 - E(o)) (1 - E(i)) / (1 - mean E) with the coat's albedo E [1], so that
a white base under any coat reflects all light. For a smooth coat this equals Mitsuba's ``plastic`` (not ``nonlinear``).

References
    [1] C. Kelemen, L. Szirmay-Kalos, "A microfacet based coupled specular-matte BRDF model", Eurographics 2001: eq. 4.
    [2] B. Walter et al., "Microfacet models for refraction through rough surfaces", EGSR 2007: eq. 20.
"""

import taichi as ti

from raytracer.engine.kernels import albedo, warps
from raytracer.engine.kernels import microfacet as mf
from raytracer.engine.kernels.shading import DELTA, SurfaceSample, absorbed, nothing, scatter, vec2, vec3

PARAMETERS = {
    "reflectance": {
        "kind": "color", "default": 0.5, "min": 0.0, "max": 1.0, "tint": True, "doc": "Reflectance of the matte base",
    },
    "specular": {
        "kind": "color", "default": 1.0, "min": 0.0, "max": 1.0, "doc": "Factor on the coat's reflection",
    },
    "ior": {"kind": "float", "default": 1.49, "min": 1.0, "max": 4.0, "doc": "Index of refraction of the coat"},
    "alpha": {
        "kind": "float", "default": 0.1, "min": 0.0, "max": 1.0,
        "doc": "Width of the GGX distribution (not glTF's roughness, which is its square root); 0 is polished",
    },
}  # fmt: skip
TRANSMITS = False


@ti.func
def coat_prob(p, coat):
    """Probability to follow the coat, which reflects the fraction ``coat``."""
    s = coat * mf.max3(p.specular)
    d = (1.0 - coat) * mf.max3(p.reflectance)
    return ti.select(s + d > 0.0, s / ti.max(s + d, 1e-20), 1.0)


@ti.func
def sample(p, outgoing, u):
    prob = coat_prob(p, albedo.dielectric(outgoing.z, p.alpha, p.ior))
    result = absorbed()
    if u.z >= prob:
        result = scatter(warps.cosine_hemisphere(vec2(u.x, u.y)))
    elif p.alpha < mf.SMOOTH_ALPHA:
        weight = p.specular * (mf.dielectric(outgoing.z, p.ior).x / prob)
        result = SurfaceSample(vec3(-outgoing.x, -outgoing.y, outgoing.z), DELTA, weight, 1.0)
    else:
        incoming = mf.reflect(outgoing, mf.sample_ggx(outgoing, p.alpha, vec2(u.x, u.y)))
        if incoming.z > 0.0:
            result = scatter(incoming)
    return result


@ti.func
def evaluate(p, outgoing, incoming):
    value = nothing()
    if outgoing.z > 0.0 and incoming.z > 0.0:
        coat = albedo.dielectric(outgoing.z, p.alpha, p.ior)
        coat_in = albedo.dielectric(incoming.z, p.alpha, p.ior)
        coat_mean = albedo.dielectric_mean(p.alpha, p.ior)
        prob = coat_prob(p, coat)
        matte = incoming.z * warps.INV_PI
        value.value_cos = p.reflectance * (matte * (1.0 - coat) * (1.0 - coat_in) / (1.0 - coat_mean))
        value.pdf = (1.0 - prob) * matte
        if p.alpha >= mf.SMOOTH_ALPHA:
            facet = mf.reflection(outgoing, incoming, p.alpha)
            value.value_cos += p.specular * (mf.dielectric(facet.cosine, p.ior).x * facet.value)
            value.pdf += prob * facet.pdf
    return value


@ti.func
def straight(p, outgoing):
    return vec3(0.0)
