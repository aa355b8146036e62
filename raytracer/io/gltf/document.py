"""Checked access to the JSON of a glTF file: every wrong type or index is an ``InputError`` that names its place."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from raytracer.errors import InputError
from raytracer.io.report import LoadContext, NoteKind

_MISSING: Any = object()
_LARGEST = 1e30
"""Numbers beyond this are taken as damage; squares of them leave the range of the arithmetic that follows."""


class Entry:
    """One JSON object of the file. ``where`` is file and key path, as in ``box.gltf: meshes[0].primitives[1]``."""

    def __init__(self, data: dict[str, Any], where: str, *, is_root: bool = False) -> None:
        self.data = data
        self.where = where
        self._separator = ": " if is_root else "."

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def error(self, message: str, *, key: str = "", remedy: str = "") -> InputError:
        """An error at this place, or at ``key`` in it."""
        return InputError(message, where=self._place(key) if key else self.where, remedy=remedy)

    def _place(self, key: str) -> str:
        return f"{self.where}{self._separator}{key}"

    def _get(self, key: str, default: Any, what: str, fits: Callable[[Any], bool]) -> Any:
        value = self.data.get(key, default)
        if value is _MISSING:
            raise self.error(f"{key!r} is missing")
        if key in self.data and not fits(value):
            raise self.error(f"must be {what}, not {_shorten(value)}", key=key)
        return value

    def integer(self, key: str, default: int = _MISSING) -> int:
        """A whole number (``2.0`` is one); negative ones are errors, since glTF has none."""
        value = self._get(key, default, "a whole number, 0 or more", lambda v: _is_number(v) and v >= 0 and v == int(v))
        return int(value)

    def index(self, key: str) -> int | None:
        """The number of another object, or None when the key is absent."""
        return self.integer(key) if key in self.data else None

    def number(self, key: str, default: float = _MISSING) -> float:
        """A finite number."""
        return float(self._get(key, default, "a finite number", _is_number))

    def number_or_infinity(self, key: str) -> float:
        """A number that may be as large as it likes, for lengths where infinity has a meaning."""
        return float(self._get(key, _MISSING, "a number", lambda v: isinstance(v, float) or _is_number(v)))

    def string(self, key: str, default: str = _MISSING) -> str:
        return str(self._get(key, default, "a text", lambda v: isinstance(v, str)))

    def boolean(self, key: str, default: bool) -> bool:
        return bool(self._get(key, default, "true or false", lambda v: isinstance(v, bool)))

    def numbers(self, key: str, count: int, default: tuple[float, ...] = _MISSING) -> tuple[float, ...]:
        """``count`` finite numbers."""
        value = self._get(key, default, f"a list of {count} finite numbers", lambda v: _is_numbers(v, count))
        return tuple(float(v) for v in value)

    def number_list(self, key: str) -> list[float]:
        """Any number of finite numbers; an absent key is an empty list."""
        value = self._get(key, [], "a list of finite numbers", lambda v: _is_numbers(v, None))
        return [float(v) for v in value]

    def indices(self, key: str) -> list[int]:
        """Numbers of other objects; an absent key is an empty list."""
        value = self._get(
            key,
            [],
            "a list of whole numbers",
            lambda v: _is_numbers(v, None) and all(x >= 0 and x == int(x) for x in v),
        )
        return [int(v) for v in value]

    def strings(self, key: str) -> list[str]:
        """A list of texts; an absent key is an empty list."""
        return list(
            self._get(
                key,
                [],
                "a list of texts",
                lambda v: isinstance(v, list) and all(isinstance(x, str) for x in v),
            )
        )

    def entry(self, key: str) -> Entry | None:
        """The object at ``key``, or None when the key is absent."""
        value = self._get(key, None, "an object", lambda v: isinstance(v, dict))
        return None if value is None else Entry(value, self._place(key))

    def require(self, key: str) -> Entry:
        """The object at ``key``; its absence is an error."""
        found = self.entry(key)
        if found is None:
            raise self.error(f"{key!r} is missing")
        return found

    def entries(self, key: str) -> list[Entry]:
        """The objects of the list at ``key``; an absent key is an empty list."""
        value = self._get(
            key,
            [],
            "a list of objects",
            lambda v: isinstance(v, list) and all(isinstance(x, dict) for x in v),
        )
        return [Entry(item, f"{self._place(key)}[{i}]") for i, item in enumerate(value)]

    def extension(self, *names: str) -> Entry | None:
        """The first of the extensions ``names`` that this object carries."""
        extensions = self.entry("extensions")
        if extensions is None:
            return None
        return next((found for name in names if (found := extensions.entry(name)) is not None), None)

    def extension_names(self) -> list[str]:
        """Names of all extensions on this object."""
        extensions = self.entry("extensions")
        return list(extensions.data) if extensions is not None else []

    @property
    def name(self) -> str:
        """The author's name for this object, or an empty text."""
        value = self.data.get("name", "")
        return value if isinstance(value, str) else ""


def _is_number(value: Any) -> bool:
    return (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and abs(value) < _LARGEST
        and math.isfinite(value)
    )


def _is_numbers(value: Any, count: int | None) -> bool:
    return isinstance(value, list) and (count is None or len(value) == count) and all(_is_number(v) for v in value)


def _shorten(value: Any) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python refuses to print integers of thousands of digits
        text = f"a very large {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


@dataclass
class Document:
    """A parsed file: the JSON root, the binary chunk of a GLB and what the loader was called with."""

    path: Path
    root: Entry
    binary: memoryview | None
    context: LoadContext
    _collections: dict[str, list[Entry]] = field(default_factory=dict)

    def all(self, collection: str) -> list[Entry]:
        """All objects of a top-level list such as ``nodes``."""
        if collection not in self._collections:
            self._collections[collection] = self.root.entries(collection)
        return self._collections[collection]

    def item(self, collection: str, index: int, asked_by: Entry) -> Entry:
        """Object ``index`` of a top-level list; ``InputError`` at the place that names it when there is none."""
        entries = self.all(collection)
        if index >= len(entries):
            raise asked_by.error(f"names {collection}[{index}], but the file has {len(entries)}")
        return entries[index]

    def note(self, kind: NoteKind, text: str, entry: Entry | None = None) -> None:
        """Adds a note about ``entry``, or about the file."""
        where = self.path.name
        if entry is not None:
            where = entry.where.replace(str(self.path), where, 1)
        self.context.report.note(kind, text, where)
