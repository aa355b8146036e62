"""Mitsuba's ``.serialized`` meshes: several zlib streams in one file, with a table of their offsets at its end.

The layout is that of the Mitsuba 0.6 documentation, section "Serialized mesh loader"; little endian throughout.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np

from raytracer.errors import InputError
from raytracer.io.geometry import MeshArrays, build_mesh
from raytracer.io.report import LoadReport
from raytracer.scene import Mesh

_MAGIC = 0x041C
_HAS_NORMALS, _HAS_UVS, _HAS_COLORS, _DOUBLE = 0x0001, 0x0002, 0x0008, 0x2000
_MAX_BYTES = 2**32


def read(path: Path, index: int, where: str, report: LoadReport) -> Mesh:
    """Mesh number ``index``; ``where`` names the place that asks for it. Raises ``InputError``."""
    data = path.read_bytes()
    start, end = _extent(data, index, path, where)
    magic, version = struct.unpack_from("<HH", data, start)
    if magic != _MAGIC or version not in (3, 4):
        raise InputError("not a serialized mesh of version 3 or 4", where=str(path))
    try:
        inflater = zlib.decompressobj()
        stream = _Stream(inflater.decompress(data[start + 4 : end], _MAX_BYTES), path)
    except zlib.error as error:
        raise InputError(f"damaged: {error}", where=str(path)) from error
    return _mesh(stream, version, path, report)


def _extent(data: bytes, index: int, path: Path, where: str) -> tuple[int, int]:
    """First and last byte of one mesh, from the table at the end of the file."""
    if len(data) < 16:
        raise InputError("the file is cut short", where=str(path))
    (count,) = struct.unpack_from("<I", data, len(data) - 4)
    (version,) = struct.unpack_from("<H", data, 2)
    width, code = (8, "Q") if version >= 4 else (4, "I")
    table = len(data) - 4 - count * width
    if count < 1 or table < 4:
        raise InputError("the table of meshes at the end is damaged", where=str(path))
    if index >= count:
        raise InputError(f"shape_index {index} of {count} meshes in {path.name}", where=where)
    offsets = [*struct.unpack_from(f"<{count}{code}", data, table), table]
    start, end = offsets[index], offsets[index + 1]
    if not start + 4 <= end <= table:
        raise InputError("the table of meshes at the end is damaged", where=str(path))
    return start, end


def _mesh(stream: _Stream, version: int, path: Path, report: LoadReport) -> Mesh:
    flags = int(stream.take("<u4", 1)[0])
    name = stream.text() if version >= 4 else path.stem
    vertices, triangles = (int(n) for n in stream.take("<u8", 2))
    real = "<f8" if flags & _DOUBLE else "<f4"
    positions = stream.take(real, 3 * vertices).reshape(-1, 3)
    normals = stream.take(real, 3 * vertices).reshape(-1, 3) if flags & _HAS_NORMALS else None
    uvs = stream.take(real, 2 * vertices).reshape(-1, 2) if flags & _HAS_UVS else None
    colors = stream.take(real, 3 * vertices).reshape(-1, 3) if flags & _HAS_COLORS else None
    faces = stream.take("<u4" if vertices < 2**32 else "<u8", 3 * triangles).reshape(-1, 3)
    if triangles and faces.max() >= vertices:
        raise InputError(f"a triangle names a vertex outside 0..{vertices - 1}", where=str(path))
    if colors is not None:
        colors = np.column_stack([colors, np.ones(len(colors))])
    return build_mesh(MeshArrays(positions, faces.astype(np.int32), normals, uvs, colors), name, report, str(path))


class _Stream:
    """Reads arrays off inflated bytes and never past their end."""

    def __init__(self, data: bytes, path: Path) -> None:
        self._data, self._at, self._path = data, 0, path

    def take(self, kind: str, count: int) -> np.ndarray:
        size = np.dtype(kind).itemsize * count
        if self._at + size > len(self._data):
            raise InputError("the mesh holds less data than it announces", where=str(self._path))
        found = np.frombuffer(self._data, kind, count, self._at)
        self._at += size
        return found

    def text(self) -> str:
        end = self._data.find(b"\0", self._at)
        if end < 0:
            raise InputError("the mesh's name does not end", where=str(self._path))
        found = self._data[self._at : end].decode("utf-8", "replace")
        self._at = end + 1
        return found
