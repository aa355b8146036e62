"""Commands and events about the contents of the scene: editing, picking, writing it to a file. Part of ``protocol``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from raytracer.errors import RaytracerError
from raytracer.scene import Scene
from raytracer.scene.edits import Edit

Point = tuple[float, float, float]


@dataclass(frozen=True)
class EditScene:
    """Change the open scene, all or nothing. Answered by ``SceneEdited`` or ``EditFailed``.

    ``base`` numbers the state that the edits start from, ``state`` the one they lead to. A worker that is in another
    state, because an edit before failed or because it was started again, ignores the command: it will be told anew.
    """

    edits: tuple[Edit, ...]
    base: int
    state: int


@dataclass(frozen=True)
class Pick:
    """What is seen at a point of the film, in pixels; (0, 0) is the upper left corner. Answered by ``Picked``.

    The lens and the pixel filter are left out: the ray goes through the point exactly.
    """

    x: float
    y: float
    request: int = 0


@dataclass(frozen=True)
class ReadPixel:
    """What the film holds at a pixel; (0, 0) is the upper left one. Answered by ``PixelRead``."""

    x: int
    y: int
    request: int = 0


@dataclass(frozen=True)
class FindSilhouette:
    """Where some instances are seen. Answered by ``SilhouetteFound``."""

    instances: tuple[int, ...]
    request: int = 0


@dataclass(frozen=True)
class SaveScene:
    """Write the scene as the app has it (an outline) to a TOML file. Answered by ``SceneSaved`` or ``SaveFailed``.

    A scene that came from TOML keeps its author's layout; any other is referred to, with what was changed in it.
    """

    path: Path
    document: Scene
    state: int = 0
    """Echoed: which of the app's states was written."""
    kept: Mapping[str, tuple[int | None, ...]] = field(default_factory=dict)
    """For each list of the scene, where its items stood when the file was opened; None for new ones."""
    quiet: bool = False
    """A copy for the case of a crash, of which the user is told nothing."""


@dataclass(frozen=True)
class SceneEdited:
    """The scene is in the state asked for; the film starts again where the picture depends on what changed."""

    state: int
    triangles: int = 0
    device_bytes: int = 0
    seconds: float = 0.0
    """What preparing it took: trees, records, uploads."""
    bounds: tuple[Point, Point] | None = None
    """World-space box of the scene, where that may have changed."""


@dataclass(frozen=True)
class EditFailed:
    """The edits that lead to ``state`` could not be carried out; the scene is still in ``standing``."""

    state: int
    standing: int
    error: RaytracerError


@dataclass(frozen=True)
class PickHit:
    """The nearest surface on a ray. World space, metres."""

    instance: int
    """Index into the scene's instances."""
    material: int
    position: Point
    normal: Point
    """Unit, of the surface itself (not the shading normal), on the side from which the ray comes."""
    distance: float
    """Along the ray, from its origin."""
    depth: float
    """Along the camera's view axis, as ``Camera.focus_distance`` counts."""


@dataclass(frozen=True)
class Picked:
    """What ``Pick`` found; None where only the sky is."""

    request: int
    hit: PickHit | None


@dataclass(frozen=True)
class PixelRead:
    """What ``ReadPixel`` found. A pixel without a sample, and one outside the film, has 0 samples."""

    request: int
    linear: tuple[float, float, float]
    """Mean radiance, scene-linear Rec. 709."""
    samples: int
    error: float | None = None
    """Estimated standard error of its luminance, by the film's own noise; None while that is not known."""


@dataclass(frozen=True)
class SilhouetteFound:
    """``mask`` has one byte a cell of ``columns`` x ``rows`` over the film, row 0 on top: 1 where they are seen."""

    request: int
    columns: int
    rows: int
    mask: bytes


@dataclass(frozen=True)
class SceneSaved:
    """The scene is on the disk, whole."""

    path: Path
    state: int
    warnings: tuple[str, ...] = ()
    quiet: bool = False
    replaced: str | None = None
    """The text of the opened file, when it is that file that was overwritten: ``Open`` needs it from now on."""


SceneCommand = EditScene | Pick | ReadPixel | FindSilhouette | SaveScene
SceneEvent = SceneEdited | EditFailed | Picked | PixelRead | SilhouetteFound | SceneSaved
