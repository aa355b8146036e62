"""How large a film's arrays are: read by the film that makes them and by whoever asks beforehand what will fit."""

from __future__ import annotations

from raytracer.scene.region import SQUARE

BYTES = 4
"""Of each value, float or integer."""


def film_arrays(width: int, height: int) -> dict[str, int]:
    """Values in each array of a film on the device, by its name in ``Film``; what does not grow with it is left out."""
    pixels = width * height
    return {
        "sums": 3 * pixels,
        "counts": pixels,
        "halves": pixels,
        "picture": pixels,
        "lattice_means": 4 * _in_steps(width, 2) * _in_steps(height, 2),
        "tiles": _in_steps(width, SQUARE) * _in_steps(height, SQUARE),
    }


def sharpening_arrays(width: int, height: int) -> dict[str, int]:
    """Values in each array of what pixels see first, see ``kernels/first_surfaces``."""
    return {"words": 3 * width * height, "seen": 2 * _in_steps(width, 4) * _in_steps(height, 4)}


def other_picture_arrays(pixels: int) -> dict[str, int]:
    """Values in each array of a picture that is shown in the film's place, such as a denoised one."""
    return {"sums": 3 * pixels, "counts": pixels}


def array_bytes(arrays: dict[str, int]) -> int:
    """All of them together."""
    return BYTES * sum(arrays.values())


def _in_steps(length: int, step: int) -> int:
    return -(-length // step)
