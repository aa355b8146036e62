"""Triangles, spheres, instances and their trees on the device, and what the host keeps of them for lights and edits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import taichi as ti

from raytracer.engine import readback, two_level
from raytracer.engine.flatten import Placed, Places, Primitives, VertexFormat, primitives_of, vertex_format
from raytracer.engine.kernels.refit import gather_primitives
from raytracer.engine.kernels.traversal import INSTANCE_RECORDS, PRIM_STRIDE
from raytracer.engine.refit import Plan
from raytracer.engine.upload import upload
from raytracer.scene import Instance, Mesh, Scene

Progress = Callable[[str, float | None], None]


@dataclass(frozen=True)
class Geometry:
    """``arrays``: nodes, prims, vertices, triangles, as the kernels take them.

    ``order`` is that of the world's tree: leaf order to primitive, then to instance. ``places`` and ``meshes`` (first
    node and boxes) are of the shared meshes; the records of their instances begin at ``first_instance`` in ``prims``.
    ``radius`` is that of a sphere around all, ``plan`` how to fit the tree to what moved, once that was asked for.
    ``own_arrays``: nothing else holds the arrays, so they may be changed in place.
    """

    format: VertexFormat
    primitives: Primitives
    places: tuple[Places, ...]
    meshes: tuple[tuple[int, np.ndarray], ...]
    triangle_count: int
    order: np.ndarray
    first_instance: int
    radius: float
    arrays: tuple[ti.Ndarray, ti.Ndarray, ti.Ndarray, ti.Ndarray]
    seconds: float
    plan: Plan | None = None
    own_arrays: bool = False

    @property
    def has_spheres(self) -> bool:
        """Whether there are true spheres."""
        return len(self.primitives.spheres) > 0

    @property
    def shared_instances(self) -> np.ndarray:
        """Numbers in the scene of all instances that share a mesh, in the order of their records."""
        return np.concatenate([np.zeros(0, np.int64), *(p.instances for p in self.places)])

    def records(self, places: np.ndarray) -> np.ndarray:
        """The records (n, PRIM_STRIDE) f32 of the primitives at ``places`` (n,) in leaf order, from the device."""
        rows = ti.ndarray(ti.f32, max(len(places), 1) * PRIM_STRIDE)
        gather_primitives(self.arrays[1], upload(places.astype(np.int32)), rows, len(places))
        return readback.read_new(rows, np.float32)[: len(places) * PRIM_STRIDE].reshape(-1, PRIM_STRIDE)

    def instances_of(self, prim: np.ndarray, record: np.ndarray) -> np.ndarray:
        """The scene's instances (n,) that were hit, from ``prim`` and ``instance`` of ``traversal.Hit``; -1: none."""
        found = np.full(len(prim), -1, np.int64)
        shared, copied = record >= 0, (prim >= 0) & (record < 0)
        found[shared] = self.shared_instances[(record[shared] - self.first_instance) // INSTANCE_RECORDS]
        owner = np.searchsorted(self.primitives.first, self.order[prim[copied]], side="right") - 1
        found[copied] = self.primitives.owners[owner]
        return found


def build(placed: Placed, progress: Progress) -> Geometry:
    """Builds the trees and uploads. ``InputError`` for a scene that is too large."""
    trees = two_level.build(placed, progress)
    progress("uploading", None)
    nodes, prims, vertices, triangles = (
        staged.device() for staged in (trees.nodes, trees.prims, trees.vertices, trees.triangles)
    )
    return Geometry(
        placed.format,
        primitives_of(placed),
        tuple(c.places for c in placed.copies),
        trees.meshes,
        placed.triangle_count,
        trees.order,
        trees.first_instance,
        trees.radius,
        (nodes, prims, vertices, triangles),
        trees.seconds,
    )


def changed_instances(geometry: Geometry, old: Scene, new: Scene) -> list[int] | None:
    """Instances that only stand elsewhere or have another material in the new scene; None when more than that differs
    from the old scene, of which ``geometry`` was made."""
    if vertex_format(new) != geometry.format or len(old.instances) != len(new.instances):
        return None
    if geometry.places and [m.emits for m in old.materials] != [m.emits for m in new.materials]:
        return None  # what shines is not shared
    colors = [m.vertex_colors for m in old.materials], [m.vertex_colors for m in new.materials]
    same_shapes = old.shapes is new.shapes
    if colors[0] == colors[1] and same_shapes and old.instances is new.instances:
        return []
    changed = []
    for number, (a, b) in enumerate(zip(old.instances, new.instances, strict=True)):
        if a is b and same_shapes and colors[0] == colors[1]:
            continue
        shape = new.shapes[b.shape]
        if old.shapes[a.shape] is not shape or a.visible != b.visible:
            return None
        tinted = isinstance(shape, Mesh) and shape.colors is not None
        if tinted and b.visible and colors[0][a.material] != colors[1][b.material]:
            return None
        if b.visible and not _same_place(a, b):
            changed.append(number)
    return changed


def _same_place(a: Instance, b: Instance) -> bool:
    return a.material == b.material and np.array_equal(a.world_from_object, b.world_from_object)
