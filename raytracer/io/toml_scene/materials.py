"""Materials, textures and media of a scene file, checked against the shader catalogue."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np

from raytracer.errors import InputError
from raytracer.io.images import read_image
from raytracer.io.report import LoadContext
from raytracer.io.toml_scene.scan import KeyPath
from raytracer.io.toml_scene.source import Source, dotted, is_number, shown
from raytracer.scene import Image, Input, Material, Medium, Texture
from raytracer.scene import shader_catalog as shaders
from raytracer.scene.model import Finite, Model, quantity
from raytracer.scene.texture import Wrap

EMISSION = shaders.Parameter("emission", "color", (0.0, 0.0, 0.0), minimum=0.0, unit="W/(m2 sr)")
OPACITY = shaders.Parameter("opacity", "float", 1.0, minimum=0.0, maximum=1.0)

INPUT_KEYS = ("value", "texture")
MATERIAL_KEYS = tuple(key for key in Material.model_fields if key not in ("name", "parameters"))
_SINGULAR = {"surfaces": "surface", "media": "medium", "textures": "texture", "skies": "sky", "views": "view"}
_SPECIAL = ("emission", "opacity", "normal_map", "interior")


class TextureTable(Model):
    """A texture as written; further keys are parameters of its shader."""

    shader: str = quantity("image", "Name of a file in shaders/textures")
    image: str | None = quantity(None, "Path of a picture from the scene file, with forward slashes")
    encoding: Literal["srgb", "linear"] | None = quantity(None, "Of an 8-bit picture; colours srgb, numbers linear")
    channel: Literal["rgb", "r", "g", "b", "a"] | None = quantity(None, "What is taken; colours rgb, numbers r")
    uv_set: Literal[0, 1] = quantity(0, "Which set of texture coordinates")
    wrap_u: Wrap = "repeat"
    wrap_v: Wrap = "repeat"
    filter: Literal["linear", "nearest"] = "linear"
    uv_offset: tuple[Finite, Finite] = quantity((0.0, 0.0), "Added to the texture coordinates last")
    uv_rotation_deg: Finite = quantity(0.0, "Counter-clockwise about the uv origin", unit="degree")
    uv_scale: tuple[Finite, Finite] = quantity((1.0, 1.0), "Repeats of the picture along u and v")


@dataclass
class MaterialReader:
    """Reads the tables of one file. A picture that is used twice is read once."""

    source: Source
    context: LoadContext
    pictures: list[Image] = field(default_factory=list)
    """Those of the base, which are named by their numbers."""
    _images: dict[tuple[Path, str], Image] = field(default_factory=dict)

    def material(self, name: str, data: dict[str, Any], path: KeyPath) -> Material:
        """One ``[materials.NAME]``."""
        plain = {k: v for k, v in data.items() if k in MATERIAL_KEYS and k not in _SPECIAL}
        material = self.source.check(Material, {**plain, "name": name}, path)
        shader = self.shader("surfaces", material.surface, (*path, "surface"))
        update: dict[str, Any] = {"parameters": {}}
        for key, value in data.items():
            if key in shader.parameters:
                update["parameters"][key] = self.input(value, shader.parameters[key], (*path, key))
            elif key not in MATERIAL_KEYS:
                raise self.source.unknown_key((*path, key), {*shader.parameters, *MATERIAL_KEYS})
        for parameter in (EMISSION, OPACITY):
            if parameter.name in data:
                update[parameter.name] = self.input(data[parameter.name], parameter, (*path, parameter.name))
        if "opacity" in data and "alpha_mode" not in data:
            update["alpha_mode"] = "blend"
        if "normal_map" in data:
            update["normal_map"] = self.texture(data["normal_map"], (*path, "normal_map"), "linear", "rgb")
        if "interior" in data:
            update["interior"] = self.medium(data["interior"], (*path, "interior"))
        return material.model_copy(update=update)

    def shader(self, kind: shaders.ShaderKind, name: str, path: KeyPath) -> shaders.Shader:
        """The shader of that name, or an error with the nearest one."""
        known = shaders.catalog(kind)
        if name not in known:
            raise self.source.unknown_name(path, _SINGULAR[kind], name, known)
        return known[name]

    def medium(self, value: Any, path: KeyPath) -> Medium:
        """A medium written in place, or the name of a ``[media.NAME]``."""
        if isinstance(value, str):
            media = self.source.table(self.source.data.get("media", {}), ("media",))
            if value not in media:
                raise self.source.unknown_name(path, "medium", value, media)
            value, path = media[value], ("media", value)
        medium = self.source.check(Medium, value, path)
        self.shader("media", medium.shader, (*path, "shader"))
        return medium

    def input(self, value: Any, parameter: shaders.Parameter, path: KeyPath) -> Input:
        """A parameter: a number, a colour, a texture, or ``{ value = ..., texture = ... }``."""
        texture = None
        if isinstance(value, dict):
            whole = value if any(key in value for key in INPUT_KEYS) else {"texture": value}
            for key in whole:
                if key not in INPUT_KEYS:
                    raise self.source.unknown_key((*path, key), INPUT_KEYS)
            if "texture" in whole:
                place = (*path, "texture") if whole is value else path
                is_color = parameter.kind == "color"
                texture = self.texture(
                    whole["texture"], place, "srgb" if is_color else "linear", "rgb" if is_color else "r"
                )
            path = (*path, "value") if "value" in whole else path
            value = whole.get("value", 1.0)
        return Input(value=self.number_or_color(value, parameter, path), texture=texture)

    def number_or_color(
        self, value: Any, parameter: shaders.Parameter, path: KeyPath
    ) -> float | tuple[float, float, float]:
        """A value within the bounds of the shader's parameter."""
        result: float | tuple[float, float, float]
        if parameter.kind == "color":
            result = self.source.color(value, path)
        elif is_number(value) and abs(value) < 1e30:
            result = float(value)
        else:
            raise self.source.error(path, f"must be a number, not {shown(value)}")
        low, high = float(np.min(result)), float(np.max(result))
        if parameter.minimum is not None and low < parameter.minimum:
            raise self.source.error(path, f"must be at least {parameter.minimum:g}, not {low:g}")
        if parameter.maximum is not None and high > parameter.maximum:
            raise self.source.error(path, f"must be at most {parameter.maximum:g}, not {high:g}")
        return result

    def plain_parameters(
        self, shader: shaders.Shader, data: dict[str, Any], known: set[str], path: KeyPath
    ) -> dict[str, Any]:
        """Parameters of a shader that takes no textures; ``known`` are the other keys of the table."""
        for key in data:
            if key not in shader.parameters:
                raise self.source.unknown_key((*path, key), {*shader.parameters, *known})
        return {k: self.number_or_color(v, shader.parameters[k], (*path, k)) for k, v in data.items()}

    def texture(
        self, value: Any, path: KeyPath, encoding: Literal["srgb", "linear"], channel: Literal["rgb", "r"]
    ) -> Texture:
        """A texture written in place, or the name of a ``[textures.NAME]``."""
        if isinstance(value, str):
            textures = self.source.table(self.source.data.get("textures", {}), ("textures",))
            if value not in textures:
                raise self.source.unknown_name(path, "texture", value, textures)
            value, path = textures[value], ("textures", value)
        table, parameters = self.texture_table(self.source.table(value, path), path)
        image = None
        if table.image is not None:
            image = self.image(table.image, (*path, "image"), table.encoding or encoding)
        return Texture(
            shader=table.shader,
            parameters=parameters,
            image=image,
            channel=table.channel or channel,
            uv_set=table.uv_set,
            wrap_u=table.wrap_u,
            wrap_v=table.wrap_v,
            filter=table.filter,
            offset=table.uv_offset,
            rotation=float(np.radians(table.uv_rotation_deg)),
            scale=table.uv_scale,
        )

    def texture_table(self, data: dict[str, Any], path: KeyPath) -> tuple[TextureTable, dict[str, Any]]:
        """The checked table of a texture and its shader's parameters; no picture is read."""
        known = set(TextureTable.model_fields)
        table = self.source.check(TextureTable, {k: v for k, v in data.items() if k in known}, path)
        shader = self.shader("textures", table.shader, (*path, "shader"))
        rest = {k: v for k, v in data.items() if k not in known}
        if table.shader == "image" and table.image is None:
            wrong = next((key for key in rest), None)
            if wrong is not None:
                raise self.source.unknown_key((*path, wrong), known)
            raise self.source.error(path, "a texture needs an image", 'image = "FILE", or shader = "checker"')
        return table, self.plain_parameters(shader, rest, known, path)

    def image(self, name: str, path: KeyPath, encoding: Literal["srgb", "linear"]) -> Image:
        """The picture; a magenta pixel and a note when it cannot be read and the context says to go on.

        ``#N`` is the N-th picture of the base.
        """
        number = name[1:].split(" ")[0]
        if name.startswith("#") and number.isdecimal():
            if int(number) >= len(self.pictures):
                raise self.source.error(path, f"there are {len(self.pictures)} pictures in the base")
            return self.pictures[int(number)]
        try:
            file = self.resolve(name, path)
            if (file, encoding) not in self._images:
                self._images[file, encoding] = read_image(file, encoding=encoding, report=self.context.report)
            return self._images[file, encoding]
        except InputError as error:
            if not self.context.keep_going:
                raise
            self.context.report.note("missing", error.message, error.where)
            return Image(name, np.array([[[255, 0, 255]]], np.uint8), encoding)

    def resolve(self, name: str, path: KeyPath) -> Path:
        """The file that a key names; errors carry the line of the key."""
        place = f"{self.source.where(path)}: {dotted(path)}"
        return self.context.resolve(name, base=self.source.path.parent, asked_by=place)
