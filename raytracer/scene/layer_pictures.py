"""Layers as pictures for the eye: false colours for numbers, a colour of its own for each material."""

from __future__ import annotations

import numpy as np

from raytracer.scene.layers import PictureLayer

SCALE = ("#440154", "#472D7B", "#3B528B", "#2C728E", "#21918C", "#28AE80", "#5EC962", "#ADDC30", "#FDE725")
"""The false colours from low to high: viridis (S. van der Walt, N. Smith, 2015, CC0), even steps to the eye."""
_BACKGROUND = 24


def picture(layer: PictureLayer, values: np.ndarray, covered: np.ndarray) -> tuple[np.ndarray, tuple[float, float]]:
    """(height, width, 4) u8 RGBA of ``values`` (height, width, channels), and what the ends of the scale stand for.

    ``covered`` (height, width) bool: where there is a value; elsewhere the picture is dark grey.
    """
    limits = (0.0, 1.0)
    if layer.kind == "color":
        rgb = _srgb(values[..., :3])
    elif layer.kind == "direction":
        rgb = 0.5 + 0.5 * values[..., :3]
    elif layer.kind == "coordinates":
        rgb = np.concatenate([values[..., :2] % 1.0, np.zeros_like(values[..., :1])], axis=2)
    elif layer.kind == "id":
        rgb = id_colours(values[..., 0])
    else:
        limits = scale_limits(layer, values[..., 0][covered])
        rgb = false_colours(values[..., 0], limits)
    rgba = np.full((*values.shape[:2], 4), 255, np.uint8)
    shown = np.clip(np.nan_to_num(rgb) * 255.0 + 0.5, 0.0, 255.0).astype(np.uint8)
    rgba[..., :3] = np.where(covered[..., None], shown, np.uint8(_BACKGROUND))
    return rgba, limits


def scale_limits(layer: PictureLayer, values: np.ndarray) -> tuple[float, float]:
    """The ends of the scale: fixed ones, or those between which all but the most extreme values lie."""
    finite = values[np.isfinite(values)]
    low, high = (0.0, 1.0) if finite.size == 0 else (float(v) for v in np.percentile(finite, (0.2, 99.8)))
    low = low if layer.limits[0] is None else layer.limits[0]
    high = high if layer.limits[1] is None else layer.limits[1]
    return (low, high) if high > low else (low, low + 1.0)


def false_colours(values: np.ndarray, limits: tuple[float, float]) -> np.ndarray:
    """Colours 0..1 (..., 3) of numbers on the scale between ``limits``."""
    stops = np.array([[int(stop[i : i + 2], 16) / 255.0 for i in (1, 3, 5)] for stop in SCALE])
    with np.errstate(invalid="ignore"):
        place = np.clip((values - limits[0]) / (limits[1] - limits[0]), 0.0, 1.0)
    place = np.nan_to_num(place) * (len(SCALE) - 1)
    table = np.stack([np.interp(np.linspace(0, len(SCALE) - 1, 1024), range(len(SCALE)), c) for c in stops.T], axis=1)
    colours: np.ndarray = table[(place * (1023 / (len(SCALE) - 1))).astype(np.int32)]
    return colours


def id_colours(numbers: np.ndarray) -> np.ndarray:
    """Colours 0..1 (..., 3) of whole numbers: neighbours differ most (hues in steps of the golden ratio)."""
    hue = (numbers * 0.61803398875 + 0.08) % 1.0
    value = np.where(numbers.astype(np.int64) % 2 == 0, 0.95, 0.7)
    channels = [np.clip(np.abs((hue + shift) % 1.0 * 6.0 - 3.0) - 1.0, 0.0, 1.0) for shift in (0.0, 2 / 3, 1 / 3)]
    return value[..., None] * (0.25 + 0.75 * np.stack(channels, axis=-1))


def _srgb(linear: np.ndarray) -> np.ndarray:
    c = np.clip(linear, 0.0, 1.0)
    encoded: np.ndarray = np.where(c <= 0.0031308, 12.92 * c, 1.055 * np.maximum(c, 1e-9) ** (1.0 / 2.4) - 0.055)
    return encoded
