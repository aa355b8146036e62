"""A binary tree becomes a wide one: boxes are opened, the largest first [1], and nodes laid out depth-first.

[1] Wald, Benthin, Boulos. Getting rid of packets: efficient SIMD single-ray traversal. RT 2008.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raytracer.engine.kernels.traversal import EMPTY_LOWER, INSTANCE_LEAF, LEAF_COUNT_BITS


@dataclass(frozen=True)
class BinaryTree:
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


@dataclass(frozen=True)
class WideTree:
    """A wide tree by levels: ``slots[k]`` (nodes of level k, width) are binary nodes or -1, in breadth-first order."""

    binary: BinaryTree
    slots: list[np.ndarray]
    inner: list[np.ndarray]
    width: int
    stack_size: int

    @property
    def depth(self) -> int:
        """Levels of nodes."""
        return len(self.slots)

    def flat(self, alone: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Bounds (n, 6, width), codes (n, width) and the order of the items, all depth-first; codes as in ``Bvh``.

        ``alone`` says of each item of the binary tree whether it has a leaf, and a kind of leaf, of its own.
        """
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
            single = np.zeros(slots.shape, bool)
            single[leaf] = alone[self.binary.items[self.binary.links[slots[leaf], 1]]]
            codes = np.where(inner, child, ~(item << LEAF_COUNT_BITS | np.where(single, INSTANCE_LEAF, items_in)))
            children[index] = np.where(used, codes, -1)
            _copy_ranges(item_order, self.binary.items, item[leaf], self.binary.links[slots[leaf], 1], items_in[leaf])
            index, first = child[inner], item[inner]
        return nodes, children, item_order

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


def collapse(binary: BinaryTree, width: int, *, by_area: bool) -> WideTree:
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
    return WideTree(binary, slots_of, inner_of, width, _stack_size(slots_of, inner_of))


def _stack_size(slots_of: list[np.ndarray], inner_of: list[np.ndarray]) -> int:
    """Entries needed by the worst visiting order: all children of a node are pushed, the deepest is popped first."""
    need = np.zeros(0, np.int64)
    for slots, inner in zip(reversed(slots_of), reversed(inner_of), strict=True):
        below = np.zeros(slots.shape, np.int64)
        below[inner] = need
        filled = (slots >= 0).sum(axis=1)
        need = np.maximum(filled, filled - 1 + below.max(axis=1))
    return int(need[0])
