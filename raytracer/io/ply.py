"""PLY: polygons with whatever properties the writer chose to name.

Colours are taken as sRGB, bytes (divided by 255) and floats alike: scanners, MeshLab and Blender store what is to be
seen. Texture coordinates have v up and are turned. Without normals the mesh is shaded flat.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from raytracer.errors import InputError
from raytracer.io import defaults, ply_file, polygons
from raytracer.io.color import linear_from_srgb
from raytracer.io.geometry import MeshArrays, build_mesh
from raytracer.io.images import read_image
from raytracer.io.ply_file import Element
from raytracer.io.report import LoadContext
from raytracer.scene import Input, Material, Scene, Texture

_POSITION = ("x", "y", "z")
_NORMALS = (("nx", "ny", "nz"), ("normal_x", "normal_y", "normal_z"))
_UVS = (("u", "v"), ("s", "t"), ("texture_u", "texture_v"), ("texture_s", "texture_t"))
_UVS1 = (("s1", "t1"),)
_TANGENTS = (("tx", "ty", "tz", "tw"),)
"""Names of this project's own files (``ply_output``)."""
_COLORS = (
    ("red", "green", "blue"),
    ("r", "g", "b"),
    ("diffuse_red", "diffuse_green", "diffuse_blue"),
)
_INDICES = ("vertex_indices", "vertex_index")


def load(path: Path, context: LoadContext) -> Scene:
    """The model with default light and camera; white where it has vertex colours, else light grey or its texture."""
    return defaults.scene_of(path.stem, read_mesh(path, context), context.report, str(path))


def read_mesh(path: Path, context: LoadContext, *, materials: bool = True) -> list[defaults.Part]:
    """One mesh, and a material if the file names a texture and ``materials`` is true.

    Raises ``InputError`` for files that make no sense. A file that ends within its faces gives those that it has, with
    a note; within its vertices, an error.
    """
    where = str(path)
    file = ply_file.read(path.read_bytes(), where)
    vertices = file.element("vertex", "vertices")
    if vertices is None or not vertices.count:
        return []
    if vertices.rows < vertices.count:
        raise _cut(vertices, where)
    if any(axis not in vertices.scalars for axis in _POSITION):
        raise InputError("the vertices of the PLY file have no x, y and z", where=where)
    arrays = _vertex_arrays(vertices)
    faces = file.element("face", "faces")
    if file.element("tristrips") is not None:
        context.report.note("unsupported", "triangle strips are left out", where)
    if faces is None or not faces.count:
        return []
    if not faces.rows:
        raise _cut(faces, where)
    if faces.rows < faces.count:
        text = f"the file ends early: {faces.count} faces promised, {faces.rows} found and kept"
        context.report.note("repaired", text, where)
    mesh = build_mesh(_with_faces(arrays, faces, context, where), path.stem, context.report, where)
    if len(mesh.positions) == vertices.rows:  # no vertex was split
        uvs1, tangents = _finite(_v_down(_columns(vertices, _UVS1))), _finite(_columns(vertices, _TANGENTS))
        mesh = replace(mesh, uvs1=uvs1, tangents=tangents)
    textured = materials and mesh.uvs is not None
    return [(mesh, _material(file.comments, path, context) if textured else None)]


def _cut(element: Element, where: str) -> InputError:
    text = f"the file ends early: {element.count} of element {element.name!r} promised, {element.rows} found"
    return InputError(text, where=where, remedy="copy or export it again")


def _vertex_arrays(vertices: Element) -> MeshArrays:
    positions = _stacked(vertices, _POSITION)
    normals = _columns(vertices, _NORMALS)
    uvs = _columns(vertices, _UVS)
    return MeshArrays(positions, np.zeros((0, 3), np.int64), normals, _v_down(uvs), _colors(vertices))


def _columns(element: Element, spellings: tuple[tuple[str, ...], ...]) -> np.ndarray | None:
    """The scalars of the first spelling that is complete, (rows, n) f32 or f64, or None."""
    for names in spellings:
        if all(name in element.scalars for name in names):
            return _stacked(element, names)
    return None


def _finite(values: np.ndarray | None) -> np.ndarray | None:
    return None if values is None else np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0)


def _stacked(element: Element, names: tuple[str, ...]) -> np.ndarray:
    """Scalars side by side, (rows, n): f32 where the file has f32, which is half the memory of a large mesh."""
    single = all(element.scalars[name].dtype.str[1:] == "f4" for name in names)
    result = np.empty((element.rows, len(names)), np.float32 if single else np.float64)
    for k, name in enumerate(names):
        result[:, k] = element.scalars[name]
    return result


def _v_down(uvs: np.ndarray | None) -> np.ndarray | None:
    if uvs is not None:
        np.subtract(1.0, uvs[:, 1], out=uvs[:, 1])
    return uvs


def _colors(element: Element) -> np.ndarray | None:
    """Linear RGBA (rows, 4), or None."""
    for names in _COLORS:
        if all(name in element.scalars for name in names):
            alpha = next((a for a in (names[0].replace("red", "alpha"), "a", "alpha") if a in element.scalars), None)
            planes = [linear_from_srgb(_unit(element, name)) for name in names]
            planes.append(np.ones(element.rows, np.float32) if alpha is None else _unit(element, alpha))
            return np.stack(planes, axis=1)
    return None


def _unit(element: Element, name: str) -> np.ndarray:
    """A colour channel as 0..1: integers by the range of their type (32-bit ones hold bytes), floats as they are."""
    values = element.scalars[name].astype(np.float32)
    scale = {"f": 1.0, "u2": 65535.0, "i2": 32767.0}
    kind = element.kind_of(name)
    return np.clip(np.nan_to_num(values / np.float32(scale.get(kind, scale.get(kind[0], 255.0)))), 0.0, 1.0)


def _with_faces(arrays: MeshArrays, faces: Element, context: LoadContext, where: str) -> MeshArrays:
    """Adds the triangles; corners with their own texture coordinates or colours get their own vertices."""
    name = next((n for n in _INDICES if n in faces.lists), None)
    if name is None:
        raise InputError(
            f"the faces of the PLY file have no list {_INDICES[0]}", where=where, remedy="export it as polygons"
        )
    lengths, corners = faces.lists[name]
    corner_uvs = _corner_uvs(faces, lengths)
    face_colors = _colors(faces) if arrays.colors is None else None
    if corner_uvs is None and face_colors is None and _only_triangles(lengths, corners, len(arrays.positions)):
        arrays.triangles = corners.astype(np.int32).reshape(-1, 3)
        return arrays
    corners = corners.astype(np.int64)
    usable = _usable_faces(lengths, corners, len(arrays.positions), context, where)
    keep = np.repeat(usable, lengths)
    counts, corners = lengths[usable], corners[keep]
    triangles, owner = polygons.triangulate(arrays.positions[corners], counts)
    if corner_uvs is None and face_colors is None:
        arrays.triangles = corners[triangles]
        return arrays
    split = triangles.reshape(-1)
    vertex = corners[split]
    return MeshArrays(
        arrays.positions[vertex],
        np.arange(len(split)).reshape(-1, 3),
        None if arrays.normals is None else arrays.normals[vertex],
        _at(arrays.uvs, vertex) if corner_uvs is None else corner_uvs[keep][split],
        _at(arrays.colors, vertex) if face_colors is None else face_colors[usable][np.repeat(owner, 3)],
    )


def _only_triangles(lengths: np.ndarray, corners: np.ndarray, vertex_count: int) -> bool:
    """Whether every face is a triangle whose corners all exist: the normal case of a large file."""
    return bool((lengths == 3).all() and corners.min() >= 0 and corners.max() < vertex_count)


def _at(values: np.ndarray | None, index: np.ndarray) -> np.ndarray | None:
    return None if values is None else values[index]


def _usable_faces(
    lengths: np.ndarray, corners: np.ndarray, vertex_count: int, context: LoadContext, where: str
) -> np.ndarray:
    """Which faces have at least three corners that all exist, (faces,) bool; the others are noted."""
    outside = (corners < 0) | (corners >= vertex_count)
    face = np.repeat(np.arange(len(lengths)), lengths)
    bad = np.zeros(len(lengths), bool)
    bad[face[outside]] = True
    if bad.any():
        first = int(np.flatnonzero(bad)[0])
        text = f"dropped {int(bad.sum())} faces with vertices outside 0..{vertex_count - 1}, the first is face {first}"
        context.report.note("repaired", text, where)
    short = lengths < 3
    if short.any():
        context.report.note("ignored", f"{int(short.sum())} faces with fewer than three corners", where)
    return np.asarray(~bad & ~short)


def _corner_uvs(faces: Element, lengths: np.ndarray) -> np.ndarray | None:
    """Texture coordinates of every corner (corners, 2) that MeshLab writes as a list in the face, or None."""
    counts, values = faces.lists.get("texcoord", (np.zeros(0), np.zeros(0)))
    if not len(values) or not (counts == 2 * lengths).all():
        return None
    return _v_down(values.reshape(-1, 2).astype(np.float64))


def _material(comments: list[str], path: Path, context: LoadContext) -> Material | None:
    """What MeshLab's comment ``TextureFile`` asks for, if anything; a missing picture is noted."""
    name = next((c.partition(" ")[2].strip() for c in comments if c.startswith("TextureFile ")), "")
    if not name:
        return None
    try:
        file = context.resolve(name, base=path.parent, asked_by=f"{path}, comment TextureFile")
        image = read_image(file, encoding="srgb", report=context.report)
    except InputError as error:
        context.report.note("missing", f"texture {name!r} is left out: {error.message}", error.where)
        return None
    reflectance = Input(value=(1.0, 1.0, 1.0), texture=Texture(image=image))
    return Material(name=path.stem, surface="diffuse", parameters={"reflectance": reflectance})
