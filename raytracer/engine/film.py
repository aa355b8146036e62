"""The film on the device: sums and counts, and what tells how noisy they are."""

from __future__ import annotations

import numpy as np
import taichi as ti

from raytracer.engine import readback
from raytracer.engine.kernels.noise import keep_halves, measure_tiles, noise_picture
from raytracer.engine.kernels.picture import gather_lattice
from raytracer.engine.layout import COUNTER_SLOTS, TILE
from raytracer.engine.sampling_plan import COARSEST, DARK, SamplingPlan, Work
from raytracer.errors import DeviceMemoryError, UsageError
from raytracer.scene.film_arrays import array_bytes, film_arrays
from raytracer.scene.region import Box

__all__ = ["COARSEST", "Film", "Work"]

WIDEST_BLUR = 2
"""Neighbours on each side that the first samples are blurred over, as long as they are 4 pixels or more apart."""
_MAX_PIXELS = (2**31 - 1) // 3


class Film:
    """Device arrays of one size, and the plan of what is sampled next."""

    def __init__(self, width: int, height: int) -> None:
        sizes = film_arrays(width, height)
        if width * height > _MAX_PIXELS:
            raise UsageError(
                f"a film of {width}x{height} pixels needs {array_bytes(sizes) / 2**30:.0f} GiB and more indices than "
                f"the device has",
                remedy=f"at most {_MAX_PIXELS} pixels",
            )
        self.width, self.height = width, height
        self.plan = SamplingPlan(width, height)
        try:
            self.sums = ti.ndarray(ti.f32, sizes["sums"])
            self.counts = ti.ndarray(ti.i32, sizes["counts"])
            self.halves = ti.ndarray(ti.f32, sizes["halves"])
            self.picture = ti.ndarray(ti.u32, sizes["picture"])
            self.lattice_means = ti.ndarray(ti.f32, sizes["lattice_means"])
            self.tiles = ti.ndarray(ti.i32, sizes["tiles"])
        except RuntimeError as error:
            raise DeviceMemoryError(
                f"the device has no memory for a film of {width}x{height} pixels", remedy="use a smaller --size"
            ) from error
        self.counters = ti.ndarray(ti.i32, 3 * COUNTER_SLOTS)
        self.total_samples = 0
        self._listed: np.ndarray | None = None
        self._lattice_holds: tuple[str, int, int, float] | None = None
        self._list(self.plan.everything)
        self.clear()

    @property
    def pixels(self) -> int:
        return self.width * self.height

    @property
    def lattice_shift(self) -> int:
        """Logarithm to base 2 of the stride of the finest complete lattice, as the kernels take it."""
        return self.plan.lattice.bit_length() - 1

    def gather_lattice(self, gain: float = 0.0) -> None:
        """Fills ``lattice_means`` while there are pixels without a sample; smooth for the eye with a ``gain``, the
        view's, as they are without one."""
        shift = self.lattice_shift
        radius = self.blur_radius(shift) if gain > 0.0 else 0
        if shift > 0 and self.claim_lattice(("radiance", shift, radius, gain)):
            size = (self.width, self.height, shift, radius)
            gather_lattice(self.sums, self.counts, *size, gain or 1.0, self.lattice_means)

    def blur_radius(self, shift: int) -> int:
        """Neighbours on each side that the samples of this lattice are blurred over, to be looked at."""
        return min(shift, WIDEST_BLUR)

    def claim_lattice(self, what: tuple[str, int, int, float]) -> bool:
        """Takes ``lattice_means`` for ``what``: its kind, shift, radius and gain; whether it is to be filled for that.
        The samples of a lattice that is complete stay as they are until the film is cleared."""
        different = what != self._lattice_holds
        self._lattice_holds = what if self.plan.covered else None
        return different

    def clear(self) -> None:
        """Forgets all samples."""
        self.sums.fill(0.0)
        self.counts.fill(0)
        self.total_samples = 0
        self._lattice_holds = None
        self._begin()

    def _begin(self) -> None:
        self.plan.clear()
        self._list(self.plan.group)

    def restrict(self, box: Box | None, *, surroundings: bool = True) -> None:
        """Refines only this part of the picture from now on, pixels; None: all of it. Samples stay.

        ``surroundings``: what lies outside gets one sample whenever the film is cleared.
        """
        self.plan.restrict(box, surroundings=surroundings)
        if self.total_samples == 0:  # the sums are zero
            self._begin()

    @property
    def spp(self) -> float:
        """Mean samples per pixel, of the region where there is one."""
        if self.plan.inside is None or self.plan.stride > 0:
            return self.total_samples / self.pixels
        return self.plan.region_spp

    def next_work(self, items: int, limit: int, threshold: float = 0.0, *, unbounded: bool = False) -> Work:
        """The next launch of about ``items`` samples; ``limit`` is never passed, see ``SamplingPlan.open_round``."""
        plan = self.plan
        if not plan.round_open:
            keeps = plan.open_round(limit, threshold, unbounded=unbounded)
            self._list(plan.group)
            if keeps:
                items_listed = len(plan.group) * TILE * TILE
                keep_halves(self.sums, self.counts, self.halves, self.tiles, items_listed, self.width, self.height)
        return plan.next_work(items, limit)

    def end_round(self, limit: int, gain: float) -> None:
        """Measures the noise of the tiles whose round is over, if it is. ``gain``: the view's, linear."""
        plan = self.plan
        if not plan.round_is_over(limit):
            return
        noise = ti.ndarray(ti.f32, len(plan.group))
        in_half = _uploaded(plan.halves)
        size = (len(plan.group), self.width, self.height, plan.sample)
        measure_tiles(self.sums, self.counts, self.halves, self.tiles, in_half, *size, DARK / gain, noise)
        plan.close_round(readback.read_new(noise, np.float32))

    def noise_picture(self, gain: float) -> np.ndarray:
        """Estimated relative error of each pixel, (height, width) f32; infinite where it is not known yet."""
        picture = ti.ndarray(ti.f32, self.pixels)
        of_tiles = ti.ndarray(ti.f32, len(self.plan.noise))
        of_tiles.from_numpy(self.plan.noise)
        in_half = _uploaded(self.plan.halves)
        size = (self.width, self.height)
        noise_picture(self.sums, self.counts, self.halves, in_half, of_tiles, *size, DARK / gain, picture)
        return readback.read_new(picture, np.float32).reshape(self.height, self.width)

    def sample_counts(self) -> np.ndarray:
        """Samples of each pixel, (height, width) i32."""
        return readback.read_new(self.counts, np.int32).reshape(self.height, self.width)

    def take_counters(self) -> tuple[int, int, int]:
        """Samples, rays and non-finite samples since the last call; waits for the device."""
        slots = readback.view(self.counters, np.int32)
        counted = slots.reshape(3, COUNTER_SLOTS).sum(axis=1, dtype=np.int64)
        if readback.in_place():
            slots[:] = 0  # a kernel for this, after every launch, costs ten times as much
        else:
            self.counters.fill(0)
        samples, rays, nonfinite = (int(c) for c in counted)
        self.total_samples += samples
        return samples, rays, nonfinite

    def list_tiles(self) -> None:
        """Puts the tiles of the plan's round on the device: the samples, and the plan, came from elsewhere."""
        self._lattice_holds = None
        self._list(self.plan.group)

    def _list(self, tiles: np.ndarray) -> None:
        """Puts the tiles of the round on the device, in their order; nothing where they lie there already."""
        if tiles is not self._listed:
            everything = np.zeros(len(self.plan.everything), np.int32)
            everything[: len(tiles)] = tiles
            self.tiles.from_numpy(everything)
            self._listed = tiles


def _uploaded(values: np.ndarray) -> ti.Ndarray:
    array = ti.ndarray(ti.i32, len(values))
    array.from_numpy(values)
    return array
