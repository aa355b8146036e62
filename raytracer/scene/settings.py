"""Render settings change the estimate; view settings change only the picture of it."""

from __future__ import annotations

from typing import Literal

from raytracer.scene.model import Finite, Model, quantity


class RenderSettings(Model):
    """How the light is estimated. Any change clears the film."""

    width: int = quantity(960, "Width of the picture", unit="pixel", ge=1, le=65536)
    height: int = quantity(540, "Height of the picture", unit="pixel", ge=1, le=65536)
    spp: int = quantity(256, "Samples per pixel to stop at", ge=1, le=2**31 - 1)
    max_depth: int = quantity(
        12,
        "Longest path: 1 shows only what emits, 2 adds direct light, each further one another bounce",
        ge=1,
        le=65535,
    )
    roulette_depth: int = quantity(5, "Paths longer than this may end by Russian roulette", ge=1, le=65535)
    seed: int = quantity(0, "Same seed, same picture", ge=0, le=2**32 - 1)
    filter: Literal["box", "tent", "gaussian", "blackman-harris"] = quantity(
        "blackman-harris", "Pixel reconstruction filter"
    )
    filter_width: float = quantity(
        3.0, "Full width of the filter (box: 1 is the pixel itself)", unit="pixel", gt=0.0, le=16.0
    )
    clamp: float = quantity(0.0, "Limit on one sample's radiance against fireflies; 0 is off, and unbiased", ge=0.0)


class ViewSettings(Model):
    """How linear radiance becomes a picture. Never touches the film."""

    view: str = quantity("agx", "Name of the file in shaders/views")
    exposure_ev: Finite = quantity(0.0, "Exposure compensation", unit="EV")
