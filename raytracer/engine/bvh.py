"""Builds the wide bounding volume hierarchy that ``kernels/search`` walks.

Three steps: primitives are put in Morton order and cut into clusters [1]; a binned surface-area build makes a binary
tree inside every cluster and one above them (``subtrees``, clusters in parallel); the binary tree is collapsed to a
wide one (``wide_tree``). Boxes are asked for when they are needed and not kept: at millions of triangles they, and what
NumPy would put between them, took more memory than the scene.

[1] Pantaleoni, Luebke. HLBVH: hierarchical LBVH construction for real-time ray tracing. HPG 2010.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from raytracer.engine.boxes import Boxes
from raytracer.engine.chunks import chunks
from raytracer.engine.host_memory import give_back
from raytracer.engine.kernels.traversal import BLOCK, EMPTY_LOWER, PRIM_STRIDE, SPHERE_MARK, STACK_LIMIT
from raytracer.engine.morton import PLACE_BITS, morton_clusters
from raytracer.engine.subtrees import Leaves, binary_tree
from raytracer.engine.wide_tree import collapse
from raytracer.errors import InputError

Progress = Callable[[str, float | None], None]

_MAX_PRIMITIVES = 1 << PLACE_BITS


class Corners(Protocol):
    """Corners (n, 3, 3) f32 of triangles, by index; an array is one."""

    def __len__(self) -> int: ...

    def __getitem__(self, items: np.ndarray, /) -> np.ndarray: ...


@dataclass(frozen=True)
class Bvh:
    """A wide tree in host memory; node 0 is the root and every child lies behind its parent.

    records: f32, flat, ``7 * width`` per node, as ``traversal.trace`` reads them: the bits of the children's codes,
        then minx[width], miny, minz, maxx, maxy, maxz. A code >= 0 is the index of an inner node. A code < 0 is a leaf,
        ``~(first << 4 | count)``, of ``count`` primitives in leaf order, or with the count ``INSTANCE_LEAF`` of one
        box that stands ``alone``. -1, a leaf of nothing, marks a free slot with an inverted box, which no ray hits.
    order: i32, leaf order -> original primitive index, -1 for none. Each leaf has a block of ``BLOCK`` places to
        itself; boxes that stand alone have one place each, behind the blocks. Always whole blocks, at least one.
        Primitives whose box is not finite are left out.
    depth: levels of nodes. stack_size: entries that a traversal which pushes all children can need at most; proven
        from the tree, at most ``STACK_LIMIT``.
    """

    records: np.ndarray
    order: np.ndarray
    width: int
    depth: int
    stack_size: int
    seconds: float

    @property
    def node_count(self) -> int:
        """Nodes of ``width`` children each."""
        return len(self.records) // (7 * self.width)

    @property
    def codes(self) -> np.ndarray:
        """The children's codes (nodes, width) i32, where they lie."""
        return self.records.view(np.int32).reshape(-1, 7 * self.width)[:, : self.width]

    @property
    def bounds(self) -> np.ndarray:
        """The children's boxes (nodes, 6, width) f32, where they lie."""
        return self.records.reshape(-1, 7, self.width)[:, 1:]

    @property
    def radius(self) -> float:
        """Of a sphere around all, m; 1 around nothing."""
        used = self.codes[0] != -1
        if not used.any():
            return 1.0
        box = self.bounds[0][:, used].astype(np.float64)
        return 0.5 * float(np.linalg.norm(box[3:].max(axis=1) - box[:3].min(axis=1)))


def build(
    boxes: Boxes,
    *,
    width: int = 8,
    max_leaf: int = BLOCK,
    alone: int = 0,
    stack_limit: int | None = None,
    allocate: Callable[[int], np.ndarray] | None = None,
    progress: Progress | None = None,
) -> Bvh:
    """The tree over ``boxes``; ``max_leaf`` is ``BLOCK`` at most. Taichi must run.

    The last ``alone`` boxes get leaves of their own: they are instances, with trees of their own below them, for which
    ``stack_limit`` leaves room. ``allocate`` gives the memory for so many floats of node records. Raises ``InputError``
    when there are more primitives than indices reach.
    """
    begin = time.perf_counter()
    limit = STACK_LIMIT if stack_limit is None else stack_limit
    report = progress or (lambda _text, _fraction: None)
    get_memory = allocate or (lambda floats: np.empty(floats, np.float32))
    report("Sorting primitives", 0.0)
    items, starts = _in_clusters(boxes)
    if not len(items):
        return _empty(width, get_memory, time.perf_counter() - begin)
    give_back()
    report("Building the tree", 0.2)
    leaves = Leaves(boxes, len(boxes) - alone, max_leaf)
    binary = binary_tree(leaves, items, starts, balanced=False)
    wide = collapse(binary, width, by_area=True)
    if wide.stack_size > limit:
        # Extremely uneven scenes: halves instead of the best splits bound the depth by the logarithm of the count.
        binary = binary_tree(leaves, items, starts[:1], balanced=True)
        wide = collapse(binary, width, by_area=False)
        if wide.stack_size > limit:
            raise InputError(f"the tree over {len(items)} primitives is too deep", remedy="use fewer triangles")
    records = get_memory(wide.node_count * 7 * width)
    order = wide.lay_out(items, leaves.alone_from, BLOCK, records.reshape(-1, 7 * width))
    report("Building the tree", 1.0)
    return Bvh(records, order, width, wide.depth, wide.stack_size, time.perf_counter() - begin)


def _in_clusters(boxes: Boxes) -> tuple[np.ndarray, np.ndarray]:
    """The boxes that a tree can hold, i32, cut into clusters, and where those begin."""
    centroids = np.empty((len(boxes), 3), np.float32)
    usable = np.empty(len(boxes), bool)
    for chunk in chunks(len(boxes)):
        lower, upper = boxes.of(chunk)
        # Beyond 1e17 the products of the slab test leave the range of f32.
        usable[chunk] = (np.abs(lower) < 1e17).all(axis=1) & (np.abs(upper) < 1e17).all(axis=1)
        with np.errstate(invalid="ignore", over="ignore"):
            centroids[chunk] = lower * np.float32(0.5) + upper * np.float32(0.5)
    count = int(usable.sum())
    if count >= _MAX_PRIMITIVES:
        raise InputError(f"{count} primitives are more than the {_MAX_PRIMITIVES} that one scene can hold")
    if count == 0:
        return np.zeros(0, np.int32), np.zeros(0, np.int64)
    if count == len(boxes):
        return morton_clusters(centroids)
    kept = np.flatnonzero(usable).astype(np.int32)
    items, starts = morton_clusters(centroids[kept])
    return kept[items], starts


def pack_primitives(
    corners: Corners,
    spheres: np.ndarray,
    order: np.ndarray,
    bits: np.ndarray | None = None,
    out: np.ndarray | None = None,
) -> np.ndarray:
    """Primitive records in leaf order, flat f32, in blocks as ``traversal.trace`` reads them.

    corners: of m triangles. spheres: (k, 4) f32 centre and radius; primitive m + i is sphere i.
    A triangle is its three corners. A sphere is its centre, its radius, its number and ``SPHERE_MARK`` in the place of
    the last coordinate. Triangles without area become points, which no ray hits. ``bits`` (m + k) i32 of each primitive
    are carried along behind the coordinates. What lies behind the spheres (instances) gets an empty record.
    ``out``: where to write them.
    """
    flat = np.empty(len(order) * PRIM_STRIDE, np.float32) if out is None else out
    blocks = flat.reshape(-1, PRIM_STRIDE, BLOCK)
    for chunk in chunks(len(order)):  # whole blocks
        rows = primitive_rows(corners, spheres, order[chunk], bits)
        blocks[chunk.start // BLOCK : chunk.stop // BLOCK] = rows.reshape(-1, BLOCK, PRIM_STRIDE).swapaxes(1, 2)
    return flat


def primitive_rows(
    corners: Corners, spheres: np.ndarray, order: np.ndarray, bits: np.ndarray | None = None
) -> np.ndarray:
    """The records that ``pack_primitives`` describes, one after the other: f32 (n, PRIM_STRIDE)."""
    count = len(corners)
    records = np.zeros((len(order), PRIM_STRIDE), np.float32)
    is_triangle = (order >= 0) & (order < count)
    if is_triangle.any():
        found = np.asarray(corners[order[is_triangle]], np.float32)
        flat = _without_area(found)
        found[flat, 1:] = found[flat, :1]
        records[is_triangle, :9] = found.reshape(-1, 9)
    is_sphere = (order >= count) & (order < count + len(spheres))
    if is_sphere.any():
        records[is_sphere, :4] = np.asarray(spheres, np.float32)[order[is_sphere] - count]
        records[is_sphere, 4] = order[is_sphere] - count
        records[is_sphere, 8] = SPHERE_MARK
    if bits is not None and len(bits):
        known = (order >= 0) & (order < len(bits))
        records[known, 9] = bits[order[known]].astype(np.int32).view(np.float32)
    return records


def _without_area(corners: np.ndarray) -> np.ndarray:
    """Which triangles (n, 3, 3) have an area that f32 corners cannot tell from zero."""
    first = (corners[:, 1] - corners[:, 0]).astype(np.float64)
    second = (corners[:, 2] - corners[:, 0]).astype(np.float64)
    twice_area = np.linalg.norm(np.cross(first, second), axis=1)
    longest = np.maximum(np.einsum("ij,ij->i", first, first), np.einsum("ij,ij->i", second, second))
    return ~(twice_area > 1e-7 * longest)


def _empty(width: int, allocate: Callable[[int], np.ndarray], seconds: float) -> Bvh:
    records = allocate(7 * width)
    records[:] = np.repeat(np.array([0.0, *[EMPTY_LOWER] * 3, *[-EMPTY_LOWER] * 3], np.float32), width)
    tree = Bvh(records, np.full(BLOCK, -1, np.int32), width, 1, 0, seconds)
    tree.codes[:] = -1
    return tree
