"""The table by which directions to the sky are chosen: any sky shader, rendered to a latitude-longitude picture."""

from __future__ import annotations

import numpy as np

from raytracer.scene import Environment

_SMOOTH_SIZE = (64, 32)
_LARGEST = 2048
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

    ``height`` values of the marginal cumulative distribution over rows, then that of every row over its columns. A cell
    is chosen in proportion to luminance times solid angle; every cell keeps a little, so that none is impossible.
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
    return np.concatenate([marginal, conditional.reshape(-1)]).astype(np.float32)
