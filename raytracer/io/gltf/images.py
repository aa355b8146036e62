"""Images of a glTF file: embedded or beside it, decoded once for each encoding they are used with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from PIL import features

from raytracer.errors import InputError
from raytracer.io.gltf import uri
from raytracer.io.gltf.buffers import Buffers
from raytracer.io.gltf.document import Document, Entry
from raytracer.io.images import Encoding, decode_image, read_image
from raytracer.scene import Image

BASISU = "KHR_texture_basisu"
_FORMATS = {"EXT_texture_avif": "avif", "EXT_texture_webp": "webp"}


@cache
def can_decode(extension: str) -> bool:
    """Whether the picture format that the extension ``extension`` brings can be decoded here."""
    return extension in _FORMATS and bool(features.check(_FORMATS[extension]))


class Images:
    """Decodes images on demand."""

    def __init__(self, document: Document, buffers: Buffers) -> None:
        self._document = document
        self._buffers = buffers
        self._images: dict[tuple[int, Encoding], Image] = {}

    def of_texture(self, texture: Entry, encoding: Encoding) -> Image | None:
        """The picture of a texture, or None with a note when it has none that can be read."""
        index = self._source(texture)
        if index is None:
            self._document.note("missing", "the texture has no image that can be read and is left out", texture)
            return None
        return self.image(index, texture, encoding)

    def image(self, index: int, asked_by: Entry, encoding: Encoding) -> Image:
        """Image ``index``; one that is missing or damaged is a placeholder where the caller wants to keep going."""
        key = (index, encoding)
        if key not in self._images:
            entry = self._document.item("images", index, asked_by)
            self._document.context.progress("reading textures", None)
            try:
                self._images[key] = self._decode(entry, encoding)
            except InputError as error:
                if not self._document.context.keep_going:
                    raise
                self._document.note("missing", f"{error.message}; a placeholder is shown", entry)
                self._images[key] = placeholder(entry.name or f"image {index}")
        return self._images[key]

    def derived(self, index: int, asked_by: Entry, change: Callable[[np.ndarray], np.ndarray]) -> Image:
        """A linear picture computed from the stored numbers (0..255) of image ``index``."""
        image = self.image(index, asked_by, "linear")
        pixels = image.pixels if image.pixels.dtype == np.uint8 else image.pixels * 255.0
        return Image(f"{image.name} (derived)", np.clip(np.rint(change(pixels)), 0, 255).astype(np.uint8), "linear")

    def source(self, texture: Entry) -> int | None:
        """Number of the image that shows ``texture``, or None."""
        return self._source(texture)

    def _source(self, texture: Entry) -> int | None:
        for extension in _FORMATS:
            better = texture.extension(extension)
            if better is not None and "source" in better and can_decode(extension):
                return better.integer("source")
        if "source" not in texture:
            for extension in (BASISU, *_FORMATS):
                if texture.extension(extension) is not None:
                    self._document.note("unsupported", f"{extension}: textures in this format are left out")
        return texture.index("source")

    def _decode(self, entry: Entry, encoding: Encoding) -> Image:
        report = self._document.context.report
        view = entry.index("bufferView")
        if view is not None:
            data = self._buffers.view(view, entry).data.tobytes()
        else:
            address = entry.string("uri")
            if not uri.is_data(address):
                path = uri.find_file(address, self._document, entry)
                return read_image(path, encoding=encoding, name=entry.name or path.name, report=report)
            data = uri.decode_data(address, entry)
        try:
            image = decode_image(data, encoding=encoding, name=entry.where, report=report)
        except InputError as error:
            raise entry.error(error.message, remedy=error.remedy) from error
        return Image(entry.name or entry.where.rpartition(" ")[2], image.pixels, image.encoding)


def placeholder(name: str) -> Image:
    """A magenta and black checkerboard that nobody takes for the real texture."""
    pixels = np.zeros((2, 2, 3), np.uint8)
    pixels[[0, 1], [0, 1]] = (255, 0, 255)
    return Image(f"{name} (missing)", pixels, "srgb")
