"""Rows of a panel, made from what the models and the shaders say of their own values. One place for all panels."""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from PySide6.QtWidgets import QWidget

from raytracer.app.controls import ChoiceRow, NumberRow, WholeRow
from raytracer.app.language import tr
from raytracer.app.value_rows import FAR, CheckRow, ColorRow, FreeNumberRow, TextRow, VectorRow
from raytracer.app.words import title
from raytracer.scene.model import Color, Model, Vec3
from raytracer.scene.shader_catalog import Parameter

Kind = Literal["number", "whole", "switch", "choice", "color", "vector", "text"]
UNITS = {"degree": "°", "pixel": "px", "W/(m2 sr)": "W/(m² sr)", "W/m2": "W/m²"}


@dataclass(frozen=True)
class Field:
    """One value: how it is called, what it may be."""

    name: str
    kind: Kind
    title: str
    tip: str = ""
    low: float | None = None
    high: float | None = None
    unit: str = ""
    default: Any = None
    choices: tuple[str, ...] = ()

    @property
    def bounded(self) -> bool:
        """Whether a slider has two ends."""
        return self.low is not None and self.high is not None


def field_of(model: type[Model], name: str) -> Field | None:
    """From a model's own metadata; None for what has no simple row."""
    info = model.model_fields[name]
    hint = get_type_hints(model, include_extras=True)[name]
    optional = type(None) in get_args(hint)
    if optional and get_origin(hint) in (Union, types.UnionType):
        hint = next(part for part in get_args(hint) if part is not type(None))
    kind = _kind(hint)
    if kind is None:
        return None
    bounds = {k: v for m in info.metadata for k in ("ge", "gt", "le", "lt") if (v := getattr(m, k, None)) is not None}
    extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    return Field(
        name,
        kind,
        title(name),
        tr(info.description or "").replace("``", "") or title(name),
        bounds.get("ge", bounds.get("gt")),
        bounds.get("le", bounds.get("lt")),
        str(extra.get("unit", "")),
        info.default,
        get_args(hint) if kind == "choice" else (),
    )


def _kind(hint: Any) -> Kind | None:
    if hint == Color:
        return "color"
    if hint == Vec3:
        return "vector"
    if get_origin(hint) is Literal:
        return "choice"
    base = get_args(hint)[0] if hasattr(hint, "__metadata__") else hint
    kinds: dict[Any, Kind] = {bool: "switch", int: "whole", float: "number", str: "text"}
    return kinds.get(base)


def parameter_field(parameter: Parameter) -> Field:
    """From the table of a shader."""
    kind: Kind = "color" if parameter.kind == "color" else "number"
    return Field(
        parameter.name,
        kind,
        title(parameter.name),
        tr(parameter.doc).replace("``", ""),
        parameter.minimum,
        parameter.maximum,
        parameter.unit,
        parameter.default,
    )


AnyRow = NumberRow | WholeRow | ChoiceRow | FreeNumberRow | VectorRow | CheckRow | TextRow | ColorRow


def make_row(field: Field) -> AnyRow:
    """The row for a field; its signal ``edited`` (of a choice ``chosen``) carries the new value."""
    unit = UNITS.get(field.unit, field.unit)
    low = -FAR if field.low is None else field.low
    high = FAR if field.high is None else field.high
    if field.kind == "color":
        return ColorRow(field.title, suffix=unit, tip=field.tip, highest=high)
    if field.kind == "vector":
        return VectorRow(field.title, suffix=unit, tip=field.tip)
    if field.kind == "switch":
        return CheckRow(field.title, tip=field.tip)
    if field.kind == "text":
        return TextRow(field.title, tip=field.tip)
    if field.kind == "choice":
        return ChoiceRow(field.title, [(choice, title(choice)) for choice in field.choices], tip=field.tip)
    if field.kind == "whole":
        limits = (int(max(low, -(2**31))), int(min(high, 2**31 - 1)))
        return WholeRow(field.title, limits, int(field.default or 0), suffix=unit, tip=field.tip)
    if field.bounded:
        default = float(field.default) if isinstance(field.default, (int, float)) else low
        decimals = 3 if high - low <= 2.0 else 1
        return NumberRow(field.title, (low, high), default, suffix=unit, decimals=decimals, tip=field.tip)
    return FreeNumberRow(field.title, low, high, suffix=unit, tip=field.tip)


def connect(row: QWidget, act: Any) -> None:
    """Calls ``act(value)`` for the user's changes."""
    if isinstance(row, ChoiceRow):
        row.chosen.connect(act)
    else:
        row.edited.connect(act)  # type: ignore[attr-defined]
