"""Two levels of trees in one buffer: the world's, whose leaves may be instances, and one for each shared mesh.

Every mesh's tree lies behind the world's, its leaves behind the world's leaves; the records of the instances come last
among the primitives. ``kernels/traversal`` walks from one level to the other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from raytracer.engine import bvh
from raytracer.engine.bvh import Bvh
from raytracer.engine.flatten import Flattened, Placed, Places
from raytracer.engine.kernels.traversal import (
    INSTANCE_LEAF,
    INSTANCE_RECORDS,
    LEAF_COUNT_BITS,
    PRIM_STRIDE,
    STACK_LIMIT,
)
from raytracer.engine.layout import InstanceFloat
from raytracer.errors import InputError
from raytracer.scene.instancing import distortion

Progress = Callable[[str, float | None], None]

_LEVELS = 2
"""Levels of a mesh's tree whose boxes, turned with the instance, bound it: closer than its one box would."""
_MAX_RECORDS = min((2**31 - 1) // PRIM_STRIDE, 1 << 27)


@dataclass(frozen=True)
class Level:
    """A tree and what its leaves hold, in their order: primitive records, triangles (n, 3), vertices (v, stride)."""

    tree: Bvh
    prims: np.ndarray
    triangles: np.ndarray
    vertices: np.ndarray


@dataclass(frozen=True)
class Trees:
    """All levels as the kernels read them, flat: ``nodes``, ``prims``, ``vertices``, ``triangles``. ``order`` is the
    world's: leaf order to primitive, and behind the primitives the instances. ``radius``: of a sphere around all.
    ``first_instance``: place of the first record of an instance among ``prims``.
    ``meshes``: of each shared mesh its first node, and boxes (n, 6) f64 around parts of it."""

    nodes: np.ndarray
    prims: np.ndarray
    vertices: np.ndarray
    triangles: np.ndarray
    order: np.ndarray
    stack_size: int
    radius: float
    first_instance: int
    meshes: tuple[tuple[int, np.ndarray], ...]
    seconds: float


def build(placed: Placed, progress: Progress) -> Trees:
    """The trees over all geometry. ``InputError`` for more than indices or the traversal's stack can hold."""
    begin = time.perf_counter()
    meshes = [_level(c.mesh, progress) for c in placed.copies]
    parts = [_upper_boxes(m.tree) for m in meshes]
    deepest = max((m.tree.stack_size for m in meshes), default=0)
    boxes = [placed.world.bounds()]
    boxes += [instance_boxes(c.places.world_from_object, p) for c, p in zip(placed.copies, parts, strict=True)]
    lower, upper = (np.concatenate([b[k] for b in boxes]) for k in (0, 1))
    alone = len(lower) - len(placed.world.bits)
    tree = bvh.build(lower, upper, alone=alone, stack_limit=STACK_LIMIT - deepest, progress=progress)
    levels = [_level_over(placed.world, tree), *meshes]
    radius = _radius(lower, upper)
    return _join(levels, placed, parts, radius, begin)


def _radius(lower: np.ndarray, upper: np.ndarray) -> float:
    """Radius of a sphere around the boxes (n, 3), those aside that are not finite; 1 m around nothing."""
    usable = np.isfinite(lower).all(axis=1) & np.isfinite(upper).all(axis=1)
    if not usable.any():
        return 1.0
    return 0.5 * float(np.linalg.norm(upper[usable].max(axis=0).astype(np.float64) - lower[usable].min(axis=0)))


def _level(flat: Flattened, progress: Progress) -> Level:
    return _level_over(flat, bvh.build(*flat.bounds(), progress=progress))


def _level_over(flat: Flattened, tree: Bvh) -> Level:
    prims = bvh.pack_primitives(flat.corners, flat.spheres[:, :4], tree.order, flat.bits)
    return Level(tree, prims, *flat.in_leaf_order(tree.order))


def _join(levels: list[Level], placed: Placed, parts: list[np.ndarray], radius: float, begin: float) -> Trees:
    if len(levels) == 1:  # most scenes: nothing is copied
        (only,) = levels
        flat, tree = (only.vertices.reshape(-1), only.triangles.reshape(-1)), only.tree
        seconds = time.perf_counter() - begin
        return Trees(tree.records, only.prims, *flat, tree.order, tree.stack_size, radius, len(tree.order), (), seconds)
    first_node = np.cumsum([0, *(x.tree.node_count for x in levels)])
    first_record = np.cumsum([0, *(len(x.tree.order) for x in levels)])
    first_vertex = np.cumsum([0, *(len(x.vertices) for x in levels)])
    meshes = tuple((int(root), part) for root, part in zip(first_node[1:-1], parts, strict=True))
    records = [instance_records(c.places, *m) for c, m in zip(placed.copies, meshes, strict=True)]
    instances = np.concatenate(records)
    if first_record[-1] + len(instances) * INSTANCE_RECORDS > _MAX_RECORDS:
        raise InputError(f"{len(instances)} instances are more than one scene can hold", remedy="use fewer of them")
    world = levels[0].tree
    trees = [_with_instances(world, len(placed.world.bits), first_record[-1])]
    trees += [_moved(x.tree, first_node[k], first_record[k]) for k, x in enumerate(levels) if k > 0]
    triangles = [x.triangles + np.int32(first) for x, first in zip(levels, first_vertex[:-1], strict=True)]
    return Trees(
        np.concatenate([t.records for t in trees]),
        np.concatenate([*(x.prims for x in levels), instances.reshape(-1)]),
        np.concatenate([x.vertices for x in levels]).reshape(-1),
        np.concatenate(triangles).reshape(-1),
        world.order,
        world.stack_size + max(x.tree.stack_size for x in levels[1:]),
        radius,
        int(first_record[-1]),
        meshes,
        time.perf_counter() - begin,
    )


def instance_records(places: Places, root: int, parts: np.ndarray) -> np.ndarray:
    """Records (n, INSTANCE_RECORDS * PRIM_STRIDE) f32, as ``layout.InstanceFloat`` has them, of a mesh with that first
    node and boxes ``parts`` (m, 6)."""
    there = places.world_from_object[:, :3, :3]
    records = np.zeros((len(there), INSTANCE_RECORDS * PRIM_STRIDE), np.float32)
    for at, values in (
        (InstanceFloat.OBJECT_FROM_WORLD, np.linalg.inv(there)),
        (InstanceFloat.WORLD_FROM_OBJECT, there),
        (InstanceFloat.POSITION, places.world_from_object[:, :3, 3]),
        (InstanceFloat.ROOT, np.full((len(there), 1), root, np.int32).view(np.float32)),
        (InstanceFloat.BITS, places.bits.astype(np.int32).view(np.float32)),
        (InstanceFloat.ROUNDING, distortion(there) * np.abs(there).sum(axis=2).max(axis=1)),
        (InstanceFloat.LOWER, np.concatenate(instance_boxes(places.world_from_object, parts), axis=1)),
    ):
        flat = values.reshape(len(there), -1)
        records[:, int(at) : int(at) + flat.shape[1]] = flat
    return records


def instance_boxes(world_from_object: np.ndarray, parts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """World boxes (n, 3) f32 around boxes ``parts`` (m, 6) of a mesh, turned with its instances (n, 4, 4)."""
    centre, half = (parts[:, :3] + parts[:, 3:]) / 2.0, (parts[:, 3:] - parts[:, :3]) / 2.0
    there, place = world_from_object[:, :3, :3], world_from_object[:, :3, 3]
    lower, upper = np.empty((len(there), 3)), np.empty((len(there), 3))
    for k in range(3):
        middle = there[:, k] @ centre.T + place[:, k : k + 1]
        extent = np.abs(there[:, k]) @ half.T
        lower[:, k], upper[:, k] = (middle - extent).min(axis=1), (middle + extent).max(axis=1)
    return np.nextafter(lower.astype(np.float32), -np.inf), np.nextafter(upper.astype(np.float32), np.inf)


def _upper_boxes(tree: Bvh) -> np.ndarray:
    """Boxes (n, 6) f64, lower and upper corner, that together hold the whole tree."""
    boxes, codes = tree.nodes.reshape(-1, 6, tree.width), tree.children.reshape(-1, tree.width)
    nodes, found = np.zeros(1, np.int64), []
    for level in range(_LEVELS):
        box, code = np.moveaxis(boxes[nodes], 1, 2), codes[nodes]
        last = level == _LEVELS - 1
        found.append(box[(code != -1) & ((code < 0) | last)])
        nodes = code[code >= 0]
    every = np.concatenate(found).astype(np.float64)
    return every if len(every) else np.full((1, 6), np.nan)  # nothing in it is finite: it gets into no tree


def _moved(tree: Bvh, first_node: int, first_record: int) -> Bvh:
    """The tree with its nodes and primitive records that far behind the beginning of the buffers."""
    codes = tree.children
    inner, leaf = codes >= 0, codes < -1
    moved = codes.copy()
    moved[inner] += np.int32(first_node)
    moved[leaf] -= np.int32(first_record << LEAF_COUNT_BITS)
    return replace(tree, children=moved)


def _with_instances(tree: Bvh, primitives: int, first_record: int) -> Bvh:
    """The world's tree with leaves that name the records of instances, which begin at ``first_record``."""
    codes = tree.children.copy()
    leaf = ~codes
    alone = (codes < -1) & (leaf & ((1 << LEAF_COUNT_BITS) - 1) == INSTANCE_LEAF)
    instance = tree.order[leaf[alone] >> LEAF_COUNT_BITS] - primitives
    record = first_record + INSTANCE_RECORDS * instance.astype(np.int64)
    codes[alone] = ~(record << LEAF_COUNT_BITS | INSTANCE_LEAF)
    return replace(tree, children=codes)
