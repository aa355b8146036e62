"""How large a film's arrays are: read by the film that makes them and by whoever asks beforehand what will fit."""

from __future__ import annotations

from raytracer.scene.region import SQUARE

BYTES = 4
"""Of each value, float or integer."""


SEEN_WORDS = 3
"""Of each pixel, what it sees first: bits of the depth; normal and material; colour."""
SEEN_STEP = 4
"""Pixels from one to the next that the tree is searched for first, to know what a pixel sees."""


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
    lattice = _in_steps(width, SEEN_STEP) * _in_steps(height, SEEN_STEP)
    return {"words": SEEN_WORDS * width * height, "seen": 2 * lattice}


def other_picture_arrays(pixels: int) -> dict[str, int]:
    """Values in each array of a picture that is shown in the film's place, such as a denoised one."""
    return {"sums": 3 * pixels, "counts": pixels}


def array_bytes(arrays: dict[str, int]) -> int:
    """All of them together."""
    return BYTES * sum(arrays.values())


def _in_steps(length: int, step: int) -> int:
    return -(-length // step)
