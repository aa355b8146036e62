"""PLY of every kind of encoding, property and damage."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from mesh_measures import area, count, facets, read, volume

from raytracer.errors import InputError
from raytracer.io.color import linear_from_srgb
from raytracer.io.table import load_scene
from raytracer.scene import Mesh
from raytracer.scene.primitives import ellipsoid

QUAD = [(0, 0, 0), (2, 0, 0), (2, 1, 0), (0, 1, 0)]


def ascii_ply(vertex_lines: list[str], vertex_properties: str, faces: str, face_properties: str = "") -> str:
    properties = "".join(f"property {p}\n" for p in vertex_properties.split(";"))
    face_properties = face_properties or "list uchar int vertex_indices"
    of_face = "".join(f"property {p}\n" for p in face_properties.split(";"))
    return (
        f"ply\nformat ascii 1.0\ncomment made here\nelement vertex {len(vertex_lines)}\n{properties}"
        f"element face {len(faces.splitlines())}\n{of_face}end_header\n" + "\n".join(vertex_lines) + f"\n{faces}\n"
    )


def quad(extra: list[str], properties: str, faces: str = "4 0 1 2 3", face_properties: str = "") -> str:
    lines = [" ".join(map(str, p)) + f" {more}" for p, more in zip(QUAD, extra, strict=True)]
    return ascii_ply(lines, f"float x;float y;float z;{properties}", faces, face_properties)


@pytest.mark.parametrize("case", ["11-ply-line-endings", "12-ply-quads-and-polygons"])
def test_counts_and_areas_of_the_cases(cases_dir: Path, case: str) -> None:
    for name, expected in json.loads((cases_dir / case / "expected.json").read_text())["expect"].items():
        parts, notes = read(cases_dir / case / name)
        meshes = [mesh for mesh, _ in parts]
        assert count(meshes) == expected["triangles"], name
        assert area(meshes) == pytest.approx(expected["area"], rel=1e-5), name
        assert not notes, name


def test_byte_and_float_colours_agree_and_are_srgb(cases_dir: Path) -> None:
    folder = cases_dir / "14-ply-vertex-color-types"
    for name, stored in json.loads((folder / "expected.json").read_text())["expect"].items():
        ((mesh, _),), _ = read(folder / name)
        assert mesh.colors is not None
        np.testing.assert_allclose(mesh.colors[0, :3], linear_from_srgb(stored), atol=1e-6)
        assert mesh.colors.max() <= 1.0


def test_a_file_that_ends_within_its_faces_keeps_them(cases_dir: Path) -> None:
    ((mesh, _),), notes = read(cases_dir / "15-ply-truncated" / "header_promises_5_faces.ply")
    assert mesh.triangle_count == 2
    assert any("5 faces promised, 2 found" in note for note in notes)


@pytest.mark.parametrize("name", ["cut_in_a_vertex", "header_only", "no_end_header"])
def test_a_file_that_ends_before_is_an_input_error(cases_dir: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"vertex|end_header") as caught:
        read(cases_dir / "15-ply-truncated" / f"{name}.ply")
    assert name in caught.value.where


def test_faces_that_name_no_vertex_are_dropped(cases_dir: Path) -> None:
    ((mesh, _),), notes = read(cases_dir / "15-ply-truncated" / "index_out_of_range.ply")
    assert mesh.triangle_count == 0
    assert any("dropped 1 faces" in note for note in notes)


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "i4", "u4", "f4", "f8"])
def test_all_scalar_types_and_byte_orders(tmp_path: Path, order: str, kind: str) -> None:
    names = {"i1": "char", "u1": "uint8", "i2": "short", "u2": "uint16", "i4": "int", "u4": "uint32"}
    name = names.get(kind, {"f4": "float32", "f8": "double"}.get(kind))
    index = kind if kind[0] in "iu" else "i4"
    header = (
        f"ply\nformat binary_{'little' if order == '<' else 'big'}_endian 1.0\nelement vertex 4\n"
        f"property {name} x\nproperty {name} y\nproperty {name} z\nproperty uchar tag\n"
        f"element face 1\nproperty list uchar {names[index]} vertex_index\nproperty {name} weight\nend_header\n"
    )
    vertices = np.zeros(4, [("p", order + kind, 3), ("tag", "u1")])
    vertices["p"] = QUAD
    face = b"\x04" + np.arange(4).astype(order + index).tobytes() + np.array(7, order + kind).tobytes()
    path = tmp_path / "q.ply"
    path.write_bytes(header.encode() + vertices.tobytes() + face)
    parts, _ = read(path)
    assert area([mesh for mesh, _ in parts]) == 2.0


@pytest.mark.parametrize("binary", [True, False])
def test_faces_of_mixed_length_with_other_columns(tmp_path: Path, binary: bool) -> None:
    """A quad, a triangle and a pentagon, each with a second list and a number behind."""
    points = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [-0.5, 0.5, 0]], np.float32)
    rows = [([0, 1, 2, 3], [9], 1.5), ([0, 3, 4], [], 2.5), ([0, 1, 2, 3, 4], [8, 8], 3.5)]
    header = (
        f"ply\nformat {'binary_little_endian' if binary else 'ascii'} 1.0\nelement vertex 5\nproperty float x\n"
        "property float y\nproperty float z\nelement face 3\nproperty list uchar int vertex_indices\n"
        "property list uchar short more\nproperty float quality\nend_header\n"
    )
    if binary:
        body = points.tobytes()
        for corners, more, quality in rows:
            body += bytes([len(corners)]) + np.array(corners, "<i4").tobytes()
            body += bytes([len(more)]) + np.array(more, "<i2").tobytes() + np.array(quality, "<f4").tobytes()
    else:
        lines = [" ".join(map(str, p)) for p in points.tolist()]
        for corners, more, quality in rows:
            lines.append(" ".join(map(str, [len(corners), *corners, len(more), *more, quality])))
        body = "\n".join(lines).encode()
    path = tmp_path / "mixed.ply"
    path.write_bytes(header.encode() + body)
    ((mesh, _),), notes = read(path)
    assert not notes
    assert mesh.triangle_count == 2 + 1 + 3
    assert area([mesh]) == pytest.approx(1.0 + 0.25 + 1.25)
    assert (facets([mesh])[:, 2] > 0.0).all()


@pytest.mark.parametrize("names", ["u v", "s t", "texture_u texture_v"])
def test_texture_coordinates_point_down(tmp_path: Path, names: str) -> None:
    properties = ";".join(f"float {name}" for name in names.split())
    (tmp_path / "q.ply").write_text(quad(["0 0", "1 0", "1 1", "0 1"], properties))
    ((mesh, _),), _ = read(tmp_path / "q.ply")
    assert mesh.uvs is not None
    assert mesh.uvs.tolist() == [[0, 1], [1, 1], [1, 0], [0, 0]]


def test_normals_are_kept_and_made_unit_and_absent_ones_mean_flat(tmp_path: Path) -> None:
    (tmp_path / "n.ply").write_text(quad(["0 0 2"] * 3 + ["0 0 0"], "float nx;float ny;float nz"))
    ((mesh, _),), _ = read(tmp_path / "n.ply")
    assert mesh.normals is not None
    np.testing.assert_allclose(mesh.normals, [[0, 0, 1]] * 4)
    (tmp_path / "flat.ply").write_text(quad(["1"] * 4, "float quality"))
    ((flat, _),), _ = read(tmp_path / "flat.ply")
    assert flat.normals is None


def test_alpha_is_not_decoded_and_wide_integers_are_scaled(tmp_path: Path) -> None:
    colors = quad(["65535 32768 0 16384"] * 4, "ushort red;ushort green;ushort blue;ushort alpha")
    (tmp_path / "c.ply").write_text(colors)
    ((mesh, _),), _ = read(tmp_path / "c.ply")
    assert mesh.colors is not None
    np.testing.assert_allclose(mesh.colors[0], [1.0, linear_from_srgb(0.5), 0.0, 0.25], atol=1e-4)


def test_colours_of_faces_reach_their_corners(tmp_path: Path) -> None:
    faces = "3 0 1 2 255 0 0\n3 0 2 3 0 0 255"
    properties = "list uchar int vertex_indices;uchar red;uchar green;uchar blue"
    (tmp_path / "f.ply").write_text(quad([""] * 4, "float z2", faces, properties).replace("property float z2\n", ""))
    ((mesh, _),), _ = read(tmp_path / "f.ply")
    assert mesh.colors is not None
    assert mesh.colors[mesh.triangles[0], :3].tolist() == [[1, 0, 0]] * 3
    assert mesh.colors[mesh.triangles[1], :3].tolist() == [[0, 0, 1]] * 3


def test_texture_coordinates_of_corners_and_their_picture(tmp_path: Path, cases_dir: Path) -> None:
    (red,) = cases_dir.glob("06-*/sub/tex/*.png")
    (tmp_path / "red one.png").write_bytes(red.read_bytes())
    text = quad(
        [""] * 4, "float z2", "3 0 1 2 6 0 0 1 0 1 1", "list uchar int vertex_indices;list uchar float texcoord"
    )
    text = text.replace("property float z2\n", "").replace("comment made here", "comment TextureFile red one.png")
    (tmp_path / "t.ply").write_text(text)
    ((mesh, material),), _ = read(tmp_path / "t.ply")
    assert mesh.uvs is not None
    assert mesh.uvs[mesh.triangles[0]].tolist() == [[0, 1], [1, 1], [1, 0]]
    assert material is not None
    texture = material.parameters["reflectance"].texture
    assert texture is not None
    assert texture.image is not None
    assert texture.image.pixels[0, 0, 0] == 255
    (tmp_path / "red one.png").unlink()
    ((_, without),), notes = read(tmp_path / "t.ply")
    assert without is None
    assert any("red one.png" in note for note in notes)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plx\n", "not a PLY"),
        ("ply\nformat ascii 1.0\nelement vertex many\nend_header\n", "element vertex many"),
        ("ply\nformat ascii 1.0\nelement vertex 1\nproperty quad x\nend_header\n", "property quad x"),
        ("ply\nelement vertex 1\nproperty float x\nend_header\n1\n", "no format"),
        ("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\nabc\n", "word"),
        ("ply\nformat ascii 1.0\nelement vertex 1\nproperty float q\nend_header\n1\n", "no x, y and z"),
        (
            "ply\nformat binary_little_endian 1.0\nelement vertex 99999999999\nproperty float x\nend_header\n",
            "promised",
        ),
    ],
)
def test_nonsense_is_an_input_error(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "bad.ply").write_text(text)
    with pytest.raises(InputError, match=words):
        read(tmp_path / "bad.ply")


def test_a_list_longer_than_the_file_ends_the_reading(tmp_path: Path) -> None:
    text = quad(["1"] * 4, "float q", "3 0 1 2\n2000000000 0 1 2")
    (tmp_path / "long.ply").write_text(text)
    ((mesh, _),), notes = read(tmp_path / "long.ply")
    assert mesh.triangle_count == 1
    assert any("2 faces promised, 1 found" in note for note in notes)


def test_every_collected_file_loads_or_says_why(data_dir: Path) -> None:
    paths = sorted(data_dir.glob("ply/**/*.ply"))
    assert len(paths) > 20
    refused = []
    for path in paths:
        try:
            result = load_scene(path)
            assert result.scene.triangle_count or any("no surface" in note.text for note in result.notes), path
        except InputError:
            refused.append(path.name)
    assert refused == ["issue623.ply"]  # its faces have no element of their own


def test_the_cube_is_closed_and_turns_outwards(data_dir: Path) -> None:
    parts, _ = read(data_dir / "ply" / "assimp" / "cube.ply")
    assert volume([mesh for mesh, _ in parts]) == pytest.approx(1.0)


def test_reading_a_large_mesh_takes_little_more_than_its_file_and_itself(tmp_path: Path) -> None:
    path, mesh = tmp_path / "large.ply", ellipsoid(segments=400)
    faces = np.zeros(len(mesh.triangles), [("n", "u1"), ("v", "<i4", 3)])
    faces["n"], faces["v"] = 3, mesh.triangles
    header = (
        f"ply\nformat binary_little_endian 1.0\nelement vertex {len(mesh.positions)}\n"
        "property float x\nproperty float y\nproperty float z\n"
        f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    )
    path.write_bytes(header.encode() + mesh.positions.astype("<f4").tobytes() + faces.tobytes())
    load_scene(path)  # what is imported for the first time does not count
    tracemalloc.start()
    try:
        scene = load_scene(path).scene
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    (read_back,) = (s for s in scene.shapes if isinstance(s, Mesh) and s.triangle_count == len(faces))
    assert np.array_equal(read_back.triangles, mesh.triangles)
    assert np.array_equal(read_back.positions, mesh.positions)
    assert peak < 4 * path.stat().st_size, "the file, the mesh, and a copy while it is checked; once 30 times as much"
