"""Fog, smoke, milk, coloured glass: the same everywhere, with a Henyey-Greenstein phase function.

References
    [1] L. Henyey, J. Greenstein, "Diffuse radiation in the galaxy", 1941.
    [2] M. Pharr, W. Jakob, G. Humphreys, "Physically Based Rendering", 4th ed.: sec. 11.3 and 14.2.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels import warps
from raytracer.engine.kernels.shading import MediumSample, PhaseSample

PARAMETERS = {
    "absorption": {
        "kind": "color", "default": 0.0, "min": 0.0, "max": 100.0, "unit": "1/m", "doc": "Absorption coefficient",
    },
    "scattering": {
        "kind": "color", "default": 0.0, "min": 0.0, "max": 100.0, "unit": "1/m", "doc": "Scattering coefficient",
    },
    "anisotropy": {
        "kind": "float", "default": 0.0, "min": -0.99, "max": 0.99,
        "doc": "Mean cosine of scattering: 0 to all sides alike, near 1 forward, near -1 back",
    },
}  # fmt: skip


@ti.func
def sample_distance(p, t_max, u):
    """One channel, picked by ``u.x``, draws the distance; the weight divides by the mean density of the three."""
    extinction = p.absorption + p.scattering
    channel = extinction.x
    if u.x >= 1.0 / 3.0:
        channel = ti.select(u.x < 2.0 / 3.0, extinction.y, extinction.z)
    scatters = mean(p.scattering) > 0.0
    t = ti.select(scatters and channel > 0.0, -ti.log(1.0 - u.y) / ti.max(channel, 1e-20), t_max)
    result = MediumSample(t_max, 0, transmittance(p, t_max))
    if scatters:
        if t < t_max:
            passed = transmittance(p, t)
            result = MediumSample(t, 1, p.scattering * passed / ti.max(mean(extinction * passed), 1e-20))
        else:
            result.weight /= ti.max(mean(result.weight), 1e-20)
    return result


@ti.func
def transmittance(p, t):
    """Beer and Lambert's law; 1 where there is no extinction, however far."""
    extinction = p.absorption + p.scattering
    return ti.exp(-extinction * ti.min(t, 1e15))


@ti.func
def sample_phase(p, direction, u):
    """[2] eq. 11.24; the inverse of the distribution of ``pdf_phase`` in the cosine."""
    g = p.anisotropy
    cosine = 1.0 - 2.0 * u.x
    if ti.abs(g) > 1e-3:
        s = (1.0 - g * g) / (1.0 + g - 2.0 * g * u.x)
        cosine = tm.clamp((1.0 + g * g - s * s) / (2.0 * g), -1.0, 1.0)
    local = warps.polar(cosine, 2.0 * tm.pi * u.y)
    return PhaseSample(warps.to_world(local, direction), pdf_phase(p, cosine))


@ti.func
def pdf_phase(p, cosine):
    """[1]; ``cosine`` is between the old and the new direction of travel."""
    g = p.anisotropy
    d = 1.0 + g * g - 2.0 * g * cosine
    return 0.25 * warps.INV_PI * (1.0 - g * g) / ti.max(d * ti.sqrt(d), 1e-9)


@ti.func
def mean(c):
    return (c.x + c.y + c.z) / 3.0
