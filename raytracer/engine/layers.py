"""The layers of a picture: computed on demand by kernels of their own, refined while they are looked at.

A layer of camera rays, of what they meet or what the search costs, begins coarse and is cut into launches like the
film; the layers of paths grow by whole samples.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import taichi as ti

from raytracer.engine import readback
from raytracer.engine.device_scene import DeviceScene
from raytracer.engine.film import Film
from raytracer.engine.kernels.search_cost import make_search_cost_kernel
from raytracer.engine.kernels.surface_layers import make_surface_layer_kernel
from raytracer.engine.layout import SurfaceLayer
from raytracer.engine.path_counter import PathCounter, PathCounts
from raytracer.errors import BackendError
from raytracer.scene.divergence import shares
from raytracer.scene.layer_pictures import picture
from raytracer.scene.layers import NOTHING, PictureLayer

_COARSEST = 8
_FIRST_ITEMS = 4096
_OF_CAMERA_RAYS = ("surface", "search")
_SEARCH_COLUMN = {"nodes": 0, "tests": 1}
"""Where a layer of the search stands among its kernel's values."""
_FEWEST_ITEMS, _MOST_ITEMS = 1024, 1 << 22


@dataclass(frozen=True)
class LayerInputs:
    """What a layer is made from; the film gives the size, and the samples of film layers."""

    device: DeviceScene
    camera: ti.Ndarray
    film: Film
    seed: int
    path_arguments: tuple[int, ...]
    gain: float
    """Of the view, linear: noise counts by what is seen."""


class Layers:
    """The layer that is looked at, as far as it has come. ``clear`` when anything that it shows has changed."""

    def __init__(
        self, block: int, counter: PathCounter, kernels: dict[object, Callable[..., None]] | None = None
    ) -> None:
        """``kernels``: those that others have made, and will use."""
        self._block = block
        self._counter = counter
        self._kernels: dict[object, Callable[..., None]] = {} if kernels is None else kernels
        self._values: ti.Ndarray | None = None
        self._rate = 0.0
        self._layer: PictureLayer | None = None
        self._shown: np.ndarray | None = None
        self.limits = (0.0, 1.0)
        """What the ends of the scale of the last picture stand for."""
        self.clear()

    def clear(self) -> None:
        """Starts again."""
        self._step, self._item, self._sample = _COARSEST, 0, 0
        self._sums: np.ndarray | None = None
        self._shown = None

    def ready(self, layer: PictureLayer, device: DeviceScene) -> bool:
        """Whether the layer needs no kernel to be compiled."""
        if layer.source in _OF_CAMERA_RAYS:
            return _kernel_key(layer, device) in self._kernels
        return layer.source == "film" or self._counter.ready(device)

    @property
    def samples(self) -> int:
        """How many each pixel has of the layer that was refined last."""
        return self._sample

    def finished(self, layer: PictureLayer) -> bool:
        """Whether the layer has all its samples. One of the film is as far as the film."""
        return layer.source == "film" or (layer == self._layer and self._sample >= layer.samples)

    def refine(self, layer: PictureLayer, inputs: LayerInputs, seconds: float) -> None:
        """Goes on for about so long, at least one step."""
        if layer != self._layer:
            self._layer = layer
            self.clear()
        begin = time.perf_counter()
        while not self.finished(layer):
            left = seconds - (time.perf_counter() - begin)
            if layer.source in _OF_CAMERA_RAYS:
                self._add_camera_rays(layer, inputs, left)
            else:
                self._add_paths(layer, inputs)
            self._shown = None
            coarse = layer.source in _OF_CAMERA_RAYS and self._step == _COARSEST
            if time.perf_counter() - begin >= seconds and not coarse:  # what is shown is a whole picture
                break

    def values(self, layer: PictureLayer, inputs: LayerInputs) -> tuple[np.ndarray, np.ndarray]:
        """(height, width, channels) f32 as far as it has come, and where there is a value, (height, width) bool."""
        size = (inputs.film.height, inputs.film.width)
        if layer.source in _OF_CAMERA_RAYS:
            assert self._values is not None
            table = readback.read_new(self._values, np.float32).reshape(*size, 4)
            first = _SEARCH_COLUMN.get(layer.name, 0)
            return table[..., first : first + len(layer.channels)], table[..., 3] > 0.0
        if layer.source == "film":
            return _of_film(layer.name, inputs)
        assert self._sums is not None
        scale = 1.0 if layer.name == "nonfinite" else 1.0 / max(self._sample, 1)
        return (self._sums * scale)[..., None].astype(np.float32), np.ones(size, bool)

    def show(self, layer: PictureLayer, inputs: LayerInputs, out: np.ndarray, seconds: float) -> None:
        """Refines the layer and writes its picture, (height, width, 4) u8 RGBA."""
        self.refine(layer, inputs, seconds)
        if self._shown is None or self._shown.shape != out.shape or layer.source == "film":
            self._shown, self.limits = picture(layer, *self.values(layer, inputs))
        out[...] = self._shown

    def whole(self, layer: PictureLayer, inputs: LayerInputs) -> np.ndarray:
        """All its samples: (height, width, channels) f32; 0 where there is nothing, and ``NOTHING`` for its depth."""
        while not self.finished(layer) or layer != self._layer:
            self.refine(layer, inputs, 1.0)
            if layer.source == "film":
                break
        values, covered = self.values(layer, inputs)
        return np.where(covered[..., None], values, np.float32(NOTHING if layer.name == "depth" else 0.0))

    # ------------------------------------------------------------ one step

    def _add_camera_rays(self, layer: PictureLayer, inputs: LayerInputs, seconds: float) -> None:
        film, device = inputs.film, inputs.device
        if self._values is None or self._values.shape[0] != 4 * film.pixels:
            try:
                self._values = ti.ndarray(ti.f32, 4 * film.pixels)
            except RuntimeError as error:
                raise BackendError("the device has no memory for a layer", remedy="use a smaller picture") from error
        new = not self.ready(layer, device)
        total = -(-film.width // self._step) * -(-film.height // self._step)
        wanted = min(self._rate * max(seconds, 0.0), _MOST_ITEMS) if self._rate else _FIRST_ITEMS
        items = min(max(int(wanted), _FEWEST_ITEMS), total - self._item)
        begin = time.perf_counter()
        where = (film.width, film.height, self._step, self._item, items, self._sample)
        self._launch(layer, inputs, where)
        ti.sync()
        if not new:
            self._rate = items / max(time.perf_counter() - begin, 1e-6)
        self._item += items
        if self._item >= total:
            self._item = 0
            if self._step > 1:
                self._step //= 2
            else:
                self._sample += 1

    def _launch(self, layer: PictureLayer, inputs: LayerInputs, where: tuple[int, ...]) -> None:
        """Adds a part of a sample to the values; the kernel is made when it is wanted first."""
        device, key = inputs.device, _kernel_key(layer, inputs.device)
        if layer.source == "search":
            if key not in self._kernels:
                config = device.config
                self._kernels[key] = make_search_cost_kernel(config.has_spheres, config.has_instances, self._block)
            nodes, prims = device.arrays[:2]
            self._kernels[key](nodes, prims, inputs.camera, self._values, *where, inputs.seed)
            return
        if key not in self._kernels:
            self._kernels[key] = make_surface_layer_kernel(device.config, self._block)
        which = int(SurfaceLayer[layer.name.upper()])
        self._kernels[key](*device.arrays, inputs.camera, self._values, *where, which, inputs.seed)

    def _add_paths(self, layer: PictureLayer, inputs: LayerInputs) -> None:
        film = inputs.film
        counts = self._counter.count(inputs.device, inputs.camera, film, self._sample, inputs.path_arguments)
        values = counts.on_film(_per_item(layer.name, counts), (film.width, film.height))
        self._sums = values if self._sums is None or self._sums.shape != values.shape else self._sums + values
        self._sample += 1


def _kernel_key(layer: PictureLayer, device: DeviceScene) -> object:
    """Layers and scenes with the same key share a kernel."""
    config = device.config
    return ("search", config.has_spheres, config.has_instances) if layer.source == "search" else config.key


def _of_film(name: str, inputs: LayerInputs) -> tuple[np.ndarray, np.ndarray]:
    """Values (height, width, 1) f32 of what the film knows of its samples, and where it knows it."""
    counts = inputs.film.sample_counts()
    if name == "samples":
        return counts[..., None].astype(np.float32), np.ones(counts.shape, bool)
    noise = 100.0 * inputs.film.noise_picture(inputs.gain)
    known = np.isfinite(noise)
    return np.where(known, noise, np.float32(0.0))[..., None], known


def _per_item(name: str, counts: PathCounts) -> np.ndarray:
    """The numbers that a layer of paths shows, per item of work."""
    if name == "divergence":
        per_group: np.ndarray = 100.0 * shares(counts.groups(counts.rays))
        return np.repeat(per_group, counts.rays.size // per_group.size)
    by_name = {"bounces": counts.bounces, "rays": counts.rays, "nonfinite": counts.nonfinite}
    return by_name[name]
