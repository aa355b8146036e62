"""The worker's queue of commands, filled by a thread, so that a command sent during a long pass is never waited for."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from multiprocessing.connection import Connection

from raytracer.scene.edits import compact
from raytracer.session.path_messages import FindHidden, MeasureDivergence, TraceSample
from raytracer.session.protocol import Command, Open, Resize, SaveImage, SetCamera, SetSettings, SetView, Shutdown
from raytracer.session.scene_messages import EditScene, FindSilhouette, Pick, ReadPixel, SaveScene

_REPLACEABLE = (
    SetCamera,
    SetView,
    SetSettings,
    Resize,
    FindSilhouette,
    ReadPixel,
    TraceSample,
    FindHidden,
    MeasureDivergence,
)
_BARRIERS = (Open, SaveImage, Shutdown, SaveScene, Pick)
_PATIENCE_SECONDS = 10.0


def coalesce(commands: Iterable[Command]) -> list[Command]:
    """Drops what a later command of the same kind replaces, except where a save or an open between depends on it."""
    kept: list[Command] = []
    replaced: set[type] = set()
    for command in reversed(list(commands)):
        if isinstance(command, _BARRIERS):
            replaced.clear()
        elif isinstance(command, _REPLACEABLE):
            if type(command) in replaced:
                continue
            replaced.add(type(command))
        later = kept[-1] if kept else None
        if isinstance(command, EditScene) and isinstance(later, EditScene) and later.base == command.state:
            # A drag: edits that follow each other are carried out together.
            kept[-1] = EditScene(compact([*command.edits, *later.edits]), command.base, later.state)
        else:
            kept.append(command)
    return kept[::-1]


class Inbox:
    """Receives commands in a thread of its own. ``parent_gone`` is set when the other end of the pipe closed."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._pending: list[Command] = []
        self._arrived = threading.Condition()
        self.parent_gone = False
        threading.Thread(target=self._receive, name="commands", daemon=True).start()

    def take(self, timeout: float | None) -> list[Command]:
        """All pending commands, coalesced. Waits up to ``timeout`` seconds for the first one (None: for ever)."""
        with self._arrived:
            if not self._pending and timeout != 0.0:
                self._arrived.wait_for(lambda: bool(self._pending), timeout)
            commands, self._pending = self._pending, []
        return coalesce(commands)

    def wants_cancel(self) -> bool:
        """Whether something waits that makes the current loading pointless."""
        return any(isinstance(command, (Open, Shutdown)) for command in self._pending)

    def _receive(self) -> None:
        while True:
            try:
                command = self._connection.recv()
            except (EOFError, OSError):
                break
            self._put(command)
            if isinstance(command, Shutdown):
                return
        self.parent_gone = True
        self._put(Shutdown())
        # Nobody is left to end a worker that hangs in a driver, so it ends itself.
        threading.Event().wait(_PATIENCE_SECONDS)
        os._exit(1)

    def _put(self, command: Command) -> None:
        with self._arrived:
            self._pending.append(command)
            self._arrived.notify()
