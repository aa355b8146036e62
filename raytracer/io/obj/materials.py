"""What the statements of a material library mean for a path tracer.

MTL describes a Phong shader of 1995 [1] with later additions for physically based ones [2]; exporters use it loosely.
The rules, first that fits:

- ``Pr``, ``Pm`` or their maps: ``metallic_roughness`` with ``Kd`` as base colour.
- ``illum`` 6 or 7 with ``Ni`` above 1: ``dielectric`` of index ``Ni``, filtered by ``Tf``.
- ``Kd`` black without a map and ``Ks`` not: ``rough_conductor`` (a mirror, tinted by ``Ks``).
- ``Ks`` not black and ``Ns`` at least 1: ``plastic`` of index ``Ni`` (1.5 where it is not one of plastic).
- else ``diffuse``.

The width of highlights is alpha = sqrt(2 / (Ns + 2)) (Walter et al. 2007, sec. 5). ``d`` is opacity, ``Tr`` its
opposite, and ``d`` wins. ``Tr 1`` alone would hide the surface; MeshLab writes it for opaque ones, so it means opaque.
``Ke`` shines from both sides, since surfaces here have no inside. Colours are linear numbers; pictures of colours are
sRGB.

[1] paulbourke.net/dataformats/mtl; [2] Houston, "Extending Wavefront MTL for Physically-Based Rendering", Exocortex
blog.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Literal

import numpy as np

from raytracer.errors import InputError
from raytracer.io.images import Encoding, read_image
from raytracer.io.obj.mtl import Entry, TextureStatement
from raytracer.io.report import LoadContext
from raytracer.scene import Image, Input, Material, Texture
from raytracer.scene.texture import Wrap

Color = tuple[float, float, float]
Channel = Literal["rgb", "r", "g", "b", "a"]

_WHITE, _BLACK = (1.0, 1.0, 1.0), (0.0, 0.0, 0.0)
_REFRACTING = (6, 7)
_CHANNELS: dict[str, Channel] = {"r": "r", "g": "g", "b": "b", "m": "a", "l": "r", "z": "r"}
_USED = {"kd", "ks", "ke", "ns", "ni", "d", "tr", "tf", "kt", "illum", "pr", "pm", "ka", "sharpness", "km"}
_USED_MAPS = {"map_kd", "map_ke", "map_d", "map_pr", "map_pm", "map_bump", "bump", "norm", "map_kn"}
_OF_AMBIENT = {"map_ka"}
"""Ambient light is what a path tracer computes: its picture is not missed."""


class MaterialBuilder:
    """Builds the materials of one library; pictures are read once."""

    def __init__(self, library: Path, obj_folder: Path, context: LoadContext) -> None:
        self._library = library
        self._folders = (library.parent, obj_folder)
        self._context = context
        self._images: dict[tuple[Path, str], Image] = {}

    def build(self, entry: Entry) -> Material:
        """The material of one entry; what cannot be taken over is noted."""
        where = f"{self._library}, material {entry.name!r}"
        for keyword in sorted((entry.values.keys() - _USED) | (entry.textures.keys() - _USED_MAPS - _OF_AMBIENT)):
            self._context.report.note("ignored", f"{keyword} is not used", where)
        surface, parameters = self._surface(entry, where)
        normal_map, normal_scale = self._normal_map(entry, where)
        opacity = self._opacity(entry, where) if surface != "dielectric" else Input(value=1.0)
        return Material(
            name=entry.name,
            surface=surface,
            parameters=parameters,
            emission=self._emission(entry, where),
            emission_sides="both",
            alpha_mode="opaque" if opacity == Input(value=1.0) else "blend",
            opacity=opacity,
            normal_map=normal_map,
            normal_scale=normal_scale,
        )

    def _surface(self, entry: Entry, where: str) -> tuple[str, dict[str, Input]]:
        diffuse = self._diffuse(entry, where)
        specular = self._color(entry, "ks", _BLACK, where)
        ior, shininess = self._number(entry, "ni", 1.5, where), self._number(entry, "ns", 0.0, where)
        alpha = Input(value=math.sqrt(2.0 / (max(shininess, 0.0) + 2.0)))
        if any(key in entry.values or f"map_{key}" in entry.textures for key in ("pr", "pm")):
            metallic = self._scalar(entry, "pm", 0.0, where)
            roughness = self._scalar(entry, "pr", 0.5, where)
            return "metallic_roughness", {"base_color": diffuse, "metallic": metallic, "roughness": roughness}
        if self._number(entry, "illum", 2.0, where) in _REFRACTING and ior > 1.001:
            filtered = self._color(entry, "tf", _WHITE, where)
            return "dielectric", {"ior": Input(value=min(ior, 4.0)), "transmittance": Input(value=filtered)}
        if max(diffuse.value if isinstance(diffuse.value, tuple) else _BLACK) == 0.0 and max(specular) > 0.0:
            mirror = {"eta": Input(value=_BLACK), "k": Input(value=_WHITE)}
            return "rough_conductor", {**mirror, "reflectance": Input(value=specular), "alpha": alpha}
        if max(specular) > 0.0 and shininess >= 1.0:
            index = Input(value=ior if 1.05 < ior < 2.5 else 1.5)
            return "plastic", {"reflectance": diffuse, "ior": index, "alpha": alpha}
        return "diffuse", {"reflectance": diffuse}

    def _diffuse(self, entry: Entry, where: str) -> Input:
        texture = self._texture(entry, "map_kd", "srgb", where)
        color = self._color(entry, "kd", _WHITE if texture else (0.8, 0.8, 0.8), where)
        if texture is not None and max(color) == 0.0:
            color = _WHITE  # many exporters leave Kd black beside a map
        return Input(value=color, texture=texture)

    def _emission(self, entry: Entry, where: str) -> Input:
        texture = self._texture(entry, "map_ke", "srgb", where)
        color = self._color(entry, "ke", _WHITE if texture else _BLACK, where, limit=1e9)
        return Input(value=color, texture=texture if max(color) > 0.0 else None)

    def _opacity(self, entry: Entry, where: str) -> Input:
        opacity = 1.0
        if "d" in entry.values:
            words = [word for word in entry.values["d"] if word != "-halo"]
            opacity = self._number_of(words, "d", 1.0, where)
        elif "tr" in entry.values:
            opacity = 1.0 - self._number(entry, "tr", 0.0, where)
            if opacity <= 0.0:
                self._context.report.note("repaired", "Tr 1 would hide the surface: it is taken as opaque", where)
                opacity = 1.0
        texture = self._texture(entry, "map_d", "linear", where)
        if texture is not None and texture.image is not None and texture.channel == "rgb":
            texture = texture.model_copy(update={"channel": _mask_channel(texture.image)})
        return Input(value=min(max(opacity, 0.0), 1.0), texture=texture)

    def _normal_map(self, entry: Entry, where: str) -> tuple[Texture | None, float]:
        """``norm``, or a ``bump`` picture that is a normal map by its colours, as Blender writes it."""
        for keyword in ("norm", "map_kn", "map_bump", "bump"):
            texture = self._texture(entry, keyword, "linear", where)
            if texture is None or texture.image is None:
                continue
            if keyword in ("map_bump", "bump") and not _looks_like_normals(texture.image):
                self._context.report.note("unsupported", f"{keyword}: bump maps of heights are left out", where)
                continue
            strength = entry.textures[keyword].options.get("bm", ["1"])
            return texture, self._number_of(strength, "-bm", 1.0, where)
        return None, 1.0

    def _scalar(self, entry: Entry, key: str, default: float, where: str) -> Input:
        """A number from 0 to 1 with the picture that multiplies it."""
        texture = self._texture(entry, f"map_{key}", "linear", where)
        value = self._number(entry, key, 1.0 if texture else default, where)
        if texture is not None and texture.channel == "rgb":
            texture = texture.model_copy(update={"channel": "r"})
        return Input(value=min(max(value, 0.0), 1.0), texture=texture)

    def _color(self, entry: Entry, key: str, default: Color, where: str, *, limit: float = 1.0) -> Color:
        """One or three numbers from 0 to ``limit``."""
        words = entry.values.get(key, [])
        if not words:
            return default
        numbers = [_float(word) for word in words[:3]]
        if len(numbers) == 1:
            numbers *= 3
        if len(numbers) != 3 or any(math.isnan(n) for n in numbers):
            self._context.report.note("unsupported", f"{key} {' '.join(words)[:60]} is not three numbers", where)
            return default
        kept = tuple(min(max(n, 0.0), limit) for n in numbers)
        if kept != tuple(numbers):
            self._context.report.note("repaired", f"{key} {' '.join(words)[:60]} is limited to 0..{limit:g}", where)
        return kept[0], kept[1], kept[2]

    def _number(self, entry: Entry, key: str, default: float, where: str) -> float:
        return self._number_of(entry.values.get(key, []), key, default, where)

    def _number_of(self, words: list[str], key: str, default: float, where: str) -> float:
        if not words:
            return default
        number = _float(words[0])
        if not math.isfinite(number):
            self._context.report.note("unsupported", f"{key} {' '.join(words)[:60]} is not a number", where)
            return default
        return number

    def _texture(self, entry: Entry, keyword: str, encoding: Encoding, where: str) -> Texture | None:
        statement = entry.textures.get(keyword)
        if statement is None or (image := self._image(statement, encoding, f"{where}, {keyword}")) is None:
            return None
        for option in sorted(statement.options.keys() - {"o", "s", "clamp", "imfchan", "bm", "blendu", "blendv", "cc"}):
            text = f"option -{option} {' '.join(statement.options[option])} is not used"
            self._context.report.note("ignored", text, f"{where}, {keyword}")
        offset = statement.numbers("o", (0.0, 0.0, 0.0))
        scale = statement.numbers("s", (1.0, 1.0, 1.0))
        wrap: Wrap = "clamp" if statement.word("clamp", "off") == "on" else "repeat"
        return Texture(
            image=image,
            channel=_CHANNELS.get(statement.word("imfchan", ""), "rgb") if encoding == "linear" else "rgb",
            wrap_u=wrap,
            wrap_v=wrap,
            # In OBJ v' = s v + o with v up; here v points down.
            offset=(offset[0], 1.0 - scale[1] - offset[1]),
            scale=(scale[0], scale[1]),
        )

    def _image(self, statement: TextureStatement, encoding: Encoding, where: str) -> Image | None:
        """The picture: where its name says, beside the library or the OBJ, or its bare name there. Noted if missing."""
        bare = statement.name.replace("\\", "/").rpartition("/")[2]
        failure: InputError | None = None
        for name, folder in (
            (name, folder) for name in dict.fromkeys((statement.name, bare)) for folder in self._folders
        ):
            try:
                path = self._context.resolve(name, base=folder, asked_by=where)
                key = (path, encoding)
                if key not in self._images:
                    self._images[key] = read_image(path, encoding=encoding, report=self._context.report)
                return self._images[key]
            except InputError as error:
                failure = failure or error
        if failure is not None:
            text = f"texture {statement.name!r} is left out: {failure.message}"
            self._context.report.note("missing", text, failure.where)
        return None


def _float(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        return math.nan


def _mask_channel(image: Image) -> Channel:
    """Alpha if the picture has one that says something, else red."""
    return "a" if image.channels == 4 and bool((image.pixels[:, :, 3] != image.pixels[0, 0, 3]).any()) else "r"


def _looks_like_normals(image: Image) -> bool:
    """Whether the mean colour is near (0.5, 0.5, 1)."""
    if image.channels < 3:
        return False
    mean = image.pixels[:, :, :3].mean(axis=(0, 1)) / (255.0 if image.pixels.dtype == np.uint8 else 1.0)
    return bool(abs(mean[0] - 0.5) < 0.12 and abs(mean[1] - 0.5) < 0.12 and mean[2] > 0.75)
