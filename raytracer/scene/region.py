"""Render regions: the part of a picture that is refined, while the rest stays as it is.

A region is told in fractions of the picture's width and height, so that it means the same at any size, and it is made
of whole squares of pixels: what is told is widened to the next square, and the widened box is what everybody shows.
"""

from __future__ import annotations

import math

Region = tuple[float, float, float, float]
"""Left, top, right and bottom edge as fractions of the picture, 0 to 1; (0, 0) is the upper left corner."""
Box = tuple[int, int, int, int]
"""Left, top, right and bottom edge in pixels; the last two are just outside."""
SQUARE = 8
"""Side of the squares that a region is made of, pixels: the tiles in which the film is refined."""


def pixel_box(region: Region, width: int, height: int) -> Box:
    """The pixels of a region in a picture of this size, widened to whole squares: at least one of them."""
    left, right = _span(region[0], region[2], width)
    top, bottom = _span(region[1], region[3], height)
    return left, top, right, bottom


def as_region(box: Box, width: int, height: int) -> Region:
    """A box of pixels, clipped to the picture, as fractions of it."""
    left, right = (min(max(x, 0), width) / width for x in (box[0], box[2]))
    top, bottom = (min(max(y, 0), height) / height for y in (box[1], box[3]))
    return left, top, right, bottom


def _span(low: float, high: float, size: int) -> tuple[int, int]:
    first = min(round(low * size), size - 1) // SQUARE * SQUARE
    last = max(math.ceil(round(high * size) / SQUARE) * SQUARE, first + SQUARE)
    return first, min(last, size)
