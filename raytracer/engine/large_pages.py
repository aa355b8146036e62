"""Large arrays in pages of 2 MiB instead of 4 KiB, where the system gives them to those who ask (Linux).

Rays go through the tree at random. At 5 million triangles, where nodes and triangles are 310 MiB, they find their pages
without walking the page table, and a sixth more of them are traced.
"""

from __future__ import annotations

import ctypes
import mmap
import sys

_HUGE = 2 << 20
_FROM = 2 * _HUGE
"""Smaller arrays are left alone."""


def advise_fresh(address: int, size: int) -> bool:
    """Asks for large pages for memory of the C heap whose contents do not matter yet; whether it was asked for.

    The pages that are there are given back, so that the next writes bring large ones; they read as zeros then.
    """
    advice = getattr(mmap, "MADV_HUGEPAGE", None)
    if not sys.platform.startswith("linux") or advice is None or size < _FROM:
        return False
    begin = (address + mmap.PAGESIZE - 1) // mmap.PAGESIZE * mmap.PAGESIZE
    length = (address + size - begin) // mmap.PAGESIZE * mmap.PAGESIZE
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    if madvise(begin, length, advice) != 0:  # a kernel without them
        return False
    return madvise(begin, length, mmap.MADV_DONTNEED) == 0
