"""The film's state and the order in which its pixels are refined."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import taichi as ti

from raytracer.engine import readback
from raytracer.engine.layout import BLOCK, COUNTER_SLOTS
from raytracer.errors import BackendError, UsageError

COARSEST = 8
"""Stride of the first lattice of a cleared film, pixels."""
_STEPS = (101, 103, 107, 37, 41)
"""Primes: one that does not divide the number of blocks visits every block once."""
_MAX_PIXELS = (2**31 - 1) // 3


@dataclass(frozen=True)
class Work:
    """One kernel launch: items of one refinement stage, or whole samples in block order (stride 0)."""

    stride: int
    first_item: int
    items: int
    first_sample: int
    samples: int


class Film:
    """Sums and counts on the device, and how far the refinement has come.

    A stage is one lattice (8, 4, 2, 1 pixels apart) of the first sample, or one later sample of the whole film.
    """

    def __init__(self, width: int, height: int) -> None:
        if width * height > _MAX_PIXELS:
            raise UsageError(
                f"a film of {width}x{height} pixels needs {width * height * 20 / 2**30:.0f} GiB and more indices than "
                f"the device has",
                remedy=f"at most {_MAX_PIXELS} pixels",
            )
        self.width, self.height = width, height
        try:
            self.sums = ti.ndarray(ti.f32, 3 * width * height)
            self.counts = ti.ndarray(ti.i32, width * height)
            self.picture = ti.ndarray(ti.u32, width * height)
        except RuntimeError as error:
            raise BackendError(
                f"the device has no memory for a film of {width}x{height} pixels", remedy="use a smaller --size"
            ) from error
        self.counters = ti.ndarray(ti.i32, 3 * COUNTER_SLOTS)
        self.clear()

    @property
    def pixels(self) -> int:
        return self.width * self.height

    def clear(self) -> None:
        """Forgets all samples."""
        self.sums.fill(0.0)
        self.counts.fill(0)
        self.sample = 0
        self.stride = COARSEST
        self.item = 0
        self.total_samples = 0

    @property
    def spp(self) -> float:
        """Mean samples per pixel."""
        return self.total_samples / self.pixels

    @property
    def block_step(self) -> int:
        """How many blocks apart neighbours in the order of work are: scattered, and every block once."""
        blocks = self._blocks()
        return next((p for p in _STEPS if p <= (2**31 - 1) // blocks and blocks % p), 1)

    def _blocks(self) -> int:
        return -(-self.width // BLOCK) * -(-self.height // BLOCK)

    @property
    def lattice(self) -> int:
        """Stride of the finest lattice that is complete; 1 when every pixel has a sample."""
        if self.stride == 0:
            return 1
        return COARSEST if self.stride == COARSEST else 2 * self.stride

    def _stage_items(self) -> int:
        """Items of the current stage; some lie outside the film and are skipped by the kernel."""
        if self.stride == 0:
            return self._blocks() * BLOCK * BLOCK
        cell, per_cell = (self.stride, 1) if self.stride == COARSEST else (2 * self.stride, 3)
        return -(-self.width // cell) * -(-self.height // cell) * per_cell

    def next_work(self, items: int, max_sample: int) -> Work:
        """The next launch of about ``items`` pixel samples, and moves on. ``max_sample`` is never passed."""
        stage = self._stage_items()
        if self.stride == 0 and self.item == 0 and items >= 2 * stage:
            samples = max(1, min(items // stage, max_sample - self.sample))
            work = Work(0, 0, stage, self.sample, samples)
            self.sample += samples
            return work
        count = min(items, stage - self.item)
        work = Work(self.stride, self.item, count, self.sample, 1)
        self.item += count
        if self.item >= stage:
            self.item = 0
            if self.stride > 1:
                self.stride //= 2
            else:
                self.stride = 0
                self.sample += 1
        return work

    def take_counters(self) -> tuple[int, int, int]:
        """Samples, rays and non-finite samples since the last call; waits for the device."""
        counted = readback.read_new(self.counters, np.int32).reshape(3, COUNTER_SLOTS).astype(np.int64).sum(axis=1)
        self.counters.fill(0)
        samples, rays, nonfinite = (int(c) for c in counted)
        self.total_samples += samples
        return samples, rays, nonfinite
