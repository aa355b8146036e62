"""A camera as text: the lines that a scene file has under ``[camera]``, for the clipboard and the saved places."""

from __future__ import annotations

import json
import sys
from typing import Any

from pydantic import ValidationError

from raytracer.app.language import tr
from raytracer.errors import InputError
from raytracer.scene import Camera

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

LONGEST = 20_000
"""Characters; more than that is no camera."""


def to_text(camera: Camera) -> str:
    """TOML; what has its default is left out."""
    lines = ["[camera]"]
    for name in Camera.model_fields:
        value = getattr(camera, name)
        if name in ("position", "target") or value != Camera.model_fields[name].default:
            lines.append(f"{name} = {_written(value)}")
    return "\n".join(lines) + "\n"


def from_text(text: str) -> Camera:
    """The camera in TOML lines, with or without their ``[camera]``; of several cameras the first.

    Raises ``InputError`` that says what is wrong with the text.
    """
    try:
        data = tomllib.loads(text[:LONGEST])
    except tomllib.TOMLDecodeError as error:
        raise InputError(tr("This is not a camera: {reason}").format(reason=error)) from error
    found: Any = data.get("camera", data.get("cameras", data))
    if isinstance(found, list):
        found = found[0] if found else None
    if not isinstance(found, dict) or not {"position", "target"} & set(found):
        raise InputError(tr("This is not a camera: it has neither a position nor a target"))
    try:
        return Camera(**found)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(tr("This is not a camera: {key}: {reason}").format(key=where, reason=first["msg"])) from error


def _written(value: str | float | tuple[float, ...]) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple):
        return "[" + ", ".join(_written(part) for part in value) + "]"
    text = f"{value:.9g}"
    return text if any(mark in text for mark in ".en") else f"{text}.0"
