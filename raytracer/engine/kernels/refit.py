"""Boxes of a tree whose primitives have moved, and the scattered writes that move them."""

import taichi as ti

from raytracer.engine.kernels.buffers import Floats, Ints, vec3_at
from raytracer.engine.kernels.traversal import (
    BLOCK,
    EMPTY_LOWER,
    INSTANCE_LEAF,
    LEAF_COUNT_BITS,
    NODE_STRIDE,
    PRIM_STRIDE,
    SPHERE_MARK,
    WIDTH,
    prim_at,
    prim_vec3,
)
from raytracer.engine.layout import InstanceFloat

_PAD = 2.0**-23
"""As ``wide_tree`` grows boxes."""

Box = ti.types.struct(lower=ti.types.vector(3, ti.f32), upper=ti.types.vector(3, ti.f32))


@ti.func
def _leaf_box(prims: ti.template(), leaf):
    """Box of a leaf's primitives, or of its instance."""
    box = Box(lower=ti.math.vec3(EMPTY_LOWER), upper=ti.math.vec3(-EMPTY_LOWER))
    first, count = leaf >> LEAF_COUNT_BITS, leaf & ((1 << LEAF_COUNT_BITS) - 1)
    if count == INSTANCE_LEAF:
        box.lower = vec3_at(prims, first * PRIM_STRIDE + int(InstanceFloat.LOWER))
        box.upper = vec3_at(prims, first * PRIM_STRIDE + int(InstanceFloat.UPPER))
        count = 0
    for i in range(first, first + count):
        at = prim_at(i)
        a, b, c = prim_vec3(prims, at, 0), prim_vec3(prims, at, 1), prim_vec3(prims, at, 2)
        low, high = ti.min(a, b, c), ti.max(a, b, c)
        if prims[at + ti.static(8 * BLOCK)] == SPHERE_MARK:
            low, high = a - prims[at + ti.static(3 * BLOCK)], a + prims[at + ti.static(3 * BLOCK)]
        box.lower, box.upper = ti.min(box.lower, low), ti.max(box.upper, high)
    pad = ti.max(ti.abs(box.lower), ti.abs(box.upper)) * _PAD
    box.lower -= pad
    box.upper += pad
    return box


@ti.func
def _node_box(nodes: ti.template(), node):
    """Box around all children of a node; free slots do not count, because they are inverted."""
    box = Box(lower=ti.math.vec3(EMPTY_LOWER), upper=ti.math.vec3(-EMPTY_LOWER))
    for slot in range(WIDTH):
        base = node * NODE_STRIDE + WIDTH + slot
        low = ti.math.vec3(nodes[base], nodes[base + WIDTH], nodes[base + 2 * WIDTH])
        high = ti.math.vec3(nodes[base + 3 * WIDTH], nodes[base + 4 * WIDTH], nodes[base + 5 * WIDTH])
        box.lower, box.upper = ti.min(box.lower, low), ti.max(box.upper, high)
    return box


@ti.kernel
def fit_level(nodes: Floats, prims: Floats, order: Ints, begin: ti.i32, count: ti.i32, measures: Floats):
    """Boxes of the children of the nodes ``order[begin : begin + count]``, whose own children are done.

    ``measures``: for each node the sum of the half areas of its children, m2.
    """
    for i in range(count):
        node = order[begin + i]
        total = 0.0
        for slot in range(WIDTH):
            base = node * NODE_STRIDE + slot
            code = ti.bit_cast(nodes[base], ti.i32)
            if code != -1:
                box = Box(lower=ti.math.vec3(0.0), upper=ti.math.vec3(0.0))
                if code < 0:
                    box = _leaf_box(prims, ~code)
                else:
                    box = _node_box(nodes, code)
                for k in ti.static(range(3)):
                    nodes[base + (1 + k) * WIDTH] = box.lower[k]
                    nodes[base + (4 + k) * WIDTH] = box.upper[k]
                size = box.upper - box.lower
                total += size.x * size.y + size.y * size.z + size.z * size.x
        measures[begin + i] = total


@ti.kernel
def root_box(nodes: Floats, at: ti.i32, measures: Floats):
    """The box around the whole tree, lower and upper corner, to ``measures[at:]``."""
    for _ in range(1):
        box = _node_box(nodes, 0)
        for k in ti.static(range(3)):
            measures[at + k] = box.lower[k]
            measures[at + 3 + k] = box.upper[k]


@ti.kernel
def scatter_floats(target: Floats, starts: Ints, values: Floats, width: ti.i32, count: ti.i32):
    """``target[starts[i] : starts[i] + width] = values[i * width : (i + 1) * width]``."""
    for i in range(count):
        for k in range(width):
            target[starts[i] + k] = values[i * width + k]


@ti.kernel
def scatter_primitives(prims: Floats, places: Ints, rows: Floats, count: ti.i32):
    """Writes records that lie one after the other to their places in blocks."""
    for i in range(count):
        at = prim_at(places[i])
        for k in range(PRIM_STRIDE):
            prims[at + k * BLOCK] = rows[i * PRIM_STRIDE + k]


@ti.kernel
def gather_primitives(prims: Floats, places: Ints, rows: Floats, count: ti.i32):
    """The other way: the records at some places, one after the other."""
    for i in range(count):
        at = prim_at(places[i])
        for k in range(PRIM_STRIDE):
            rows[i * PRIM_STRIDE + k] = prims[at + k * BLOCK]


@ti.kernel
def scatter_ints(target: Ints, starts: Ints, values: Ints, width: ti.i32, count: ti.i32):
    """The same for integers."""
    for i in range(count):
        for k in range(width):
            target[starts[i] + k] = values[i * width + k]
