"""The scene on the device: derived from the model, never edited by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import taichi as ti

from raytracer.engine import records, sky_table, two_level
from raytracer.engine.flatten import Placed, flatten, vertex_format
from raytracer.engine.kernel_config import KernelConfig, configure
from raytracer.engine.kernels.sky import make_sky_picture_kernel
from raytracer.engine.kernels.traversal import INSTANCE_RECORDS
from raytracer.engine.layout import Header
from raytracer.engine.upload import upload
from raytracer.scene import Environment, Image, Scene

Progress = Callable[[str, float | None], None]


@dataclass(frozen=True)
class Geometry:
    """Triangles, spheres, instances and the trees over them. ``arrays``: nodes, prims, vertices, triangles.

    ``order`` is that of the world's tree: leaf order to primitive of ``placed.world``, then instances.
    """

    placed: Placed
    order: np.ndarray
    radius: float
    first_instance: int
    arrays: tuple[ti.Ndarray, ...]
    seconds: float

    def instances_of(self, prim: np.ndarray, record: np.ndarray) -> np.ndarray:
        """The scene's instances (n,) that were hit, from ``prim`` and ``instance`` of ``traversal.Hit``; -1: none."""
        found = np.full(len(prim), -1, np.int64)
        shared, copied = record >= 0, (prim >= 0) & (record < 0)
        found[shared] = self.placed.shared_instances[(record[shared] - self.first_instance) // INSTANCE_RECORDS]
        placed = np.searchsorted(self.placed.first, self.order[prim[copied]], side="right") - 1
        found[copied] = self.placed.owners[placed]
        return found


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
        return self.geometry.placed.triangle_count

    @property
    def device_bytes(self) -> int:
        """Memory of all arrays."""
        return sum(int(np.prod(a.shape)) * 4 for a in self.arrays)


def build(scene: Scene, progress: Progress) -> DeviceScene:
    """Flattens, builds the BVH, packs and uploads. ``InputError`` for a scene that cannot be rendered."""
    return _pack(scene, _build_geometry(scene, progress), None, progress)


def update(old: DeviceScene, old_scene: Scene, scene: Scene, progress: Progress) -> DeviceScene:
    """``old`` after an edit from ``old_scene`` to ``scene``: what still holds is the same object in both."""
    geometry = old.geometry if same_geometry(old.geometry, old_scene, scene) else _build_geometry(scene, progress)
    return _pack(scene, geometry, old, progress)


def same_geometry(geometry: Geometry, old: Scene, new: Scene) -> bool:
    """Whether ``geometry``, made for the old scene, also is that of the new one: places, materials, attributes."""
    if vertex_format(new) != geometry.placed.format:
        return False
    if geometry.placed.copies and [m.emits for m in old.materials] != [m.emits for m in new.materials]:
        return False  # what shines is not shared
    if [m.vertex_colors for m in old.materials] != [m.vertex_colors for m in new.materials]:
        return False
    if old.instances is new.instances and old.shapes is new.shapes:
        return True
    if len(old.instances) != len(new.instances):
        return False
    return all(
        a is b
        or (
            a.visible == b.visible
            and a.material == b.material
            and np.array_equal(a.world_from_object, b.world_from_object)
        )
        for a, b in zip(old.instances, new.instances, strict=True)
    ) and all(old.shapes[a.shape] is new.shapes[b.shape] for a, b in zip(old.instances, new.instances, strict=True))


def _build_geometry(scene: Scene, progress: Progress) -> Geometry:
    progress("placing instances", None)
    placed = flatten(scene)
    configure(scene, placed)  # a shader that is missing is reported before the long work
    trees = two_level.build(placed, progress)
    progress("uploading", None)
    arrays = tuple(upload(a) for a in (trees.nodes, trees.prims, trees.vertices, trees.triangles))
    return Geometry(placed, trees.order, trees.radius, trees.first_instance, arrays, trees.seconds)


def _pack(scene: Scene, geometry: Geometry, old: DeviceScene | None, progress: Progress) -> DeviceScene:
    config = configure(scene, geometry.placed)
    packed = records.pack(scene, geometry.placed.world, config, geometry.order, geometry.radius)
    size = sky_table.table_size(scene.environment)
    packed.ints[Header.SKY_WIDTH], packed.ints[Header.SKY_HEIGHT] = size
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
    return DeviceScene(config, geometry, (floats, ints), packed.images, texels, sky)


def _same_images(old: tuple[Image, ...], new: tuple[Image, ...]) -> bool:
    return len(old) == len(new) and all(a is b for a, b in zip(old, new, strict=True))


def _sky_table(config: KernelConfig, arrays: tuple[ti.Ndarray, ...], width: int, height: int) -> ti.Ndarray:
    if config.sky is None:
        return upload(np.zeros(1, np.float32))
    picture = ti.ndarray(ti.f32, width * height)
    make_sky_picture_kernel(config)(*arrays, width, height, sky_table.SUBSAMPLES, picture)
    return upload(sky_table.cumulative_table(picture.to_numpy().reshape(height, width)))
