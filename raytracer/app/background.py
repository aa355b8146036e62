"""Long work beside the window: one piece at a time, in a thread, while the app's own rendering pauses. No widgets.

What the thread says comes back to the window's thread in order; what it says later than its end is ignored.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from raytracer.app.mailbox import Mailbox
from raytracer.app.studio import Studio
from raytracer.errors import CancelledError, RaytracerError

_ENDING_SECONDS = 4.0


@dataclass
class Run:
    """One piece of work."""

    was_paused: bool
    cancelled: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None


@dataclass(frozen=True)
class _End:
    """The last message; ``why`` is None when all is done."""

    why: Exception | None


class Background(QObject):
    """A studio's one object for work of its kind. Subclasses say what is done, and take what is said."""

    changed = Signal()
    """Something began, went on or ended."""
    _mail = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._run: Run | None = None
        self._box: Mailbox[tuple[Run, object]] = Mailbox()
        self._mail.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._box.deliver_to(self._mail.emit)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    def close(self) -> None:
        """Ends it and waits for its workers; the app is closing."""
        run = self._run
        self._box.deliver_to(None)
        if run is not None and run.thread is not None:
            run.cancelled.set()
            run.thread.join(_ENDING_SECONDS)

    def _begin(self, run: Run, work: Callable[[], None], name: str) -> None:
        """Pauses the app's rendering and does ``work`` in a thread. What it raises ends the run."""
        self._run = run
        self._studio.set_paused(True)
        run.thread = threading.Thread(target=self._conduct, args=(run, work), name=name, daemon=True)
        run.thread.start()

    def _say(self, run: Run, message: object) -> None:
        """From the thread: ``_hear`` gets the message in the window's."""
        self._box.put((run, message))

    def _conduct(self, run: Run, work: Callable[[], None]) -> None:
        end: Exception | None = None
        try:
            work()
        except (RaytracerError, CancelledError) as error:
            end = error
        except Exception as error:  # a bug must not leave the app paused for ever
            end = RaytracerError(f"internal error: {type(error).__name__}: {error}")
        self._box.put((run, _End(end)))

    def _take(self) -> None:
        for run, message in self._box.take():
            if run is not self._run:
                continue
            if isinstance(message, _End):
                self._run = None
                self._ended(message.why)
                if not run.was_paused:
                    self._studio.set_paused(False)
            else:
                self._hear(run, message)
        self.changed.emit()

    def _hear(self, run: Run, message: object) -> None:
        """Takes what the thread said, in the window's thread."""
        raise NotImplementedError

    def _ended(self, why: Exception | None) -> None:
        """Takes why it ended: None when all is done, ``CancelledError``, or ``RaytracerError``."""
        raise NotImplementedError
