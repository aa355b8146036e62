"""Parts of a picture: sample indices counted through, rendered alone, added up elsewhere.

Index i stands for one sample of one tile of 8x8 pixels: sample i // tiles of the tile at place i % tiles in the film's
order, or in that of a list of tiles, which may have some samples already. A part is a range of indices. Whoever renders
a part gets the very samples that the whole picture has there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raytracer.engine import readback
from raytracer.engine.film import Work
from raytracer.engine.layout import TILE
from raytracer.engine.renderer import PassStats, Renderer

_ITEMS = TILE * TILE
_LAUNCH_SECONDS = 0.05
_FIRST_TILES = 128
"""Until a rate is known. Every later launch may be twice as large as the one before."""


@dataclass
class Pace:
    """How many tile samples a second the device renders; 0 before that is known."""

    tiles_per_second: float = 0.0

    def next_tiles(self) -> int:
        """Of one launch."""
        return max(_FIRST_TILES, int(self.tiles_per_second * _LAUNCH_SECONDS))

    def saw(self, tiles: int, seconds: float) -> None:
        """A launch is over."""
        rate = tiles / max(seconds, 1e-6)
        self.tiles_per_second = min(rate, 2.0 * self.tiles_per_second) if self.tiles_per_second else rate


def tile_count(renderer: Renderer) -> int:
    """Indices of one sample of the whole film."""
    return len(renderer.film.plan.everything)


def render_part(
    renderer: Renderer, first: int, count: int, pace: Pace, listed: np.ndarray | None = None, sample: int = 0
) -> PassStats:
    """Clears the film and adds exactly the indices from ``first`` on, in launches of a bounded time.

    ``listed``: the tiles that are counted through, all where None; ``sample``: the first one of index 0.
    """
    renderer.clear()
    if listed is not None:
        renderer.film.plan.group = listed
    renderer.film.list_tiles()
    tiles, end = len(renderer.film.plan.group), first + count
    samples = rays = nonfinite = 0
    seconds = compile_seconds = 0.0
    while first < end:
        work, taken = _launch_at(first, min(pace.next_tiles(), end - first), tiles, sample)
        done = renderer.time_launch(work)
        pace.saw(taken, done.seconds)
        samples, rays, nonfinite = samples + done.samples, rays + done.rays, nonfinite + done.nonfinite
        seconds, compile_seconds = seconds + done.seconds, compile_seconds + done.compile_seconds
        first += taken
    return PassStats(samples, rays, seconds, compile_seconds, nonfinite)


def _launch_at(first: int, wanted: int, tiles: int, first_sample: int) -> tuple[Work, int]:
    """The launch that begins at an index, and how many it takes, at most what is wanted."""
    sample, place = divmod(first, tiles)
    sample += first_sample
    if place == 0 and wanted >= tiles:
        samples = wanted // tiles
        return Work(0, 0, tiles * _ITEMS, sample, samples), samples * tiles
    count = min(wanted, tiles - place)
    return Work(0, place * _ITEMS, count * _ITEMS, sample, 1), count


def read_film(renderer: Renderer, sums: np.ndarray, counts: np.ndarray) -> None:
    """Copies the film's sums, f32 (3 * pixels), and counts, i32 (pixels), to the host."""
    readback.read(renderer.film.sums, sums)
    readback.read(renderer.film.counts, counts)


def take_film(renderer: Renderer, sums: np.ndarray, counts: np.ndarray) -> None:
    """Replaces the film by sums and counts from elsewhere, to show and to save them. Clear before more is rendered."""
    film = renderer.film
    film.sums.from_numpy(np.ascontiguousarray(sums, np.float32))
    film.counts.from_numpy(np.ascontiguousarray(counts, np.int32))
    film.plan.finish(int(counts.max(initial=0)))
    film.total_samples = int(counts.sum(dtype=np.int64))
