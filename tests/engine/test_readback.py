"""Device arrays to the host: as they are, into the caller's memory, and never by a way that was not proven."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
import taichi as ti

from raytracer.engine import readback
from raytracer.engine.renderer import Renderer
from raytracer.engine.upload import upload


@pytest.fixture(autouse=True)
def _taichi(renderer: Renderer) -> None:
    """Arrays need a runtime."""


def test_what_was_uploaded_comes_back() -> None:
    numbers = np.random.default_rng(3).random(1000, np.float32)
    assert np.array_equal(readback.read_new(upload(numbers), np.float32), numbers)


def test_a_picture_is_written_into_the_callers_memory() -> None:
    pixels = np.arange(6, dtype=np.uint32) * 0x01020304
    frame = np.zeros((2, 3, 4), np.uint8)
    readback.read(upload(pixels), frame)
    assert np.array_equal(frame.reshape(-1).view(np.uint32), pixels)
    assert readback.way() == "in place"


def test_a_buffer_of_another_size_or_with_gaps_is_refused() -> None:
    device = ti.ndarray(ti.u32, 6)
    for wrong in (np.zeros(5, np.uint32), np.zeros((6, 8), np.uint8)[:, ::2]):
        with pytest.raises(ValueError, match="24 are wanted"):
            readback.read(device, wrong)


class Driver:
    """CUDA's calls over host memory. ``flaw``: what goes wrong from the second copy on, or from the first."""

    def __init__(self, *, context: int = 1, code: int = 0, garbage: bool = False) -> None:
        self.context, self.code, self.garbage = context, code, garbage
        self.copied = 0

    def cuCtxGetCurrent(self, where: object) -> int:
        ctypes.cast(where, ctypes.POINTER(ctypes.c_void_p))[0] = self.context or None
        return 0

    def cuMemcpyDtoH_v2(self, host: ctypes.c_void_p, device: ctypes.c_uint64, size: ctypes.c_size_t) -> int:
        if self.code == 0:
            ctypes.memmove(host, device.value, size.value)
            self.copied += size.value
        if self.garbage:
            ctypes.memset(host, 7, size.value)
        return self.code


DATA = np.arange(64, dtype=np.uint8)


def copy(copier: readback.CudaCopy, asked: list[int]) -> bytes | None:
    """The bytes that arrive, or None; counts how often Taichi's way is asked for."""
    out = np.zeros(64, np.uint8)

    def by_taichi() -> np.ndarray:
        asked.append(1)
        return DATA

    return out.tobytes() if copier.copy(DATA.ctypes.data, out, by_taichi) else None


def test_the_drivers_copy_is_compared_once_and_then_moves_only_the_array() -> None:
    driver, asked = Driver(), []
    copier = readback.CudaCopy(lambda: driver)
    assert [copy(copier, asked) for _ in range(3)] == [DATA.tobytes()] * 3
    assert (len(asked), driver.copied) == (1, 3 * 64)


@pytest.mark.parametrize(
    "driver",
    [None, Driver(context=0), Driver(code=700), Driver(garbage=True)],
    ids=["none", "no context", "error", "wrong"],
)
def test_a_driver_that_cannot_or_answers_wrongly_is_not_asked_again(driver: Driver | None) -> None:
    loads: list[int] = []
    copier = readback.CudaCopy(lambda: loads.append(1) or driver)
    assert copy(copier, []) is None
    assert copier.works is False
    if driver is not None:
        driver.context, driver.code, driver.garbage = 1, 0, False
    assert copy(copier, []) is None
    assert len(loads) == 1


def test_a_driver_that_fails_later_is_given_up() -> None:
    driver = Driver()
    copier = readback.CudaCopy(lambda: driver)
    assert copy(copier, []) == DATA.tobytes()
    driver.code = 700
    assert copy(copier, []) is None
    assert not copier.works
