"""The material of glTF 2.0: plastic to metal, with transmission. Metals keep the light of repeated bounces.

A mixture of lobes: a GGX reflection, an even one (the base colour under the coat, and what rough metal bounces more
than once), and, where ``transmission`` is not 0, refraction through a solid body or a thin wall. Differs from the
letter of [1] in two points: Fresnel's equations replace Schlick's curve for dielectrics (with the same end points), so
that total reflection and an index of 1 come out right; and the base gets what the coat leaves of all directions, (1 -
E(o)) (1 - E(i)) / (1 - mean E), so that no direction gives more light than it gets. The file says ``thin`` where glTF
has no volume. An index of 1 and a smooth thin wall let light pass straight.

References
    [1] Khronos Group, glTF 2.0 specification, Appendix B: BRDF implementation.
    [2] Khronos Group, KHR_materials_ior, _specular, _transmission, _volume.
    [3] B. Walter et al., "Microfacet models for refraction through rough surfaces", EGSR 2007: eq. 16, 17, 21.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels import albedo, warps
from raytracer.engine.kernels import microfacet as mf
from raytracer.engine.kernels.shading import (
    DELTA,
    SCATTER,
    STRAIGHT,
    SurfaceSample,
    absorbed,
    nothing,
    scatter,
    vec2,
    vec3,
)

PARAMETERS = {
    "base_color": {
        "kind": "color", "default": 0.8, "min": 0.0, "max": 1.0, "tint": True,
        "doc": "Reflectance of a metal at normal incidence, of the matte base, and tint of transmitted light",
    },
    "metallic": {"kind": "float", "default": 0.0, "min": 0.0, "max": 1.0, "doc": "0 dielectric, 1 metal"},
    "roughness": {
        "kind": "float", "default": 0.5, "min": 0.0, "max": 1.0, "doc": "Square root of the GGX width; 0 is a mirror",
    },
    "ior": {"kind": "float", "default": 1.5, "min": 1.0, "max": 4.0, "doc": "Index of refraction of the dielectric"},
    "specular": {
        "kind": "float", "default": 1.0, "min": 0.0, "max": 1.0, "doc": "Strength of the dielectric's reflection",
    },
    "specular_color": {
        "kind": "color", "default": 1.0, "min": 0.0,
        "doc": "Colour of the dielectric's reflection at normal incidence; the reflection itself is kept below 1",
    },
    "transmission": {
        "kind": "float", "default": 0.0, "min": 0.0, "max": 1.0,
        "doc": "Part of the light entering the dielectric that passes on instead of being scattered by the base",
    },
    "thin": {
        "kind": "float", "default": 0.0, "min": 0.0, "max": 1.0,
        "doc": "1 for a wall without volume, which does not bend light; 0 for a closed solid body",
    },
}  # fmt: skip
TRANSMITS = "transmission"
SOLID = "thin"

Split = ti.types.struct(reflected=vec3, passed=vec3, prob=ti.f32)
"""On a facet: fractions reflected and passed, and the probability to follow the reflection, in proportion."""

Base = ti.types.struct(prob=ti.f32, under=ti.f32, lost=ti.f32)
"""``prob``: of following the even lobe. Towards the viewer: what the coat lets through, what one metal bounce loses."""


@ti.func
def alpha_of(p):
    return p.roughness * p.roughness


@ti.func
def inside_solid(p, outgoing):
    return outgoing.z < 0.0 and p.transmission > 0.0 and p.thin < 0.5


@ti.func
def relative_index(p, outgoing):
    """Index of refraction behind the surface over that on the viewer's side."""
    same = ti.abs(p.ior - 1.0) < mf.SAME_INDEX
    return ti.select(same, 1.0, ti.select(inside_solid(p, outgoing), 1.0 / p.ior, p.ior))


@ti.func
def unbent(p):
    """Whether transmitted light passes straight."""
    return ti.abs(p.ior - 1.0) < mf.SAME_INDEX or (p.thin >= 0.5 and alpha_of(p) < mf.SMOOTH_ALPHA)


@ti.func
def normal_reflectance(ior):
    r = (ior - 1.0) / (ior + 1.0)
    return r * r


@ti.func
def dielectric(p, cosine, eta):
    """Reflectance: from f0 to f90 of [2] along Fresnel's curve, that of index 3 beyond 3 where it would dip."""
    f = mf.dielectric(cosine, tm.clamp(eta, 1.0 / 3.0, 3.0))
    start = normal_reflectance(ti.min(p.ior, 3.0))
    curve = (f.x - start) / (1.0 - start)
    f0 = ti.min(normal_reflectance(p.ior) * p.specular_color, 1.0) * p.specular
    return ti.select(f.y > 0.0, f0 + (p.specular - f0) * curve, vec3(1.0))


@ti.func
def metal(p, cosine):
    return mf.schlick(cosine, p.base_color, vec3(1.0))


@ti.func
def split(p, cosine, eta):
    """What becomes of the light on a facet: the fractions that it reflects and lets pass, and how to choose."""
    f = dielectric(p, cosine, eta)
    reflected = metal(p, cosine) * p.metallic + f * (1.0 - p.metallic)
    passed = p.base_color * ((1.0 - p.metallic) * p.transmission * (1.0 - mf.max3(f)))
    r = mf.max3(reflected)
    return Split(reflected, passed, ti.select(r > 0.0, r / ti.max(r + mf.max3(passed), 1e-20), 0.0))


@ti.func
def coat(p, z, e, outgoing):
    """Largest channel of the dielectric's albedo towards cosine ``z``; ``e`` is that of ``albedo.ggx``."""
    inside = inside_solid(p, outgoing)
    cosine = ti.select(inside, z, albedo.effective_cosine(e, p.ior))
    return ti.select(inside, 1.0, e.x) * mf.max3(dielectric(p, cosine, relative_index(p, outgoing)))


@ti.func
def base_towards(p, outgoing):
    """The even lobe is followed in proportion to the light that it returns."""
    z = ti.abs(outgoing.z)
    e = albedo.ggx(z, alpha_of(p))
    covered = coat(p, z, e, outgoing)
    color = mf.max3(p.base_color)
    below = (1.0 - p.metallic) * (1.0 - covered) * color
    even = below * (1.0 - p.transmission) + p.metallic * (1.0 - e.x) * color
    facets = p.metallic * e.x * mf.max3(metal(p, e.y)) + (1.0 - p.metallic) * covered + below * p.transmission
    return Base(even / ti.max(even + facets, 1e-20), 1.0 - covered, 1.0 - e.x)


@ti.func
def even_value(p, outgoing, incoming, base):
    """Pi times the even lobe, for directions on one side: the base under the coat and the metal's further bounces."""
    alpha = alpha_of(p)
    z = ti.abs(incoming.z)
    e = albedo.ggx(z, alpha)
    mean = albedo.ggx_mean(alpha)
    coat_mean = albedo.coat_mean(alpha, p.ior)
    covered_mean = coat_mean.x * mf.max3(dielectric(p, coat_mean.y, p.ior))
    share = base.under * (1.0 - coat(p, z, e, outgoing))
    share /= 1.0 - ti.select(inside_solid(p, outgoing), 0.0, covered_mean)
    bounced = albedo.bounced_color((20.0 * p.base_color + 1.0) / 21.0, mean)
    bounced *= p.metallic * albedo.bounced(base.lost, 1.0 - e.x, mean)
    return p.base_color * ((1.0 - p.metallic) * (1.0 - p.transmission) * share) + bounced


@ti.func
def sample(p, outgoing, u):
    result = absorbed()
    side = ti.select(outgoing.z > 0.0, 1.0, -1.0)
    o = mf.mirrored(outgoing, side)
    alpha = alpha_of(p)
    eta = relative_index(p, outgoing)
    smooth = alpha < mf.SMOOTH_ALPHA
    base_prob = base_towards(p, outgoing).prob
    h = vec3(0.0, 0.0, 1.0)
    if not smooth:
        h = mf.sample_ggx(o, alpha, vec2(u.x, u.y))
    i = mf.reflect(o, h)
    light = split(p, tm.dot(o, h), eta)
    prob = (1.0 - base_prob) * light.prob
    rest = 1.0 - base_prob - prob
    if u.z < base_prob:
        result = scatter(mf.mirrored(warps.cosine_hemisphere(vec2(u.x, u.y)), side))
    elif u.z < base_prob + prob:
        if i.z > 0.0:
            result = SurfaceSample(mf.mirrored(i, side), ti.select(smooth, DELTA, SCATTER), light.reflected / prob, 1.0)
    elif rest > 1e-7:
        if unbent(p):
            result = SurfaceSample(-outgoing, STRAIGHT, straight(p, outgoing) / rest, 1.0)
        elif p.thin >= 0.5:
            if i.z > 0.0:
                result = scatter(mf.mirrored(i, -side))
        else:
            result = sample_refraction(p, o, h, eta, rest)
            result.incoming = mf.mirrored(result.incoming, side)
    return result


@ti.func
def sample_refraction(p, o, h_rough, eta, prob):
    """Through the border of a solid body; ``o`` and the result are in the frame with ``o`` above."""
    result = absorbed()
    smooth = mf.is_smooth(alpha_of(p), p.ior)
    h = ti.select(smooth, vec3(0.0, 0.0, 1.0), h_rough)
    cos_t = mf.dielectric(tm.dot(o, h), eta).y
    i = mf.refract(o, h, eta, cos_t)
    if cos_t > 0.0 and i.z < 0.0:
        weight = split(p, tm.dot(o, h), eta).passed / (prob * eta * eta)
        result = SurfaceSample(i, ti.select(smooth, DELTA, SCATTER), weight, eta)
    return result


@ti.func
def evaluate(p, outgoing, incoming):
    value = nothing()
    side = ti.select(outgoing.z > 0.0, 1.0, -1.0)
    o = mf.mirrored(outgoing, side)
    i = mf.mirrored(incoming, side)
    alpha = alpha_of(p)
    eta = relative_index(p, outgoing)
    above = i.z > 0.0
    facet = mf.Facet(cosine=1.0)
    if o.z > 0.0 and alpha >= mf.SMOOTH_ALPHA:
        if above:
            facet = mf.reflection(o, i, alpha)
        elif i.z < 0.0 and p.transmission > 0.0 and not unbent(p):
            if p.thin >= 0.5:
                facet = mf.reflection(o, mf.mirrored(i, -1.0), alpha)
            elif not mf.is_smooth(alpha, p.ior):
                facet = mf.refraction(o, i, alpha, eta)
    if o.z > 0.0:
        base = base_towards(p, outgoing)
        light = split(p, facet.cosine, eta)
        value.value_cos = ti.select(above, light.reflected, light.passed) * facet.value
        value.pdf = (1.0 - base.prob) * ti.select(above, light.prob, 1.0 - light.prob) * facet.pdf
        if above:
            even = i.z * warps.INV_PI
            value.value_cos += even_value(p, outgoing, incoming, base) * even
            value.pdf += base.prob * even
    return value


@ti.func
def straight(p, outgoing):
    passed = vec3(0.0)
    if p.transmission > 0.0 and unbent(p):
        passed = split(p, ti.abs(outgoing.z), relative_index(p, outgoing)).passed
    return passed
