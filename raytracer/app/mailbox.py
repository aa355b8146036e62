"""Events on their way from a reader thread to the GUI thread. Knows no Qt: a worker can start before Qt does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Collects what any thread puts in; ``wake`` is called once for each batch that waits to be taken.

    A burst of events costs one wake-up, so a busy worker cannot flood the GUI's event loop.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[T] = []
        self._wake: Callable[[], None] | None = None

    def put(self, event: T) -> None:
        """Called on any thread."""
        with self._lock:
            first = not self._waiting
            self._waiting.append(event)
            wake = self._wake
        if first and wake:
            wake()

    def take(self) -> list[T]:
        """Everything that waits, in order."""
        with self._lock:
            events, self._waiting = self._waiting, []
        return events

    def deliver_to(self, wake: Callable[[], None] | None) -> None:
        """Names who is woken from now on; at once when something waits already."""
        with self._lock:
            self._wake = wake
            waiting = bool(self._waiting)
        if waiting and wake:
            wake()
