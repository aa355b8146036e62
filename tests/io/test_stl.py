"""STL as text and binary, told apart by size, and its damage."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest
from mesh_measures import area, count, read, volume

from raytracer.errors import InputError
from raytracer.io.table import load_scene


def binary_stl(triangles: list, header: bytes = b"made here", spare: int = 0) -> bytes:
    body = b"".join(
        struct.pack("<12fH", 0, 0, 0, *np.asarray(corners, float).reshape(-1), spare) for corners in triangles
    )
    return header.ljust(80, b" ") + struct.pack("<I", len(triangles)) + body


ONE = [[(0, 0, 0), (1, 0, 0), (0, 1, 0)]]


def test_every_cube_of_the_case(cases_dir: Path) -> None:
    folder = cases_dir / "16-stl-binary-starts-with-solid"
    expected = json.loads((folder / "expected.json").read_text())["expect"]["*"]
    paths = sorted(folder.glob("*.stl"))
    assert len(paths) == 4
    for path in paths:
        parts, notes = read(path)
        meshes = [mesh for mesh, _ in parts]
        assert count(meshes) == expected["triangles"], path.name
        assert area(meshes) == pytest.approx(expected["area"]), path.name
        assert volume(meshes) == pytest.approx(expected["volume"]), path.name
        assert not notes, path.name


def test_solids_become_meshes_with_their_names(cases_dir: Path) -> None:
    parts, _ = read(cases_dir / "16-stl-binary-starts-with-solid" / "ascii_upper_crlf_two_solids.stl")
    assert [(mesh.name, mesh.triangle_count) for mesh, _ in parts] == [("a", 6), ("b", 6)]


def test_broken_facets_are_dropped_and_counted(cases_dir: Path) -> None:
    parts, notes = read(cases_dir / "10-non-finite-vertices" / "nan_facets.stl")
    meshes = [mesh for mesh, _ in parts]
    assert count(meshes) == 2
    assert all(np.isfinite(mesh.positions).all() for mesh in meshes)
    assert any("dropped 1 of 3" in note for note in notes)


@pytest.mark.parametrize("name", ["empty_ascii.stl", "empty_binary.stl"])
def test_no_facet_shows_the_sky_and_says_so(cases_dir: Path, name: str) -> None:
    result = load_scene(cases_dir / "18-empty-inputs" / name)
    assert result.scene.triangle_count == 0
    assert result.scene.environment is not None
    assert any("no surface" in note.text for note in result.notes)


def test_colours_and_facet_normals_are_not_used(tmp_path: Path) -> None:
    (tmp_path / "c.stl").write_bytes(binary_stl(ONE, spare=0xFFFF))
    ((mesh, material),), _ = read(tmp_path / "c.stl")
    assert material is None
    assert mesh.colors is None
    assert mesh.normals is None


def test_bytes_behind_the_last_facet_are_noted(tmp_path: Path) -> None:
    (tmp_path / "t.stl").write_bytes(binary_stl(ONE) + b"a comment of the exporter")
    parts, notes = read(tmp_path / "t.stl")
    assert count([mesh for mesh, _ in parts]) == 1
    assert any("25 bytes" in note for note in notes)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (binary_stl(ONE * 4)[:-20], "4 facets promised, room for 3"),
        (b"hello", "not an STL"),
        (b"solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 zero\nvertex 1 0 0\nvertex 0 1 0\n", "numbers"),
    ],
)
def test_nonsense_is_an_input_error(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "bad.stl").write_bytes(data)
    with pytest.raises(InputError, match=words):
        read(tmp_path / "bad.stl")


def test_a_facet_cut_in_text_is_dropped(tmp_path: Path) -> None:
    text = "solid x\n" + "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n" * 2 + "vertex 5 5 5\n"
    (tmp_path / "cut.stl").write_text(text)
    parts, notes = read(tmp_path / "cut.stl")
    assert count([mesh for mesh, _ in parts]) == 2
    assert any("dropped" in note for note in notes)


def test_a_scene_turns_z_up_into_y_up_and_a_mesh_stays(tmp_path: Path) -> None:
    (tmp_path / "tall.stl").write_bytes(binary_stl([[(0, 0, 0), (1, 0, 0), (0, 0, 9)]]))
    lower, upper = load_scene(tmp_path / "tall.stl").scene.bounds()
    np.testing.assert_allclose(upper - lower, [1, 9, 0], atol=1e-6)
    ((mesh, _),), _ = read(tmp_path / "tall.stl")
    assert mesh.bounds()[1].tolist() == [1, 0, 9]


def test_every_collected_file_loads(data_dir: Path) -> None:
    paths = [path for path in sorted(data_dir.glob("stl/*/**/*")) if path.is_file() and "LICENSE" not in path.name]
    assert len(paths) > 15
    for path in paths:
        result = load_scene(path)
        assert result.scene.triangle_count or any("no surface" in note.text for note in result.notes), path
