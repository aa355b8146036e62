"""The binary tree over boxes: built cluster by cluster, some clusters at a time, and once more above them.

A batch of clusters has its boxes computed, is split by ``kernels/bvh_build``, and leaves nothing behind but the nodes
that came of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import taichi as ti

from raytracer.engine import readback
from raytracer.engine.boxes import Boxes
from raytracer.engine.kernels import bvh_build
from raytracer.engine.upload import upload
from raytracer.engine.wide_tree import BinaryTree

_SAH_DEPTH = 64
_STEP_COST = 4.0
_OPENED = 4
"""Subtrees that the tree above is built over, for each cluster."""
_BATCH, _BATCH_ITEMS = 512, 1 << 17
"""Clusters that are split at a time on a CPU, and about how many boxes at most: its threads are busy, and what a batch
takes is there for the next. A GPU needs all of them."""


@dataclass(frozen=True)
class Leaves:
    """What a tree is built over. Boxes from ``alone_from`` on get a leaf each; of others it holds ``max_leaf``."""

    boxes: Boxes
    alone_from: int
    max_leaf: int

    def weights(self, items: np.ndarray) -> np.ndarray:
        """i32 (n,): what an item adds to a leaf that holds ``max_leaf``."""
        return np.where(items >= self.alone_from, self.max_leaf + 1, 1).astype(np.int32)


@dataclass(frozen=True)
class _Split:
    """Subtrees over segments of n items, as ``kernels/bvh_build`` makes them in 2 * n nodes. ``nodes``: those in use,
    subtree by subtree, the root first; ``roots``: where each begins among them; ``items``: the order of the items."""

    boxes: np.ndarray
    links: np.ndarray
    nodes: np.ndarray
    roots: np.ndarray
    items: np.ndarray


def binary_tree(leaves: Leaves, items: np.ndarray, starts: np.ndarray, *, balanced: bool) -> BinaryTree:
    """Splits every cluster, then builds the tree above the clusters. ``items`` are put in the order of its leaves.

    ``starts``: first items of the clusters. ``balanced``: items are cut in half, wherever they lie.
    """
    sah_depth = 0 if balanced else _SAH_DEPTH
    ends = np.append(starts, len(items))
    # Memory that is never written is never taken: the tree has half as many nodes as it could.
    capacity = 2 * len(items) + 2 * _OPENED * len(starts)
    boxes, links = np.empty((capacity, 6), np.float32), np.empty((capacity, 3), np.int32)
    roots: list[np.ndarray] = []
    used = 0
    for first, last in _batches(len(starts), len(items)):
        begin, end = int(ends[first]), int(ends[last])
        mine = items[begin:end]
        lower, upper = leaves.boxes.of(mine)
        done = _split(lower, upper, leaves.weights(mine), ends[first : last + 1] - begin, leaves.max_leaf, sah_depth)
        items[begin:end] = mine[done.items]
        # Children follow each other in the nodes of their subtree, so that they stay together when those move up.
        place = np.empty(len(done.links), np.int32)
        place[done.nodes] = np.arange(used, used + len(done.nodes), dtype=np.int32)
        after = used + len(done.nodes)
        boxes[used:after] = done.boxes[done.nodes]
        moved = done.links[done.nodes]
        inner = moved[:, 0] >= 0
        moved[inner, 0] = place[moved[inner, 0]]
        moved[:, 1:] += begin
        links[used:after] = moved
        roots.append(used + done.roots)
        used = after
    below = BinaryTree(boxes[:used], links[:used], 0)
    return _join(leaves, items, boxes, links, below, np.concatenate(roots), sah_depth)


def _batches(clusters: int, items: int) -> list[tuple[int, int]]:
    """Ranges of clusters that are split together."""
    size = max(1, min(_BATCH, _BATCH_ITEMS * clusters // items)) if readback.in_place() else clusters
    return [(first, min(first + size, clusters)) for first in range(0, clusters, size)]


def _join(
    leaves: Leaves,
    items: np.ndarray,
    boxes: np.ndarray,
    links: np.ndarray,
    below: BinaryTree,
    roots: np.ndarray,
    sah_depth: int,
) -> BinaryTree:
    """Adds the tree above the subtrees ``below``: what is above lies behind, and a leaf above becomes the root of its
    subtree. ``boxes`` and ``links`` are the memory of both."""
    if sah_depth:
        roots = _opened(below, roots)
    heavy = below.count(roots)
    if leaves.alone_from < len(leaves.boxes):
        before = np.append(0, np.cumsum(leaves.weights(items)))
        heavy = (before[below.links[roots, 2]] - before[below.links[roots, 1]]).astype(np.int32)
    lower, upper = below.boxes[roots, :3], below.boxes[roots, 3:]
    above = _split(lower, upper, heavy, np.array([0, len(roots)]), 1, sah_depth)
    used, count = len(below.boxes), len(above.nodes)  # the nodes of a single subtree lie without gaps
    moved, is_leaf = above.links[:count].copy(), above.links[:count, 0] < 0
    subtrees = roots[above.items[moved[is_leaf, 1]]]
    moved[~is_leaf, 0] += used
    after = used + count
    boxes[used:after], links[used:after] = above.boxes[:count], moved
    inside = used + np.flatnonzero(is_leaf)
    boxes[inside], links[inside] = below.boxes[subtrees], below.links[subtrees]
    return BinaryTree(boxes[:after], links[:after], used)


def _opened(below: BinaryTree, roots: np.ndarray) -> np.ndarray:
    """Roots of subtrees for the tree above: those of the clusters, the largest replaced by their children.

    A few large primitives among small ones make the boxes of their clusters large. Opened, what is small joins its
    neighbours again. Rays then meet 2 to 12 % fewer nodes (28 % in a furnished room, seen from the camera).
    """
    limit = _OPENED * len(roots)
    while len(roots) < limit:
        area = below.half_areas(roots)
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
) -> _Split:
    """One binary tree for each segment of the items; boxes (n, 3)."""
    n, subtrees = len(lower), len(segments) - 1
    # Numpy arrays as kernel arguments would do on the CPU, but come back wrong from Vulkan.
    items = upload(np.arange(n, dtype=np.int32))
    boxes, links = ti.ndarray(ti.f32, 12 * n), ti.ndarray(ti.i32, 6 * n)
    counts = ti.ndarray(ti.i32, subtrees)
    bvh_build.split_subtrees(
        upload(lower),
        upload(upper),
        upload(weight),
        items,
        upload(segments.astype(np.int32)),
        boxes,
        links,
        counts,
        ti.ndarray(ti.i32, 2 * n),
        ti.ndarray(ti.f32, subtrees * bvh_build.BIN_FLOATS),
        ti.ndarray(ti.i32, subtrees * bvh_build.BIN_INTS),
        subtrees,
        max_leaf,
        sah_depth,
        _STEP_COST,
    )
    in_use = readback.read_new(counts, np.int32)
    roots = np.cumsum(in_use) - in_use
    nodes = np.arange(int(in_use.sum())) + np.repeat(2 * segments[:-1] - roots, in_use)
    return _Split(
        readback.read_new(boxes, np.float32).reshape(-1, 6),
        readback.read_new(links, np.int32).reshape(-1, 3),
        nodes,
        roots,
        readback.read_new(items, np.int32),
    )
