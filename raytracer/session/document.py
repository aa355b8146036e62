"""The open scene as the worker has it, with what is needed to edit it and to write it to a file again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from raytracer.errors import RaytracerError
from raytracer.scene import Scene
from raytracer.scene.edits import Invalidates, apply_all, invalidates_all
from raytracer.session.outline import ImageReader, Pixels
from raytracer.session.protocol import Open
from raytracer.session.scene_messages import EditScene, SaveScene, SceneSaved

if TYPE_CHECKING:
    from raytracer.io.report import LoadResult


class SceneSaver(Protocol):
    """Writes a scene that came from ``loaded`` to a TOML file; returns warnings, raises ``RaytracerError``."""

    def __call__(self, command: SaveScene, scene: Scene, loaded: LoadResult) -> list[str]: ...


@dataclass(frozen=True)
class SceneTools:
    """What editing and saving need of the file formats."""

    read_image: ImageReader
    save: SceneSaver


class Document:
    """One opened file: its scene as it was read, its images by key, and the state that edits have brought it to."""

    def __init__(self, loaded: LoadResult, command: Open, tools: SceneTools) -> None:
        self.loaded = loaded
        self.pixels = Pixels(loaded.scene)
        self.state = command.state
        self._path = command.path
        self._tools = tools

    def opened(self, scene: Scene, command: Open) -> Scene:
        """The scene with the edits that the command to open it brings along. Raises ``InputError``."""
        return apply_all(self.pixels.whole(command.edits, self._tools.read_image), scene)

    def edited(self, command: EditScene, scene: Scene) -> tuple[Scene, Invalidates]:
        """The scene after the edits, and what they make stale. ``InputError`` for edits that cannot be."""
        edits = self.pixels.whole(command.edits, self._tools.read_image)
        return apply_all(edits, scene), invalidates_all(edits, scene)

    def save(self, command: SaveScene, scene: Scene) -> SceneSaved:
        """Writes the app's document with the real meshes and images of ``scene``. Raises ``RaytracerError``."""
        if len(command.document.shapes) != len(scene.shapes):
            raise RaytracerError("an edit is still under way", remedy="save again in a moment")
        whole = self.pixels.whole_scene(replace(command.document, shapes=scene.shapes), self._tools.read_image)
        overwrites = command.path.resolve() == self._path.resolve()
        warnings = self._tools.save(command, whole, self.loaded)
        replaced = self.loaded.text if overwrites else None
        return SceneSaved(command.path, command.state, tuple(warnings), command.quiet, replaced)


def no_scene(what: str) -> RaytracerError:
    """The answer to a command that needs a scene."""
    return RaytracerError(f"there is no scene to {what} yet")
