"""Which light paths a picture is made of: the components, and what their names mean.

A path leads from the camera to a light over *bounces*, the vertices at which it went on in another direction. What lets
it pass straight through (alpha, thin panes, index 1, borders of media) is no bounce. A path of b bounces has depth
b + 1, the count of ``max_depth``. Every path belongs to exactly one component, so the pictures of all components, or
of all numbers of bounces, add up to the whole picture (unless ``clamp`` cuts samples, which is not linear).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ComponentName = Literal["emitted", "direct", "indirect", "refracted", "scattered"]


@dataclass(frozen=True)
class Component:
    """One share of the picture. ``meaning`` says which paths belong to it, in one line."""

    name: ComponentName
    title: str
    meaning: str


COMPONENTS: tuple[Component, ...] = (
    Component("emitted", "Emitted", "no bounce: lights and sky as the camera sees them"),
    Component("direct", "Direct", "one bounce, by reflection: from a light to a surface to the camera"),
    Component("indirect", "Indirect", "two bounces or more, all by reflection"),
    Component("refracted", "Refracted", "went through a surface with a bend at least once, but met no medium"),
    Component("scattered", "Scattered", "changed direction inside a medium at least once"),
)
"""In the order of the kernel's bits: component number i is bit 1 << i."""

ALL_COMPONENTS: tuple[ComponentName, ...] = tuple(component.name for component in COMPONENTS)


def component_bits(names: tuple[str, ...]) -> int:
    """The components as the kernel takes them."""
    return sum(1 << i for i, component in enumerate(COMPONENTS) if component.name in names)
