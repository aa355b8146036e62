"""A parsed scene file that knows its lines: tables are checked here, and errors name file, line, key and remedy."""

from __future__ import annotations

import difflib
import json
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar, get_args, get_type_hints

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from raytracer.errors import InputError
from raytracer.io.color import linear_from_srgb
from raytracer.io.toml_scene.scan import KeyPath, key_lines
from raytracer.scene.model import Color, Model

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]

M = TypeVar("M", bound=Model)

MAX_FILE_BYTES = 64 * 2**20

_PLAIN_WORDS = (
    ("greater than or equal to", "at least"),
    ("less than or equal to", "at most"),
    ("greater than", "above"),
    ("less than", "below"),
    ("a valid tuple", "an array"),
    ("a valid array", "an array"),
    ("a valid integer", "a whole number"),
    ("a valid ", "a "),
)
"""Pydantic's words, and ours."""


class Spread:
    """Marks a field of three numbers that may also be written as one number."""


@dataclass(frozen=True)
class Source:
    """The text of a scene file, its path as the user gave it, and its top-level table."""

    path: Path
    text: str
    data: dict[str, Any]

    @cached_property
    def _lines(self) -> dict[KeyPath, int]:
        return key_lines(self.text)

    def where(self, path: KeyPath) -> str:
        """File and line of a key, or of the nearest table around it that is written in the file."""
        for end in range(len(path), 0, -1):
            if path[:end] in self._lines:
                return f"{self.path}:{self._lines[path[:end]]}"
        return str(self.path)

    def error(self, path: KeyPath, message: str, remedy: str = "") -> InputError:
        """``file:line: key.path: message (remedy)``."""
        name = dotted(path)
        return InputError(f"{name}: {message}" if name else message, where=self.where(path), remedy=remedy)

    def unknown_key(self, path: KeyPath, known: Iterable[str]) -> InputError:
        """The error for a key that means nothing there."""
        return self.error(path, "unknown key", suggestion(str(path[-1]), known))

    def unknown_name(self, path: KeyPath, what: str, name: str, known: Iterable[str]) -> InputError:
        """The error for a value that should name one of ``known``."""
        return self.error(path, f"there is no {what} {name!r}", suggestion(name, known))

    def table(self, value: Any, path: KeyPath) -> dict[str, Any]:
        """``value`` when it is a table."""
        if not isinstance(value, dict):
            raise self.error(path, f"must be a table, not {shown(value)}")
        return value

    def tables(self, key: str) -> list[tuple[KeyPath, dict[str, Any]]]:
        """The elements of a top-level array of tables, with their paths."""
        value = self.data.get(key, [])
        if not isinstance(value, list):
            raise self.error((key,), "must be an array of tables", f"write [[{key}]]")
        return [((key, i), self.table(item, (key, i))) for i, item in enumerate(value)]

    def named_tables(self, key: str) -> list[tuple[str, KeyPath, dict[str, Any]]]:
        """The members of a top-level table of tables: name, path, table."""
        group = self.table(self.data.get(key, {}), (key,))
        return [(name, (key, name), self.table(value, (key, name))) for name, value in group.items()]

    def check(self, model: type[M], data: dict[str, Any], path: KeyPath) -> M:
        """A model from its table. Types are not converted, apart from colours written as a number or "#rrggbb".

        Raises ``InputError`` for the first thing wrong in the order of the file.
        """
        table = self._expand(model, self.table(data, path), path)
        try:
            return model.model_validate_json(json.dumps(table, default=str), strict=True)
        except ValidationError as error:
            problems = [(self._place(detail, table, path), detail) for detail in error.errors()]
            # A misspelt key before the complaint that the right one is missing.
            place, detail = min(problems, key=lambda p: (p[1]["type"] == "missing", self._lines.get(p[0], 0)))
            raise self._translate(place, detail, model) from None

    def color(self, value: Any, path: KeyPath) -> tuple[float, float, float]:
        """A colour written as ``[r, g, b]`` (linear Rec. 709), one number, or ``"#rrggbb"`` (sRGB)."""
        if is_number(value):
            value = [value] * 3
        if isinstance(value, str):
            if not re.fullmatch(r"#[0-9A-Fa-f]{6}", value):
                raise self.error(path, f"{value!r} is not a colour", 'write [r, g, b] or "#rrggbb"')
            bytes_ = [int(value[i : i + 2], 16) / 255.0 for i in (1, 3, 5)]
            value = [float(c) for c in linear_from_srgb(bytes_)]
        if not (isinstance(value, list) and len(value) == 3 and all(is_number(v) for v in value)):
            raise self.error(path, f"must be a colour, not {shown(value)}", 'write [r, g, b] or "#rrggbb"')
        if not all(0.0 <= v < 1e30 for v in value):
            raise self.error(path, "a colour must be finite and not negative")
        return (float(value[0]), float(value[1]), float(value[2]))

    def _expand(self, model: type[Model], data: dict[str, Any], path: KeyPath) -> dict[str, Any]:
        """Colours in all their spellings, and single numbers for three equal ones, as lists of three."""
        hints = get_type_hints(model, include_extras=True)
        table = dict(data)
        for key in data.keys() & hints.keys():
            if hints[key] == Color:
                table[key] = list(self.color(data[key], (*path, key)))
            elif is_number(data[key]) and spreads(hints[key]):
                table[key] = [data[key]] * 3
        return table

    def _place(self, detail: ErrorDetails, table: dict[str, Any], path: KeyPath) -> KeyPath:
        """Pydantic's location without the names of union branches."""
        value: Any = table
        for part in detail["loc"]:
            found = part in value if isinstance(value, dict) else isinstance(value, list) and part in range(len(value))
            if found:
                value, path = value[part], (*path, part)
        if detail["type"] == "missing":
            path = (*path, detail["loc"][-1])
        return path

    def _translate(self, place: KeyPath, detail: ErrorDetails, model: type[Model]) -> InputError:
        if detail["type"] == "extra_forbidden":
            return self.unknown_key(place, model.model_fields)
        if detail["type"] == "missing":
            if isinstance(place[-1], int):
                return self.error(place[:-1], f"is too short: only {place[-1]} of the values are there")
            return self.error(place, "is required")
        text = detail["msg"].removeprefix("Value error, ").replace("Input should be", "must be")
        for formal, plain in _PLAIN_WORDS:
            text = text.replace(formal, plain)
        if detail["type"] not in ("value_error", "too_long", "too_short"):
            text += f", not {shown(detail['input'])}"
        return self.error(place, text)


def read(path: Path, text: str | None = None) -> Source:
    """Reads and parses a scene file, or a ``text`` in its place; ``InputError`` with the line where it is not TOML."""
    if text is not None:
        return Source(path, text, tomllib.loads(text))
    text = ""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise InputError(
                f"larger than the limit of {MAX_FILE_BYTES // 2**20} MiB for a scene file",
                where=str(path),
                remedy="keep large meshes in files of their own",
            )
        text = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
        return Source(path, text, tomllib.loads(text))
    except FileNotFoundError as error:
        raise InputError("file not found", where=str(path)) from error
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror or error}", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise InputError("not a text file in UTF-8", where=str(path)) from error
    except RecursionError as error:
        raise InputError("tables or arrays are nested too deeply", where=str(path)) from error
    except tomllib.TOMLDecodeError as error:
        match = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error), re.DOTALL)
        message, line = (match[1], match[2] or str(text.count("\n") + 1)) if match else (str(error), "1")
        raise InputError(f"not valid TOML: {message}", where=f"{path}:{line}") from error


def dotted(path: KeyPath) -> str:
    """``shapes[2].material`` for ``("shapes", 2, "material")``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def suggestion(name: str, known: Iterable[str]) -> str:
    """A remedy: the nearest of the known names, or all of them."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=1)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known: {', '.join(names)}" if names else ""


def spreads(hint: Any) -> bool:
    """Whether a field's type, or a member of its union, carries the ``Spread`` mark."""
    metadata = getattr(hint, "__metadata__", ())
    return any(isinstance(m, Spread) for m in metadata) or (not metadata and any(map(spreads, get_args(hint))))


def is_number(value: Any) -> bool:
    """Whether a TOML value is an integer or float; a boolean is not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def shown(value: Any) -> str:
    """A TOML value, short, for a message."""
    if isinstance(value, (list, tuple)):
        return f"an array of {len(value)}"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
