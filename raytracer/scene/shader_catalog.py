"""Which shaders there are and which parameters they take, read from their files **without running them**.

A shader file carries a literal table ``PARAMETERS`` that this module reads with ``ast.literal_eval``: validation, the
app's panels and the documentation work without Taichi, and opening a scene never executes anything. Each entry is

    "name": {"kind": "color" | "float", "default": ..., "min": ..., "max": ..., "unit": ..., "doc": "...", "tint": True}

``tint`` marks the colour that vertex colours multiply. ``kind`` and ``default`` are required.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from raytracer.errors import InputError
from raytracer.resources import shaders_dir

ShaderKind = Literal["surfaces", "media", "textures", "skies", "views"]


@dataclass(frozen=True)
class Parameter:
    """One input of a shader."""

    name: str
    kind: Literal["color", "float"]
    default: float | tuple[float, float, float]
    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""
    doc: str = ""
    tint: bool = False


@dataclass(frozen=True)
class Shader:
    """A shader file: its name, path, first line of documentation and parameters in packing order."""

    name: str
    kind: ShaderKind
    path: Path
    doc: str
    parameters: dict[str, Parameter] = field(default_factory=dict)


def search_path() -> tuple[Path, ...]:
    """Trusted folders, searched in order. Each holds ``surfaces/``, ``media/`` and so on."""
    return (shaders_dir(), *_extra_folders)


_extra_folders: list[Path] = []


def add_folder(folder: Path) -> None:
    """Trusts another folder of shaders (``--shader-path``, the user's own). Its code will be executed by the engine."""
    if folder not in _extra_folders:
        _extra_folders.append(folder)
        catalog.cache_clear()


@cache
def catalog(kind: ShaderKind) -> dict[str, Shader]:
    """All shaders of one kind by name; a later folder replaces a shader of the same name."""
    found: dict[str, Shader] = {}
    for folder in search_path():
        for path in sorted((folder / kind).glob("*.py")):
            if not path.name.startswith("_"):
                found[path.stem] = read_shader(path, kind)
    return found


def get(kind: ShaderKind, name: str) -> Shader:
    """The shader, or ``InputError`` that lists the names there are."""
    shaders = catalog(kind)
    if name not in shaders:
        raise InputError(f"there is no {kind} shader {name!r}", remedy=f"one of {', '.join(sorted(shaders))}")
    return shaders[name]


def read_shader(path: Path, kind: ShaderKind) -> Shader:
    """Reads name, documentation and ``PARAMETERS`` of one file without executing it."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    except (SyntaxError, ValueError) as error:  # also bytes that are not UTF-8, and null bytes
        raise InputError(f"not a Python file: {error}", where=str(path)) from error
    doc = (ast.get_docstring(tree) or "").split("\n")[0]
    table: Any = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "PARAMETERS" for t in node.targets):
            try:
                table = ast.literal_eval(node.value)
            except ValueError as error:
                raise InputError("PARAMETERS must be a literal table", where=f"{path}:{node.lineno}") from error
    if not isinstance(table, dict):
        raise InputError("PARAMETERS must be a table of names", where=str(path))
    parameters = {name: _parameter(path, name, entry) for name, entry in table.items()}
    return Shader(path.stem, kind, path, doc, parameters)


def _parameter(path: Path, name: str, entry: Any) -> Parameter:
    known = {"kind", "default", "min", "max", "unit", "doc", "tint"}
    if (
        not isinstance(entry, dict)
        or unknown(entry, known)
        or entry.get("kind") not in ("color", "float")
        or not _is_default(entry.get("default"), color=entry["kind"] == "color")
    ):
        raise InputError(
            f"parameter {name!r} needs kind 'color' or 'float', default, and nothing beyond {sorted(known)}",
            where=str(path),
        )
    default = entry["default"]
    if entry["kind"] == "color":
        default = (default,) * 3 if isinstance(default, (int, float)) else tuple(default)
    return Parameter(
        name,
        entry["kind"],
        default,
        entry.get("min"),
        entry.get("max"),
        str(entry.get("unit", "")),
        str(entry.get("doc", "")),
        bool(entry.get("tint", False)),
    )


def _is_default(value: object, *, color: bool) -> bool:
    if color and isinstance(value, (tuple, list)):
        return len(value) == 3 and all(_is_default(v, color=False) for v in value)
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def unknown(entry: dict[str, Any], known: set[str]) -> set[str]:
    """Keys of ``entry`` that are not ``known``."""
    return set(entry) - known
