"""Primitive modes: from index lists to triangles.

[1] glTF 2.0 specification, section 3.7.2.1, "Mesh primitive modes".
"""

from __future__ import annotations

import numpy as np

POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN = range(7)
NAMES = ("points", "lines", "line loops", "line strips", "triangles", "triangle strips", "triangle fans")


def is_surface(mode: int) -> bool:
    """Whether the mode makes triangles."""
    return mode in (TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN)


def triangles(mode: int, indices: np.ndarray) -> np.ndarray:
    """(m, 3) i32 triangles of the (n,) ``indices``, all of the same orientation; what is left over is dropped.

    Triangles of strips and fans that repeat an index are stitches, not surface, and are left out.
    """
    flat = indices.astype(np.int32)
    if mode == TRIANGLES:
        return flat[: len(flat) // 3 * 3].reshape(-1, 3)
    count = max(len(flat) - 2, 0)
    if mode == TRIANGLE_STRIP:
        found = np.stack([flat[:count], flat[1 : count + 1], flat[2 : count + 2]], axis=1)
        found[1::2] = found[1::2, [1, 0, 2]]
    else:
        # [1]: p_i = (v_i+1, v_i+2, v_0); turned so that the hub comes first, which is the same triangle.
        found = np.stack([np.repeat(flat[:1], count), flat[1 : count + 1], flat[2 : count + 2]], axis=1)
    a, b, c = found.T
    return found[(a != b) & (b != c) & (c != a)]
