"""The format as a JSON schema, for editors that complete and check TOML.

``python -m raytracer.io.toml_scene.json_schema > docs/scene.schema.json`` publishes it. Made from the same models and
shader tables that the loader checks with.
"""

from __future__ import annotations

import json
import sys
from typing import Any, get_type_hints

from pydantic.json_schema import GenerateJsonSchema

from raytracer.io.toml_scene.arrays import ARRAYS
from raytracer.io.toml_scene.document import ENVIRONMENT_KEYS, FORMAT, LIGHTS, TOP_LEVEL, Aim
from raytracer.io.toml_scene.materials import MATERIAL_KEYS, TextureTable
from raytracer.io.toml_scene.overrides import PARTS, ObjectOverride
from raytracer.io.toml_scene.shapes import SHAPES, InstanceTable, ShapeTable
from raytracer.io.toml_scene.source import spreads
from raytracer.scene import Camera, Environment, Material, Medium, RenderSettings, ViewSettings
from raytracer.scene import shader_catalog as shaders
from raytracer.scene.model import Color, Model

Schema = dict[str, Any]

_NUMBER: Schema = {"type": "number"}
_THREE: Schema = {"type": "array", "items": _NUMBER, "minItems": 3, "maxItems": 3}
_SPREAD: Schema = {"anyOf": [_NUMBER, _THREE]}


class _Generator(GenerateJsonSchema):
    """Lets pixels pass: pictures are written as paths, and their keys are described here by hand."""

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> Schema:
        return {}


def scene_schema() -> Schema:
    """The schema of a whole scene file."""
    properties: Schema = {
        "format": {"const": FORMAT},
        "base": {"type": "string"},
        "without": {"type": "array", "items": {"enum": list(PARTS)}},
        "overrides": _overrides(),
        "name": {"type": "string"},
        "description": {"type": "string"},
        "camera": _table(Camera),
        "cameras": {"type": "array", "items": _table(Camera)},
        "active_camera": {"type": "string"},
        "materials": {"type": "object", "additionalProperties": {"$ref": "#/$defs/material"}},
        "textures": {"type": "object", "additionalProperties": {"$ref": "#/$defs/texture"}},
        "media": {"type": "object", "additionalProperties": {"$ref": "#/$defs/medium"}},
        "shapes": {"type": "array", "items": {"$ref": "#/$defs/shape"}},
        "lights": {"type": "array", "items": _lights()},
        "environment": {"$ref": "#/$defs/environment"},
        "medium": _or_name("medium"),
        "render": _table(RenderSettings),
        "view": _view(),
    }
    for key, text in TOP_LEVEL.items():
        properties[key] = {**properties[key], "description": text}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Raytracer scene, format {FORMAT}",
        "type": "object",
        "properties": properties,
        "required": ["format"],
        "additionalProperties": False,
        "$defs": {
            "color": _color(),
            "number_input": _input(_NUMBER),
            "color_input": _input({"$ref": "#/$defs/color"}),
            "medium": _table(Medium),
            "texture": _shader_union("textures", "shader", "image", _texture_keys()),
            "material": _shader_union("surfaces", "surface", "diffuse", _material_keys()),
            "environment": _shader_union("skies", "sky", None, _environment_keys()),
            "instance": _table(InstanceTable),
            "shape": _shapes(),
        },
    }


def _overrides() -> Schema:
    """Tables of differences; a surface's parameters are checked by the loader, which knows the base."""
    keys = _material_keys()
    keys |= {key: {"anyOf": [keys[key], {"const": False}]} for key in ("normal_map", "interior")}
    known = {p: _parameter(q, True) for s in shaders.catalog("surfaces").values() for p, q in s.parameters.items()}
    names = {"name": {"type": "string"}, "surface": {"enum": sorted(shaders.catalog("surfaces"))}}
    material: Schema = {"type": "object", "properties": {**known, **keys, **names}, "additionalProperties": False}
    return {
        "type": "object",
        "properties": {
            "materials": {"type": "object", "additionalProperties": material},
            "objects": {"type": "object", "additionalProperties": _table(ObjectOverride)},
        },
        "additionalProperties": False,
    }


def _table(model: type[Model], without: tuple[str, ...] = ()) -> Schema:
    """A table that maps to a model, with colours in all their spellings."""
    schema = model.model_json_schema(schema_generator=_Generator)
    hints = get_type_hints(model, include_extras=True)
    properties = {k: v for k, v in schema.get("properties", {}).items() if k not in without}
    for key, value in properties.items():
        value.pop("title", None)
        about = {k: v for k, v in value.items() if k in ("description", "unit", "default")}
        if hints[key] == Color:
            properties[key] = {"$ref": "#/$defs/color", **about}
        elif spreads(hints[key]):
            properties[key] = {**_SPREAD, **about}
    required = [key for key in schema.get("required", []) if key not in without]
    table: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**table, "required": required} if required else table


def _color() -> Schema:
    channel = {"type": "number", "minimum": 0}
    return {
        "anyOf": [
            {"type": "array", "items": channel, "minItems": 3, "maxItems": 3, "description": "Linear Rec. 709"},
            {"type": "number", "minimum": 0, "description": "Grey"},
            {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$", "description": "sRGB"},
        ]
    }


def _input(value: Schema) -> Schema:
    """A parameter: a value, a texture, or a value that multiplies a texture."""
    texture = _or_name("texture")
    both = {
        "type": "object",
        "properties": {"value": value, "texture": texture},
        "minProperties": 1,
        "additionalProperties": False,
    }
    return {"anyOf": [value, both, {"$ref": "#/$defs/texture"}]}


def _or_name(what: str) -> Schema:
    return {"anyOf": [{"$ref": f"#/$defs/{what}"}, {"type": "string", "description": f"Name of a {what}"}]}


def _material_keys() -> Schema:
    keys: Schema = _table(Material, ("name", "parameters", "emission", "opacity", "normal_map", "interior"))[
        "properties"
    ]
    assert {*keys, "emission", "opacity", "normal_map", "interior"} == set(MATERIAL_KEYS)
    described = Material.model_fields
    keys["emission"] = {"$ref": "#/$defs/color_input", "description": described["emission"].description}
    keys["opacity"] = {"$ref": "#/$defs/number_input", "description": described["opacity"].description}
    keys["normal_map"] = {**_or_name("texture"), "description": described["normal_map"].description}
    keys["interior"] = {**_or_name("medium"), "description": described["interior"].description}
    return keys


def _texture_keys() -> Schema:
    keys: Schema = _table(TextureTable)["properties"]
    return keys


def _environment_keys() -> Schema:
    keys: Schema = _table(Environment, ("parameters", "image"))["properties"]
    keys["image"] = {"type": "string", "description": Environment.model_fields["image"].description}
    assert set(keys) == set(ENVIRONMENT_KEYS)
    return keys


def _shader_union(kind: shaders.ShaderKind, key: str, default: str | None, common: Schema) -> Schema:
    """A table whose ``key`` names a shader: one alternative for each, with that shader's parameters."""
    textured = kind == "surfaces"
    alternatives = []
    for name, shader in sorted(shaders.catalog(kind).items()):
        parameters = {p.name: _parameter(p, textured) for p in shader.parameters.values()}
        alternative: Schema = {
            "title": name,
            "description": shader.doc,
            "type": "object",
            "properties": {**common, **parameters, key: {"const": name}},
            "additionalProperties": False,
        }
        optional = name == default or (kind == "skies" and name in ("constant", "image"))
        alternatives.append(alternative if optional else {**alternative, "required": [key]})
    return {"anyOf": alternatives}


def _parameter(parameter: shaders.Parameter, textured: bool) -> Schema:
    is_color = parameter.kind == "color"
    schema: Schema
    if textured:
        schema = {"$ref": "#/$defs/color_input" if is_color else "#/$defs/number_input"}
    else:
        schema = {"$ref": "#/$defs/color"} if is_color else dict(_NUMBER)
    bounds = [
        f"{word} {value:g}"
        for word, value in (("from", parameter.minimum), ("to", parameter.maximum))
        if value is not None
    ]
    about = ", ".join(filter(None, (parameter.doc, " ".join(bounds), parameter.unit)))
    default = list(parameter.default) if isinstance(parameter.default, tuple) else parameter.default
    return {**schema, "description": about, "default": default}


def _shapes() -> Schema:
    instances: Schema = {"type": "array", "items": {"$ref": "#/$defs/instance"}}
    alternatives = []
    for name, model in SHAPES.items():
        table = _table(model)
        instances["description"] = model.model_fields["instances"].description
        table["properties"] |= {"shape": {"const": name}, "instances": instances, "array": _arrays()}
        if name == "mesh":  # a file makes the shape plain
            table["required"] = ["file"]
        alternatives.append({"title": name, "description": (model.__doc__ or "").strip(), **table})
    return {"anyOf": alternatives}


def _arrays() -> Schema:
    alternatives = []
    for kind, model in ARRAYS.items():
        table = _table(model)
        table["properties"]["kind"] = {"const": kind}
        about = (model.__doc__ or "").strip()
        alternatives.append({"title": kind, "description": about, **table, "required": ["kind"]})
    return {"anyOf": alternatives, "description": ShapeTable.model_fields["array"].description}


def _lights() -> Schema:
    alternatives = []
    for kind, model in LIGHTS.items():
        table = _table(model)
        table["properties"]["kind"] = {"const": kind}
        if kind == "spot":
            table["properties"]["aim_at"] = _table(Aim)["properties"]["aim_at"]
        alternatives.append({**table, "required": ["kind"]})
    return {"anyOf": alternatives}


def _view() -> Schema:
    table = _table(ViewSettings)
    table["properties"]["view"] |= {"enum": sorted(shaders.catalog("views"))}
    return table


def text() -> str:
    """The published text."""
    return json.dumps(scene_schema(), indent=1) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
