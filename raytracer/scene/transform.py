"""4x4 transforms of column vectors, f64, right-handed, +Y up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Vector = Sequence[float] | np.ndarray


def translate(offset: Vector) -> np.ndarray:
    """Moves by ``offset`` (3,)."""
    matrix = np.eye(4)
    matrix[:3, 3] = offset
    return matrix


def scale(factor: float | Vector) -> np.ndarray:
    """Scales by one factor or three."""
    return np.diag([*np.broadcast_to(np.asarray(factor, np.float64), 3), 1.0])


def rotate(axis: Vector, angle_deg: float) -> np.ndarray:
    """Turns counter-clockwise about ``axis`` by ``angle_deg`` (Rodrigues)."""
    x, y, z = np.asarray(axis, np.float64) / np.linalg.norm(axis)
    angle = np.radians(angle_deg)
    c, s = np.cos(angle), np.sin(angle)
    matrix = np.eye(4)
    matrix[:3, :3] = [
        [c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
        [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s],
        [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)],
    ]
    return matrix


def from_quaternion(x: float, y: float, z: float, w: float) -> np.ndarray:
    """Rotation of the quaternion, normalised first; the zero quaternion is the identity."""
    q = np.array([x, y, z, w], np.float64)
    norm = np.linalg.norm(q)
    if norm == 0.0 or not np.isfinite(norm):
        return np.eye(4)
    x, y, z, w = q / norm
    matrix = np.eye(4)
    matrix[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return matrix


def apply_points(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Transforms points (n, 3), f64."""
    return np.asarray(points, np.float64) @ matrix[:3, :3].T + matrix[:3, 3]


def apply_normals(matrix: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Transforms normals (n, 3) with the inverse transpose and makes them unit; a mirror keeps the outside outside."""
    linear = matrix[:3, :3]
    # The cofactor matrix is the inverse transpose times the determinant: it also works for singular matrices.
    cofactor = np.stack(
        [
            np.cross(linear[:, 1], linear[:, 2]),
            np.cross(linear[:, 2], linear[:, 0]),
            np.cross(linear[:, 0], linear[:, 1]),
        ],
        axis=1,
    )
    sign = -1.0 if np.linalg.det(linear) < 0.0 else 1.0
    world = np.asarray(normals, np.float64) @ (sign * cofactor).T
    length = np.linalg.norm(world, axis=1, keepdims=True)
    return np.divide(world, length, out=np.zeros_like(world), where=length > 0.0)


def is_similarity(matrix: np.ndarray, tolerance: float = 1e-5) -> bool:
    """Whether the matrix is rotation, mirror and one uniform scale (a sphere stays a sphere)."""
    gram = matrix[:3, :3].T @ matrix[:3, :3]
    size = np.trace(gram) / 3.0
    return bool(size > 0.0 and np.abs(gram - size * np.eye(3)).max() <= tolerance * size)


def compose(offset: Vector, angles_deg: Vector, factors: Vector) -> np.ndarray:
    """Scales, turns about the fixed axes x, y, z in this order, and moves."""
    turn = np.eye(4)
    for axis, angle_deg in zip(((1, 0, 0), (0, 1, 0), (0, 0, 1)), angles_deg, strict=True):
        turn = rotate(axis, angle_deg) @ turn
    return translate(offset) @ turn @ scale(factors)


def decompose(matrix: np.ndarray, tolerance: float = 1e-6) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Offset, angles (degrees) and factors from which ``compose`` makes the matrix; None for one that shears.

    A mirror becomes a negative x factor. Angles and factors are rounded where that changes nothing that matters.
    """
    linear = matrix[:3, :3]
    factors = np.linalg.norm(linear, axis=0)
    if factors.min() <= 0.0:
        return None
    if np.linalg.det(linear) < 0.0:
        factors[0] = -factors[0]
    turn = linear / factors
    if np.abs(turn.T @ turn - np.eye(3)).max() > tolerance:
        return None
    y = np.arcsin(np.clip(-turn[2, 0], -1.0, 1.0))
    if np.abs(turn[2, 0]) < 1.0 - 1e-12:
        x, z = np.arctan2(turn[2, 1], turn[2, 2]), np.arctan2(turn[1, 0], turn[0, 0])
    else:  # looking along an axis: the other two turn about the same line
        x, z = np.arctan2(-turn[1, 2], turn[1, 1]), 0.0
    angles = np.degrees([x, y, z])
    return matrix[:3, 3].copy(), np.round(angles, 9) + 0.0, np.round(factors, 12)
