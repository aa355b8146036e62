"""Which pixels get how many samples, and in which order: plain arithmetic, no device.

The first sample of a cleared film is taken on ever finer lattices. After it the film is refined in *rounds*: all tiles
of 8x8 pixels that still need samples go from so many samples to so many: 1, 2, 4, 8, 16, 24, 32, 48, 64 ... At the end
of a round the noise of its tiles is measured, and the next round leaves out those that are good enough. Decisions fall
at the ends of rounds only, so what is sampled does not depend on how rounds are cut into launches.

How noise is told from a pixel's own samples: when a round begins at a power of two, the mean so far is kept as the
pixel's *half*. At the end of a round of n1 + n2 samples, n1 of them in the half, the difference of mean and half has
the variance of the mean times n2 / n1 if the parts are independent [1, with parts of unequal size]. Parts of a
low-discrepancy sequence are a little better together than alone, so the measure errs to the safe side.

A *region* leaves out all tiles but its own, from wherever the film is: an open round ends between two tiles.

[1] Dammertz et al. A hierarchical automatic stopping condition for Monte Carlo global illumination. WSCG 2009.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from raytracer.engine.layout import BLOCK, TILE
from raytracer.scene.region import Box

COARSEST = 8
"""Stride of the first lattice of a cleared film, pixels."""
DARK = 0.03
"""Display-linear brightness, white is 1, that is added to a pixel's own before its error is called relative."""
FEWEST_SAMPLES = 16
"""No pixel is given up before it has so many: what few samples have not found is not known to be dark."""
_STEPS = (101, 103, 107, 37, 41)
"""Primes: one that does not divide the number of blocks visits every block once."""
_BLUR = (0.25, 0.5, 0.25)
"""How far a tile's neighbours have a say in its noise, along each axis."""


@dataclass(frozen=True)
class Work:
    """One kernel launch: items of one refinement stage, or samples in the order of the round's tiles (stride 0)."""

    stride: int
    first_item: int
    items: int
    first_sample: int
    samples: int


class SamplingPlan:
    """How far the film of one size is, and what comes next. Tiles are numbered by rows.

    ``samples``, ``halves``, ``noise``: of each tile, samples per pixel at the end of its last round, how many of them
    are in the kept half, and the noise measured then (infinite before there is a half).
    """

    def __init__(self, width: int, height: int) -> None:
        self.tiles_x, self.tiles_y = -(-width // TILE), -(-height // TILE)
        self.width, self.height = width, height
        self.everything = scattered_tiles(width, height)
        columns = np.minimum(TILE, width - TILE * np.arange(self.tiles_x))
        rows = np.minimum(TILE, height - TILE * np.arange(self.tiles_y))
        self._pixels = np.outer(rows, columns).ravel()
        self.inside: np.ndarray | None = None
        """Of each tile, whether it belongs to the region; None: all do."""
        self._surroundings = True
        self.clear()

    def clear(self) -> None:
        """Back to the first sample."""
        tiles = self.tiles_x * self.tiles_y
        self.samples = np.zeros(tiles, np.int32)
        self.halves = np.zeros(tiles, np.int32)
        self.noise = np.full(tiles, np.inf, np.float32)
        self.group = self.everything
        self.round_open = True
        self.stride = COARSEST
        self.sample, self.item, self._end = 0, 0, 1
        if self.inside is not None and not self._surroundings:
            self.group, self.stride = self.everything[self.inside[self.everything]], 0

    def finish(self, samples: int) -> None:
        """The film came from elsewhere, with so many samples a pixel: there is nothing to refine."""
        self.clear()
        self.samples[:] = samples
        self.stride, self.round_open = 0, False

    def state(self) -> dict[str, np.ndarray | int | bool]:
        """Everything that ``restore`` needs to go on from here."""
        names = ("samples", "halves", "noise", "group", "round_open", "stride", "sample", "item")
        return {name: getattr(self, name) for name in names} | {"end": self._end}

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Back to where ``state`` was taken, on a film of the same size. Raises ``ValueError`` and ``KeyError``."""
        tiles = len(self.everything)
        group = np.asarray(state["group"], np.int32)
        arrays = [np.asarray(state[name]) for name in ("samples", "halves", "noise")]
        if any(array.shape != (tiles,) for array in arrays) or (
            group.size and not 0 <= group.min() <= group.max() < tiles
        ):
            raise ValueError("another number of tiles")
        self.samples, self.halves = arrays[0].astype(np.int32), arrays[1].astype(np.int32)
        self.noise = arrays[2].astype(np.float32)
        self.group = self.everything if np.array_equal(group, self.everything) else group
        self.round_open = bool(state["round_open"])
        self.stride, self.sample, self.item = int(state["stride"]), int(state["sample"]), int(state["item"])
        self._end = int(state["end"])

    # ------------------------------------------------------------ the region

    def restrict(self, box: Box | None, *, surroundings: bool = True) -> None:
        """Only the tiles that ``box`` touches, pixels, are refined from now on; None: all of them.

        A round that is open ends where it is, once its first sample is complete. ``rest_of_tile`` is to be done before.
        ``surroundings``: after ``clear`` what lies outside gets the first sample, to see what is there.
        """
        inside = None
        if box is not None:
            columns, rows = np.arange(self.tiles_x) * TILE, np.arange(self.tiles_y) * TILE
            across = (columns + TILE > box[0]) & (columns < box[2])
            inside = np.outer((rows + TILE > box[1]) & (rows < box[3]), across).ravel()
        self.inside, self._surroundings = inside, surroundings
        if self.round_open and self.stride == 0:
            self.samples = self._samples_now()
            self.item, self.round_open = 0, False

    def rest_of_tile(self) -> Work | None:
        """What is missing of a tile that the last launch has left in the middle; moves on behind it."""
        begun = self.item % (TILE * TILE)
        if not self.round_open or self.stride > 0 or begun == 0:
            return None
        work = Work(0, self.item, TILE * TILE - begun, self.sample, 1)
        self.item += work.items
        return work

    @property
    def region_spp(self) -> float:
        """Mean samples per pixel of the region, once every pixel has one; all but those of a tile in work count."""
        samples = self._samples_now()
        return float(np.average(samples[self._chosen], weights=self._pixels[self._chosen]))

    def _samples_now(self) -> np.ndarray:
        """Samples per pixel of every tile, if the open round ended here."""
        samples = self.samples.copy()
        if self.round_open and self.stride == 0:
            samples[self.group] = self.sample
            samples[self.group[: self.item // (TILE * TILE)]] += 1
        return samples

    @property
    def window(self) -> Box:
        """The pixels that a cleared film's first sample, or a region, has come to: the smallest box around them."""
        if self.inside is None or self._surroundings:
            return 0, 0, self.width, self.height
        there = ((self.samples > 0) | self.inside).reshape(self.tiles_y, self.tiles_x)
        rows, columns = np.flatnonzero(there.any(axis=1)) * TILE, np.flatnonzero(there.any(axis=0)) * TILE
        right, bottom = min(columns[-1] + TILE, self.width), min(rows[-1] + TILE, self.height)
        return int(columns[0]), int(rows[0]), int(right), int(bottom)

    @property
    def _chosen(self) -> np.ndarray | slice:
        return slice(None) if self.inside is None else self.inside

    # ------------------------------------------------------------ what has been done

    @property
    def covered(self) -> bool:
        """Whether the coarsest lattice is complete: there is a sample near every pixel."""
        return self.stride != COARSEST

    @property
    def lattice(self) -> int:
        """Stride of the finest lattice that is complete; 1 when every pixel has a sample."""
        if self.stride == 0:
            return 1
        return COARSEST if self.stride == COARSEST else 2 * self.stride

    @property
    def film_noise(self) -> float | None:
        """Root mean square of the relative error over the region's pixels; None before it has been measured."""
        noise = self.noise[self._chosen]
        if not np.isfinite(noise).all():
            return None
        return math.sqrt(float(np.average(noise.astype(np.float64) ** 2, weights=self._pixels[self._chosen])))

    def done_share(self, limit: int, threshold: float) -> float:
        """Share of the region's tiles that need no more samples."""
        return 1.0 - float(self.wanting(limit, threshold)[self._chosen].mean())

    def wanting(self, limit: int, threshold: float) -> np.ndarray:
        """Of each tile, whether it needs more samples: bool (tiles,). ``threshold`` 0: all below ``limit`` do."""
        wanting = self.samples < limit
        if threshold > 0.0:
            noise2 = self.noise.astype(np.float64).reshape(self.tiles_y, self.tiles_x) ** 2
            noisy = (np.maximum(noise2, _blurred(noise2)) > threshold**2).ravel()
            wanting &= noisy | (self.samples < min(FEWEST_SAMPLES, limit))
        return wanting if self.inside is None else wanting & self.inside

    def finished(self, limit: int, threshold: float) -> bool:
        """Whether nothing is left to do."""
        if self.stride > 0:
            return False
        if self.round_open:
            return self.sample >= limit
        return not self.wanting(limit, threshold).any()

    # ------------------------------------------------------------ rounds

    def round_is_over(self, limit: int) -> bool:
        """Whether the open round has nothing left to do and waits to be closed."""
        return self.round_open and self.stride == 0 and self.item == 0 and self.sample >= min(self._end, limit)

    def close_round(self, noise: np.ndarray) -> None:
        """The round is over; ``noise`` of its tiles, in the order of ``group``, counts where there is a half."""
        self.samples[self.group] = self.sample
        self.noise[self.group] = np.where(self.halves[self.group] > 0, noise, np.inf)
        self.round_open = False

    def open_round(self, limit: int, threshold: float, *, unbounded: bool = False) -> bool:
        """Chooses the tiles of the next round, the ones furthest behind; returns whether their halves are to be kept.

        ``unbounded``: the round goes on to the limit, so that a launch of any size is whole.
        """
        wanting = self.wanting(limit, threshold)
        begin = int(self.samples[wanting].min())
        chosen = wanting & (self.samples == begin)
        self.group = self.everything if chosen.all() else self.everything[chosen[self.everything]]
        self.sample, self.item = begin, 0
        self._end = limit if unbounded and threshold == 0.0 else min(next_stop(begin), limit)
        self.round_open = True
        keeps = begin > 0 and begin & (begin - 1) == 0
        if keeps:
            self.halves[self.group] = begin
        return keeps

    @property
    def items_of_lattice(self) -> int:
        """Samples of the lattice that is about to begin; 0 within one, and once every pixel has a sample."""
        return self._stage_items() if self.stride > 0 and self.item == 0 else 0

    def _stage_items(self) -> int:
        """Items of the current stage; some lie outside the film and are skipped by the kernel."""
        if self.stride == 0:
            return len(self.group) * TILE * TILE
        cell, per_cell = (self.stride, 1) if self.stride == COARSEST else (2 * self.stride, 3)
        return -(-self.width // cell) * -(-self.height // cell) * per_cell

    def next_work(self, items: int, limit: int) -> Work:
        """The next launch of about ``items`` pixel samples within the open round, and moves on."""
        stage = self._stage_items()
        if self.stride == 0 and self.item == 0 and items >= 2 * stage:
            samples = max(1, min(items // stage, min(self._end, limit) - self.sample))
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


def next_stop(samples: int) -> int:
    """Where a round that begins at ``samples`` ends: the next power of two, or halfway to it from 16 on."""
    power = 1 << samples.bit_length()  # the next power of two above
    middle = 3 * power // 4
    return middle if samples < middle and power > FEWEST_SAMPLES else power


def scattered_tiles(width: int, height: int) -> np.ndarray:
    """Every tile of the film once, i32: block after block of 32x32 pixels, and the blocks scattered over the film.

    Neighbours within a block use the same part of the scene and of the caches; a short pass sees parts of the whole
    picture, and rates do not swing with what happens to be at the place that is being rendered.
    """
    blocks_x, blocks_y = -(-width // BLOCK), -(-height // BLOCK)
    blocks, side = blocks_x * blocks_y, BLOCK // TILE
    step = next((prime for prime in _STEPS if blocks % prime), 1)
    block = np.arange(blocks, dtype=np.int64) * step % blocks
    inside = np.arange(side * side)
    x = (block % blocks_x)[:, None] * side + inside % side
    y = (block // blocks_x)[:, None] * side + inside // side
    tiles_x, tiles_y = -(-width // TILE), -(-height // TILE)
    return (y * tiles_x + x)[(x < tiles_x) & (y < tiles_y)].astype(np.int32)


def _blurred(values: np.ndarray) -> np.ndarray:
    """Mean of each cell and its neighbours by ``_BLUR``; beyond the edge lies what is at the edge."""
    padded = np.pad(values, 1, mode="edge")
    down = _BLUR[0] * padded[:-2] + _BLUR[1] * padded[1:-1] + _BLUR[2] * padded[2:]
    return _BLUR[0] * down[:, :-2] + _BLUR[1] * down[:, 1:-1] + _BLUR[2] * down[:, 2:]
