"""Meshes the way Mitsuba prepares them: one per file, smooth unless told otherwise, its tangent frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from raytracer.io.geometry import vertex_normals
from raytracer.scene import Mesh


def merged(meshes: Sequence[Mesh], name: str) -> Mesh:
    """One mesh of all. An attribute that only some have is filled in for the others: smooth normals, zero uvs."""
    if len(meshes) == 1:
        return replace(meshes[0], name=name)
    normals = any(m.normals is not None for m in meshes)
    uvs = any(m.uvs is not None for m in meshes)
    colors = any(m.colors is not None for m in meshes)
    offsets = np.cumsum([0, *(len(m.positions) for m in meshes[:-1])])
    return Mesh(
        np.concatenate([m.positions for m in meshes]),
        np.concatenate([m.triangles + offset for m, offset in zip(meshes, offsets, strict=True)]),
        normals=np.concatenate([_or(m.normals, lambda m=m: smooth_normals(m)) for m in meshes]) if normals else None,
        uvs=np.concatenate([_or(m.uvs, lambda m=m: np.zeros((len(m.positions), 2))) for m in meshes]) if uvs else None,
        colors=np.concatenate([_or(m.colors, lambda m=m: np.ones((len(m.positions), 4))) for m in meshes])
        if colors
        else None,
        name=name,
    )


def prepared(mesh: Mesh, *, face_normals: bool, flip_normals: bool, flip_v: bool, tangents: bool) -> Mesh:
    """The mesh as Mitsuba renders it.

    Without ``face_normals`` a mesh that has no normals gets smooth ones. ``flip_normals`` turns it inside out.
    ``tangents`` adds the frames of its normal maps: the direction in which u rises, and its right-handed partner.
    """
    normals = None if face_normals else mesh.normals
    if normals is None and not face_normals and mesh.triangle_count:
        normals = smooth_normals(mesh)
    result = replace(mesh, normals=normals, uvs=_flipped(mesh.uvs) if flip_v else mesh.uvs)
    if flip_normals:
        result = replace(
            result, triangles=result.triangles[:, ::-1], normals=None if normals is None else -np.asarray(normals)
        )
    if tangents and result.uvs is not None:
        result = replace(result, tangents=u_tangents(result))
    return result


def smooth_normals(mesh: Mesh) -> np.ndarray:
    """Unit normals (n, 3), each the mean of its triangles' weighted by their angle there; +Z where there are none."""
    return vertex_normals(mesh.positions, mesh.triangles, lone=(0.0, 0.0, 1.0))


def u_tangents(mesh: Mesh) -> np.ndarray:
    """(n, 4): unit direction in which u rises, and +1 for a bitangent of normal x tangent."""
    assert mesh.uvs is not None
    corners = mesh.positions[mesh.triangles].astype(np.float64)
    uv = mesh.uvs[mesh.triangles].astype(np.float64)
    edge1, edge2 = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    duv1, duv2 = uv[:, 1] - uv[:, 0], uv[:, 2] - uv[:, 0]
    determinant = duv1[:, 0] * duv2[:, 1] - duv1[:, 1] * duv2[:, 0]
    along_u = (edge1 * duv2[:, 1:] - edge2 * duv1[:, 1:]) * np.sign(determinant)[:, None]
    total = np.zeros((len(mesh.positions), 3))
    for i in range(3):
        _add_at(total, mesh.triangles[:, i], along_u)
    tangents = _unit(total)
    tangents[~tangents.any(axis=1)] = (1.0, 0.0, 0.0)
    return np.column_stack([tangents, np.ones(len(tangents))])


def _or(value: np.ndarray | None, fallback: object) -> np.ndarray:
    return value if value is not None else fallback()  # type: ignore[operator]


def _flipped(uvs: np.ndarray | None) -> np.ndarray | None:
    return None if uvs is None else np.column_stack([uvs[:, 0], 1.0 - uvs[:, 1]])


def _add_at(total: np.ndarray, index: np.ndarray, values: np.ndarray) -> None:
    """``total[index] += values`` with repeated indices, (n, 3) and (m, 3)."""
    for axis in range(3):
        total[:, axis] += np.bincount(index, values[:, axis], len(total))


def _unit(vectors: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.divide(vectors, length, out=np.zeros_like(vectors), where=length > 0.0)
