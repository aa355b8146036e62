"""What a worker does at the moment, as it says itself."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject, Signal

from raytracer.app.activities import activity_text
from raytracer.app.language import tr
from raytracer.backends import BackendInfo, BackendName
from raytracer.session.protocol import (
    Compiled,
    Compiling,
    Event,
    FrameReady,
    LoadFailed,
    Prepared,
    Progress,
    SceneLoaded,
    Started,
    Stats,
    WorkerFailed,
)


class Phase(Enum):
    """Where a worker is in its life."""

    OFF = "off"
    STARTING = "starting"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True)
class Activity:
    """Something that takes time: ``text`` for people, ``time.monotonic()`` of its start, the fraction if known."""

    text: str
    since: float
    fraction: float | None = None

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return time.monotonic() - self.since


class WorkerState(QObject):
    """Takes note of every event; knows nothing of what the worker was told."""

    changed = Signal()
    """Phase or activity changed."""

    def __init__(self, backend: BackendName) -> None:
        super().__init__()
        self.backend: BackendName = backend
        self.phase = Phase.OFF
        self.info: BackendInfo | None = None
        self.activity: Activity | None = None
        self.compile_seconds = 0.0
        self.stats: Stats | None = None
        self.spp = 0.0
        self.failure = ""
        self.loaded: int | None = None
        """Request of the scene that is open."""
        self.compiled = False
        """Whether that scene's kernels are there."""
        self.preview = False
        """Whether the newest picture is what is shown while kernels are compiled, and not rendered."""
        self.sharp = False
        """Whether every pixel of the newest picture shows its own surface at least, see ``FrameReady``."""
        self.halted = False
        """Whether it was paused or held and has come to a stop."""

    @property
    def failed(self) -> bool:
        """Whether its process has ended and does not start again by itself."""
        return self.phase is Phase.FAILED

    def _note(self, event: Event) -> None:
        if isinstance(event, FrameReady):
            self.spp, self.preview, self.sharp = event.spp, event.preview, event.sharp
            self._activity(None)
        elif isinstance(event, Stats):
            self.stats = event
        elif isinstance(event, Progress):
            self._activity(activity_text(event.activity), event.fraction)
        elif isinstance(event, Started):
            self.info = event.info
            self.halted = False
            self._enter(Phase.READY, self.activity.text if self.activity else None)
        elif isinstance(event, Compiling):
            self.compiled = False
            text = tr("preview, compiling {what}") if self.preview else tr("compiling {what}")
            self._activity(text.format(what=activity_text(event.what)))
        elif isinstance(event, Compiled):
            self.compiled = True
            self.compile_seconds += event.seconds
            waiting = tr("preview until the first samples") if self.preview else tr("first samples")
            self._activity(waiting if self.spp == 0.0 else None)
        elif isinstance(event, SceneLoaded):
            self.spp, self.stats, self.compile_seconds = 0.0, None, 0.0
            self.loaded, self.compiled, self.preview = event.request, False, False
        elif isinstance(event, (Prepared, LoadFailed)):
            self._activity(None)
        elif isinstance(event, WorkerFailed):
            self.failure = str(event.error)
            self.loaded, self.compiled, self.halted = None, False, True
            if event.will_restart:
                self._enter(Phase.STARTING, tr("restarting the {backend} renderer").format(backend=self.backend))
            else:
                self._enter(Phase.FAILED, None)

    def _enter(self, phase: Phase, activity: str | None) -> None:
        self.phase = phase
        self._activity(activity)
        self.changed.emit()

    def _activity(self, text: str | None, fraction: float | None = None) -> None:
        now = self.activity
        if text is None:
            self.activity = None
        else:
            since = now.since if now and now.text == text else time.monotonic()
            self.activity = Activity(text, since, fraction)
        if (now is None) != (text is None) or (now and now.text != text):
            self.changed.emit()
