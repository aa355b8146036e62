"""Sizes of memory for people."""

from __future__ import annotations


def format_bytes(count: int) -> str:
    """In binary units, as memory is sold: ``23.5 GiB``, ``512 MiB``."""
    if count >= 2**30:
        return f"{count / 2**30:.1f} GiB"
    return f"{count / 2**20:.0f} MiB" if count >= 2**20 else f"{count / 2**10:.0f} KiB"
