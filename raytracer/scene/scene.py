"""The scene: everything the user made, and nothing derived from it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from raytracer.errors import InputError
from raytracer.scene.camera import Camera
from raytracer.scene.environment import Environment
from raytracer.scene.light import DirectionalLight, PointLight, SpotLight
from raytracer.scene.material import Material
from raytracer.scene.medium import Medium
from raytracer.scene.mesh import Instance, Mesh, Shape
from raytracer.scene.settings import RenderSettings, ViewSettings
from raytracer.scene.transform import apply_points


@dataclass
class Scene:
    """Lists refer to each other by index. Treat a scene as a value: change it with ``dataclasses.replace``."""

    name: str = "untitled"
    description: str = ""
    cameras: list[Camera] = field(default_factory=lambda: [Camera()])
    active_camera: int = 0
    shapes: list[Shape] = field(default_factory=list)
    materials: list[Material] = field(default_factory=list)
    instances: list[Instance] = field(default_factory=list)
    lights: list[PointLight | SpotLight | DirectionalLight] = field(default_factory=list)
    environment: Environment | None = None
    medium: Medium | None = None
    """What fills the space outside all bodies (fog); None is a vacuum."""
    settings: RenderSettings = field(default_factory=RenderSettings)
    view: ViewSettings = field(default_factory=ViewSettings)

    @property
    def camera(self) -> Camera:
        """The camera that renders."""
        return self.cameras[self.active_camera]

    @property
    def triangle_count(self) -> int:
        """Triangles of all visible instances."""
        return sum(
            shape.triangle_count
            for inst in self.instances
            if inst.visible and isinstance(shape := self.shapes[inst.shape], Mesh)
        )

    @property
    def local_light_count(self) -> int:
        """Triangles and spheres that shine, point and spot lights: what has a place and so can be near or far."""
        emits = [m.emits for m in self.materials]
        shining = (self.shapes[i.shape] for i in self.instances if i.visible and emits[i.material])
        surfaces = sum(shape.triangle_count if isinstance(shape, Mesh) else 1 for shape in shining)
        return surfaces + sum(not isinstance(light, DirectionalLight) for light in self.lights)

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """World-space box of all visible instances, (3,) f64 each; (inf, -inf) when there is none."""
        lower, upper = np.full(3, np.inf), np.full(3, -np.inf)
        boxes: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        for inst in self.instances:
            if inst.shape not in boxes:  # once for each shape: thousands of instances may share one
                boxes[inst.shape] = self.shapes[inst.shape].bounds()
            low, high = boxes[inst.shape]
            if not inst.visible or not (high >= low).all():
                continue
            corners = np.array(
                [[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
            )
            world = apply_points(inst.world_from_object, corners)
            lower, upper = np.minimum(lower, world.min(axis=0)), np.maximum(upper, world.max(axis=0))
        return lower, upper

    def check(self) -> None:
        """Raises ``InputError`` for an index out of range or a scene without a camera."""
        if not self.cameras or not 0 <= self.active_camera < len(self.cameras):
            raise InputError(f"scene {self.name!r} has no camera number {self.active_camera}")
        for inst in self.instances:
            if not 0 <= inst.shape < len(self.shapes):
                raise InputError(f"instance {inst.name!r} names shape {inst.shape} of {len(self.shapes)}")
            if not 0 <= inst.material < len(self.materials):
                raise InputError(f"instance {inst.name!r} names material {inst.material} of {len(self.materials)}")

    def outline(self) -> Scene:
        """A copy without heavy arrays, small enough for the app: a mesh becomes a sliver with the same box and name."""
        return replace(self, shapes=[_sliver(s) if isinstance(s, Mesh) else s for s in self.shapes])


def _sliver(mesh: Mesh) -> Mesh:
    """Stands in for a mesh where only its box is asked for."""
    if not mesh.triangle_count:
        return Mesh(np.zeros((0, 3)), np.zeros((0, 3)), name=mesh.name)
    return Mesh(np.stack(mesh.bounds()), np.array([[0, 1, 1]]), name=mesh.name)
