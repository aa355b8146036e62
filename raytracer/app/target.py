"""What the user sees, as a worker is to do it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from raytracer.scene import Camera, RenderSettings, ViewSettings
from raytracer.scene.history import Step


@dataclass(frozen=True)
class Target:
    """What a worker should be doing. ``request`` numbers the scene that was opened; ``size`` is the film's."""

    path: Path
    request: int
    allow_outside: bool
    camera: Camera
    settings: RenderSettings
    view: ViewSettings
    size: tuple[int, int]
    paused: bool = False
    steps: tuple[Step, ...] = ()
    """What was edited since the file was opened."""
    text: str | None = None
    """What stood in the file then, where it has been overwritten since."""
