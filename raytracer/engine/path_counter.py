"""Counts rays and bounces of whole samples of the film, in the order in which the render kernel takes the pixels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import taichi as ti

from raytracer.engine import readback
from raytracer.engine.device_scene import DeviceScene
from raytracer.engine.film import Film
from raytracer.engine.kernels.path_counts import COUNTS, make_counting_kernel
from raytracer.engine.layout import TILE
from raytracer.engine.upload import upload
from raytracer.errors import BackendError
from raytracer.scene.divergence import GROUP, Divergence, curve

_LAUNCH = 1 << 17
"""Items of one launch: short enough for a GPU that also draws the desktop."""


@dataclass(frozen=True)
class PathCounts:
    """One sample of every pixel. All (items,) i32, in the order of the work; ``pixel`` is -1 outside the film."""

    pixel: np.ndarray
    rays: np.ndarray
    bounces: np.ndarray
    nonfinite: np.ndarray

    def groups(self, steps: np.ndarray) -> np.ndarray:
        """(groups, GROUP) of one of the others."""
        return steps.reshape(-1, GROUP)

    def on_film(self, values: np.ndarray, size: tuple[int, int]) -> np.ndarray:
        """Values per item as a picture (height, width) f32."""
        picture = np.zeros(size[0] * size[1], np.float32)
        inside = self.pixel >= 0
        picture[self.pixel[inside]] = values[inside]
        return picture.reshape(size[1], size[0])

    def divergence(self) -> Divergence:
        """How well groups of lanes stay together."""
        rays = self.groups(self.rays)
        bounces = self.groups(np.where(self.pixel >= 0, self.bounces + 1, 0))
        inside = self.pixel >= 0
        return Divergence(
            curve(rays),
            curve(bounces),
            int(inside.sum()),
            int(inside.reshape(-1, GROUP).any(axis=1).sum()),
            int(self.rays.astype(np.int64).sum()),
        )


class PathCounter:
    """One kernel per configuration, compiled when it is asked for first."""

    def __init__(self, block: int) -> None:
        self._block = block
        self._kernels: dict[object, Callable[..., None]] = {}

    def ready(self, device: DeviceScene) -> bool:
        """Whether counting needs no kernel to be compiled."""
        return device.config.key in self._kernels

    def count(
        self, device: DeviceScene, camera: ti.Ndarray, film: Film, sample: int, path_arguments: tuple[int, ...]
    ) -> PathCounts:
        """Traces this sample of every pixel; the film itself is not touched."""
        if not self.ready(device):
            self._kernels[device.config.key] = make_counting_kernel(device.config, self._block)
        kernel, order = self._kernels[device.config.key], film.plan.everything
        items = len(order) * TILE * TILE
        try:
            counts, tiles = ti.ndarray(ti.i32, COUNTS * items), upload(order)
        except RuntimeError as error:
            raise BackendError("the device has no memory for these counts", remedy="use a smaller picture") from error
        for first in range(0, items, _LAUNCH):
            kernel(
                *device.arrays,
                camera,
                counts,
                tiles,
                film.width,
                film.height,
                first,
                min(_LAUNCH, items - first),
                sample,
                *path_arguments,
            )
        table = readback.read_new(counts, np.int32).reshape(-1, COUNTS)
        return PathCounts(*(np.ascontiguousarray(column) for column in table.T))
