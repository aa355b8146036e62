"""Mitsuba's own bodies as meshes with its texture coordinates (v as in ``Texture``, so no flip).

They lie about +Z: a rectangle, disk or cap looks along +Z, spheres have their poles on the Z axis.
"""

from __future__ import annotations

import numpy as np

from raytracer.scene import Mesh

SEGMENTS = 128
"""Steps around a curved body: a disk is short of its circle by 0.04 % in area."""


def rectangle() -> Mesh:
    """The square from (-1, -1) to (1, 1)."""
    corners = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    positions = np.column_stack([corners, np.zeros(4)])
    return Mesh(positions, np.array([[0, 1, 2], [0, 2, 3]]), uvs=0.5 + 0.5 * corners, name="rectangle")


def cube() -> Mesh:
    """The cube from -1 to 1; every face has the whole uv square."""
    positions, uvs = [], []
    # On each face u rises along ``first`` and v along ``second``; their cross product points inwards.
    for first, second in (
        ((0, 0, 1), (1, 0, 0)),
        ((0, 0, -1), (1, 0, 0)),
        ((0, 1, 0), (0, 0, -1)),
        ((0, 1, 0), (1, 0, 0)),
        ((0, 1, 0), (0, 0, 1)),
        ((0, -1, 0), (1, 0, 0)),
    ):
        a, b = np.array(first, np.float64), np.array(second, np.float64)
        outside = np.cross(b, a)
        for u, v in ((0, 1), (1, 1), (1, 0), (0, 0)):
            positions.append(outside + (2 * u - 1) * a + (2 * v - 1) * b)
            uvs.append((u, v))
    quad = np.array([[0, 1, 2], [0, 2, 3]])
    triangles = np.concatenate([quad + 4 * face for face in range(6)])
    return Mesh(np.array(positions), triangles, uvs=np.array(uvs, np.float64), name="cube")


def disk() -> Mesh:
    """The unit disk; u is the radius and v the angle over a full turn."""
    angle = np.arange(SEGMENTS + 1) / SEGMENTS
    rim = _ring(angle)
    # One centre per segment: there v has no single value.
    middle = (angle[:-1] + angle[1:]) / 2.0
    positions = np.column_stack([np.concatenate([rim, np.zeros((SEGMENTS, 2))]), np.zeros(2 * SEGMENTS + 1)])
    uvs = np.concatenate(
        [np.column_stack([np.ones(SEGMENTS + 1), angle]), np.column_stack([np.zeros(SEGMENTS), middle])]
    )
    index = np.arange(SEGMENTS)
    return Mesh(positions, np.column_stack([index, index + 1, SEGMENTS + 1 + index]), uvs=uvs, name="disk")


def cylinder() -> Mesh:
    """The open tube of radius 1 from z = 0 to 1, outside out; u goes around, v along."""
    angle = np.arange(SEGMENTS + 1) / SEGMENTS
    ring = _ring(angle)
    count = SEGMENTS + 1
    positions = np.concatenate([np.column_stack([ring, np.full(count, z)]) for z in (0.0, 1.0)])
    normals = np.tile(np.column_stack([ring, np.zeros(count)]), (2, 1))
    uvs = np.concatenate([np.column_stack([angle, np.full(count, v)]) for v in (0.0, 1.0)])
    return Mesh(positions, _strip(count, 2), normals=normals, uvs=uvs, name="cylinder")


def sphere() -> Mesh:
    """The unit sphere; u is the longitude, v the latitude from +Z down."""
    longitude = np.arange(SEGMENTS + 1) / SEGMENTS
    rows = SEGMENTS // 2 + 1
    latitude = np.linspace(1.0, 0.0, rows)  # from -Z up, so that the strip looks outwards
    ring = _ring(longitude)
    theta = np.pi * latitude
    positions = np.concatenate([np.column_stack([ring * np.sin(t), np.full(SEGMENTS + 1, np.cos(t))]) for t in theta])
    uvs = np.concatenate([np.column_stack([longitude, np.full(SEGMENTS + 1, v)]) for v in latitude])
    triangles = _strip(SEGMENTS + 1, rows)
    # At the poles every other triangle has two corners in one point.
    pole = np.isin(triangles // (SEGMENTS + 1), (0, rows - 1)).sum(axis=1) == 2
    return Mesh(positions, triangles[~pole], normals=positions, uvs=uvs, name="sphere")


def tube(start: np.ndarray, end: np.ndarray, radius: float) -> np.ndarray:
    """The (4, 4) matrix that puts ``cylinder()`` between two points (3,) with a radius."""
    axis = end - start
    length = np.linalg.norm(axis)
    z = axis / length
    x = np.cross(min(np.eye(3), key=lambda e: abs(e @ z)), z)
    x /= np.linalg.norm(x)
    matrix = np.eye(4)
    matrix[:3, :] = np.stack([radius * x, radius * np.cross(z, x), axis, start], axis=1)
    return matrix


def _ring(turns: np.ndarray) -> np.ndarray:
    """Points (n, 2) of the unit circle; the last one is exactly the first."""
    angle = 2.0 * np.pi * turns
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    ring[-1] = ring[0]
    return ring


def _strip(columns: int, rows: int) -> np.ndarray:
    """Triangles of a grid of vertices, row by row."""
    index = np.arange(columns * rows).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    return np.stack([np.stack([a, b, c], axis=-1), np.stack([a, c, d], axis=-1)], axis=2).reshape(-1, 3)
