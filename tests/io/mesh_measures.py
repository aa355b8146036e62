"""Measures of meshes that the tests of mesh formats compare."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from raytracer.io.report import LoadContext
from raytracer.io.table import read_mesh_file
from raytracer.scene import Material, Mesh


def read(path: Path) -> tuple[list[tuple[Mesh, Material | None]], list[str]]:
    """The parts of a mesh file, and the notes as text."""
    context = LoadContext(path.parent)
    return read_mesh_file(path, context), [str(note) for note in context.report.notes]


def triangles(meshes: list[Mesh]) -> np.ndarray:
    """Corners of all triangles (m, 3, 3) f64."""
    return np.concatenate([np.zeros((0, 3, 3)), *(mesh.positions[mesh.triangles].astype(float) for mesh in meshes)])


def facets(meshes: list[Mesh]) -> np.ndarray:
    """Area vectors (m, 3)."""
    p = triangles(meshes)
    return 0.5 * np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0])


def area(meshes: list[Mesh]) -> float:
    return float(np.linalg.norm(facets(meshes), axis=1).sum())


def volume(meshes: list[Mesh]) -> float:
    return float((triangles(meshes)[:, 0] * facets(meshes)).sum() / 3.0)


def count(meshes: list[Mesh]) -> int:
    return sum(mesh.triangle_count for mesh in meshes)
