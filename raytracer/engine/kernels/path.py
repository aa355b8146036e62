"""The path integrator: light transport by unidirectional path tracing.

At every vertex, on a surface or in a medium, light is estimated twice, by choosing a point on a light and by following
the scattered ray, and the two are weighted by the power heuristic [1]. A path is a little machine that traces one ray
per turn, either the path's next segment or a shadow ray, so that the kernel has a single place that searches the BVH.

[1] Veach. Robust Monte Carlo methods for light transport simulation. PhD thesis, 1997, section 9.2.
[2] Pharr, Jakob, Humphreys. Physically Based Rendering, 3rd edition, 2016, section 14.5.4 (roulette), 15.3 (media).
"""

import taichi as ti

from raytracer.engine.kernels.bounce import (
    ALPHA,
    CAMERA_DIMENSION,
    GROUPS,
    MEDIUM,
    open_shadow,
    pass_through,
    power_heuristic,
    scatter_vertex,
)
from raytracer.engine.kernels.camera import camera_ray
from raytracer.engine.kernels.geometry import SurfacePoint, surface_point
from raytracer.engine.kernels.lights import (
    material_f,
    material_i,
    pdf_area_of_hit,
    pdf_of_hit,
    shines_towards,
    sky_choice,
    slot_values,
)
from raytracer.engine.kernels.media import medium_transmittance, sample_medium
from raytracer.engine.kernels.path_state import counts, end_path, end_shadow, start_path
from raytracer.engine.kernels.random import uniform4
from raytracer.engine.kernels.recording import (
    note_camera,
    note_emission,
    note_pass,
    note_sky,
    note_turn,
    note_vertex,
)
from raytracer.engine.kernels.search import stack_size, trace
from raytracer.engine.kernels.sky import sky_towards
from raytracer.engine.kernels.surfaces import input_color, opacity_at
from raytracer.engine.layout import Header, MaterialFloat, MaterialInt, Slot

vec3 = ti.types.vector(3, ti.f32)
vec4 = ti.types.vector(4, ti.f32)

MAX_SEGMENTS = 1 << 16
"""A path that passes through more surfaces than this is cut: a bound on the time of one sample."""

PathResult = ti.types.struct(radiance=vec3, rays=ti.i32, bounces=ti.i32)
"""``rays``: searches of the BVH, shadow rays included. ``bounces``: how often the path went on in another direction."""


@ti.func
def leave_scene(scene: ti.template(), path: ti.template(), settings: ti.template()):
    """The ray hit nothing: a shadow ray arrived, or the path ends in the sky. Either looks at the sky only now."""
    sky = vec4(0.0)
    if ti.static(scene.config.has_sky):
        if path.to_sky or not path.shadow:
            sky = sky_towards(scene, path.direction)
    if path.shadow:
        if path.to_sky:
            path.pending *= sky.xyz * power_heuristic(sky_choice(scene) * sky.w, path.light_pdf)
        end_shadow(scene, path, True)
    else:
        add_sky(scene, path, settings, sky)


@ti.func
def add_sky(scene: ti.template(), path: ti.template(), settings: ti.template(), sky):
    """The path left the scene; ``sky`` is what ``sky_towards`` found there."""
    note_sky(scene, path)
    if ti.static(scene.config.has_sky):
        if path.depth > 1 or scene.ints[int(Header.SKY_VISIBLE)] == 1:
            weight = 1.0
            if path.mis_pdf > 0.0:
                weight = power_heuristic(path.mis_pdf, sky_choice(scene) * sky.w)
            gain = weight * path.throughput * sky.xyz
            if counts(settings, path.depth, path.events):
                note_emission(scene, gain, weight)
                path.radiance += gain
    end_path(path)


@ti.func
def add_emission(
    scene: ti.template(),
    path: ti.template(),
    settings: ti.template(),
    values: ti.template(),
    point: ti.template(),
    flags,
    prim,
):
    """The path hit a surface that may shine, ``prim`` among the primitives."""
    radiance = vec3(0.0)
    if shines_towards(point, flags, -path.direction):
        base = material_f(scene, point.material) + int(MaterialFloat.SLOT_0)
        radiance = input_color(scene, values, base, int(Slot.EMISSION), point, False)
    if radiance.max() > 0.0:
        weight = 1.0
        if path.mis_pdf > 0.0:
            way = point.position - path.mis_origin
            pdf_area = pdf_area_of_hit(scene, point, prim, path.mis_origin, path.mis_normal)
            pdf = pdf_of_hit(scene, point, path.mis_origin, path.direction, way.norm(), pdf_area)
            weight = power_heuristic(path.mis_pdf, pdf)
        gain = weight * path.throughput * radiance
        if counts(settings, path.depth, path.events):
            note_emission(scene, gain, weight)
            path.radiance += gain


@ti.func
def trace_path(scene: ti.template(), camera: ti.template(), settings: ti.template(), pixel, x, y, size, sample):
    """One sample of the pixel."""
    first = uniform4(pixel, sample, CAMERA_DIMENSION, settings.seed)
    path = start_path(scene, camera_ray(camera, x, y, size.x, size.y, first))
    note_camera(scene, path)
    rays = 0
    stack = ti.Vector([0] * ti.static(stack_size()), dt=ti.i32)
    while path.depth > 0 and rays < MAX_SEGMENTS:
        rays += 1
        blocked_by_any = ti.i32(0)
        if ti.static(not scene.config.has_open_shadows):
            blocked_by_any = path.shadow
        hit = trace(
            scene.nodes,
            scene.prims,
            path.origin,
            path.direction,
            path.t_max,
            blocked_by_any,
            ti.static(scene.config.has_spheres),
            ti.static(scene.config.has_instances),
            stack,
        )
        note_turn(scene, rays, hit.t)
        in_medium = 0
        if ti.static(scene.config.has_media):
            in_medium = cross_medium(scene, path, settings, hit, pixel, sample)
        if path.depth > 0:
            if in_medium == 0 and hit.prim < 0:
                leave_scene(scene, path, settings)
            elif path.shadow and ti.static(not scene.config.has_open_shadows):
                end_shadow(scene, path, False)
            else:
                visit_vertex(scene, path, settings, hit, in_medium, pixel, sample)
    return PathResult(radiance=path.radiance, rays=rays, bounces=ti.max(ti.abs(path.depth) - 1, 0))


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
                end_path(path)
    return scattered


@ti.func
def visit_vertex(
    scene: ti.template(), path: ti.template(), settings: ti.template(), hit: ti.template(), in_medium, pixel, sample
):
    """One vertex: emission, the choice of a light, the choice of where to go on; or a shadow ray passing a surface."""
    shadow = open_shadow(scene, path)
    point = SurfacePoint(position=path.origin)
    flags = 0
    opacity = 1.0
    values = ti.Vector([0.0] * ti.static(scene.config.value_count))
    if not in_medium:
        point = surface_point(scene, hit.prim, hit.u, hit.v, path.origin + hit.t * path.direction, hit.instance)
        flags = scene.ints[material_i(scene, point.material) + int(MaterialInt.FLAGS)]
        values = slot_values(scene, point)
        if ti.static(scene.config.has_alpha):
            opacity = opacity_at(scene, values, point, flags)
    passes = False
    if ti.static(scene.config.has_alpha):
        if opacity < 1.0 and not shadow:
            passes = uniform4(pixel, sample, path.dimension + ALPHA, settings.seed).x >= opacity
    if passes:
        note_pass(scene, path, point)
        pass_through(scene, path, point)
        path.dimension += GROUPS
    else:
        if not shadow:
            note_vertex(scene, path, point, in_medium)
        if not in_medium and not shadow:
            add_emission(scene, path, settings, values, point, flags, hit.prim)
        if path.depth < settings.max_depth or shadow:
            scatter_vertex(scene, path, settings, point, values, flags, opacity, in_medium, pixel, sample)
        else:
            end_path(path)
