"""Replaces one value deep inside a scene, and checks that the result is one that a file could have described."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from pydantic import ValidationError

from raytracer.errors import InputError
from raytracer.scene import shader_catalog
from raytracer.scene.camera import Camera
from raytracer.scene.environment import Environment
from raytracer.scene.light import DirectionalLight, PointLight, SpotLight
from raytracer.scene.material import Material
from raytracer.scene.medium import Medium
from raytracer.scene.mesh import Instance, Mesh, Sphere
from raytracer.scene.model import Model
from raytracer.scene.scene import Scene
from raytracer.scene.settings import RenderSettings, ViewSettings

LISTS: dict[str, tuple[type, ...]] = {
    "instances": (Instance,),
    "lights": (PointLight, SpotLight, DirectionalLight),
    "materials": (Material,),
    "cameras": (Camera,),
    "shapes": (Mesh, Sphere),
}
"""Lists of the scene, and what they may hold."""
_SINGLE: dict[str, tuple[type, ...]] = {
    "environment": (Environment, type(None)),
    "medium": (Medium, type(None)),
    "settings": (RenderSettings,),
    "view": (ViewSettings,),
    "name": (str,),
    "description": (str,),
    "active_camera": (int,),
}
_INSTANCE: dict[str, type] = {"shape": int, "material": int, "name": str, "visible": bool}

Path = tuple[str | int, ...]


def dotted(path: Path) -> str:
    """``materials[2].surface`` for ``("materials", 2, "surface")``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def changed(value: Any, path: Path, new: Any, done: Path = ()) -> Any:
    """A copy of ``value`` with ``new`` where ``path`` leads; what is not on the way is shared, not copied."""
    if not path:
        return new
    head, here = path[0], (*done, path[0])
    if isinstance(value, list):
        if not isinstance(head, int) or not 0 <= head < len(value):
            raise InputError(f"{dotted(here)}: there {'is' if len(value) == 1 else 'are'} only {len(value)}")
        copy = list(value)
        copy[head] = changed(value[head], path[1:], new, here)
        return copy
    if isinstance(value, dict):
        if len(path) > 1 and head not in value:
            raise InputError(f"{dotted(here)}: has its default so far", remedy="set it as a whole")
        return {**value, head: changed(value.get(head), path[1:], new, here)}
    names = type(value).model_fields if isinstance(value, Model) else getattr(value, "__dataclass_fields__", ())
    if head not in names:
        raise InputError(f"{dotted(here)}: there is no such value")
    inner = changed(getattr(value, str(head)), path[1:], new, here)
    return _rebuilt(value, str(head), inner, here)


def _rebuilt(value: Any, name: str, inner: Any, path: Path) -> Any:
    """The model or dataclass with one field replaced, validated."""
    if isinstance(value, Model):
        fields = {key: getattr(value, key) for key in type(value).model_fields}
        try:
            return type(value).model_validate({**fields, name: inner})
        except ValidationError as error:
            first = error.errors()[0]
            text = first["msg"].removeprefix("Value error, ").replace("Input should be", "must be")
            raise InputError(f"{dotted(path)}: {text}") from error
    if isinstance(value, Instance):
        inner = _matrix(inner, path) if name == "world_from_object" else _plain(inner, _INSTANCE[name], path)
    fields = {name: inner}
    return replace(value, **fields)


def _plain(value: Any, kind: type, path: Path) -> Any:
    if type(value) is not kind:
        raise InputError(f"{dotted(path)}: must be of type {kind.__name__}, not {type(value).__name__}")
    return value


def _matrix(value: Any, path: Path) -> np.ndarray:
    try:
        matrix = np.array(value, np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{dotted(path)}: must be four rows of four numbers") from error
    if matrix.shape != (4, 4) or not (np.abs(matrix) < 1e30).all():
        raise InputError(f"{dotted(path)}: must be four rows of four finite numbers")
    if not np.allclose(matrix[3], (0.0, 0.0, 0.0, 1.0)):
        raise InputError(f"{dotted(path)}: the last row must be 0 0 0 1")
    if not np.abs(np.linalg.det(matrix[:3, :3])) > 1e-30:
        raise InputError(f"{dotted(path)}: the transform flattens the shape")
    return matrix


# ---------------------------------------------------------------- what must hold after a change


def check_item(scene: Scene, path: Path) -> None:
    """Checks the list item, or the part of the scene, that was just changed. ``InputError`` with its key path."""
    root = str(path[0])
    item = getattr(scene, root)
    if root in LISTS:
        if len(path) < 2:
            raise InputError(f"{root}: cannot be replaced as a whole")
        item = item[path[1]]
    allowed = LISTS[root] if root in LISTS else _SINGLE[root]
    if type(item) not in allowed:
        raise InputError(f"{dotted(path)}: cannot be a {type(item).__name__}")
    if isinstance(item, Instance):
        _check_instance(scene, item, path)
    elif isinstance(item, Material):
        _check_material(item, path)
    elif isinstance(item, (SpotLight, DirectionalLight)):
        _check_light(item, path)
    elif isinstance(item, Environment):
        _check_environment(item, path)
    elif isinstance(item, Medium):
        shader_catalog.get("media", item.shader)
    elif isinstance(item, ViewSettings):
        shader_catalog.get("views", item.view)
    elif root == "active_camera" and not 0 <= item < len(scene.cameras):
        raise InputError(f"active_camera: there are {len(scene.cameras)} cameras")


def _check_instance(scene: Scene, instance: Instance, path: Path) -> None:
    for name, items in (("shape", scene.shapes), ("material", scene.materials)):
        if not 0 <= getattr(instance, name) < len(items):
            raise InputError(f"{dotted(path)}.{name}: there are {len(items)} {name}s")


def _check_material(material: Material, path: Path) -> None:
    shader = shader_catalog.get("surfaces", material.surface)
    for name, given in material.parameters.items():
        if name not in shader.parameters:
            known = ", ".join(shader.parameters) or "none"
            raise InputError(f"{dotted(path)}: {shader.name} has no parameter {name!r}", remedy=f"it has {known}")
        _check_bounds(given.value, shader.parameters[name], (*path, "parameters", name))
    if material.interior is not None:
        shader_catalog.get("media", material.interior.shader)


def _check_environment(environment: Environment, path: Path) -> None:
    shader = shader_catalog.get("skies", environment.sky)
    for name, given in environment.parameters.items():
        if name not in shader.parameters:
            known = ", ".join(shader.parameters) or "none"
            raise InputError(f"{dotted(path)}: {shader.name} has no parameter {name!r}", remedy=f"it has {known}")
        _check_bounds(given, shader.parameters[name], (*path, "parameters", name))
    if environment.sky == "image" and environment.image is None:
        raise InputError(f"{dotted(path)}.image: is required for this sky", remedy="choose a picture first")


def _check_bounds(value: Any, parameter: shader_catalog.Parameter, path: Path) -> None:
    values = np.atleast_1d(np.asarray(value, np.float64))
    if values.size not in (1, 3) or not (np.abs(values) < 1e30).all():
        raise InputError(f"{dotted(path)}: must be a finite number or colour")
    if parameter.kind == "float" and values.size != 1:
        raise InputError(f"{dotted(path)}: must be a number")
    if parameter.minimum is not None and values.min() < parameter.minimum:
        raise InputError(f"{dotted(path)}: must be at least {parameter.minimum:g}")
    if parameter.maximum is not None and values.max() > parameter.maximum:
        raise InputError(f"{dotted(path)}: must be at most {parameter.maximum:g}")


def _check_light(light: SpotLight | DirectionalLight, path: Path) -> None:
    if not any(light.direction):
        raise InputError(f"{dotted(path)}.direction: must not be zero")
    if isinstance(light, SpotLight) and light.inner_angle_deg > light.outer_angle_deg:
        raise InputError(f"{dotted(path)}.inner_angle_deg: must not be larger than outer_angle_deg")
