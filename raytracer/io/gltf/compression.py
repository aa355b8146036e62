"""Compressed geometry, decoded with optional libraries (``pip install 'raytracer[compression]'``).

[1] KHR_draco_mesh_compression, decoded by DracoPy.
[2] EXT_meshopt_compression and KHR_meshopt_compression, decoded by meshoptimizer.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import numpy as np

from raytracer.io.gltf.document import Entry

DRACO = "KHR_draco_mesh_compression"
MESHOPT = ("EXT_meshopt_compression", "KHR_meshopt_compression")
_REMEDY = "pip install 'raytracer[compression]', or export without compression"
_HIGHEST_RATIO = 2048
"""Largest decoded size per compressed byte that is believed; real files stay below a few hundred."""


def have_draco() -> bool:
    """Whether the Draco decoder is installed."""
    return _library("DracoPy") is not None


def have_meshopt() -> bool:
    """Whether the meshopt decoder is installed."""
    return _library("meshoptimizer") is not None


def _library(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except (ImportError, OSError):  # OSError: the native library inside does not load
        return None


def decode_draco(packed: Entry, data: np.ndarray) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Triangles (m, 3) and the attributes by glTF name, each (n, components), of a Draco-compressed primitive."""
    library = _library("DracoPy")
    if library is None:
        raise packed.error("the geometry is compressed and no decoder is installed", remedy=_REMEDY)
    try:
        mesh = library.decode(data.tobytes())
        faces = np.asarray(getattr(mesh, "faces", np.zeros((0, 3))))
        by_id = {int(a["unique_id"]): np.asarray(a["data"]) for a in mesh.attributes}
    except Exception as error:  # the decoder has its own exception types, derived from Exception
        raise packed.error(f"the compressed data is damaged ({error})", remedy="export again") from error
    names = packed.require("attributes")
    attributes = {}
    for semantic in names.data:
        identifier = names.integer(semantic)
        if identifier not in by_id:
            raise names.error(f"the compressed data has no attribute number {identifier}", key=semantic)
        values = by_id[identifier]
        attributes[semantic] = values.reshape(len(values), -1)
    return faces.reshape(-1, 3), attributes


def decode_meshopt(packed: Entry, data: np.ndarray) -> np.ndarray:
    """The decoded bytes (count * byteStride,) u8 of a meshopt-compressed buffer view."""
    library = _library("meshoptimizer")
    if library is None:
        raise packed.error("the geometry is compressed and no decoder is installed", remedy=_REMEDY)
    count, stride = packed.integer("count"), packed.integer("byteStride")
    mode, kind = packed.string("mode"), packed.string("filter", "NONE")
    _check_meshopt(packed, mode, count, stride)
    if count * stride > _HIGHEST_RATIO * len(data):
        raise packed.error(f"{len(data)} compressed bytes cannot hold {count} elements of {stride} bytes")
    if not count:
        return np.zeros(0, np.uint8)
    try:
        return _decode_meshopt(library, mode, kind, count, stride, data)
    except (RuntimeError, ValueError) as error:
        raise packed.error(f"the compressed data is damaged ({error})", remedy="export again") from error


def _check_meshopt(packed: Entry, mode: str, count: int, stride: int) -> None:
    """The native decoder trusts these numbers, so they are checked first ([2], "Specifying compressed views")."""
    if mode == "ATTRIBUTES":
        fits = stride % 4 == 0 and 0 < stride <= 256
    elif mode in ("TRIANGLES", "INDICES"):
        fits = stride in (2, 4) and (mode == "INDICES" or count % 3 == 0)
    else:
        raise packed.error(f"unknown mode {mode[:40]!r}", key="mode")
    if not fits:
        raise packed.error(f"mode {mode} does not allow {count} elements of {stride} bytes")
    kind = packed.string("filter", "NONE")
    strides = {
        "NONE": fits,
        "OCTAHEDRAL": stride in (4, 8),
        "QUATERNION": stride == 8,
        "EXPONENTIAL": stride % 4 == 0,
        "COLOR": stride in (4, 8),
    }
    if kind not in strides or (kind != "NONE" and mode != "ATTRIBUTES") or not strides[kind]:
        raise packed.error(f"filter {kind[:40]!r} does not fit mode {mode} with elements of {stride} bytes")


def _decode_meshopt(library: Any, mode: str, kind: str, count: int, stride: int, data: np.ndarray) -> np.ndarray:
    source = np.ascontiguousarray(data)
    if mode == "ATTRIBUTES":
        raw = library.decode_vertex_buffer(count, stride, source, dtype=np.dtype((np.void, stride)))
        decoded = raw.view(np.uint8).reshape(-1)
        if kind == "COLOR":
            return _filter_color(decoded, stride)
        name = {"OCTAHEDRAL": "oct", "QUATERNION": "quat", "EXPONENTIAL": "exp"}.get(kind)
        return getattr(library, f"decode_filter_{name}")(decoded, count, stride) if name else decoded
    decode = library.decode_index_buffer if mode == "TRIANGLES" else library.decode_index_sequence
    # The wrapper always returns 32-bit storage; 16-bit indices fill its first half.
    return decode(count, stride, source).view(np.uint8)[: count * stride]


def _filter_color(decoded: np.ndarray, stride: int) -> np.ndarray:
    """RGBA from luma, two chromas and alpha ([2], "Filters"); the highest set bit of alpha tells the range in use.

    The decoding library lacks this filter.
    """
    kind = "<u1" if stride == 4 else "<u2"
    values = decoded.view(kind).reshape(-1, 4).astype(np.int64)
    luma, alpha = values[:, 0], values[:, 3]
    orange, green = decoded.view(kind.replace("u", "i")).reshape(-1, 4)[:, 1:3].astype(np.int64).T
    scale = alpha.copy()
    for shift in (1, 2, 4, 8):
        scale |= scale >> shift
    opacity = alpha & (scale >> 1)
    rgba = np.stack([luma + orange - green, luma + green, luma - orange - green, 2 * opacity + (opacity & 1)], axis=1)
    largest = np.iinfo(kind).max
    expanded = np.rint(rgba * (largest / np.maximum(scale, 1))[:, None])
    return np.clip(expanded, 0, largest).astype(kind).reshape(-1).view(np.uint8)
