"""Large arrays in pieces that stay in the processor's cache: faster, and what lies in between takes no memory."""

from __future__ import annotations

_ROWS = 1 << 16


def chunks(count: int) -> list[slice]:
    """``range(count)`` in pieces."""
    return [slice(begin, min(begin + _ROWS, count)) for begin in range(0, count, _ROWS)]
