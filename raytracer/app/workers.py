"""One backend as the app sees it: its worker's client, what it does at the moment, and what it has been told."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from PySide6.QtCore import Qt, Signal

from raytracer.app.language import tr
from raytracer.app.mailbox import Mailbox
from raytracer.app.target import Target
from raytracer.app.worker_state import Phase, WorkerState
from raytracer.backends import BackendName, Contender
from raytracer.scene.edits import rendered
from raytracer.scene.history import Step, difference, state_after
from raytracer.session.frames import Frame
from raytracer.session.protocol import (
    Command,
    Event,
    FilmRead,
    FrameReady,
    Halted,
    LoadFailed,
    Open,
    Pause,
    Resize,
    Resume,
    SceneLoaded,
    SetCamera,
    SetSettings,
    SetView,
    WorkerFailed,
)
from raytracer.session.scene_messages import EditScene

STATES_KNOWN = 64
"""States of the scene that a worker may fall back to when an edit fails."""
MOVING_SECONDS = 0.25
"""So long after its last moving camera a worker is at rest by itself."""


class Client(Protocol):
    """What the app needs of ``RenderClient``, and of the fake that tests use. No method blocks but ``close``."""

    def start(self) -> None: ...
    def send(self, command: Command) -> None: ...
    def acquire_frame(self) -> Frame | None: ...
    def release_frame(self) -> None: ...
    def film(self, read: FilmRead) -> np.ndarray | None: ...
    def kill(self) -> None: ...
    def restart(self, threads: int) -> None: ...
    def close(self, timeout: float = ...) -> None: ...
    @property
    def pid(self) -> int | None: ...


class ClientFactory(Protocol):
    """Makes the client of one backend with so many threads (0: as many as there are for it).

    ``on_event`` is called on any thread.
    """

    def __call__(
        self, backend: BackendName, on_event: Callable[[Event], None], *, force_software: bool, threads: int = 0
    ) -> Client: ...


class Worker(WorkerState):
    """Starts lazily and stays warm. Only the differences between what it was told and its target are sent.

    ``own`` are render settings in which this worker differs from every target it is given.
    """

    heard = Signal(object)
    """Every event, after this object took note of it; of several pictures in one batch only the last."""
    _mail = Signal()

    def __init__(
        self,
        backend: BackendName,
        client: Client,
        mailbox: Mailbox[Event],
        *,
        software: bool = False,
        threads: int = 0,
    ) -> None:
        super().__init__(backend)
        self.contender = Contender(backend, threads)
        self.client = client
        self.software = software
        self.own: dict[str, Any] = {}
        self._frame: Frame | None = None
        self._fresh = False
        self._told: Target | None = None
        self._size: tuple[int, int] | None = None
        self._paused = False
        self._held = False
        self._restarted = False
        self._opening_with: list[tuple[Step, ...]] = []
        self._opened_with: tuple[Step, ...] = ()
        """The edits that were part of opening the scene: a new process starts from there."""
        self._states: dict[int, tuple[Step, ...]] = {}
        self._moved_at = float("-inf")
        self._mailbox = mailbox
        self._mail.connect(self._take_mail, Qt.ConnectionType.QueuedConnection)
        mailbox.deliver_to(self._mail.emit)

    def start(self) -> None:
        """Starts the process if it does not run; returns at once."""
        if self.phase in (Phase.OFF, Phase.FAILED):
            self.note_start()
            self.client.start()

    def note_start(self) -> None:
        """The client was just started, here or by whoever made it."""
        self.failure = ""
        self._enter(Phase.STARTING, tr("starting the {backend} renderer").format(backend=self.backend))

    def restart(self, threads: int) -> None:
        """Goes on with another process of so many threads, 0 for as many as it likes, where this one is."""
        self.client.restart(threads)

    def close(self) -> None:
        """Ends the process; takes up to a few seconds when it is busy. No event is delivered any more."""
        self._mailbox.deliver_to(None)
        self.phase = Phase.OFF
        self.client.close()

    # ------------------------------------------------------------ telling

    def open(self, command: Open) -> None:
        """Loads a scene with its own camera, settings and view; ``settle`` once they are known."""
        self._begin_open(command)

    def settle(self, target: Target) -> None:
        """Notes that the worker is doing this already."""
        self._told = target

    def follow(self, target: Target, *, moving: bool = False) -> None:
        """Brings the worker to the target, except for its own settings."""
        target = self._owned(target)
        self.resize(target.size)
        self.pause(target.paused)
        told, self._told = self._told, target
        if told is None or told.request != target.request:
            self._begin_open(
                Open(
                    target.path,
                    target.request,
                    camera=target.camera,
                    allow_outside=target.allow_outside,
                    keep_going=True,
                    settings=target.settings.model_dump(exclude={"width", "height"}),
                    view=target.view.model_dump(),
                    edits=rendered(difference((), target.steps)),
                    state=state_after(target.steps),
                    text=target.text,
                ),
                target.steps,
            )
            return
        self._told = replace(target, steps=self._edit(told.steps, target.steps))
        if told.settings != target.settings:
            self.client.send(SetSettings(target.settings))
        if told.camera != target.camera:
            self._moved_at = time.monotonic() if moving else float("-inf")
            self.client.send(SetCamera(target.camera, moving))
        if told.view != target.view:
            self.client.send(SetView(target.view))

    def reassert(self, target: Target) -> None:
        """After a restart: the new process has opened the scene again and is told everything else anew."""
        if self._restarted:
            self._restarted = False
            target = self._owned(target)
            self._told = replace(target, steps=self._edit(self._opened_with, target.steps))
            for command in (SetSettings(target.settings), SetCamera(target.camera), SetView(target.view)):
                self.client.send(command)

    def forget(self) -> None:
        """What was told last could not be done: the next target is told in full."""
        self._told = None

    def rest(self) -> None:
        """Says that the camera stopped. Not when that is clear already: it would throw away the samples since."""
        if self._told is not None and time.monotonic() - self._moved_at < MOVING_SECONDS:
            self.client.send(SetCamera(self._told.camera, moving=False))
        self._moved_at = float("-inf")

    def resize(self, size: tuple[int, int]) -> None:
        """Sets the film's size, pixels."""
        if size != self._size:
            self._size = size
            self.client.send(Resize(*size))

    def pause(self, paused: bool) -> None:
        """Stops or goes on, keeping everything warm."""
        before = self._stopped
        self._paused = paused
        self._stop_or_go(before)

    def hold(self, held: bool) -> None:
        """Stops for the sake of another worker's turn, whether paused or not; ``halted`` says when that is done."""
        before = self._stopped
        self._held = held
        self._stop_or_go(before)

    @property
    def _stopped(self) -> bool:
        return self._paused or self._held

    def _stop_or_go(self, before: bool) -> None:
        if self._stopped != before:
            self.halted = False
            self.client.send(Pause() if self._stopped else Resume())

    def _owned(self, target: Target) -> Target:
        return replace(target, settings=target.settings.model_copy(update=self.own)) if self.own else target

    # ------------------------------------------------------------ pictures

    @property
    def frame(self) -> Frame | None:
        """The newest picture. Everyone sees the same one until the next ``FrameReady`` is heard."""
        if self._fresh:
            self._frame, self._fresh = self.client.acquire_frame(), False
        return self._frame

    def release_frame(self) -> None:
        """Nobody looks at this worker's pictures for now."""
        if self._frame is not None:
            self.client.release_frame()
            self._frame, self._fresh = None, True

    def _edit(self, there: tuple[Step, ...], wanted: tuple[Step, ...]) -> tuple[Step, ...]:
        """Brings the scene from the state after the steps ``there`` to the one that is wanted; where it then is."""
        edits = rendered(difference(there, wanted))
        if not edits:
            return there
        base, state = state_after(there), state_after(wanted)
        self._states = {base: there, state: wanted, **dict(list(self._states.items())[:STATES_KNOWN])}
        self.client.send(EditScene(edits, base, state))
        return wanted

    def stands(self, state: int) -> None:
        """An edit failed: the scene is in this state, whatever was sent after it."""
        steps = self._states.get(state)
        self._told = replace(self._told, steps=steps) if self._told is not None and steps is not None else None

    def _begin_open(self, command: Open, steps: tuple[Step, ...] = ()) -> None:
        self._opening_with.append(steps)
        self._activity(tr("reading {name}").format(name=command.path.name))
        self.client.send(command)

    # ------------------------------------------------------------ hearing

    def _take_mail(self) -> None:
        events = self._mailbox.take()
        pictures = [i for i, event in enumerate(events) if isinstance(event, FrameReady)]
        for i, event in enumerate(events):
            if not isinstance(event, FrameReady) or i == pictures[-1]:
                self._note(event)
                self.heard.emit(event)

    def _note(self, event: Event) -> None:
        if isinstance(event, FrameReady):
            self._fresh = True
        elif isinstance(event, Halted):
            self.halted = self._stopped
        elif isinstance(event, SceneLoaded):
            self._opened_with = self._opening_with.pop(0) if self._opening_with else self._opened_with
            self._states = {state_after(self._opened_with): self._opened_with}
            if self._restarted and self._told is not None:
                self._told = replace(self._told, steps=self._opened_with)
        elif isinstance(event, LoadFailed):
            del self._opening_with[:1]
        elif isinstance(event, WorkerFailed):
            self._opening_with.clear()
            self._restarted = True
        super()._note(event)
