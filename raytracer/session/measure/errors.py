"""How far a picture is from a reference, in numbers.

A handful of pixels that rare bright paths hit would decide the mean of the squares, and change it by half from one run
to the next. As usual (Mueller, Gross, Novak: Practical Path Guiding for Efficient Light-Transport Simulation, 2017),
the 0.1 % of pixels with the largest errors are left out.

relMSE is the mean over pixels and channels of ``(x - r)^2 / (r^2 + eps)``, the usual measure of renderers (Rousselle,
Knaus, Zwicker: Adaptive Sampling and Reconstruction using Greedy Error Minimization, 2011): an error counts by its size
beside the pixel. ``eps`` keeps black pixels from counting without limit; it is tied to the picture, so that the
measure does not depend on the scene's units.
"""

from __future__ import annotations

import numpy as np

EPSILON_SHARE = 0.01
"""``eps`` is this times the square of the reference's mean."""
TRIMMED_SHARE = 0.001
"""Share of the pixels, those of the largest errors, that is left out."""


def rel_mse(picture: np.ndarray, reference: np.ndarray) -> float:
    """Relative mean squared error of (h, w, 3) against (h, w, 3), linear radiance."""
    base = reference.astype(np.float64)
    epsilon = max(EPSILON_SHARE * float(base.mean()) ** 2, 1e-30)
    return _trimmed_mean((picture - base) ** 2 / (base**2 + epsilon))


def rmse(picture: np.ndarray, reference: np.ndarray) -> float:
    """Root of the mean squared error, in the picture's own unit of radiance."""
    return float(np.sqrt(_trimmed_mean((picture.astype(np.float64) - reference) ** 2)))


def _trimmed_mean(squares: np.ndarray) -> float:
    """Mean over pixels of (h, w, 3) without the largest ones."""
    pixels = np.sort(squares.mean(axis=2), axis=None)
    kept = len(pixels) - int(TRIMMED_SHARE * len(pixels))
    return float(pixels[:kept].mean())


def block_means(picture: np.ndarray, block: int) -> np.ndarray:
    """Means of blocks of (h, w, 3): (rows, columns, 3) f64; what is left over at the right and below is left out."""
    height, width = picture.shape[:2]
    rows, columns = max(height // block, 1), max(width // block, 1)
    tall, wide = min(block, height), min(block, width)
    cut = picture[: rows * tall, : columns * wide].astype(np.float64)
    return cut.reshape(rows, tall, columns, wide, 3).mean(axis=(1, 3))


def block_difference(first: np.ndarray, second: np.ndarray) -> float:
    """Mean absolute difference of block means (``block_means``), relative to the first picture's mean.

    Averaging blocks leaves out most of the noise, which differs between the two, and keeps what is really different.
    """
    mean = float(first.mean())
    return float(np.abs((first - second).mean(axis=2)).mean()) / mean if mean > 0.0 else 0.0
