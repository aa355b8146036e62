"""Radiance that is not the film's, such as denoised, on its way to the screen: through the same view."""

from __future__ import annotations

import numpy as np
import taichi as ti

from raytracer.errors import DeviceMemoryError
from raytracer.scene.film_arrays import other_picture_arrays


class OtherPicture:
    """Keeps the pixels on the device, as sums of one sample each, so that another view costs no copy."""

    def __init__(self) -> None:
        self._shown: np.ndarray | None = None
        self.sums: ti.Ndarray | None = None
        self.counts: ti.Ndarray | None = None

    def take(self, linear: np.ndarray) -> None:
        """(height, width, 3) f32; nothing is copied when it is the same array as before."""
        if linear is self._shown:
            return
        self.make_room(linear.shape[0] * linear.shape[1])
        assert self.sums is not None
        self.sums.from_numpy(np.ascontiguousarray(linear, np.float32).ravel())
        self._shown = linear

    def given_away(self) -> None:
        """Somebody else fills the sums: what was taken is there no more."""
        self._shown = None

    def release(self) -> None:
        """Gives its memory back."""
        self._shown = self.sums = self.counts = None

    def make_room(self, pixels: int) -> None:
        """Arrays for so many, kept as they are where there are so many."""
        if self.counts is not None and self.counts.shape[0] == pixels:
            return
        self.release()  # the old arrays go first
        try:
            sizes = other_picture_arrays(pixels)
            self.sums, self.counts = ti.ndarray(ti.f32, sizes["sums"]), ti.ndarray(ti.i32, sizes["counts"])
        except RuntimeError as error:
            raise DeviceMemoryError("the device has no memory for another picture") from error
        self.counts.fill(1)
