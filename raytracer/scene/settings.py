"""Render settings change the estimate; view settings change only the picture of it."""

from __future__ import annotations

from typing import Literal

from pydantic import field_validator

from raytracer.scene.layers import COMBINED, LAYER_NAMES
from raytracer.scene.model import Finite, Model, quantity
from raytracer.scene.path_filter import ALL_COMPONENTS, ComponentName
from raytracer.scene.region import Region


class RenderSettings(Model):
    """How the light is estimated. Any change clears the film, except of what says where and when to stop."""

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
    noise: float = quantity(
        0.0,
        "Noise to stop at, place by place: estimated error of the brightness relative to the brightness, 0.05 is 5 %; "
        "0 is off, everything gets the same number of samples",
        ge=0.0,
        le=1.0,
    )
    seed: int = quantity(0, "Same seed, same picture", ge=0, le=2**32 - 1)
    filter: Literal["box", "tent", "gaussian", "blackman-harris"] = quantity(
        "blackman-harris", "Pixel reconstruction filter"
    )
    filter_width: float = quantity(
        3.0, "Full width of the filter (box: 1 is the pixel itself)", unit="pixel", gt=0.0, le=16.0
    )
    clamp: float = quantity(0.0, "Limit on one sample's radiance against fireflies; 0 is off, and unbiased", ge=0.0)
    bounce: int | None = quantity(
        None, "Show only light that bounced exactly so often, 0 is what shines itself; unset: all light", ge=0, le=65534
    )
    up_to_bounce: bool = quantity(False, "Show the light of up to that many bounces instead of exactly so many")
    components: tuple[ComponentName, ...] = quantity(
        ALL_COMPONENTS, f"Show only these kinds of light: {', '.join(ALL_COMPONENTS)}"
    )

    region: Region | None = quantity(
        None,
        "Part of the picture that is refined: left, top, right and bottom edge as fractions of width and height, "
        "0 to 1; unset: all of it",
    )

    @field_validator("components")
    @classmethod
    def _in_order(cls, names: tuple[ComponentName, ...]) -> tuple[ComponentName, ...]:
        if not names:
            raise ValueError(f"must name at least one of {', '.join(ALL_COMPONENTS)}")
        return tuple(name for name in ALL_COMPONENTS if name in names)

    @field_validator("region")
    @classmethod
    def _has_an_area(cls, region: Region | None) -> Region | None:
        if region is not None and not (0.0 <= region[0] < region[2] <= 1.0 and 0.0 <= region[1] < region[3] <= 1.0):
            raise ValueError("must be left < right and top < bottom, between 0 and 1")
        return region

    def same_estimate(self, other: RenderSettings) -> bool:
        """Whether the samples are the same ones, and at most their number and place differ: the film can go on."""
        return self == other.model_copy(update={"spp": self.spp, "noise": self.noise, "region": self.region})

    @property
    def depths(self) -> tuple[int, int]:
        """Smallest and largest depth of the paths that count, 1 is a light seen directly; the second is traced to."""
        if self.bounce is None:
            return 1, self.max_depth
        return (1 if self.up_to_bounce else self.bounce + 1), min(self.max_depth, self.bounce + 1)


class ViewSettings(Model):
    """How linear radiance becomes a picture. Never touches the film."""

    view: str = quantity("agx", "How scene brightness becomes display brightness: name of a file in shaders/views")
    exposure_ev: Finite = quantity(0.0, "Exposure compensation; one step doubles the brightness", unit="EV")
    temperature_k: float = quantity(
        6500.0, "Colour temperature of the light that is shown as white", unit="K", ge=1500.0, le=15000.0
    )
    tint: float = quantity(0.0, "Shift of that white: positive shows the picture more magenta", ge=-150.0, le=150.0)
    denoise: bool = quantity(False, "Show the light without noise, as Intel Open Image Denoise guesses it to be")
    layer: str = quantity(COMBINED, f"What the picture shows: {', '.join(LAYER_NAMES)}")

    @property
    def gain(self) -> float:
        """What the exposure multiplies radiance by."""
        return 2.0**self.exposure_ev

    @property
    def denoises(self) -> bool:
        """Whether the picture is to be denoised: only light is."""
        return self.denoise and self.layer == COMBINED

    @field_validator("layer")
    @classmethod
    def _known_layer(cls, name: str) -> str:
        if name not in LAYER_NAMES:
            raise ValueError(f"there is no layer {name!r}; known: {', '.join(LAYER_NAMES)}")
        return name
