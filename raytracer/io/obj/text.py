"""Encodings and line ends of OBJ and MTL files, which no standard settles."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

_CONTINUED = re.compile(rb"\\[ \t]*\r?\n")
_COMMENT = re.compile(rb"(?m)^([ \t]*(?:v|vt|vn|f)[ \t][^#\n]*[ \t])#[^\n]*")
_BLANKS = 64
"""More blanks than this at the end of a line are not looked through for a backslash before them."""
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


def pieces(file: BinaryIO, size: int) -> Iterator[bytes]:
    """The text of a file as ``as_bytes`` gives it, in pieces of about ``size`` bytes.

    Each ends where a line does that is not continued. Only the first piece is asked whether lines end in CR alone.
    """
    kept: list[bytes] = []
    for chunk in _chunks(file, size):
        end = _end_of_lines(chunk)
        if end:
            yield b"".join([*kept, chunk[:end]])
            kept = []
        kept.append(chunk[end:])
    if rest := b"".join(kept):
        yield rest


def _chunks(file: BinaryIO, size: int) -> Iterator[bytes]:
    first = file.read(size)
    decoder = codecs.getincrementaldecoder("utf-16")("replace") if is_utf16(first) else None
    chunk = first if decoder is None else decoder.decode(first).encode()
    chunk = chunk.removeprefix(codecs.BOM_UTF8)
    returns = b"\r" in chunk[:-1] and b"\n" not in chunk
    while chunk:
        yield chunk.replace(b"\r", b"\n") if returns else chunk
        chunk = file.read(size)
        if decoder is not None:
            chunk = decoder.decode(chunk, final=not chunk).encode()


def _end_of_lines(chunk: bytes) -> int:
    """How much of a chunk is lines of which the last is surely not continued; what precedes the chunk is not known."""
    end = chunk.rfind(b"\n")
    while end >= 0:
        before = chunk[max(end - _BLANKS, 0) : end].rstrip(b" \t\r")
        if before and not before.endswith(b"\\"):
            return end + 1
        end = chunk.rfind(b"\n", 0, end)
    return 0


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
    """From lines as joined by a backslash at the end back to lines of the file, both counted from 1.

    ``joined`` has a line as joined for each backslash, in ascending order.
    """

    def __init__(self, joined: np.ndarray) -> None:
        self._joined = joined

    def of(self, line: int) -> int:
        """Line of the file where the joined line ``line`` begins."""
        return line + int(np.searchsorted(self._joined, line, side="left"))


def join_continued(data: bytes) -> tuple[bytes, np.ndarray]:
    """Joins lines that end in a backslash with the next. And for each backslash its line, for ``LineNumbers``."""
    if b"\\" not in data or not (found := list(_CONTINUED.finditer(data))):
        return data, np.zeros(0, np.int64)
    newlines = np.flatnonzero(np.frombuffer(data, np.uint8) == 10)
    before = np.searchsorted(newlines, [match.start() for match in found])
    return _CONTINUED.sub(b" ", data), before - np.arange(len(found)) + 1
