"""The search of the wide tree for a processor: hardly a branch that cannot be foreseen.

A ray meets two or three of a node's eight boxes, other ones for every ray: where they are pushed onto a stack one by
one, a branch or two of every node goes the other way than the processor thought. Here a node leaves all its children
on the stack at once, a *level*: eight keys, distance and place, written by one instruction. The nearest child is the
smallest key, and is struck out when it is taken. All this is vector instructions: plain counted loops over contiguous
numbers without branches, which LLVM's loop vectoriser understands.

Of x the near plane is chosen by the direction's sign, so that a free slot (inverted box) is never hit. Of y and z the
smaller product is the near one: the addresses of their planes are known without the ray.
"""

import taichi as ti

from raytracer.engine.kernels.leaf import closest_in_leaf
from raytracer.engine.kernels.traversal import (
    BLOCK,
    FAR_PAD,
    INSTANCE_LEAF,
    LEAF_COUNT_BITS,
    MISSED,
    NO_KEY,
    NODE_STRIDE,
    PRIM_STRIDE,
    STACK_LIMIT,
    WIDTH,
    Hit,
    key_of,
    lane_of,
    larger,
    last_key,
    may_hit,
    ray_frame,
    ray_in_instance,
    root_of,
    slab_ray,
    smaller,
)

LEVELS = (STACK_LIMIT - 2) // (WIDTH - 1) + 2
"""Nodes on the way to a leaf at most. A node with a node among its children is full, so all but the last of a tree
leave ``WIDTH - 1`` children on a stack of ``STACK_LIMIT`` entries, and the last leaves one; the trees of the world and
of an instance may follow each other."""
_NODES = LEVELS * WIDTH
_SMALLEST = _NODES + LEVELS
STACK_SIZE = _SMALLEST + LEVELS
"""The keys of all levels, where their nodes begin, their smallest keys."""


@ti.func
def search_by_levels(
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
    keys = ti.Vector([0] * WIDTH, dt=ti.i32)
    ts, us, vs = ti.Vector([0.0] * BLOCK), ti.Vector([0.0] * BLOCK), ti.Vector([0.0] * BLOCK)
    instance, outside = -1, -1
    code, size = 0, 0
    going = may_hit(origin, direction, frame)
    while going != 0:
        going = 0
        if code < 0:
            count = ~code & ti.static((1 << LEAF_COUNT_BITS) - 1)
            leaf = ~code
            if ti.static(has_instances):
                if count == INSTANCE_LEAF:
                    count = 0
                    instance, outside = leaf >> LEAF_COUNT_BITS, size
                    record = instance * PRIM_STRIDE
                    local = ray_in_instance(prims, record, origin, direction)
                    ray = slab_ray(local[0], local[1])
                    frame = ray_frame(local[0], local[1], ray.inverse)
                    code = root_of(prims, record)
                    going = 1
            if ti.static(not isinstance(tally, int)):
                tally[1] += count
            if count > 0:
                best = closest_in_leaf(prims, leaf, origin, direction, frame, best, instance, has_spheres, ts, us, vs)
            if any_hit != 0 and best.prim >= 0:
                size = 0
        else:
            if ti.static(not isinstance(tally, int)):
                tally[0] += 1
            base, level = code * NODE_STRIDE, size * WIDTH
            nearest, rest = NO_KEY, NO_KEY
            for i in range(WIDTH):
                near_x = (nodes[base + ray.near_x + i] - ray.origin.x) * ray.inverse.x
                far_x = (nodes[base + ray.far_x + i] - ray.origin.x) * ray.inverse.x
                lower_y = (nodes[base + ti.static(2 * WIDTH) + i] - ray.origin.y) * ray.inverse.y
                upper_y = (nodes[base + ti.static(5 * WIDTH) + i] - ray.origin.y) * ray.inverse.y
                lower_z = (nodes[base + ti.static(3 * WIDTH) + i] - ray.origin.z) * ray.inverse.z
                upper_z = (nodes[base + ti.static(6 * WIDTH) + i] - ray.origin.z) * ray.inverse.z
                enter = larger(larger(near_x, smaller(lower_y, upper_y)), larger(smaller(lower_z, upper_z), 0.0))
                leave = smaller(smaller(far_x, larger(lower_y, upper_y)), larger(lower_z, upper_z)) * FAR_PAD
                key = ti.select(enter <= smaller(leave, best.t), key_of(enter, i), NO_KEY)
                keys[i] = key
                nearest = ti.min(nearest, key)
            for i in range(WIDTH):
                key = ti.select(keys[i] == nearest, NO_KEY, keys[i])
                stack[level + i] = key
                rest = ti.min(rest, key)
            stack[_NODES + size] = base
            stack[_SMALLEST + size] = rest
            last = last_key(best.t)
            size += ti.cast(rest <= last, ti.i32)
            if nearest <= last:
                code = ti.bit_cast(nodes[base + lane_of(nearest)], ti.i32)
                going = 1
        while going == 0 and size > 0:
            if ti.static(has_instances):
                if size == outside:
                    instance, outside = -1, -1
                    ray = slab_ray(origin, direction)
                    frame = ray_frame(origin, direction, ray.inverse)
            size -= 1
            nearest, last = stack[_SMALLEST + size], last_key(best.t)
            if nearest <= last:
                code = ti.bit_cast(nodes[stack[_NODES + size] + lane_of(nearest)], ti.i32)
                going = 1
                level, rest = size * WIDTH, NO_KEY
                for i in range(WIDTH):
                    key = ti.select(stack[level + i] == nearest, NO_KEY, stack[level + i])
                    stack[level + i] = key
                    rest = ti.min(rest, key)
                stack[_SMALLEST + size] = rest
                size += ti.cast(rest <= last, ti.i32)
    return best
