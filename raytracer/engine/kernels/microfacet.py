"""The GGX microfacet distribution and Fresnel's equations, in the local frame (z is the normal).

``alpha`` is the GGX width (Mitsuba's ``alpha``, glTF's ``roughness`` squared), isotropic. ``outgoing.z`` is positive
here: shaders mirror both directions first where the viewer is below. Masking and shadowing are the separable Smith
terms, as in Mitsuba and in Appendix B of the glTF specification.

References
    [1] B. Walter et al., "Microfacet models for refraction through rough surfaces", EGSR 2007.
    [2] J. Dupuy, A. Benyoub, "Sampling visible GGX normals with spherical caps", HPG 2023.
    [3] E. Heitz, "Sampling the GGX distribution of visible normals", JCGT 7(4), 2018.
    [4] S. Lagarde, "Memo on Fresnel equations", 2013.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.shading import vec2, vec3

SMOOTH_ALPHA = 1e-3
"""Below this width a surface is a mirror: single precision cannot resolve the lobe."""
SAME_INDEX = 1e-4
"""Indices of refraction that differ by less do not bend light."""

Facet = ti.types.struct(cosine=ti.f32, value=ti.f32, pdf=ti.f32, slope2=ti.f32)
"""``cosine``: of a direction to the normal of the facet that links two directions, which Fresnel's equations need.
``value``: BSDF * |cos incoming| without Fresnel's factor. ``pdf``: density of ``incoming`` by way of that facet.
``slope2``: squared slope of the facet over ``alpha`` squared."""


@ti.func
def ggx_d(h, alpha):
    """Distribution of normals D(h), 1/sr ([1] eq. 33), in a form that keeps its precision for small ``alpha``."""
    a2 = alpha * alpha
    t = h.x * h.x + h.y * h.y + a2 * h.z * h.z
    return ti.select(h.z > 0.0, a2 / (tm.pi * t * t), 0.0)


@ti.func
def ggx_v(z, alpha):
    """Smith masking over twice the cosine, ``G1 / (2 z)`` ([1] eq. 34), for a direction at cosine ``z`` > 0."""
    a2 = alpha * alpha
    return 1.0 / (z + ti.sqrt(a2 + (1.0 - a2) * z * z))


@ti.func
def sample_ggx(outgoing, alpha, u):
    """A normal among those visible from ``outgoing`` [2]; density ``2 ggx_v(outgoing.z) ggx_d(h) dot(outgoing, h)``."""
    o = tm.normalize(vec3(alpha * outgoing.x, alpha * outgoing.y, outgoing.z))
    z = (1.0 - u.x) * (1.0 + o.z) - o.z
    r = ti.sqrt(tm.clamp(1.0 - z * z, 0.0, 1.0))
    phi = 2.0 * tm.pi * u.y
    h = vec3(r * ti.cos(phi), r * ti.sin(phi), z) + o
    return tm.normalize(vec3(alpha * h.x, alpha * h.y, ti.max(h.z, 1e-7)))


@ti.func
def reflection(outgoing, incoming, alpha):
    """The facet that reflects one direction into the other ([1] eq. 13 and 20); both have z > 0."""
    h = tm.normalize(outgoing + incoming)
    visible = ggx_d(h, alpha) * ggx_v(outgoing.z, alpha)
    value = visible * ggx_v(incoming.z, alpha) * incoming.z
    return Facet(tm.dot(outgoing, h), value, 0.5 * visible, slope2(h, alpha))


@ti.func
def refraction(outgoing, incoming, alpha, eta):
    """The facet that refracts one direction into the other, for radiance; zero where there is none.

    ``incoming.z`` < 0 < ``outgoing.z``; ``eta`` is the index below over that above. [1] eq. 16, 17 and 21, the value
    over eta^2: refracted radiance is diluted."""
    h = outgoing + eta * incoming
    length2 = ti.max(tm.dot(h, h), 1e-20)
    h *= ti.select(h.z > 0.0, 1.0, -1.0) / ti.sqrt(length2)
    oh = tm.dot(outgoing, h)
    ih = -tm.dot(incoming, h)
    facet = Facet(cosine=1.0)
    if oh > 0.0 and ih > 0.0:
        density = 2.0 * ggx_d(h, alpha) * ggx_v(outgoing.z, alpha) * oh * ih / length2
        value = density * -2.0 * incoming.z * ggx_v(-incoming.z, alpha)
        facet = Facet(oh, value, density * eta * eta, slope2(h, alpha))
    return facet


@ti.func
def slope2(h, alpha):
    """Squared slope of a facet over ``alpha`` squared."""
    return (h.x * h.x + h.y * h.y) / ti.max(h.z * h.z * alpha * alpha, 1e-20)


@ti.func
def beckmann_over_ggx(facet, outgoing, incoming, alpha):
    """Turns the value of a GGX facet into that of Beckmann's distribution ([1] eq. 25 to 27), Mitsuba's default.

    Directions are still drawn from GGX, whose tails are longer: the ratio of the distributions is at most 4 / e."""
    d = ti.exp(-facet.slope2) * (1.0 + facet.slope2) ** 2
    g = beckmann_g1(ti.abs(outgoing.z), alpha) * beckmann_g1(ti.abs(incoming.z), alpha)
    v = ggx_v(ti.abs(outgoing.z), alpha) * ggx_v(ti.abs(incoming.z), alpha)
    return d * g / ti.max(4.0 * v * ti.abs(outgoing.z * incoming.z), 1e-20)


@ti.func
def beckmann_g1(z, alpha):
    """Smith masking for Beckmann's distribution, in the rational fit of [1] eq. 27."""
    a = z / ti.max(alpha * ti.sqrt(ti.max(1.0 - z * z, 0.0)), 1e-6)
    return ti.select(a < 1.6, a * (3.535 + 2.181 * a) / (1.0 + a * (2.276 + 2.577 * a)), 1.0)


@ti.func
def reflect(outgoing, h):
    """The mirror image of ``outgoing`` about the unit vector ``h``."""
    return 2.0 * tm.dot(outgoing, h) * h - outgoing


@ti.func
def refract(outgoing, h, eta, cos_t):
    """The direction behind the interface with normal ``h`` ([1] eq. 40); ``eta`` and ``cos_t`` as in ``dielectric``."""
    return tm.normalize((tm.dot(outgoing, h) / eta - cos_t) * h - outgoing / eta)


@ti.func
def dielectric(cos_i, eta):
    """``(F, cos_t)``: unpolarised reflectance, and cosine behind the interface (0 in total reflection).

    ``cos_i`` >= 0 is the cosine on the side of the viewer; ``eta`` the index behind over the index on that side."""
    sin2_t = (1.0 - cos_i * cos_i) / (eta * eta)
    result = vec2(1.0, 0.0)
    if sin2_t < 1.0:
        cos_t = ti.sqrt(1.0 - sin2_t)
        s = (cos_i - eta * cos_t) / (cos_i + eta * cos_t)
        p = (eta * cos_i - cos_t) / (eta * cos_i + cos_t)
        result = vec2(0.5 * (s * s + p * p), cos_t)
    return result


@ti.func
def conductor(cos_i, eta, k):
    """Unpolarised reflectance of a metal with the complex index ``eta + i k`` per channel, seen from vacuum [4]."""
    c2 = cos_i * cos_i
    s2 = 1.0 - c2
    a0 = eta * eta - k * k - s2
    length = ti.sqrt(a0 * a0 + 4.0 * eta * eta * k * k)
    b = 2.0 * cos_i * ti.sqrt(ti.max(0.0, 0.5 * (length + a0)))
    s = (length + c2 - b) / (length + c2 + b)
    p = (c2 * length + s2 * s2 - b * s2) / ti.max(c2 * length + s2 * s2 + b * s2, 1e-20)
    return 0.5 * s * (1.0 + p)


@ti.func
def schlick(cos_i, f0, f90):
    """Schlick's curve from ``f0`` at the normal to ``f90`` at grazing angles."""
    m = tm.clamp(1.0 - cos_i, 0.0, 1.0)
    m2 = m * m
    return f0 + (f90 - f0) * (m2 * m2 * m)


@ti.func
def max3(c):
    """The largest channel."""
    return ti.max(c.x, c.y, c.z)


@ti.func
def mirrored(v, sign):
    """``v`` on the upper side when ``sign`` is the sign of the viewer's side; its own inverse."""
    return vec3(v.x, v.y, v.z * sign)


@ti.func
def is_smooth(alpha, ior):
    """Whether a refracted lobe, about ``alpha * |ior - 1|`` wide, is too narrow for single precision."""
    return alpha < SMOOTH_ALPHA or alpha * ti.abs(ior - 1.0) < 1e-5
