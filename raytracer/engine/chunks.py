"""Large arrays in pieces that stay in the processor's cache: faster, and what lies in between takes no memory."""

from __future__ import annotations

_ROWS = 1 << 14


def chunks(count: int, rows: int = _ROWS) -> list[slice]:
    """``range(count)`` in pieces of ``rows``."""
    return [slice(begin, min(begin + rows, count)) for begin in range(0, count, rows)]
