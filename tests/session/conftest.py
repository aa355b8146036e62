"""A client of the stand-in worker that records its events."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from raytracer.session.client import RenderClient
from tests.session.recording import Recorder

ROOT = str(Path(__file__).parents[2])


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def make_client(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., RenderClient]]:
    """Starts clients of the stand-in worker and closes them after the test."""
    monkeypatch.setattr(sys, "path", [ROOT, *sys.path])
    clients: list[RenderClient] = []

    def make(backend: str = "cpu", **options: object) -> RenderClient:
        client = RenderClient(backend, recorder, entry="tests.session.stand_in", **options)
        clients.append(client)
        client.start()
        return client

    yield make
    for client in clients:
        client.close(timeout=2.0)
