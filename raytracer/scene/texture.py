"""Textures and the inputs of shaders that they feed."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import field_validator

from raytracer.scene.image import Image
from raytracer.scene.model import Color, Finite, Model, quantity

Wrap = Literal["repeat", "mirror", "clamp"]


class Texture(Model):
    """A shader of ``shaders/textures`` together with how it is placed on the surface.

    The uv that the shader sees is ``T * R * S * (u, v)`` as in KHR_texture_transform. v points **down** the image
    (glTF): (0, 0) is the upper left corner. Loaders of formats whose v points up flip it in the mesh.
    """

    shader: str = quantity("image", "Name of the file in shaders/textures")
    parameters: dict[str, Any] = quantity({}, "Parameters of that shader: numbers and colours")
    image: Image | None = quantity(None, "Pixels, for shaders that look one up")
    channel: Literal["rgb", "r", "g", "b", "a"] = quantity("rgb", "What a colour or number takes from the texture")
    uv_set: Literal[0, 1] = quantity(0, "Which set of texture coordinates")
    wrap_u: Wrap = "repeat"
    wrap_v: Wrap = "repeat"
    filter: Literal["linear", "nearest"] = "linear"
    offset: tuple[Finite, Finite] = (0.0, 0.0)
    rotation: Finite = quantity(0.0, "Counter-clockwise about the uv origin", unit="radian")
    scale: tuple[Finite, Finite] = (1.0, 1.0)


class Input(Model):
    """A parameter of a shader: ``value``, multiplied by ``texture`` where there is one."""

    value: float | Color
    texture: Texture | None = None

    @field_validator("value", mode="before")
    @classmethod
    def _as_float_or_color(cls, value: Any) -> Any:
        return tuple(value) if isinstance(value, list) else value
