"""Texture references of materials: sampler, uv set and KHR_texture_transform, as ``Texture``."""

from __future__ import annotations

from typing import Literal

from raytracer.io.gltf.document import Document, Entry
from raytracer.io.gltf.images import Images
from raytracer.io.images import Encoding
from raytracer.scene import Image, Texture
from raytracer.scene.texture import Wrap

Channel = Literal["rgb", "r", "g", "b", "a"]

_WRAPS: dict[int, Wrap] = {33071: "clamp", 33648: "mirror", 10497: "repeat"}
_NEAREST = 9728


class TextureReader:
    """Makes textures for one material and remembers which uv sets it asked for.

    A mesh carries two uv sets: the first two that the material asks for (``uv_sets``), or 0 and 1.
    """

    def __init__(self, document: Document, images: Images, material: Entry) -> None:
        self._document = document
        self._images = images
        self.uv_sets = _uv_sets(material)
        if len(self.uv_sets) > 2:
            document.note("unsupported", f"only uv sets {self.uv_sets[0]} and {self.uv_sets[1]} are used", material)

    def read(self, info: Entry | None, encoding: Encoding, channel: Channel = "rgb") -> Texture | None:
        """The texture that ``info`` refers to; None without one."""
        if info is None:
            return None
        entry = self.texture(info)
        image = self._images.of_texture(entry, encoding)
        return None if image is None else self.place(image, info, channel)

    def texture(self, info: Entry) -> Entry:
        """The JSON of the texture that ``info`` refers to."""
        return self._document.item("textures", info.integer("index"), info)

    def place(self, image: Image, info: Entry, channel: Channel) -> Texture | None:
        """``image`` placed and sampled as ``info`` says; None where it has no such channel (alpha is then 1)."""
        if channel == "a" and image.channels != 4:
            return None
        if channel in ("g", "b") and image.channels < 3:
            channel = "r"  # a grey picture
        transform = info.extension("KHR_texture_transform") or Entry({}, info.where)
        number = _uv_set(info)
        sampler = self._sampler(self.texture(info))
        magnified = sampler.integer("magFilter", 0)
        return Texture(
            image=image,
            channel=channel,
            uv_set=1 if number in self.uv_sets[1:2] else 0,
            wrap_u=self._wrap(sampler, "wrapS"),
            wrap_v=self._wrap(sampler, "wrapT"),
            filter="nearest" if magnified == _NEAREST else "linear",
            offset=_pair(transform, "offset", 0.0),
            rotation=transform.number("rotation", 0.0),
            scale=_pair(transform, "scale", 1.0),
        )

    def _sampler(self, texture: Entry) -> Entry:
        index = texture.index("sampler")
        return Entry({}, texture.where) if index is None else self._document.item("samplers", index, texture)

    def _wrap(self, sampler: Entry, key: str) -> Wrap:
        code = sampler.integer(key, 10497)
        if code not in _WRAPS:
            self._document.note("repaired", f"unknown wrap mode {code} is taken as repeat", sampler)
        return _WRAPS.get(code, "repeat")


def _pair(entry: Entry, key: str, default: float) -> tuple[float, float]:
    u, v = entry.numbers(key, 2, (default, default))
    return u, v


def _uv_set(info: Entry) -> int:
    transform = info.extension("KHR_texture_transform")
    if transform is not None and "texCoord" in transform:
        return transform.integer("texCoord")
    return info.integer("texCoord", 0)


def _uv_sets(material: Entry) -> tuple[int, ...]:
    """Numbers of the uv sets that textures anywhere in the material refer to, in order; (0, 1) covers most."""
    used: set[int] = set()
    pending = [material]
    while pending:
        entry = pending.pop()
        for key, value in entry.data.items():
            if not isinstance(value, dict) or key == "extras":
                continue
            child = entry.require(key)
            if key.endswith("Texture") and "index" in child:
                used.add(_uv_set(child))
            else:
                pending.append(child)
    return (0, 1) if used <= {0, 1} else tuple(sorted(used))
