"""The kernels that fill a film and show it: which there are, which are compiled, and launches that are timed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import taichi as ti

from raytracer.backends import BackendName
from raytracer.engine import shader_loading, white_balance
from raytracer.engine.device_scene import DeviceScene
from raytracer.engine.film import COARSEST, Film, Work
from raytracer.engine.kernels.film import make_render_kernel
from raytracer.engine.kernels.picture import LANES, make_display_kernel
from raytracer.engine.other_picture import OtherPicture
from raytracer.scene import RenderSettings, ViewSettings
from raytracer.scene.path_filter import component_bits

_FIRST_ITEMS = 4096
_LARGEST_LAUNCH = 1 << 26
_SMALLEST_LAUNCH = {"cpu": 64}
_SMALLEST_GPU_LAUNCH = 8192
"""Every launch on a GPU runs many thousand lanes, however few have work: smaller ones are all overhead."""
_BEYOND_THE_FILM = 1 << 30
"""An item that adds nothing: Vulkan refuses launches of no item at all."""


@dataclass(frozen=True)
class PassStats:
    """Counted by the kernel during one pass. ``seconds`` is wall time without compilation, which stands apart."""

    samples: int
    rays: int
    seconds: float
    compile_seconds: float
    nonfinite: int


@dataclass(frozen=True)
class Filling:
    """A film and what fills it: the scene, the packed camera, how paths are made. ``gain`` weighs noise."""

    film: Film
    device: DeviceScene
    camera: ti.Ndarray
    settings: RenderSettings
    gain: float


class FilmLauncher:
    """Of one backend. Kernels are made for a scene's configuration, and for a view, when they are wanted first."""

    def __init__(self, backend: BackendName, block: int) -> None:
        """``block``: items that a CPU thread takes at a time, lanes of a group on a GPU."""
        self._block = block
        self._lanes = LANES if backend == "cpu" else 1
        self._smallest = _SMALLEST_LAUNCH.get(backend, _SMALLEST_GPU_LAUNCH)
        self._kernels: dict[tuple[object, ...], Callable[..., None]] = {}
        self._displays: dict[object, Callable[..., None]] = {}
        self._compiled: set[int] = set()
        self._items_per_second = 0.0

    def forget_rate(self) -> None:
        """Other work follows: the first launch is small again."""
        self._items_per_second = 0.0

    def seconds_for(self, samples: int) -> float:
        """How long so many will take, as far as is known."""
        return samples / self._items_per_second if self._items_per_second else 0.0

    def ready(self, device: DeviceScene) -> bool:
        """Whether the scene can be rendered without anything being compiled."""
        return id(self._render_kernel(device)) in self._compiled

    def compile(self, device: DeviceScene, camera: ti.Ndarray, settings: RenderSettings, view: ViewSettings) -> float:
        """Runs every kernel once, on nothing: on a film of one pixel, with an item that lies outside it; seconds."""
        begin = time.perf_counter()
        kernel, display = self._render_kernel(device), self._display_kernel(view)
        if not {id(kernel), id(display)} <= self._compiled:
            film = Film(1, 1)
            self.launch(Filling(film, device, camera, settings, 1.0), Work(1, _BEYOND_THE_FILM, 1, 0, 1))
            self.show(film, view)
            self._compiled |= {id(kernel), id(display)}
            ti.sync()
        return time.perf_counter() - begin

    def launch(self, what: Filling, work: Work) -> None:
        """Starts one launch and does not wait for it."""
        film = what.film
        self._render_kernel(what.device)(
            *what.device.arrays,
            what.camera,
            film.sums,
            film.counts,
            film.counters,
            film.tiles,
            film.width,
            film.height,
            work.stride,
            COARSEST,
            work.first_item,
            work.items,
            work.first_sample,
            work.samples,
            *path_arguments(what.settings),
        )

    def fill(self, what: Filling, target_seconds: float, limit: int, *, whole: bool = False) -> PassStats:
        """Launches for about ``target_seconds``, at least one, up to ``limit`` samples per pixel.

        ``whole``: no lattice is begun that will not be complete in that time, since nothing of it would be seen.
        """
        film, noise = what.film, what.settings.noise
        samples = rays = nonfinite = 0
        seconds = 0.0
        while not film.plan.finished(limit, noise) and seconds < 0.9 * target_seconds:
            left = target_seconds - seconds
            wanted = int(self._items_per_second * left) if self._items_per_second else _FIRST_ITEMS
            work = film.next_work(min(max(wanted, self._smallest), _LARGEST_LAUNCH), limit, noise)
            counted, took = self._timed_round(what, work, limit)
            samples, rays, nonfinite = samples + counted[0], rays + counted[1], nonfinite + counted[2]
            seconds += took
            rate = work.items * work.samples / took
            # Follow a slower part of the picture at once, a faster one with care.
            self._items_per_second = rate if rate < self._items_per_second else 0.5 * (self._items_per_second + rate)
            if whole and self.seconds_for(film.plan.items_of_lattice) > target_seconds - seconds:
                break
        return PassStats(samples, rays, seconds, 0.0, nonfinite)

    def fill_once(self, what: Filling, items: int) -> PassStats:
        """One launch of about ``items`` samples, however long it takes."""
        limit = what.settings.spp
        work = what.film.next_work(min(items, _LARGEST_LAUNCH), limit, what.settings.noise, unbounded=True)
        (samples, rays, nonfinite), seconds = self._timed_round(what, work, limit)
        return PassStats(samples, rays, seconds, 0.0, nonfinite)

    def finish_tile(self, what: Filling) -> None:
        """Completes a tile that the last launch has left in the middle; the next pass counts what it took."""
        work = what.film.plan.rest_of_tile()
        if work is not None:
            self.launch(what, work)

    def time_exactly(self, what: Filling, work: Work) -> PassStats:
        """Exactly this launch, until the device is done; reading the counts is not timed."""
        ti.sync()
        begin = time.perf_counter()
        self.launch(what, work)
        ti.sync()
        seconds = time.perf_counter() - begin
        samples, rays, nonfinite = what.film.take_counters()
        return PassStats(samples, rays, seconds, 0.0, nonfinite)

    def show(self, film: Film, view: ViewSettings) -> None:
        """Makes ``film.picture``, view applied."""
        film.gather_lattice(view.gain)
        self._display(film, film, film.lattice_shift, view)

    def show_other(self, other: OtherPicture, film: Film, view: ViewSettings) -> None:
        """Makes ``film.picture`` of radiance that is not the film's."""
        self._display(other, film, 0, view)  # no lattice: nothing is missing

    def _display(self, shown: Film | OtherPicture, film: Film, shift: int, view: ViewSettings) -> None:
        kernel = self._display_kernel(view)
        gains = ti.Matrix(view.gain * white_balance.matrix(view.temperature_k, view.tint))
        size = (film.width, film.height, shift)
        kernel(shown.sums, shown.counts, film.lattice_means, *size, gains, film.picture)
        self._compiled.add(id(kernel))

    def _timed_round(self, what: Filling, work: Work, limit: int) -> tuple[tuple[int, int, int], float]:
        """Samples, rays and non-finite samples of one launch; seconds until the device was done."""
        begin = time.perf_counter()
        self.launch(what, work)
        counted = what.film.take_counters()
        what.film.end_round(limit, what.gain)
        return counted, time.perf_counter() - begin

    def _render_kernel(self, device: DeviceScene) -> Callable[..., None]:
        config = device.config
        if config.key not in self._kernels:
            self._kernels[config.key] = make_render_kernel(config, self._block)
        return self._kernels[config.key]

    def _display_kernel(self, settings: ViewSettings) -> Callable[..., None]:
        view = shader_loading.load("views", settings.view)
        if (view.name, view.stamp) not in self._displays:
            self._displays[view.name, view.stamp] = make_display_kernel(view, self._lanes)
        return self._displays[view.name, view.stamp]


def path_arguments(settings: RenderSettings) -> tuple[int, ...]:
    """How paths are made and which of them count, as the kernels take it."""
    return (*settings.depths, settings.roulette_depth, component_bits(settings.components), settings.seed)
