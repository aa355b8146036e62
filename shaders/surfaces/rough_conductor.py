"""Metal, from mirror to brushed: reflects only, with the colour of its complex index of refraction.

References
    [1] B. Walter et al., "Microfacet models for refraction through rough surfaces", EGSR 2007: eq. 20.
    [2] C. Kulla, A. Conty, "Revisiting physically based shading at Imageworks", SIGGRAPH course 2017 (compensation).
"""

import taichi as ti

from raytracer.engine.kernels import albedo, warps
from raytracer.engine.kernels import microfacet as mf
from raytracer.engine.kernels.shading import DELTA, SurfaceSample, SurfaceValue, absorbed, nothing, scatter, vec2, vec3

PARAMETERS = {
    "eta": {
        "kind": "color", "default": (0.2004, 0.9240, 1.1022), "min": 0.0, "max": 20.0,
        "doc": "Index of refraction, real part; the default is copper",
    },
    "k": {
        "kind": "color", "default": (3.9129, 2.4528, 2.1421), "min": 0.0, "max": 20.0,
        "doc": "Index of refraction, imaginary part; eta 0 and k 1 is a perfect mirror",
    },
    "reflectance": {
        "kind": "color", "default": 1.0, "min": 0.0, "max": 1.0, "tint": True,
        "doc": "Factor on the reflected light",
    },
    "alpha": {
        "kind": "float", "default": 0.1, "min": 0.0, "max": 1.0,
        "doc": "Width of the GGX distribution (not glTF's roughness, which is its square root); 0 is a mirror",
    },
    "energy_compensation": {
        "kind": "float", "default": 0.0, "min": 0.0, "max": 1.0,
        "doc": "1 gives back the light that bounces between facets, which Mitsuba's metals lose",
    },
    "beckmann": {
        "kind": "float", "default": 0.0, "min": 0.0, "max": 1.0,
        "doc": "1 for Beckmann's distribution, Mitsuba's default, which falls off faster than GGX; not compensated",
    },
}  # fmt: skip
TRANSMITS = False
SMOOTH = "alpha"


MEAN_COSINE = 0.456
"""Where a metal reflects about as much as on the average over all directions (exactly so on Schlick's curve)."""


@ti.func
def compensates(p):
    return p.energy_compensation > 0.0 and p.beckmann <= 0.5


@ti.func
def bounced_prob(p, outgoing):
    """Probability to draw a direction for the light of further bounces: what the first one loses."""
    prob = 0.0
    if compensates(p):
        prob = 1.0 - albedo.ggx(outgoing.z, p.alpha).x
    return prob


@ti.func
def sample(p, outgoing, u):
    result = absorbed()
    if p.alpha < mf.SMOOTH_ALPHA:
        weight = p.reflectance * mf.conductor(outgoing.z, p.eta, p.k)
        result = SurfaceSample(vec3(-outgoing.x, -outgoing.y, outgoing.z), DELTA, weight, 1.0)
    elif u.z < bounced_prob(p, outgoing):
        result = scatter(warps.cosine_hemisphere(vec2(u.x, u.y)))
    else:
        incoming = mf.reflect(outgoing, mf.sample_ggx(outgoing, p.alpha, vec2(u.x, u.y)))
        if incoming.z > 0.0:
            result = scatter(incoming)
    return result


@ti.func
def evaluate(p, outgoing, incoming):
    value = nothing()
    if p.alpha >= mf.SMOOTH_ALPHA and outgoing.z > 0.0 and incoming.z > 0.0:
        facet = mf.reflection(outgoing, incoming, p.alpha)
        if p.beckmann > 0.5:
            facet.value *= mf.beckmann_over_ggx(facet, outgoing, incoming, p.alpha)
        fresnel = p.reflectance * mf.conductor(facet.cosine, p.eta, p.k)
        value = SurfaceValue(fresnel * facet.value, facet.pdf)
        if compensates(p):
            even = incoming.z * warps.INV_PI
            lost = 1.0 - albedo.ggx(outgoing.z, p.alpha).x
            prob = bounced_prob(p, outgoing)
            mean = albedo.ggx_mean(p.alpha)
            bounced = albedo.bounced(lost, 1.0 - albedo.ggx(incoming.z, p.alpha).x, mean)
            color = p.reflectance * albedo.bounced_color(mf.conductor(MEAN_COSINE, p.eta, p.k), mean)
            value.value_cos += color * (bounced * even * p.energy_compensation)
            value.pdf = (1.0 - prob) * facet.pdf + prob * even
    return value


@ti.func
def straight(p, outgoing):
    return vec3(0.0)
