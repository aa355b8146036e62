"""A binary tree becomes a wide one: boxes are opened, the largest first [1], and nodes laid out depth-first.

[1] Wald, Benthin, Boulos. Getting rid of packets: efficient SIMD single-ray traversal. RT 2008.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raytracer.engine.chunks import chunks
from raytracer.engine.kernels.traversal import EMPTY_LOWER, INSTANCE_LEAF, LEAF_COUNT_BITS

_ROWS = 1 << 14
"""Nodes that are laid out at a time: what is in between stays in the cache."""


@dataclass(frozen=True)
class BinaryTree:
    """A binary tree: boxes (n, 6) f32 and links (n, 3) i32 as in ``kernels/bvh_build``; leaves are ranges of the items,
    which lie in the tree's order."""

    boxes: np.ndarray
    links: np.ndarray
    root: int

    def half_areas(self, nodes: np.ndarray | slice) -> np.ndarray:
        """Of some nodes' boxes, f32; -1 for leaves, which cannot be opened."""
        x, y, z = (self.boxes[nodes, 3 + k] - self.boxes[nodes, k] for k in range(3))
        return np.where(self.links[nodes, 0] < 0, np.float32(-1.0), x * y + y * z + z * x)

    def opening_order(self, *, by_area: bool) -> np.ndarray:
        """What a wide node opens first: half areas, or counts, of all inner nodes, f32; -1 for leaves."""
        order = np.empty(len(self.boxes), np.float32)
        for chunk in chunks(len(order)):
            order[chunk] = (
                self.half_areas(chunk) if by_area else np.where(self.links[chunk, 0] < 0, -1, self.count(chunk))
            )
        return order

    def count(self, node: np.ndarray | slice) -> np.ndarray:
        """Items of some nodes."""
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

    @property
    def node_count(self) -> int:
        """On all levels."""
        return sum(map(len, self.slots))

    def lay_out(self, items: np.ndarray, alone: int, block: int, records: np.ndarray) -> np.ndarray:
        """Writes node records (nodes, 7 * width) f32 as in ``Bvh``, depth-first, and gives the items in leaf order.

        ``items`` are those of the binary tree, in its order. The ones from ``alone`` on have a leaf, and a kind of
        leaf, of their own, and one place each behind all others. The other leaves get ``block`` places; -1 is nothing.
        """
        is_single = items >= alone
        nodes_below, items_below = self._totals(is_single, block)
        shared, singles = int(items_below[0][0]), int(is_single.sum())
        ordered = np.full(-(-(shared + singles) // block) * block, -1, np.int32)
        index, first, next_single = np.zeros(1, np.int32), np.zeros(1, np.int32), shared
        for level, (slots, inner) in enumerate(zip(self.slots, self.inner, strict=True)):
            nodes_in, items_in = np.zeros(slots.shape, np.int32), np.zeros(slots.shape, np.int32)
            leaf = (slots >= 0) & ~inner
            items_in[leaf] = self._places(slots[leaf], is_single, block)
            if inner.any():
                nodes_in[inner], items_in[inner] = nodes_below[level + 1], items_below[level + 1]
            child = index[:, None] + 1 + np.cumsum(nodes_in, axis=1, dtype=np.int32) - nodes_in
            item = first[:, None] + np.cumsum(items_in, axis=1, dtype=np.int32) - items_in
            for rows in chunks(len(slots), _ROWS):
                at, mine = slots[rows], leaf[rows]
                start = self.binary.links[at[mine], 1]
                single = is_single[start]
                codes = np.where(inner[rows], child[rows], np.int32(-1))
                count = self.binary.count(at[mine])
                place = item[rows][mine]
                place[single] = next_single + np.arange(single.sum(), dtype=np.int32)
                next_single += int(single.sum())
                codes[mine] = ~(place << LEAF_COUNT_BITS | np.where(single, INSTANCE_LEAF, count))
                written = np.empty((len(at), 7, self.width), np.float32)
                written[:, 0] = codes.view(np.float32)
                self._write_boxes(at, written[:, 1:])
                records[index[rows]] = written.reshape(len(at), -1)
                _copy_ranges(ordered, items, place, start, count)
            index, first = child[inner], item[inner]
        return ordered

    def _write_boxes(self, slots: np.ndarray, bounds: np.ndarray) -> None:
        """The boxes of slots (n, width) to bounds (n, 6, width), grown by about an ulp, so that rays inside their
        planes, parallel to them, are not lost."""
        boxes = self.binary.boxes[np.maximum(slots, 0)]
        pad = np.maximum(np.abs(boxes[..., :3]), np.abs(boxes[..., 3:])) * np.float32(2.0**-23)
        boxes[..., :3] -= pad
        boxes[..., 3:] += pad
        boxes[slots < 0] = np.array([EMPTY_LOWER] * 3 + [-EMPTY_LOWER] * 3, np.float32)
        bounds[:] = np.swapaxes(boxes, 1, 2)

    def _places(self, leaves: np.ndarray, is_single: np.ndarray, block: int) -> np.ndarray:
        """Places that leaves (n,) take in the order of what is shared."""
        return np.where(is_single[self.binary.links[leaves, 1]], 0, block).astype(np.int32)

    def _totals(self, is_single: np.ndarray, block: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
        """For the nodes of each level: nodes in the subtree (with itself) and places of leaves in it."""
        nodes: list[np.ndarray] = []
        items: list[np.ndarray] = []
        for slots, inner in zip(reversed(self.slots), reversed(self.inner), strict=True):
            nodes_in, items_in = np.zeros(slots.shape, np.int32), np.zeros(slots.shape, np.int32)
            leaf = (slots >= 0) & ~inner
            items_in[leaf] = self._places(slots[leaf], is_single, block)
            if inner.any():
                nodes_in[inner], items_in[inner] = nodes[0], items[0]
            nodes.insert(0, 1 + nodes_in.sum(axis=1, dtype=np.int32))
            items.insert(0, items_in.sum(axis=1, dtype=np.int32))
        return nodes, items


def _copy_ranges(target: np.ndarray, source: np.ndarray, to: np.ndarray, start: np.ndarray, count: np.ndarray) -> None:
    """Copies many short ranges: ``target[to : to + count] = source[start : start + count]`` for each triple."""
    within = np.arange(int(count.sum())) - np.repeat(np.cumsum(count) - count, count)
    target[np.repeat(to, count) + within] = source[np.repeat(start, count) + within]


def collapse(binary: BinaryTree, width: int, *, by_area: bool) -> WideTree:
    """Opens binary nodes, the largest first (by area or by number of primitives), until each node has ``width``."""
    order = binary.opening_order(by_area=by_area)
    frontier = np.array([binary.root], np.int32)
    slots_of, inner_of = [], []
    while len(frontier):
        slots = np.full((len(frontier), width), -1, np.int32)
        inner = np.zeros((len(frontier), width), bool)
        for rows in chunks(len(frontier), _ROWS):
            _fill_slots(frontier[rows], slots[rows], inner[rows], binary, order)
        slots_of.append(slots)
        inner_of.append(inner)
        frontier = slots[inner]
    return WideTree(binary, slots_of, inner_of, width, _stack_size(slots_of, inner_of))


def _fill_slots(nodes: np.ndarray, slots: np.ndarray, inner: np.ndarray, binary: BinaryTree, order: np.ndarray) -> None:
    """Opens ``nodes`` (n,) into the rows of ``slots`` (n, width), -1 before; ``inner`` says which can be opened on."""
    priority = np.full(slots.shape, np.float32(-1.0))
    slots[:, 0], priority[:, 0] = nodes, order[nodes]
    every = np.arange(len(nodes))
    for filled in range(1, slots.shape[1]):
        pick = priority.argmax(axis=1)
        rows = np.flatnonzero(priority[every, pick] >= 0.0)
        pick = pick[rows]
        left = binary.links[slots[rows, pick], 0]
        slots[rows, pick], slots[rows, filled] = left, left + 1
        priority[rows, pick], priority[rows, filled] = order[left], order[left + 1]
    inner[:] = priority >= 0.0


def _stack_size(slots_of: list[np.ndarray], inner_of: list[np.ndarray]) -> int:
    """Entries needed by the worst visiting order: all children of a node are pushed, the deepest is popped first."""
    need = np.zeros(0, np.int32)
    for slots, inner in zip(reversed(slots_of), reversed(inner_of), strict=True):
        below = np.zeros(slots.shape, np.int32)
        below[inner] = need
        filled = (slots >= 0).sum(axis=1)
        need = np.maximum(filled, filled - 1 + below.max(axis=1))
    return int(need[0])
