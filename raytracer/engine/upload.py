"""From host arrays to flat device arrays."""

from __future__ import annotations

import numpy as np
import taichi as ti

from raytracer.errors import BackendError

_TYPES = {np.dtype(np.float32): ti.f32, np.dtype(np.int32): ti.i32, np.dtype(np.uint32): ti.u32}


def upload(array: np.ndarray) -> ti.Ndarray:
    """A flat device array with the contents of ``array``; never empty. ``BackendError`` when memory runs out."""
    array = np.ascontiguousarray(array).reshape(-1)
    if array.size == 0:
        array = np.zeros(1, array.dtype)
    try:
        device = ti.ndarray(_TYPES[array.dtype], array.size)
        device.from_numpy(array)
    except RuntimeError as error:
        raise BackendError(
            f"the device could not take {array.nbytes / 2**20:.0f} MiB more", remedy="use a smaller scene or film"
        ) from error
    return device
