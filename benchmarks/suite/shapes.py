"""Triangle meshes of the suite's scenes: points (n, 3) f32, triangles (m, 3) i32, texture coordinates (n, 2) f32."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np


@dataclass(frozen=True)
class Shape:
    """Faces look to where they are seen counter-clockwise; every renderer shades them flat."""

    points: np.ndarray
    triangles: np.ndarray
    uv: np.ndarray


def quad(center: tuple, right: tuple, up: tuple, repeat: float = 1.0) -> Shape:
    """A parallelogram around ``center`` with the half sides ``right`` and ``up``; looks along right x up."""
    c, r, u = (np.array(v, np.float32) for v in (center, right, up))
    points = np.stack([c - r - u, c + r - u, c + r + u, c - r + u])
    uv = repeat * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    return Shape(points, np.array([[0, 1, 2], [0, 2, 3]], np.int32), uv)


def ball(triangles: int, radius: float, center: tuple = (0.0, 0.0, 0.0), bumps: float = 0.05) -> Shape:
    """A sphere of about so many triangles, with bumps of that share of the radius."""
    rows = max(4, round((triangles / 4) ** 0.5))
    columns = 2 * rows
    longitude = np.linspace(0.0, 2.0 * np.pi, columns, endpoint=False)
    latitude = np.linspace(1e-3, np.pi - 1e-3, rows + 1)
    u, v = np.meshgrid(longitude, latitude)
    r = radius * (1.0 + bumps * np.sin(20.0 * u) * np.sin(20.0 * v))
    points = np.stack([r * np.sin(v) * np.cos(u), r * np.cos(v), r * np.sin(v) * np.sin(u)], axis=-1)
    here = np.arange(rows)[:, None] * columns + np.arange(columns)
    right = np.arange(rows)[:, None] * columns + (np.arange(columns) + 1) % columns
    corners = [(here, right, here + columns), (right, right + columns, here + columns)]
    faces = np.concatenate([np.stack(c, axis=-1).reshape(-1, 3) for c in corners]).astype(np.int32)
    uv = np.stack([u / (2.0 * np.pi), v / np.pi], axis=-1).reshape(-1, 2)
    return Shape((points.reshape(-1, 3) + np.array(center)).astype(np.float32), faces, uv.astype(np.float32))


def block(low: tuple, high: tuple) -> Shape:
    """An axis-aligned box, seen from outside."""
    a, b = np.array(low, np.float32), np.array(high, np.float32)
    sides = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            half = (b - a) / 2.0
            center = (a + b) / 2.0
            center[axis] += sign * half[axis]
            right, up = np.zeros(3, np.float32), np.zeros(3, np.float32)
            right[(axis + 1) % 3] = sign * half[(axis + 1) % 3]
            up[(axis + 2) % 3] = half[(axis + 2) % 3]
            sides.append(quad(tuple(center), tuple(right), tuple(up)))
    return joined(sides)


def joined(shapes: list[Shape]) -> Shape:
    """All of them as one."""
    starts = np.cumsum([0] + [len(s.points) for s in shapes[:-1]])
    triangles = np.concatenate([s.triangles + start for s, start in zip(shapes, starts, strict=True)])
    return Shape(
        np.concatenate([s.points for s in shapes]), triangles.astype(np.int32), np.concatenate([s.uv for s in shapes])
    )


def write_ply(path: Path, shape: Shape) -> None:
    """Binary PLY with texture coordinates ``s t``, and beside it the same arrays as ``.npz`` for Blender."""
    vertices = np.concatenate([shape.points, shape.uv], axis=1).astype("<f4")
    faces = np.empty(len(shape.triangles), dtype=[("n", "u1"), ("v", "<i4", 3)])
    faces["n"], faces["v"] = 3, shape.triangles
    names = "".join(f"property float {name}\n" for name in ("x", "y", "z", "s", "t"))
    header = (
        f"ply\nformat binary_little_endian 1.0\nelement vertex {len(vertices)}\n{names}"
        f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    with open(path, "wb") as file:
        file.write(header.encode())
        file.write(vertices.tobytes())
        file.write(faces.tobytes())
    np.savez(path.with_suffix(".npz"), points=shape.points, triangles=shape.triangles, uv=shape.uv)
