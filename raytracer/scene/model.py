"""What every part of a scene is made of: a strict pydantic base class and the numeric types.

Values are validated on construction and on assignment; an unknown field is an error. Models are edited by
``model.model_copy(update={...})``. Field metadata (``description``, bounds, ``json_schema_extra={"unit": ...}``)
is the single source for validation, the published JSON schema, the documentation and the property panels.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field


def _finite(values: tuple[float, ...]) -> tuple[float, ...]:
    if not all(abs(v) < 1e30 for v in values):  # also rejects NaN
        raise ValueError("must be finite numbers")
    return values


def _not_negative(values: tuple[float, ...]) -> tuple[float, ...]:
    if any(v < 0.0 for v in values):
        raise ValueError("must not be negative")
    return values


Vec3 = Annotated[tuple[float, float, float], AfterValidator(_finite)]
"""A point or direction in world space, metres; not necessarily unit length."""

Color = Annotated[tuple[float, float, float], AfterValidator(_finite), AfterValidator(_not_negative)]
"""Linear Rec. 709 RGB, no upper bound (reflectances are clamped where they must be below one)."""

Finite = Annotated[float, Field(allow_inf_nan=False)]


class Model(BaseModel):
    """Base of all validated scene data."""

    model_config = ConfigDict(extra="forbid", validate_assignment=True, arbitrary_types_allowed=True)


def quantity(
    default: Any,
    description: str,
    *,
    unit: str = "",
    ge: float | None = None,
    gt: float | None = None,
    le: float | None = None,
    lt: float | None = None,
) -> Any:
    """A pydantic field with bounds, a unit and a one-line description (shown as tooltip and in the docs)."""
    bounds: dict[str, Any] = {k: v for k, v in {"ge": ge, "gt": gt, "le": le, "lt": lt}.items() if v is not None}
    return Field(default, description=description, json_schema_extra={"unit": unit} if unit else None, **bounds)
