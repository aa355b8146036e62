"""From host arrays to flat device arrays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import taichi as ti

from raytracer.engine import large_pages, readback
from raytracer.errors import BackendError

_TYPES = {np.dtype(np.float32): ti.f32, np.dtype(np.int32): ti.i32, np.dtype(np.uint32): ti.u32}


def upload(array: np.ndarray) -> ti.Ndarray:
    """A flat device array with the contents of ``array``; never empty. ``BackendError`` when memory runs out."""
    array = np.ascontiguousarray(array).reshape(-1)
    if array.size == 0:
        array = np.zeros(1, array.dtype)
    device = _new(array.size, array.dtype)
    device.from_numpy(array)
    return device


@dataclass(frozen=True)
class Staged:
    """A flat device array that the host fills: on the CPU ``host`` is its own memory, so that it exists once."""

    host: np.ndarray
    _device: ti.Ndarray | None

    @classmethod
    def of_size(cls, size: int, dtype: type[np.generic]) -> Staged:
        """Nothing but zeros on the CPU, anything elsewhere. ``BackendError`` when memory runs out."""
        if size == 0 or not readback.in_place():
            return cls(np.empty(size, dtype), None)
        device = _new(size, np.dtype(dtype))
        return cls(readback.view(device, dtype), device)

    def device(self) -> ti.Ndarray:
        """The device's array, filled; ``host`` is not to be written any more."""
        return upload(self.host) if self._device is None else self._device


def _new(size: int, dtype: np.dtype) -> ti.Ndarray:
    try:
        device = ti.ndarray(_TYPES[dtype], size)
    except RuntimeError as error:
        raise BackendError(
            f"the device could not take {size * dtype.itemsize / 2**20:.0f} MiB more",
            remedy="use a smaller scene or film",
        ) from error
    if readback.in_place():
        ti.sync()
        large_pages.advise_fresh(readback.address(device), size * dtype.itemsize)
    return device
