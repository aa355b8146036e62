"""glTF: large files load in time that is proportional to their size, and small."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from gltf_files import GltfFile, load_file

SIDE = 549
"""Vertices along the side of a grid of 2 * 548 * 548 = 600,608 triangles."""
LIMIT_SECONDS = 1.0


def _grid() -> GltfFile:
    x, y = np.meshgrid(np.linspace(-1, 1, SIDE, dtype=np.float32), np.linspace(-1, 1, SIDE, dtype=np.float32))
    positions = np.stack([x, y, 0.1 * np.sin(9 * x) * np.cos(9 * y)], axis=-1).reshape(-1, 3)
    normals = np.tile(np.float32([0.0, 0.0, 1.0]), (len(positions), 1))
    corner = (np.arange(SIDE - 1)[:, None] * SIDE + np.arange(SIDE - 1)).reshape(-1, 1)
    indices = corner + np.array([0, 1, SIDE + 1, 0, SIDE + 1, SIDE])
    file = GltfFile()
    uvs = np.ascontiguousarray(positions[:, :2])
    attributes = {"POSITION": positions, "NORMAL": normals, "TEXCOORD_0": uvs}
    file.node(mesh=file.mesh(attributes, indices.reshape(-1).astype(np.uint32)))
    return file


def test_600_000_triangles_load_within_a_second(tmp_path: Path) -> None:
    (tmp_path / "grid.glb").write_bytes(_grid().glb())
    seconds = []
    for _ in range(3):
        started = time.perf_counter()
        scene, notes = load_file(tmp_path / "grid.glb")
        seconds.append(time.perf_counter() - started)
    assert scene.triangle_count == 2 * (SIDE - 1) ** 2
    assert notes == []
    assert min(seconds) < LIMIT_SECONDS


@pytest.mark.parametrize("count", [20_000])
def test_many_nodes_load_within_seconds(tmp_path: Path, count: int) -> None:
    file = GltfFile()
    mesh = file.mesh({"POSITION": np.eye(3, dtype=np.float32)})
    children = [file.node(root=False, mesh=mesh, translation=[i, 0, 0]) for i in range(count)]
    file.node(children=children)
    started = time.perf_counter()
    scene, _ = file.load(tmp_path)
    assert len(scene.instances) == count
    assert time.perf_counter() - started < 10.0
