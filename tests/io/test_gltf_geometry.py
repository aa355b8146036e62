"""glTF: accessors, primitive modes, attributes and their repair."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gltf_files import QUAD, QUAD_INDICES, QUAD_UVS, GltfFile, area, world_triangles

from raytracer.errors import InputError
from raytracer.io.gltf import topology
from raytracer.scene import Mesh


def _mesh(
    folder: Path, attributes: dict[str, np.ndarray], indices: Any = QUAD_INDICES, **members: Any
) -> tuple[Mesh, list[str]]:
    """The one mesh of a file, and the notes."""
    file = GltfFile()
    file.node(mesh=file.mesh({"POSITION": QUAD, **attributes}, indices, **members))
    scene, notes = file.load(folder)
    mesh = scene.shapes[0]
    assert isinstance(mesh, Mesh)
    return mesh, notes


@pytest.mark.parametrize("kind", ["u1", "u2", "u4"])
@pytest.mark.parametrize(
    ("mode", "indices"),
    [
        (topology.TRIANGLES, [0, 1, 2, 0, 2, 3]),
        (topology.TRIANGLE_STRIP, [0, 1, 3, 2]),
        (topology.TRIANGLE_STRIP, [0, 0, 0, 1, 3, 2, 2]),
        (topology.TRIANGLE_FAN, [0, 1, 2, 3]),
    ],
)
def test_modes_give_the_same_front(tmp_path: Path, kind: str, mode: int, indices: list[int]) -> None:
    file = GltfFile()
    file.node(mesh=file.mesh({"POSITION": QUAD}, np.array(indices, kind), mode=mode))
    scene, _ = file.load(tmp_path)
    corners = world_triangles(scene)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert len(corners) == 2
    assert area(scene) == pytest.approx(4.0)
    assert (normals[:, 2] > 0.0).all()


def test_long_strips_keep_their_orientation() -> None:
    count = 101
    x, y = np.arange(count) // 2, np.arange(count) % 2
    found = topology.triangles(topology.TRIANGLE_STRIP, np.arange(count))
    a, b, c = (np.stack([x[found[:, i]], y[found[:, i]]], axis=1) for i in range(3))
    turn = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    assert len(found) == count - 2
    assert (np.sign(turn) == np.sign(turn[0])).all()


def test_without_indices_vertices_are_taken_in_order(tmp_path: Path) -> None:
    mesh, _ = _mesh(tmp_path, {}, None, mode=topology.TRIANGLE_FAN)
    assert mesh.triangles.tolist() == [[0, 1, 2], [0, 2, 3]]


def test_points_and_lines_are_skipped_with_one_note_each(tmp_path: Path) -> None:
    file = GltfFile()
    mesh = file.mesh({"POSITION": QUAD}, QUAD_INDICES)
    primitives = file.json["meshes"][mesh]["primitives"]
    primitives += [{**primitives[0], "mode": mode} for mode in (0, 0, 1, 2, 3)]
    file.node(mesh=mesh)
    scene, notes = file.load(tmp_path)
    assert len(scene.shapes) == 1
    assert [n.split(": ")[1] for n in notes] == [
        "points are not drawn (2 times)",
        "lines are not drawn",
        "line loops are not drawn",
        "line strips are not drawn",
    ]


def test_left_over_indices_are_noted(tmp_path: Path) -> None:
    mesh, notes = _mesh(tmp_path, {}, np.array([0, 1, 2, 0, 2, 3, 1], np.uint8))
    assert mesh.triangle_count == 2
    assert "left over" in notes[0]


def test_interleaved_attributes(tmp_path: Path) -> None:
    file = GltfFile()
    rows = np.zeros(4, np.dtype([("position", "f4", 3), ("color", "u1", 4), ("uv", "u2", 2), ("pad", "u4")]))
    rows["position"], rows["color"], rows["uv"] = QUAD, [[255, 0, 51, 255]] * 4, (QUAD_UVS * 65535).astype("u2")
    view = file.view(rows.tobytes(), byteStride=rows.itemsize)
    common = {"bufferView": view, "count": 4}
    names = {
        "POSITION": file.add("accessors", {**common, "componentType": 5126, "type": "VEC3"}),
        "COLOR_0": file.add(
            "accessors", {**common, "byteOffset": 12, "componentType": 5121, "type": "VEC4", "normalized": True}
        ),
        "TEXCOORD_0": file.add(
            "accessors", {**common, "byteOffset": 16, "componentType": 5123, "type": "VEC2", "normalized": True}
        ),
    }
    primitive = {"attributes": names, "indices": file.accessor(QUAD_INDICES)}
    file.node(mesh=file.add("meshes", {"primitives": [primitive]}))
    mesh = file.load(tmp_path)[0].shapes[0]
    assert isinstance(mesh, Mesh)
    assert np.array_equal(mesh.positions, QUAD)
    assert mesh.uvs is not None
    assert np.array_equal(mesh.uvs, QUAD_UVS)
    assert mesh.colors is not None
    assert mesh.colors[0].tolist() == pytest.approx([1.0, 0.0, 0.2, 1.0])


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        (np.array([[-128, -127, 127]] * 4, "i1"), [-1.0, -1.0, 1.0]),
        (np.array([[-32768, 0, 32767]] * 4, "i2"), [-1.0, 0.0, 1.0]),
        (np.array([[0, 51, 255]] * 4, "u1"), [0.0, 0.2, 1.0]),
        (np.array([[0, 13107, 65535]] * 4, "u2"), [0.0, 0.2, 1.0]),
    ],
)
def test_normalized_integers(tmp_path: Path, stored: np.ndarray, expected: list[float]) -> None:
    file = GltfFile()
    names = {"POSITION": file.accessor(stored, normalized=True)}
    file.node(mesh=file.add("meshes", {"primitives": [{"attributes": names}]}))
    mesh = file.load(tmp_path)[0].shapes[0]
    assert isinstance(mesh, Mesh)
    assert mesh.positions[0].tolist() == pytest.approx(expected)


def test_plain_integers_are_taken_as_they_are(tmp_path: Path) -> None:
    file = GltfFile()
    names = {
        "POSITION": file.accessor((QUAD * 1000).astype("i2")),
        "NORMAL": file.accessor(np.array([[0, 0, 127]] * 4, "i1")),
    }
    file.json["accessors"][1]["normalized"] = True
    file.node(mesh=file.add("meshes", {"primitives": [{"attributes": names}]}))
    mesh = file.load(tmp_path)[0].shapes[0]
    assert isinstance(mesh, Mesh)
    assert np.array_equal(mesh.positions, QUAD * 1000)
    assert np.array_equal(mesh.normals, [[0, 0, 1]] * 4)


@pytest.mark.parametrize(
    "colors",
    [
        np.array([[1.0, 0.2, 0.0]] * 4, np.float32),
        np.array([[1.0, 0.2, 0.0, 1.0]] * 4, np.float32),
        np.array([[255, 51, 0]] * 4, np.uint8),
        np.array([[255, 51, 0, 255]] * 4, np.uint8),
        np.array([[65535, 13107, 0, 65535]] * 4, np.uint16),
    ],
)
def test_vertex_colors_of_every_type(tmp_path: Path, colors: np.ndarray) -> None:
    mesh, _ = _mesh(tmp_path, {"COLOR_0": colors})
    assert mesh.colors is not None
    assert mesh.colors[3].tolist() == pytest.approx([1.0, 0.2, 0.0, 1.0])


def test_vertex_colors_stay_within_zero_and_one(tmp_path: Path) -> None:
    mesh, _ = _mesh(tmp_path, {"COLOR_0": np.array([[np.nan, 7.0, -3.0, np.inf]] * 4, np.float32)})
    assert mesh.colors is not None
    assert mesh.colors[0].tolist() == [0.0, 1.0, 0.0, 1.0]


@pytest.mark.parametrize("base", ["view", "zero", "zero view"])
def test_sparse_accessors(tmp_path: Path, base: str) -> None:
    file = GltfFile()
    start = QUAD + np.float32([0, 0, 5])
    places = file.view(np.arange(4, dtype="u1").tobytes())
    values = file.view(QUAD.tobytes())
    accessor: dict[str, Any] = {"componentType": 5126, "count": 4, "type": "VEC3"}
    accessor["sparse"] = {
        "count": 4,
        "indices": {"bufferView": places, "componentType": 5121},
        "values": {"bufferView": values},
    }
    if base == "view":
        accessor["bufferView"] = file.view(start.tobytes())
    file.node(mesh=file.add("meshes", {"primitives": [{"attributes": {"POSITION": file.add("accessors", accessor)}}]}))
    mesh = file.load(tmp_path)[0].shapes[0]
    assert isinstance(mesh, Mesh)
    assert np.array_equal(mesh.positions, QUAD)


def test_a_sparse_index_outside_is_an_error(tmp_path: Path) -> None:
    file = GltfFile()
    sparse = {
        "count": 1,
        "indices": {"bufferView": file.view(b"\4"), "componentType": 5121},
        "values": {"bufferView": file.view(b"\0" * 12)},
    }
    accessor = file.add("accessors", {"componentType": 5126, "count": 4, "type": "VEC3", "sparse": sparse})
    file.node(mesh=file.add("meshes", {"primitives": [{"attributes": {"POSITION": accessor}}]}))
    with pytest.raises(InputError, match="sparse index 4") as caught:
        file.load(tmp_path)
    assert "accessors[0].sparse" in caught.value.where


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"count": 5}, "accessors[0]"),
        ({"count": 2**31}, "accessors[0]"),
        ({"count": 2**70}, "accessors[0]"),
        ({"count": -1}, "accessors[0].count"),
        ({"count": 1.5}, "accessors[0].count"),
        ({"count": True}, "accessors[0].count"),
        ({"byteOffset": 4}, "accessors[0]"),
        ({"byteOffset": 2**64 - 4}, "accessors[0]"),
        ({"byteOffset": -4}, "accessors[0].byteOffset"),
        ({"type": "VEC2"}, "accessors[0]"),
        ({"type": "VEC9"}, "accessors[0].type"),
        ({"type": 3}, "accessors[0].type"),
        ({"componentType": 5124}, "accessors[0].componentType"),
        ({"bufferView": 99}, "accessors[0]"),
        ({"bufferView": "0"}, "accessors[0].bufferView"),
        ({"sparse": []}, "accessors[0].sparse"),
    ],
)
def test_broken_accessors_are_named(tmp_path: Path, change: dict[str, Any], where: str) -> None:
    file = GltfFile()
    file.quad()
    file.json["accessors"][0].update(change)
    with pytest.raises(InputError) as caught:
        file.load(tmp_path)
    assert caught.value.where.endswith(where)
    assert "scene.gltf" in caught.value.where


@pytest.mark.parametrize(
    "change",
    [
        {"byteLength": 2**40},
        {"byteOffset": 2**63},
        {"byteOffset": -1},
        {"buffer": 7},
        {"byteStride": 4},
        {"byteStride": 400},
    ],
)
def test_broken_views_are_named(tmp_path: Path, change: dict[str, Any]) -> None:
    file = GltfFile()
    file.quad()
    file.json["bufferViews"][0].update(change)
    with pytest.raises(InputError) as caught:
        file.load(tmp_path)
    assert "bufferViews[0]" in str(caught.value) or "accessors[0]" in str(caught.value)


@pytest.mark.parametrize("has_view", [True, False])
def test_absurd_counts_allocate_nothing(tmp_path: Path, has_view: bool) -> None:
    file = GltfFile()
    file.quad()
    file.json["accessors"][0]["count"] = 2**40
    if not has_view:
        del file.json["accessors"][0]["bufferView"]
    tracemalloc.start()
    try:
        with pytest.raises(InputError):
            file.load(tmp_path)
        assert tracemalloc.get_traced_memory()[1] < 4e6
    finally:
        tracemalloc.stop()


def test_an_index_past_the_vertices_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="index 4 names a vertex") as caught:
        _mesh(tmp_path, {}, np.array([0, 1, 4], np.uint16))
    assert caught.value.where.endswith("accessors[1]")


def test_attributes_of_another_length_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="3 elements, but there are 4 positions"):
        _mesh(tmp_path, {"NORMAL": np.array([[0, 0, 1]] * 3, np.float32)})


def test_attributes_nobody_needs_are_not_read(tmp_path: Path) -> None:
    file = GltfFile()
    file.quad()
    file.json["meshes"][0]["primitives"][0]["attributes"]["_TEMPERATURE"] = 999
    assert file.load(tmp_path)[0].triangle_count == 2


def test_missing_normals_mean_flat_and_their_tangents_are_dropped(tmp_path: Path) -> None:
    mesh, notes = _mesh(tmp_path, {"TANGENT": np.array([[1, 0, 0, 1]] * 4, np.float32)})
    assert mesh.normals is None
    assert mesh.tangents is None
    assert notes == []


@pytest.mark.parametrize("value", [0.0, np.nan, np.inf])
def test_bad_normals_are_made_from_the_faces_around(tmp_path: Path, value: float) -> None:
    normals = np.array([[0, 0, 1]] * 3 + [[value] * 3], np.float32)
    mesh, notes = _mesh(tmp_path, {"NORMAL": normals})
    assert mesh.normals is not None
    assert mesh.normals == pytest.approx(np.array([[0, 0, 1]] * 4))
    assert notes == [
        "scene.gltf: meshes[0].primitives[0]: 1 normals were zero or NaN and are made from the faces around"
    ]


def test_only_bad_normals_mean_flat(tmp_path: Path) -> None:
    mesh, notes = _mesh(tmp_path, {"NORMAL": np.zeros((4, 3), np.float32)})
    assert mesh.normals is None
    assert "shaded flat" in notes[0]


@pytest.mark.parametrize("length", [1e-30, 0.01, 3.0, 1e30])
def test_normals_of_any_length_become_unit(tmp_path: Path, length: float) -> None:
    normals = np.array([[0.6, 0.0, 0.8]] * 4) * length
    mesh, notes = _mesh(tmp_path, {"NORMAL": normals.astype(np.float32)})
    assert mesh.normals is not None
    assert mesh.normals[0].tolist() == pytest.approx([0.6, 0.0, 0.8], abs=1e-6)
    assert notes == []


def test_unusable_tangents_are_left_to_the_uvs(tmp_path: Path) -> None:
    normals = np.array([[0, 0, 1]] * 4, np.float32)
    good = np.array([[2, 0, 0, -0.3]] * 4, np.float32)
    assert _mesh(tmp_path, {"NORMAL": normals, "TANGENT": good})[0].tangents[0].tolist() == [1, 0, 0, -1]  # type: ignore[index]
    bad = good.copy()
    bad[2] = 0.0
    assert _mesh(tmp_path, {"NORMAL": normals, "TANGENT": bad})[0].tangents is None


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 3e38])
def test_triangles_with_broken_positions_are_dropped_and_counted(tmp_path: Path, value: float) -> None:
    positions = QUAD.copy()
    positions[3, 1] = value
    mesh, notes = _mesh(tmp_path, {"POSITION": positions})
    assert mesh.triangles.tolist() == [[0, 1, 2]]
    assert np.isfinite(mesh.positions).all()
    assert "dropped 1 of 2 triangles" in notes[0]


def test_broken_uvs_become_zero(tmp_path: Path) -> None:
    uvs = QUAD_UVS.copy()
    uvs[0] = np.nan
    mesh, notes = _mesh(tmp_path, {"TEXCOORD_0": uvs})
    assert mesh.uvs is not None
    assert mesh.uvs[0].tolist() == [0.0, 0.0]
    assert "texture coordinates" in notes[0]


def test_a_mesh_without_any_surface_leaves_an_empty_scene(tmp_path: Path) -> None:
    file = GltfFile()
    file.node(mesh=file.add("meshes", {"primitives": [{"attributes": {}}]}))
    file.node(mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES[:2]))
    scene, notes = file.load(tmp_path)
    assert scene.triangle_count == 0
    assert [n.rpartition(": ")[2] for n in notes] == [
        "a primitive without POSITION is skipped",
        "indices left over after the last whole triangle are ignored",
        "a primitive without a triangle is skipped",
        "the file shows no surface",
    ]
