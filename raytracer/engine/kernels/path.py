"""The path integrator: light transport by unidirectional path tracing.

At every vertex, on a surface or in a medium, light is estimated twice, by choosing a point on a light and by following
the scattered ray, and the two are weighted by the power heuristic [1]. A path is a little machine that traces one ray
per turn, either the path's next segment or a shadow ray, so that the kernel has a single place that searches the BVH.

[1] Veach. Robust Monte Carlo methods for light transport simulation. PhD thesis, 1997, section 9.2.
[2] Pharr, Jakob, Humphreys. Physically Based Rendering, 3rd edition, 2016, section 14.5.4 (roulette), 15.3 (media).
"""

import taichi as ti

from raytracer.engine.kernels.camera import camera_ray
from raytracer.engine.kernels.geometry import SurfacePoint, surface_point
from raytracer.engine.kernels.lights import (
    FAR,
    LightSample,
    material_f,
    material_i,
    pdf_of_hit,
    pdf_of_sky,
    sample_light,
    shines_towards,
    slot_value,
)
from raytracer.engine.kernels.media import medium_pdf, medium_transmittance, sample_medium, scatter_in_medium
from raytracer.engine.kernels.random import uniform4
from raytracer.engine.kernels.shading import ABSORBED, DELTA, SCATTER, STRAIGHT
from raytracer.engine.kernels.sky import sky_radiance
from raytracer.engine.kernels.surfaces import Scattering, input_color, opacity_at, scatter_at
from raytracer.engine.kernels.traversal import STACK_LIMIT, trace
from raytracer.engine.layout import Header, MaterialFlag, MaterialFloat, MaterialInt, Slot

vec3 = ti.types.vector(3, ti.f32)
vec4 = ti.types.vector(4, ti.f32)

MAX_SEGMENTS = 1 << 16
"""A path that passes through more surfaces than this is cut: a bound on the time of one sample."""

# Groups of four random numbers: the first of each path vertex, and what the groups after it are for.
CAMERA_DIMENSION = 0
FIRST_DIMENSION = 1
LIGHT, SURFACE, MEDIUM, ALPHA, GROUPS = 0, 1, 2, 3, 4

PathSettings = ti.types.struct(max_depth=ti.i32, roulette_depth=ti.i32, seed=ti.u32)

PathState = ti.types.struct(
    origin=vec3,
    direction=vec3,
    t_max=ti.f32,
    medium=ti.i32,
    throughput=vec3,
    radiance=vec3,
    eta2=ti.f32,
    depth=ti.i32,
    dimension=ti.i32,
    mis_origin=vec3,
    mis_pdf=ti.f32,
    shadow=ti.i32,
    pending=vec3,
    alive=ti.i32,
    next_origin=vec3,
    next_direction=vec3,
    next_medium=ti.i32,
)
"""``origin``, ``direction``, ``t_max``, ``medium``: the segment to trace now. ``shadow``: it is a shadow ray that
carries ``pending``, and afterwards the path goes on with ``next_*`` if it is ``alive``. ``mis_*``: the last vertex that
chose a direction by a density, 0 for a mirror or the camera. ``eta2``: squared index of refraction along the path."""


@ti.func
def power_heuristic(a, b):
    """Weight of a technique with density ``a`` against one with density ``b`` [1]."""
    ratio = b / ti.max(a, 1e-30)
    return ti.select(a > 0.0, 1.0 / (1.0 + ratio * ratio), 0.0)


@ti.func
def start_path(scene: ti.template(), ray):
    """A path that leaves the camera."""
    return PathState(
        origin=ray.origin,
        direction=ray.direction,
        t_max=FAR,
        medium=scene.ints[int(Header.SCENE_MEDIUM)],
        throughput=vec3(1.0),
        eta2=1.0,
        depth=1,
        dimension=FIRST_DIMENSION,
        mis_origin=ray.origin,
        alive=1,
    )


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
def end_shadow(path: ti.template(), reached):
    """Books what a shadow ray carried and turns back to the path."""
    if reached:
        path.radiance += path.pending
    resume(path)


@ti.func
def resume(path: ti.template()):
    """Turns to the path's next segment, or ends it."""
    path.shadow = 0
    path.origin = path.next_origin
    path.direction = path.next_direction
    path.medium = path.next_medium
    path.t_max = FAR
    if not path.alive:
        path.depth = -1


@ti.func
def add_sky(scene: ti.template(), path: ti.template()):
    """The path left the scene."""
    if ti.static(scene.config.has_sky):
        if path.depth > 1 or scene.ints[int(Header.SKY_VISIBLE)] == 1:
            weight = 1.0
            if path.mis_pdf > 0.0:
                weight = power_heuristic(path.mis_pdf, pdf_of_sky(scene, path.direction))
            path.radiance += weight * path.throughput * sky_radiance(scene, path.direction)
    path.depth = -1


@ti.func
def add_emission(scene: ti.template(), path: ti.template(), values: ti.template(), point: ti.template(), flags):
    """The path hit a surface that may shine."""
    radiance = vec3(0.0)
    if shines_towards(point, flags, -path.direction):
        base = material_f(scene, point.material) + int(MaterialFloat.SLOT_0)
        radiance = input_color(scene, values, base, int(Slot.EMISSION), point, False)
    if radiance.max() > 0.0:
        weight = 1.0
        if path.mis_pdf > 0.0:
            way = point.position - path.mis_origin
            pdf = pdf_of_hit(scene, point, path.mis_origin, path.direction, way.norm())
            weight = power_heuristic(path.mis_pdf, pdf)
        path.radiance += weight * path.throughput * radiance


@ti.func
def roulette(path: ti.template(), settings: ti.template(), u):
    """Ends long dim paths at random, keeping the mean [2]."""
    if path.depth > settings.roulette_depth:
        survival = ti.min(path.throughput.max() * path.eta2, 1.0)
        if u >= survival:
            path.alive = 0
        else:
            path.throughput /= survival


@ti.func
def trace_path(scene: ti.template(), camera: ti.template(), settings: ti.template(), pixel, x, y, size, sample):
    """Radiance of one sample of the pixel, and in w the number of rays traced."""
    first = uniform4(pixel, sample, CAMERA_DIMENSION, settings.seed)
    path = start_path(scene, camera_ray(camera, x, y, size.x, size.y, first))
    rays = 0
    stack = ti.Vector([0] * STACK_LIMIT, dt=ti.i32)
    stack_t = ti.Vector([0.0] * STACK_LIMIT, dt=ti.f32)
    while path.depth > 0 and rays < MAX_SEGMENTS:
        rays += 1
        blocked_by_any = ti.i32(0)
        if ti.static(not scene.config.has_transparency):
            blocked_by_any = path.shadow
        hit = trace(
            scene.nodes,
            scene.prims,
            path.origin,
            path.direction,
            path.t_max,
            blocked_by_any,
            ti.static(scene.config.has_spheres),
            stack,
            stack_t,
        )
        in_medium = 0
        if ti.static(scene.config.has_media):
            in_medium = cross_medium(scene, path, settings, hit, pixel, sample)
        if in_medium == 0 and hit.prim < 0:
            if path.shadow:
                end_shadow(path, True)
            else:
                add_sky(scene, path)
        elif path.shadow and ti.static(not scene.config.has_transparency):
            end_shadow(path, False)
        else:
            visit_vertex(scene, path, settings, hit, in_medium, pixel, sample)
    return vec4(path.radiance, ti.cast(rays, ti.f32))


@ti.func
def cross_medium(scene: ti.template(), path: ti.template(), settings: ti.template(), hit: ti.template(), pixel, sample):
    """Attenuates the segment; returns 1 with the path at the point where it scattered, if it did so before the hit."""
    scattered = 0
    if path.medium >= 0:
        length = ti.select(hit.prim >= 0, hit.t, path.t_max)
        if path.shadow:
            path.pending *= medium_transmittance(scene, path.medium, length)
        else:
            u = uniform4(pixel, sample, path.dimension + MEDIUM, settings.seed)
            event = sample_medium(scene, path.medium, length, u.xy)
            path.throughput *= event.weight
            if event.scattered:
                scattered = 1
                path.origin += event.t * path.direction
            if path.throughput.max() <= 0.0:
                path.depth = -1
    return scattered


@ti.func
def visit_vertex(
    scene: ti.template(), path: ti.template(), settings: ti.template(), hit: ti.template(), in_medium, pixel, sample
):
    """One vertex: emission, the choice of a light, the choice of where to go on; or a shadow ray passing a surface."""
    point = SurfacePoint(position=path.origin)
    flags = 0
    opacity = 1.0
    values = ti.Vector([0.0] * ti.static(3 * scene.config.slot_count if scene.config.has_textures else 1))
    if not in_medium:
        point = surface_point(scene, hit.prim, hit.u, hit.v, path.origin + hit.t * path.direction)
        flags = scene.ints[material_i(scene, point.material) + int(MaterialInt.FLAGS)]
        if ti.static(scene.config.has_textures):
            for slot in range(scene.config.slot_count):
                value = slot_value(scene, point, slot)
                values[3 * slot], values[3 * slot + 1], values[3 * slot + 2] = value.x, value.y, value.z
        if ti.static(scene.config.has_alpha):
            opacity = opacity_at(scene, values, point, flags)
    passes = opacity < 1.0 and not path.shadow
    if passes:
        passes = uniform4(pixel, sample, path.dimension + ALPHA, settings.seed).x >= opacity
    if passes:
        pass_through(scene, path, point)
        path.dimension += GROUPS
    else:
        if not in_medium and not path.shadow:
            add_emission(scene, path, values, point, flags)
        if path.depth < settings.max_depth or path.shadow:
            scatter_vertex(scene, path, settings, point, values, flags, opacity, in_medium, pixel, sample)
        else:
            path.depth = -1


@ti.func
def pass_through(scene: ti.template(), path: ti.template(), point: ti.template()):
    """Goes on behind the surface in the same direction; the shadow ray becomes shorter by the way it came."""
    origin = offset_origin(point, path.direction, True)
    path.medium = medium_beyond(scene, path, point, path.direction)
    path.t_max = ti.select(path.t_max < FAR, path.t_max - (origin - path.origin).norm(), FAR)
    path.origin = origin
    if path.t_max <= 0.0:
        end_shadow(path, True)


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
    u_light = uniform4(pixel, sample, path.dimension + LIGHT, settings.seed)
    u_surface = uniform4(pixel, sample, path.dimension + SURFACE, settings.seed)
    light = LightSample(pdf=0.0)
    if not path.shadow:
        light = sample_light(scene, point.position, u_light)
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
        wanted = ti.select(path.shadow == 1, 4, ti.select(light.pdf > 0.0, 3, 1))
        result = scatter_at(scene, values, point, outgoing, light.direction, u_surface.xyz, wanted)

    if path.shadow:
        path.pending *= (1.0 - opacity) + opacity * result.straight
        if path.pending.max() > 0.0:
            pass_through(scene, path, point)
        else:
            end_shadow(path, False)
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
    weight = ti.select(light.delta == 1, 1.0, power_heuristic(light.pdf, result.light_pdf))
    pending = vec3(0.0)
    if light.pdf > 0.0:
        pending = path.throughput * result.light_value * light.radiance * (weight / light.pdf)
    transmits = flags & int(MaterialFlag.TRANSMITS)
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
        path.depth += 1
        path.eta2 *= result.eta * result.eta
        path.mis_origin = point.position
        path.mis_pdf = ti.select(result.kind == DELTA, 0.0, result.pdf)
    if path.alive:
        roulette(path, settings, u)
    path.next_origin, path.next_direction, path.next_medium = next_origin, result.incoming, next_medium
    path.pending = pending
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
