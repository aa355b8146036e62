"""Skies as Mitsuba lays them out, and turned about any axis: ``Environment`` itself turns about +Y only."""

from __future__ import annotations

import numpy as np

from raytracer.scene import Image

_ENOUGH_ROWS = 512


def pole_to_pole(image: Image) -> Image:
    """Mitsuba puts the middle of the first row on the pole, ``Environment`` the edge of it.

    Pictures with few rows are resampled to many, so that the sky looks and lights the same; from 512 rows on the two
    differ by less than 0.2 degrees.
    """
    height, width = image.pixels.shape[:2]
    if height >= _ENOUGH_ROWS:
        return image
    rows = (np.arange(_ENOUGH_ROWS) + 0.5) / _ENOUGH_ROWS * (height - 1)
    column, row = np.meshgrid(np.arange(width, dtype=np.float64), rows)
    return Image(image.name, _bilinear(image.pixels, column, row).astype(np.float32), "linear")


def turn_about_y(matrix: np.ndarray) -> float | None:
    """The angle in degrees if the rotation in ``matrix`` (4, 4), scale aside, is about +Y; else None."""
    linear = matrix[:3, :3] / np.linalg.norm(matrix[:3, 0])
    angle = float(np.degrees(np.arctan2(linear[0, 2], linear[0, 0])))
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    about_y = np.array([[cos, 0.0, sin], [0.0, 1.0, 0.0], [-sin, 0.0, cos]])
    return angle if np.abs(linear - about_y).max() < 1e-5 else None


def rotated_sky(image: Image, matrix: np.ndarray) -> Image:
    """Resamples a latitude-longitude picture so that it looks as if turned (or mirrored) by ``matrix``, bilinearly."""
    linear = matrix[:3, :3] / np.linalg.norm(matrix[:3, 0])
    height, width = image.pixels.shape[:2]
    # Direction of every texel of the result: u = 0 looks at -Z, 0.25 at +X; the top row at +Y.
    phi = 2.0 * np.pi * (np.arange(width) + 0.5) / width
    theta = np.pi * (np.arange(height) + 0.5) / height
    sin_theta = np.sin(theta)[:, None]
    world = np.stack(
        [
            np.sin(phi) * sin_theta,
            np.broadcast_to(np.cos(theta)[:, None], (height, width)),
            -np.cos(phi) * sin_theta,
        ],
        axis=-1,
    )
    local = world @ linear  # the inverse of an orthogonal matrix is its transpose
    u = np.arctan2(local[..., 0], -local[..., 2]) / (2.0 * np.pi) * width - 0.5
    v = np.arccos(np.clip(local[..., 1], -1.0, 1.0)) / np.pi * height - 0.5
    return Image(image.name, _bilinear(image.pixels, u, v).astype(np.float32), "linear")


def _bilinear(pixels: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """Values at texel coordinates, wrapped along u and clamped along v."""
    height, width = pixels.shape[:2]
    x, y = np.floor(u).astype(int), np.floor(v).astype(int)
    fx, fy = (u - x)[..., None], (v - y)[..., None]
    left, right = x % width, (x + 1) % width
    top, bottom = np.clip(y, 0, height - 1), np.clip(y + 1, 0, height - 1)
    upper = pixels[top, left] * (1.0 - fx) + pixels[top, right] * fx
    lower = pixels[bottom, left] * (1.0 - fx) + pixels[bottom, right] * fx
    return upper * (1.0 - fy) + lower * fy
