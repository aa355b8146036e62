"""A measuring worker whose renderer needs no Taichi. Run by name in the child process."""

from __future__ import annotations

from raytracer.session import worker
from raytracer.session.document import SceneTools
from raytracer.session.measure import worker as measuring
from tests.session.stand_in import StandInRenderer, load, read_image, save, save_scene


def run(connection, options) -> None:
    """The entry point that the experiment is told."""
    tools = SceneTools(read_image, save_scene)
    measuring.run(connection, options, lambda: worker.Parts(StandInRenderer, load, save, tools))
