"""A measuring worker whose renderer needs no Taichi. Run by name in the child process."""

from __future__ import annotations

from raytracer.session import worker
from raytracer.session.measure import worker as measuring
from tests.session.stand_in import StandInRenderer, load, save


def run(connection, options) -> None:
    """The entry point that the experiment is told."""
    measuring.run(connection, options, lambda: worker.Parts(StandInRenderer, load, save))
