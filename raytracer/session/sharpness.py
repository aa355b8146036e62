"""When the picture is made sharp before it has all its first samples: soon after the camera came to rest."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from raytracer.errors import DeviceMemoryError
from raytracer.scene.layers import COMBINED
from raytracer.session import memory
from raytracer.session.render_state import RenderState

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer
    from raytracer.scene import Scene

log = logging.getLogger(__name__)

ALONE_SECONDS = 0.25
"""Until so long after the film was cleared no samples are taken beside it; later they take turns, on large pictures."""
WORTH_SECONDS = 0.12
"""Where the first samples are all there sooner, it is not worth the while."""
SLICE_SECONDS = 0.012


class Sharpness:
    """Of one worker's picture."""

    def __init__(self, state: RenderState) -> None:
        self._state = state
        self._renderer: Renderer = state.renderer
        self._room_for: tuple[int, int] | None = None
        self._no_room_for: tuple[int, int] | None = None
        self._samples_next = False
        self._possible = True
        self._held_film = -1

    def hold(self) -> None:
        """Samples are counted against time from here on, as in a race: until the film is cleared, nothing takes any
        from them."""
        self._held_film = self._state.counts.film

    def forget_room(self) -> None:
        """Another scene leaves more or less memory."""
        self._room_for = self._no_room_for = None

    @property
    def wants_compiler(self) -> bool:
        """Whether a pause would be well spent on its kernels."""
        return self._possible and not self._held and not self._renderer.can_sharpen

    def compile(self) -> None:
        """A part of its kernels. It is not announced, since nobody waits for it and a status bar that changes by itself
        disturbs. What goes wrong costs the sharp picture and nothing else."""
        begin = time.perf_counter()
        try:
            self._renderer.compile_sharpening()
        except Exception:
            log.exception("the picture becomes sharp only with its samples: a kernel cannot be compiled")
            self._possible = False
        else:
            log.info("compiled a part of what makes the picture sharp in %.2f s", time.perf_counter() - begin)

    def step(self) -> bool:
        """Goes on for a moment, if it is time for that; returns whether it was."""
        scene = self._state.scene
        if scene is None or not self._due(scene):
            return False
        size = self._renderer.settings.width, self._renderer.settings.height
        try:
            if size != self._room_for:  # the picture itself is more important: nothing is refused for this
                memory.check_sharpening(scene, size, self._renderer.info)
                self._room_for = size
            self._renderer.sharpen(SLICE_SECONDS)
        except DeviceMemoryError as error:
            log.warning("the picture becomes sharp only with its samples: %s", error)
            self._no_room_for = size
            return False
        if self._renderer.sharp:
            self._state.pictures.hurry()
        return True

    @property
    def _held(self) -> bool:
        return self._held_film == self._state.counts.film

    def _due(self, scene: Scene) -> bool:
        pictures = self._state.pictures
        if self._held or not self._possible or not pictures.wanted or scene.view.layer != COMBINED:
            return False
        renderer, settings = self._renderer, self._renderer.settings
        if renderer.sharp or not pictures.shown or not renderer.can_sharpen:
            return False  # while the camera moves, the next move comes before or with the first picture
        passed = pictures.seconds_since_cleared
        if self._no_room_for == (settings.width, settings.height):
            return False
        self._samples_next = passed > ALONE_SECONDS and not self._samples_next
        return not self._samples_next and renderer.first_samples_seconds > WORTH_SECONDS
