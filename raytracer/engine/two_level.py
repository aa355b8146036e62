"""Two levels of trees in one buffer: the world's, whose leaves may be instances, and one for each shared mesh.

Every mesh's tree lies behind the world's, its leaves behind the world's leaves; the records of the instances come last
among the primitives. ``kernels/search`` walks from one level to the other.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from raytracer.engine import bvh
from raytracer.engine.boxes import BoxArrays, BoxesInTurn
from raytracer.engine.bvh import Bvh
from raytracer.engine.flatten import Placed, Places
from raytracer.engine.host_memory import give_back
from raytracer.engine.kernels.traversal import (
    INSTANCE_LEAF,
    INSTANCE_RECORDS,
    LEAF_COUNT_BITS,
    NODE_STRIDE,
    PRIM_STRIDE,
    STACK_LIMIT,
)
from raytracer.engine.layout import InstanceFloat
from raytracer.engine.upload import Staged
from raytracer.errors import InputError
from raytracer.scene.instancing import distortion

Progress = Callable[[str, float | None], None]

_LEVELS = 2
"""Levels of a mesh's tree whose boxes, turned with the instance, bound it: closer than its one box would."""
_MAX_RECORDS = min((2**31 - 1) // PRIM_STRIDE, 1 << 27)


@dataclass(frozen=True)
class Trees:
    """All levels as the kernels read them, flat: ``nodes``, ``prims``, ``vertices``, ``triangles``. ``order`` is the
    world's: leaf order to primitive, and behind the primitives the instances. ``radius``: of a sphere around all.
    ``first_instance``: place of the first record of an instance among ``prims``.
    ``meshes``: of each shared mesh its first node, and boxes (n, 6) f64 around parts of it."""

    nodes: Staged
    prims: Staged
    vertices: Staged
    triangles: Staged
    order: np.ndarray
    stack_size: int
    radius: float
    first_instance: int
    meshes: tuple[tuple[int, np.ndarray], ...]
    seconds: float


def build(placed: Placed, progress: Progress) -> Trees:
    """The trees over all geometry. ``InputError`` for more than indices or the traversal's stack can hold."""
    begin = time.perf_counter()
    below = [bvh.build(c.mesh, progress=progress) for c in placed.copies]
    parts = [_upper_boxes(tree) for tree in below]
    deepest = max((tree.stack_size for tree in below), default=0)
    staged: list[Staged] = []

    def allocate(floats: int) -> np.ndarray:
        staged.append(Staged.of_size(floats + sum(len(tree.records) for tree in below), np.float32))
        return staged[0].host[:floats]

    boxes = [instance_boxes(c.places.world_from_object, p) for c, p in zip(placed.copies, parts, strict=True)]
    instances = BoxArrays(*(np.concatenate([np.zeros((0, 3), np.float32), *(b[k] for b in boxes)]) for k in (0, 1)))
    world = bvh.build(
        BoxesInTurn(placed.world, instances),
        alone=len(instances),
        stack_limit=STACK_LIMIT - deepest,
        allocate=allocate,
        progress=progress,
    )
    give_back()
    return _join([world, *below], staged[0], placed, parts, begin)


def _join(trees: list[Bvh], nodes: Staged, placed: Placed, parts: list[np.ndarray], begin: float) -> Trees:
    """Puts the world and the shared meshes behind each other; the world's nodes are in ``nodes`` already."""
    flats = [placed.world, *(c.mesh for c in placed.copies)]
    stride = placed.format.stride
    first_node = np.cumsum([0, *(t.node_count for t in trees)])
    first_record = np.cumsum([0, *(len(t.order) for t in trees)])
    first_vertex = np.cumsum([0, *(len(f.vertices) for f in flats)])
    meshes = tuple((int(root), part) for root, part in zip(first_node[1:-1], parts, strict=True))
    places = [instance_records(c.places, *m) for c, m in zip(placed.copies, meshes, strict=True)]
    records = int(first_record[-1])
    total = records + INSTANCE_RECORDS * sum(map(len, places))
    if total > _MAX_RECORDS:
        held = f"{records} places of primitives and {sum(map(len, places))} instances"
        raise InputError(f"{held} are more than one scene can hold", remedy="use fewer")
    prims = Staged.of_size(total * PRIM_STRIDE, np.float32)
    triangles = Staged.of_size(3 * records if stride else 0, np.int32)
    vertices = Staged.of_size(int(first_vertex[-1]) * stride, np.float32)
    for k, (tree, flat) in enumerate(zip(trees, flats, strict=True)):
        mine = slice(int(first_record[k]), int(first_record[k + 1]))
        out = prims.host[mine.start * PRIM_STRIDE : mine.stop * PRIM_STRIDE]
        bvh.pack_primitives(flat.corners, flat.spheres[:, :4], tree.order, flat.bits, out)
        if stride:
            corners = triangles.host.reshape(-1, 3)[mine]
            flat.put_in_leaf_order(
                tree.order, corners, vertices.host.reshape(-1, stride)[first_vertex[k] : first_vertex[k + 1]]
            )
            corners += np.int32(first_vertex[k])
    if places:
        prims.host[records * PRIM_STRIDE :] = np.concatenate(places).reshape(-1)
        _name_instances(trees[0], len(placed.world.bits), records)
        for tree, node, record in zip(trees[1:], first_node[1:], first_record[1:], strict=False):
            _move(tree, int(node), int(record))
            nodes.host[int(node) * NODE_STRIDE :][: len(tree.records)] = tree.records
    return Trees(
        nodes,
        prims,
        vertices,
        triangles,
        trees[0].order,
        trees[0].stack_size + max((t.stack_size for t in trees[1:]), default=0),
        trees[0].radius,
        records,
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
    nodes, found = np.zeros(1, np.int64), []
    for level in range(_LEVELS):
        box, code = np.moveaxis(tree.bounds[nodes], 1, 2), tree.codes[nodes]
        last = level == _LEVELS - 1
        found.append(box[(code != -1) & ((code < 0) | last)])
        nodes = code[code >= 0]
    every = np.concatenate(found).astype(np.float64)
    return every if len(every) else np.full((1, 6), np.nan)  # nothing in it is finite: it gets into no tree


def _move(tree: Bvh, first_node: int, first_record: int) -> None:
    """Names the tree's nodes and primitive records as they are called that far behind the beginning of the buffers."""
    codes = tree.codes
    inner, leaf = codes >= 0, codes < -1
    codes[inner] += np.int32(first_node)
    codes[leaf] -= np.int32(first_record << LEAF_COUNT_BITS)


def _name_instances(tree: Bvh, primitives: int, first_record: int) -> None:
    """Lets the leaves of the world's tree name the records of instances, which begin at ``first_record``."""
    codes = tree.codes
    leaf = ~codes
    alone = (codes < -1) & (leaf & ((1 << LEAF_COUNT_BITS) - 1) == INSTANCE_LEAF)
    instance = tree.order[leaf[alone] >> LEAF_COUNT_BITS] - primitives
    record = first_record + INSTANCE_RECORDS * instance.astype(np.int64)
    codes[alone] = ~(record << LEAF_COUNT_BITS | INSTANCE_LEAF)
