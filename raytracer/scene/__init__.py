"""The data model: what the user made, validated, in numpy. Knows no file format, no Taichi and no Qt.

The classes are loaded when they are asked for first: help texts list layers and kinds of light, which are tables
without numpy, and would otherwise wait a second for pydantic.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from raytracer.scene.camera import Camera
    from raytracer.scene.environment import Environment
    from raytracer.scene.image import Image
    from raytracer.scene.light import DirectionalLight, Light, PointLight, SpotLight
    from raytracer.scene.material import Material, matte
    from raytracer.scene.medium import Medium
    from raytracer.scene.mesh import Instance, Mesh, Shape, Sphere
    from raytracer.scene.scene import Scene
    from raytracer.scene.settings import RenderSettings, ViewSettings
    from raytracer.scene.texture import Input, Texture

__all__ = [
    "Camera",
    "DirectionalLight",
    "Environment",
    "Image",
    "Input",
    "Instance",
    "Light",
    "Material",
    "Medium",
    "Mesh",
    "PointLight",
    "RenderSettings",
    "Scene",
    "Shape",
    "Sphere",
    "SpotLight",
    "Texture",
    "ViewSettings",
    "matte",
]

_MODULES = {
    "camera": ("Camera",),
    "environment": ("Environment",),
    "image": ("Image",),
    "light": ("DirectionalLight", "Light", "PointLight", "SpotLight"),
    "material": ("Material", "matte"),
    "medium": ("Medium",),
    "mesh": ("Instance", "Mesh", "Shape", "Sphere"),
    "scene": ("Scene",),
    "settings": ("RenderSettings", "ViewSettings"),
    "texture": ("Input", "Texture"),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            found: object = getattr(importlib.import_module(f"{__name__}.{module}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
