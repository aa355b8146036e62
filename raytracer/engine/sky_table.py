"""The table by which directions to the sky are chosen: any sky shader, rendered to a latitude-longitude picture.

The picture is cut into patches, small where it is uneven and bright, and a patch is chosen by its brightness. A few
thousand of them stay in a processor's nearer caches, where a table of all cells, each read at a place of its own,
would wait for memory twice a choice.

Only what is brighter than the mean counts: the even rest is found just as well by following the scattered ray, and the
weights of the two ways share the work accordingly [1].

[1] Karlik, Sik, Vevoda, Skrivan, Krivanek. MIS compensation: optimizing sampling techniques in multiple importance
    sampling. ACM TOG 38(6), 2019.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from raytracer.engine.layout import SKY_PATCH_STRIDE
from raytracer.scene import Environment

_SMOOTH_SIZE = (64, 32)
_LARGEST = 2048
MOST_PATCHES = 4096
SUBSAMPLES = 3
"""Per side of a cell, from edge to edge: interpolation makes a texel shine into its neighbours' cells."""
_EVEN_SKY = 0.01
"""Where less of the light than this part is above the mean, no direction is chosen: scattered rays find it all."""
_EVEN_SHARE = 2e-3
"""Part of the choices spread over all directions, and as much over all patches: none may be impossible."""
Weigh = Callable[[np.ndarray], np.ndarray]
_NO_GAP = 2.0
"""Upper end of the last patch: above every uniform, so that rounding leaves no gap."""


def table_size(sky: Environment | None) -> tuple[int, int]:
    """Columns and rows of the picture: those of the sky's own, up to a limit, or a few for smooth skies."""
    if sky is None:
        return 1, 1
    if sky.image is None:
        return _SMOOTH_SIZE
    shrink = max(1, -(-sky.image.width // _LARGEST))
    return max(1, sky.image.width // shrink), max(1, sky.image.height // shrink)


def patch_table(luminance: np.ndarray) -> np.ndarray:
    """From the mean luminance of the cells (height, width) to the flat f32 table that ``kernels/sky`` searches.

    In order: number of entries of the guide (a power of two, so that the kernel finds its entry without rounding); one
    over the integral of what the luminance is above its mean, or 0 where directions are not worth being chosen; that
    mean; the guide, whose entry k says which patch is the first that ends above k / entries; ``SKY_PATCH_STRIDE``
    floats for every patch: end of its share of 0..1, start of it, one over its length, density per solid angle, first
    longitude in turns, width in turns, cosine of the angle from +Y at the top, and what it gains to the bottom.
    """
    height, width = luminance.shape
    edges = np.cos(np.pi * np.arange(height + 1) / height)
    luminance = np.maximum(np.nan_to_num(luminance.astype(np.float64), posinf=0.0, neginf=0.0), 0.0)
    cell = (2.0 * np.pi / width * (edges[:-1] - edges[1:]))[:, None]
    mean = float((luminance * cell).sum()) / (4.0 * np.pi)
    value = np.maximum(luminance - mean, 0.0)
    above = float((value * cell).sum())
    patches, wanted = _cut(value, edges)
    left, right, top, bottom = patches.T
    solid_angle = 2.0 * np.pi * (right - left) / width * (edges[top] - edges[bottom])
    total = wanted.sum()
    share = wanted / total if total > 0.0 else solid_angle / (4.0 * np.pi)
    share = (1.0 - 2.0 * _EVEN_SHARE) * share + _EVEN_SHARE * (solid_angle / (4.0 * np.pi) + 1.0 / len(patches))
    end = np.cumsum(share).astype(np.float32)
    end[-1] = 1.0
    start = np.concatenate([np.zeros(1, np.float32), end[:-1]])
    length = (end - start).astype(np.float64)  # what the kernel, in f32, really makes of a patch
    gain = (edges[bottom] - edges[top]).astype(np.float32)
    turns = ((right - left) / width).astype(np.float32)
    density = length / (2.0 * np.pi * turns * np.maximum(-gain, 1e-12))
    guide = _guide(end)
    end[-1] = _NO_GAP
    columns = (end, start, 1.0 / np.maximum(length, 1e-12), density, left / width, turns, edges[top], gain)
    records = np.stack([np.asarray(c, np.float32) for c in columns], axis=1)
    assert records.shape[1] == SKY_PATCH_STRIDE
    head = np.array([len(guide), 1.0 / above if above > _EVEN_SKY * 4.0 * np.pi * mean else 0.0, mean], np.float32)
    return np.concatenate([head, guide.astype(np.float32), records.reshape(-1)])


def _cut(value: np.ndarray, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Patches (n, 4) as left, right, top, bottom in cells, neighbours mostly side by side, and how often each should
    be chosen.

    A patch whose directions are all alike in the eyes of the sampler is best chosen in proportion to the root of the
    integral of the squared luminance, times that of its solid angle. What that is more than the luminance's own
    integral says how much there is to win by cutting it.
    """
    height, width = value.shape
    cell = (2.0 * np.pi / width * (edges[:-1] - edges[1:]))[:, None]
    sums = [np.pad((value**k * cell).cumsum(0).cumsum(1), ((1, 0), (1, 0))) for k in range(3)]

    def within(total: np.ndarray, p: np.ndarray) -> np.ndarray:
        left, right, top, bottom = p.T
        return np.maximum(total[bottom, right] - total[top, right] - total[bottom, left] + total[top, left], 0.0)

    def wanted(p: np.ndarray) -> np.ndarray:
        return np.sqrt(within(sums[0], p) * within(sums[2], p))

    patches = np.array([[0, width, 0, height]])
    weights = wanted(patches)
    while len(patches) < MOST_PATCHES:
        excess = weights - within(sums[1], patches)
        excess[np.maximum(patches[:, 1] - patches[:, 0], patches[:, 3] - patches[:, 2]) < 2] = -1.0
        count = min(len(patches) // 2 + 1, MOST_PATCHES - len(patches), int((excess > 1e-6 * weights.sum()).sum()))
        if count == 0:
            break
        chosen = np.sort(np.argpartition(-excess, count - 1)[:count])
        halves = _better_halves(patches[chosen], wanted)
        times = np.ones(len(patches), int)
        times[chosen] = 2
        at = np.cumsum(times)[chosen] - 2
        patches = np.repeat(patches, times, axis=0)
        patches[at], patches[at + 1] = halves
        weights = np.repeat(weights, times)
        weights[at], weights[at + 1] = wanted(halves[0]), wanted(halves[1])
    return patches, weights


def _better_halves(patches: np.ndarray, wanted: Weigh) -> tuple[np.ndarray, np.ndarray]:
    """Each patch cut in two across or along, whichever wins more; the longer side, in cells, where they are equal."""
    ways = []
    for side in (0, 2):
        first, second = patches.copy(), patches.copy()
        first[:, side + 1] = second[:, side] = (patches[:, side] + patches[:, side + 1]) // 2
        size = patches[:, side + 1] - patches[:, side]
        cost = np.where(size < 2, np.inf, (wanted(first) + wanted(second)) * (1.0 + 1e-6 / np.maximum(size, 1)))
        ways.append((first, second, cost))
    across = (ways[0][2] <= ways[1][2])[:, None]
    return np.where(across, ways[0][0], ways[1][0]), np.where(across, ways[0][1], ways[1][1])


def _guide(end: np.ndarray) -> np.ndarray:
    """Which of the ascending ``end`` (n,) is the first above k / m, at most n - 1, for k = 0..m-1."""
    size = 1 << max(0, len(end) - 1).bit_length()
    return np.minimum(np.searchsorted(end, np.arange(size, dtype=np.float32) / np.float32(size), "right"), len(end) - 1)
