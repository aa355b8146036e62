"""glTF: Draco and meshopt, with and without their decoders."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gltf_files import QUAD, QUAD_INDICES, QUAD_UVS, GltfFile, area, load_file

from raytracer.errors import InputError
from raytracer.io.gltf import compression
from raytracer.scene import Mesh

MESHOPT = "EXT_meshopt_compression"


@pytest.fixture
def no_decoders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "_library", lambda name: None)


def _draco_quad() -> GltfFile:
    library = pytest.importorskip("DracoPy")
    corners = QUAD_INDICES.reshape(-1, 3).astype(np.uint32)
    data = library.encode(QUAD, corners, tex_coord=QUAD_UVS.astype(np.float64))
    stored = {a["attribute_type"]: a["unique_id"] for a in library.decode(data).attributes}
    file = GltfFile()
    names = {
        "POSITION": file.add("accessors", {"componentType": 5126, "count": 4, "type": "VEC3"}),
        "TEXCOORD_0": file.add("accessors", {"componentType": 5126, "count": 4, "type": "VEC2"}),
    }
    packed = {"bufferView": file.view(data), "attributes": {"POSITION": stored[0], "TEXCOORD_0": stored[3]}}
    primitive = {"attributes": names, "extensions": {compression.DRACO: packed}}
    file.node(mesh=file.add("meshes", {"primitives": [primitive]}))
    file.json["extensionsRequired"] = [compression.DRACO]
    return file


def test_draco(tmp_path: Path) -> None:
    scene, notes = _draco_quad().load(tmp_path)
    mesh = scene.shapes[0]
    assert isinstance(mesh, Mesh)
    assert area(scene) == pytest.approx(4.0, rel=1e-3)
    assert mesh.uvs is not None
    assert mesh.uvs[:, 0] == pytest.approx((mesh.positions[:, 0] + 1.0) / 2.0, abs=1e-3)
    assert notes == []


@pytest.mark.parametrize("damage", ["cut", "rubbish", "unknown attribute"])
def test_damaged_draco_is_named(tmp_path: Path, damage: str) -> None:
    file = _draco_quad()
    packed = file.json["meshes"][0]["primitives"][0]["extensions"][compression.DRACO]
    if damage == "cut":
        file.json["bufferViews"][0]["byteLength"] //= 2
    elif damage == "rubbish":
        file.binary[:] = b"\xff" * len(file.binary)
    else:
        packed["attributes"]["POSITION"] = 77
    with pytest.raises(InputError) as caught:
        file.load(tmp_path)
    assert compression.DRACO in caught.value.where


def _meshopt_quad(**changes: Any) -> GltfFile:
    """A quad whose positions and indices are compressed; the plain copy lies in buffer 1 without data."""
    library = pytest.importorskip("meshoptimizer")
    file = GltfFile()
    packed_positions = file.view(library.encode_vertex_buffer(QUAD, 4, 12))
    packed_indices = file.view(library.encode_index_buffer(QUAD_INDICES.astype(np.uint32), 6, 4))
    file.binary += b"\0" * 4
    views = file.json["bufferViews"]

    def compressed(source: int, count: int, stride: int, mode: str) -> int:
        where = {key: views[source][key] for key in ("buffer", "byteOffset", "byteLength")}
        extension = {**where, "count": count, "byteStride": stride, "mode": mode, **changes}
        plain = {"buffer": 1, "byteLength": count * stride, "byteOffset": 0}
        return file.add("bufferViews", {**plain, "extensions": {MESHOPT: extension}})

    common = {"componentType": 5126, "count": 4, "type": "VEC3"}
    positions = file.add("accessors", {"bufferView": compressed(packed_positions, 4, 12, "ATTRIBUTES"), **common})
    common = {"componentType": 5125, "count": 6, "type": "SCALAR"}
    indices = file.add("accessors", {"bufferView": compressed(packed_indices, 6, 4, "TRIANGLES"), **common})
    primitive = {"attributes": {"POSITION": positions}, "indices": indices}
    file.node(mesh=file.add("meshes", {"primitives": [primitive]}))
    return file


def test_meshopt(tmp_path: Path) -> None:
    scene, notes = _meshopt_quad().load(tmp_path)
    assert area(scene) == pytest.approx(4.0)
    assert notes == []


@pytest.mark.parametrize(
    "change",
    [
        {"count": 2**33},
        {"count": 5},
        {"byteStride": 3},
        {"byteStride": 0},
        {"byteStride": 300},
        {"mode": "TRIANGLES"},
        {"mode": "POINTS"},
        {"filter": "OCTAHEDRAL"},
        {"filter": "BLUR"},
        {"byteLength": 3},
        {"byteLength": 2**40},
        {"byteOffset": 1},
    ],
)
def test_damaged_meshopt_is_named(tmp_path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        _meshopt_quad(**change).load(tmp_path)
    assert MESHOPT in caught.value.where


@pytest.mark.usefixtures("no_decoders")
@pytest.mark.parametrize("name", [compression.DRACO, *compression.MESHOPT])
def test_without_a_decoder_the_remedy_is_named(tmp_path: Path, name: str) -> None:
    file = GltfFile()
    file.quad()
    file.json["extensionsRequired"] = [name]
    with pytest.raises(InputError, match=name) as caught:
        file.load(tmp_path)
    assert "raytracer[compression]" in caught.value.remedy


@pytest.mark.usefixtures("no_decoders")
def test_without_a_decoder_an_uncompressed_copy_is_read(tmp_path: Path) -> None:
    file = GltfFile()
    packed = {"bufferView": 0, "attributes": {"POSITION": 0}}
    file.quad(extensions={compression.DRACO: packed})
    view = {"buffer": 0, "byteOffset": 0, "byteLength": 8, "byteStride": 12, "count": 4, "mode": "ATTRIBUTES"}
    file.json["bufferViews"][0]["extensions"] = {MESHOPT: view}
    scene, notes = file.load(tmp_path)
    assert area(scene) == pytest.approx(4.0)
    assert [note.split(": ", 1)[1] for note in notes] == [
        f"{compression.DRACO}: the uncompressed copy is read instead",
        f"{MESHOPT}: the uncompressed copy is read instead",
    ]


@pytest.mark.usefixtures("no_decoders")
def test_without_a_decoder_or_a_copy_the_place_is_named(tmp_path: Path) -> None:
    file = GltfFile()
    file.quad(extensions={compression.DRACO: {"bufferView": 0, "attributes": {"POSITION": 0}}})
    for accessor in file.json["accessors"]:
        del accessor["bufferView"]
    with pytest.raises(InputError, match="no decoder") as caught:
        file.load(tmp_path)
    assert compression.DRACO in caught.value.where


def test_the_color_filter_follows_the_specification() -> None:
    """Encoded by hand: K bits of range, luma and two chromas, alpha with its highest bit set."""
    for bits, kind in ((8, np.uint8), (5, np.uint8), (16, np.uint16), (11, np.uint16)):
        top = 2**bits - 1
        red, green, blue, alpha = (round(top * v) for v in (0.8, 0.4, 0.2, 0.5))
        orange = (red - blue) // 2
        green_chroma = (green - (blue + orange)) // 2
        luma = blue + orange + green_chroma
        stored = np.array([luma, orange, green_chroma, 2 ** (bits - 1) | alpha >> 1], np.int64).astype(kind)
        decoded = compression._filter_color(stored.view(np.uint8), 4 * kind().itemsize).view(kind)
        assert decoded / np.iinfo(kind).max == pytest.approx([0.8, 0.4, 0.2, 0.5], abs=2.5 / top)


@pytest.mark.parametrize("decoder", [compression.have_draco, compression.have_meshopt])
def test_compressed_samples_equal_their_plain_twins(data_dir: Path, decoder: Any) -> None:
    if not decoder():
        pytest.skip("the decoder is not installed")
    if decoder is compression.have_draco:
        plain, _ = load_file(data_dir / "gltf-khronos/Box/glTF/Box.gltf")
        packed, _ = load_file(data_dir / "gltf-khronos/Box/glTF-Draco/Box.gltf")
        assert np.array_equal(plain.bounds(), packed.bounds())
        assert area(packed) == pytest.approx(area(plain))
        return
    scene, _ = load_file(data_dir / "gltf-khronos/MeshoptCubeTest/glTF-Meshopt/MeshoptCubeTest.gltf", keep_going=True)
    cubes = [s for s in scene.shapes if isinstance(s, Mesh) and s.name.startswith("Cube_")]
    assert len(cubes) == 25
    for cube in cubes:  # five plain ones, and twenty packed in every way there is
        assert np.ptp(cube.positions, axis=0) == pytest.approx(np.ptp(cubes[0].positions, axis=0), rel=1e-3)
        if cube.colors is not None:
            assert cube.colors.min(axis=0) == pytest.approx([0.5, 0.5, 0.5, 1.0], abs=0.003)
            assert cube.colors.max(axis=0) == pytest.approx([1.0, 1.0, 1.0, 1.0])
