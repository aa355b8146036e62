"""What guides a denoiser beside the light: albedo and normals of the first surfaces, in small slices of time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from raytracer.engine.layers import LayerInputs, Layers
from raytracer.scene import layers

SAMPLES = 4
"""Each: denoisers cope with what noise is left."""


class Guides:
    """One renderer's. ``make`` gives the refinement of one layer, ``inputs`` what it is made from now."""

    def __init__(self, make: Callable[[], Layers], inputs: Callable[[], LayerInputs]) -> None:
        self._inputs = inputs
        self._parts = [(replace(layers.find(name), samples=SAMPLES), make()) for name in ("albedo", "normal")]

    def clear(self) -> None:
        """Scene or camera are others."""
        for _, part in self._parts:
            part.clear()

    @property
    def compiled(self) -> bool:
        """Whether ``refine`` needs no kernel to be compiled."""
        device = self._inputs().device
        return all(part.ready(layer, device) for layer, part in self._parts)

    @property
    def usable(self) -> bool:
        """Whether every pixel has a sample."""
        return all(part.samples >= 1 for _, part in self._parts)

    @property
    def finished(self) -> bool:
        """Whether every pixel has all its samples."""
        return all(part.finished(layer) for layer, part in self._parts)

    def refine(self, seconds: float) -> None:
        """Goes on for about so long, the one with fewer samples first; nothing once all are there."""
        end, inputs = time.perf_counter() + seconds, self._inputs()
        while (left := end - time.perf_counter()) > 0.0:
            layer, part = min(self._parts, key=lambda both: both[1].samples)
            if part.finished(layer):
                return
            part.refine(layer, inputs, left)

    def pictures(self) -> tuple[np.ndarray, np.ndarray]:
        """Albedo and world-space normals, (height, width, 3) f32 each; 0 where there is no surface."""
        inputs = self._inputs()
        albedo, normal = (_whole(*part.values(layer, inputs)) for layer, part in self._parts)
        return albedo, normal


def _whole(values: np.ndarray, covered: np.ndarray) -> np.ndarray:
    return np.where(covered[..., None], values, np.float32(0.0))
