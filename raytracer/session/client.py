"""The app's side of a worker process: sends commands, delivers events, survives the worker's death. No Qt, no Taichi.

Three threads: a supervisor that starts the process, delivers its events and restarts it; a sender, so that a full pipe
never blocks the caller; and the caller's own, which may call every method at any time.
"""

from __future__ import annotations

import atexit
import contextlib
import logging
import secrets
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from raytracer.backends import BackendName
from raytracer.errors import BackendError, RaytracerError
from raytracer.session import launch
from raytracer.session.films import FilmReader, film_prefix
from raytracer.session.frames import Frame, FrameReader, segment_name, unlink_segment
from raytracer.session.inbox import coalesce
from raytracer.session.launch import WorkerOptions, log_file, start_worker
from raytracer.session.protocol import (
    Command,
    Event,
    FilmRead,
    FrameReady,
    LoadFailed,
    SaveFailed,
    Shutdown,
    WorkerFailed,
)
from raytracer.session.replay import Replay
from raytracer.session.worker_end import death, exit_code

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    import numpy as np

_HEALTHY_SECONDS = 60.0
"""A worker that lived for so long after a restart may be restarted again."""
_RESTART_SECONDS = 5.0
"""How long a worker that is to make room for another may go on with what it cannot leave."""

log = logging.getLogger(__name__)

_open_clients: weakref.WeakSet[RenderClient] = weakref.WeakSet()


class RenderClient:
    """A renderer in another process.

    ``on_event`` is called from a thread of this object, in the order in which things happened, and should return at
    once. ``threads`` 0 lets the worker choose. ``batch``: no pictures, long passes, all processors, no restart.
    """

    def __init__(
        self,
        backend: BackendName,
        on_event: Callable[[Event], None],
        *,
        force_software: bool = False,
        threads: int = 0,
        batch: bool = False,
        shader_path: tuple[Path, ...] = (),
        entry: str = "",
    ) -> None:
        self.backend = backend
        self._on_event = on_event
        self._options = WorkerOptions(
            backend, "", threads, batch=batch, force_software=force_software, shader_path=shader_path
        )
        self._entry = entry or launch.ENTRY
        self._reader = FrameReader()
        self._films = FilmReader()
        self._replay = Replay()
        self._outbox: list[Command] = []
        self._changed = threading.Condition()
        self._process: SpawnProcess | None = None
        self._running = False
        self._supervisor: threading.Thread | None = None
        self._closing = False
        self._asked = False
        """Whether the worker ends because another one is wanted in its place."""
        self._generation = self._film_generation = 0
        self._sequence = 0

    # ------------------------------------------------------------ the caller's methods

    def start(self) -> None:
        """Starts the worker, not waiting for it; ``Started`` or ``WorkerFailed`` follows. After a failure: retries."""
        with self._changed:
            if self._supervisor is not None and self._supervisor.is_alive():
                return
            self._closing = False
            self._supervisor = threading.Thread(target=self._supervise, name=f"{self.backend} events", daemon=True)
            _open_clients.add(self)
            self._supervisor.start()

    def send(self, command: Command) -> None:
        """Queues a command and returns at once. Commands sent while the worker restarts are not lost."""
        with self._changed:
            self._outbox = coalesce([*self._outbox, command])
            self._changed.notify_all()

    def acquire_frame(self) -> Frame | None:
        """The newest picture, or None before the first; the same one again when there is none newer.

        Its pixels stay valid until ``release_frame`` or the next ``acquire_frame``. Works after the worker died, too.
        """
        return self._reader.acquire()

    def release_frame(self) -> None:
        """Gives the picture acquired last back."""
        self._reader.release()

    def film(self, read: FilmRead) -> np.ndarray | None:
        """The film of this answer, (height, width, 3) f32, scene-linear; None when it is gone.

        Not a copy: valid until the worker is asked for the next one.
        """
        return self._films.read(read.width, read.height) if read.segment else None

    @property
    def alive(self) -> bool:
        """Whether a worker process is running (it may still be starting)."""
        return self._running

    @property
    def pid(self) -> int | None:
        """Process id of the worker, None before the start."""
        return self._process.pid if self._process else None

    def kill(self) -> None:
        """Ends a worker that does not answer; ``WorkerFailed`` follows, and a new worker as after any death."""
        process = self._process
        if process is not None:
            with contextlib.suppress(ValueError, OSError):
                process.kill()

    def restart(self, threads: int) -> None:
        """Ends the worker, politely at first, and goes on with one of so many threads where it was.

        ``WorkerFailed`` that says ``asked`` follows, then all that follows a start. Before the start it is only noted.
        """
        with self._changed:
            if threads == self._options.threads:
                return
            self._options = replace(self._options, threads=threads)
            process = self._process if self._running else None
            if process is None:
                return
            self._asked = True
        self.send(Shutdown())
        patience = threading.Timer(_RESTART_SECONDS, self._kill_if_still, (process,))
        patience.daemon = True
        patience.start()

    def close(self, timeout: float = 5.0) -> None:
        """Ends the worker politely, after ``timeout`` seconds by force. Leaves no process and no shared memory."""
        self._closing = True
        supervisor = self._supervisor
        if supervisor is threading.current_thread():
            self.kill()
        elif supervisor is not None:
            if timeout > 0.0:
                self.send(Shutdown())
                supervisor.join(timeout)
            while supervisor.is_alive():
                self.kill()
                supervisor.join(0.2)
        self._reader.close()
        self._films.close()
        _open_clients.discard(self)

    # ------------------------------------------------------------ the supervisor's thread

    def _supervise(self) -> None:
        restarted_at = float("-inf")
        while True:
            failure = self._live_once()
            if failure is None or self._closing:
                return
            asked, self._asked = self._asked, False
            restart = asked or (self._may_restart(failure) and time.monotonic() - restarted_at > _HEALTHY_SECONDS)
            self._report_lost_answers(failure)
            self._deliver(WorkerFailed(self.backend, failure, will_restart=restart, asked=asked))
            if not restart:
                return
            if not asked:
                restarted_at = time.monotonic()

    def _may_restart(self, failure: RaytracerError) -> bool:
        """A batch reports its failure instead, and a backend that does not start will not start the next time."""
        return not self._options.batch and not isinstance(failure, BackendError)

    def _live_once(self) -> RaytracerError | None:
        """One worker from start to end. Returns why it ended when that was not asked for."""
        path = log_file(self.backend, self._options.threads)
        prefix = f"rt_{secrets.token_hex(5)}"
        options = replace(self._options, frame_prefix=prefix, first_sequence=self._sequence, log=path)
        self._generation = self._film_generation = 0
        try:
            process, connection = start_worker(options, self._entry)
        except OSError as error:
            return BackendError(f"cannot start a process for {self.backend}: {error}")
        self._process, self._running = process, True
        sender = threading.Thread(
            target=self._send_all, args=(connection,), name=f"{self.backend} commands", daemon=True
        )
        sender.start()
        failure = self._receive_all(connection)
        with self._changed:
            self._running = False
            self._changed.notify_all()
        code = exit_code(process)
        connection.close()
        sender.join()
        for generation in (self._generation, self._generation + 1):
            unlink_segment(segment_name(prefix, generation))
        for generation in (self._film_generation, self._film_generation + 1):
            unlink_segment(segment_name(film_prefix(prefix), generation))
        return failure or (None if self._closing else death(self.backend, code, path))

    def _receive_all(self, connection: Connection) -> RaytracerError | None:
        """Delivers events until the pipe closes. Returns the failure that the worker itself reported."""
        failure = None
        while True:
            try:
                event = connection.recv()
            except (EOFError, OSError):
                return failure
            if isinstance(event, WorkerFailed):
                failure = event.error
                continue
            if isinstance(event, FrameReady):
                self._generation = int(event.segment.rpartition("_")[2])
                self._sequence = event.sequence
                self._reader.attach(event.segment)
            elif isinstance(event, FilmRead) and event.segment:
                self._film_generation = int(event.segment.rpartition("_")[2])
                self._films.attach(event.segment)
            self._replay.observe(event)
            self._deliver(event)

    def _deliver(self, event: Event) -> None:
        if self._closing:
            return
        try:
            self._on_event(event)
        except Exception:
            log.exception("handling %s", type(event).__name__)

    def _report_lost_answers(self, failure: RaytracerError) -> None:
        """What was asked for and died with the worker is answered, so that nobody waits for ever."""
        opening, saving = self._replay.unanswered()
        if opening is not None:
            self._deliver(LoadFailed(opening.request, opening.path, failure))
        for save in saving:
            self._deliver(SaveFailed(save.path, failure))

    # ------------------------------------------------------------ the sender's thread

    def _send_all(self, connection: Connection) -> None:
        """Sends what brings the worker to where its predecessor was, then whatever is queued while it runs."""
        first = self._replay.commands()
        while True:
            if first:
                command = first.pop(0)
            else:
                with self._changed:
                    self._changed.wait_for(lambda: self._outbox or not self._running)
                    if not self._running:
                        return
                    command = self._outbox.pop(0)
            self._replay.remember(command)
            with contextlib.suppress(OSError):
                connection.send(command)

    def _kill_if_still(self, process: SpawnProcess) -> None:
        """A worker that is to make room and does not."""
        if process is self._process and self._running:
            self.kill()


@atexit.register
def _close_all() -> None:
    """A program that ends without ``close`` leaves nothing behind either. Runs before multiprocessing waits."""
    for client in list(_open_clients):
        client.close(timeout=2.0)
