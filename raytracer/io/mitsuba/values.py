"""Attribute values of Mitsuba XML: numbers, vectors and transforms. Every error names file and line."""

from __future__ import annotations

import math
import re

import numpy as np

from raytracer.errors import InputError
from raytracer.io.mitsuba.xml import Element
from raytracer.io.report import LoadReport
from raytracer.scene import transform as matrices

Triple = tuple[float, float, float]

_SEPARATORS = re.compile(r"[\s,]+")


def attribute(element: Element, name: str) -> str:
    """The attribute, or ``InputError`` when it is missing."""
    if name not in element.attributes:
        raise InputError(f"<{element.tag}> needs an attribute {name!r}", where=str(element.place))
    return element.attributes[name]


def label(element: Element) -> str:
    """How messages call a property."""
    name = element.attributes.get("name")
    return f"property {name!r}" if name else f"<{element.tag}>"


def number(element: Element, name: str = "value") -> float:
    """One finite number."""
    return _parse(element, attribute(element, name))


def integer(element: Element) -> int:
    """A whole number; "64.5" is an error."""
    text = attribute(element, "value").strip()
    try:
        return int(text)
    except ValueError:
        raise InputError(f"{label(element)} must be a whole number, not {text!r}", where=str(element.place)) from None


def flag(element: Element) -> bool:
    """``true`` or ``false``."""
    text = attribute(element, "value").strip().lower()
    if text not in ("true", "false"):
        raise InputError(f"{label(element)} must be true or false, not {text!r}", where=str(element.place))
    return text == "true"


def numbers(element: Element, name: str = "value") -> list[float]:
    """Numbers separated by blanks or commas."""
    parts = [part for part in _SEPARATORS.split(attribute(element, name)) if part]
    return [_parse(element, part) for part in parts]


def triple(element: Element, name: str = "value", *, default: float | None = 0.0) -> Triple:
    """Three numbers: one attribute ``value`` with three (or one for all), or attributes ``x``, ``y`` and ``z``."""
    if name in element.attributes:
        found = numbers(element, name)
        if len(found) not in (1, 3):
            raise InputError(f"{label(element)} needs 3 numbers, not {len(found)}", where=str(element.place))
        x, y, z = found * 3 if len(found) == 1 else found
        return x, y, z
    if not element.attributes.keys() & {"x", "y", "z"} or default is None:
        raise InputError(f"{label(element)} needs {name!r} or x, y, z", where=str(element.place))
    x, y, z = (_parse(element, element.attributes[axis]) if axis in element.attributes else default for axis in "xyz")
    return x, y, z


def transform(element: Element, report: LoadReport) -> np.ndarray:
    """(4, 4) f64 of a ``<transform>``: its steps are applied from first to last."""
    matrix = np.eye(4)
    for step in element:
        build = _STEPS.get(step.tag)
        if build is None:
            raise InputError(
                f"unknown transformation <{step.tag}>", where=str(step.place), remedy=f"one of {', '.join(_STEPS)}"
            )
        matrix = build(step, report) @ matrix
    if not np.isfinite(matrix).all() or np.abs(matrix).max() > 1e30:
        raise InputError(f"{label(element)} is not finite", where=str(element.place))
    return matrix


def _parse(element: Element, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise InputError(f"{label(element)} must be a number, not {text!r}", where=str(element.place)) from None
    if not math.isfinite(value):
        raise InputError(f"{label(element)} must be finite, not {text!r}", where=str(element.place))
    return value


def _translate(step: Element, report: LoadReport) -> np.ndarray:
    return matrices.translate(triple(step))


def _scale(step: Element, report: LoadReport) -> np.ndarray:
    return matrices.scale(triple(step, default=1.0))


def _rotate(step: Element, report: LoadReport) -> np.ndarray:
    axis = triple(step)
    if not any(axis):
        raise InputError("<rotate> about an axis of length zero", where=str(step.place))
    return matrices.rotate(axis, number(step, "angle"))


def _matrix(step: Element, report: LoadReport) -> np.ndarray:
    found = numbers(step)
    if len(found) not in (9, 16):
        raise InputError(f"<matrix> needs 16 or 9 numbers, not {len(found)}", where=str(step.place))
    matrix = np.eye(4)
    if len(found) == 9:
        matrix[:3, :3] = np.reshape(found, (3, 3))
        return matrix
    matrix = np.reshape(np.asarray(found, np.float64), (4, 4))
    if not np.allclose(matrix[3], (0.0, 0.0, 0.0, 1.0)):
        raise InputError("<matrix> is a projection: its last row must be 0 0 0 1", where=str(step.place))
    return matrix


def _look_at(step: Element, report: LoadReport) -> np.ndarray:
    """Columns left, up, forward, origin: Mitsuba's objects look along +Z with +X to the left of the picture."""
    origin, target = np.array(triple(step, "origin")), np.array(triple(step, "target"))
    up = triple(step, "up") if "up" in step.attributes else (0.0, 1.0, 0.0)
    forward = target - origin
    distance = np.linalg.norm(forward)
    if distance <= 1e-12 * (1.0 + np.abs(origin).max()):
        raise InputError("<lookat> has its target at its origin", where=str(step.place), remedy="move one of them")
    forward /= distance
    left = np.cross(up, forward)
    if np.linalg.norm(left) <= 1e-6 * np.linalg.norm(up):
        fallback = min(np.eye(3), key=lambda axis: abs(axis @ forward))
        left = np.cross(fallback, forward)
        report.note(
            "repaired",
            f"up vector of <lookat> is zero or parallel to the view; {tuple(fallback.tolist())} used",
            str(step.place),
        )
    left /= np.linalg.norm(left)
    matrix = np.eye(4)
    matrix[:3, :] = np.stack([left, np.cross(forward, left), forward, origin], axis=1)
    return matrix


_STEPS = {
    "translate": _translate,
    "scale": _scale,
    "rotate": _rotate,
    "matrix": _matrix,
    "lookat": _look_at,
}
