"""The container of PLY: header, elements and their properties, as text or binary of either byte order.

Turk, "The PLY Polygon File Format" (1994). Rows are read as one array where all their lists have the same length, which
is the normal case, and one by one where not.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field

import numpy as np

from raytracer.errors import InputError

_TYPES = {
    **dict.fromkeys(("char", "int8"), "i1"),
    **dict.fromkeys(("uchar", "uint8"), "u1"),
    **dict.fromkeys(("short", "int16"), "i2"),
    **dict.fromkeys(("ushort", "uint16"), "u2"),
    **dict.fromkeys(("int", "int32"), "i4"),
    **dict.fromkeys(("uint", "uint32"), "u4"),
    **dict.fromkeys(("int64", "long"), "i8"),
    **dict.fromkeys(("uint64", "ulong"), "u8"),
    **dict.fromkeys(("float", "float32"), "f4"),
    **dict.fromkeys(("double", "float64"), "f8"),
}
_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
_MAX_HEADER = 2**20


@dataclass
class Property:
    """A column of an element. ``kind`` is a numpy type code without byte order; ``count_kind`` is "" for a scalar."""

    name: str
    kind: str
    count_kind: str = ""


@dataclass
class Element:
    """What the header says about an element, and after reading its columns.

    ``scalars`` holds (rows,) arrays, ``lists`` a pair of lengths (rows,) and all values one after the other.
    ``rows`` may be less than ``count`` when the file ends early.
    """

    name: str
    count: int
    properties: list[Property] = field(default_factory=list)
    rows: int = 0
    scalars: dict[str, np.ndarray] = field(default_factory=dict)
    lists: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)

    @property
    def has_lists(self) -> bool:
        return any(p.count_kind for p in self.properties)

    def kind_of(self, name: str) -> str:
        """Type code of a property as declared, e.g. "u1"."""
        return next(p.kind for p in self.properties if p.name == name)


@dataclass
class PlyFile:
    """All elements in the order of the file, and the comments of the header."""

    elements: list[Element]
    comments: list[str]

    def element(self, *names: str) -> Element | None:
        """The first element with one of the names."""
        return next((e for e in self.elements if e.name in names), None)


def read(data: bytes, where: str) -> PlyFile:
    """Reads all elements. Raises ``InputError`` for a broken header; elements cut short have fewer ``rows``."""
    order, file, start = _read_header(data, where)
    body = _Body(memoryview(data)[start:] if order else _numbers(data[start:], where), order, text=not order)
    for element in file.elements:
        body.fill(element)
        if element.rows < element.count:
            break
    return file


def _read_header(data: bytes, where: str) -> tuple[str, PlyFile, int]:
    """Byte order ("" for text), the declared elements, and where the body begins."""
    ending = b"\r\n" if data[3:5] == b"\r\n" else b"\r" if data[3:4] == b"\r" else b"\n"
    if data[:3] != b"ply" or data[3:4] not in (b"\n", b"\r", b" "):
        raise InputError("not a PLY file: it does not begin with 'ply'", where=where)
    end = data.find(ending + b"end_header", 0, _MAX_HEADER)
    if end < 0:
        raise InputError("the PLY header has no line end_header", where=where, remedy="copy the file again")
    line_end = data.find(ending, end + len(ending))
    start = len(data) if line_end < 0 else line_end + len(ending)
    order: str | None = None
    file = PlyFile([], [])
    for number, line in enumerate(data[:end].decode("utf-8", "replace").split(ending.decode()), 1):
        words = line.split()
        at = f"{where}, line {number}"
        if not words or words[0] in ("ply", "obj_info"):
            continue
        if words[0] == "comment":
            file.comments.append(line.strip()[8:])
        elif words[0] == "format" and len(words) >= 2 and words[1] in _ORDERS:
            order = _ORDERS[words[1]]
        elif words[0] == "element" and len(words) == 3 and words[2].isdecimal():
            file.elements.append(Element(words[1], int(words[2])))
        elif words[0] == "property" and file.elements:
            file.elements[-1].properties.append(_property(words, at))
        else:
            raise InputError(f"line {line.strip()!r} of the PLY header cannot be understood", where=at)
    if order is None:
        raise InputError("the PLY header names no format", where=where)
    return order, file, start


def _property(words: list[str], where: str) -> Property:
    kinds = words[2:4] if words[1:2] == ["list"] else words[1:2]
    if len(words) != (5 if len(kinds) == 2 else 3) or any(kind not in _TYPES for kind in kinds):
        raise InputError(
            f"unknown property {' '.join(words)!r}", where=where, remedy=f"known types: {' '.join(_TYPES)}"
        )
    if len(kinds) == 2 and _TYPES[kinds[0]][0] == "f":
        raise InputError(f"the length of list {words[-1]!r} is not an integer", where=where)
    return Property(words[-1], _TYPES[kinds[-1]], _TYPES[kinds[0]] if len(kinds) == 2 else "")


class _Body:
    """A cursor over the numbers after the header. Text is converted to f64 first and then read like binary."""

    def __init__(self, data: memoryview, order: str, *, text: bool) -> None:
        self._data = data
        self._at = 0
        self._order = order
        self._text = text

    def fill(self, element: Element) -> None:
        """Reads the columns of the next element, as far as there is data."""
        row = self._row_like_the_next(element)
        if row is None or not self._fill_at_once(element, row):
            self._fill_by_rows(element)

    def _item(self, kind: str) -> np.dtype:
        return np.dtype("f8" if self._text else self._order + kind)

    def _take(self, kind: str, count: int) -> np.ndarray | None:
        """The next ``count`` numbers, or None when the file ends before."""
        item = self._item(kind)
        if count < 0 or count * item.itemsize > len(self._data) - self._at:
            return None
        values = np.frombuffer(self._data, item, count, self._at)
        self._at += count * item.itemsize
        return values

    def _take_row(self, element: Element) -> list[np.ndarray] | None:
        row = []
        for prop in element.properties:
            count = 1
            if prop.count_kind:
                length = self._take(prop.count_kind, 1)
                if length is None or not 0 <= length[0] < 2**31:
                    return None
                count = int(length[0])
            values = self._take(prop.kind, count)
            if values is None:
                return None
            row.append(values)
        return row

    def _row_like_the_next(self, element: Element) -> np.dtype | None:
        """Type of a row whose lists are as long as those of the next row; None when there is no whole row."""
        before = self._at
        first = self._take_row(element) if element.count else None
        self._at = before
        if not first:
            return None
        fields: list[tuple[str, np.dtype, tuple[int, ...]]] = []
        for index, (prop, values) in enumerate(zip(element.properties, first, strict=True)):
            if prop.count_kind:
                fields.append((f"length{index}", self._item(prop.count_kind), ()))
            fields.append((f"value{index}", self._item(prop.kind), (len(values),) if prop.count_kind else ()))
        return np.dtype(fields)

    def _fill_at_once(self, element: Element, row: np.dtype) -> bool:
        """Reads all rows as one table; False, and nothing read, when their lists differ in length or data is short."""
        rows = min(element.count, (len(self._data) - self._at) // row.itemsize)
        if rows < element.count and element.has_lists:
            return False
        table = np.frombuffer(self._data, row, rows, self._at)
        for index, prop in enumerate(element.properties):
            if prop.count_kind and not (table[f"length{index}"] == row[f"value{index}"].shape[0]).all():
                return False
        for index, prop in enumerate(element.properties):
            values = table[f"value{index}"]
            if prop.count_kind:
                lengths = np.broadcast_to(np.int64(values.shape[1]), rows)
                element.lists[prop.name] = lengths, values.reshape(-1)
            else:
                element.scalars[prop.name] = values
        element.rows = rows
        self._at += rows * row.itemsize
        return True

    def _fill_by_rows(self, element: Element) -> None:
        rows: list[list[np.ndarray]] = []
        while len(rows) < element.count and (row := self._take_row(element)) is not None:
            rows.append(row)
        element.rows = len(rows)
        for prop, column in zip(element.properties, zip(*rows, strict=True), strict=False):
            values = np.concatenate(column)
            if prop.count_kind:
                element.lists[prop.name] = np.array([len(v) for v in column], np.int64), values
            else:
                element.scalars[prop.name] = values


def _numbers(text: bytes, where: str) -> memoryview:
    """The numbers of a text body, the bytes of f64."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)  # how numpy says that it met a word
        try:
            return np.fromstring(text, np.float64, sep=" ").data.cast("B")
        except (DeprecationWarning, ValueError) as error:
            raise InputError("the PLY file has a word where a number should be", where=where) from error
