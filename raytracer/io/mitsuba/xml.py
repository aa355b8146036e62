"""XML to a tree that knows its line numbers, with nothing in it that a hostile file could blow up.

Entities are refused (they can grow a kilobyte into gigabytes, or read other files), nesting and size are bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from raytracer.errors import InputError

MAX_BYTES = 2**28
MAX_NESTING = 64


@dataclass(frozen=True)
class Place:
    """Where something stands: shown to the user as ``file:line``."""

    file: Path
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass
class Element:
    """One XML element; text between tags means nothing in this format and is dropped."""

    tag: str
    attributes: dict[str, str]
    place: Place
    children: list[Element] = field(default_factory=list)

    def __iter__(self) -> Iterator[Element]:
        return iter(self.children)


def read_xml(path: Path) -> Element:
    """The root element. Raises ``InputError`` with file and line for anything that is not well-formed XML."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"scene file is larger than {MAX_BYTES >> 20} MiB", where=str(path))
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read the scene file: {error.strerror or error}", where=str(path)) from error
    if not data.strip():
        raise InputError("the scene file is empty", where=str(path))
    return _Builder(path).build(data)


class _Builder:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._root: Element | None = None
        self._open: list[Element] = []
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.EntityDeclHandler = self._refuse_entity

    def build(self, data: bytes) -> Element:
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as error:
            raise self._malformed(error) from error
        except (LookupError, ValueError) as error:  # an encoding nobody knows
            raise InputError(f"not readable as XML: {error}", where=str(self._path)) from error
        assert self._root is not None
        return self._root

    def _malformed(self, error: expat.ExpatError) -> InputError:
        reason = expat.ErrorString(error.code) or "unknown error"
        if self._open and reason in ("no element found", "unclosed token", "mismatched tag"):
            last = self._open[-1]
            reason += f"; <{last.tag}> of line {last.place.line} is not closed"
        return InputError(f"not well-formed XML: {reason}", where=f"{self._path}:{error.lineno}")

    def _place(self) -> Place:
        return Place(self._path, self._parser.CurrentLineNumber)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= MAX_NESTING:
            raise InputError(f"elements nested deeper than {MAX_NESTING}", where=str(self._place()))
        # Old files write <lookAt>, new ones <lookat>: tags are compared in lower case.
        element = Element(tag.lower(), attributes, self._place())
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, tag: str) -> None:
        self._open.pop()

    def _refuse_entity(self, *declaration: object) -> None:
        raise InputError("XML entity declarations are refused", where=str(self._place()), remedy="remove the DOCTYPE")
