"""What this process has freed goes back to the system."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> bool:
    """Where the C library keeps freed memory (glibc) it is asked to give it back; whether that could be asked.

    After the tree over millions of triangles that is a hundred MiB, which the next large array would stand beside.
    """
    if not sys.platform.startswith("linux"):
        return False
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
    if trim is None:
        return False
    trim.argtypes = (ctypes.c_size_t,)
    trim(0)
    return True
