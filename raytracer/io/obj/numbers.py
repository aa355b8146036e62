"""Numbers in white space, all at once by numpy's parser, or one by one where there is a word among them."""

from __future__ import annotations

import warnings

import numpy as np


def floats(raw: bytes, count: int) -> np.ndarray:
    """The ``count`` numbers in ``raw``, f64; words that are none become NaN."""
    values = _parsed(raw, np.float64)
    if len(values) == count:
        return values
    return np.array([_float(word) for word in raw.split()], np.float64)


def integers(raw: np.ndarray, count: int) -> np.ndarray:
    """The ``count`` whole numbers in ``raw``, bytes; i64, 0 for what is none. 3.0 is one."""
    text = raw.tobytes()
    values = _parsed(text, np.int64)
    if len(values) == count:
        return values
    numbers = floats(text, count)
    with np.errstate(invalid="ignore"):
        whole = (numbers == np.rint(numbers)) & (np.abs(numbers) < 2**53)
    return np.where(whole, numbers, 0.0).astype(np.int64)


def _parsed(raw: bytes, dtype: type) -> np.ndarray:
    """All of them; nothing where the parser meets a word."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)  # numpy's way to say that it did
        try:
            return np.fromstring(raw, dtype, sep=" ")
        except (ValueError, DeprecationWarning):
            return np.zeros(0, dtype)


def _float(word: bytes) -> float:
    try:
        return float(word)
    except ValueError:
        return float("nan")
