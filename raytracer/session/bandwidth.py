"""Memory bandwidth of each backend's device, measured one after the other in a process of its own each."""

from __future__ import annotations

import threading

from raytracer.backends import BackendInfo
from raytracer.errors import BackendError, RaytracerError
from raytracer.session.client import RenderClient
from raytracer.session.protocol import BandwidthMeasured, CommandFailed, Event, MeasureBandwidth, WorkerFailed

PATIENCE_SECONDS = 120.0
"""A software driver on a busy machine takes its time to compile and copy."""


def measure_bandwidth(info: BackendInfo, *, patience: float = PATIENCE_SECONDS) -> BandwidthMeasured:
    """Copies memory on this backend's device. Raises ``BackendError`` when that fails or takes too long."""
    answered = threading.Event()
    answers: list[BandwidthMeasured | RaytracerError] = []

    def hear(event: Event) -> None:
        if isinstance(event, BandwidthMeasured):
            answers.append(event)
        elif isinstance(event, (CommandFailed, WorkerFailed)):
            answers.append(event.error)
        else:
            return
        answered.set()

    client = RenderClient(info.name, hear, force_software=info.software, batch=True)
    client.start()
    try:
        client.send(MeasureBandwidth())
        if not answered.wait(patience):
            raise BackendError(f"{info.name} did not copy within {patience:g} s")
    finally:
        client.close()
    if isinstance(answers[0], RaytracerError):
        raise BackendError(answers[0].message)
    return answers[0]
