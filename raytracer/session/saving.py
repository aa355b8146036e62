"""Carries out what writes files: the picture, the scene, a checkpoint; and reads a checkpoint back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from raytracer.errors import RaytracerError
from raytracer.scene import Scene
from raytracer.session import checkpoints
from raytracer.session.checkpoint_messages import CheckpointLoaded, CheckpointSaved, LoadCheckpoint, SaveCheckpoint
from raytracer.session.document import no_scene
from raytracer.session.protocol import ImageSaved, SaveImage
from raytracer.session.render_state import RenderState
from raytracer.session.scene_messages import SaveScene

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer


class ImageSaver(Protocol):
    """Writes the film, returns warnings; raises ``RaytracerError``."""

    def __call__(self, path: Path, renderer: Renderer, scene: Scene, layers: tuple[str, ...]) -> list[str]: ...


class Saving:
    """Raises ``RaytracerError``, also when there is no scene."""

    def __init__(self, state: RenderState, save: ImageSaver) -> None:
        self._state = state
        self._save = save

    def save_image(self, command: SaveImage) -> None:
        """Writes the picture as it is."""
        state = self._state
        if state.scene is None:
            raise RaytracerError("there is no picture to save yet")
        try:
            warnings = self._save(command.path, state.renderer, state.scene, command.layers)
        except MemoryError as error:
            raise RaytracerError("not enough memory to save the picture", where=str(command.path)) from error
        state.send(ImageSaved(command.path, tuple(warnings)))

    def save_scene(self, command: SaveScene) -> None:
        """Writes the scene as edited."""
        state = self._state
        if state.document is None or state.scene is None:
            raise no_scene("save")
        try:
            state.send(state.document.save(command, state.scene))
        except MemoryError as error:
            raise RaytracerError("not enough memory to save the scene", where=str(command.path)) from error

    def save_checkpoint(self, command: SaveCheckpoint) -> None:
        """Writes the film, to go on with it later."""
        state = self._state
        if state.scene is None:
            raise no_scene("save")
        checkpoints.save(command.path, state.renderer, state.scene)
        state.send(CheckpointSaved(command.path))

    def load_checkpoint(self, command: LoadCheckpoint) -> None:
        """Goes on with a film that was written."""
        state = self._state
        if state.scene is None:
            raise no_scene("go on with")
        spp = checkpoints.load(command.path, state.renderer, state.scene)
        state.cleared()
        state.send(CheckpointLoaded(command.path, spp))
        state.report(always=True)
        state.pictures.unpublished = True
