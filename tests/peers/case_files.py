"""Rendering the collected cases small, and measuring the pictures."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from raytracer.scene import RenderSettings, Scene

SIZE = 64
SPHERE = np.tan(np.arcsin(0.25)) / np.tan(np.radians(20.0))
"""Radius of the unit sphere seen from 4 m at 40 degrees, in half widths of the picture."""

Show = Callable[..., np.ndarray]
"""The fixture ``show``."""


def folder(cases_dir: Path, number: int) -> Path:
    (found,) = cases_dir.glob(f"{number:02d}-*")
    return found


def small(scene: Scene, spp: int, *, square: int = 0) -> RenderSettings:
    """The scene's settings at a size of at most ``SIZE``, or ``square``; wide rows of spheres keep theirs."""
    width, height = scene.settings.width, scene.settings.height
    factor = 1.0 if width == 3 * height else min(1.0, SIZE / max(width, height))
    size = (square, square) if square else (max(1, round(width * factor)), max(1, round(height * factor)))
    update = {"width": size[0], "height": size[1], "spp": spp}
    return scene.settings.model_copy(update={**update, "filter": "box", "filter_width": 1.0})


@cache
def expectations(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["expect"]
    return found


def centre(image: np.ndarray) -> np.ndarray:
    """Mean of a block in the middle, a sixteenth of the width."""
    height, width = image.shape[:2]
    half = max(width // 32, 1)
    y, x = height // 2, width // 2
    return image[max(y - half, 0) : y + half, max(x - half, 0) : x + half].mean(axis=(0, 1))


def block(image: np.ndarray, x: float, y: float, half: int) -> np.ndarray:
    """Mean of a block about a place given in shares of the width and height, from the upper left corner."""
    column, row = round(x * image.shape[1]), round(y * image.shape[0])
    return image[row - half : row + half, column - half : column + half].mean(axis=(0, 1))


def disc(image: np.ndarray, share: float = 0.9) -> np.ndarray:
    """Pixels (n, 3) within ``share`` of the radius of the unit sphere."""
    height, width = image.shape[:2]
    y, x = (np.mgrid[:height, :width] + 0.5 - np.array([[[height]], [[width]]]) / 2.0) / (width / 2.0)
    return image[np.hypot(x, y) < share * SPHERE]
