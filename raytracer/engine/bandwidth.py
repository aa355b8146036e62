"""Memory bandwidth, measured by copying: never taken from a data sheet.

The figure counts bytes read plus bytes written. A GPU copies its own memory in a kernel; on the CPU every thread that
renders copies a part by the C library's routine, since a kernel's loop is not written in the widest instructions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import taichi as ti

from raytracer.engine.kernels.copy import copy_floats
from raytracer.errors import BackendError

SIZES = tuple(mebi << 20 for mebi in (16, 64, 256))
"""Bytes of an array; the largest is many times the caches of most machines."""
_SLOW_SECONDS = 0.1
"""A copy that takes so long is not followed by one of a larger array."""
_COPIES = 7

Copy = Callable[[], None]


def measure(backend: str, threads: int) -> tuple[float, int]:
    """Bytes per second, the best of several copies as is usual, and the bytes of one array.

    Raises ``BackendError`` when the device has no memory for two arrays.
    """
    with ThreadPoolExecutor(max(threads, 1)) as pool:
        for size in SIZES:
            copy = _host_copy(size, threads, pool) if backend == "cpu" else _device_copy(size)
            _timed(copy)  # compiles, and touches every page
            if _timed(copy) > _SLOW_SECONDS:
                break
        return 2.0 * size / min(_timed(copy) for _ in range(_COPIES)), size


def _host_copy(size: int, threads: int, pool: ThreadPoolExecutor) -> Copy:
    try:
        source, target = np.ones(size // 4, np.float32), np.zeros(size // 4, np.float32)
    except MemoryError as error:
        raise _no_memory(size) from error
    parts = list(zip(np.array_split(target, threads), np.array_split(source, threads), strict=True))

    def copy() -> None:
        for done in [pool.submit(np.copyto, *part) for part in parts]:
            done.result()

    return copy


def _device_copy(size: int) -> Copy:
    try:
        source, target = ti.ndarray(ti.f32, size // 4), ti.ndarray(ti.f32, size // 4)
        source.fill(1.0)
        target.fill(0.0)
    except RuntimeError as error:
        raise _no_memory(size) from error

    def copy() -> None:
        copy_floats(source, target, size // 4)
        ti.sync()

    return copy


def _timed(copy: Copy) -> float:
    begin = time.perf_counter()
    copy()
    return time.perf_counter() - begin


def _no_memory(size: int) -> BackendError:
    return BackendError(f"the device has no memory for two arrays of {size >> 20} MiB to copy")
