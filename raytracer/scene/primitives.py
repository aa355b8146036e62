"""Triangle meshes of simple bodies, in object space: metres, +Y up, centred on the origin.

Flat shapes (quad, disk, grid) lie in the XZ plane and face +Y; bodies of revolution stand on the Y axis. Triangles run
counter-clockwise seen from outside. Every mesh has unit normals and one set of uvs with v down the picture; looking at
a body from outside, u rises to the right.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from raytracer.scene.mesh import Mesh

Pair = tuple[float, float]
Triple = tuple[float, float, float]

SEGMENTS = 128
"""Default number of segments around an axis: the outline of a disk is short of its circle by 0.04 % in area."""


def quad(size: Pair = (1.0, 1.0)) -> Mesh:
    """A rectangle of ``size`` (along x, along z)."""
    return grid(size, (1, 1), name="quad")


def grid(size: Pair = (1.0, 1.0), resolution: tuple[int, int] = (16, 16), *, name: str = "grid") -> Mesh:
    """A rectangle cut into ``resolution`` (along x, along z) cells of two triangles."""
    nx, nz = _at_least(1, "resolution", *resolution)
    u, v = np.meshgrid(np.linspace(0.0, 1.0, nx + 1), np.linspace(1.0, 0.0, nz + 1))
    positions = np.stack([(u - 0.5) * size[0], np.zeros_like(u), (v - 0.5) * size[1]], axis=-1)
    normals = np.broadcast_to((0.0, 1.0, 0.0), positions.shape)
    return _lattice(positions, normals, np.stack([u, v], axis=-1), name)


def disk(radius: float = 1.0, *, inner_radius: float = 0.0, segments: int = SEGMENTS) -> Mesh:
    """A disk, or a ring when ``inner_radius`` is positive. The uv square is its bounding square seen from above."""
    (segments,) = _at_least(3, "segments", segments)
    # Outside first: the rim is the "bottom" row, so that the face looks up.
    mesh = _revolve([(radius, 0.0), (inner_radius, 0.0)], [(0.0, 1.0)] * 2, segments, "disk")
    mesh.uvs = (0.5 + 0.5 * mesh.positions[:, [0, 2]] / radius).astype(np.float32)
    return mesh


def box(size: Triple = (1.0, 1.0, 1.0)) -> Mesh:
    """A box with sharp edges; each face carries the whole uv square."""
    half = 0.5 * np.asarray(size, np.float64)
    ends = np.array([-1.0, 1.0])
    faces = [_cube_face(axis, sign, [ends] * 3, half) for axis in range(3) for sign in (-1.0, 1.0)]
    return merge([_lattice(p, np.broadcast_to(n, p.shape), uv, "box") for p, n, uv in faces], "box")


def rounded_box(size: Triple = (1.0, 1.0, 1.0), radius: float = 0.1, *, segments: int = 8) -> Mesh:
    """A box whose edges and corners are rounded with ``radius``, in ``segments`` steps per eighth of a turn."""
    (segments,) = _at_least(1, "segments", segments)
    half = 0.5 * np.asarray(size, np.float64)
    if not 0.0 < radius <= half.min():
        raise ValueError(f"radius must be above 0 and at most half the smallest edge, {half.min():g}")
    # Steps along an edge: dense where it is round, none where it is flat; tan makes the arc's steps equal.
    arc = np.tan(np.linspace(np.pi / 4.0, 0.0, segments + 1))
    steps = [np.unique(np.concatenate([-(h - radius) - radius * arc, (h - radius) + radius * arc]) / h) for h in half]
    parts = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            cube, _, uv = _cube_face(axis, sign, steps, half)
            core = np.clip(cube, -(half - radius), half - radius)
            normals = _unit(cube - core)
            parts.append(_lattice(core + radius * normals, normals, uv, "rounded box"))
    return merge(parts, "rounded box")


def ellipsoid(radii: Triple = (1.0, 1.0, 1.0), *, segments: int = SEGMENTS) -> Mesh:
    """An ellipsoid as a sphere of latitudes and longitudes, stretched; ``segments`` around, half as many up."""
    (segments,) = _at_least(4, "segments", segments)
    latitude = np.linspace(-np.pi / 2.0, np.pi / 2.0, segments // 2 + 1)
    ring = np.stack([np.cos(latitude), np.sin(latitude)], axis=-1)
    ring[0], ring[-1] = (0.0, -1.0), (0.0, 1.0)
    mesh = _revolve(ring, ring, segments, "ellipsoid")
    assert mesh.normals is not None
    mesh.normals = _unit(mesh.normals / np.asarray(radii, np.float32))
    mesh.positions = mesh.positions * np.asarray(radii, np.float32)
    return mesh


def cylinder(radius: float = 1.0, height: float = 2.0, *, caps: bool = True, segments: int = SEGMENTS) -> Mesh:
    """A cylinder about the Y axis."""
    return cone(radius, radius, height, caps=caps, segments=segments, name="cylinder")


def cone(
    radius: float = 1.0,
    top_radius: float = 0.0,
    height: float = 2.0,
    *,
    caps: bool = True,
    segments: int = SEGMENTS,
    name: str = "cone",
) -> Mesh:
    """A cone, or a frustum when ``top_radius`` is positive, about the Y axis."""
    (segments,) = _at_least(3, "segments", segments)
    half = 0.5 * height
    profile = [(radius, -half), (top_radius, half)]
    slope = _unit(np.array([[height, radius - top_radius]]))[0]
    parts = [_revolve(profile, [slope, slope], segments, name)]
    for sign, cap_radius in ((-1.0, radius), (1.0, top_radius)):
        if caps and cap_radius > 0.0:
            cap = disk(cap_radius, segments=segments)
            if sign < 0.0:  # a half turn about X, so that it faces down
                cap.positions = cap.positions * np.array([1.0, -1.0, -1.0], np.float32)
                assert cap.normals is not None
                cap.normals = cap.normals * np.array([1.0, -1.0, -1.0], np.float32)
            cap.positions = cap.positions + np.array([0.0, sign * half, 0.0], np.float32)
            parts.append(cap)
    return merge(parts, name)


def torus(
    radius: float = 1.0, tube_radius: float = 0.25, *, segments: int = SEGMENTS, tube_segments: int = SEGMENTS // 2
) -> Mesh:
    """A ring about the Y axis; ``radius`` is to the middle of the tube."""
    segments, tube_segments = _at_least(3, "segments", segments, tube_segments)
    if not 0.0 < tube_radius <= radius:
        raise ValueError("tube_radius must be above 0 and at most radius")
    angle = np.linspace(-np.pi, np.pi, tube_segments + 1)
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return _revolve(circle * tube_radius + (radius, 0.0), circle, segments, "torus")


def lathe(profile: Sequence[Pair], *, segments: int = SEGMENTS, crease_deg: float = 40.0, name: str = "lathe") -> Mesh:
    """The profile, a polyline of (radius, y) with the outside on its right going up, turned about the Y axis.

    Corners sharper than ``crease_deg`` stay hard, others are shaded smooth. A profile that ends where it began, or
    begins and ends on the axis, makes a closed body.
    """
    (segments,) = _at_least(3, "segments", segments)
    points = np.asarray(profile, np.float64).reshape(-1, 2)
    points = points[np.concatenate([[True], np.linalg.norm(np.diff(points, axis=0), axis=1) > 1e-9])]
    if len(points) < 2 or (points[:, 0] < 0.0).any():
        raise ValueError("profile needs two different points or more, with radii of zero or above")
    edges = np.diff(points, axis=0)
    sides = _unit(np.stack([edges[:, 1], -edges[:, 0]], axis=-1))
    starts, ends = _crease_normals(sides, crease_deg, closed=bool(np.allclose(points[0], points[-1])))
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(edges, axis=1))])
    parts = []
    for i in range(len(edges)):
        part = _revolve(points[i : i + 2], [starts[i], ends[i]], segments, name)
        assert part.uvs is not None
        low, high = length[i] / length[-1], length[i + 1] / length[-1]
        part.uvs[:, 1] = 1.0 - (low + (1.0 - part.uvs[:, 1]) * (high - low))
        parts.append(part)
    return merge(parts, name)


def merge(meshes: Sequence[Mesh], name: str) -> Mesh:
    """One mesh of one or more, with the attributes that all of them have."""
    offsets = np.cumsum([0, *(len(m.positions) for m in meshes)])
    attributes: dict[str, Any] = {}
    for label in ("normals", "uvs", "uvs1", "colors", "tangents"):
        given = [values for m in meshes if (values := getattr(m, label)) is not None]
        attributes[label] = np.concatenate(given) if len(given) == len(meshes) else None
    return Mesh(
        np.concatenate([m.positions for m in meshes]),
        np.concatenate([m.triangles + offset for m, offset in zip(meshes, offsets[:-1], strict=True)]),
        **attributes,
        name=name,
    )


def _at_least(minimum: int, what: str, *counts: int) -> tuple[int, ...]:
    if min(counts) < minimum:
        raise ValueError(f"{what} must be at least {minimum}")
    return counts


def _unit(vectors: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.divide(vectors, length, out=np.zeros_like(vectors), where=length > 0.0)


def _crease_normals(sides: np.ndarray, crease_deg: float, *, closed: bool) -> tuple[np.ndarray, np.ndarray]:
    """Profile normals at the start and end of each edge, averaged over corners that are not sharp; (n, 2) each."""
    starts, ends = sides.copy(), sides.copy()
    limit = np.cos(np.radians(crease_deg))
    for i in range(0 if closed else 1, len(sides)):
        if sides[i - 1] @ sides[i] >= limit:
            starts[i] = ends[i - 1] = _unit(sides[i - 1] + sides[i])
    return starts, ends


def _revolve(
    profile: Sequence[Pair] | np.ndarray, normals: Sequence[Pair] | np.ndarray, segments: int, name: str
) -> Mesh:
    """Turns a profile of (radius, y), bottom to top, about the Y axis; ``normals`` are (outwards, up) at its points."""
    profile, normals = np.asarray(profile, np.float64), np.asarray(normals, np.float64)
    u = np.linspace(0.0, 1.0, segments + 1)
    cos, sin = np.cos(2.0 * np.pi * u), np.sin(2.0 * np.pi * u)
    cos[-1], sin[-1] = cos[0], sin[0]  # the seam closes exactly

    def turned(values: np.ndarray) -> np.ndarray:
        rise = np.broadcast_to(values[:, 1:], (len(values), segments + 1))
        return np.stack([values[:, :1] * cos, rise, -values[:, :1] * sin], axis=-1)

    v = np.linspace(1.0, 0.0, len(profile))
    uv = np.stack(np.meshgrid(u, v), axis=-1)
    return _lattice(turned(profile), turned(normals), uv, name)


def _cube_face(
    axis: int, sign: float, steps: Sequence[np.ndarray], half: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points (rows bottom to top, columns left to right seen from outside), normal and uvs of one face of a box.

    ``steps`` are coordinates in -1..1 along each axis.
    """
    normal = np.zeros(3)
    normal[axis] = sign
    up = np.array([0.0, 1.0, 0.0]) if axis != 1 else np.array([0.0, 0.0, -sign])
    right = np.cross(up, normal)
    columns, rows = steps[int(np.abs(right).argmax())], steps[int(np.abs(up).argmax())]
    s, t = np.meshgrid(columns, rows)
    points = (normal + s[..., None] * right + t[..., None] * up) * half
    return points, normal, np.stack([0.5 + 0.5 * s, 0.5 - 0.5 * t], axis=-1)


def _lattice(positions: np.ndarray, normals: np.ndarray, uvs: np.ndarray, name: str) -> Mesh:
    """Two triangles per cell of a lattice (rows bottom to top, columns left to right seen from the front).

    Triangles without area (at a pole) are left out.
    """
    rows, columns = positions.shape[:2]
    index = np.arange(rows * columns).reshape(rows, columns)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    triangles = np.stack([np.stack([a, b, c], axis=-1), np.stack([a, c, d], axis=-1)], axis=2).reshape(-1, 3)
    corners = positions.reshape(-1, 3)[triangles]
    double_area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    return Mesh(
        positions.reshape(-1, 3),
        triangles[double_area > 1e-12 * np.abs(positions).max() ** 2],
        normals=normals.reshape(-1, 3),
        uvs=uvs.reshape(-1, 2),
        name=name,
    )
