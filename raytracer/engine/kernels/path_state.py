"""A path between two turns of its machine: where it goes next, what it carries, and whether what it found counts."""

import taichi as ti

from raytracer.engine.kernels.lights import FAR
from raytracer.engine.kernels.recording import note_shadow_end
from raytracer.engine.layout import Component, Header

vec3 = ti.types.vector(3, ti.f32)

FIRST_DIMENSION = 1
"""Group of random numbers of the first vertex; the group before is the camera's."""

# What happened to a path on its way, bits of ``PathState.events``.
REFRACTED, SCATTERED = 1, 2

PathSettings = ti.types.struct(
    min_depth=ti.i32, max_depth=ti.i32, roulette_depth=ti.i32, components=ti.i32, seed=ti.u32
)
"""``min_depth`` and ``components``: which paths count; all are traced."""

PathState = ti.types.struct(
    origin=vec3,
    direction=vec3,
    t_max=ti.f32,
    medium=ti.i32,
    throughput=vec3,
    radiance=vec3,
    eta2=ti.f32,
    depth=ti.i32,
    events=ti.i32,
    dimension=ti.i32,
    mis_origin=vec3,
    mis_normal=vec3,
    mis_pdf=ti.f32,
    shadow=ti.i32,
    to_sky=ti.i32,
    pending=vec3,
    light_pdf=ti.f32,
    alive=ti.i32,
    next_origin=vec3,
    next_direction=vec3,
    next_medium=ti.i32,
)
"""``origin``, ``direction``, ``t_max``, ``medium``: the segment to trace now. ``shadow``: it is a shadow ray that
carries ``pending``, still without the sky's radiance and weight if it goes ``to_sky`` (``light_pdf`` is the density
with which the vertex would have scattered that way); afterwards the path goes on with ``next_*`` if it is ``alive``.
``mis_*``: the last vertex that chose a direction by a density, 0 for a mirror or the camera; its ``receiver_normal``
only with a light tree. ``eta2``: squared index of
refraction along the path. ``depth``: bounces and one; negative once the path has ended. ``events``: what happened to it
so far."""


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
def counts(settings: ti.template(), depth, events):
    """Whether the light of a path of this depth with these events is wanted. Each path is in exactly one component."""
    component = ti.select(
        depth == 1, int(Component.EMITTED), ti.select(depth == 2, int(Component.DIRECT), int(Component.INDIRECT))
    )
    component = ti.select((events & REFRACTED) != 0, int(Component.REFRACTED), component)
    component = ti.select((events & SCATTERED) != 0, int(Component.SCATTERED), component)
    return depth >= settings.min_depth and (settings.components & component) != 0


@ti.func
def end_path(path: ti.template()):
    """No further segment. The depth stays readable in its sign's place."""
    path.depth = -ti.abs(path.depth)


@ti.func
def end_shadow(scene: ti.template(), path: ti.template(), reached):
    """Books what a shadow ray carried and turns back to the path."""
    note_shadow_end(scene, path, reached)
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
        end_path(path)
