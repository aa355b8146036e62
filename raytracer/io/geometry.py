"""From the arrays of a mesh file to a ``Mesh``: broken coordinates are repaired or dropped, and counted."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from raytracer.io.report import LoadReport
from raytracer.scene import Mesh
from raytracer.scene.transform import apply_normals, apply_points

MAX_COORDINATE = 1e18
"""Metres. Squares of larger numbers overflow f32; the observable universe is larger, a model is not."""
_ROWS = 1 << 16
"""Rows that are worked out at a time: what is in between stays in the cache."""


@dataclass
class MeshArrays:
    """What a file says, before repair; shapes as in ``Mesh``, positions of any float type."""

    positions: np.ndarray
    triangles: np.ndarray
    normals: np.ndarray | None = None
    uvs: np.ndarray | None = None
    colors: np.ndarray | None = None


def build_mesh(arrays: MeshArrays, name: str, report: LoadReport, where: str) -> Mesh:
    """A mesh of what is sound in ``arrays``.

    Triangles with a coordinate that is not finite or beyond ``MAX_COORDINATE`` are dropped with a counted note. Normals
    are made unit; those of no length become the triangle's own. Broken texture coordinates become 0.
    """
    positions, triangles = _drop_broken(arrays, report, where)
    uvs = arrays.uvs
    if uvs is not None:
        uvs = np.where(np.isfinite(uvs), uvs, 0.0)
    colors = arrays.colors
    if colors is not None:
        colors = np.clip(np.nan_to_num(colors, nan=0.0), 0.0, 1.0)
    normals = arrays.normals
    if normals is not None:
        normals = _unit_normals(normals, positions, triangles)
    return Mesh(positions, triangles, normals=normals, uvs=uvs, colors=colors, name=name)


def _drop_broken(arrays: MeshArrays, report: LoadReport, where: str) -> tuple[np.ndarray, np.ndarray]:
    with np.errstate(invalid="ignore"):
        sound = (np.abs(arrays.positions) <= MAX_COORDINATE).all(axis=1)
    if sound.all():
        return arrays.positions, arrays.triangles
    keep = sound[arrays.triangles].all(axis=1)
    dropped = int((~keep).sum())
    if dropped:
        report.note(
            "repaired",
            f"dropped {dropped} of {len(keep)} triangles with coordinates that are not finite "
            f"or beyond {MAX_COORDINATE:g}",
            where,
        )
    return np.where(sound[:, None], arrays.positions, 0.0), arrays.triangles[keep]


def _unit_normals(normals: np.ndarray, positions: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    unit = np.zeros((len(normals), 3), np.float32)
    usable = np.zeros(len(normals), bool)
    for begin in range(0, len(normals), _ROWS):
        some = slice(begin, begin + _ROWS)
        n = np.asarray(normals[some], np.float64)
        with np.errstate(invalid="ignore", over="ignore"):
            length = np.linalg.norm(n, axis=1, keepdims=True)
            usable[some] = np.isfinite(length[:, 0]) & (length[:, 0] > 1e-20)
        unit[some] = np.divide(n, length, out=np.zeros_like(n), where=usable[some, None])
    if not usable.all():
        unit[~usable] = vertex_normals(positions, triangles)[~usable]
    return unit


def vertex_normals(
    positions: np.ndarray, triangles: np.ndarray, *, lone: tuple[float, float, float] = (0.0, 1.0, 0.0)
) -> np.ndarray:
    """Unit normals (n, 3) f32 from the triangles around each vertex; ``lone`` where there are none.

    Weighted by the angle at the vertex, so that it does not matter how a polygon was cut (Thürmer and Wüthrich,
    "Computing vertex normals from polygonal facets", JGT 3(1), 1998).
    """
    total = np.zeros((3, len(positions)))
    for begin in range(0, len(triangles), _ROWS):
        some = triangles[begin : begin + _ROWS]
        corners = np.asarray(positions[some], np.float64)
        facet = _unit(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]))
        for k in range(3):
            ahead, behind = (_unit(corners[:, (k + step) % 3] - corners[:, k]) for step in (1, 2))
            angle = np.arccos(np.clip((ahead * behind).sum(axis=1), -1.0, 1.0))
            for axis in range(3):
                np.add.at(total[axis], some[:, k], angle * facet[:, axis])
    normals = _unit(total.T).astype(np.float32)
    normals[~normals.any(axis=1)] = lone
    return normals


def _unit(vectors: np.ndarray) -> np.ndarray:
    """Vectors (..., 3) of length 1, or 0 where they had none."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.divide(vectors, length, out=np.zeros_like(vectors), where=length > 0.0)


def transformed(mesh: Mesh, world_from_object: np.ndarray) -> Mesh:
    """The mesh with ``world_from_object`` (4, 4) applied; a mirror turns the winding: the front stays the front."""
    mirrored = np.linalg.det(world_from_object[:3, :3]) < 0.0
    tangents = mesh.tangents
    if tangents is not None:
        turned = tangents[:, :3] @ world_from_object[:3, :3].T
        tangents = np.hstack([_unit(turned), tangents[:, 3:] * (-1.0 if mirrored else 1.0)])
    return replace(
        mesh,
        positions=apply_points(world_from_object, mesh.positions),
        triangles=mesh.triangles[:, ::-1] if mirrored else mesh.triangles,
        normals=None if mesh.normals is None else apply_normals(world_from_object, mesh.normals),
        tangents=tangents,
    )
