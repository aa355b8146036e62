"""Takes the noise out of pictures with Intel Open Image Denoise, an optional library (``raytracer[denoise]``) [1].

What comes out is a guess that looks like a converged picture: it is for the eye, is marked wherever it is shown or
stored, and never becomes part of the film or of a figure.

[1] Afra. Intel Open Image Denoise. https://www.openimagedenoise.org. By way of the package pyoidn.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import Any

import numpy as np

from raytracer.errors import CancelledError, RaytracerError, UsageError

HOW = "pip install 'raytracer[denoise]'"
NAME = "Intel Open Image Denoise"
MISSING = f"not denoised: {NAME} is not installed ({HOW})"
_LIBRARY = "pyoidn"
_MOST_MEGABYTES = 1024
"""The library works in parts where a picture would take more memory."""
_MONITOR = """
void oidnSetFilterProgressMonitorFunction(OIDNFilter filter, OIDNProgressMonitorFunction func, void* userPtr);
"""
"""A function of the library that the package declares the types of, but not itself."""


def available() -> bool:
    """Whether the library is installed; it is not loaded."""
    return importlib.util.find_spec(_LIBRARY) is not None


def check_available() -> None:
    """Raises ``UsageError`` that says how to get the library where it is not installed."""
    if not available():
        raise UsageError(f"{NAME} is not installed", remedy=HOW)


class Denoiser:
    """The library's device on ``threads`` threads of the CPU, 0 for all. One thread at a time may use it."""

    def __init__(self, threads: int = 0) -> None:
        self._threads = threads
        self._device: Any = None

    def denoise(
        self,
        linear: np.ndarray,
        albedo: np.ndarray,
        normal: np.ndarray,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> np.ndarray:
        """All (height, width, 3) f32: scene-linear radiance, share reflected, world-space normals; the radiance.

        Python goes on in other threads meanwhile. ``cancelled`` is asked some thirty times while a picture is made.
        Raises ``RaytracerError``, and ``CancelledError`` where ``cancelled`` said so.
        """
        try:
            return self._denoise(cancelled, np.maximum(linear, 0.0), albedo, normal)
        except (ImportError, OSError, RuntimeError, AttributeError) as error:
            raise RaytracerError(f"the picture cannot be denoised: {error}", remedy=HOW) from error

    def _denoise(self, cancelled: Callable[[], bool], *inputs: np.ndarray) -> np.ndarray:
        oidn = importlib.import_module(_LIBRARY)
        device = self._device = self._device or self._start(oidn)
        color, albedo, normal = (np.ascontiguousarray(image, np.float32) for image in inputs)
        result = np.empty_like(color)
        with oidn.Filter(device, oidn.OIDN_FILTER_TYPE_RT) as work:
            for name, image in (("color", color), ("albedo", albedo), ("normal", normal), ("output", result)):
                work.set_image(name, image, oidn.OIDN_FORMAT_FLOAT3)
            work.set_bool("hdr", True)
            work.set_int("maxMemoryMB", _MOST_MEGABYTES)
            monitor = _watch(oidn, work, cancelled)  # must outlive the work
            work.commit()
            work.execute()
            message = device.get_error()
            del monitor
        if cancelled():
            raise CancelledError
        if message is not None:
            raise RuntimeError(message)
        return result

    def _start(self, oidn: Any) -> Any:
        device = oidn.Device(oidn.OIDN_DEVICE_TYPE_CPU)
        device.set_int("numThreads", self._threads)
        device.set_bool("setAffinity", False)  # the renderer's threads run on the same processors
        device.commit()
        message = device.get_error()
        if message is not None:
            raise RuntimeError(message)
        return device


def _watch(oidn: Any, work: Any, cancelled: Callable[[], bool]) -> Any:
    """Lets the library ask whether to go on; what must be kept until ``work`` is done."""
    ffi = oidn.capi.oidn_ffi
    ffi.cdef(_MONITOR, override=True)
    go_on = ffi.callback("bool(void*, double)", lambda _user, _share: not cancelled())
    oidn.capi.oidn_Capi.oidnSetFilterProgressMonitorFunction(work._filter, go_on, ffi.NULL)
    return go_on
