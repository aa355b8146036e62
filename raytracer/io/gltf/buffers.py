"""Buffers and buffer views: byte ranges, checked against what is really there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raytracer.io.gltf import compression, uri
from raytracer.io.gltf.container import check_padding
from raytracer.io.gltf.document import Document, Entry


@dataclass(frozen=True)
class View:
    """``data`` is (length,) u8; ``stride`` the bytes from element to element, or None: packed."""

    data: np.ndarray
    stride: int | None
    entry: Entry


class Buffers:
    """Reads each buffer and each view at most once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._buffers: dict[int, np.ndarray] = {}
        self._views: dict[int, View] = {}

    def buffer(self, index: int, asked_by: Entry) -> np.ndarray:
        """All bytes of a buffer, (byteLength,) u8, read-only."""
        if index not in self._buffers:
            self._buffers[index] = self._read(index, self._document.item("buffers", index, asked_by))
        return self._buffers[index]

    def view(self, index: int, asked_by: Entry) -> View:
        """A view; one compressed by meshopt is decoded."""
        if index not in self._views:
            entry = self._document.item("bufferViews", index, asked_by)
            self._views[index] = self._decoded(entry) or self._plain(entry)
        return self._views[index]

    def _read(self, index: int, entry: Entry) -> np.ndarray:
        length = entry.integer("byteLength")
        data = self._content(index, entry)
        if len(data) < length:
            raise entry.error(
                f"buffer {index} should have {length} bytes, but there are only {len(data)}",
                remedy="the file is cut off or damaged; export or download it again",
            )
        return np.frombuffer(data, np.uint8, count=length)

    def _content(self, index: int, entry: Entry) -> bytes | memoryview:
        if "uri" in entry:
            address = entry.string("uri")
            if uri.is_data(address):
                return uri.decode_data(address, entry)
            path = uri.find_file(address, self._document, entry)
            try:
                return path.read_bytes()
            except OSError as error:
                raise entry.error(f"{path} cannot be read: {error.strerror or error}") from error
        if index == 0 and self._document.binary is not None:
            check_padding(self._document, entry.integer("byteLength"))
            return self._document.binary
        raise entry.error(f"buffer {index} has no 'uri' and the file has no binary chunk for it")

    def range_of(self, entry: Entry) -> np.ndarray:
        """The bytes that ``buffer``, ``byteOffset`` and ``byteLength`` of ``entry`` name."""
        data = self.buffer(entry.integer("buffer"), entry)
        offset, length = entry.integer("byteOffset", 0), entry.integer("byteLength")
        if offset + length > len(data):
            raise entry.error(f"bytes {offset} to {offset + length} lie outside the buffer of {len(data)} bytes")
        return data[offset : offset + length]

    def _plain(self, entry: Entry) -> View:
        stride = entry.integer("byteStride") if "byteStride" in entry else None
        return View(self.range_of(entry), stride, entry)

    def _decoded(self, entry: Entry) -> View | None:
        """A meshopt-compressed view, or None when it is not compressed, or when only its fallback can be read."""
        packed = entry.extension(*compression.MESHOPT)
        if packed is None:
            return None
        if not compression.have_meshopt() and self._has_content(entry.integer("buffer")):
            self._document.note("ignored", f"{compression.MESHOPT[0]}: the uncompressed copy is read instead")
            return None
        data = compression.decode_meshopt(packed, self.range_of(packed))
        return View(data, packed.integer("byteStride"), entry)

    def _has_content(self, index: int) -> bool:
        """Whether the buffer is more than the placeholder that meshopt files carry for other readers."""
        entries = self._document.all("buffers")
        plain = index == 0 and self._document.binary is not None
        return index < len(entries) and (plain or "uri" in entries[index])
