"""A scene with what a command replaces in it. Scenes are values: the one given is not touched."""

from __future__ import annotations

from dataclasses import replace

from pydantic import ValidationError

from raytracer.errors import InputError
from raytracer.scene import Camera, RenderSettings, Scene, ViewSettings
from raytracer.session.protocol import Open


def with_camera(scene: Scene, camera: Camera) -> Scene:
    """The scene seen from there; its other cameras stay."""
    cameras = list(scene.cameras)
    cameras[scene.active_camera] = camera
    return replace(scene, cameras=cameras)


def with_changes(scene: Scene, command: Open, size: tuple[int, int] | None) -> Scene:
    """The scene with what the command, and a size asked for earlier, replace in it."""
    changes = dict(command.settings)
    if size is not None:
        changes |= {"width": size[0], "height": size[1]}
    try:
        settings = RenderSettings(**{**scene.settings.model_dump(), **changes})
        view = ViewSettings(**{**scene.view.model_dump(), **command.view})
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", where=str(command.path)) from error
    changed = replace(scene, settings=settings, view=view)
    return changed if command.camera is None else with_camera(changed, command.camera)
