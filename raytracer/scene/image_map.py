"""Visits every image in a scene or a part of one: textures of materials, and the sky."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from raytracer.scene.image import Image
from raytracer.scene.model import Model
from raytracer.scene.scene import Scene

T = TypeVar("T")


def map_images(value: T, change: Callable[[Image], Image]) -> T:
    """The value with each image replaced by what ``change`` makes of it; what has no image is the same object."""
    mapped: T = _mapped(value, change)
    return mapped


def images_of(value: Any) -> list[Image]:
    """Every image once, in a fixed order: of two loads of one file the same."""
    found: dict[int, Image] = {}

    def note(image: Image) -> Image:
        found.setdefault(id(image), image)
        return image

    _mapped(value, note)
    return list(found.values())


def _mapped(value: Any, change: Callable[[Image], Image]) -> Any:
    if isinstance(value, Image):
        return change(value)
    if isinstance(value, Scene):
        materials = [_mapped(material, change) for material in value.materials]
        return replace(value, materials=materials, environment=_mapped(value.environment, change))
    if isinstance(value, Model):
        update = {}
        for name in type(value).model_fields:
            old = getattr(value, name)
            if isinstance(old, (Image, Model, dict)) and (new := _mapped(old, change)) is not old:
                update[name] = new
        return value.model_copy(update=update) if update else value
    if isinstance(value, dict):
        new_dict = {key: _mapped(item, change) for key, item in value.items()}
        return new_dict if any(new_dict[key] is not value[key] for key in value) else value
    return value
