"""A client of the stand-in worker that records its events."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests_session import Recorder

from raytracer.session.client import RenderClient

HERE = str(Path(__file__).parent)


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
