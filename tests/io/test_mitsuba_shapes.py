"""Mitsuba shapes: bodies, mesh files, flips, groups, serialized meshes."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from mitsuba_files import load, notes, write

from raytracer.errors import InputError
from raytracer.io.table import load_scene
from raytracer.scene import Mesh, Scene, Sphere

QUAD_OBJ = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3 4/4\n"
QUAD_PLY = """ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
property float u
property float v
element face 1
property list uchar int vertex_indices
end_header
-1 -1 0 0 0
1 -1 0 1 0
1 1 0 1 1
-1 1 0 0 1
4 0 1 2 3
"""
NORMAL_MAP = '<bsdf type="normalmap"><texture name="normalmap" type="bitmap"><string name="filename" value="n.png"/>'


def mesh_of(scene: Scene) -> Mesh:
    shape = scene.shapes[scene.instances[0].shape]
    assert isinstance(shape, Mesh)
    return shape


def facet_normals(mesh: Mesh) -> np.ndarray:
    a, b, c = (mesh.positions[mesh.triangles[:, i]] for i in range(3))
    n = np.cross(b - a, c - a)
    return n / np.linalg.norm(n, axis=1, keepdims=True)


def area(mesh: Mesh) -> float:
    a, b, c = (mesh.positions[mesh.triangles[:, i]] for i in range(3))
    return float(0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())


@pytest.mark.parametrize(
    ("kind", "expected", "tolerance"),
    [("rectangle", 4.0, 1e-6), ("cube", 24.0, 1e-6), ("disk", np.pi, 1e-3), ("cylinder", 2.0 * np.pi, 1e-3)],
)
def test_areas(tmp_path: Path, kind: str, expected: float, tolerance: float) -> None:
    assert area(mesh_of(load(tmp_path, f'<shape type="{kind}"/>'))) == pytest.approx(expected, rel=tolerance)


@pytest.mark.parametrize("kind", ["cube", "cylinder", "sphere"])
def test_bodies_look_outwards_and_inwards_when_flipped(tmp_path: Path, kind: str) -> None:
    flip = '<boolean name="flip_normals" value="{}"/>'
    textured = '<bsdf type="diffuse"><texture name="reflectance" type="checkerboard"/></bsdf>'  # makes a sphere a mesh
    for value, sign in (("false", 1.0), ("true", -1.0)):
        mesh = mesh_of(load(tmp_path, f'<shape type="{kind}">{flip.format(value)}{textured}</shape>'))
        middle = mesh.positions[mesh.triangles].mean(axis=1) - np.array([0, 0, 0.5 if kind == "cylinder" else 0])
        assert (np.sum(facet_normals(mesh) * middle, axis=1) * sign > 0.0).all()
        if mesh.normals is not None:
            corner = mesh.normals[mesh.triangles[:, 0]]
            assert (np.sum(facet_normals(mesh) * corner, axis=1) > 0.5).all()


def test_flat_bodies_look_along_z(tmp_path: Path) -> None:
    for kind in ("rectangle", "disk"):
        assert np.allclose(facet_normals(mesh_of(load(tmp_path, f'<shape type="{kind}"/>'))), (0, 0, 1))


def test_uvs_of_the_rectangle_have_the_top_row_at_the_bottom_edge(tmp_path: Path) -> None:
    mesh = mesh_of(load(tmp_path, '<shape type="rectangle"/>'))
    assert mesh.uvs is not None
    assert np.allclose(mesh.uvs, 0.5 + 0.5 * mesh.positions[:, :2])  # Mitsuba 3.9.1: v = 0 is y = -1


def test_uvs_of_the_cube(tmp_path: Path) -> None:
    mesh = mesh_of(load(tmp_path, '<shape type="cube"/>'))
    assert mesh.uvs is not None
    top = np.flatnonzero(facet_normals(mesh)[:, 2] > 0.9)
    corners = np.unique(mesh.triangles[top])
    # Mitsuba 3.9.1 on the face towards +Z: u rises with y, v with x.
    assert np.allclose(mesh.uvs[corners], 0.5 + 0.5 * mesh.positions[corners][:, [1, 0]])


def test_spheres_stay_analytic(tmp_path: Path) -> None:
    body = """<shape type="sphere"><point name="center" x="1" y="2" z="3"/><float name="radius" value="0.5"/>
    <transform name="to_world"><scale value="2"/></transform></shape>"""
    scene = load(tmp_path, body)
    assert isinstance(scene.shapes[0], Sphere)
    lower, upper = scene.bounds()
    assert np.allclose([lower, upper], [(1, 3, 5), (3, 5, 7)])


def test_cylinder_between_two_points(tmp_path: Path) -> None:
    body = """<shape type="cylinder"><point name="p0" value="1,0,0"/><point name="p1" value="5,0,0"/>
    <float name="radius" value="2"/></shape>"""
    lower, upper = load(tmp_path, body).bounds()
    assert lower[0] == pytest.approx(1.0)
    assert upper[0] == pytest.approx(5.0)
    with pytest.raises(InputError, match="no length"):
        load(tmp_path, '<shape type="cylinder"><point name="p1" value="0,0,0"/></shape>')


@pytest.mark.parametrize(
    ("name", "text", "flip", "v_at_bottom"),
    # Mitsuba turns the v of an OBJ unless told not to, and that of a PLY only when told to.
    [("q.obj", QUAD_OBJ, "", 1.0), ("q.obj", QUAD_OBJ, "false", 0.0), ("q.ply", QUAD_PLY, "", 0.0),
     ("q.ply", QUAD_PLY, "true", 1.0)],
)  # fmt: skip
def test_texture_coordinates_of_files(tmp_path: Path, name: str, text: str, flip: str, v_at_bottom: float) -> None:
    (tmp_path / name).write_text(text)
    option = f'<boolean name="flip_tex_coords" value="{flip}"/>' if flip else ""
    body = f'<shape type="{name[2:]}"><string name="filename" value="{name}"/>{option}</shape>'
    mesh = mesh_of(load(tmp_path, body))
    assert mesh.uvs is not None
    assert np.allclose(mesh.uvs[mesh.positions[:, 1] < 0.0][:, 1], v_at_bottom)


def test_meshes_are_smooth_unless_face_normals(tmp_path: Path) -> None:
    (tmp_path / "roof.obj").write_text("v -1 -1 0\nv 1 -1 0\nv 1 1 0.5\nv -1 1 0\nf 1 2 3\nf 1 3 4\n")
    shape = '<shape type="obj"><string name="filename" value="roof.obj"/>{}</shape>'
    normals = mesh_of(load(tmp_path, shape.format(""))).normals
    assert normals is not None
    # Angle-weighted, as Mitsuba 3.9.1 computes them.
    assert np.allclose(normals[0], (-0.123091, -0.123091, 0.984732), atol=1e-5)
    assert mesh_of(load(tmp_path, shape.format('<boolean name="face_normals" value="true"/>'))).normals is None


def test_a_file_is_read_once_for_equal_shapes(tmp_path: Path) -> None:
    (tmp_path / "q.obj").write_text(QUAD_OBJ)
    shape = '<shape type="obj"><string name="filename" value="q.obj"/>{}</shape>'
    flipped = shape.format('<boolean name="flip_normals" value="true"/>')
    scene = load(tmp_path, shape.format("") * 2 + flipped)
    assert [i.shape for i in scene.instances] == [0, 0, 1]
    assert np.allclose(facet_normals(scene.shapes[1]), (0, 0, -1))  # type: ignore[arg-type]


def test_files_outside_the_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "q.obj").write_text(QUAD_OBJ)
    (tmp_path / "inner").mkdir()
    body = '<path value=".."/><shape type="obj"><string name="filename" value="q.obj"/></shape>'
    path = write(tmp_path / "inner", body)
    with pytest.raises(InputError, match="outside"):
        load_scene(path)
    assert len(load_scene(path, allow_outside=True).scene.instances) == 1


def test_a_missing_mesh_is_skipped_when_going_on(tmp_path: Path) -> None:
    body = '<shape type="sphere"/>\n<shape type="obj"><string name="filename" value="gone.obj"/></shape>'
    path = write(tmp_path, body)
    with pytest.raises(InputError, match=r"gone\.obj") as caught:
        load_scene(path)
    assert caught.value.where == f"{path}:3"
    result = load_scene(path, keep_going=True)
    assert len(result.scene.instances) == 1
    assert [n.kind for n in result.notes] == ["missing"]


def test_instances_of_a_group(tmp_path: Path) -> None:
    body = """<shape type="shapegroup" id="g"><shape type="sphere"/><shape type="cube">
      <transform name="to_world"><translate x="3"/></transform></shape></shape>
    <shape type="instance"><ref id="g"/><transform name="to_world"><translate y="10"/></transform></shape>
    <shape type="instance"><ref id="g"/></shape>"""
    scene = load(tmp_path, body)
    assert [i.world_from_object[:3, 3].tolist() for i in scene.instances] == [
        [0, 10, 0], [3, 10, 0], [0, 0, 0], [3, 0, 0],
    ]  # fmt: skip
    assert len(scene.shapes) == 2


def test_unsupported_shapes_are_left_out_with_a_note(tmp_path: Path) -> None:
    said = notes(tmp_path, '<shape type="hair"><string name="filename" value="x"/></shape><shape type="sphere"/>')
    assert [n.text for n in said] == ["shape 'hair' is left out"]


def test_normal_maps_get_mitsubas_frames(tmp_path: Path) -> None:
    import imageio.v3 as iio

    iio.imwrite(tmp_path / "n.png", np.full((2, 2, 3), (128, 128, 255), np.uint8))
    (tmp_path / "q.obj").write_text(QUAD_OBJ)
    bsdf = f'{NORMAL_MAP}</texture><bsdf type="diffuse"/></bsdf>'
    mesh = mesh_of(load(tmp_path, f'<shape type="obj"><string name="filename" value="q.obj"/>{bsdf}</shape>'))
    assert mesh.tangents is not None
    assert np.allclose(mesh.tangents, (1.0, 0.0, 0.0, 1.0))


def serialized(path: Path, *meshes: tuple[np.ndarray, np.ndarray], version: int = 4) -> None:
    """Writes a file of meshes (positions, triangles) in Mitsuba's layout."""
    data, offsets = b"", []
    for positions, triangles in meshes:
        offsets.append(len(data))
        body = struct.pack("<I", 0x1000) + (b"name\0" if version == 4 else b"")
        body += struct.pack("<QQ", len(positions), len(triangles))
        body += positions.astype("<f4").tobytes() + triangles.astype("<u4").tobytes()
        data += struct.pack("<HH", 0x041C, version) + zlib.compress(body)
    code = "Q" if version == 4 else "I"
    path.write_bytes(data + struct.pack(f"<{len(offsets)}{code}I", *offsets, len(offsets)))


TRIANGLE = (np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]]))
SHAPE = (
    '<shape type="serialized"><string name="filename" value="m.serialized"/><integer name="shape_index" value="{}"/>'
)


@pytest.mark.parametrize("version", [3, 4])
def test_serialized_meshes(tmp_path: Path, version: int) -> None:
    serialized(tmp_path / "m.serialized", TRIANGLE, (2.0 * TRIANGLE[0], TRIANGLE[1]), version=version)
    assert area(mesh_of(load(tmp_path, SHAPE.format(0) + "</shape>"))) == pytest.approx(0.5)
    assert area(mesh_of(load(tmp_path, SHAPE.format(1) + "</shape>"))) == pytest.approx(2.0)
    with pytest.raises(InputError, match="shape_index 2 of 2"):
        load(tmp_path, SHAPE.format(2) + "</shape>")


@pytest.mark.parametrize("cut", [0, 8, 15, 30, -5])
def test_damaged_serialized_meshes(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "m.serialized"
    serialized(path, TRIANGLE)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(InputError):
        load(tmp_path, SHAPE.format(0) + "</shape>")


def test_serialized_triangles_outside_the_vertices(tmp_path: Path) -> None:
    serialized(tmp_path / "m.serialized", (TRIANGLE[0], np.array([[0, 1, 7]])))
    with pytest.raises(InputError, match=r"outside 0\.\.2"):
        load(tmp_path, SHAPE.format(0) + "</shape>")
