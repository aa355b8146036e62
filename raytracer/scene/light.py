"""Lights without a surface. A surface that shines is a material with ``emission``."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from raytracer.scene.model import Color, Model, Vec3, quantity


class PointLight(Model):
    """Radiates ``intensity`` (W/sr per channel; a glTF candela is taken as the same number) to all sides."""

    kind: Literal["point"] = "point"
    name: str = "point light"
    position: Vec3 = quantity((0.0, 0.0, 0.0), "World space", unit="m")
    intensity: Color = quantity((1.0, 1.0, 1.0), "Radiant intensity", unit="W/sr")


class SpotLight(Model):
    """A point light with a cone about ``direction`` (the way the light travels). Angles are from the axis."""

    kind: Literal["spot"] = "spot"
    name: str = "spot light"
    position: Vec3 = quantity((0.0, 0.0, 0.0), "World space", unit="m")
    direction: Vec3 = quantity((0.0, 0.0, -1.0), "The way the light travels")
    intensity: Color = quantity((1.0, 1.0, 1.0), "Radiant intensity on the axis", unit="W/sr")
    inner_angle_deg: float = quantity(0.0, "Full intensity up to here", unit="degree", ge=0.0, le=180.0)
    outer_angle_deg: float = quantity(45.0, "Nothing beyond", unit="degree", gt=0.0, le=180.0)
    falloff: Literal["smooth", "linear"] = quantity(
        "smooth", "Between the angles: glTF's squared ramp in the cosine, or Mitsuba's linear ramp in the angle"
    )


class DirectionalLight(Model):
    """Parallel light from infinitely far; ``irradiance`` is on a surface that faces it (W/m2; glTF lux alike)."""

    kind: Literal["directional"] = "directional"
    name: str = "directional light"
    direction: Vec3 = quantity((0.0, -1.0, 0.0), "The way the light travels")
    irradiance: Color = quantity((1.0, 1.0, 1.0), "On a surface facing the light", unit="W/m2")


Light = Annotated[PointLight | SpotLight | DirectionalLight, Field(discriminator="kind")]
