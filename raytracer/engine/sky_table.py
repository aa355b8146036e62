"""The table by which directions to the sky are chosen: any sky shader, rendered to a latitude-longitude picture."""

from __future__ import annotations

import numpy as np

from raytracer.scene import Environment

_SMOOTH_SIZE = (64, 32)
_LARGEST = 2048
CELLS_PER_GUIDE = 2
"""On average; at most: a guide table as fine as the cells costs more memory traffic than it saves steps."""
SUBSAMPLES = 3
"""Per side of a cell, from edge to edge: interpolation makes a texel shine into its neighbours' cells."""


def table_size(sky: Environment | None) -> tuple[int, int]:
    """Columns and rows of the table: those of the picture, up to a limit, or a few for smooth skies."""
    if sky is None:
        return 1, 1
    if sky.image is None:
        return _SMOOTH_SIZE
    shrink = max(1, -(-sky.image.width // _LARGEST))
    return max(1, sky.image.width // shrink), max(1, sky.image.height // shrink)


def cumulative_table(luminance: np.ndarray) -> np.ndarray:
    """From the mean luminance of the cells (height, width) to the flat f32 table that ``kernels/sky`` searches.

    A cell is chosen in proportion to luminance times solid angle; every cell keeps a little, so that none is
    impossible. In order: sizes of the two guides; for every row the marginal cumulative distribution, then its
    probability over the solid angle of one of its cells; the cosines of the rows' ``height`` + 1 edges; the guide to
    the rows. Then for every row the cumulative distribution over its columns, and after all of them the rows' guides.
    """
    height, width = luminance.shape
    edges = np.cos(np.pi * np.arange(height + 1) / height)
    solid_angle = (edges[:-1] - edges[1:])[:, None]
    value = np.maximum(np.nan_to_num(luminance.astype(np.float64), posinf=0.0, neginf=0.0), 0.0)
    floor = 1e-3 * (value * solid_angle).sum() / (2.0 * width) if value.any() else 1.0
    weight = (value + floor) * solid_angle
    rows = weight.sum(axis=1)
    marginal = np.cumsum(rows) / rows.sum()
    conditional = np.cumsum(weight, axis=1) / rows[:, None]
    marginal[-1] = 1.0
    conditional[:, -1] = 1.0
    marginal, conditional = marginal.astype(np.float32), conditional.astype(np.float32)
    # Over what the kernel, in f32, really makes of a row: at the poles it has few bits.
    bands = np.maximum(-np.diff(edges.astype(np.float32)), 1e-12)
    density = np.diff(marginal, prepend=np.float32(0.0)) * width / (2.0 * np.pi * bands)
    row_guide, guides = _guide(marginal[None]), _guide(conditional)
    sizes = [row_guide.shape[1] - 1, guides.shape[1] - 1]
    parts = (sizes, marginal, density, edges, row_guide, conditional, guides)
    return np.concatenate([np.asarray(part, np.float32).reshape(-1) for part in parts])


def _guide(cumulative: np.ndarray) -> np.ndarray:
    """For each row (rows, n) of ascending values: where the first above k / m is, at most n - 1, for k = 0..m.

    ``m`` is a power of two, so that the kernel finds ``k`` without rounding.
    """
    rows, count = cumulative.shape
    size = 1 << max(0, -(-count // CELLS_PER_GUIDE) - 1).bit_length()
    # The number of values that are not above k / m: each counts from the first k on that it is not above.
    first = np.ceil(cumulative.astype(np.float64) * size).astype(np.int64)
    counts = np.zeros((rows, size + 1), np.int64)
    np.add.at(counts, (np.arange(rows)[:, None], np.minimum(first, size)), 1)
    return np.minimum(np.cumsum(counts, axis=1), count - 1)
