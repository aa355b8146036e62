"""Large generated meshes: a lumpy ball and a landscape, made from gradient noise and the same on every machine.

[1] K. Perlin, "Improving Noise", SIGGRAPH 2002.
"""

from __future__ import annotations

import numpy as np

from raytracer.scene.mesh import Mesh
from raytracer.scene.primitives import grid

_OCTAVES = 6
_CHUNK = 1 << 17


def icosphere(subdivisions: int) -> tuple[np.ndarray, np.ndarray]:
    """Unit icosahedron split ``subdivisions`` times: vertices (n, 3) f64 and triangles (20 * 4**subdivisions, 3)."""
    g = (1.0 + 5.0**0.5) / 2.0
    corners = [(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g)]
    corners += [(0, -1, -g), (0, 1, -g), (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)]
    vertices = np.array(corners, np.float64)
    vertices /= np.linalg.norm(vertices[0])
    triangles = np.array(
        [
            *[(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11)],
            *[(1, 5, 9), (5, 11, 4), (11, 10, 2), (10, 7, 6), (7, 1, 8)],
            *[(3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9)],
            *[(4, 9, 5), (2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)],
        ],
        np.int64,
    )
    for _ in range(subdivisions):
        vertices, triangles = _split(vertices, triangles)
    return vertices, triangles


def _split(vertices: np.ndarray, triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Four triangles from each, with the new vertices at the edge middles pushed onto the unit sphere."""
    edges = np.sort(triangles[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    key, which = np.unique(edges[:, 0] * len(vertices) + edges[:, 1], return_inverse=True)
    middles = vertices[key // len(vertices)] + vertices[key % len(vertices)]
    middles /= np.linalg.norm(middles, axis=1, keepdims=True)
    a, b, c = triangles.T
    ab, bc, ca = (which.reshape(-1, 3) + len(vertices)).T
    split = np.concatenate([np.stack(t, axis=1) for t in ((a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca))])
    return np.concatenate([vertices, middles]), split


def bumpy_sphere(
    radius: float = 1.0, subdivisions: int = 5, *, amplitude: float = 0.2, frequency: float = 2.0, seed: int = 0
) -> Mesh:
    """A ball displaced outwards and inwards by up to about ``amplitude`` radii; bumps per radius: ``frequency``."""
    directions, triangles = icosphere(subdivisions)
    lift = 1.0 + amplitude * fractal_noise(directions * frequency, seed)
    positions = directions * (radius * lift)[:, None]
    u = np.arctan2(-directions[:, 2], directions[:, 0]) / (2.0 * np.pi) % 1.0
    v = np.arccos(np.clip(directions[:, 1], -1.0, 1.0)) / np.pi
    return Mesh(
        positions,
        triangles,
        normals=vertex_normals(positions, triangles),
        uvs=np.stack([u, v], axis=1),
        name="bumpy sphere",
    )


def terrain(
    size: tuple[float, float] = (10.0, 10.0),
    resolution: tuple[int, int] = (256, 256),
    *,
    height: float = 2.0,
    frequency: float = 4.0,
    seed: int = 0,
) -> Mesh:
    """A landscape of ridges over the XZ plane, 0 to about ``height`` high; hills along x: ``frequency``."""
    mesh = grid(size, resolution, name="terrain")
    plane = mesh.positions.astype(np.float64)
    points = plane * (frequency / size[0])
    points[:, 1] = 0.37  # off the noise lattice, where gradient noise is zero everywhere
    ridges = 1.0 - np.abs(fractal_noise(points, seed))
    hills = 0.5 + 0.5 * fractal_noise(points * 0.5, seed + 1)
    plane[:, 1] = height * np.clip(ridges**3 * hills, 0.0, None)
    mesh.positions = plane.astype(np.float32)
    mesh.normals = vertex_normals(plane, mesh.triangles).astype(np.float32)
    return mesh


def vertex_normals(positions: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Unit normals (n, 3), averaged over the triangles at each vertex by area; zero where there is none."""
    corners = np.asarray(positions, np.float64)[triangles]
    faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals = np.stack(
        [np.bincount(triangles.reshape(-1), np.repeat(faces[:, k], 3), minlength=len(positions)) for k in range(3)],
        axis=1,
    )
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.divide(normals, length, out=np.zeros_like(normals), where=length > 0.0)


def fractal_noise(points: np.ndarray, seed: int = 0) -> np.ndarray:
    """Sum of octaves of gradient noise at ``points`` (n, 3), about -1..1; shape (n,)."""
    total = np.zeros(len(points))
    for start in range(0, len(points), _CHUNK):
        part = np.asarray(points[start : start + _CHUNK], np.float64)
        for octave in range(_OCTAVES):
            # Each octave is shifted, so that the lattices' zeros do not fall together.
            total[start : start + _CHUNK] += _gradient_noise(part * 2.0**octave + 17.3 * octave, seed) * 0.5**octave
    return total


def _gradient_noise(points: np.ndarray, seed: int) -> np.ndarray:
    """Perlin's improved noise [1] with a permutation drawn from ``seed``."""
    table = np.random.default_rng(seed).permutation(256)
    cell = np.floor(points).astype(np.int64)
    inside = points - cell
    fade = inside**3 * (inside * (inside * 6.0 - 15.0) + 10.0)
    total = np.zeros(len(points))
    for dx in (0, 1):
        for dy in (0, 1):
            for dz in (0, 1):
                step = np.array([dx, dy, dz])
                corner = (cell + step) & 255
                code = table[(table[(table[corner[:, 0]] + corner[:, 1]) & 255] + corner[:, 2]) & 255]
                weight = np.prod(np.where(step, fade, 1.0 - fade), axis=1)
                total += weight * np.einsum("ij,ij->i", _GRADIENTS[code % 12], inside - step)
    return total


_GRADIENTS = np.array(
    [(x, y, 0) for x in (1, -1) for y in (1, -1)]
    + [(x, 0, z) for x in (1, -1) for z in (1, -1)]
    + [(0, y, z) for y in (1, -1) for z in (1, -1)],
    np.float64,
)
