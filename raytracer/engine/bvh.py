"""Builds the wide bounding volume hierarchy that ``kernels/traversal`` walks.

Three steps: primitives are put in Morton order and cut into clusters [1]; a binned surface-area build makes a binary
tree inside every cluster and one above them (``kernels/bvh_build``, all clusters in parallel); the binary tree is
collapsed by opening the largest boxes first [2] and laid out depth-first.

[1] Pantaleoni, Luebke. HLBVH: hierarchical LBVH construction for real-time ray tracing. HPG 2010.
[2] Wald, Benthin, Boulos. Getting rid of packets: efficient SIMD single-ray traversal. RT 2008.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import taichi as ti

from raytracer.engine.kernels import bvh_build
from raytracer.engine.kernels.traversal import (
    EMPTY_LOWER,
    LEAF_COUNT_BITS,
    NODE_STRIDE,
    PRIM_STRIDE,
    SPHERE_MARK,
    STACK_LIMIT,
)
from raytracer.engine.morton import morton_clusters
from raytracer.engine.upload import upload
from raytracer.errors import InputError

Progress = Callable[[str, float | None], None]

_SAH_DEPTH = 64
_STEP_COST = 2.0
_MAX_PRIMITIVES = 1 << 27
"""Leaf codes and flat i32 indices of primitive records end here."""


@dataclass(frozen=True)
class Bvh:
    """A wide tree in host memory; node 0 is the root and every child lies behind its parent.

    nodes: f32, flat, ``6 * width`` per node: minx[width], miny, minz, maxx, maxy, maxz. A free slot holds an inverted
        box, which no ray hits.
    children: i32, flat, ``width`` per node. A code >= 0 is the index of an inner node. A code < 0 is a leaf,
        ``~(first << 4 | count)``, of ``count`` primitives in leaf order. -1, a leaf of nothing, marks a free slot.
    order: i32, leaf order -> original primitive index. Primitives whose box is not finite are left out. Never of
        length 0: an empty scene has the one entry -1.
    depth: levels of nodes. stack_size: entries that a traversal which pushes all children can need at most; proven
        from the tree, at most ``STACK_LIMIT``.
    """

    nodes: np.ndarray
    children: np.ndarray
    order: np.ndarray
    width: int
    depth: int
    stack_size: int
    seconds: float

    @property
    def node_count(self) -> int:
        """Nodes of ``width`` children each."""
        return len(self.children) // self.width

    @cached_property
    def records(self) -> np.ndarray:
        """Nodes as ``traversal.trace`` reads them, flat f32, ``NODE_STRIDE`` each: the codes' bits, then the bounds."""
        records = np.zeros((self.node_count, NODE_STRIDE), np.float32)
        records[:, : self.width] = self.children.view(np.float32).reshape(-1, self.width)
        records[:, self.width :] = self.nodes.reshape(-1, 6 * self.width)
        return records.reshape(-1)


@dataclass(frozen=True)
class _Binary:
    """A binary tree: boxes (n, 6), links (n, 3) as in ``kernels/bvh_build``, and the order of the items."""

    boxes: np.ndarray
    links: np.ndarray
    items: np.ndarray
    root: int

    def opening_order(self, *, by_area: bool) -> np.ndarray:
        """What a wide node opens first: half areas, or counts, of all inner nodes; -1 for leaves."""
        with np.errstate(all="ignore"):  # rows that are no nodes were never written
            extent = self.boxes[:, 3:] - self.boxes[:, :3]
            area = extent[:, 0] * extent[:, 1] + extent[:, 1] * extent[:, 2] + extent[:, 2] * extent[:, 0]
            return np.where(self.links[:, 0] < 0, -1, area if by_area else self.count(slice(None)))

    def count(self, node: np.ndarray | slice) -> np.ndarray:
        return self.links[node, 2] - self.links[node, 1]


def build(
    lower: np.ndarray, upper: np.ndarray, *, width: int = 8, max_leaf: int = 4, progress: Progress | None = None
) -> Bvh:
    """The tree over ``n`` boxes (n, 3) f32 of primitives in world space; ``max_leaf`` is 15 at most. Taichi must run.

    Raises ``InputError`` when there are more primitives than indices reach.
    """
    begin = time.perf_counter()
    report = progress or (lambda _text, _fraction: None)
    lower, upper = np.asarray(lower, np.float32), np.asarray(upper, np.float32)
    # Beyond 1e17 the products of the slab test leave the range of f32.
    usable = np.flatnonzero((np.abs(lower) < 1e17).all(axis=1) & (np.abs(upper) < 1e17).all(axis=1))
    if len(usable) >= _MAX_PRIMITIVES:
        raise InputError(f"{len(usable)} primitives are more than the {_MAX_PRIMITIVES} that one scene can hold")
    if len(usable) == 0:
        return _empty(width, time.perf_counter() - begin)
    if len(usable) < len(lower):
        lower, upper = lower[usable], upper[usable]
    report("Sorting primitives", 0.0)
    order, starts = morton_clusters(lower, upper)
    lower, upper = np.ascontiguousarray(lower[order]), np.ascontiguousarray(upper[order])
    report("Building the tree", 0.2)
    wide = _collapse(_build_binary(lower, upper, starts, max_leaf, _SAH_DEPTH), width, by_area=True)
    if wide.stack_size > STACK_LIMIT:
        # Extremely uneven scenes: halves instead of the best splits bound the depth by the logarithm of the count.
        wide = _collapse(_build_binary(lower, upper, starts[:1], max_leaf, 0), width, by_area=False)
        if wide.stack_size > STACK_LIMIT:
            raise InputError(f"the tree over {len(usable)} primitives is too deep", remedy="use fewer triangles")
    report("Building the tree", 1.0)
    return wide.finish(usable[order], time.perf_counter() - begin)


def pack_primitives(
    triangles_world: np.ndarray, spheres: np.ndarray, order: np.ndarray, bits: np.ndarray | None = None
) -> np.ndarray:
    """Primitive records in leaf order, flat f32, ``PRIM_STRIDE`` each: what ``traversal.trace`` reads.

    triangles_world: (m, 3, 3) f32 corners. spheres: (k, 4) f32 centre and radius; primitive m + i is sphere i.
    A triangle is its three corners. A sphere is its centre, its radius, its number and ``SPHERE_MARK`` in the place of
    the last coordinate. Triangles without area become points, which no ray hits. ``bits`` (m + k) i32 of each primitive
    are carried along behind the coordinates.
    """
    count = len(triangles_world)
    records = np.zeros((len(order), PRIM_STRIDE), np.float32)
    is_triangle = (order >= 0) & (order < count)
    if is_triangle.any():
        corners = np.asarray(triangles_world, np.float32)[order[is_triangle]]
        flat = _without_area(corners)
        corners[flat, 1:] = corners[flat, :1]
        records[is_triangle, :9] = corners.reshape(-1, 9)
    is_sphere = order >= count
    if is_sphere.any():
        records[is_sphere, :4] = np.asarray(spheres, np.float32)[order[is_sphere] - count]
        records[is_sphere, 4] = order[is_sphere] - count
        records[is_sphere, 8] = SPHERE_MARK
    if bits is not None and len(bits):
        records[:, 9] = bits.astype(np.int32)[order].view(np.float32)
    return records.reshape(-1)


def _without_area(corners: np.ndarray) -> np.ndarray:
    """Which triangles (n, 3, 3) have an area that f32 corners cannot tell from zero."""
    first = (corners[:, 1] - corners[:, 0]).astype(np.float64)
    second = (corners[:, 2] - corners[:, 0]).astype(np.float64)
    twice_area = np.linalg.norm(np.cross(first, second), axis=1)
    longest = np.maximum(np.einsum("ij,ij->i", first, first), np.einsum("ij,ij->i", second, second))
    return ~(twice_area > 1e-7 * longest)


def _empty(width: int, seconds: float) -> Bvh:
    nodes = np.repeat(np.array([EMPTY_LOWER, -EMPTY_LOWER], np.float32), 3 * width)
    return Bvh(nodes, np.full(width, -1, np.int32), np.full(1, -1, np.int32), width, 1, 0, seconds)


def _build_binary(lower: np.ndarray, upper: np.ndarray, starts: np.ndarray, max_leaf: int, sah_depth: int) -> _Binary:
    """Splits every cluster, then builds the tree above the clusters; boxes (n, 3) are in cluster order."""
    n, clusters = len(lower), len(starts)
    segments = np.append(starts, n)
    below = _split(lower, upper, np.ones(n, np.int32), segments, max_leaf, sah_depth)
    roots = 2 * starts
    above = _split(
        below.boxes[roots, :3], below.boxes[roots, 3:], np.diff(segments), np.array([0, clusters]), 1, sah_depth
    )
    # The two trees become one: what is above moves behind, and a leaf above becomes the root of its cluster.
    boxes, links = np.concatenate([below.boxes, above.boxes]), np.concatenate([below.links, above.links])
    nodes = 2 * n + np.arange(2 * clusters - 1)
    inner = nodes[links[nodes, 0] >= 0]
    leaves = nodes[links[nodes, 0] < 0]
    cluster_roots = roots[above.items[links[leaves, 1]]]
    links[inner, 0] += 2 * n
    boxes[leaves], links[leaves] = boxes[cluster_roots], links[cluster_roots]
    boxes[-1] = 0.0  # never a node; what the index -1 of a free slot reads
    return _Binary(boxes, links, below.items, 2 * n)


def _split(
    lower: np.ndarray, upper: np.ndarray, weight: np.ndarray, segments: np.ndarray, max_leaf: int, sah_depth: int
) -> _Binary:
    """One binary tree for each segment of the items; the root over segment s is node ``2 * segments[s]``."""
    n, subtrees = len(lower), len(segments) - 1
    # Numpy arrays as kernel arguments would do on the CPU, but come back wrong from Vulkan.
    items = upload(np.arange(n, dtype=np.int32))
    boxes, links = ti.ndarray(ti.f32, 12 * n), ti.ndarray(ti.i32, 6 * n)
    bvh_build.split_subtrees(
        upload(lower),
        upload(upper),
        upload(weight.astype(np.int32)),
        items,
        upload(segments.astype(np.int32)),
        boxes,
        links,
        ti.ndarray(ti.i32, 2 * n),
        ti.ndarray(ti.f32, subtrees * bvh_build.BIN_FLOATS),
        ti.ndarray(ti.i32, subtrees * bvh_build.BIN_INTS),
        subtrees,
        max_leaf,
        sah_depth,
        _STEP_COST,
    )
    return _Binary(boxes.to_numpy().reshape(-1, 6), links.to_numpy().reshape(-1, 3), items.to_numpy(), 0)


@dataclass(frozen=True)
class _Wide:
    """A wide tree by levels: ``slots[k]`` (nodes of level k, width) are binary nodes or -1, in breadth-first order."""

    binary: _Binary
    slots: list[np.ndarray]
    inner: list[np.ndarray]
    width: int
    stack_size: int

    def finish(self, original: np.ndarray, seconds: float) -> Bvh:
        """Flat arrays, depth-first; ``original`` maps the items of the binary tree to the caller's primitives."""
        nodes_below, items_below = self._totals()
        count = int(nodes_below[0][0])
        nodes = np.empty((count, 6, self.width), np.float32)
        children = np.full((count, self.width), -1, np.int32)
        item_order = np.empty(int(items_below[0][0]), np.int32)
        index, first = np.zeros(1, np.int64), np.zeros(1, np.int64)
        for level, (slots, inner) in enumerate(zip(self.slots, self.inner, strict=True)):
            used = slots >= 0
            leaf = used & ~inner
            nodes_in, items_in = np.zeros(slots.shape, np.int64), np.zeros(slots.shape, np.int64)
            items_in[leaf] = self.binary.count(slots[leaf])
            if inner.any():
                nodes_in[inner], items_in[inner] = nodes_below[level + 1], items_below[level + 1]
            child = index[:, None] + 1 + np.cumsum(nodes_in, axis=1) - nodes_in
            item = first[:, None] + np.cumsum(items_in, axis=1) - items_in
            box = np.swapaxes(_padded(self.binary.boxes[slots]), 1, 2)
            empty = np.array([EMPTY_LOWER] * 3 + [-EMPTY_LOWER] * 3, np.float32)[None, :, None]
            nodes[index] = np.where(used[:, None, :], box, empty)
            codes = np.where(inner, child, ~(item << LEAF_COUNT_BITS | items_in))
            children[index] = np.where(used, codes, -1)
            _copy_ranges(item_order, self.binary.items, item[leaf], self.binary.links[slots[leaf], 1], items_in[leaf])
            index, first = child[inner], item[inner]
        order = original[item_order].astype(np.int32)
        return Bvh(
            nodes.reshape(-1), children.reshape(-1), order, self.width, len(self.slots), self.stack_size, seconds
        )

    def _totals(self) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """For the nodes of each level: nodes in the subtree (with itself) and items in it."""
        nodes: list[np.ndarray] = []
        items: list[np.ndarray] = []
        for slots, inner in zip(reversed(self.slots), reversed(self.inner), strict=True):
            nodes_in, items_in = np.zeros(slots.shape, np.int64), np.zeros(slots.shape, np.int64)
            leaf = (slots >= 0) & ~inner
            items_in[leaf] = self.binary.count(slots[leaf])
            if inner.any():
                nodes_in[inner], items_in[inner] = nodes[0], items[0]
            nodes.insert(0, 1 + nodes_in.sum(axis=1))
            items.insert(0, items_in.sum(axis=1))
        return nodes, items


def _padded(boxes: np.ndarray) -> np.ndarray:
    """Boxes (..., 6) grown by about an ulp, so that rays inside their planes, parallel to them, are not lost."""
    lower, upper = boxes[..., :3], boxes[..., 3:]
    pad = np.maximum(np.abs(lower), np.abs(upper)) * np.float32(2.0**-23)
    return np.concatenate([lower - pad, upper + pad], axis=-1)


def _copy_ranges(target: np.ndarray, source: np.ndarray, to: np.ndarray, start: np.ndarray, count: np.ndarray) -> None:
    """Copies many short ranges: ``target[to : to + count] = source[start : start + count]`` for each triple."""
    within = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
    target[np.repeat(to, count) + within] = source[np.repeat(start, count) + within]


def _collapse(binary: _Binary, width: int, *, by_area: bool) -> _Wide:
    """Opens binary nodes, the largest first (by area or by number of primitives), until each node has ``width``."""
    order = binary.opening_order(by_area=by_area)
    frontier = np.array([binary.root])
    slots_of, inner_of = [], []
    while len(frontier):
        slots = np.full((len(frontier), width), -1, np.int64)
        priority = np.full((len(frontier), width), -1.0)
        slots[:, 0], priority[:, 0] = frontier, order[frontier]
        for filled in range(1, width):
            pick = priority.argmax(axis=1)
            rows = np.flatnonzero(priority[np.arange(len(frontier)), pick] >= 0.0)
            pick = pick[rows]
            left = binary.links[slots[rows, pick], 0]
            slots[rows, pick], slots[rows, filled] = left, left + 1
            priority[rows, pick], priority[rows, filled] = order[left], order[left + 1]
        inner = priority >= 0.0
        slots_of.append(slots)
        inner_of.append(inner)
        frontier = slots[inner]
    return _Wide(binary, slots_of, inner_of, width, _stack_size(slots_of, inner_of))


def _stack_size(slots_of: list[np.ndarray], inner_of: list[np.ndarray]) -> int:
    """Entries needed by the worst visiting order: all children of a node are pushed, the deepest is popped first."""
    need = np.zeros(0, np.int64)
    for slots, inner in zip(reversed(slots_of), reversed(inner_of), strict=True):
        below = np.zeros(slots.shape, np.int64)
        below[inner] = need
        filled = (slots >= 0).sum(axis=1)
        need = np.maximum(filled, filled - 1 + below.max(axis=1))
    return int(need[0])
