"""What the tests of the process boundary share: a recorder of events, and looking for what was left behind."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from raytracer.session.protocol import Event


class Recorder:
    """Collects events and waits for them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._arrived = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._arrived:
            self.events.append(event)
            self._arrived.notify_all()

    def of(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    def wait_for(self, kind: type, count: int = 1, timeout: float = 15.0, where: Callable = lambda event: True):
        """The ``count``-th event of that kind."""

        def found() -> list:
            return [event for event in self.of(kind) if where(event)]

        with self._arrived:
            if not self._arrived.wait_for(lambda: len(found()) >= count, timeout):
                raise AssertionError(f"no {kind.__name__} number {count} among {self.events[-20:]}")
            return found()[count - 1]


def shared_memory_left(prefix: str = "rt_") -> list[str]:
    folder = Path("/dev/shm")
    return [name for name in os.listdir(folder) if name.startswith(prefix)] if folder.is_dir() else []


def wait_until(condition: Callable[[], bool], timeout: float = 10.0) -> bool:
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return condition()
