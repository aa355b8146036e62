"""Materials as the user authors them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator

from raytracer.scene.medium import Medium
from raytracer.scene.model import Color, Model, quantity
from raytracer.scene.texture import Input, Texture


class Material(Model):
    """One shader of ``shaders/surfaces`` with its parameters, plus what every surface has.

    ``parameters`` maps names of the shader's own table (see ``raytracer.scene.shader_catalog``) to ``Input``;
    bare numbers and colours are accepted. Names are checked against the catalogue by ``Scene.check``.
    """

    name: str = "material"
    surface: str = quantity("diffuse", "Name of the file in shaders/surfaces")
    parameters: dict[str, Input] = Field(default_factory=dict)

    emission: Input = Field(
        default_factory=lambda: Input(value=(0.0, 0.0, 0.0)), description="Emitted radiance, W/(m2 sr)"
    )
    emission_sides: Literal["front", "both"] = quantity("front", "Which side of the surface emits")
    two_sided: bool = quantity(True, "Whether the back reflects like the front; if not, the back is black")

    alpha_mode: Literal["opaque", "mask", "blend"] = "opaque"
    opacity: Input = Field(
        default_factory=lambda: Input(value=1.0), description="Coverage; light passes straight through the rest"
    )
    alpha_cutoff: float = quantity(0.5, "Mask: covered where the opacity is at least this", ge=0.0)

    normal_map: Texture | None = quantity(None, "Tangent-space normal map, linear, +Y up (glTF)")
    normal_scale: float = quantity(1.0, "Strength of the normal map")
    vertex_colors: bool = quantity(True, "Multiply the shader's tint parameter by the mesh's vertex colours")

    interior: Medium | None = quantity(None, "What fills a closed body of this material")

    @field_validator("parameters", mode="before")
    @classmethod
    def _wrap_parameters(cls, value: Any) -> Any:
        if isinstance(value, dict):
            return {k: _as_input(v) for k, v in value.items()}
        return value

    @field_validator("emission", "opacity", mode="before")
    @classmethod
    def _wrap(cls, value: Any) -> Any:
        return _as_input(value)

    @property
    def emits(self) -> bool:
        """Whether the surface gives off light anywhere (a texture may still be black)."""
        value = self.emission.value
        return max(value) > 0.0 if isinstance(value, tuple) else value > 0.0


def _as_input(value: Any) -> Any:
    return {"value": value} if isinstance(value, (int, float, list, tuple)) else value


def matte(name: str, reflectance: Color) -> Material:
    """A diffuse material, the most common one."""
    return Material(name=name, surface="diffuse", parameters={"reflectance": Input(value=reflectance)})
