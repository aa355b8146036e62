"""Tables of a scene file: made of models, put into documents, written to disk."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit

from raytracer.io.toml_scene import values
from raytracer.io.toml_scene.values import plain
from raytracer.io.whole_file import whole_file
from raytracer.scene.model import Model


def write_text(path: Path, text: str) -> None:
    """Writes a file that appears under its name only when it is whole. ``OutputError`` when it cannot be written."""
    with whole_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


def subtable(table: Any, key: str) -> Any:
    """The table of that name inside another, made if it is not there."""
    if key not in table:
        table[key] = tomlkit.table()
    return table[key]


def put(table: Any, keys: Mapping[str, Any]) -> None:
    """Sets keys of a table; None takes one out."""
    for key, value in keys.items():
        if value is None:
            table.pop(key, None)
        else:
            table[key] = plain(value)


def plain_fields(model: Model) -> dict[str, Any]:
    """Kind and fields of a light."""
    default = type(model)()
    return {"kind": model.kind, **values.differing(default, model)}  # type: ignore[attr-defined]


def model_table(model: Model, always: tuple[str, ...] = ()) -> Any:
    """A table of what differs from the defaults, and of the fields ``always``."""
    table = tomlkit.table()
    put(table, {name: getattr(model, name) for name in always})
    put(table, values.differing(type(model)(), model))
    return table


def array_of(tables: list[Any]) -> Any:
    """``[[...]]``."""
    array = tomlkit.aot()
    for table in tables:
        array.append(table)
    return array


def unused_name(name: str, taken: set[str]) -> str:
    """The name, or one with a number; it is taken from now on."""
    wanted = name.strip() or "material"
    wanted = f"_{wanted}" if wanted.startswith("#") else wanted
    number, result = 2, wanted
    while result in taken:
        result, number = f"{wanted} {number}", number + 1
    taken.add(result)
    return result
