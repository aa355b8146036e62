"""How much light a rough reflection keeps: fits that let layers share energy without tables.

A GGX reflection followed over one bounce only, as in ``microfacet``, loses the light that would bounce on between
the facets. Its albedo towards cosine ``z`` is ``E(z) F(c(z))``: ``E`` is that of a lossless facet, and Fresnel's curve
F acts as at one effective cosine ``c``, whatever the index. E, c and their means were fitted by minimax linear
programming to integrals over the visible normals. The fits err on the side of a white layered surface that returns
a little too little: 0.97 to 1 of the light for indices from 1.2 to 2.5, checked by tests/physics.

References
    [1] C. Kulla, A. Conty, "Revisiting physically based shading at Imageworks", SIGGRAPH course 2017.
    [2] C. Kelemen, L. Szirmay-Kalos, "A microfacet based coupled specular-matte BRDF model", Eurographics 2001.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels import microfacet as mf
from raytracer.engine.kernels.shading import vec2, vec3


@ti.func
def ggx(z, alpha):
    """``(E, c)`` towards the cosine ``z`` > 0."""
    w = alpha / ti.max(alpha + z, 1e-6)
    a = alpha * alpha
    k1 = -0.1946 + a * (8.4843 - a * 3.1018)
    k2 = 2.4321 + a * (-24.3029 + a * 9.5134)
    k3 = -4.2393 + a * (26.7766 - a * 11.1720)
    k4 = 2.0725 + a * (-10.4866 + a * 4.5888)
    lost = w * (k1 + w * (k2 + w * (k3 + w * k4)))

    v = 1.0 - w
    s = ti.sqrt(alpha)
    c1 = 0.3513 + v * (-0.8449 + v * (0.6676 - v * 0.1976))
    c2 = 0.8091 + v * (1.8920 - v * 2.3221)
    c3 = -0.6496 - v * 1.7044
    c = z + s * (c1 + s * (c2 + s * c3))
    return vec2(1.0 - tm.clamp(lost, 0.0, 1.0), tm.clamp(c, 0.0, 1.0))


@ti.func
def ggx_mean(alpha):
    """Mean of ``E`` over the hemisphere, weighted by the cosine."""
    return 1.0 - alpha * (0.1173 + alpha * (1.8435 + alpha * (-2.0515 + alpha * 0.7120)))


@ti.func
def coat_mean(alpha, ior):
    """``(E, c)`` for the mean of a dielectric reflection; rather too little than too much, exact where smooth."""
    low = tm.clamp(1.8 - ior, 0.0, 0.8)
    c = 0.5018 + alpha * (0.5089 - alpha * 0.3847) - 0.107 * low * low * (1.0 - alpha)
    return vec2(ggx_mean(alpha) * (1.0 - 0.015 * ti.min(1.0, 20.0 * alpha)), c)


@ti.func
def effective_cosine(e, ior):
    """The cosine ``c`` of a result ``e`` of ``ggx``, lowered for indices below the one that it was fitted for."""
    return e.y * (1.0 - 1.6 * (1.0 - e.x) * e.x * e.x * tm.clamp(1.6 - ior, 0.0, 0.6))


@ti.func
def dielectric(z, alpha, ior):
    """Albedo of a rough dielectric reflection towards the cosine ``z``; rather too much than too little."""
    e = ggx(z, alpha)
    return e.x * mf.dielectric(effective_cosine(e, ior), ior).x


@ti.func
def dielectric_mean(alpha, ior):
    """Its mean over the hemisphere, weighted by the cosine."""
    e = coat_mean(alpha, ior)
    return e.x * mf.dielectric(e.y, ior).x


@ti.func
def bounced(lost_out, lost_in, e_mean):
    """Pi times Kulla and Conty's lobe [1], without its colour: what one bounce loses, given back evenly.

    ``lost`` is 1 - E of both directions. Reciprocal."""
    return lost_out * lost_in / ti.max(1.0 - e_mean, 1e-6)


@ti.func
def bounced_color(mean_fresnel, e_mean):
    """Colour of that lobe: every further bounce is reflected by the mean Fresnel reflectance [1]."""
    return mean_fresnel * mean_fresnel * e_mean / (vec3(1.0) - mean_fresnel * (1.0 - e_mean))
