"""What the film holds at one pixel, and how sure that is. Read value by value: no kernel, no copy of the film."""

from __future__ import annotations

import math
from dataclasses import dataclass

from raytracer.engine.film import Film
from raytracer.engine.layout import TILE
from raytracer.scene.color import luminance


@dataclass(frozen=True)
class PixelValue:
    """Mean radiance, scene-linear Rec. 709; samples; estimated standard error of its luminance, None: not known yet."""

    linear: tuple[float, float, float]
    samples: int
    error: float | None


NOTHING = PixelValue((0.0, 0.0, 0.0), 0, None)


def read_pixel(film: Film, x: int, y: int) -> PixelValue:
    """``NOTHING`` outside the film.

    The error is the root mean square over the pixel and its neighbours of what ``kernels.noise`` estimates from the
    halves: one pixel alone says little about its own noise. Known from the second sample on.
    """
    if not (0 <= x < film.width and 0 <= y < film.height):
        return NOTHING
    linear, samples = _mean(film, x, y)
    squares = [
        square
        for near_y in range(max(y - 1, 0), min(y + 2, film.height))
        for near_x in range(max(x - 1, 0), min(x + 2, film.width))
        if (square := _error2(film, near_x, near_y)) is not None
    ]
    error = math.sqrt(sum(squares) / len(squares)) if samples and squares else None
    return PixelValue(linear, samples, error)


def _mean(film: Film, x: int, y: int) -> tuple[tuple[float, float, float], int]:
    index = y * film.width + x
    count = int(film.counts[index])
    red, green, blue = (float(film.sums[3 * index + channel]) / max(count, 1) for channel in range(3))
    return (red, green, blue), count


def _error2(film: Film, x: int, y: int) -> float | None:
    """Estimated variance of a pixel's mean luminance; None while there are no two parts to compare."""
    linear, count = _mean(film, x, y)
    first = int(film.plan.halves[(y // TILE) * film.plan.tiles_x + x // TILE])
    after = count - first
    if first < 1 or after < 1:
        return None
    difference = luminance(linear) - float(film.halves[y * film.width + x])
    return difference * difference * first / after
