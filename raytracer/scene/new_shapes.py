"""Shapes that the app can add: each is its table of a scene file without measures, so that a name stands for it.

How large one is, is a matter of its instance's transform.
"""

from __future__ import annotations

from collections.abc import Callable

from raytracer.errors import InputError
from raytracer.scene import primitives
from raytracer.scene.mesh import Shape, Sphere

NEW_SHAPES: dict[str, Callable[[], Shape]] = {
    "sphere": Sphere,
    "box": primitives.box,
    "quad": primitives.quad,
    "disk": primitives.disk,
    "cylinder": primitives.cylinder,
    "cone": primitives.cone,
    "torus": primitives.torus,
}
FLAT = ("quad", "disk")
"""Those that lie in the XZ plane and face +Y."""


def new_shape(name: str) -> Shape:
    """A shape that knows its name. ``InputError`` for an unknown one."""
    if name not in NEW_SHAPES:
        raise InputError(f"there is no shape {name!r} to add", remedy=f"one of {', '.join(NEW_SHAPES)}")
    shape = NEW_SHAPES[name]()
    shape.primitive = name
    return shape
