"""Boxes in Morton order, cut into clusters of neighbours that can be worked on apart."""

from __future__ import annotations

import numpy as np

_MORTON_BITS = 21
"""Per axis; three times that fits a 64-bit integer."""
_CLUSTER_SIZE = 256
_CLUSTERS = 4096
"""More boxes make larger clusters rather than many more: one thread builds the tree above them."""


def morton_clusters(lower: np.ndarray, upper: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """An order of the boxes (n, 3) along a Morton curve of their centres, and where the clusters begin in it."""
    centroids = lower * np.float32(0.5) + upper * np.float32(0.5)
    return _cluster(centroids, np.arange(len(centroids)), max(_CLUSTER_SIZE, len(centroids) // _CLUSTERS))


def _cluster(centroids: np.ndarray, items: np.ndarray, largest: int) -> tuple[np.ndarray, np.ndarray]:
    """Reorders ``items``; clusters have at most ``largest`` of them."""
    points = centroids[items]
    low = points.min(axis=0).astype(np.float64)
    extent = float((points.max(axis=0) - low).max())
    if len(items) <= largest or not extent > 0.0:
        return items, np.arange(0, len(items), largest)
    cells = ((points - low) * ((2**_MORTON_BITS - 1) / extent)).astype(np.int64)
    codes = _spread(cells[:, 0]) | _spread(cells[:, 1]) << 1 | _spread(cells[:, 2]) << 2
    by_code = np.argsort(codes)
    items, codes = items[by_code], codes[by_code]
    starts = _prefix_clusters(codes, largest)
    sizes = np.diff(np.append(starts, len(items)))
    finer: list[np.ndarray] = []
    # A far outlier can leave most of the scene in one cell: those cells get a curve of their own.
    for k in np.flatnonzero(sizes > largest):
        inside = slice(starts[k], starts[k] + sizes[k])
        items[inside], own = _cluster(centroids, items[inside], largest)
        finer.append(own + starts[k])
    return items, np.unique(np.concatenate([starts, *finer]))


def _spread(cells: np.ndarray) -> np.ndarray:
    """Puts two zero bits between neighbouring bits of 21-bit integers."""
    x = cells
    for shift, mask in (
        (32, 0x1F00000000FFFF),
        (16, 0x1F0000FF0000FF),
        (8, 0x100F00F00F00F00F),
        (4, 0x10C30C30C30C30C3),
        (2, 0x1249249249249249),
    ):
        x = (x | (x << shift)) & mask
    return x


def _prefix_clusters(codes: np.ndarray, largest: int) -> np.ndarray:
    """Starts of the largest groups of sorted codes that share a prefix and have at most ``largest`` members."""
    differing = np.zeros(len(codes), np.int8)
    differing[1:] = np.frexp((codes[1:] ^ codes[:-1]).astype(np.float64))[1]
    starts = np.zeros(1, np.int64)
    for bit in range(3 * _MORTON_BITS, 0, -1):
        sizes = np.diff(np.append(starts, len(codes)))
        if sizes.max() <= largest:
            break
        cuts = np.flatnonzero(differing == bit)
        group = np.searchsorted(starts, cuts, side="right") - 1
        starts = np.sort(np.concatenate([starts, cuts[sizes[group] > largest]]))
    return starts
