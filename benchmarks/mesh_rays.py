"""A bumpy sphere in a closed box, and rays of the kinds that a path tracer shoots at it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

FAR = np.float32(1e30)


@dataclass(frozen=True)
class Rays:
    """origins, directions (n, 3) f32; t_max (n,) f32; whether any hit will do."""

    origins: np.ndarray
    directions: np.ndarray
    t_max: np.ndarray
    any_hit: bool = False


def bumpy_sphere(triangles: int) -> np.ndarray:
    """Corners (n, 3, 3) f32 of a closed sphere of radius about 1 with two scales of bumps."""
    rows = max(2, round((triangles / 4) ** 0.5))
    columns = 2 * rows
    theta = np.linspace(0.0, np.pi, rows + 1)[:, None]
    phi = np.linspace(0.0, 2.0 * np.pi, columns, endpoint=False)[None, :]
    radius = 1.0 + 0.05 * np.sin(13 * phi) * np.sin(11 * theta) + 0.02 * np.sin(57 * phi) * np.sin(49 * theta)
    direction = np.stack(np.broadcast_arrays(np.sin(theta) * np.cos(phi), np.cos(theta), np.sin(theta) * np.sin(phi)))
    points = np.moveaxis(radius * direction, 0, -1).astype(np.float32).reshape(-1, 3)
    upper_left = np.arange(rows)[:, None] * columns + np.arange(columns)
    upper_right = np.arange(rows)[:, None] * columns + (np.arange(columns) + 1) % columns
    quads = np.stack([upper_left, upper_right, upper_right + columns, upper_left + columns], axis=-1).reshape(-1, 4)
    return points[np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])]


def box(half: float) -> np.ndarray:
    """Corners (12, 3, 3) f32 of a closed box around the origin."""
    corners = np.array(np.meshgrid([-half, half], [-half, half], [-half, half], indexing="ij"), np.float32)
    corners = corners.reshape(3, 8).T
    quads = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
    return corners[np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])]


def primary_rays(count: int) -> Rays:
    """A square picture of about ``count`` pixels, in scanline order."""
    side = int(count**0.5)
    y, x = np.meshgrid(np.linspace(0.5, -0.5, side), np.linspace(-0.5, 0.5, side), indexing="ij")
    directions = _unit(np.stack([x, y, np.full_like(x, -1.0)], axis=-1).reshape(-1, 3))
    origins = np.tile(np.float32([0.1, 0.2, 1.95]), (len(directions), 1))
    return Rays(origins, directions, np.full(len(directions), FAR))


def bounce_rays(rays: Rays, t: np.ndarray, prim: np.ndarray, corners: np.ndarray) -> tuple[Rays, Rays]:
    """Diffuse and shadow rays from the points where ``rays`` ended."""
    rng = np.random.default_rng(7)
    points = rays.origins + t[:, None] * rays.directions
    triangle = corners[prim]
    normals = _unit(np.cross(triangle[:, 1] - triangle[:, 0], triangle[:, 2] - triangle[:, 0]))
    normals *= -np.sign((normals * rays.directions).sum(axis=1, keepdims=True))
    origins = (points + 1e-4 * normals).astype(np.float32)
    around = _unit(rng.normal(size=points.shape))
    diffuse = Rays(origins, _unit(normals + 0.999 * around), np.full(len(points), FAR))
    light = rng.uniform([-0.6, 1.9, -0.6], [0.6, 1.9, 0.6], points.shape)
    towards = light - origins
    distance = np.linalg.norm(towards, axis=1)
    shadow = Rays(origins, _unit(towards), (0.999 * distance).astype(np.float32), any_hit=True)
    return diffuse, shadow


def incoherent_rays(count: int) -> Rays:
    """From anywhere around the sphere in any direction: what later bounces look like."""
    rng = np.random.default_rng(11)
    origins = 1.3 * _unit(rng.normal(size=(count, 3)))
    return Rays(origins, _unit(rng.normal(size=(count, 3))), np.full(count, FAR))


def _unit(vectors: np.ndarray) -> np.ndarray:
    return (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)
