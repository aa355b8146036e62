"""The corners of ``f`` lines: 7, 7/3, 7//2 and 7/3/2, counted from 1, or back from what stands before the face."""

from __future__ import annotations

import numpy as np

from raytracer.io.obj import numbers

ABSENT = int(np.iinfo(np.int32).min)
"""Stands for a texture coordinate or normal that a corner does not name."""
_MOST = int(np.iinfo(np.int32).max)
"""Stands for every index that is larger: nothing has that number."""

Column = np.ndarray | None
"""Indices (corners,) i32 of one kind, or None where no corner has one."""


def read(raw: np.ndarray, counts: np.ndarray, before: tuple[np.ndarray, ...]) -> tuple[Column, Column, Column]:
    """Vertices, texture coordinates and normals of all corners, from 0, of the bytes of lines without keywords.

    ``counts`` (faces,) tells the corners of each, ``before`` for each kind how many stand before the face. What is no
    index, or one before the start, is negative; ``ABSENT`` is what is not there in columns that are.
    """
    columns = []
    for written, total in zip(_as_written(raw), before, strict=True):
        columns.append(None if written is None else _resolved(written, counts, total))
    return columns[0], columns[1], columns[2]


def _as_written(raw: np.ndarray) -> list[np.ndarray | None]:
    """The three columns as written, i64; ``ABSENT`` where not given. All corners of one shape are read at once."""
    space = raw <= 32
    starts = np.flatnonzero(~space & np.concatenate([[True], space[:-1]]))
    slashes = np.flatnonzero(raw == ord("/"))
    if not len(slashes):
        return [numbers.integers(raw, len(starts)), None, None]
    token = np.searchsorted(starts, slashes, side="right") - 1
    order = np.arange(len(slashes)) - np.searchsorted(token, token)
    filled = ~space[slashes + 1] & (raw[slashes + 1] != ord("/"))
    has_texcoord, has_normal, broken = (np.zeros(len(starts), bool) for _ in range(3))
    has_texcoord[token[(order == 0) & filled]] = True
    has_normal[token[(order == 1) & filled]] = True
    broken[token[order > 1]] = True
    broken |= raw[starts] == ord("/")
    raw = np.where(raw == ord("/"), np.uint8(32), raw)
    shape = np.where(broken, -1, has_texcoord + 2 * has_normal)
    lengths = np.diff(np.concatenate([starts, [len(raw)]]))
    found: list[np.ndarray | None] = [np.zeros(len(starts), np.int64), None, None]
    for code, columns in ((0, [0]), (1, [0, 1]), (2, [0, 2]), (3, [0, 1, 2])):
        mine = shape == code
        if not mine.any():
            continue
        # What precedes the first token is white space; np.repeat covers the rest.
        chosen = raw if mine.all() else raw[starts[0] :][np.repeat(mine, lengths)]
        values = numbers.integers(chosen, len(columns) * int(mine.sum())).reshape(-1, len(columns))
        if len(values) == len(starts):
            return [values[:, columns.index(k)] if k in columns else None for k in range(3)]
        for k, column in enumerate(columns):
            target = found[column]
            if target is None:
                target = found[column] = np.full(len(starts), ABSENT, np.int64)
            target[mine] = values[:, k]
    return found


def _resolved(written: np.ndarray, counts: np.ndarray, before: np.ndarray) -> np.ndarray:
    """From 1-based or relative to 0-based i32; a relative one counts back from what stands before the face.

    0 becomes -1, and relative ones before the start stay negative: both are dropped later. ``ABSENT`` stays.
    """
    resolved = written - 1
    relative = np.flatnonzero((written < 0) & (written != ABSENT))
    if len(relative):
        face = np.searchsorted(np.cumsum(counts), relative, side="right")
        resolved[relative] = before[face] + written[relative]
    resolved = np.clip(resolved, -_MOST, _MOST)
    resolved[written == ABSENT] = ABSENT
    return resolved.astype(np.int32)
