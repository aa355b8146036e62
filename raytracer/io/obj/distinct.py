"""Which combinations of indices occur, without sorting those that are one to a vertex."""

from __future__ import annotations

import numpy as np

_ROWS, _PARTS = 1 << 18, 16
"""Rows that are sorted at a time, or a part of all of them where these are more."""
_SPARSE = 8
"""How many times as many numbers as rows are too many for a table of them all."""


def distinct(columns: list[np.ndarray]) -> tuple[list[np.ndarray], np.ndarray]:
    """The distinct rows of ``columns`` (n,) i32 each, sorted, as such columns; and for each row (n,) i32 which it is.

    The first column holds numbers from 0 up. For each of them one row stands for all; only where rows differ from
    theirs is sorted.
    """
    first, others = columns[0], columns[1:]
    if not len(first):
        return columns, np.zeros(0, np.int32)
    if first.max() > _SPARSE * len(first):
        values, dense = np.unique(first, return_inverse=True)
        found, index = distinct([dense.reshape(-1).astype(np.int32), *others])
        return [values[found[0]], *found[1:]], index
    row_of = np.full(int(first.max()) + 1, -1, np.int32)
    row_of[first] = np.arange(len(first), dtype=np.int32)
    there = row_of >= 0
    rows = row_of[there]
    del row_of
    index = (np.cumsum(there, dtype=np.int32) - 1)[first]
    differs = np.zeros(len(first), bool)
    for column in others:
        differs |= column != column[rows][index]
    if differs.any():
        rows, index = _with_odd(columns, rows, index, np.flatnonzero(differs).astype(np.int32))
    return [column[rows] for column in columns], index


def _with_odd(
    columns: list[np.ndarray], rows: np.ndarray, index: np.ndarray, odd: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Representatives ``rows`` and those of the rows ``odd``, sorted together; and the index into them.

    In parts of the first column's values, so that sorting takes little more memory for a large mesh.
    """
    of_odd = index[odd]
    ends = np.cumsum(np.bincount(of_odd, minlength=len(rows)) + 1)
    most = max(_ROWS, (len(rows) + len(odd)) // _PARTS)
    place, place_of_odd = np.empty(len(rows), np.int32), np.empty(len(odd), np.int32)
    chosen: list[np.ndarray] = []
    count = begin = 0
    while begin < len(rows):
        end = int(np.searchsorted(ends, ends[begin] + most, side="right"))
        mine = np.flatnonzero((of_odd >= begin) & (of_odd < end))
        some = np.concatenate([rows[begin:end], odd[mine]])
        _, found, which = np.unique(_keys([column[some] for column in columns]), return_index=True, return_inverse=True)
        which = which.reshape(-1) + count
        place[begin:end], place_of_odd[mine] = which[: end - begin], which[end - begin :]
        chosen.append(some[found])
        count, begin = count + len(found), end
    index = place[index]
    index[odd] = place_of_odd
    return np.concatenate(chosen), index


def _keys(columns: list[np.ndarray]) -> np.ndarray:
    """One number (n,) i64 for each row, in the order of the rows: equal ones where rows are equal."""
    lows = [int(column.min()) for column in columns]
    spans = [int(column.max()) - low + 1 for column, low in zip(columns, lows, strict=True)]
    if np.prod(spans, dtype=np.float64) >= 2.0**62:
        _, ranks = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
        return ranks.reshape(-1)
    key = np.zeros(len(columns[0]), np.int64)
    for column, low, span in zip(columns, lows, spans, strict=True):
        key *= span
        key += column
        key -= low
    return key
