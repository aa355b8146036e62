"""Reads the lines of an OBJ file into arrays, in blocks, without a Python step per line.

Own reader: trimesh 5.2 (the obvious library) merges or loses what the case log asks for: it resolves relative indices
against the final list, cuts polygons as fans, drops vertices whose corners differ only in normals, and knows no line
numbers for messages. This one also reads a million lines in about a second.

How: every block of text becomes a byte array; tokens begin where white space ends; the first token of a line says what
it is. The bytes of all lines of one kind are then handed to numpy's number parser at once.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from raytracer.io.obj import text

_BLOCK = 2**23
ABSENT = np.iinfo(np.int64).min
"""Stands for a texture coordinate or normal that a corner does not name."""

_V, _VT, _VN, _F, _OTHER, _SKIP = range(6)


@dataclass
class Faces:
    """Faces in the order of the file; indices count from 0 and are resolved, but not yet checked.

    counts   (faces,) corners of each; lines (faces,) line of each, as joined
    corners  (sum of counts, 3) i64: vertex, texture coordinate, normal; ``ABSENT`` where not given
    """

    counts: np.ndarray
    lines: np.ndarray
    corners: np.ndarray


@dataclass
class Lines:
    """Everything in an OBJ file. ``statements`` are all other lines: (line as joined, keyword, rest).

    positions (n, 3) f64, colors (n, 3) f64 or None (NaN where a vertex has none), texcoords (k, 2), normals (k, 3)
    """

    positions: np.ndarray
    colors: np.ndarray | None
    texcoords: np.ndarray
    normals: np.ndarray
    faces: Faces
    statements: list[tuple[int, str, str]]
    numbers: text.LineNumbers


@dataclass
class _Collected:
    tables: dict[int, list[np.ndarray]] = field(default_factory=lambda: {_V: [], _VT: [], _VN: []})
    rows: dict[int, int] = field(default_factory=lambda: {_V: 0, _VT: 0, _VN: 0})
    faces: list[Faces] = field(default_factory=list)
    statements: list[tuple[int, str, str]] = field(default_factory=list)


def read(data: bytes, progress: Callable[[float], None] = lambda fraction: None) -> Lines:
    """Reads a whole file. Never fails: numbers that are none become NaN, indices that are none become impossible.

    ``progress`` is called after each block with the fraction that is done.
    """
    data, numbers = text.join_continued(text.strip_comments(text.as_bytes(data)))
    found = _Collected()
    line, done = 1, 0
    for block in _blocks(data):
        line += _read_block(block, line, found)
        done += len(block)
        progress(done / len(data))
    positions = _stack(found.tables[_V], 6)
    has_colors = bool(positions.size and np.isfinite(positions[:, 3:]).any())
    return Lines(
        positions[:, :3],
        positions[:, 3:] if has_colors else None,
        _stack(found.tables[_VT], 2),
        _stack(found.tables[_VN], 3),
        Faces(
            np.concatenate([f.counts for f in found.faces] or [np.zeros(0, np.int64)]),
            np.concatenate([f.lines for f in found.faces] or [np.zeros(0, np.int64)]),
            np.concatenate([f.corners for f in found.faces] or [np.zeros((0, 3), np.int64)]),
        ),
        found.statements,
        numbers,
    )


def _stack(tables: list[np.ndarray], width: int) -> np.ndarray:
    return np.concatenate(tables) if tables else np.zeros((0, width))


def _blocks(data: bytes) -> Iterator[bytes]:
    """Pieces of about ``_BLOCK`` bytes that end with a line end."""
    at = 0
    while at < len(data):
        end = data.find(b"\n", min(at + _BLOCK, len(data)) - 1)
        end = len(data) if end < 0 else end + 1
        yield data[at:end]
        at = end


def _read_block(block: bytes, first_line: int, found: _Collected) -> int:
    """Reads one block; returns how many lines it has."""
    if not block.endswith(b"\n"):
        block += b"\n"
    bytes_ = np.frombuffer(block + b"   ", np.uint8).copy()
    bytes_[(bytes_ < 32) & (bytes_ != 10)] = 32
    newlines = np.flatnonzero(bytes_ == 10)
    starts = np.concatenate([[0], newlines[:-1] + 1])
    space = bytes_ <= 32
    tokens = np.flatnonzero(~space[1:] & space[:-1]) + 1
    if not space[0]:
        tokens = np.concatenate([[0], tokens])
    line_of_token = np.searchsorted(starts, tokens, side="right") - 1
    token_counts = np.bincount(line_of_token, minlength=len(starts))
    keywords = np.searchsorted(line_of_token, np.arange(len(starts)))
    kinds = _kinds(bytes_, tokens, keywords, token_counts)
    _collect_statements(block, starts, newlines, np.flatnonzero(kinds == _OTHER), first_line, found)
    _blank_keywords(bytes_, tokens, keywords, kinds)
    lengths = np.diff(np.concatenate([starts, [newlines[-1] + 1]]))
    body = bytes_[: newlines[-1] + 1]
    before = {k: found.rows[k] + np.cumsum(kinds == k) for k in (_V, _VT, _VN)}
    for kind in (_V, _VT, _VN):
        lines = kinds == kind
        if lines.any():
            raw = body[np.repeat(lines, lengths)].tobytes()
            found.tables[kind].append(_table(kind, raw, token_counts[lines] - 1))
            found.rows[kind] += int(lines.sum())
    lines = kinds == _F
    if lines.any():
        corners = _corners(body[np.repeat(lines, lengths)])
        counts = token_counts[lines] - 1
        totals = np.stack([before[k][lines] for k in (_V, _VT, _VN)], axis=1)
        corners = _resolved(corners, np.repeat(totals, counts, axis=0))
        found.faces.append(Faces(counts, first_line + np.flatnonzero(lines), corners))
    return len(starts)


def _kinds(bytes_: np.ndarray, tokens: np.ndarray, keywords: np.ndarray, token_counts: np.ndarray) -> np.ndarray:
    """What each line is, told by its first token."""
    kinds = np.full(len(token_counts), _SKIP, np.int8)
    lines = np.flatnonzero(token_counts > 0)
    at = tokens[keywords[lines]]
    a, b, c = bytes_[at], bytes_[at + 1], bytes_[at + 2]
    kind = np.full(len(lines), _OTHER, np.int8)
    kind[a == ord("#")] = _SKIP
    kind[(a == ord("v")) & (b <= 32)] = _V
    kind[(a == ord("v")) & (b == ord("t")) & (c <= 32)] = _VT
    kind[(a == ord("v")) & (b == ord("n")) & (c <= 32)] = _VN
    kind[(a == ord("f")) & (b <= 32)] = _F
    kinds[lines] = kind
    return kinds


def _blank_keywords(bytes_: np.ndarray, tokens: np.ndarray, keywords: np.ndarray, kinds: np.ndarray) -> None:
    numeric = np.flatnonzero(kinds <= _F)
    at = tokens[keywords[numeric]]
    bytes_[at] = 32
    long = (kinds[numeric] == _VT) | (kinds[numeric] == _VN)
    bytes_[at[long] + 1] = 32


def _collect_statements(
    block: bytes, starts: np.ndarray, ends: np.ndarray, lines: np.ndarray, first_line: int, found: _Collected
) -> None:
    for line, start, end in zip(lines.tolist(), starts[lines].tolist(), ends[lines].tolist(), strict=True):
        words = text.decode(block[start:end]).strip().split(None, 1)
        found.statements.append((first_line + line, words[0], words[1].strip() if len(words) > 1 else ""))


def _table(kind: int, raw: bytes, counts: np.ndarray) -> np.ndarray:
    """Rows of the numbers of ``v``, ``vt`` or ``vn`` lines with ``counts`` numbers each; what is missing is NaN or 0.

    A vertex has 3 numbers, 4 (with a weight that is not used), or 6 and more (with a colour): rows of 6.
    """
    values = _floats(raw, int(counts.sum()))
    first = np.cumsum(counts) - counts
    width = {_V: 3, _VT: 2, _VN: 3}[kind]
    values = np.append(values, 0.0 if kind == _VT else np.nan)  # vt may have one number: v is 0
    columns = first[:, None] + np.arange(width)
    table = values[np.where(np.arange(width) < counts[:, None], columns, -1)]
    if kind != _V:
        return table
    colored = counts >= 6
    colors = np.full((len(counts), 3), np.nan)
    colors[colored] = values[first[colored, None] + np.arange(3, 6)]
    return np.hstack([table, colors])


def _floats(raw: bytes, count: int) -> np.ndarray:
    """The ``count`` numbers in ``raw``; words that are none become NaN."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # numpy's way to say that it met a word
        try:
            values = np.fromstring(raw, np.float64, sep=" ")
        except ValueError:
            values = np.zeros(0)
    if len(values) == count:
        return values
    return np.array([_float(word) for word in raw.split()], np.float64)


def _float(word: bytes) -> float:
    try:
        return float(word)
    except ValueError:
        return float("nan")


def _corners(raw: np.ndarray) -> np.ndarray:
    """(corners, 3) indices as written, from the bytes of ``f`` lines without keywords; ``ABSENT`` where not given.

    All corners of one shape (a, a/b, a//c, a/b/c) are read at once.
    """
    space = raw <= 32
    starts = np.flatnonzero(~space & np.concatenate([[True], space[:-1]]))
    out = np.full((len(starts), 3), ABSENT)
    slashes = np.flatnonzero(raw == ord("/"))
    if not len(slashes):
        out[:, 0] = _indices(raw)
        return out
    token = np.searchsorted(starts, slashes, side="right") - 1
    order = np.arange(len(slashes)) - np.searchsorted(token, token)
    filled = ~space[slashes + 1] & (raw[slashes + 1] != ord("/"))
    has_texcoord, has_normal, broken = (np.zeros(len(starts), bool) for _ in range(3))
    has_texcoord[token[(order == 0) & filled]] = True
    has_normal[token[(order == 1) & filled]] = True
    broken[token[order > 1]] = True
    broken |= raw[starts] == ord("/")
    lengths = np.diff(np.concatenate([starts, [len(raw)]]))
    raw = np.where(raw == ord("/"), np.uint8(32), raw)
    shape = np.where(broken, -1, has_texcoord + 2 * has_normal)
    for code, columns in ((0, [0]), (1, [0, 1]), (2, [0, 2]), (3, [0, 1, 2])):
        mine = shape == code
        if mine.all():
            out[:, columns] = _indices(raw[starts[0] :]).reshape(-1, len(columns))
        elif mine.any():
            # What precedes the first token is white space; np.repeat covers the rest.
            chosen = raw[starts[0] :][np.repeat(mine, lengths)]
            out[np.ix_(mine, columns)] = _indices(chosen).reshape(-1, len(columns))
    out[broken] = 0
    return out


def _indices(raw: np.ndarray) -> np.ndarray:
    """Whole numbers; 0, which no face may name, for what is none."""
    values = _floats(raw.tobytes(), len(np.flatnonzero(~(raw <= 32) & np.concatenate([[True], raw[:-1] <= 32]))))
    with np.errstate(invalid="ignore"):
        whole = (values == np.rint(values)) & (np.abs(values) < 2**53)
    return np.where(whole, values, 0.0).astype(np.int64)


def _resolved(corners: np.ndarray, totals: np.ndarray) -> np.ndarray:
    """From 1-based or relative to 0-based; a relative one counts back from what stands before the face.

    0 becomes -1, and relative ones before the start stay negative: both are dropped later. ``ABSENT`` stays.
    """
    resolved = np.where(corners > 0, corners - 1, np.where(corners < 0, totals + corners, -1))
    return np.where(corners == ABSENT, ABSENT, resolved)
