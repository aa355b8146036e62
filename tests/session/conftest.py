"""A client of the stand-in worker that records its events."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from raytracer.session.client import RenderClient
from raytracer.session.protocol import Event

HERE = str(Path(__file__).parent)


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


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def make_client(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., RenderClient]]:
    """Starts clients of the stand-in worker and closes them after the test."""
    monkeypatch.setattr(sys, "path", [HERE, *sys.path])
    clients: list[RenderClient] = []

    def make(backend: str = "cpu", **options: object) -> RenderClient:
        client = RenderClient(backend, recorder, entry="stand_in", **options)
        clients.append(client)
        client.start()
        return client

    yield make
    for client in clients:
        client.close(timeout=2.0)
