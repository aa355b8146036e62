"""Builds the wide bounding volume hierarchy that ``kernels/traversal`` walks.

Three steps: primitives are put in Morton order and cut into clusters [1]; a binned surface-area build makes a binary
tree inside every cluster and one above them (``kernels/bvh_build``, all clusters in parallel); the binary tree is
collapsed to a wide one (``wide_tree``).

[1] Pantaleoni, Luebke. HLBVH: hierarchical LBVH construction for real-time ray tracing. HPG 2010.
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
    NODE_STRIDE,
    PRIM_STRIDE,
    SPHERE_MARK,
    STACK_LIMIT,
)
from raytracer.engine.morton import morton_clusters
from raytracer.engine.upload import upload
from raytracer.engine.wide_tree import BinaryTree, collapse
from raytracer.errors import InputError

Progress = Callable[[str, float | None], None]

_SAH_DEPTH = 64
_STEP_COST = 2.0
_OPENED = 4
"""Subtrees that the tree above is built over, for each cluster."""
_MAX_PRIMITIVES = 1 << 27
"""Leaf codes and flat i32 indices of primitive records end here."""


@dataclass(frozen=True)
class Bvh:
    """A wide tree in host memory; node 0 is the root and every child lies behind its parent.

    nodes: f32, flat, ``6 * width`` per node: minx[width], miny, minz, maxx, maxy, maxz. A free slot holds an inverted
        box, which no ray hits.
    children: i32, flat, ``width`` per node. A code >= 0 is the index of an inner node. A code < 0 is a leaf,
        ``~(first << 4 | count)``, of ``count`` primitives in leaf order, or with the count ``INSTANCE_LEAF`` of one
        box that stands ``alone``. -1, a leaf of nothing, marks a free slot.
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


def build(
    lower: np.ndarray,
    upper: np.ndarray,
    *,
    width: int = 8,
    max_leaf: int = 4,
    alone: int = 0,
    stack_limit: int | None = None,
    progress: Progress | None = None,
) -> Bvh:
    """The tree over ``n`` boxes (n, 3) f32 of primitives in one space; ``max_leaf`` is 14 at most. Taichi must run.

    The last ``alone`` boxes get leaves of their own: they are instances, with trees of their own below them, for which
    ``stack_limit`` leaves room. Raises ``InputError`` when there are more primitives than indices reach.
    """
    begin = time.perf_counter()
    limit = STACK_LIMIT if stack_limit is None else stack_limit
    report = progress or (lambda _text, _fraction: None)
    lower, upper = np.asarray(lower, np.float32), np.asarray(upper, np.float32)
    is_alone = np.arange(len(lower)) >= len(lower) - alone
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
    is_alone = is_alone[usable[order]]
    weight = np.where(is_alone, max_leaf + 1, 1).astype(np.int32)
    report("Building the tree", 0.2)
    binary = _build_binary(lower, upper, weight, starts, max_leaf, _SAH_DEPTH)
    wide = collapse(binary, width, by_area=True)
    if wide.stack_size > limit:
        # Extremely uneven scenes: halves instead of the best splits bound the depth by the logarithm of the count.
        binary = _build_binary(lower, upper, weight, starts[:1], max_leaf, 0)
        wide = collapse(binary, width, by_area=False)
        if wide.stack_size > limit:
            raise InputError(f"the tree over {len(usable)} primitives is too deep", remedy="use fewer triangles")
    nodes, children, items = wide.flat(is_alone)
    report("Building the tree", 1.0)
    in_order = usable[order][items].astype(np.int32)
    seconds = time.perf_counter() - begin
    return Bvh(nodes.reshape(-1), children.reshape(-1), in_order, width, wide.depth, wide.stack_size, seconds)


def pack_primitives(
    triangles_world: np.ndarray, spheres: np.ndarray, order: np.ndarray, bits: np.ndarray | None = None
) -> np.ndarray:
    """Primitive records in leaf order, flat f32, ``PRIM_STRIDE`` each: what ``traversal.trace`` reads.

    triangles_world: (m, 3, 3) f32 corners. spheres: (k, 4) f32 centre and radius; primitive m + i is sphere i.
    A triangle is its three corners. A sphere is its centre, its radius, its number and ``SPHERE_MARK`` in the place of
    the last coordinate. Triangles without area become points, which no ray hits. ``bits`` (m + k) i32 of each primitive
    are carried along behind the coordinates. What lies behind the spheres (instances) gets an empty record.
    """
    count = len(triangles_world)
    records = np.zeros((len(order), PRIM_STRIDE), np.float32)
    is_triangle = (order >= 0) & (order < count)
    if is_triangle.any():
        corners = np.asarray(triangles_world, np.float32)[order[is_triangle]]
        flat = _without_area(corners)
        corners[flat, 1:] = corners[flat, :1]
        records[is_triangle, :9] = corners.reshape(-1, 9)
    is_sphere = (order >= count) & (order < count + len(spheres))
    if is_sphere.any():
        records[is_sphere, :4] = np.asarray(spheres, np.float32)[order[is_sphere] - count]
        records[is_sphere, 4] = order[is_sphere] - count
        records[is_sphere, 8] = SPHERE_MARK
    if bits is not None and len(bits):
        known = (order >= 0) & (order < len(bits))
        records[known, 9] = bits.astype(np.int32)[order[known]].view(np.float32)
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


def _build_binary(
    lower: np.ndarray, upper: np.ndarray, weight: np.ndarray, starts: np.ndarray, max_leaf: int, sah_depth: int
) -> BinaryTree:
    """Splits every cluster, then builds the tree above the clusters; boxes (n, 3) are in cluster order."""
    n = len(lower)
    below = _split(lower, upper, weight, np.append(starts, n), max_leaf, sah_depth)
    roots = _opened(below, 2 * starts) if sah_depth else 2 * starts
    before = np.concatenate([[0], np.cumsum(weight[below.items])])
    heavy = before[below.links[roots, 2]] - before[below.links[roots, 1]]
    ends = np.array([0, len(roots)])
    above = _split(below.boxes[roots, :3], below.boxes[roots, 3:], heavy, ends, 1, sah_depth)
    # The two trees become one: what is above moves behind, and a leaf above becomes the root of its subtree.
    boxes, links = np.concatenate([below.boxes, above.boxes]), np.concatenate([below.links, above.links])
    nodes = 2 * n + np.arange(2 * len(roots) - 1)
    inner = nodes[links[nodes, 0] >= 0]
    leaves = nodes[links[nodes, 0] < 0]
    subtrees = roots[above.items[links[leaves, 1]]]
    links[inner, 0] += 2 * n
    boxes[leaves], links[leaves] = boxes[subtrees], links[subtrees]
    boxes[-1] = 0.0  # never a node; what the index -1 of a free slot reads
    return BinaryTree(boxes, links, below.items, 2 * n)


def _opened(below: BinaryTree, roots: np.ndarray) -> np.ndarray:
    """Roots of subtrees for the tree above: those of the clusters, the largest replaced by their children.

    A few large primitives among small ones make the boxes of their clusters large. Opened, what is small joins its
    neighbours again. Rays then meet 2 to 12 % fewer nodes (28 % in a furnished room, seen from the camera).
    """
    limit = _OPENED * len(roots)
    half_areas = below.opening_order(by_area=True)
    while len(roots) < limit:
        area = half_areas[roots]
        worth = np.flatnonzero(area > 0.0)
        if not len(worth):
            break
        # The largest, up to a quarter of all at a time: their children may be larger than what is left.
        count = min(len(worth), limit - len(roots), max(1, len(roots) // 4))
        chosen = worth[np.argpartition(area[worth], -count)[-count:]]
        left = below.links[roots[chosen], 0]
        roots = np.concatenate([np.delete(roots, chosen), left, left + 1])
    return np.sort(roots)


def _split(
    lower: np.ndarray, upper: np.ndarray, weight: np.ndarray, segments: np.ndarray, max_leaf: int, sah_depth: int
) -> BinaryTree:
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
    return BinaryTree(boxes.to_numpy().reshape(-1, 6), links.to_numpy().reshape(-1, 3), items.to_numpy(), 0)
