"""What happened since the start, in lines with their time: notices, workers, scenes. For reading and for reports."""

from __future__ import annotations

import time
from collections import deque

from PySide6.QtCore import QObject, Signal

from raytracer.app import figures
from raytracer.app.notice import Notice
from raytracer.app.studio import Studio
from raytracer.app.workers import Worker
from raytracer.session.launch import log_file
from raytracer.session.protocol import Compiled, Event, SceneLoaded, Started, WorkerFailed

MOST_LINES = 2000
WORKER_LINES = 200


class Journal(QObject):
    """Keeps the last lines. They are in English, like the programs' own messages, so that reports can be compared."""

    added = Signal(str)

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self.lines: deque[str] = deque(maxlen=MOST_LINES)
        studio.noticed.connect(self._notice)
        studio.heard.connect(self._hear)

    def add(self, text: str) -> None:
        """One more line; further lines of ``text`` are indented below it."""
        line = time.strftime("%H:%M:%S  ") + text.replace("\n", "\n          ")
        self.lines.append(line)
        self.added.emit(line)

    def worker_log(self) -> str:
        """The end of what the active worker and its drivers printed; empty when there is nothing."""
        worker = self._studio.worker
        try:
            text = log_file(worker.backend, worker.contender.threads).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        return "\n".join(text.splitlines()[-WORKER_LINES:])

    def _notice(self, notice: Notice) -> None:
        self.add(f"{notice.kind}: {notice.text}")

    def _hear(self, worker: Worker, event: Event) -> None:
        who = worker.backend
        if isinstance(event, Started):
            threads = f", {event.info.threads} threads" if event.info.threads else ""
            self.add(f"{who}: started on {event.info.device}{threads}")
        elif isinstance(event, SceneLoaded):
            self.add(
                f"{who}: opened {event.path} ({figures.count(event.triangles)} triangles, read in "
                f"{event.load_seconds:.2f} s, tree in {event.build_seconds:.2f} s)"
            )
            for note in event.notes:
                self.add(f"{who}: {note.kind}: {note.text}" + (f" ({note.where})" if note.where else ""))
        elif isinstance(event, Compiled) and event.seconds >= 0.05:
            self.add(f"{who}: compiled in {event.seconds:.2f} s")
        elif isinstance(event, WorkerFailed):
            self.add(f"{who}: failed: {event.error}")
