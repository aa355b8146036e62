"""Metal, from mirror to brushed: reflects only, with the colour of its complex index of refraction.

References
    [1] B. Walter et al., "Microfacet models for refraction through rough surfaces", EGSR 2007: eq. 20 (reflection).
    [2] E. Heitz, "Sampling the GGX distribution of visible normals", JCGT 7(4), 2018: eq. 3 and 17 (density).
"""

import taichi as ti
import taichi.math as tm

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
}  # fmt: skip
TRANSMITS = False


@ti.func
def sample(p, outgoing, u):
    result = absorbed()
    if p.alpha < mf.SMOOTH_ALPHA:
        weight = p.reflectance * mf.conductor(outgoing.z, p.eta, p.k)
        result = SurfaceSample(vec3(-outgoing.x, -outgoing.y, outgoing.z), DELTA, weight, 1.0)
    else:
        h = mf.sample_ggx(outgoing, p.alpha, vec2(u.x, u.y))
        incoming = mf.reflect(outgoing, h)
        if incoming.z > 0.0:
            result = scatter(incoming)
    return result


@ti.func
def evaluate(p, outgoing, incoming):
    value = nothing()
    if p.alpha >= mf.SMOOTH_ALPHA and outgoing.z > 0.0 and incoming.z > 0.0:
        h = tm.normalize(outgoing + incoming)
        fresnel = p.reflectance * mf.conductor(tm.dot(outgoing, h), p.eta, p.k)
        visible = mf.ggx_d(h, p.alpha) * mf.ggx_v(outgoing.z, p.alpha)
        value = SurfaceValue(fresnel * (visible * mf.ggx_v(incoming.z, p.alpha) * incoming.z), 0.5 * visible)
    return value


@ti.func
def straight(p, outgoing):
    return vec3(0.0)
