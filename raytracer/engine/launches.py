"""Launches of an exact number of paths, timed: what a device takes for a batch of one path, and of millions."""

from __future__ import annotations

import math
from dataclasses import dataclass

from raytracer.engine.film import Work
from raytracer.engine.layout import BLOCK, TILE
from raytracer.engine.renderer import Renderer
from raytracer.errors import UsageError

_GOLDEN = 0.618033988749895
"""Its multiples, modulo 1, are spread evenly: launches visit all parts of the picture."""


@dataclass(frozen=True)
class LaunchTimes:
    """Launches of exactly ``items`` paths each: how long each took until the device was done, and the work of all."""

    items: int
    seconds: tuple[float, ...]
    samples: int
    rays: int


def launch_exactly(
    renderer: Renderer, items: int, *, repeats: int = 1, budget_seconds: float = math.inf
) -> LaunchTimes:
    """Times launches of exactly ``items`` paths, each at another place of the picture; forgets all samples.

    At least one, at most ``repeats``, no further one once they took ``budget_seconds``. Sides of the film must be
    multiples of 32 pixels; more paths than pixels must be a multiple of the pixels, and every pixel then takes several
    samples in the same launch. Raises ``UsageError``.
    """
    width, height = renderer.settings.width, renderer.settings.height
    pixels = width * height
    samples = max(1, items // pixels)
    if items < 1 or width % BLOCK or height % BLOCK or (items > pixels and items % pixels):
        raise UsageError(f"a film of {width}x{height} pixels cannot take exactly {items} paths at once")
    renderer.clear()
    lanes = items // samples
    places = (pixels - lanes) // TILE**2 + 1
    times: list[float] = []
    counted = rays = 0
    while not times or (len(times) < repeats and sum(times) < budget_seconds):
        first_item = int(len(times) * _GOLDEN % 1.0 * places) * TILE**2
        done = renderer.time_launch(Work(0, first_item, lanes, len(times) * samples, samples))
        times.append(done.seconds)
        counted, rays = counted + done.samples, rays + done.rays
    renderer.clear()
    return LaunchTimes(items, tuple(times), counted, rays)
