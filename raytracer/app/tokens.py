"""The design's constants: colours of both themes, spacing and type scale. Everything visible takes its values here.

CPU and GPU keep one colour each everywhere (Okabe and Ito's orange and sky blue, told apart with every common colour
vision deficiency); the light theme darkens both until text in them reaches a contrast of 4.5:1.
"""

from __future__ import annotations

from dataclasses import dataclass

from raytracer.scene.color import luminance

# Logical pixels: a scale of four.
GAP_S, GAP_M, GAP_L, GAP_XL = 4, 8, 12, 16
RADIUS = 6
CONTROL_HEIGHT = 28
PANEL_WIDTH = 344

# Type scale, logical pixels.
TEXT_SMALL, TEXT_BODY, TEXT_TITLE, TEXT_FIGURE, TEXT_HUGE = 11, 12, 13, 20, 46


@dataclass(frozen=True)
class Colours:
    """One theme."""

    dark: bool
    canvas: str
    """Around the picture: neutral, so that colours in it are judged rightly."""
    window: str
    panel: str
    raised: str
    hover: str
    pressed: str
    line: str
    text: str
    text_dim: str
    text_off: str
    accent: str
    on_accent: str
    cpu: str
    few: str
    """The CPU with fewer threads than it has, where it races against itself."""
    gpu: str
    error: str
    warning: str
    good: str


DARK = Colours(
    dark=True,
    canvas="#111214",
    window="#17181B",
    panel="#1F2125",
    raised="#2A2D32",
    hover="#34383E",
    pressed="#3E434A",
    line="#33363C",
    text="#ECEDEF",
    text_dim="#A4A9B2",
    text_off="#6F757E",
    accent="#8C9BFF",
    on_accent="#101114",
    cpu="#E69F00",
    few="#E08BB9",
    gpu="#56B4E9",
    error="#FF7B72",
    warning="#E8C547",
    good="#4CC38A",
)

LIGHT = Colours(
    dark=False,
    canvas="#D9DBDF",
    window="#ECEEF1",
    panel="#F8F9FA",
    raised="#FFFFFF",
    hover="#E6E9ED",
    pressed="#D8DCE2",
    line="#D0D4DA",
    text="#1B1D21",
    text_dim="#565C66",
    text_off="#979DA7",
    accent="#4656D6",
    on_accent="#FFFFFF",
    cpu="#9A5B00",
    few="#9B3F74",
    gpu="#00679E",
    error="#B3261E",
    warning="#8A6100",
    good="#18794E",
)


HIGH_CONTRAST = Colours(
    dark=True,
    canvas="#000000",
    window="#000000",
    panel="#141414",
    raised="#202020",
    hover="#333333",
    pressed="#454545",
    line="#9A9A9A",
    text="#FFFFFF",
    text_dim="#E4E4E4",
    text_off="#A8A8A8",
    accent="#FFE14D",
    on_accent="#000000",
    cpu="#FFB52E",
    gpu="#7CCBFF",
    few="#E0A4FF",
    error="#FF9C94",
    warning="#FFE14D",
    good="#6BE8A6",
)


def contrast(first: str, second: str) -> float:
    """WCAG 2 contrast ratio of two ``#RRGGBB`` colours, 1 to 21."""
    lighter, darker = sorted((luminance(_linear(first)), luminance(_linear(second))), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _linear(colour: str) -> list[float]:
    encoded = [int(colour[i : i + 2], 16) / 255.0 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in encoded]
