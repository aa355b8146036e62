"""What a path does at a vertex: choose a light, choose where to go on, end by roulette.

[1] Veach. Robust Monte Carlo methods for light transport simulation. PhD thesis, 1997, section 9.2.
[2] Pharr, Jakob, Humphreys. Physically Based Rendering, 3rd edition, 2016, section 14.5.4.
"""

import taichi as ti

from raytracer.engine.kernels.lights import FAR, LightSample, material_i, receiver_normal, sample_light, sky_choice
from raytracer.engine.kernels.media import medium_pdf, scatter_in_medium
from raytracer.engine.kernels.path_state import REFRACTED, SCATTERED, counts, end_shadow, resume
from raytracer.engine.kernels.random import uniform8
from raytracer.engine.kernels.recording import note_light, note_roulette, note_scattering
from raytracer.engine.kernels.shading import ABSORBED, DELTA, SCATTER, STRAIGHT
from raytracer.engine.kernels.sky import sky_towards
from raytracer.engine.kernels.surfaces import Scattering, scatter_at
from raytracer.engine.layout import EmitterKind, Header, MaterialFlag, MaterialInt

vec3 = ti.types.vector(3, ti.f32)
vec4 = ti.types.vector(4, ti.f32)

# Groups of four random numbers: the camera's, and what those of each vertex are for; ``SURFACE`` follows ``LIGHT``.
CAMERA_DIMENSION = 0
LIGHT, SURFACE, MEDIUM, ALPHA, GROUPS = 0, 1, 2, 3, 4


@ti.func
def power_heuristic(a, b):
    """Weight of a technique with density ``a`` against one with density ``b`` [1]."""
    ratio = b / ti.max(a, 1e-30)
    return ti.select(a > 0.0, 1.0 / (1.0 + ratio * ratio), 0.0)


@ti.func
def offset_origin(point: ti.template(), direction, transmits):
    """Where a ray from the surface point into ``direction`` starts: just off the surface, on the right side of it."""
    front = point.n_geometric.dot(direction) > 0.0
    lift = vec3(0.0)
    if not transmits and point.n_shading.dot(direction) > 0.0:
        front = True
        lift = point.terminator
    return point.position + lift + ti.select(front, point.offset, -point.offset) * point.n_geometric


@ti.func
def medium_beyond(scene: ti.template(), path: ti.template(), point: ti.template(), direction):
    """Medium on the side of the surface into which ``direction`` points; the path arrived in ``path.medium``."""
    medium = path.medium
    if ti.static(scene.config.has_media):
        record = material_i(scene, point.material)
        towards = point.n_geometric.dot(direction)
        crosses = towards * point.n_geometric.dot(path.direction) > 0.0
        if crosses and scene.ints[record + int(MaterialInt.FLAGS)] & int(MaterialFlag.BOUNDARY):
            medium = ti.select(
                towards < 0.0, scene.ints[record + int(MaterialInt.MEDIUM)], scene.ints[int(Header.SCENE_MEDIUM)]
            )
    return medium


@ti.func
def pass_through(scene: ti.template(), path: ti.template(), point: ti.template()):
    """Goes on behind the surface in the same direction; the shadow ray becomes shorter by the way it came."""
    origin = offset_origin(point, path.direction, True)
    path.medium = medium_beyond(scene, path, point, path.direction)
    path.t_max = ti.select(path.t_max < FAR, path.t_max - (origin - path.origin).norm(), FAR)
    path.origin = origin
    if path.t_max <= 0.0:
        end_shadow(scene, path, True)


@ti.func
def open_shadow(scene: ti.template(), path: ti.template()):
    """Whether a shadow ray is at a surface that it may pass; a constant where there are none."""
    shadow = ti.i32(0)
    if ti.static(scene.config.has_open_shadows):
        shadow = path.shadow
    return shadow


@ti.func
def scatter_vertex(
    scene: ti.template(),
    path: ti.template(),
    settings: ti.template(),
    point: ti.template(),
    values: ti.template(),
    flags,
    opacity,
    in_medium,
    pixel,
    sample,
):
    """Chooses a light and a direction at the vertex, and sends the shadow ray first."""
    outgoing = -path.direction
    shadow = open_shadow(scene, path)
    u_light, u_surface = vec4(0.0), vec4(0.0)
    light = LightSample(pdf=0.0)
    if not shadow:
        u_light, u_surface = uniform8(pixel, sample, path.dimension + LIGHT, settings.seed)
        if not flags & int(MaterialFlag.SMOOTH):
            light = sample_light(
                scene, point.position, receiver_normal(scene, point, flags, outgoing, in_medium), u_light
            )
    black_back = not in_medium and not flags & int(MaterialFlag.TWO_SIDED) and point.n_geometric.dot(outgoing) <= 0.0
    result = Scattering(kind=ABSORBED, eta=1.0)
    if in_medium:
        if ti.static(scene.config.has_media):
            next_way = scatter_in_medium(scene, path.medium, path.direction, u_surface.xy)
            result.kind = SCATTER
            result.incoming = next_way.direction
            result.weight = vec3(1.0)
            result.pdf = next_way.pdf
            result.light_pdf = medium_pdf(scene, path.medium, path.direction.dot(light.direction))
            result.light_value = vec3(result.light_pdf)
    elif not black_back:
        wanted = ti.select(shadow == 1, 4, ti.select(light.pdf > 0.0, 3, 1))
        result = scatter_at(scene, values, point, outgoing, light.direction, u_surface.xyz, wanted)

    if shadow:
        path.pending *= (1.0 - opacity) + opacity * result.straight
        if path.pending.max() > 0.0:
            pass_through(scene, path, point)
        else:
            end_shadow(scene, path, False)
    else:
        follow(scene, path, settings, point, result, light, flags, in_medium, u_surface.w)


@ti.func
def follow(
    scene: ti.template(),
    path: ti.template(),
    settings: ti.template(),
    point: ti.template(),
    result: ti.template(),
    light: ti.template(),
    flags,
    in_medium,
    u,
):
    """Turns the path to its next segment, and to the shadow ray before it where the light can contribute."""
    transmits = flags & int(MaterialFlag.TRANSMITS)
    weight = power_heuristic(light.pdf, result.light_pdf)
    if light.delta == 1 or light.kind == int(EmitterKind.SKY):  # of the sky's, only ``leave_scene`` knows the weight
        weight = 1.0
    pending = vec3(0.0)
    if light.pdf > 0.0:
        pending = path.throughput * result.light_value * light.radiance * (weight / light.pdf)
        record_light(scene, light, pending, weight, result.light_pdf)
        if not counts(
            settings, path.depth + 1, events_after(scene, path, point, light.direction, transmits, in_medium)
        ):
            pending = vec3(0.0)
    shadow_medium, next_medium = path.medium, path.medium
    shadow_origin, next_origin = point.position, point.position
    if not in_medium:
        shadow_medium = medium_beyond(scene, path, point, light.direction)
        shadow_origin = offset_origin(point, light.direction, transmits)
        way = ti.select(result.kind == STRAIGHT, path.direction, result.incoming)
        result.incoming = way
        next_medium = medium_beyond(scene, path, point, way)
        next_origin = offset_origin(point, way, transmits)

    path.alive = ti.select(result.kind == ABSORBED, 0, 1)
    path.throughput *= result.weight
    path.dimension += GROUPS
    if result.kind != STRAIGHT:
        path.events = events_after(scene, path, point, result.incoming, transmits, in_medium)
        path.depth += 1
        path.eta2 *= result.eta * result.eta
        path.mis_origin = point.position
        if ti.static(scene.config.has_light_tree):
            path.mis_normal = receiver_normal(scene, point, flags, -path.direction, in_medium)
        path.mis_pdf = ti.select(result.kind == DELTA, 0.0, result.pdf)
    note_scattering(scene, path, result)
    if path.alive:
        roulette(scene, path, settings, u)
    if path.alive == 0 and result.kind != STRAIGHT:
        path.depth -= 1  # it did not go on
    path.next_origin, path.next_direction, path.next_medium = next_origin, result.incoming, next_medium
    path.pending, path.light_pdf = pending, result.light_pdf
    path.to_sky = light.kind == int(EmitterKind.SKY)
    if pending.max() > 0.0:
        path.shadow = 1
        path.origin, path.direction, path.medium = shadow_origin, light.direction, shadow_medium
        path.t_max = FAR
        if light.distance < FAR:
            # From just off this surface to just off the light's: no margin in between that could hide anything.
            way = light.target - shadow_origin
            path.t_max = way.norm()
            path.direction = way / ti.max(path.t_max, 1e-30)
    else:
        resume(path)


@ti.func
def record_light(scene: ti.template(), light: ti.template(), pending, weight, light_pdf):
    """For records of paths, with the sky's radiance and weight in it: rendering looks at the sky only later."""
    if ti.static(scene.recording):
        carried = pending
        if ti.static(scene.config.has_sky):
            if light.kind == int(EmitterKind.SKY):
                sky = sky_towards(scene, light.direction)
                weight = power_heuristic(sky_choice(scene) * sky.w, light_pdf)
                carried *= sky.xyz * weight
        note_light(scene, light, carried, weight)


@ti.func
def events_after(scene: ti.template(), path: ti.template(), point: ti.template(), direction, transmits, in_medium):
    """``path.events`` once the path goes on from the vertex into ``direction``."""
    events = path.events
    if ti.static(scene.config.has_media):
        if in_medium:
            events |= SCATTERED
    if ti.static(scene.config.has_transparency):
        if transmits and point.n_geometric.dot(direction) * point.n_geometric.dot(path.direction) > 0.0:
            events |= REFRACTED
    return events


@ti.func
def roulette(scene: ti.template(), path: ti.template(), settings: ti.template(), u):
    """Ends long dim paths at random, keeping the mean [2]."""
    if path.depth > settings.roulette_depth:
        survival = ti.min(path.throughput.max() * path.eta2, 1.0)
        note_roulette(scene, survival, u)
        if u >= survival:
            path.alive = 0
        else:
            path.throughput /= survival
