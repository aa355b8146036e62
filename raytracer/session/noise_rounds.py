"""Rounds of a film that stops place by place where its noise is low enough, told from the sum alone.

What is sampled, and when a place is good enough, is as ``engine.sampling_plan`` has it for one renderer; the noise of a
tile is that of ``engine.kernels.noise``, in NumPy, because the sum of what several workers rendered lies on no device.
"""

from __future__ import annotations

import numpy as np

from raytracer.engine.layout import TILE
from raytracer.engine.sampling_plan import DARK, SamplingPlan, next_stop
from raytracer.scene import RenderSettings, ViewSettings
from raytracer.scene.color import luminance
from raytracer.session.rounds import Round

_TILES = 4096
"""That are measured at a time."""


class NoiseRounds:
    """Of one film."""

    def __init__(self, settings: RenderSettings, view: ViewSettings) -> None:
        self._size = (settings.width, settings.height)
        self._limit, self._threshold = settings.spp, settings.noise
        self._floor = DARK / view.gain
        self._plan = SamplingPlan(*self._size)
        self._plan.finish(0)  # no lattices: nobody looks at the first sample while it is made
        self._end = 0
        self._halves = np.zeros(settings.width * settings.height)
        self.finished = False
        """Whether every place has all its samples or is good enough."""
        self.noise: float | None = None
        """Root mean square of the relative error over the picture; None before it has been measured."""
        self.done_share = 0.0
        """Share of the picture that needs no more samples."""

    def open(self, sums: np.ndarray, counts: np.ndarray) -> Round | None:
        """The tiles that are furthest behind, up to where they are measured next; None when all are finished."""
        plan = self._plan
        if self.finished:
            return None
        if plan.open_round(self._limit, self._threshold):
            for some in self._some_tiles():
                pixels, _ = self._pixels(some)
                self._halves[pixels] = _luminance(sums, counts, pixels)
        self._end = min(next_stop(plan.sample), self._limit)
        tiles = None if plan.group is plan.everything else plan.group
        return Round(tiles, plan.sample, self._end - plan.sample)

    def close(self, sums: np.ndarray, counts: np.ndarray) -> None:
        """Measures the noise of the round's tiles."""
        self._plan.sample = self._end
        noise = [self._noise_of(tiles, sums, counts) for tiles in self._some_tiles()]
        self._plan.close_round(np.concatenate(noise).astype(np.float32))
        self.finished = self._plan.finished(self._limit, self._threshold)
        self.noise, self.done_share = self._plan.film_noise, self._plan.done_share(self._limit, self._threshold)

    def _some_tiles(self) -> list[np.ndarray]:
        group = self._plan.group
        return [group[begin : begin + _TILES] for begin in range(0, len(group), _TILES)]

    def _pixels(self, tiles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Pixels (n, 64) of the tiles, and which of them the film has; in place of the others stands one it has."""
        width, height = self._size
        inside = np.arange(TILE * TILE)
        x = tiles[:, None] % self._plan.tiles_x * TILE + inside % TILE
        y = tiles[:, None] // self._plan.tiles_x * TILE + inside // TILE
        return np.minimum(y, height - 1) * width + np.minimum(x, width - 1), (x < width) & (y < height)

    def _noise_of(self, tiles: np.ndarray, sums: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """Root mean square of the relative error of each tile."""
        pixels, there = self._pixels(tiles)
        mean = _luminance(sums, counts, pixels)
        in_half = self._plan.halves[tiles]
        scale = in_half / np.maximum(self._end - in_half, 1)
        error = (mean - self._halves[pixels]) / (np.maximum(mean, 0.0) + self._floor)
        total = np.where(there, error * error, 0.0).sum(axis=1) * scale
        noise: np.ndarray = np.sqrt(total / there.sum(axis=1))
        return noise


def _luminance(sums: np.ndarray, counts: np.ndarray, pixels: np.ndarray) -> np.ndarray:
    """Of the pixels' means."""
    red, green, blue = (sums[3 * pixels + channel] for channel in range(3))
    return np.asarray(luminance((red, green, blue)) / np.maximum(counts[pixels], 1))
