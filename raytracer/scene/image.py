"""Pixels of textures and skies, in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np


@dataclass(frozen=True, eq=False)
class Image:
    """``pixels`` has shape (height, width, channels), row 0 is the top of the picture; 1-4 channels.

    ``uint8`` pixels are kept as they are; ``encoding`` "srgb" means that RGB (never alpha) is decoded with the sRGB
    curve when it is looked up. Every other source arrives as ``float32`` and "linear".
    """

    name: str
    pixels: np.ndarray
    encoding: Literal["srgb", "linear"] = "srgb"
    key: str = ""
    """Names these pixels where they are not at hand: the app edits stand-ins, the worker finds the real image."""

    def __post_init__(self) -> None:
        p = self.pixels
        if p.ndim != 3 or not 1 <= p.shape[2] <= 4 or 0 in p.shape:
            raise ValueError(f"image {self.name!r} has shape {p.shape}, expected (height, width, 1..4)")
        if p.dtype not in (np.uint8, np.float32):
            raise ValueError(f"image {self.name!r} has type {p.dtype}, expected uint8 or float32")
        if p.dtype == np.float32 and self.encoding != "linear":
            raise ValueError(f"float image {self.name!r} must be linear")

    @classmethod
    def of_file(cls, path: str, use: Literal["srgb", "linear", "sky"]) -> Image:
        """A stand-in for a picture that is still to be read, as a texture of that encoding or as a sky."""
        grey = np.full((1, 1, 3), 0.5, np.float32)
        name = path.replace("\\", "/").rpartition("/")[2]
        return cls(name, grey, "linear", f"{use}:{path}")

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])

    @property
    def channels(self) -> int:
        return int(self.pixels.shape[2])
