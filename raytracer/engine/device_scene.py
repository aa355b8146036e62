"""The scene on the device: derived from the model, never edited by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import taichi as ti

from raytracer.engine import records, scene_geometry, sky_table
from raytracer.engine.emitters import EmitterTable, emitter_table
from raytracer.engine.flatten import flatten
from raytracer.engine.host_memory import give_back
from raytracer.engine.kernel_config import KernelConfig, configure
from raytracer.engine.kernels.sky import make_sky_picture_kernel
from raytracer.engine.moving import moved
from raytracer.engine.scene_geometry import Geometry, changed_instances
from raytracer.engine.upload import upload
from raytracer.scene import Environment, Image, Scene

Progress = Callable[[str, float | None], None]


@dataclass(frozen=True)
class Sky:
    """The table by which directions to the sky are chosen, and what it was made for."""

    environment: Environment | None
    shader: object
    size: tuple[int, int]
    table: ti.Ndarray


@dataclass(frozen=True)
class DeviceScene:
    """A scene as the kernels see it: geometry, packed records, texels and the sky's table."""

    config: KernelConfig
    geometry: Geometry
    emitters: EmitterTable
    records: tuple[ti.Ndarray, ti.Ndarray]
    images: tuple[Image, ...]
    texels: ti.Ndarray
    sky: Sky

    @property
    def arrays(self) -> tuple[ti.Ndarray, ...]:
        """Arguments of the render kernel: nodes, prims, vertices, triangles, floats, ints, texels, sky table."""
        return (*self.geometry.arrays, *self.records, self.texels, self.sky.table)

    @property
    def triangles(self) -> int:
        """Of all visible instances."""
        return self.geometry.triangle_count

    @property
    def device_bytes(self) -> int:
        """Memory of all arrays."""
        return sum(int(np.prod(a.shape)) * 4 for a in self.arrays)


def build(scene: Scene, progress: Progress) -> DeviceScene:
    """Flattens, builds the BVH, packs and uploads. ``InputError`` for a scene that cannot be rendered."""
    device = _pack(scene, _build_geometry(scene, progress), None, None, progress)
    give_back()
    return device


def update(old: DeviceScene, old_scene: Scene, scene: Scene, progress: Progress) -> DeviceScene:
    """``old`` after an edit from ``old_scene`` to ``scene``: what still holds is the same object in both."""
    geometry: Geometry | None = old.geometry
    emitters: EmitterTable | None = old.emitters
    changed = changed_instances(old.geometry, old_scene, scene)
    if changed is None:
        geometry = None
    elif changed:
        progress("moving instances", None)
        _configure(scene, old.geometry)  # a shader that is missing is reported before anything changes
        geometry = moved(old.geometry, old_scene, scene, changed)
        if any(_shines(before_or_after, number) for before_or_after in (old_scene, scene) for number in changed):
            emitters = None
    if geometry is None:
        geometry, emitters = _build_geometry(scene, progress), None
    return _pack(scene, geometry, old, emitters, progress)


def _shines(scene: Scene, instance: int) -> bool:
    return scene.materials[scene.instances[instance].material].emits


def _build_geometry(scene: Scene, progress: Progress) -> Geometry:
    progress("placing instances", None)
    placed = flatten(scene)
    spheres, instances = len(placed.world.spheres) > 0, len(placed.copies) > 0
    configure(scene, placed.format, spheres=spheres, instances=instances)  # a shader that is missing is reported first
    return scene_geometry.build(placed, progress)


def _configure(scene: Scene, geometry: Geometry) -> KernelConfig:
    return configure(scene, geometry.format, spheres=geometry.has_spheres, instances=len(geometry.places) > 0)


def _pack(
    scene: Scene, geometry: Geometry, old: DeviceScene | None, standing: EmitterTable | None, progress: Progress
) -> DeviceScene:
    """``standing``: the emitters before an edit in which nothing that shines came, went or moved."""
    config = _configure(scene, geometry)
    rows = geometry.records if config.has_light_tree else None
    if rows is not None and old is None:  # after an edit nothing may be given up: instances have moved already
        progress("building the light tree", None)
    emitters = emitter_table(scene, geometry.primitives, geometry.order, geometry.radius, rows, standing)
    packed = records.pack(scene, geometry.primitives, config, emitters)
    size = sky_table.table_size(scene.environment)
    floats, ints = upload(packed.floats), upload(packed.ints)
    if old is not None and _same_images(old.images, packed.images):
        texels = old.texels
    else:
        progress("uploading textures", None)
        texels = upload(packed.texels())
    if old is not None and old.sky.environment == scene.environment and old.sky.shader is config.sky:
        sky = old.sky
    else:
        sky = Sky(scene.environment, config.sky, size, _sky_table(config, (floats, ints, texels), *size))
    return DeviceScene(config, geometry, emitters, (floats, ints), packed.images, texels, sky)


def _same_images(old: tuple[Image, ...], new: tuple[Image, ...]) -> bool:
    return len(old) == len(new) and all(a is b for a, b in zip(old, new, strict=True))


def _sky_table(config: KernelConfig, arrays: tuple[ti.Ndarray, ...], width: int, height: int) -> ti.Ndarray:
    if config.sky is None:
        return upload(np.zeros(1, np.float32))
    picture = ti.ndarray(ti.f32, width * height)
    make_sky_picture_kernel(config)(*arrays, width, height, sky_table.SUBSAMPLES, picture)
    return upload(sky_table.patch_table(picture.to_numpy().reshape(height, width)))
