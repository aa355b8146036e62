"""From the lines of an OBJ file to one mesh for each material."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from raytracer.io import polygons
from raytracer.io.color import linear_from_srgb
from raytracer.io.geometry import MeshArrays, build_mesh, vertex_normals
from raytracer.io.obj.corners import ABSENT, Column
from raytracer.io.obj.distinct import distinct
from raytracer.io.obj.lines import Lines
from raytracer.io.obj.rows import Rows
from raytracer.io.report import LoadReport
from raytracer.scene import Mesh

_QUIET = {"mtllib", "usemtl", "o", "g", "s", "lod", "bevel", "c_interp", "d_interp", "shadow_obj", "trace_obj", "mg"}
_FREE_FORM = {
    "vp",
    "cstype",
    "deg",
    "bmat",
    "step",
    "curv",
    "curv2",
    "surf",
    "parm",
    "trim",
    "hole",
    "scrv",
    "sp",
    "end",
}


_FACES = 1 << 15
"""Faces that are cut into triangles at a time."""


@dataclass
class _Triangles:
    """Indices of the corners of triangles (m, 3) i32, of each kind that there is; the line of each triangle (m,)."""

    vertices: np.ndarray
    texcoords: Column
    normals: Column
    lines: np.ndarray


def build(lines: Lines, path: Path, report: LoadReport) -> list[tuple[Mesh, str]]:
    """Meshes, each with the name of its material ("" for none), in the order in which materials are first used.

    Faces without normals are flat, or smooth within their smoothing group where ``s`` sets one. Faces with and without
    normals of one material become two meshes. Faces that name what does not exist are dropped, with a note. The faces
    of ``lines`` are used up.
    """
    _note_statements(lines, path, report)
    triangles = _triangles(lines, path, report)
    _check_attributes(triangles, lines, path, report)
    normals = _with_smooth_normals(triangles, lines)
    materials, material = _last_name(lines, "usemtl", triangles.lines)
    has_objects = any(keyword == "o" for _, keyword, _ in lines.statements)
    names, group = _last_name(lines, "o" if has_objects else "g", triangles.lines)
    keys = 2 * material
    if triangles.normals is not None:
        keys += triangles.normals[:, 0] != ABSENT
    built: list[tuple[Mesh, str]] = []
    for key in _in_order_of_use(keys):
        mine = keys == key
        used = _in_order_of_use(group[mine])
        name = names[used[0]] if len(used) == 1 and names[used[0]] else materials[key // 2] or path.stem
        arrays = _arrays(triangles, slice(None) if mine.all() else mine, lines, normals)
        built.append((build_mesh(arrays, name, report, str(path)), materials[key // 2]))
    return built


def _note_statements(lines: Lines, path: Path, report: LoadReport) -> None:
    for _, keyword, _ in lines.statements:
        if keyword in ("l", "p"):
            report.note("unsupported", "lines and points are left out", str(path))
        elif keyword in _FREE_FORM:
            report.note("unsupported", "free-form curves and surfaces are left out", str(path))
        elif keyword not in _QUIET:
            report.note("ignored", f"statement {keyword[:40]!r}", str(path))


def _triangles(lines: Lines, path: Path, report: LoadReport) -> _Triangles:
    """Cuts all sound faces into triangles."""
    faces = lines.faces
    sound = _sound_faces(lines, path, report)
    columns = (faces.vertices, faces.texcoords, faces.normals)
    if sound.all() and (faces.counts == 3).all():
        vertices, texcoords, normals = (None if c is None else c.reshape(-1, 3) for c in columns)
        assert vertices is not None
        return _Triangles(vertices, texcoords, normals, faces.lines)
    cut = [Rows(3, np.int32) for _ in columns]
    at_lines = Rows(dtype=np.int32)
    corner = 0
    for begin in range(0, len(faces.counts), _FACES):
        some = slice(begin, begin + _FACES)
        counts, good = faces.counts[some], sound[some]
        end = corner + int(counts.sum())
        kept = corner + np.flatnonzero(np.repeat(good, counts))
        triangles, owner = polygons.triangulate(lines.positions[faces.vertices[kept]], counts[good])
        for rows, column in zip(cut, columns, strict=True):
            if column is not None:
                rows.add(column[kept][triangles])
        at_lines.add(faces.lines[some][good][owner])
        corner = end
    return _Triangles(cut[0].whole(), cut[1].taken(), cut[2].taken(), at_lines.whole())


def _sound_faces(lines: Lines, path: Path, report: LoadReport) -> np.ndarray:
    """Which faces (faces,) have three corners and more, all of them vertices that exist; the others are noted."""
    faces = lines.faces
    short = faces.counts < 3
    broken = np.zeros(len(faces.counts), bool)
    bad = np.flatnonzero((faces.vertices < 0) | (faces.vertices >= len(lines.positions)))
    if len(bad):
        broken[np.searchsorted(np.cumsum(faces.counts), bad, side="right")] = True
    _note_faces(broken & ~short, "a vertex that does not exist", lines, path, report)
    _note_faces(short, "fewer than three corners", lines, path, report)
    return ~broken & ~short


def _note_faces(which: np.ndarray, fault: str, lines: Lines, path: Path, report: LoadReport) -> None:
    if which.any():
        first = lines.numbers.of(int(lines.faces.lines[which][0]))
        count = int(which.sum())
        text = f"face with {fault} is left out" if count == 1 else f"{count} faces with {fault} are left out"
        report.note("repaired", text, f"{path}, line {first}")


def _check_attributes(triangles: _Triangles, lines: Lines, path: Path, report: LoadReport) -> None:
    """Texture coordinates and normals that do not exist become ``ABSENT``; a triangle has three normals or none."""
    for index, label, count in (
        (triangles.texcoords, "texture coordinate", len(lines.texcoords)),
        (triangles.normals, "normal", len(lines.normals)),
    ):
        if index is None:
            continue
        bad = (index != ABSENT) & ((index < 0) | (index >= count))
        if bad.any():
            first = lines.numbers.of(int(triangles.lines[bad.any(axis=1)][0]))
            text = f"{label} that does not exist is ignored, in {int(bad.any(axis=1).sum())} triangles"
            report.note("repaired", text, f"{path}, line {first}")
            index[bad] = ABSENT
    if triangles.normals is not None:
        triangles.normals[(triangles.normals == ABSENT).any(axis=1)] = ABSENT


def _with_smooth_normals(triangles: _Triangles, lines: Lines) -> np.ndarray:
    """The normals of the file, and behind them those computed for smoothing groups, which the triangles then name."""
    groups, group = _last_name(lines, "s", triangles.lines)
    smooth = np.array([name not in ("", "off", "0") for name in groups])[group]
    if triangles.normals is not None:
        smooth &= triangles.normals[:, 0] == ABSENT
    if not smooth.any():
        return lines.normals
    (vertex, _), index = distinct([triangles.vertices[smooth].ravel(), np.repeat(group[smooth], 3)])
    index = index.reshape(-1, 3)
    if triangles.normals is None:
        triangles.normals = np.full_like(triangles.vertices, ABSENT)
    triangles.normals[smooth] = len(lines.normals) + index
    return np.concatenate([lines.normals, vertex_normals(lines.positions[vertex], index)])


def _last_name(lines: Lines, keyword: str, at_lines: np.ndarray) -> tuple[list[str], np.ndarray]:
    """Names that ``keyword`` sets, "" first, and for each of ``at_lines`` the index of the one in force, i32."""
    names: dict[str, int] = {"": 0}
    changes = [(line, names.setdefault(name, len(names))) for line, key, name in lines.statements if key == keyword]
    if not changes:
        return list(names), np.zeros(len(at_lines), np.int32)
    index = np.array([0, *(i for _, i in changes)], np.int32)
    counts = np.diff(np.searchsorted(at_lines, [line for line, _ in changes]), prepend=0, append=len(at_lines))
    return list(names), np.repeat(index, counts)


def _in_order_of_use(keys: np.ndarray) -> list[int]:
    runs = keys[np.flatnonzero(np.diff(keys, prepend=keys[:1] - 1))]
    values, first = np.unique(runs, return_index=True)
    return [int(key) for key in values[np.argsort(first)]]


def _arrays(triangles: _Triangles, mine: slice | np.ndarray, lines: Lines, normals: np.ndarray) -> MeshArrays:
    """Vertices of their own for every combination of position, texture coordinate and normal in use."""
    texcoord, normal = _present(triangles.texcoords, mine), _present(triangles.normals, mine)
    columns = [c for c in (triangles.vertices[mine].reshape(-1), texcoord, normal) if c is not None]
    used, index = distinct(columns)
    uvs = None
    if texcoord is not None:
        uvs = lines.texcoords[np.maximum(used[1], 0)] * (1.0, -1.0) + (0.0, 1.0)  # v points up in OBJ
        uvs[used[1] == ABSENT] = 0.0
    return MeshArrays(
        _single(lines.positions, used[0]),
        index.reshape(-1, 3),
        _single(normals, used[-1]) if normal is not None else None,
        uvs,
        _linear_colors(lines.colors[used[0]]) if lines.colors is not None else None,
    )


def _single(values: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Rows as f32; what is too large for it becomes infinite."""
    with np.errstate(over="ignore"):
        few = len(rows) < len(values)
        return values[rows].astype(np.float32) if few else values.astype(np.float32)[rows]


def _present(column: Column, mine: slice | np.ndarray) -> Column:
    some = None if column is None else column[mine].reshape(-1)
    return some if some is not None and (some != ABSENT).any() else None


def _linear_colors(srgb: np.ndarray) -> np.ndarray:
    """Linear RGBA of vertex colours as written (sRGB, as Blender, MeshLab and ZBrush do); white where there is none."""
    scale = 255.0 if np.nanmax(srgb, initial=0.0) > 1.5 else 1.0
    rgb = linear_from_srgb(np.where(np.isfinite(srgb), srgb / scale, 1.0))
    return np.hstack([rgb, np.ones((len(rgb), 1), np.float32)])
