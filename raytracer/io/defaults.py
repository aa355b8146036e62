"""What a file without camera, light or material gets, so that a downloaded model is seen and not black."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from raytracer.io.report import LoadReport
from raytracer.scene import Camera, Environment, Instance, Material, Mesh, Scene, Shape, matte

Part = tuple[Mesh, Material | None]
"""A mesh and its material, None where the file names none."""

CLAY = (0.8, 0.8, 0.8)
"""Reflectance of the default material: light grey."""


def environment() -> Environment:
    """A bright, nearly colourless sky, lighter above than below, so that shape is seen."""
    parameters = {"zenith": (0.75, 0.85, 1.0), "horizon": (0.9, 0.92, 0.95), "ground": (0.25, 0.24, 0.23)}
    return Environment(sky="gradient", parameters=parameters)


def material(*, colored: bool = False) -> Material:
    """Light grey; white for meshes with vertex colours, which are then shown as they are."""
    return matte("vertex colours", (1.0, 1.0, 1.0)) if colored else matte("default", CLAY)


def complete(scene: Scene) -> Scene:
    """Adds a camera that frames everything if there is none, and the default sky if nothing shines."""
    if not scene.cameras:
        lower, upper = scene.bounds()
        aspect = scene.settings.width / scene.settings.height
        scene = replace(scene, cameras=[Camera.framing(lower, upper, aspect=aspect)], active_camera=0)
    if not scene.lights and scene.environment is None and not _glows(scene):
        scene = replace(scene, environment=environment())
    return scene


def scene_of(
    name: str, parts: Sequence[Part], report: LoadReport, where: str, world_from_object: np.ndarray | None = None
) -> Scene:
    """A complete scene of bare geometry: one instance for each mesh that has triangles, equal materials kept once.

    Notes when nothing is left to draw; the scene then shows its sky.
    """
    shapes: list[Shape] = []
    materials: list[Material] = []
    index_of: dict[object, int] = {}
    instances: list[Instance] = []
    world = np.eye(4) if world_from_object is None else world_from_object
    for mesh, given in parts:
        if not mesh.triangle_count:
            continue
        colored = mesh.colors is not None
        key: object = colored if given is None else id(given)
        if key not in index_of:
            index_of[key] = len(materials)
            materials.append(given or material(colored=colored))
        instances.append(Instance(len(shapes), index_of[key], world, name=mesh.name))
        shapes.append(mesh)
    if not shapes:
        report.note("missing", "no surface was found in the file: only the sky is shown", where)
    return complete(Scene(name=name, cameras=[], shapes=shapes, materials=materials, instances=instances))


def _glows(scene: Scene) -> bool:
    return any(scene.materials[i.material].emits for i in scene.instances if i.visible)
