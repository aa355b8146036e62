"""Mesh primitives: their attributes and indices, as a ``Geometry``.

[1] glTF 2.0 specification, section 3.7.2, "Meshes".
"""

from __future__ import annotations

import numpy as np

from raytracer.io.gltf import compression, topology
from raytracer.io.gltf.accessors import Accessors, as_floats
from raytracer.io.gltf.buffers import Buffers
from raytracer.io.gltf.document import Document, Entry
from raytracer.io.gltf.geometry import Geometry

_SET_NUMBERS = frozenset(map(str, range(100)))


class Attributes:
    """The vertex attributes of one primitive by their glTF names, from accessors or from Draco data."""

    def __init__(self, accessors: Accessors, names: Entry, unpacked: dict[str, np.ndarray]) -> None:
        self._accessors = accessors
        self._names = names
        self._unpacked = unpacked
        self.count = 0

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def floats(self, name: str, components: tuple[int, ...], normalize: bool | None = None) -> np.ndarray | None:
        """(count, components) f32, or None when the primitive has no such attribute."""
        if name not in self._names:
            return None
        index = self._names.integer(name)
        if name not in self._unpacked:
            values = self._accessors.floats(index, self._names, components=components, normalize=normalize)
            return self._counted(values, name)
        values = self._unpacked[name]
        if values.shape[1] not in components:
            raise self._names.error(f"{values.shape[1]} components do not fit", key=name)
        flag = self._accessors.entry(index, self._names).boolean("normalized", False)
        return self._counted(as_floats(values, flag if normalize is None else normalize), name)

    def integers(self, name: str, components: int) -> np.ndarray | None:
        """(count, components) whole numbers in their stored type, or None."""
        if name not in self._names:
            return None
        values = self._unpacked.get(name)
        if values is None:
            values = self._accessors.raw(self._names.integer(name), self._names)
        if values.dtype.kind != "u" or values.shape[1] != components:
            raise self._names.error("must be unsigned VEC4", key=name)
        return self._counted(values, name)

    def _counted(self, values: np.ndarray, name: str) -> np.ndarray:
        """The values, after the check that every attribute has as many elements as POSITION (which is read first)."""
        if name == "POSITION":
            self.count = len(values)
        if len(values) != self.count:
            raise self._names.error(f"has {len(values)} elements, but there are {self.count} positions", key=name)
        return values


class Primitives:
    """Reads primitives of meshes."""

    def __init__(self, document: Document, buffers: Buffers, accessors: Accessors) -> None:
        self._document = document
        self._buffers = buffers
        self._accessors = accessors

    def read(self, primitive: Entry) -> Geometry | None:
        """Geometry of one primitive, or None with a note when it is no surface."""
        mode = primitive.integer("mode", topology.TRIANGLES)
        if mode >= len(topology.NAMES):
            raise primitive.error(f"unknown primitive mode {mode}", key="mode")
        names = primitive.require("attributes")
        if not topology.is_surface(mode):
            self._document.note("unsupported", f"{topology.NAMES[mode]} are not drawn")
            return None
        if "POSITION" not in names:
            self._document.note("missing", "a primitive without POSITION is skipped", primitive)
            return None
        faces, unpacked = self._unpack(primitive)
        attributes = Attributes(self._accessors, names, unpacked)
        positions = attributes.floats("POSITION", (3,))
        assert positions is not None
        triangles = faces if faces is not None else self._triangles(primitive, mode, len(positions))
        if triangles.size and int(triangles.max()) >= len(positions):
            raise primitive.error(f"{compression.DRACO}: a triangle names a vertex outside 0..{len(positions) - 1}")
        if not len(triangles):
            self._document.note("missing", "a primitive without a triangle is skipped", primitive)
            return None
        geometry = Geometry(positions, triangles)
        _read_attributes(geometry, attributes, names)
        return geometry

    def _unpack(self, primitive: Entry) -> tuple[np.ndarray | None, dict[str, np.ndarray]]:
        """Triangles and attributes of a Draco-compressed primitive; (None, {}) when accessors hold the data."""
        packed = primitive.extension(compression.DRACO)
        if packed is None:
            return None, {}
        if not compression.have_draco() and self._has_plain_copy(primitive):
            self._document.note("ignored", f"{compression.DRACO}: the uncompressed copy is read instead")
            return None, {}
        view = self._buffers.view(packed.integer("bufferView"), packed)
        return compression.decode_draco(packed, view.data)

    def _has_plain_copy(self, primitive: Entry) -> bool:
        names = primitive.require("attributes")
        return "bufferView" in self._accessors.entry(names.integer("POSITION"), names)

    def _triangles(self, primitive: Entry, mode: int, count: int) -> np.ndarray:
        """(m, 3) i32, every index below ``count``."""
        index = primitive.index("indices")
        if index is None:
            indices = np.arange(count, dtype=np.int32)
        else:
            indices = self._accessors.indices(index, primitive)
            if len(indices) and int(indices.max()) >= count:
                raise self._accessors.entry(index, primitive).error(
                    f"index {int(indices.max())} names a vertex outside 0..{count - 1}", remedy="export the file again"
                )
        if mode == topology.TRIANGLES and len(indices) % 3:
            self._document.note("repaired", "indices left over after the last whole triangle are ignored", primitive)
        return topology.triangles(mode, indices)


def _read_attributes(geometry: Geometry, attributes: Attributes, names: Entry) -> None:
    """Fills in everything but positions and triangles; attributes nobody needs are not touched."""
    geometry.normals = attributes.floats("NORMAL", (3,), normalize=None)
    if geometry.normals is not None:
        geometry.tangents = attributes.floats("TANGENT", (4,))
    for number in _set_numbers(names, "TEXCOORD_"):
        uvs = attributes.floats(f"TEXCOORD_{number}", (2,))
        assert uvs is not None
        geometry.uvs[number] = uvs
    colors = attributes.floats("COLOR_0", (3, 4), normalize=True)
    if colors is not None and colors.shape[1] == 3:
        colors = np.concatenate([colors, np.ones((len(colors), 1), np.float32)], axis=1)
    geometry.colors = colors
    numbers = [n for n in _set_numbers(names, "JOINTS_") if f"WEIGHTS_{n}" in attributes]
    if numbers:
        joints = [attributes.integers(f"JOINTS_{n}", 4) for n in numbers]
        weights = [attributes.floats(f"WEIGHTS_{n}", (4,)) for n in numbers]
        geometry.joints = np.concatenate([j for j in joints if j is not None], axis=1)
        geometry.weights = np.concatenate([w for w in weights if w is not None], axis=1)


def _set_numbers(names: Entry, prefix: str) -> list[int]:
    """Numbers n of the attributes ``prefix``n, in order; without leading zeros, as the format writes them."""
    tails = (name[len(prefix) :] for name in names.data if name.startswith(prefix))
    return sorted(int(t) for t in tails if t in _SET_NUMBERS)
