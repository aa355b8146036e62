"""A tree over many lights: by it the kernels choose one that is likely to matter where they are.

Each node bounds its lights by a sphere and by a cone of the directions they face [1]. It is built from the top, all
nodes of a level at once: of a few planes across each axis the one is taken whose sides have the least intensity times
spread in space times spread in direction. The two spreads are computed from moments, which are sums, so that a level
costs a fixed number of NumPy calls, however many nodes it has. Then nodes are joined to wide ones, whose children a
processor weighs all at once.

[1] Conty Estevez, Kulla. Importance sampling of many lights with adaptive tree splitting. PACMCGIT 1(2), 2018.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

LIGHT_NODE_FIELDS = 12
"""``LightNode``"""
LIGHT_WIDTH = 8
"""Children of a node of the light tree."""
_BINS = 8
"""Parts into which the planes cut the extent of a node's lights along each axis."""
_MOST_UNEVEN = 48
"""Below this level nodes are halved by number, so that the tree has an end, whatever the lights."""
_DIMMEST = 1e-9
"""Share of all intensity that no light goes below: none is impossible for want of digits."""
_SMALLEST = 1e-6
"""Radius that no node goes below, in radii of the scene."""
_NO_AXIS = 1e-6
"""Length of a mean of unit directions below which it says nothing."""


class LightNode(IntEnum):
    """Of a child in a node of the light tree: a sphere around its lights and a cone of their normals, world space. Each
    is a row of ``LIGHT_WIDTH`` numbers, one for each child."""

    CENTRE = 0
    RADIUS = 3
    INTENSITY = 4
    """Share of all lights' greatest intensity, times the scene's squared radius."""
    AXIS = 5
    COS_SPREAD = 8
    SIN_SPREAD = 9
    """Of the cone's half angle."""
    COS_REACH = 10
    """Of the angle from a normal beyond which nothing shines."""
    CODE = 11
    """Bits of twice the child's number, or of twice the light's and 1."""


@dataclass(frozen=True)
class LightBounds:
    """What is known of n lights, world space.

    ``centre`` (n, 3) and ``radius`` (n,) of a sphere around each, metres. ``intensity`` (n,): the greatest, W/sr, mean
    over the channels. ``axis`` (n, 3), unit, and ``spread`` (n,): a cone of its normals, half angle in radians; up to
    ``reach`` (n,) radians from a normal it shines.
    """

    centre: np.ndarray
    radius: np.ndarray
    intensity: np.ndarray
    axis: np.ndarray
    spread: np.ndarray
    reach: np.ndarray

    def __len__(self) -> int:
        return len(self.intensity)


@dataclass(frozen=True)
class LightTree:
    """``nodes`` (w, LIGHT_NODE_FIELDS, LIGHT_WIDTH) f32 as ``LightNode`` says, the root first; ``parents`` (w,)
    i32, where each is a child (-1: the root), and ``leaves`` (n,) i32, where each light is: LIGHT_WIDTH times the
    number of a node, and the slot in it."""

    nodes: np.ndarray
    parents: np.ndarray
    leaves: np.ndarray


@dataclass(frozen=True)
class _Binary:
    """The tree of two children, the root first; what has at most LIGHT_WIDTH lights has those as its children. After
    these ``inner`` nodes come the lights themselves, in the order of ``lights``, their numbers.

    ``begin``, ``counts``: which part of ``lights`` is in each node; ``first`` child, which the others follow.
    """

    inner: int
    begin: np.ndarray
    counts: np.ndarray
    first: np.ndarray
    lights: np.ndarray

    @property
    def children(self) -> np.ndarray:
        """How many each has."""
        below = np.where(self.counts > LIGHT_WIDTH, 2, self.counts)
        below[self.inner :] = 0
        return below


def build(lights: LightBounds, scene_radius: float) -> LightTree:
    """The tree over at least one light. ``scene_radius``, metres: the unit in which intensities over squared distances
    stay within what f32 can tell."""
    binary = _build_binary(lights)
    roots, origins, made = np.zeros(1, np.int64), np.full(1, -1), 1
    nodes, parents = [], []
    leaves = np.zeros(len(lights), np.int32)
    while len(roots):
        children = _opened(binary, roots)
        numbers = made - len(roots) + np.arange(len(roots))
        inner, alone = (children >= 0) & (children < binary.inner), children >= binary.inner
        records = np.zeros((*children.shape, LIGHT_NODE_FIELDS), np.float32)
        records[:, :, LightNode.RADIUS] = 1.0
        there = children[children >= 0]
        records[children >= 0] = _records(
            lights, binary.lights, binary.begin[there], binary.counts[there], scene_radius
        )
        codes = np.zeros(children.shape, np.int32)
        codes[inner] = 2 * (made + np.arange(inner.sum()))
        found = binary.lights[children[alone] - binary.inner]
        codes[alone] = 2 * found + 1
        records[:, :, LightNode.CODE] = codes.view(np.float32)
        where = LIGHT_WIDTH * numbers[:, None] + np.arange(LIGHT_WIDTH)
        leaves[found] = where[alone]
        nodes.append(records.transpose(0, 2, 1))
        parents.append(origins)
        roots, origins = children[inner], where[inner]
        made += len(roots)
    return LightTree(np.concatenate(nodes), np.concatenate(parents).astype(np.int32), leaves)


def _opened(binary: _Binary, roots: np.ndarray) -> np.ndarray:
    """Up to LIGHT_WIDTH nodes below each of the roots (k,), -1 where there are no more: (k, LIGHT_WIDTH). What has the
    most lights, and not more children than there is room for, is opened until nothing can be."""
    children, filled = np.full((len(roots), LIGHT_WIDTH), -1), np.ones(len(roots), np.int64)
    children[:, 0] = roots
    counts, below = binary.counts, binary.children
    while True:
        room = LIGHT_WIDTH + 1 - filled
        possible = (children >= 0) & (below[children] > 0) & (below[children] <= room[:, None])
        size = np.where(possible, counts[children], 0)
        rows = np.flatnonzero(size.max(axis=1) > 0)
        if not len(rows):
            return children
        slot = size[rows].argmax(axis=1)
        node = children[rows, slot]
        children[rows, slot] = binary.first[node]
        for k in range(1, LIGHT_WIDTH):
            more = below[node] > k
            children[rows[more], filled[rows[more]] + k - 1] = binary.first[node[more]] + k
        filled[rows] += below[node] - 1


def _build_binary(lights: LightBounds) -> _Binary:
    order = np.arange(len(lights))
    begin, end = np.zeros(1, np.int64), np.full(1, len(lights))
    made = 1
    moments = _moments(lights)
    counts, first, places = [], [], []
    while len(begin):
        counts.append(end - begin)
        many = end - begin > LIGHT_WIDTH
        children = np.where(many, made + 2 * (np.cumsum(many) - 1), -1)
        first.append(children)
        places.append(begin)
        made += 2 * int(many.sum())
        begin, end = begin[many], end[many]
        middle = _split(lights.centre, moments, order, begin, end, len(counts))
        begin, end = np.stack([begin, middle], axis=1).reshape(-1), np.stack([middle, end], axis=1).reshape(-1)
    each = np.arange(len(lights))
    child = np.concatenate(first)
    # What was not split keeps its lights in the order that they had then.
    child = np.where(child < 0, made + np.concatenate(places), child)
    return _Binary(
        made,
        np.concatenate([*places, each]),
        np.concatenate([*counts, np.ones_like(each)]),
        np.concatenate([child, np.full(len(lights), -1)]),
        order,
    )


def _moments(lights: LightBounds) -> np.ndarray:
    """(9, n): number; intensity, times position, squared distance and axis. Nodes are judged by sums of these."""
    centre = lights.centre - lights.centre.mean(axis=0)
    weight = _weights(lights)
    squares = (centre**2).sum(axis=1) + lights.radius**2
    facing = lights.axis.T * np.cos(np.minimum(lights.spread, 0.5 * np.pi))
    return np.stack([np.ones_like(weight), weight, *(weight * centre.T), weight * squares, *(weight * facing)])


def _weights(lights: LightBounds) -> np.ndarray:
    """Intensities as shares of the whole, (n,); none is zero."""
    shares: np.ndarray = lights.intensity / max(float(lights.intensity.sum()), 1e-300)
    return np.maximum(shares, _DIMMEST)


def _split(
    centre: np.ndarray, moments: np.ndarray, order: np.ndarray, begin: np.ndarray, end: np.ndarray, level: int
) -> np.ndarray:
    """Sorts each range of ``order`` into two sides, none of them empty, and returns where the second ones begin."""
    middle = (begin + end) // 2
    chosen = np.flatnonzero((end - begin > 2) & (level < _MOST_UNEVEN))
    if not len(chosen):
        return middle
    counts, first = (end - begin)[chosen], begin[chosen]
    node = np.repeat(np.arange(len(chosen)), counts)
    starts = np.cumsum(counts) - counts
    places = np.arange(len(node)) + np.repeat(first - starts, counts)
    items = order[places]
    mine = moments[:, items]
    bins, costs = [], []
    for axis in range(3):
        along = centre[items, axis]
        lower, upper = np.minimum.reduceat(along, starts), np.maximum.reduceat(along, starts)
        scale = _BINS / np.maximum(upper - lower, 1e-300)
        bins.append(np.minimum((along - lower[node]) * scale[node], _BINS - 1).astype(np.int64))
        costs.append(_costs(mine, node * _BINS + bins[axis], len(chosen)))
    cost = np.concatenate(costs, axis=1)
    best = cost.argmin(axis=1)
    possible = np.isfinite(cost[np.arange(len(best)), best])
    plane = best % (_BINS - 1)
    beyond = np.stack(bins)[(best // (_BINS - 1))[node], np.arange(len(node))] > plane[node]
    beyond[~possible[node]] = (places >= np.repeat(middle[chosen], counts))[~possible[node]]
    before = np.cumsum(~beyond) - ~beyond
    before -= before[starts][node]
    left = np.add.reduceat(~beyond, starts, dtype=np.int64)
    within = places - first[node]
    order[first[node] + np.where(beyond, left[node] + within - before, before)] = items
    middle[chosen] = first + left
    return middle


def _costs(moments: np.ndarray, key: np.ndarray, nodes: int) -> np.ndarray:
    """Of every plane between the bins along one axis (nodes, _BINS - 1); infinite where a side is empty."""
    size = nodes * _BINS
    sums = np.stack([np.bincount(key, row, size) for row in moments])
    running = sums.reshape(len(sums), nodes, _BINS).cumsum(axis=2)
    left = running[:, :, :-1]
    return _measure(left) + _measure(running[:, :, -1:] - left)


def _measure(sums: np.ndarray) -> np.ndarray:
    """Intensity times spread in space times spread in direction of what ``sums`` (9, ...) were made of.

    The cone that its directions would fill evenly has the solid angle of light about it that [1] gives.
    """
    count, weight = sums[0], np.maximum(sums[1], 1e-300)
    variance = np.maximum(sums[5] - (sums[2:5] ** 2).sum(axis=0) / weight, 0.0)
    along = np.sqrt((sums[6:9] ** 2).sum(axis=0)) / weight
    cosine = np.clip(2.0 * along - 1.0, -1.0, 1.0)
    angle = np.arccos(cosine)
    sine = np.sqrt(1.0 - cosine * cosine)
    widest = np.minimum(angle + 0.5 * np.pi, np.pi)
    lit = 2.0 * np.pi * (1.0 - cosine) + 0.5 * np.pi * (
        2.0 * (widest - angle) * sine - np.cos(angle - 2.0 * widest) + cosine
    )
    return np.where(count > 0.5, variance * lit, np.inf)


def _records(
    lights: LightBounds, order: np.ndarray, begin: np.ndarray, counts: np.ndarray, scene_radius: float
) -> np.ndarray:
    """Records (k, LIGHT_NODE_FIELDS) of nodes with ``counts`` (k,) lights from ``order[begin[i]]`` on, without their
    codes."""
    node = np.repeat(np.arange(len(begin)), counts)
    starts = np.cumsum(counts) - counts
    items = order[np.arange(len(node)) + np.repeat(begin - starts, counts)]
    weight = _weights(lights)[items]
    total = np.add.reduceat(weight, starts)
    centre = np.add.reduceat(weight[:, None] * lights.centre[items], starts) / total[:, None]
    axis = np.add.reduceat(weight[:, None] * lights.axis[items], starts) / total[:, None]
    length = np.linalg.norm(axis, axis=1)
    axis /= np.maximum(length, _NO_AXIS)[:, None]
    away = np.linalg.norm(lights.centre[items] - centre[node], axis=1) + lights.radius[items]
    off = np.arccos(np.clip((axis[node] * lights.axis[items]).sum(axis=1), -1.0, 1.0)) + lights.spread[items]
    spread = np.minimum(np.maximum.reduceat(off, starts), np.pi)
    spread[length < _NO_AXIS] = np.pi
    reach = np.minimum(np.maximum.reduceat(lights.reach[items], starts), np.pi)
    records = np.zeros((len(begin), LIGHT_NODE_FIELDS))
    records[:, LightNode.CENTRE : LightNode.CENTRE + 3] = centre
    records[:, LightNode.RADIUS] = np.maximum(np.maximum.reduceat(away, starts), _SMALLEST * scene_radius) * (1 + 1e-5)
    records[:, LightNode.INTENSITY] = total * scene_radius**2
    records[:, LightNode.AXIS : LightNode.AXIS + 3] = axis
    records[:, LightNode.COS_SPREAD], records[:, LightNode.SIN_SPREAD] = np.cos(spread), np.sin(spread)
    records[:, LightNode.COS_REACH] = np.cos(reach)
    return records
