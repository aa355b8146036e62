"""Writes a mesh as binary PLY, with everything that ``ply`` reads back: normals, two sets of uvs, colours, tangents."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from raytracer.io.color import srgb_from_linear
from raytracer.io.whole_file import whole_file
from raytracer.scene import Mesh


def write_mesh(path: Path, mesh: Mesh) -> None:
    """Little-endian floats and 32-bit indices. Colours are encoded as sRGB and texture coordinates have v up, as is
    usual in PLY. The file appears under its name only when it is whole. ``OutputError`` when it cannot be written."""
    columns: dict[str, np.ndarray] = {}
    _add(columns, "x y z", mesh.positions)
    _add(columns, "nx ny nz", mesh.normals)
    _add(columns, "s t", _v_up(mesh.uvs))
    _add(columns, "s1 t1", _v_up(mesh.uvs1))
    _add(columns, "tx ty tz tw", mesh.tangents)
    if mesh.colors is not None:
        _add(columns, "red green blue", srgb_from_linear(mesh.colors[:, :3]))
        _add(columns, "alpha", mesh.colors[:, 3:])
    vertices = np.empty(len(mesh.positions), [(name, "<f4") for name in columns])
    for name, values in columns.items():
        vertices[name] = values
    faces = np.empty(len(mesh.triangles), [("count", "u1"), ("corners", "<i4", 3)])
    faces["count"], faces["corners"] = 3, mesh.triangles
    properties = "".join(f"property float {name}\n" for name in columns)
    head = (
        f"ply\nformat binary_little_endian 1.0\nelement vertex {len(vertices)}\n{properties}"
        f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    with whole_file(path) as temporary, temporary.open("wb") as file:
        file.write(head.encode())
        file.write(vertices.data)
        file.write(faces.data)


def _add(columns: dict[str, np.ndarray], names: str, values: np.ndarray | None) -> None:
    if values is not None:
        columns |= {name: values[:, k] for k, name in enumerate(names.split())}


def _v_up(uvs: np.ndarray | None) -> np.ndarray | None:
    return None if uvs is None else np.stack([uvs[:, 0], 1.0 - uvs[:, 1]], axis=1)
