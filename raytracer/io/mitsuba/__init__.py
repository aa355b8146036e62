"""Mitsuba XML scenes, versions 0.4 to 3, as far as ``docs/mitsuba-scenes.md`` says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from pydantic import ValidationError

from raytracer.errors import InputError
from raytracer.io.defaults import complete
from raytracer.io.mitsuba.camera import check_clipping, read_camera, read_film, read_integrator
from raytracer.io.mitsuba.document import read_document
from raytracer.io.mitsuba.emitters import Emitters
from raytracer.io.mitsuba.media import Media
from raytracer.io.mitsuba.plugin import Plugin
from raytracer.io.mitsuba.shapes import Shapes
from raytracer.io.mitsuba.textures import Inputs
from raytracer.io.report import LoadContext
from raytracer.scene import Camera, Medium, RenderSettings, Scene

__all__ = ["load"]


def load(path: Path, context: LoadContext) -> Scene:
    """The scene of a Mitsuba file. Raises ``InputError`` with file and line; everything left out is in the report."""
    try:
        return _load(path, context)
    except ValidationError as error:  # a number that the file may hold but the model refuses
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{error.title}: {key}: {first['msg']}", where=str(path)) from error


def _load(path: Path, context: LoadContext) -> Scene:
    document = read_document(path, context)
    root = document.scene
    inputs, media = Inputs(document, context), Media(context.report)
    shapes = Shapes(document, inputs, media, context)
    emitters = Emitters(document, inputs, context)
    for plugin in root.nested(tag="emitter"):
        emitters.add(plugin)
    for plugin in root.nested(tag="shape"):
        shapes.add(plugin)
    sensors = list(root.nested(tag="sensor"))
    settings = RenderSettings()
    if sensors:
        settings = RenderSettings(**read_film(sensors[0], context.report))
    integrators = list(root.nested(tag="integrator"))
    settings = settings.model_copy(update=read_integrator(integrators[0] if integrators else None, context.report))
    scene = Scene(
        name=path.stem,
        cameras=[read_camera(s, settings.width / settings.height, context.report) for s in sensors],
        shapes=shapes.shapes,
        materials=shapes.materials,
        instances=shapes.instances,
        lights=emitters.lights,
        environment=emitters.environment,
        settings=settings,
    )
    scene = replace(scene, cameras=_aimed(scene, sensors, context), medium=_medium(sensors, shapes, media, context))
    _report_unread(root, context)
    if emitters.left_out and complete(scene).environment is not scene.environment:
        context.report.note("repaired", "no light is left: a default sky stands in", str(path))
        return complete(scene)
    return scene if scene.cameras else complete(scene)


def _aimed(scene: Scene, sensors: list[Plugin], context: LoadContext) -> list[Camera]:
    """The cameras with targets level with the middle of the scene: orbiting then turns about something sensible."""
    bounds = scene.bounds()
    cameras = []
    for sensor, camera in zip(sensors, scene.cameras, strict=True):
        check_clipping(sensor, camera, bounds, context.report)
        cameras.append(_looking_at_middle(camera, bounds) if np.isfinite(bounds).all() else camera)
    return cameras


def _looking_at_middle(camera: Camera, bounds: tuple[np.ndarray, np.ndarray]) -> Camera:
    _, _, forward = camera.basis()
    distance = float((0.5 * (bounds[0] + bounds[1]) - camera.position) @ forward)
    if distance <= 1e-6 * np.linalg.norm(bounds[1] - bounds[0]):
        return camera
    target = np.asarray(camera.position) + distance * forward
    return camera.model_copy(update={"target": tuple(float(v) for v in target)})


def _medium(sensors: list[Plugin], shapes: Shapes, media: Media, context: LoadContext) -> Medium | None:
    """The medium that the camera stands in fills the space outside all bodies; others around a shape are noted."""
    around = None
    for sensor in sensors[:1]:
        named = [child for name in ("medium", "interior", "exterior") for child in sensor.nested(name)]
        around = media.read(next((*named, *sensor.nested(tag="medium")).__iter__(), None))
    for shape, medium in shapes.exteriors:
        if medium != around:
            context.report.note(
                "unsupported", f"the medium around {shape} differs from the one around the camera", shape.where
            )
    return around


def _report_unread(root: Plugin, context: LoadContext) -> None:
    """Notes what nobody read in every object that was: the scene, and what is reachable through used children."""
    done: set[Plugin] = set()
    waiting = [root]
    for plugin in waiting:
        if plugin in done:
            continue
        done.add(plugin)
        if plugin.left_out:
            continue
        plugin.report_unread(context.report, properties_only=plugin is root)
        waiting += [child.plugin for child in plugin.children if child.used]
