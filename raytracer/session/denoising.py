"""The denoised picture beside a film that goes on: when one is made, in a thread of its own, and from what.

The film is denoised at 1, 2, 4, 8 ... samples per pixel, and at its end; where that takes long, also in between. Passes
that run meanwhile share the processor with it, so that they count towards no rate: it rests as long as it worked, for
rates to be measured, and in between two powers of two nine times as long.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from raytracer.errors import CancelledError, RaytracerError
from raytracer.scene.region import Box
from raytracer.session import denoise
from raytracer.session.protocol import CommandFailed, Compiled, Compiling
from raytracer.session.render_state import RenderState

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer

log = logging.getLogger(__name__)

GUIDE_SECONDS = 0.03
"""How long what guides the denoiser is refined between two passes."""
_REST, _LONG_REST = 1.0, 9.0
"""How many times as long as it worked the denoiser rests, and rests between two powers of two."""
_LONGEST_END_SECONDS = 10.0


class MakesPictures(Protocol):
    """What ``denoise.Denoiser`` does."""

    def denoise(
        self, linear: np.ndarray, albedo: np.ndarray, normal: np.ndarray, cancelled: Callable[[], bool]
    ) -> np.ndarray: ...


@dataclass(frozen=True, eq=False)
class Denoised:
    """A denoised picture: (height, width, 3) f32 radiance, the samples per pixel it was made from, of which film."""

    linear: np.ndarray
    spp: float
    film: int
    seconds: float = 0.0


class Denoising:
    """Of one worker. ``make`` gives the denoiser when the first picture is wanted."""

    def __init__(self, state: RenderState, make: Callable[[], MakesPictures] | None = None) -> None:
        self._state = state
        self._renderer = state.renderer
        self._possible = make is not None or denoise.available()
        self._make = make or (lambda: denoise.Denoiser(_threads()))
        self._denoiser: MakesPictures | None = None
        self._thread: threading.Thread | None = None
        self._outcome: Denoised | RaytracerError | None = None
        self._cancelled = threading.Event()
        self._latest: Denoised | None = None
        self._next_spp, self._ended = 1.0, 0.0
        self._film = -1

    @property
    def picture(self) -> Denoised | None:
        """The newest denoised picture of the film of now; None before there is one."""
        latest = self._latest
        return latest if latest is not None and self._wanted and latest.film == self._state.counts.film else None

    @property
    def running(self) -> bool:
        """Whether the processor is shared with the denoiser at the moment."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def waiting(self) -> bool:
        """Whether a picture is on its way from the thread."""
        return self._thread is not None

    @property
    def busy(self) -> bool:
        """Whether ``step`` has something to do now."""
        return self._due or (self._thread is not None and not self._thread.is_alive())

    def step(self) -> None:
        """Between two passes: takes what is ready, refines what guides the denoiser, or begins the next picture.

        A picture that nobody wants any more, because the film was cleared or the display switched off, is given up.
        """
        self._take()
        if self._thread is not None and not (self._wanted and self._film == self._state.counts.film):
            self._cancelled.set()
        if self._due:
            try:
                if self._renderer.guides.usable:
                    self._begin()
                else:
                    self._refine_guides()
            except RaytracerError as error:  # the device has no memory for it: the film goes on without
                self._give_up(error)

    def close(self) -> None:
        """Gives up what is under way, and waits for it: native code must not run while the process ends."""
        self._cancelled.set()
        if self._thread is not None:
            self._thread.join(_LONGEST_END_SECONDS)

    @property
    def _wanted(self) -> bool:
        scene, pictures = self._state.scene, self._state.pictures
        return self._possible and pictures.wanted and scene is not None and scene.view.denoises

    @property
    def _due(self) -> bool:
        if not self._wanted or self._thread is not None or self._state.pictures.moving:
            return False
        spp = self._renderer.spp
        if self._film != self._state.counts.film:
            return spp >= 1.0
        if self._renderer.finished or self._state.paused:
            return self._latest is None or spp > self._latest.spp
        rested = time.perf_counter() - self._ended
        worked = self._latest.seconds if self._latest is not None else 0.0
        return rested >= (_REST if spp >= self._next_spp else _LONG_REST) * worked

    def _refine_guides(self) -> None:
        compiles = not self._renderer.guides.compiled
        begin = time.perf_counter()
        if compiles:
            self._state.send(Compiling("what guides the denoiser"))
        try:
            self._renderer.guides.refine(GUIDE_SECONDS)
        finally:
            if compiles:
                self._state.send(Compiled(time.perf_counter() - begin))

    def _begin(self) -> None:
        self._renderer.guides.refine(GUIDE_SECONDS)
        self._renderer.make_room_for_other()
        self._film, spp = self._state.counts.film, self._renderer.spp
        self._next_spp = 2.0 ** int(np.log2(spp) + 1.0)
        self._cancelled.clear()
        inputs = (self._renderer.linear(), *self._renderer.guides.pictures())
        self._thread = threading.Thread(target=self._work, args=(inputs, spp, self._film), name="denoise", daemon=True)
        self._thread.start()

    def _work(self, inputs: tuple[np.ndarray, np.ndarray, np.ndarray], spp: float, film: int) -> None:
        begin = time.perf_counter()
        try:
            self._denoiser = self._denoiser or self._make()
            linear = self._denoiser.denoise(*inputs, self._cancelled.is_set)
            self._outcome = Denoised(linear, spp, film, time.perf_counter() - begin)
        except CancelledError:
            log.info("a denoised picture was given up after %.2f s", time.perf_counter() - begin)
        except RaytracerError as error:
            self._outcome = error
        except Exception as error:
            self._outcome = RaytracerError(f"the picture cannot be denoised: {error}")

    def _take(self) -> None:
        if self._thread is None or self._thread.is_alive():
            return
        self._thread.join()
        self._thread, outcome, self._outcome = None, self._outcome, None
        if isinstance(outcome, RaytracerError):
            self._give_up(outcome)
        elif outcome is not None:
            log.info("denoised %g spp in %.2f s", outcome.spp, outcome.seconds)
            self._latest = outcome
            self._ended = time.perf_counter()
            self._state.pictures.hurry()

    def _give_up(self, error: RaytracerError) -> None:
        """Says once why, and tries it no more: what failed would fail again with every picture."""
        self._possible = False
        self._state.send(CommandFailed("Denoise", error))


def _threads() -> int:
    """Half of the processors: moving the camera stays smooth."""
    return max(1, (os.cpu_count() or 2) // 2)


def whole(renderer: Renderer, window: Box) -> np.ndarray:
    """The film denoised at once, with all samples of what guides it: (height, width, 3) f32.

    Only ``window`` of it is touched. Raises ``RaytracerError``.
    """
    while not renderer.guides.finished:
        renderer.guides.refine(1.0)
    linear, guides = renderer.linear(), renderer.guides.pictures()
    part = (slice(window[1], window[3]), slice(window[0], window[2]))
    linear[part] = denoise.Denoiser().denoise(linear[part], guides[0][part], guides[1][part])
    return linear
