"""Values of the scene as TOML: what ``materials`` and ``placement`` read, written so that it reads the same again."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import tomlkit
from tomlkit.items import InlineTable

from raytracer.errors import OutputError
from raytracer.scene import Image, Input, Material, Medium, Texture
from raytracer.scene.model import Model
from raytracer.scene.transform import compose, decompose

PLACEMENT = ("translate", "rotate", "axis_angle", "aim_at", "scale", "matrix")


def plain(value: Any) -> Any:
    """Numbers, texts and switches; tuples as arrays."""
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return float(value) if isinstance(value, np.floating) else value


@dataclass
class Pictures:
    """How the file that is written names its pictures. Those that lie elsewhere are copied beside it."""

    file: Path
    numbered: Sequence[Image]
    warnings: list[str] = field(default_factory=list)

    def name(self, image: Image) -> str:
        """A path from the scene file, or ``#N``."""
        use, _, path = image.key.partition(":")
        if path and use in ("srgb", "linear", "sky"):
            return self.beside(Path(path))
        number = next((i for i, other in enumerate(self.numbered) if other is image), None)
        if number is not None:
            return f"#{number} {image.name}".strip()
        raise OutputError(f"the picture {image.name!r} has no file", where=str(self.file))

    def beside(self, path: Path) -> str:
        """The path of a file from the scene's folder; a copy's when it lies outside."""
        folder = self.file.parent.resolve()
        real = path.resolve()
        if not real.is_relative_to(folder):
            target = folder / f"{self.file.stem}_files" / real.name
            try:
                target.parent.mkdir(parents=True, exist_ok=True)
                if not (target.exists() and target.read_bytes() == real.read_bytes()):
                    shutil.copyfile(real, target)
            except OSError as error:
                raise OutputError(f"cannot copy {real}: {error.strerror or error}", where=str(self.file)) from error
            real = target
        return Path(os.path.relpath(real, folder)).as_posix()


def texture(value: Texture, pictures: Pictures, *, color: bool, normal: bool = False) -> InlineTable:
    """An inline table; what has its default is left out."""
    table = tomlkit.inline_table()
    if value.shader != "image":
        table["shader"] = value.shader
    encoding = "srgb" if color and not normal else "linear"
    if value.image is not None:
        table["image"] = pictures.name(value.image)
        wanted = value.image.key.partition(":")[0]
        if wanted in ("srgb", "linear") and wanted != encoding:
            table["encoding"] = wanted
    if value.channel != ("rgb" if color or normal else "r"):
        table["channel"] = value.channel
    default = Texture()
    for key in ("uv_set", "wrap_u", "wrap_v", "filter"):
        if getattr(value, key) != getattr(default, key):
            table[key] = getattr(value, key)
    if value.offset != default.offset:
        table["uv_offset"] = plain(value.offset)
    if value.rotation:
        table["uv_rotation_deg"] = float(np.degrees(value.rotation))
    if value.scale != default.scale:
        table["uv_scale"] = plain(value.scale)
    for key, parameter in value.parameters.items():
        table[key] = plain(parameter)
    return table


def input_value(value: Input, pictures: Pictures, *, color: bool) -> Any:
    """A number, a colour, a texture, or both together."""
    if value.texture is None:
        return plain(value.value)
    written = texture(value.texture, pictures, color=color)
    if value.value in (1.0, (1.0, 1.0, 1.0)):
        return written
    both = tomlkit.inline_table()
    both["value"], both["texture"] = plain(value.value), written
    return both


def medium(value: Medium) -> InlineTable:
    """An inline table."""
    table = tomlkit.inline_table()
    for key, item in differing(Medium(), value).items():
        table[key] = plain(item)
    return table


def material(before: Material, after: Material, parameters: dict[str, Any], pictures: Pictures) -> dict[str, Any]:
    """Keys of a material's table that differ, with their new values; None for a key that goes.

    ``parameters`` is the shader's table: one that has its default again is written, where ``before`` had another.
    """
    keys: dict[str, Any] = {}
    other = before.surface != after.surface
    if other:
        keys["surface"] = after.surface
    old = {} if other else before.parameters
    for name, parameter in parameters.items():
        color = parameter.kind == "color"
        if name in after.parameters and after.parameters[name] != old.get(name):
            keys[name] = input_value(after.parameters[name], pictures, color=color)
        elif name in old and name not in after.parameters:
            keys[name] = plain(parameter.default)
    if other:
        keys |= {name: None for name in before.parameters if name not in keys}
    for name, color in (("emission", True), ("opacity", False)):
        if getattr(before, name) != getattr(after, name):
            keys[name] = input_value(getattr(after, name), pictures, color=color)
    for name in ("emission_sides", "two_sided", "alpha_mode", "alpha_cutoff", "normal_scale", "vertex_colors"):
        if getattr(before, name) != getattr(after, name) or (name == "alpha_mode" and "opacity" in keys):
            keys[name] = getattr(after, name)
    if before.normal_map != after.normal_map:
        kept = after.normal_map
        keys["normal_map"] = None if kept is None else texture(kept, pictures, color=True, normal=True)
    if before.interior != after.interior:
        keys["interior"] = None if after.interior is None else medium(after.interior)
    return keys


def differing(before: Model, after: Model) -> dict[str, Any]:
    """Fields of ``after`` that are not as in ``before``."""
    names = type(after).model_fields
    return {name: getattr(after, name) for name in names if getattr(before, name, None) != getattr(after, name)}


def placement(matrix: np.ndarray) -> dict[str, Any]:
    """Transform keys that give exactly this matrix: translate, rotate and scale if they do, else the matrix itself."""
    parts = decompose(matrix)
    if parts is not None and np.array_equal(compose(*parts), matrix):
        offset, angles, factors = (tuple(float(v) for v in part) for part in parts)
        keys: dict[str, Any] = {}
        if any(offset):
            keys["translate"] = plain(offset)
        if any(angles):
            keys["rotate"] = plain(angles)
        if factors != (1.0, 1.0, 1.0):
            keys["scale"] = factors[0] if len(set(factors)) == 1 else plain(factors)
        return keys
    return {"matrix": [[float(v) for v in row] for row in matrix]}


__all__ = ["PLACEMENT", "Pictures", "differing", "input_value", "material", "medium", "placement", "plain", "texture"]
