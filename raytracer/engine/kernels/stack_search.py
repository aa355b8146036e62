"""The search of the wide tree for a GPU: children that are met are put on a stack, the nearest on top.

The child test is a plain counted loop over contiguous bounds without branches; the pushes are a second loop. Which
plane is near follows from the sign of the direction, so a free slot (inverted box) is never hit.
"""

import taichi as ti

from raytracer.engine.kernels.leaf import closest_in_leaf
from raytracer.engine.kernels.traversal import (
    BLOCK,
    FAR_PAD,
    INSTANCE_LEAF,
    LEAF_COUNT_BITS,
    MISSED,
    NODE_STRIDE,
    PRIM_STRIDE,
    STACK_LIMIT,
    WIDTH,
    Hit,
    larger,
    may_hit,
    ray_frame,
    ray_in_instance,
    root_of,
    slab_ray,
    smaller,
)

STACK_SIZE = 2 * STACK_LIMIT
"""Codes of children, and behind them the bits of the distances where the ray enters their boxes."""


@ti.func
def search_by_stack(
    nodes: ti.template(),
    prims: ti.template(),
    origin,
    direction,
    t_max,
    any_hit: ti.i32,
    has_spheres: ti.template(),
    has_instances: ti.template(),
    stack: ti.template(),
    tally: ti.template(),
):
    """As ``search.trace``."""
    best = Hit(t=ti.min(t_max, MISSED), prim=-1, u=0.0, v=0.0, instance=-1)
    ray = slab_ray(origin, direction)
    frame = ray_frame(origin, direction, ray.inverse)
    entry = ti.Vector([0.0] * WIDTH, dt=ti.f32)
    ts, us, vs = ti.Vector([0.0] * BLOCK), ti.Vector([0.0] * BLOCK), ti.Vector([0.0] * BLOCK)
    instance, outside = -1, -1
    stack[0] = 0
    stack[STACK_LIMIT] = 0
    size = may_hit(origin, direction, frame)
    while size > 0:
        if ti.static(has_instances):
            if size == outside:
                instance, outside = -1, -1
                ray = slab_ray(origin, direction)
                frame = ray_frame(origin, direction, ray.inverse)
        size -= 1
        code = stack[size]
        if ti.bit_cast(stack[STACK_LIMIT + size], ti.f32) < best.t:
            if code < 0:
                count = ~code & ti.static((1 << LEAF_COUNT_BITS) - 1)
                if ti.static(has_instances):
                    if count == INSTANCE_LEAF:
                        count = 0
                        instance, outside = ~code >> LEAF_COUNT_BITS, size
                        record = instance * PRIM_STRIDE
                        local = ray_in_instance(prims, record, origin, direction)
                        ray = slab_ray(local[0], local[1])
                        frame = ray_frame(local[0], local[1], ray.inverse)
                        stack[size] = root_of(prims, record)
                        size += 1
                if ti.static(not isinstance(tally, int)):
                    tally[1] += count
                if count > 0:
                    best = closest_in_leaf(
                        prims, ~code, origin, direction, frame, best, instance, has_spheres, ts, us, vs
                    )
                if any_hit != 0 and best.prim >= 0:
                    size = 0
            else:
                if ti.static(not isinstance(tally, int)):
                    tally[0] += 1
                base = code * NODE_STRIDE
                for i in range(WIDTH):
                    tx = (nodes[base + ray.near_x + i] - ray.origin.x) * ray.inverse.x
                    ty = (nodes[base + ray.near_y + i] - ray.origin.y) * ray.inverse.y
                    tz = (nodes[base + ray.near_z + i] - ray.origin.z) * ray.inverse.z
                    fx = (nodes[base + ray.far_x + i] - ray.origin.x) * ray.inverse.x
                    fy = (nodes[base + ray.far_y + i] - ray.origin.y) * ray.inverse.y
                    fz = (nodes[base + ray.far_z + i] - ray.origin.z) * ray.inverse.z
                    enter = larger(larger(tx, ty), larger(tz, 0.0))
                    leave = smaller(smaller(fx, fy), smaller(fz, best.t)) * FAR_PAD
                    entry[i] = ti.select(enter <= leave, enter, MISSED)
                bottom = size
                for i in range(WIDTH):
                    distance = entry[i]
                    if distance < best.t:
                        bits = ti.bit_cast(distance, ti.i32)  # in the order of the numbers: none is negative
                        place = size
                        while place > bottom and stack[STACK_LIMIT + ti.max(place - 1, 0)] <= bits:
                            stack[place] = stack[place - 1]
                            stack[STACK_LIMIT + place] = stack[STACK_LIMIT + place - 1]
                            place -= 1
                        stack[place] = ti.bit_cast(nodes[base + i], ti.i32)
                        stack[STACK_LIMIT + place] = bits
                        size += 1
    return best
