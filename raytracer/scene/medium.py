"""Participating media."""

from __future__ import annotations

from pydantic import Field

from raytracer.scene.model import Color, Model, quantity


class Medium(Model):
    """A shader of ``shaders/media``; today ``homogeneous``: coefficients in 1/m, Henyey-Greenstein phase function."""

    shader: str = "homogeneous"
    absorption: Color = quantity((0.0, 0.0, 0.0), "Absorption coefficient", unit="1/m")
    scattering: Color = quantity((0.0, 0.0, 0.0), "Scattering coefficient", unit="1/m")
    anisotropy: float = Field(
        0.0, gt=-1.0, lt=1.0, description="Mean cosine g of the Henyey-Greenstein phase function; 0 is isotropic"
    )
