"""Choosing a point on a light, and the density with which a given point would have been chosen.

A light is chosen by its power, a triangle then uniformly in its area, a sphere by the cone it is seen in. The choice
per area of an emissive material is constant, so that the density at a hit needs no search. Where there are many lights,
those that have a place share one entry of the table, and ``light_tree`` chooses among them.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.buffers import vec3_at
from raytracer.engine.kernels.geometry import surface_point
from raytracer.engine.kernels.light_tree import choose_light, probability_of_light
from raytracer.engine.kernels.sky import sample_sky, search_cdf
from raytracer.engine.kernels.spheres import cone_of_sphere, sample_sphere_towards
from raytracer.engine.kernels.textures import texture_value
from raytracer.engine.kernels.traversal import BLOCK, prim_at, prim_vec3
from raytracer.engine.layout import (
    EMITTER_I_STRIDE,
    LIGHT_STRIDE,
    SPHERE_STRIDE,
    EmitterKind,
    Header,
    MaterialFlag,
    MaterialFloat,
    MaterialInt,
    Slot,
)

vec2 = ti.types.vector(2, ti.f32)
vec3 = ti.types.vector(3, ti.f32)

FAR = 1e30
"""Distance of what is infinitely far."""

LightSample = ti.types.struct(
    direction=vec3,
    distance=ti.f32,
    target=vec3,
    radiance=vec3,
    pdf=ti.f32,
    delta=ti.i32,
    kind=ti.i32,
    source=ti.i32,
)
"""``direction``: unit, towards the light. ``distance``: to the light, or ``FAR``. ``target``: where a shadow ray must
arrive, just off the light's own surface. ``radiance``: W/(m2 sr) for
surfaces and skies; for lights without size what arrives per unit of perpendicular area, W/m2, with ``pdf`` the
probability of the choice and ``delta`` set; 1 for the sky, which is looked at only once a ray has reached it.
``pdf``: per solid angle, choice included; 0 means no light.
``kind`` and ``source``, for records of paths: what was chosen, and its material's number or its own."""


@ti.func
def shines_towards(point: ti.template(), flags, outgoing):
    """Whether the surface emits to the side on which the unit ``outgoing`` lies."""
    front = point.n_geometric.dot(outgoing) > 0.0
    return flags & int(MaterialFlag.EMITS) and (front or flags & int(MaterialFlag.EMITS_BACK))


@ti.func
def material_i(scene: ti.template(), material):
    """Start of a material's record in ``ints``."""
    return scene.ints[int(Header.MATERIALS_I)] + material * ti.static(scene.config.material_i_stride)


@ti.func
def material_f(scene: ti.template(), material):
    """Start of a material's record in ``floats``."""
    return scene.ints[int(Header.MATERIALS_F)] + material * ti.static(scene.config.material_f_stride)


@ti.func
def slot_value(scene: ti.template(), point, slot):
    """Value of one input of the material at ``point``, texture applied."""
    value = vec3_at(scene.floats, material_f(scene, point.material) + int(MaterialFloat.SLOT_0) + 3 * slot)
    texture = scene.ints[material_i(scene, point.material) + int(MaterialInt.TEXTURE_0) + slot]
    if texture >= 0:
        value *= texture_value(scene, texture, point.uv, point.uv1).xyz
    return value


@ti.func
def slot_values(scene: ti.template(), point: ti.template()):
    """The inputs that may have textures (``textured_slots``) of the material at ``point``, three numbers each; one
    unused number where nothing has textures."""
    values = ti.Vector([0.0] * ti.static(scene.config.value_count))
    for place in range(ti.static(len(scene.config.textured_slots))):
        slot = 0
        for k in ti.static(range(len(scene.config.textured_slots))):
            slot = ti.select(place == k, scene.config.textured_slots[k], slot)
        value = slot_value(scene, point, slot)
        values[3 * place], values[3 * place + 1], values[3 * place + 2] = value.x, value.y, value.z
    return values


@ti.func
def slot_of(scene: ti.template(), values: ti.template(), base, slot: ti.template()):
    """One input out of ``slot_values``, or as it stands in the material's floats from ``base`` on."""
    place = ti.static(scene.config.texture_places[slot])
    if ti.static(place >= 0):
        return vec3(values[3 * place], values[3 * place + 1], values[3 * place + 2])
    else:
        return vec3_at(scene.floats, base + 3 * slot)


@ti.func
def probability_of(scene: ti.template(), emitter):
    """Probability of choosing this light."""
    return scene.floats[scene.ints[int(Header.EMITTERS_F)] + scene.ints[int(Header.EMITTER_COUNT)] + emitter]


@ti.func
def receiver_normal(scene: ti.template(), point: ti.template(), flags, outgoing, in_medium):
    """The normal of the side of an opaque surface that can be lit when it is seen from ``outgoing``; else zero."""
    normal = vec3(0.0)
    if ti.static(scene.config.has_light_tree):
        if not in_medium and not flags & int(MaterialFlag.TRANSMITS):
            normal = ti.select(point.n_geometric.dot(outgoing) >= 0.0, point.n_shading, -point.n_geometric)
    return normal


@ti.func
def pdf_area_of_hit(scene: ti.template(), point: ti.template(), prim, origin, normal):
    """Probability, per area of it, with which ``sample_light`` chooses the emissive primitive ``prim`` at ``origin``,
    where ``normal`` is the ``receiver_normal``."""
    if ti.static(scene.config.has_light_tree):
        pdf_area = 0.0
        count = scene.ints[int(Header.LIGHT_SURFACES)]
        if count > 0:
            first = scene.ints[int(Header.LIGHT_PLACES_I)]
            found = search_cdf(scene.ints, first, count, prim - 1)
            if scene.ints[first + found] == prim:
                light = scene.ints[first + count + found]
                choice = probability_of(scene, 0) * probability_of_light(scene, light, origin, normal)
                pdf_area = choice * scene.floats[scene.ints[int(Header.LIGHT_AREAS_F)] + light]
        return pdf_area
    else:
        return scene.floats[material_f(scene, point.material) + int(MaterialFloat.EMISSION_PDF_AREA)]


@ti.func
def pdf_of_hit(scene: ti.template(), point: ti.template(), origin, direction, distance, pdf_area):
    """Density, per solid angle at ``origin``, with which ``sample_light`` finds the emissive ``point``; ``pdf_area``:
    with which it chooses the triangle or sphere, per area of it."""
    cosine = ti.abs(point.n_geometric.dot(direction))
    pdf = pdf_area * distance * distance / ti.max(cosine, 1e-8)
    if ti.static(scene.config.has_spheres):
        if point.sphere >= 0:
            base = scene.ints[int(Header.SPHERES_F)] + point.sphere * SPHERE_STRIDE
            radius = scene.floats[base + 3]
            one_minus_cos = cone_of_sphere(vec3_at(scene.floats, base), radius, origin)
            if one_minus_cos > 0.0:
                pdf = pdf_area * 2.0 * radius * radius / one_minus_cos
    return pdf


@ti.func
def sky_choice(scene: ti.template()):
    """Probability with which ``sample_light`` chooses the sky."""
    choice = 0.0
    emitter = scene.ints[int(Header.SKY_EMITTER)]
    if emitter >= 0:
        choice = probability_of(scene, emitter)
    return choice


@ti.func
def sample_surface_light(scene: ti.template(), kind, index, pdf_area, position, u):
    """A point on an emissive triangle or sphere, chosen from the two uniforms ``u``. ``pdf_area``: probability of the
    choice per area, where a light tree has made it."""
    sample = LightSample(pdf=0.0)
    near = position
    if ti.static(scene.config.has_spheres):
        if kind == int(EmitterKind.SPHERE):
            at = prim_at(index)
            radius = scene.prims[at + ti.static(3 * BLOCK)]
            near = sample_sphere_towards(prim_vec3(scene.prims, at, 0), radius, position, u)
    root = ti.sqrt(u.x)
    point = surface_point(scene, index, root * (1.0 - u.y), root * u.y, near, -1)  # what shines is no instance
    to = point.position - position
    distance2 = to.dot(to)
    if distance2 > 0.0:
        distance = ti.sqrt(distance2)
        direction = to / distance
        if ti.static(not scene.config.has_light_tree):
            pdf_area = scene.floats[material_f(scene, point.material) + int(MaterialFloat.EMISSION_PDF_AREA)]
        pdf = pdf_of_hit(scene, point, position, direction, distance, pdf_area)
        radiance = vec3(0.0)
        if shines_towards(point, scene.ints[material_i(scene, point.material) + int(MaterialInt.FLAGS)], -direction):
            if ti.static(scene.config.texture_places[int(Slot.EMISSION)] >= 0):
                radiance = slot_value(scene, point, int(Slot.EMISSION))
            else:
                emission = int(MaterialFloat.SLOT_0) + 3 * int(Slot.EMISSION)
                radiance = vec3_at(scene.floats, material_f(scene, point.material) + emission)
        cosine = point.n_geometric.dot(direction)
        if ti.abs(cosine) > 1e-7 and radiance.max() > 0.0:
            target = point.position - ti.select(cosine > 0.0, point.offset, -point.offset) * point.n_geometric
            sample = LightSample(
                direction=direction, distance=distance, target=target, radiance=radiance, pdf=pdf, source=point.material
            )
    return sample


@ti.func
def sample_point_like(scene: ti.template(), kind, index, position):
    """A point, spot or directional light: the only direction there is."""
    base = scene.ints[int(Header.LIGHTS_F)] + index * LIGHT_STRIDE
    towards = vec3_at(scene.floats, base) - position
    axis = vec3_at(scene.floats, base + 3)
    strength = vec3_at(scene.floats, base + 6)
    distance2 = ti.max(towards.dot(towards), 1e-20)
    sample = LightSample(distance=ti.sqrt(distance2), radiance=strength / distance2, pdf=1.0, delta=1, source=index)
    sample.direction = towards / sample.distance
    sample.target = vec3_at(scene.floats, base)
    if kind == int(EmitterKind.DIRECTIONAL):
        sample.direction = -axis
        sample.distance = FAR
        sample.radiance = strength
    if kind == int(EmitterKind.SPOT):
        cosine = tm.clamp(-sample.direction.dot(axis), -1.0, 1.0)
        linear = scene.floats[base + 11] > 0.5
        ramp = tm.clamp(
            ti.select(linear, ti.acos(cosine), cosine) * scene.floats[base + 9] + scene.floats[base + 10], 0.0, 1.0
        )
        ramp = ti.select(cosine <= scene.floats[base + 12], 0.0, ramp)
        sample.radiance *= ti.select(linear, ramp, ramp * ramp)
    return sample


@ti.func
def sample_light(scene: ti.template(), position, normal, u):
    """A light as seen from ``position``, where ``normal`` is the ``receiver_normal``, chosen by the uniforms ``u``.

    What is left of ``u.x`` within the chosen light's share goes on to choose the point: an even pattern in two
    dimensions is even over the lights and over each one's points."""
    sample = LightSample(pdf=0.0)
    count = scene.ints[int(Header.EMITTER_COUNT)]
    if count > 0:
        emitter = search_cdf(scene.floats, scene.ints[int(Header.EMITTERS_F)], count, u.x)
        base = scene.ints[int(Header.EMITTERS_I)] + EMITTER_I_STRIDE * emitter
        kind, index = scene.ints[base], scene.ints[base + 1]
        choice = probability_of(scene, emitter)
        below = ti.select(emitter > 0, scene.floats[scene.ints[int(Header.EMITTERS_F)] + ti.max(emitter - 1, 0)], 0.0)
        # The middle of the step of 2^-24 that u.x stands for: among very many lights few of them are a light's own.
        inside = tm.clamp((u.x - below + 2.98e-8) / ti.max(choice, 1e-20), 0.0, 0.99999994)
        pdf_area = 0.0
        if ti.static(scene.config.has_light_tree):
            if kind == int(EmitterKind.TREE):
                chosen = choose_light(scene, position, normal, inside)
                inside = chosen.u
                choice *= chosen.probability
                base = scene.ints[int(Header.EMITTERS_I)] + EMITTER_I_STRIDE * (count + chosen.light)
                kind, index = scene.ints[base], scene.ints[base + 1]
                if chosen.probability <= 0.0:
                    kind = int(EmitterKind.TREE)
                elif kind <= int(EmitterKind.SPHERE):
                    pdf_area = choice * scene.floats[scene.ints[int(Header.LIGHT_AREAS_F)] + chosen.light]
        within = vec2(inside, u.y)
        if ti.static(scene.config.has_surface_lights):
            if kind <= int(EmitterKind.SPHERE):
                sample = sample_surface_light(scene, kind, index, pdf_area, position, within)
        if ti.static(scene.config.has_point_lights):
            if kind >= int(EmitterKind.POINT) and kind <= int(EmitterKind.DIRECTIONAL):
                sample = sample_point_like(scene, kind, index, position)
                sample.pdf = choice
        if ti.static(scene.config.has_sky):
            if kind == int(EmitterKind.SKY) and scene.sky_table[1] > 0.0:
                towards = sample_sky(scene, within)
                sample = LightSample(
                    direction=towards.xyz,
                    distance=FAR,
                    radiance=vec3(1.0),
                    pdf=choice * towards.w,
                    source=-1,
                )
        sample.kind = kind
    return sample
