"""First hits of a few rays, for tools and the preview: which primitive, how far, and how the surface lies there."""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.buffers import Floats, Ints, vec3_at
from raytracer.engine.kernels.search import stack_size, trace
from raytracer.engine.kernels.traversal import (
    BLOCK,
    PRIM_STRIDE,
    SPHERE_MARK,
    prim_at,
    prim_vec3,
    rotated,
)
from raytracer.engine.layout import InstanceFloat

_FAR = 1e30


@ti.kernel
def first_hits(
    nodes: Floats,
    prims: Floats,
    rays: Floats,
    t: Floats,
    prim: Ints,
    instance: Ints,
    normals: Floats,
    has_spheres: ti.template(),
    has_instances: ti.template(),
):
    """``rays``: origin and unit direction, six floats each. ``normals``: unit, towards where the ray comes from."""
    ti.loop_config(block_dim=64)
    for i in range(t.shape[0]):
        stack = ti.Vector([0] * ti.static(stack_size()), dt=ti.i32)
        origin, direction = vec3_at(rays, 6 * i), vec3_at(rays, 6 * i + 3)
        hit = trace(nodes, prims, origin, direction, _FAR, 0, has_spheres, has_instances, stack)
        t[i] = hit.t
        prim[i] = hit.prim
        instance[i] = hit.instance
        if hit.prim >= 0:
            at = prim_at(hit.prim)
            p0, p1, p2 = prim_vec3(prims, at, 0), prim_vec3(prims, at, 1), prim_vec3(prims, at, 2)
            e1, e2 = p1 - p0, p2 - p0
            if hit.instance >= 0:
                turn = hit.instance * PRIM_STRIDE + int(InstanceFloat.WORLD_FROM_OBJECT)
                e1, e2 = rotated(prims, turn, e1), rotated(prims, turn, e2)
            normal = e1.cross(e2)
            if prims[at + ti.static(8 * BLOCK)] == SPHERE_MARK:
                normal = origin + hit.t * direction - p0
            normal = tm.normalize(normal)
            if normal.dot(direction) > 0.0:
                normal = -normal
            for k in ti.static(range(3)):
                normals[3 * i + k] = normal[k]
