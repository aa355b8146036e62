"""Edits as JSON, for the journal that survives a crash. Pixels are left out: images are told by their keys."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
from pydantic import ValidationError

from raytracer.errors import InputError
from raytracer.scene.camera import Camera
from raytracer.scene.edits import Edit, Insert, Remove, Set
from raytracer.scene.environment import Environment
from raytracer.scene.image import Image
from raytracer.scene.light import DirectionalLight, PointLight, SpotLight
from raytracer.scene.material import Material
from raytracer.scene.medium import Medium
from raytracer.scene.mesh import Instance, Mesh, Sphere
from raytracer.scene.model import Model
from raytracer.scene.settings import RenderSettings, ViewSettings
from raytracer.scene.texture import Input, Texture

_MODELS: tuple[type[Model], ...] = (
    Camera,
    DirectionalLight,
    Environment,
    Input,
    Material,
    Medium,
    PointLight,
    RenderSettings,
    SpotLight,
    Texture,
    ViewSettings,
)
_BY_NAME = {model.__name__: model for model in _MODELS}
_KIND = "is"


def to_json(edits: Iterable[Edit]) -> str:
    """One line. ``TypeError`` for what cannot be written down: a mesh that has no name of its own."""
    rows = []
    for edit in edits:
        if isinstance(edit, Set):
            rows.append({"set": list(edit.path), "to": _plain(edit.value)})
        elif isinstance(edit, Insert):
            rows.append({"insert": edit.collection, "at": edit.index, "item": _plain(edit.item)})
        else:
            rows.append({"remove": edit.collection, "at": edit.index})
    return json.dumps(rows)


def from_json(text: str) -> tuple[Edit, ...]:
    """The edits again. ``InputError`` for a text that is damaged or of another version."""
    try:
        return tuple(_edit(row) for row in json.loads(text))
    except (KeyError, TypeError, ValueError, ValidationError) as error:
        raise InputError(f"the journal of edits cannot be read: {error}") from error


def _edit(row: dict[str, Any]) -> Edit:
    if "set" in row:
        return Set(tuple(row["set"]), _value(row["to"]))
    if "insert" in row:
        return Insert(row["insert"], row["at"], _value(row["item"]))
    return Remove(row["remove"], row["at"])


def _plain(value: Any) -> Any:
    if isinstance(value, Image):
        mean = value.pixels.mean(axis=(0, 1)).tolist()
        kind = str(value.pixels.dtype)
        return {
            _KIND: "Image",
            "name": value.name,
            "key": value.key,
            "of": kind,
            "encoding": value.encoding,
            "mean": mean,
        }
    if isinstance(value, Model):
        fields = {name: _plain(getattr(value, name)) for name in type(value).model_fields}
        return {_KIND: type(value).__name__, "fields": fields}
    if isinstance(value, Instance):
        fields = {name: _plain(getattr(value, name)) for name in ("shape", "material", "name", "visible")}
        return {_KIND: "Instance", "fields": fields, "matrix": value.world_from_object.tolist()}
    if isinstance(value, (Mesh, Sphere)) and value.primitive:
        return {_KIND: "NewShape", "name": value.primitive}
    if isinstance(value, Sphere):
        return {_KIND: "Sphere", "radius": value.radius, "name": value.name}
    if isinstance(value, dict):
        return {_KIND: "dict", "items": {str(key): _plain(item) for key, item in value.items()}}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"{type(value).__name__} cannot be written to the journal")


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_value(item) for item in value)
    if not isinstance(value, dict):
        return value
    kind = value[_KIND]
    if kind == "dict":
        return {key: _value(item) for key, item in value["items"].items()}
    if kind == "Image":
        pixels = np.array(value["mean"], value["of"]).reshape(1, 1, -1)
        return Image(value["name"], pixels, value["encoding"], value["key"])
    if kind == "Instance":
        return Instance(**value["fields"], world_from_object=np.array(value["matrix"]))
    if kind == "NewShape":
        from raytracer.scene.new_shapes import new_shape  # not at the start of the app

        return new_shape(value["name"])
    if kind == "Sphere":
        return Sphere(value["radius"], value["name"])
    return _BY_NAME[kind].model_validate({name: _value(item) for name, item in value["fields"].items()})
