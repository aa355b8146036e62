"""Boxes in Morton order, cut into clusters of neighbours that can be worked on apart."""

from __future__ import annotations

import numpy as np

from raytracer.engine.chunks import chunks

_MORTON_BITS = 12
"""Per axis. Code and place of a box share 64 bits, which sorts faster than an index apart; cells that hold too much get
a curve of their own."""
PLACE_BITS = 27
_CLUSTER_SIZE = 256
_CLUSTERS = 4096
"""More boxes make larger clusters rather than many more: one thread builds the tree above them."""


def morton_clusters(centroids: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """An order (n,) i32 of points (n, 3) f32 along a Morton curve, and where the clusters begin in it; n > 0."""
    items = np.arange(len(centroids), dtype=np.int32)
    return _cluster(centroids, items, max(_CLUSTER_SIZE, len(centroids) // _CLUSTERS))


def _cluster(centroids: np.ndarray, items: np.ndarray, largest: int) -> tuple[np.ndarray, np.ndarray]:
    """Reorders ``items``; clusters have at most ``largest`` of them."""
    ends = [(points.min(axis=0), points.max(axis=0)) for points in (centroids[items[c]] for c in chunks(len(items)))]
    low = np.min([e[0] for e in ends], axis=0).astype(np.float64)
    extent = float((np.max([e[1] for e in ends], axis=0) - low).max())
    if len(items) <= largest or not extent > 0.0:
        return items, np.arange(0, len(items), largest)
    keys = np.empty(len(items), np.uint64)
    scale = (2**_MORTON_BITS - 1) / extent
    for chunk in chunks(len(items)):
        cells = ((centroids[items[chunk]] - low) * scale).astype(np.uint64)
        codes = _spread(cells[:, 0]) | _spread(cells[:, 1]) << np.uint64(1) | _spread(cells[:, 2]) << np.uint64(2)
        keys[chunk] = codes << np.uint64(PLACE_BITS) | np.arange(chunk.start, chunk.stop, dtype=np.uint64)
    keys.sort()
    items = items[(keys & np.uint64(2**PLACE_BITS - 1)).astype(np.int32)]
    keys >>= np.uint64(PLACE_BITS)
    starts = _prefix_clusters(keys, largest)
    sizes = np.diff(np.append(starts, len(items)))
    finer: list[np.ndarray] = []
    # A far outlier can leave most of the scene in one cell: those cells get a curve of their own.
    for k in np.flatnonzero(sizes > largest):
        inside = slice(starts[k], starts[k] + sizes[k])
        items[inside], own = _cluster(centroids, items[inside], largest)
        finer.append(own + starts[k])
    return items, np.unique(np.concatenate([starts, *finer]))


def _spread(cells: np.ndarray) -> np.ndarray:
    """Puts two zero bits between neighbouring bits of 12-bit integers."""
    x = cells
    for shift, mask in ((16, 0xFF0000FF), (8, 0x0F00F00F), (4, 0xC30C30C3), (2, 0x249249249)):
        x = (x | (x << np.uint64(shift))) & np.uint64(mask)
    return x


def _prefix_clusters(codes: np.ndarray, largest: int) -> np.ndarray:
    """Starts of the largest groups of sorted codes that share a prefix and have at most ``largest`` members."""
    differing = np.zeros(len(codes), np.int8)
    for chunk in chunks(len(codes) - 1):
        changed = codes[chunk.start + 1 : chunk.stop + 1] ^ codes[chunk]
        differing[chunk.start + 1 : chunk.stop + 1] = np.frexp(changed.astype(np.float64))[1]
    starts = np.zeros(1, np.int64)
    for bit in range(3 * _MORTON_BITS, 0, -1):
        sizes = np.diff(np.append(starts, len(codes)))
        if sizes.max() <= largest:
            break
        cuts = np.flatnonzero(differing == bit)
        group = np.searchsorted(starts, cuts, side="right") - 1
        starts = np.sort(np.concatenate([starts, cuts[sizes[group] > largest]]))
    return starts
