"""A sharp picture before every pixel has a sample: light from the few samples there are, edges and colours from what
each pixel sees first.

It is a picture of the film and no part of it: as soon as every pixel has a sample, nothing of it is shown any more.
It cannot know edges in the light itself, of shadows and reflections: they stay as soft as samples are far apart.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import taichi as ti

from raytracer.backends import BackendName
from raytracer.engine.device_scene import DeviceScene
from raytracer.engine.film import Film
from raytracer.engine.kernels.first_surfaces import make_first_surfaces_kernel
from raytracer.engine.kernels.guided import gather_light, make_spread_kernel
from raytracer.engine.kernels.picture import LANES
from raytracer.engine.layout import TILE
from raytracer.engine.other_picture import OtherPicture
from raytracer.errors import DeviceMemoryError
from raytracer.scene.film_arrays import SEEN_STEP as STEP
from raytracer.scene.film_arrays import sharpening_arrays

_FIRST_ITEMS = 1 << 14
_FEWEST_ITEMS = {"cpu": 1 << 10}
_FEWEST_GPU_ITEMS = 1 << 16
_MOST_ITEMS = 1 << 24


class Sharpening:
    """Of one renderer, for one camera and scene at a time: ``clear`` when they are others."""

    def __init__(self, backend: BackendName, block: int) -> None:
        """``block``: pixels that a CPU thread takes at a time, lanes of a group on a GPU."""
        self._block = block
        self._fewest = _FEWEST_ITEMS.get(backend, _FEWEST_GPU_ITEMS)
        self._spread = make_spread_kernel(LANES if backend == "cpu" else 1)
        self._kernels: dict[object, Callable[..., None]] = {}
        self._words: ti.Ndarray | None = None
        self._seen: ti.Ndarray | None = None
        self._spreads = False
        """Whether the kernels that no scene has a part in are compiled."""
        self._rates: dict[int, float] = {}
        """Items a second, by step: those of the lattice are searched for, most of the others are not."""
        self._size = (0, 0)
        self._done = 0

    def clear(self) -> None:
        """Camera or scene are others, or the film's size is: memory is kept while that stays."""
        self._done = 0

    def release(self) -> None:
        """Gives its memory back."""
        self._words, self._seen, self._size, self._done = None, None, (0, 0), 0

    def forget_rate(self) -> None:
        """Other work follows: the first launches are small again."""
        self._rates.clear()

    def ready(self, device: DeviceScene) -> bool:
        """Whether nothing is to be compiled."""
        return self._spreads and device.config.key in self._kernels

    def compile(self, device: DeviceScene, camera: ti.Ndarray) -> None:
        """One step, on a film of one pixel: what serves all scenes, then, called again, what this scene needs."""
        words, seen = _arrays(1, 1)
        if not self._spreads:
            film, other = Film(1, 1), OtherPicture()
            other.make_room(1)
            _launch_light(self._spread, film, words, camera, (1, 1.0), other)
            self._spreads = True
        elif not self.ready(device):
            kernel = make_first_surfaces_kernel(device.config, self._block)
            kernel(*device.arrays, camera, words, seen, 1, 1, 1, 0, 1, 0)
            self._kernels[device.config.key] = kernel
        ti.sync()

    def complete(self, film: Film) -> bool:
        """Whether it is known of every pixel of the film what it sees."""
        return (film.width, film.height) == self._size and self._done >= sum(_items(film))

    def advance(self, device: DeviceScene, camera: ti.Ndarray, film: Film, seed: int, seconds: float) -> None:
        """Goes on for about so long, at least one launch. ``DeviceMemoryError`` where there is no room for it."""
        size = (film.width, film.height)
        if size != self._size:
            self.release()  # the old arrays go first
            try:
                self._words, self._seen = _arrays(*size)
            except RuntimeError as error:
                raise DeviceMemoryError("the device has no memory for what pixels see first") from error
            self._size = size
        while not self.ready(device):
            self.compile(device, camera)
        kernel, (of_lattice, of_tiles) = self._kernels[device.config.key], _items(film)
        if device.config.has_alpha:  # every pixel is searched for
            self._done = max(self._done, of_lattice)
        end = time.perf_counter() + seconds
        while self._done < of_lattice + of_tiles:
            begin = time.perf_counter()
            step = STEP if self._done < of_lattice else 1
            first, left = (self._done, of_lattice) if step > 1 else (self._done - of_lattice, of_tiles)
            known = self._rates.get(step, 0.0)
            wanted = int(known * (end - begin)) if known else _FIRST_ITEMS
            items = min(max(wanted, self._fewest), _MOST_ITEMS, left - first)
            kernel(*device.arrays, camera, self._words, self._seen, *size, step, first, items, seed)
            ti.sync()
            now = time.perf_counter()
            rate = items / max(now - begin, 1e-6)
            if not known:
                self._rates[step] = rate
            elif rate > known or now > end:  # the rest of a phase, soon done, does not tell that it is slower
                self._rates[step] = min(rate, 2.0 * known)
            self._done += items
            if now >= end - 0.1 * seconds:
                return

    def show(self, film: Film, camera: ti.Ndarray, gain: float, other: OtherPicture) -> None:
        """Fills ``other`` with the radiance to show, where the first samples are still coming in and ``complete``.

        ``gain``: the view's, linear; what is bright is seen less well.
        """
        assert self._words is not None
        other.make_room(film.pixels)
        other.given_away()
        _launch_light(self._spread, film, self._words, camera, (film.lattice_shift, gain), other)


def _launch_light(
    spread: Callable[..., None],
    film: Film,
    words: ti.Ndarray,
    camera: ti.Ndarray,
    lattice: tuple[int, float],
    other: OtherPicture,
) -> None:
    """``lattice``: its shift, and the view's gain."""
    (shift, gain), size = lattice, (film.width, film.height)
    radius = film.blur_radius(shift)
    if film.claim_lattice(("light over colour", shift, radius, gain)):
        gather_light(film.sums, film.counts, words, camera, *size, shift, radius, gain, film.lattice_means)
    spread(film.sums, film.counts, words, camera, film.lattice_means, *size, shift, other.sums)


def _arrays(width: int, height: int) -> tuple[ti.Ndarray, ti.Ndarray]:
    """Room for the words of all pixels, and for what those of the lattice see."""
    sizes = sharpening_arrays(width, height)
    return ti.ndarray(ti.u32, sizes["words"]), ti.ndarray(ti.i32, sizes["seen"])


def _items(film: Film) -> tuple[int, int]:
    """Pixels of the lattice; and of all tiles, also those that lie outside the film."""
    lattice = -(-film.width // STEP) * -(-film.height // STEP)
    return lattice, -(-film.width // TILE) * -(-film.height // TILE) * TILE * TILE
