"""glTF: GLB chunks, JSON, versions, extensions, URIs."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path

import numpy as np
import pytest
from gltf_files import QUAD, QUAD_INDICES, GltfFile, load_file, pack_glb

from raytracer.errors import InputError


def _quad() -> GltfFile:
    file = GltfFile()
    file.quad()
    return file


def _json(file: GltfFile) -> bytes:
    content = json.dumps({**file.json, "buffers": [{"byteLength": len(file.binary)}]}).encode()
    return content + b" " * (-len(content) % 4)


def test_glb_and_text_give_the_same_mesh(tmp_path: Path) -> None:
    file = _quad()
    text, _ = file.load(tmp_path)
    (tmp_path / "quad.glb").write_bytes(file.glb())
    binary, notes = load_file(tmp_path / "quad.glb")
    assert notes == []
    for scene in (text, binary):
        assert np.array_equal(scene.shapes[0].positions, QUAD)
        assert np.array_equal(scene.shapes[0].triangles.reshape(-1), QUAD_INDICES)


def test_content_decides_and_not_the_suffix(tmp_path: Path) -> None:
    (tmp_path / "quad.gltf").write_bytes(_quad().glb())
    scene, notes = load_file(tmp_path / "quad.gltf")
    assert scene.triangle_count == 2
    assert "whatever the suffix says" in notes[0]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "empty"),
        (b"glTF", "cut off"),
        (pack_glb([]), "no JSON chunk"),
        (pack_glb([(b"JSON", b"{}  ")], version=1), "version 1"),
        (pack_glb([(b"BIN\0", b"1234")]), "first chunk"),
        (pack_glb([(b"JSON", b"{}  ")])[:-2], "does not fit"),
        (b"glTF\2\0\0\0\xff\xff\xff\x7f\xff\xff\xff\xffJSON", "does not fit"),
        (b"\xff\xfe\0\0 not text", "UTF-8"),
        (b"[1, 2]", "not an object"),
        (b"{", "not valid JSON"),
        (b'{"asset": {"version": "2.0"}, "x": NaN}', "NaN"),
        (b'{"asset": {"version": "2.0"}, "scene": ' + b"9" * 5000 + b"}", "JSON|very large"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"{}", "asset"),
    ],
)
def test_broken_containers_are_named(tmp_path: Path, content: bytes, expected: str) -> None:
    (tmp_path / "broken.glb").write_bytes(content)
    with pytest.raises(InputError, match=expected) as caught:
        load_file(tmp_path / "broken.glb")
    assert "broken.glb" in caught.value.where


def test_a_missing_file_and_a_folder_are_errors(tmp_path: Path) -> None:
    for path in (tmp_path / "gone.glb", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            load_file(path)


def test_syntax_errors_name_line_and_column(tmp_path: Path) -> None:
    (tmp_path / "a.gltf").write_text('{\n "asset": {,}\n}')
    with pytest.raises(InputError) as caught:
        load_file(tmp_path / "a.gltf")
    assert caught.value.where.endswith("a.gltf:2:12")


def test_odd_chunks_load_with_a_note(tmp_path: Path) -> None:
    file = _quad()
    good = [(b"JSON", _json(file)), (b"BIN\0", bytes(file.binary))]
    for extra, expected in (
        ([(b"XTRA", b"1234")], []),
        ([(b"BIN\0", b"1234")], ["further chunk"]),
        ([(b"XTRA", b"12345")], ["not padded"]),
    ):
        (tmp_path / "a.glb").write_bytes(pack_glb(good + extra))
        scene, notes = load_file(tmp_path / "a.glb")
        assert scene.triangle_count == 2
        assert len(notes) == len(expected)
        assert all(part in note for part, note in zip(expected, notes, strict=True))


@pytest.mark.parametrize(
    ("asset", "loads"),
    [
        ({"version": "2.0"}, True),
        ({"version": "2.1"}, True),
        ({"version": "2.1", "minVersion": "2.0"}, True),
        ({"version": "2.1", "minVersion": "2.1"}, False),
        ({"version": "3.0"}, False),
        ({"version": "1.0"}, False),
        ({"version": "two"}, False),
        ({"version": 2.0}, False),
        ({}, False),
    ],
)
def test_versions(tmp_path: Path, asset: dict[str, object], loads: bool) -> None:
    file = _quad()
    file.json["asset"] = asset
    if loads:
        assert file.load(tmp_path)[0].triangle_count == 2
    else:
        with pytest.raises(InputError):
            file.load(tmp_path)


def test_required_extensions_are_all_named_with_a_remedy(tmp_path: Path) -> None:
    file = _quad()
    file.json["extensionsRequired"] = ["VENDOR_b", "KHR_texture_transform", "VENDOR_a", "KHR_texture_basisu"]
    with pytest.raises(InputError, match="KHR_texture_basisu, VENDOR_a, VENDOR_b") as caught:
        file.load(tmp_path)
    assert "KTX2" in caught.value.remedy


def test_unknown_extensions_in_use_are_noted_and_harmless_ones_are_not(tmp_path: Path) -> None:
    file = _quad()
    file.json["extensionsUsed"] = ["VENDOR_a", "KHR_xmp", "KHR_materials_ior"]
    _, notes = file.load(tmp_path)
    assert notes == ["scene.gltf: VENDOR_a: this extension is ignored"]


@pytest.mark.parametrize(
    "prefix",
    ["data:application/octet-stream;base64,", "data:;base64,", "DATA:;BASE64,", "data:a/b;charset=x;base64,"],
)
def test_data_uris(tmp_path: Path, prefix: str) -> None:
    file = _quad()
    for payload in (base64.b64encode(file.binary).decode(), base64.b64encode(file.binary).decode().rstrip("=")):
        file.json["buffers"] = [{"byteLength": len(file.binary), "uri": prefix + payload}]
        (tmp_path / "a.gltf").write_text(json.dumps(file.json))
        assert load_file(tmp_path / "a.gltf")[0].triangle_count == 2


@pytest.mark.parametrize("uri", ["data:;base64,!!!", "data:;base64", "data:;base64,QUJD"])
def test_bad_data_uris_name_the_buffer(tmp_path: Path, uri: str) -> None:
    file = _quad()
    file.json["buffers"] = [{"byteLength": len(file.binary), "uri": uri}]
    (tmp_path / "a.gltf").write_text(json.dumps(file.json))
    with pytest.raises(InputError) as caught:
        load_file(tmp_path / "a.gltf")
    assert "buffers[0]" in caught.value.where


@pytest.mark.parametrize(
    ("uri", "on_disk"),
    [
        ("a b.bin", "a b.bin"),
        ("a%20b.bin", "a b.bin"),
        ("a%20b.bin", "a%20b.bin"),
        ("100%.bin", "100%.bin"),
        ("d%C3%A4ta%20%E2%98%83.bin", "däta ☃.bin"),
        ("sub\\x.bin", "sub/x.bin"),
        ("./sub/../sub/x.bin", "sub/x.bin"),
    ],
)
def test_names_are_decoded_first_and_then_taken_literally(tmp_path: Path, uri: str, on_disk: str) -> None:
    file = _quad()
    (tmp_path / on_disk).parent.mkdir(exist_ok=True)
    (tmp_path / on_disk).write_bytes(file.binary)
    file.json["buffers"] = [{"byteLength": len(file.binary), "uri": uri}]
    (tmp_path / "a.gltf").write_text(json.dumps(file.json), encoding="utf-8")
    assert load_file(tmp_path / "a.gltf")[0].triangle_count == 2


def test_nothing_outside_the_folder_is_read(tmp_path: Path) -> None:
    file = _quad()
    (tmp_path / "secret.bin").write_bytes(file.binary)
    inside = tmp_path / "scene"
    inside.mkdir()
    (inside / "link.bin").symlink_to(tmp_path / "secret.bin")
    absolute = str(tmp_path / "secret.bin")
    for uri in ("../secret.bin", "%2e%2e/secret.bin", "..%2Fsecret.bin", "..\\secret.bin", absolute, "link.bin"):
        file.json["buffers"] = [{"byteLength": len(file.binary), "uri": uri}]
        (inside / "a.gltf").write_text(json.dumps(file.json))
        with pytest.raises(InputError, match="outside"):
            load_file(inside / "a.gltf")
        assert load_file(inside / "a.gltf", allow_outside=True)[0].triangle_count == 2


@pytest.mark.parametrize(
    "uri", ["http://example.org/a.bin", "file:///etc/passwd", "a\0b", "x" * 5000, "\ud800", "", "."]
)
def test_unusable_names_are_input_errors(tmp_path: Path, uri: str) -> None:
    file = _quad()
    file.json["buffers"] = [{"byteLength": 4, "uri": uri}]
    (tmp_path / "a.gltf").write_text(json.dumps(file.json))
    with pytest.raises(InputError) as caught:
        load_file(tmp_path / "a.gltf")
    assert "buffers[0]" in caught.value.where


def test_buffers_are_found_from_any_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = _quad()
    folder = tmp_path / "scene"
    folder.mkdir()
    (folder / "a.bin").write_bytes(file.binary)
    file.json["buffers"] = [{"byteLength": len(file.binary), "uri": "a.bin"}]
    (folder / "a.gltf").write_text(json.dumps(file.json))
    monkeypatch.chdir(tmp_path)
    assert load_file(Path("scene") / "a.gltf")[0].triangle_count == 2
    assert os.getcwd() == str(tmp_path)
