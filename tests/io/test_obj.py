"""OBJ geometry: indices, polygons, groups, normals, encodings, and the block reader against one by lines."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from mesh_measures import area, count, facets, read, triangles

from raytracer.errors import InputError
from raytracer.io.color import linear_from_srgb
from raytracer.io.obj import distinct
from raytracer.io.obj import lines as obj_lines
from raytracer.io.obj import text as obj_text
from raytracer.io.obj.corners import ABSENT
from raytracer.io.obj.rows import Rows
from raytracer.io.table import load_scene
from raytracer.scene import Mesh

SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"


def meshes_of(path: Path) -> tuple[list[Mesh], list[str]]:
    parts, notes = read(path)
    return [mesh for mesh, _ in parts], notes


def meshes_from(folder: Path, text: str | bytes) -> tuple[list[Mesh], list[str]]:
    path = folder / "model.obj"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return meshes_of(path)


def test_relative_indices_count_from_where_the_face_stands(cases_dir: Path) -> None:
    folder = cases_dir / "01-obj-negative-indices-interleaved"
    expected = json.loads((folder / "expected.json").read_text())["expect"]
    meshes, _ = meshes_of(folder / expected["file"])
    corners = triangles(meshes)
    assert len(corners) == expected["triangles"]
    assert area(meshes) == pytest.approx(expected["area"])
    assert len(np.unique(corners.reshape(-1, 3), axis=0)) == expected["used_vertices"]
    assert [corners.min(axis=(0, 1)).tolist(), corners.max(axis=(0, 1)).tolist()] == expected["bbox"]
    assert (np.ptp(corners[:, :, 2], axis=1) == 0.0).all()


def test_concave_polygons(cases_dir: Path) -> None:
    folder = cases_dir / "03-obj-concave-ngon"
    for name, expected in json.loads((folder / "expected.json").read_text())["expect"].items():
        if name == "all":
            continue
        meshes, _ = meshes_of(folder / name)
        assert count(meshes) == expected["triangles"], name
        assert area(meshes) == pytest.approx(expected["area"], rel=1e-6), name
        normals = facets(meshes)
        assert (normals @ normals.sum(axis=0) > 0.0).all(), name


@pytest.mark.parametrize(
    ("name", "kept", "line"),
    [("zero_index", 1, 5), ("too_large", 1, 5), ("too_negative", 0, 4), ("two_corner_face", 1, 4)],
)
def test_impossible_faces_are_left_out_with_their_line(cases_dir: Path, name: str, kept: int, line: int) -> None:
    meshes, notes = meshes_of(cases_dir / "04-obj-index-zero-and-out-of-range" / f"{name}.obj")
    assert count(meshes) == kept
    assert len(notes) == 1
    assert f"{name}.obj, line {line}:" in notes[0]


def test_broken_vertices_take_their_triangles_along(cases_dir: Path) -> None:
    path = cases_dir / "10-non-finite-vertices" / "nan_vertices.obj"
    meshes, notes = meshes_of(path)
    assert count(meshes) == 1
    assert any("dropped 3 of 4" in note for note in notes)
    scene = load_scene(path).scene
    assert np.isfinite(np.concatenate(scene.bounds())).all()
    assert np.isfinite([*scene.camera.position, *scene.camera.target]).all()


@pytest.mark.parametrize(("name", "kept"), [("empty", 0), ("points_only", 0)])
def test_no_surface_is_a_note(cases_dir: Path, name: str, kept: int) -> None:
    result = load_scene(cases_dir / "18-empty-inputs" / f"{name}.obj")
    assert result.scene.triangle_count == kept
    assert any("no surface" in note.text for note in result.notes)


@pytest.mark.parametrize("name", ["latin1", "utf8_bom", "utf16_mtl"])
def test_encodings(cases_dir: Path, name: str) -> None:
    (folder,) = cases_dir.glob("89-*")
    meshes, _ = meshes_of(folder / f"{name}.obj")
    assert count(meshes) == 1
    assert area(meshes) == pytest.approx(0.5)


def test_names_in_latin1_and_in_utf8(cases_dir: Path) -> None:
    (folder,) = cases_dir.glob("89-*")
    ((mesh, _),), notes = read(folder / "latin1.obj")
    assert mesh.name == "fläche"
    assert any("'fläche'" in note for note in notes)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_byte_order_marks(tmp_path: Path, encoding: str) -> None:
    meshes, _ = meshes_from(tmp_path, (SQUARE + "o Würfel\nf 1 2 3 4\n").encode(encoding))
    assert area(meshes) == 1.0
    assert meshes[0].name == "Würfel"


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_line_ends(tmp_path: Path, ending: str) -> None:
    meshes, notes = meshes_from(tmp_path, (SQUARE + "f 1 2 3 4\nf 1 2 99\n").replace("\n", ending))
    assert area(meshes) == 1.0
    assert "line 6" in notes[0]


def test_continued_lines_keep_the_line_numbers(tmp_path: Path) -> None:
    text = "v 0 0 \\\n 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 \\\r\n 3 4\nf 1 2 77\n"
    meshes, notes = meshes_from(tmp_path, text)
    assert area(meshes) == 1.0
    assert "line 8" in notes[0]


def test_every_form_of_a_corner_in_one_file(tmp_path: Path) -> None:
    text = SQUARE + "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 1\n"
    text += "f 1 2 3\nf 1/1 2/2 3/3\nf 1//1 3//1 4//1\nf 1/1/1 3/3/1 4/4/1\nf 1/1/ 3/3/ 4/4/\nf -4/-4/-1 2/2/1 -2/3/1\n"
    meshes, notes = meshes_from(tmp_path, text)
    assert count(meshes) == 6
    assert not notes
    with_normals = [mesh for mesh in meshes if mesh.normals is not None]
    assert sum(mesh.triangle_count for mesh in with_normals) == 3


def test_v_points_up_in_the_file_and_down_here(tmp_path: Path) -> None:
    (mesh,), _ = meshes_from(tmp_path, SQUARE + "vt 0.25 0.75\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\n")
    assert mesh.uvs is not None
    assert mesh.uvs[mesh.triangles[0]].tolist() == [[0.25, 0.25], [1, 1], [1, 0]]


def test_corners_that_differ_in_a_normal_are_different_vertices(tmp_path: Path) -> None:
    text = SQUARE + "vn 0 0 1\nvn 1 0 0\nf 1//1 2//1 3//1\nf 1//2 3//2 4//2\n"
    (mesh,), _ = meshes_from(tmp_path, text)
    assert len(mesh.positions) == 6
    assert mesh.normals is not None
    assert mesh.normals[mesh.triangles[1, 0]].tolist() == [1, 0, 0]


def test_smoothing_groups_round_edges_only_within(tmp_path: Path) -> None:
    """Two faces at a right angle share an edge; a third one has another group."""
    roof = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 1 0 -1\nv 1 1 -1\n"
    (smooth,), _ = meshes_from(tmp_path, roof + "s 1\nf 1 2 3 4\nf 2 5 6 3\n")
    assert smooth.normals is not None
    edge = smooth.normals[(smooth.positions == [1, 0, 0]).all(axis=1)]
    np.testing.assert_allclose(edge, [[0.5**0.5, 0, 0.5**0.5]] * len(edge), atol=1e-6)
    (apart,), _ = meshes_from(tmp_path, roof + "s 1\nf 1 2 3 4\ns 2\nf 2 5 6 3\n")
    assert apart.normals is not None
    assert sorted(apart.normals.round(6).tolist()) == [[0, 0, 1]] * 4 + [[1, 0, 0]] * 4
    (flat,), _ = meshes_from(tmp_path, roof + "s off\nf 1 2 3 4\nf 2 5 6 3\n")
    assert flat.normals is None


def test_one_mesh_for_each_material_in_order_of_use(tmp_path: Path) -> None:
    text = SQUARE + "usemtl b\nf 1 2 3\nusemtl a a\nf 1 3 4\nusemtl b\nf 2 3 4\n"
    meshes, notes = meshes_from(tmp_path, text)
    assert [(mesh.name, mesh.triangle_count) for mesh in meshes] == [("b", 2), ("a a", 1)]
    assert sum("in no library" in note for note in notes) == 2


def test_a_mesh_of_one_object_bears_its_name(tmp_path: Path) -> None:
    meshes, _ = meshes_from(tmp_path, SQUARE + "o one f two\nusemtl x\nf 1 2 3\no other\nusemtl y\nf 1 3 4\n")
    assert [mesh.name for mesh in meshes] == ["one f two", "other"]


def test_vertex_colours_are_srgb_and_white_where_absent(tmp_path: Path) -> None:
    text = "v 0 0 0 1 0.5 0\nv 1 0 0\nv 1 1 0 nan nan nan\nv 0 1 0 0.9\nf 1 2 3 4\n"
    (mesh,), _ = meshes_from(tmp_path, text)
    assert mesh.colors is not None
    by_corner = mesh.colors[mesh.triangles[0]]
    np.testing.assert_allclose(by_corner[0], [1, linear_from_srgb(0.5), 0, 1], atol=1e-6)
    assert by_corner[1:].tolist() == [[1, 1, 1, 1]] * 2


def test_colours_of_bytes_are_scaled(tmp_path: Path) -> None:
    (mesh,), _ = meshes_from(tmp_path, "v 0 0 0 255 0 51\nv 1 0 0 0 0 0\nv 1 1 0 0 0 0\nf 1 2 3\n")
    assert mesh.colors is not None
    np.testing.assert_allclose(mesh.colors[mesh.triangles[0, 0]], [1, 0, linear_from_srgb(0.2), 1], atol=1e-6)


def test_attributes_that_do_not_exist_are_ignored(tmp_path: Path) -> None:
    meshes, notes = meshes_from(tmp_path, SQUARE + "vt 0 0\nvn 0 0 1\nf 1/1/1 2/9/1 3/1/1\nf 1/1/7 3/1/1 4/1/1\n")
    assert count(meshes) == 2
    assert [("line 7" in note, "line 8" in note) for note in notes] == [(True, False), (False, True)]


def test_comments_behind_numbers_and_signs_in_names(tmp_path: Path) -> None:
    text = "v 0 0 0 # here\nv 1 0 0\t#there 5\nv 1 1 0\n # alone\nusemtl red#2 # no comment\nf 1 2 3 # 4\n"
    meshes, notes = meshes_from(tmp_path, text)
    assert count(meshes) == 1
    assert any("'red#2 # no comment'" in note for note in notes)


@pytest.mark.parametrize("bad", ["f 1 2 x", "f 1 2 3.5", "f / 2 3", "f 1/1/1/1 2 3", "f 1 2 2-3", "f 1e99 2 3", "f"])
def test_faces_that_are_none(tmp_path: Path, bad: str) -> None:
    meshes, notes = meshes_from(tmp_path, f"{SQUARE}{bad}\nf 1 2 3\n")
    assert count(meshes) == 1
    assert "line 5" in notes[0]


def test_numbers_that_are_none_break_only_their_vertex(tmp_path: Path) -> None:
    meshes, notes = meshes_from(tmp_path, SQUARE + "v 1.#QNAN 0 0\nv 1\nf 1 2 5\nf 1 2 6\nf 1 2 3\n")
    assert count(meshes) == 1
    assert any("dropped 2 of 3" in note for note in notes)


def test_lines_curves_and_unknown_words_are_noted_once(tmp_path: Path) -> None:
    _, notes = meshes_from(tmp_path, SQUARE + "f 1 2 3\nl 1 2\nl 2 3\ncurv 0 1 1 2\nfoo bar\n")
    assert [note.partition("model.obj: ")[2] for note in notes] == [
        "lines and points are left out (2 times)",
        "free-form curves and surfaces are left out",
        "statement 'foo'",
    ]


def test_an_empty_file_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="empty"):
        meshes_from(tmp_path, "")


def by_lines(text: str) -> tuple[list[list[float]], list[list[tuple[int | None, ...]]]]:
    """A plain reader: positions, and faces as 0-based (vertex, texture coordinate, normal)."""
    tables: dict[str, list[list[float]]] = {"v": [], "vt": [], "vn": []}
    faces = []
    for line in text.splitlines():
        word, *rest = line.split() or [""]
        if word in tables:
            tables[word].append([float(x) for x in rest])
        elif word == "f":
            face = []
            for corner in rest:
                parts = [int(p) if p else None for p in corner.split("/")] + [None, None]
                sizes = [len(tables[key]) for key in ("v", "vt", "vn")]
                face.append(
                    tuple(
                        p if p is None else (p - 1 if p > 0 else n + p) for p, n in zip(parts[:3], sizes, strict=True)
                    )
                )
            faces.append(face)
    return tables["v"], faces


def random_obj(rng: np.random.Generator) -> str:
    """Vertices and faces in any order, every form of corner, odd blanks."""
    out = ["v 0 0 0", "v 1 0 0", "v 0 1 0", "vt 0 0", "vn 0 0 1"]
    sizes = [3, 1, 1]
    for _ in range(int(rng.integers(5, 60))):
        kind = int(rng.integers(0, 5))
        blank = " " * int(rng.integers(1, 3)) if rng.random() < 0.8 else "\t"
        if kind < 3:
            word = ("v", "vt", "vn")[kind]
            numbers = [f"{x:.4g}" for x in rng.normal(size=2 if kind == 1 else 3)]
            out.append(blank.join([word, *numbers]))
            sizes[kind] += 1
        else:
            corners = []
            for _ in range(int(rng.integers(3, 6))):
                i = [int(rng.integers(1, n + 1)) - (n + 1) * int(rng.random() < 0.3) for n in sizes]
                form = int(rng.integers(0, 4))
                corners.append((f"{i[0]}", f"{i[0]}/{i[1]}", f"{i[0]}//{i[2]}", f"{i[0]}/{i[1]}/{i[2]}")[form])
            out.append((" " if rng.random() < 0.2 else "") + blank.join(["f", *corners]))
        if rng.random() < 0.1:
            out.append(("", "  ", "# a comment", "g x y")[int(rng.integers(0, 4))])
    return "\n".join(out) + ("\n" if rng.random() < 0.8 else "")


@pytest.mark.parametrize("block", [40, 2**23])
def test_blocks_read_what_a_reader_by_lines_reads(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    monkeypatch.setattr(obj_lines, "_BLOCK", block)
    rng = np.random.default_rng(8)
    for _ in range(60):
        text = random_obj(rng)
        positions, faces = by_lines(text)
        got = obj_lines.read(io.BytesIO(text.encode()))
        np.testing.assert_array_equal(got.positions, positions)
        assert got.faces.counts.tolist() == [len(face) for face in faces]
        expected = [[ABSENT if i is None else i for i in corner] for face in faces for corner in face]
        columns = (got.faces.vertices, got.faces.texcoords, got.faces.normals)
        nothing = np.full(len(expected), ABSENT)
        assert np.stack([nothing if c is None else c for c in columns], axis=1).tolist() == expected
        numbered = [n for n, line in enumerate(text.splitlines(), 1) if line.split()[:1] == ["f"]]
        assert got.faces.lines.tolist() == numbered


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("size", [7, 64, 2**20])
def test_pieces_are_the_text_cut_where_lines_end(encoding: str, ending: str, size: int) -> None:
    if ending == "\r" and size == 7:
        size = 32  # told by the first piece
    lines = ["v 1 2 3", "o Würfel", "", "f 1 2 \\", " 3 4", "# \\  ", "x" * 100, "\\", "\\", "f 3 2 1", "", "last"]
    data = ending.join(lines).encode(encoding)
    pieces = list(obj_text.pieces(io.BytesIO(data), size))
    assert b"".join(pieces) == obj_text.as_bytes(data)
    assert all(piece.endswith(b"\n") for piece in pieces[:-1])
    joined = b"".join(obj_text.join_continued(piece)[0] for piece in pieces)
    assert joined == obj_text.join_continued(obj_text.as_bytes(data))[0]
    assert (len(pieces) > 2) == (size < 2**20)  # the last line has no end


@pytest.mark.parametrize("block", [30, 2**20])
def test_lines_are_counted_through_continued_ones_in_every_piece(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, block: int
) -> None:
    monkeypatch.setattr(obj_lines, "_BLOCK", block)
    text = SQUARE + 5 * "f 1 \\\n2 3\n" + "f 1 2 77\n" + 3 * "f 1 \\\n2 3\n"
    meshes, notes = meshes_from(tmp_path, text)
    assert count(meshes) == 8
    assert "line 15" in notes[0]


@pytest.mark.parametrize(("rows", "sparse", "largest"), [(1 << 18, 8, 9), (5, 8, 9), (5, 1, 9), (40, 8, 2**31 - 1)])
def test_distinct_rows_are_those_that_sorting_finds(
    monkeypatch: pytest.MonkeyPatch, rows: int, sparse: int, largest: int
) -> None:
    monkeypatch.setattr(distinct, "_ROWS", rows)
    monkeypatch.setattr(distinct, "_SPARSE", sparse)
    rng = np.random.default_rng(5)
    for width in (1, 2, 3):
        for length in (0, 1, 30, 300):
            table = rng.integers(0, 10, (length, width)).astype(np.int32)
            table[:, 0] *= 1000 if sparse == 1 else 1
            table[:, 1:] *= largest // 9
            table[rng.random(table.shape) < 0.1 * (np.arange(width) > 0)] = ABSENT
            found, index = distinct.distinct(list(table.T))
            expected, of_each = np.unique(table, axis=0, return_inverse=True)
            assert np.stack(found, axis=1).tolist() == expected.tolist()
            assert index.tolist() == of_each.reshape(-1).tolist()


def test_rows_that_are_missing_at_first_are_filled_in() -> None:
    rows = Rows(2, np.int32, missing=-7)
    rows.add_or_miss(None, 3)
    assert rows.taken() is None
    rows.add_or_miss(np.array([[1, 2]]), 1)
    rows.add_or_miss(None, 1)
    assert len(rows) == 5
    assert rows.whole().tolist() == [[-7, -7]] * 3 + [[1, 2], [-7, -7]]
    numbers = Rows()
    for k in range(1000):
        numbers.add(np.full(k % 3, k))
    assert numbers.whole().tolist() == [k for k in range(1000) for _ in range(k % 3)]


def test_progress_can_cancel(tmp_path: Path) -> None:
    (tmp_path / "m.obj").write_text(SQUARE + "f 1 2 3\n")

    def stop(activity: str, fraction: float | None) -> None:
        if fraction is not None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        load_scene(tmp_path / "m.obj", progress=stop)


def test_every_collected_file_loads(data_dir: Path) -> None:
    paths = [path for folder in ("obj", "meshes-classic") for path in sorted(data_dir.glob(f"{folder}/**/*"))]
    paths = [path for path in paths if path.suffix.lower() == ".obj"]
    assert len(paths) > 60
    for path in paths:
        result = load_scene(path)
        assert result.scene.triangle_count or any("no surface" in note.text for note in result.notes), path
        assert all("\n" not in str(note) for note in result.notes)
