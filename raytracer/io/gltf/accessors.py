"""Accessors: typed arrays over buffer views, every range checked before anything is allocated.

[1] glTF 2.0 specification, section 3.6.2, "Accessors".
"""

from __future__ import annotations

import numpy as np

from raytracer.io.gltf.buffers import Buffers, View
from raytracer.io.gltf.document import Document, Entry

_COMPONENT_TYPES = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
_ZERO_BUDGET = 1 << 25
"""Numbers that all accessors without data (all zeros) may have together: they cost nothing in the file."""


class Accessors:
    """Decodes each accessor at most once."""

    def __init__(self, document: Document, buffers: Buffers) -> None:
        self._document = document
        self._buffers = buffers
        self._raw: dict[int, np.ndarray] = {}
        self._zeros = 0

    def entry(self, index: int, asked_by: Entry) -> Entry:
        """The JSON of accessor ``index``."""
        return self._document.item("accessors", index, asked_by)

    def raw(self, index: int, asked_by: Entry) -> np.ndarray:
        """(count, components) in the stored type; perhaps a read-only view with gaps."""
        if index not in self._raw:
            self._raw[index] = self._read(self.entry(index, asked_by))
        return self._raw[index]

    def floats(
        self, index: int, asked_by: Entry, *, components: tuple[int, ...], normalize: bool | None = None
    ) -> np.ndarray:
        """(count, components) f32, a fresh array; normalised integers become 0..1 or -1..1.

        ``components`` are the widths that fit; ``normalize`` overrides the accessor's own flag.
        """
        entry = self.entry(index, asked_by)
        values = self.raw(index, asked_by)
        if values.shape[1] not in components:
            raise entry.error(f"type {entry.string('type')} does not fit {asked_by.where}")
        flag = entry.boolean("normalized", False) if normalize is None else normalize
        return as_floats(values, flag)

    def indices(self, index: int, asked_by: Entry) -> np.ndarray:
        """(count,) whole numbers, unsigned."""
        entry = self.entry(index, asked_by)
        values = self.raw(index, asked_by)
        if values.shape[1] != 1 or values.dtype.kind != "u":
            raise entry.error("indices must be unsigned SCALARs")
        return values[:, 0]

    def _read(self, entry: Entry) -> np.ndarray:
        dtype = _component_type(entry)
        kind = entry.string("type")
        if kind not in _COMPONENTS:
            raise entry.error(f"type {kind[:40]!r} is not one of {', '.join(_COMPONENTS)}", key="type")
        count, components = entry.integer("count"), _COMPONENTS[kind]
        view_index, sparse = entry.index("bufferView"), entry.entry("sparse")
        if view_index is not None:
            view = self._buffers.view(view_index, entry)
            values = _strided(view, entry, dtype, count, components)
        else:
            self._zeros += count * components
            if self._zeros > _ZERO_BUDGET:
                raise entry.error(f"{count} elements without any data are not believable")
            values = np.zeros((count, components), dtype)
        return values if sparse is None else self._patched(values, sparse)

    def _patched(self, values: np.ndarray, sparse: Entry) -> np.ndarray:
        """The values with the sparse ones put in their places."""
        count = sparse.integer("count")
        where, what = sparse.require("indices"), sparse.require("values")
        index_type = _component_type(where)
        if index_type.kind != "u":
            raise where.error("sparse indices must be unsigned", key="componentType")
        places = _strided(self._buffers.view(where.integer("bufferView"), where), where, index_type, count, 1)[:, 0]
        patch = _strided(
            self._buffers.view(what.integer("bufferView"), what), what, values.dtype, count, values.shape[1]
        )
        if count and int(places.max()) >= len(values):
            raise where.error(f"sparse index {int(places.max())} is outside the accessor's {len(values)} elements")
        patched = np.array(values)
        patched[places] = patch
        return patched


def as_floats(values: np.ndarray, normalize: bool) -> np.ndarray:
    """A contiguous f32 copy; ``normalize`` maps integers to 0..1 or -1..1 ([1], section 3.11: c / largest c)."""
    out = np.array(values, np.float32, order="C")
    if normalize and values.dtype.kind in "iu":
        out /= np.float32(np.iinfo(values.dtype).max)
        if values.dtype.kind == "i":
            np.maximum(out, -1.0, out=out)
    return out


def _component_type(entry: Entry) -> np.dtype:
    code = entry.integer("componentType")
    if code not in _COMPONENT_TYPES:
        raise entry.error(f"unknown component type {code}", key="componentType")
    return np.dtype(_COMPONENT_TYPES[code])


def _strided(view: View, entry: Entry, dtype: np.dtype, count: int, components: int) -> np.ndarray:
    """A (count, components) window on the view's bytes, without copying."""
    size = dtype.itemsize * components
    stride = view.stride or size
    offset = entry.integer("byteOffset", 0)
    if stride < size:
        raise view.entry.error(f"byteStride {stride} is less than the {size} bytes of an element of {entry.where}")
    end = offset + stride * (count - 1) + size if count else offset
    if end > len(view.data):
        raise entry.error(
            f"{count} elements need {end} bytes, but {view.entry.where.rpartition(' ')[2]} has {len(view.data)}",
            remedy="the file is damaged; export it again",
        )
    if not count:
        return np.zeros((0, components), dtype)
    return np.ndarray((count, components), dtype, view.data, offset, (stride, dtype.itemsize))
