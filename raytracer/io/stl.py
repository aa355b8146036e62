"""STL: triangles without anything else.

A file is binary if its size is 84 + 50 n for the n at byte 80, whatever its header says: CAD packages write "solid"
there. Facet normals are not used, winding decides; the colours that some programs hide in the two spare bytes of a
facet are ignored (there are two contradicting conventions). Formats of 3-D printing have +Z up, scenes here +Y:
``load`` turns the model, ``read_mesh`` leaves coordinates as they are.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from raytracer.errors import InputError
from raytracer.io import defaults
from raytracer.io.geometry import MeshArrays, build_mesh
from raytracer.io.report import LoadContext
from raytracer.scene import Mesh, Scene
from raytracer.scene.transform import rotate

_HEADER = 84
_FACET = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("spare", "<u2")])
_SOLID = re.compile(rb"^[ \t]*solid\b[ \t]*([^\r\n]*)", re.IGNORECASE | re.MULTILINE)
_VERTEX = re.compile(rb"\bvertex\s+(\S+)\s+(\S+)\s+(\S+)", re.IGNORECASE)


def load(path: Path, context: LoadContext) -> Scene:
    """The model with default material, light and camera, turned from +Z up to +Y up."""
    world_from_object = np.round(rotate((1.0, 0.0, 0.0), -90.0))
    return defaults.scene_of(path.stem, read_mesh(path, context), context.report, str(path), world_from_object)


def read_mesh(path: Path, context: LoadContext, *, materials: bool = True) -> list[defaults.Part]:
    """One flat-shaded mesh for each solid; there are no materials to leave out.

    Raises ``InputError`` for an empty file or one that is no STL.
    """
    data = path.read_bytes()
    if not data:
        raise InputError("the STL file is empty (0 bytes)", where=str(path), remedy="export or copy it again")
    text = _SOLID.match(data.removeprefix(b"\xef\xbb\xbf").lstrip()) and b"\0" not in data[:_HEADER]
    if is_binary(data) or not text:
        return [(_build(_binary_corners(data, path, context), path.stem, path, context), None)]
    return [(_build(corners, name, path, context), None) for name, corners in _ascii_solids(data, path, context)]


def is_binary(data: bytes) -> bool:
    """Whether the size fits the facet count of a binary file."""
    return len(data) >= _HEADER and len(data) == _HEADER + 50 * int.from_bytes(data[80:84], "little")


def _binary_corners(data: bytes, path: Path, context: LoadContext) -> np.ndarray:
    """Corners (facets, 3, 3); bytes after the last facet are left over, with a note."""
    if len(data) < _HEADER:
        text = "not an STL file: neither text that begins with 'solid' nor a binary header of 84 bytes"
        raise InputError(text, where=str(path))
    promised, found = int.from_bytes(data[80:84], "little"), (len(data) - _HEADER) // 50
    if promised > found or (promised == 0 and found):
        raise InputError(
            f"the STL file is incomplete or no STL: {promised} facets promised, room for {found}", where=str(path)
        )
    if not is_binary(data):
        context.report.note("ignored", f"{len(data) - _HEADER - 50 * promised} bytes after the last facet", str(path))
    return np.frombuffer(data, _FACET, promised, _HEADER)["corners"]


def _ascii_solids(data: bytes, path: Path, context: LoadContext) -> list[tuple[str, np.ndarray]]:
    """Name and corners (facets, 3, 3) of each solid."""
    starts = [*_SOLID.finditer(data)]
    ends = [*(match.start() for match in starts[1:]), len(data)]
    solids = []
    for match, end in zip(starts, ends, strict=True):
        found = _VERTEX.findall(data, match.end(), end)
        count = len(found) // 3
        if len(found) % 3:
            context.report.note("repaired", f"the last facet of {len(found) % 3} corners is dropped", str(path))
        name = match[1].decode("utf-8", "replace").strip() or path.stem
        solids.append((name, _numbers(found[: 3 * count], path).reshape(count, 3, 3)))
    return solids


def _numbers(words: list[tuple[bytes, bytes, bytes]], path: Path) -> np.ndarray:
    try:
        return np.array(words, dtype=np.bytes_).astype(np.float64).reshape(-1)
    except ValueError as error:
        raise InputError(f"a vertex of the STL file is not made of numbers: {error}", where=str(path)) from error


def _build(corners: np.ndarray, name: str, path: Path, context: LoadContext) -> Mesh:
    points = corners.reshape(-1, 3)
    return build_mesh(MeshArrays(points, np.arange(len(points)).reshape(-1, 3)), name, context.report, str(path))
