"""From the lines of an OBJ file to one mesh for each material."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from raytracer.io import polygons
from raytracer.io.color import linear_from_srgb
from raytracer.io.geometry import MeshArrays, build_mesh, vertex_normals
from raytracer.io.obj.lines import ABSENT, Lines
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


@dataclass
class _Triangles:
    """Corner indices of triangles (m, 3, 3): triangle, corner, (vertex, texture coordinate, normal); line of each."""

    corners: np.ndarray
    lines: np.ndarray


def build(lines: Lines, path: Path, report: LoadReport) -> list[tuple[Mesh, str]]:
    """Meshes, each with the name of its material ("" for none), in the order in which materials are first used.

    Faces without normals are flat, or smooth within their smoothing group where ``s`` sets one. Faces with and without
    normals of one material become two meshes. Faces that name what does not exist are dropped, with a note.
    """
    _note_statements(lines, path, report)
    triangles = _triangles(lines, path, report)
    triangles.corners = _checked_attributes(triangles, lines, path, report)
    normals = _with_smooth_normals(triangles, lines)
    materials, material = _last_name(lines, "usemtl", triangles.lines)
    has_objects = any(keyword == "o" for _, keyword, _ in lines.statements)
    names, group = _last_name(lines, "o" if has_objects else "g", triangles.lines)
    keys = 2 * material + (triangles.corners[:, 0, 2] != ABSENT)
    built: list[tuple[Mesh, str]] = []
    for key in _in_order_of_use(keys):
        mine = keys == key
        used = np.unique(group[mine])
        name = names[used[0]] if len(used) == 1 and names[used[0]] else materials[key // 2] or path.stem
        arrays = _arrays(triangles.corners[mine], lines, normals)
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
    face_of_corner = np.repeat(np.arange(len(faces.counts)), faces.counts)
    vertex = faces.corners[:, 0]
    broken = np.zeros(len(faces.counts), bool)
    broken[face_of_corner[(vertex < 0) | (vertex >= len(lines.positions))]] = True
    short = faces.counts < 3
    _note_faces(broken & ~short, "a vertex that does not exist", lines, path, report)
    _note_faces(short, "fewer than three corners", lines, path, report)
    sound = ~broken & ~short
    corners = faces.corners[sound[face_of_corner]]
    cut, owner = polygons.triangulate(lines.positions[corners[:, 0]], faces.counts[sound])
    return _Triangles(corners[cut], faces.lines[sound][owner])


def _note_faces(which: np.ndarray, fault: str, lines: Lines, path: Path, report: LoadReport) -> None:
    if which.any():
        first = lines.numbers.of(int(lines.faces.lines[which][0]))
        count = int(which.sum())
        text = f"face with {fault} is left out" if count == 1 else f"{count} faces with {fault} are left out"
        report.note("repaired", text, f"{path}, line {first}")


def _checked_attributes(triangles: _Triangles, lines: Lines, path: Path, report: LoadReport) -> np.ndarray:
    """Texture coordinates and normals that do not exist become ``ABSENT``; a triangle has three normals or none."""
    corners = triangles.corners
    for column, label, count in ((1, "texture coordinate", len(lines.texcoords)), (2, "normal", len(lines.normals))):
        index = corners[:, :, column]
        bad = (index != ABSENT) & ((index < 0) | (index >= count))
        if bad.any():
            first = lines.numbers.of(int(triangles.lines[bad.any(axis=1)][0]))
            text = f"{label} that does not exist is ignored, in {int(bad.any(axis=1).sum())} triangles"
            report.note("repaired", text, f"{path}, line {first}")
            corners[:, :, column] = np.where(bad, ABSENT, index)
    incomplete = (corners[:, :, 2] == ABSENT).any(axis=1)
    corners[incomplete, :, 2] = ABSENT
    return corners


def _with_smooth_normals(triangles: _Triangles, lines: Lines) -> np.ndarray:
    """The normals of the file, and behind them those computed for smoothing groups, which the triangles then name."""
    groups, group = _last_name(lines, "s", triangles.lines)
    on = np.array([name not in ("", "off", "0") for name in groups])
    smooth = on[group] & (triangles.corners[:, 0, 2] == ABSENT)
    if not smooth.any():
        return lines.normals
    vertex = triangles.corners[smooth, :, 0]
    keys, index = np.unique(vertex * len(groups) + group[smooth, None], return_inverse=True)
    index = index.reshape(-1, 3)
    triangles.corners[smooth, :, 2] = len(lines.normals) + index
    return np.concatenate([lines.normals, vertex_normals(lines.positions[keys // len(groups)], index)])


def _last_name(lines: Lines, keyword: str, at_lines: np.ndarray) -> tuple[list[str], np.ndarray]:
    """Names that ``keyword`` sets, "" first, and for each of ``at_lines`` the index of the one that is in force."""
    names: dict[str, int] = {"": 0}
    changes = [(line, names.setdefault(name, len(names))) for line, key, name in lines.statements if key == keyword]
    index = np.array([0, *(i for _, i in changes)], np.int64)
    position = np.searchsorted([line for line, _ in changes], at_lines, side="right") if changes else 0 * at_lines
    return list(names), index[position]


def _in_order_of_use(keys: np.ndarray) -> list[int]:
    values, first = np.unique(keys, return_index=True)
    return [int(key) for key in values[np.argsort(first)]]


def _arrays(corners: np.ndarray, lines: Lines, normals: np.ndarray) -> MeshArrays:
    """Vertices of their own for every combination of position, texture coordinate and normal in use."""
    flat = corners.reshape(-1, 3)
    has_uv, has_normal = bool((flat[:, 1] != ABSENT).any()), bool(flat[0, 2] != ABSENT)
    vertices, index = _unique_rows(np.where(flat == ABSENT, -1, flat))
    uvs = None
    if has_uv:
        uvs = lines.texcoords[vertices[:, 1]] * (1.0, -1.0) + (0.0, 1.0)  # v points up in OBJ
        uvs[vertices[:, 1] < 0] = 0.0
    return MeshArrays(
        lines.positions[vertices[:, 0]],
        index.reshape(-1, 3),
        normals[vertices[:, 2]] if has_normal else None,
        uvs,
        _linear_colors(lines.colors[vertices[:, 0]]) if lines.colors is not None else None,
    )


def _unique_rows(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distinct rows of (n, 3) integers from -1 up, and for each row the number of its distinct one."""
    spans = rows.max(axis=0) + 2
    if float(spans[0]) * float(spans[1]) * float(spans[2]) >= 2.0**63:
        distinct, index = np.unique(rows, axis=0, return_inverse=True)
        return distinct, index.reshape(-1)
    key = ((rows[:, 0] + 1) * spans[1] + rows[:, 1] + 1) * spans[2] + rows[:, 2] + 1
    _, first, index = np.unique(key, return_index=True, return_inverse=True)
    return rows[first], index.reshape(-1)


def _linear_colors(srgb: np.ndarray) -> np.ndarray:
    """Linear RGBA of vertex colours as written (sRGB, as Blender, MeshLab and ZBrush do); white where there is none."""
    scale = 255.0 if np.nanmax(srgb, initial=0.0) > 1.5 else 1.0
    rgb = linear_from_srgb(np.where(np.isfinite(srgb), srgb / scale, 1.0))
    return np.hstack([rgb, np.ones((len(rgb), 1), np.float32)])
