"""What a worker has open, and how far it is: shared by everything that carries out commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from raytracer.scene import Scene
from raytracer.session.counts import FilmCounts
from raytracer.session.document import Document
from raytracer.session.frames import FrameWriter
from raytracer.session.inbox import Inbox
from raytracer.session.pictures import Pictures
from raytracer.session.protocol import Compiled, Compiling, Event, Progress

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer


class RenderState:
    """The renderer with the scene in it, as edited and looked at now. ``send`` delivers an event."""

    def __init__(
        self, renderer: Renderer, inbox: Inbox, frames: FrameWriter | None, send: Callable[[Event], None]
    ) -> None:
        self.renderer = renderer
        self.send = send
        self.pictures = Pictures(renderer, frames, send)
        self.counts = FilmCounts()
        self.scene: Scene | None = None
        self.document: Document | None = None
        self.path = Path()
        self.size: tuple[int, int] | None = None
        """The size that was asked for last: the next scene takes it over."""
        self.paused = False
        self._inbox = inbox

    @property
    def working(self) -> bool:
        """Whether passes are to be added."""
        return self.scene is not None and not self.paused and not self.renderer.finished

    def compile(self, what: str) -> None:
        """Compiles what the scene needs, announced as ``what``."""
        self.send(Compiling(what))
        self.send(Compiled(self.renderer.compile()))

    def cleared(self) -> None:
        """The film was cleared: counts and pictures begin anew."""
        self.counts.clear()
        self.pictures.cleared()

    def progress(self, activity: str, fraction: float | None = None) -> None:
        """Passes on how far a long task is. ``KeyboardInterrupt`` when it is to be given up."""
        if self._inbox.wants_cancel():
            raise KeyboardInterrupt
        self.send(Progress(activity, fraction))

    def report(self, *, always: bool = False) -> None:
        """Sends what was counted; before the work changes, so that a report never mixes two kinds of work."""
        if self.scene is not None and (self.counts.pending or always):
            stats = self.counts.take(self.renderer.spp, self.scene, self.path, finished=self.renderer.finished)
            self.send(replace(stats, noise=self.renderer.noise, done_share=self.renderer.done_share))
