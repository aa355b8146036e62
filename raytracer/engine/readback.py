"""Device arrays to the host, and nothing else over the bus.

Taichi's ``to_numpy`` makes a host array, sends it to the device, lets a kernel fill the copy and fetches that: on CUDA
a picture crosses the bus twice, and memory is allocated for every frame. Where the array's address is known it is read
as it lies: on the CPU in place, on CUDA with one ``cuMemcpyDtoH`` into the caller's buffer.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Callable
from typing import Any

import numpy as np
import taichi as ti

from raytracer.engine import vulkan_devices
from raytracer.engine.probe import CUDA_LIBRARIES

log = logging.getLogger(__name__)


def read(array: ti.Ndarray, out: np.ndarray) -> None:
    """Waits for the device and copies a flat array of 4-byte numbers into ``out``: contiguous and as many bytes."""
    if not out.flags.c_contiguous or out.nbytes != 4 * array.shape[0]:
        raise ValueError(f"{out.nbytes} bytes, contiguous: {out.flags.c_contiguous}; {4 * array.shape[0]} are wanted")
    flat = out.reshape(-1).view(np.uint8)
    ti.sync()
    arch = ti.lang.impl.current_cfg().arch
    if in_place():
        ctypes.memmove(flat.ctypes.data, address(array), flat.nbytes)
    elif not (arch == ti.cuda and _cuda.copy(address(array), flat, lambda: _by_taichi(array))):
        flat[:] = _by_taichi(array)


def read_new(array: ti.Ndarray, dtype: type[np.generic]) -> np.ndarray:
    """The contents of a flat array of ``dtype``, in host memory of their own."""
    out = np.empty(array.shape[0], dtype)
    read(array, out)
    return out


def in_place() -> bool:
    """Whether the device's memory is the host's."""
    return ti.lang.impl.current_cfg().arch in (ti.x64, ti.arm64)


def view(array: ti.Ndarray, dtype: type[np.generic]) -> np.ndarray:
    """The contents of a flat array: its own memory where the device's is the host's, to be used while ``array`` lives;
    elsewhere a copy."""
    if not in_place():
        return read_new(array, dtype)
    ti.sync()
    count = array.shape[0]
    memory = (ctypes.c_byte * (4 * count)).from_address(address(array))
    return np.frombuffer(memory, dtype, count)


def way() -> str:
    """How arrays come to the host, for people: ``in place``, ``direct copy`` or ``through Taichi``."""
    if in_place():
        return "in place"
    return "direct copy" if ti.lang.impl.current_cfg().arch == ti.cuda and _cuda.works else "through Taichi"


class CudaCopy:
    """The driver's own copy. The first one is compared with Taichi's; after any doubt it is not used again."""

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load
        self._driver: Any = None
        self.works: bool | None = None
        """None before the first copy."""

    def copy(self, address: int, out: np.ndarray, other_way: Callable[[], np.ndarray]) -> bool:
        """Copies to ``out``, flat bytes; False where that does not work. ``other_way`` gives the right answer."""
        if self.works is None:
            self._driver = self._load()
            self.works = self._fetch(address, out) and np.array_equal(out, other_way())
            if not self.works:
                log.warning("CUDA's own copy does not work here; pictures take the longer way")
            return self.works
        self.works = self.works and self._fetch(address, out)
        return self.works

    def _fetch(self, address: int, out: np.ndarray) -> bool:
        context = ctypes.c_void_p()
        if self._driver is None or self._driver.cuCtxGetCurrent(ctypes.byref(context)) != 0 or not context.value:
            return False
        host, device, size = ctypes.c_void_p(out.ctypes.data), ctypes.c_uint64(address), ctypes.c_size_t(out.nbytes)
        return self._driver.cuMemcpyDtoH_v2(host, device, size) == 0


_cuda = CudaCopy(lambda: vulkan_devices.load_library(CUDA_LIBRARIES))


def address(array: ti.Ndarray) -> int:
    """Where the array lies in the device's memory."""
    return ti.lang.impl.get_runtime().prog.get_ndarray_data_ptr_as_int(array.arr)


def _by_taichi(array: ti.Ndarray) -> np.ndarray:
    return array.to_numpy().view(np.uint8)
