"""Encodings and line ends of OBJ and MTL files, which no standard settles."""

from __future__ import annotations

import codecs
import re

import numpy as np

_CONTINUED = re.compile(rb"\\[ \t]*\r?\n")
_COMMENT = re.compile(rb"(?m)^([ \t]*(?:v|vt|vn|f)[ \t][^#\n]*[ \t])#[^\n]*")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def is_utf16(data: bytes) -> bool:
    """Whether a byte-order mark says so."""
    return data.startswith(_UTF16)


def as_bytes(data: bytes) -> bytes:
    """The text without byte-order mark, in an encoding that has ASCII in it, with LF or CR LF line ends."""
    if is_utf16(data):
        data = data.decode("utf-16", "replace").encode()
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\r" in data and b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    return data


def decode(line: bytes) -> str:
    """UTF-8 where it is that, else Latin-1 (which always succeeds)."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def strip_comments(data: bytes) -> bytes:
    """Removes comments behind numbers. Those on their own line stay, and so do # signs in names."""
    return _COMMENT.sub(rb"\1", data) if b" #" in data or b"\t#" in data else data


class LineNumbers:
    """From lines as joined by a backslash at the end back to lines of the file, both counted from 1."""

    def __init__(self, joined: np.ndarray) -> None:
        self._joined = joined

    def of(self, line: int) -> int:
        """Line of the file where the joined line ``line`` begins."""
        return line + int(np.searchsorted(self._joined, line, side="left"))


def join_continued(data: bytes) -> tuple[bytes, LineNumbers]:
    """Joins lines that end in a backslash with the next."""
    if b"\\" not in data or not (found := list(_CONTINUED.finditer(data))):
        return data, LineNumbers(np.zeros(0, np.int64))
    newlines = np.flatnonzero(np.frombuffer(data, np.uint8) == 10)
    before = np.searchsorted(newlines, [match.start() for match in found])
    return _CONTINUED.sub(b" ", data), LineNumbers(before - np.arange(len(found)) + 1)
