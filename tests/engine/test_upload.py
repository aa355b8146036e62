"""Host arrays on the device: what was written is what is there, whatever pages it lies in."""

from __future__ import annotations

import mmap
import sys
from pathlib import Path

import numpy as np
import pytest

from raytracer.engine import readback
from raytracer.engine.host_memory import give_back
from raytracer.engine.renderer import Renderer
from raytracer.engine.upload import Staged, upload

LARGE = (9 << 20) // 4 + 3
"""Enough for pages of 2 MiB, and not a whole number of them."""


@pytest.fixture(autouse=True)
def _taichi(renderer: Renderer) -> None:
    """Arrays are a device's."""


@pytest.mark.parametrize("size", [1, 1000, LARGE])
def test_an_array_comes_back_as_it_was(size: int) -> None:
    values = np.arange(size, dtype=np.int32)
    assert np.array_equal(readback.read_new(upload(values), np.int32), values)


def test_nothing_becomes_one_zero() -> None:
    assert readback.read_new(upload(np.zeros(0, np.float32)), np.float32).tolist() == [0.0]
    assert readback.read_new(Staged.of_size(0, np.float32).device(), np.float32).shape == (1,)


@pytest.mark.parametrize("size", [7, LARGE])
def test_what_is_staged_is_zero_and_then_what_the_host_wrote(size: int) -> None:
    staged = Staged.of_size(size, np.float32)
    assert not staged.host.any()
    staged.host[:] = np.arange(size)
    staged.host[-1] = -1.0
    device = staged.device()
    expected = np.arange(size, dtype=np.float32)
    expected[-1] = -1.0
    assert np.array_equal(readback.read_new(device, np.float32), expected)
    assert readback.address(device) == staged.host.ctypes.data, "on the CPU there is one copy"


def test_neighbours_of_a_large_array_keep_their_contents() -> None:
    before = [upload(np.full(LARGE, k, np.float32)) for k in range(3)]
    Staged.of_size(LARGE, np.float32)
    after = upload(np.full(5, 9.0, np.float32))
    for k, array in enumerate(before):
        assert (readback.read_new(array, np.float32) == k).all()
    assert (readback.read_new(after, np.float32) == 9.0).all()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells")
def test_freed_memory_goes_back_to_the_system() -> None:
    pieces = [bytes(50_000) for _ in range(2000)]  # each too small for pages of its own
    last = bytes(50_000)
    del pieces
    before = _resident()
    if not give_back():
        pytest.skip("this C library has no malloc_trim")
    assert before - _resident() > 50 << 20
    assert len(last) == 50_000


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * mmap.PAGESIZE
