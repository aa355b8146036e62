"""The vertices of one primitive on their way to a ``Mesh``, and the repair of what files get wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from raytracer.io.geometry import MAX_COORDINATE, vertex_normals
from raytracer.scene import Mesh

Note = Callable[[str], None]
"""Takes a sentence about something repaired."""


@dataclass
class Geometry:
    """Arrays as in ``Mesh``; ``uvs`` by number of the set; joints (n, 4k) whole numbers, weights (n, 4k) f32."""

    positions: np.ndarray
    triangles: np.ndarray
    normals: np.ndarray | None = None
    tangents: np.ndarray | None = None
    uvs: dict[int, np.ndarray] = field(default_factory=dict)
    colors: np.ndarray | None = None
    joints: np.ndarray | None = None
    weights: np.ndarray | None = None


def to_mesh(geometry: Geometry, name: str, uv_sets: tuple[int, ...], note: Note) -> Mesh:
    """A mesh of the repaired geometry; ``uv_sets`` are the sets that become ``uvs`` and ``uvs1``."""
    clean = _with_finite_positions(geometry, note)
    normals = _unit_normals(clean, note)
    uvs = [_finite_uvs(clean.uvs.get(number), note) for number in uv_sets[:2]] + [None, None]
    return Mesh(
        clean.positions,
        clean.triangles,
        normals=normals,
        uvs=uvs[0],
        uvs1=uvs[1],
        colors=_valid_colors(clean.colors),
        tangents=None if normals is None else _unit_tangents(clean.tangents),
        name=name,
    )


def _with_finite_positions(geometry: Geometry, note: Note) -> Geometry:
    """Drops triangles with a NaN, infinite or absurd corner."""
    positions = geometry.positions
    with np.errstate(invalid="ignore"):
        good = (np.abs(positions) <= MAX_COORDINATE).all(axis=1)  # false for NaN
    if good.all():
        return geometry
    keep = good[geometry.triangles].all(axis=1)
    dropped = int(np.count_nonzero(~keep))
    if dropped:
        note(f"dropped {dropped} of {len(keep)} triangles with NaN or infinite positions")
    return replace(
        geometry, positions=np.where(good[:, None], positions, np.float32(0.0)), triangles=geometry.triangles[keep]
    )


def _unit_normals(geometry: Geometry, note: Note) -> np.ndarray | None:
    """Unit normals; zero and NaN ones are replaced by the mean of the faces around, or all dropped if none is good."""
    normals = geometry.normals
    if normals is None:
        return None
    with np.errstate(over="ignore", invalid="ignore"):
        largest = np.abs(normals).max(axis=1, keepdims=True)
        good = (largest > 0.0) & np.isfinite(largest)
        scaled = np.divide(normals, largest, out=np.zeros_like(normals), where=good)
    lengths = np.sqrt(np.einsum("ij,ij->i", scaled, scaled))[:, None]
    unit = np.divide(scaled, lengths, out=scaled, where=good)
    bad = ~good[:, 0]
    if not bad.any():
        return unit
    used = np.unique(geometry.triangles)
    broken = int(np.count_nonzero(bad[used]))
    if broken == len(used):
        if broken:
            note("all normals are zero or NaN; the surface is shaded flat")
        return None
    if broken:
        note(f"{broken} normals were zero or NaN and are made from the faces around")
    unit[bad] = vertex_normals(geometry.positions, geometry.triangles)[bad]
    return unit


def _finite_uvs(uvs: np.ndarray | None, note: Note) -> np.ndarray | None:
    if uvs is None:
        return None
    good = np.isfinite(uvs)
    if good.all():
        return uvs
    note("texture coordinates that are NaN or infinite are taken as 0")
    return np.where(good, uvs, np.float32(0.0))


def _valid_colors(colors: np.ndarray | None) -> np.ndarray | None:
    """Colours within 0..1 as the format demands; NaN becomes 0."""
    if colors is None:
        return None
    return np.clip(np.nan_to_num(colors, nan=0.0, posinf=1.0, neginf=0.0), 0.0, 1.0)


def _unit_tangents(tangents: np.ndarray | None) -> np.ndarray | None:
    """Unit tangents with a sign of +1 or -1, or None when one is unusable: they are then derived from the uvs."""
    if tangents is None:
        return None
    lengths = np.linalg.norm(tangents[:, :3].astype(np.float64), axis=1)
    if not (np.isfinite(lengths) & (lengths > 0.0)).all():
        return None
    unit = np.empty_like(tangents)
    unit[:, :3] = tangents[:, :3] / lengths[:, None]
    unit[:, 3] = np.where(tangents[:, 3] < 0.0, -1.0, 1.0)
    return unit
