"""The pictures that a worker makes of its film: when one is due, and handing it over."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from raytracer.scene import Scene
from raytracer.scene.layers import COMBINED
from raytracer.session.frames import FrameWriter
from raytracer.session.protocol import Compiled, Compiling, Event, FrameReady

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer
    from raytracer.session.denoising import Denoised

_MOVING_LASTS_SECONDS = 0.25
"""A camera that has not moved for so long is at rest, even if nobody said so."""
_WHOLE_SECONDS = 0.4
"""For so long a picture is awaited that has a sample near every pixel."""
_FRESH_SECONDS = 0.3
"""For so long after a film is cleared pictures come as fast as one can see."""
_FASTEST_PICTURES_SECONDS, _FRESH_PICTURES_SECONDS, _SLOWEST_PICTURES_SECONDS = 1.0 / 60.0, 1.0 / 30.0, 0.2
"""While moving; while a picture becomes sharp; while it only becomes less noisy."""
_PICTURE_SHARE = 6.0
"""A picture is made when the passes since the last one took this many times as long as making it."""


class Pictures:
    """Of one renderer. ``frames`` is None in batch: no pictures are made."""

    def __init__(self, renderer: Renderer, frames: FrameWriter | None, send: Callable[[Event], None]) -> None:
        self._renderer = renderer
        self._frames = frames
        self._send = send
        self.unpublished = False
        """Whether the film, or how it is looked at, is newer than the last picture."""
        self._published_at = 0.0
        self._picture_seconds = 0.0
        self.shown = False
        """Whether there was a picture of what the film shows since it was cleared."""
        self._cleared_at = 0.0
        self._moved_at = float("-inf")
        self.denoised: Callable[[], Denoised | None] = lambda: None
        """Gives the picture that is shown instead of the film's light, if there is one."""

    @property
    def wanted(self) -> bool:
        """Whether anybody looks: false in batch."""
        return self._frames is not None

    @property
    def moving(self) -> bool:
        """Whether the camera was moved a moment ago."""
        return time.perf_counter() - self._moved_at < _MOVING_LASTS_SECONDS

    @property
    def held_back(self) -> bool:
        """Whether the picture still has black parts that are awaited: not for ever, on a machine that is slow."""
        return not self._renderer.covered and time.perf_counter() - self._cleared_at < _WHOLE_SECONDS

    @property
    def seconds_since_cleared(self) -> float:
        """How long nothing has changed what the film shows."""
        return time.perf_counter() - self._cleared_at

    def camera_moves(self, moving: bool) -> None:
        """The camera was set; ``moving``: more of that will follow."""
        self._moved_at = time.perf_counter() if moving else float("-inf")

    def cleared(self) -> None:
        """The film was cleared: there is nothing to show, and every pass from here on is news."""
        self._cleared_at = time.perf_counter()
        self.unpublished = self.shown = False

    def hurry(self) -> None:
        """The next picture is due at once."""
        self.unpublished = True
        self._published_at = 0.0

    def make_room(self, scene: Scene) -> None:
        """Takes shared memory for pictures of the scene's size."""
        if self._frames is not None:
            self._frames.resize(scene.settings.width, scene.settings.height)

    def layer_pending(self, scene: Scene | None) -> bool:
        """Whether a layer is looked at that still becomes better."""
        if self._frames is None or scene is None or scene.view.layer == COMBINED:
            return False
        return self._renderer.spp > 0.0 and not self._renderer.layer_finished

    def publish_if_due(self, scene: Scene | None, *, working: bool) -> None:
        """Makes a picture when it is time. Once no passes follow (not ``working``), that is at once."""
        self.unpublished |= self.layer_pending(scene)
        if self._frames is None or not self.unpublished or scene is None:
            return
        now = time.perf_counter()
        if self.moving or not self.shown:
            interval = _FASTEST_PICTURES_SECONDS
        elif now - self._cleared_at < _FRESH_SECONDS:
            interval = _FRESH_PICTURES_SECONDS
        else:
            interval = max(_PICTURE_SHARE * self._picture_seconds, _FASTEST_PICTURES_SECONDS)
            interval = min(interval, _SLOWEST_PICTURES_SECONDS)
        if now - self._published_at >= interval or not working:
            self.publish(scene)

    def publish(self, scene: Scene | None) -> None:
        """Makes a picture now."""
        if self._frames is None or scene is None or self._renderer.spp <= 0.0:
            return
        if self.held_back:
            return  # the picture before it stays until there is a whole one
        started = time.perf_counter()
        pixels = self._frames.begin()
        denoised = self.denoised()
        limits = self._display(scene.view.layer, pixels, denoised)
        spp = self._renderer.spp
        slot, sequence = self._frames.publish(spp)
        self._published_at = time.perf_counter()
        self._picture_seconds = self._published_at - started
        self.unpublished, self.shown = False, True
        height, width = pixels.shape[:2]
        before = denoised.spp if denoised is not None else 0.0
        segment, layer = self._frames.segment, scene.view.layer
        sharp = self._renderer.sharp and layer == COMBINED and denoised is None
        self._send(FrameReady(slot, sequence, width, height, spp, segment, layer, limits, before, sharp=sharp))

    def publish_preview(self) -> None:
        """Shows surfaces lit from the camera until kernels are compiled: it has no samples, and says that it is one."""
        if self._frames is None or self._renderer.compiled:
            return
        pixels = self._frames.begin()
        self._renderer.preview(pixels)
        slot, sequence = self._frames.publish(0.0)
        height, width = pixels.shape[:2]
        self._send(FrameReady(slot, sequence, width, height, 0.0, self._frames.segment, preview=True))

    def _display(self, layer: str, pixels: np.ndarray, denoised: Denoised | None) -> tuple[float, float]:
        """Makes the picture; the ends of its scale where a layer is looked at. A layer's kernel is compiled here."""
        if denoised is not None:
            self._renderer.display_other(denoised.linear, pixels)
            return 0.0, 1.0
        if layer == COMBINED:
            self._renderer.display(pixels)
            return 0.0, 1.0
        begin = time.perf_counter()
        compiles = not self._renderer.layer_ready
        if compiles:
            self._send(Compiling(f"the layer {layer}"))
        self._renderer.display(pixels)
        if compiles:
            self._send(Compiled(time.perf_counter() - begin))
        return self._renderer.layer_limits
