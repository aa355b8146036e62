"""Instances that stand elsewhere, or got another material: their records are written anew and the tree is fitted."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import taichi as ti

from raytracer.engine import refit
from raytracer.engine.bvh import primitive_rows
from raytracer.engine.flatten import (
    Places,
    Primitives,
    flatten_one,
    is_mirrored,
    place_bits,
    sphere_areas,
    sphere_record,
    triangle_areas,
)
from raytracer.engine.kernels.refit import scatter_floats, scatter_ints, scatter_primitives
from raytracer.engine.kernels.traversal import INSTANCE_RECORDS, PRIM_STRIDE
from raytracer.engine.scene_geometry import Geometry
from raytracer.engine.two_level import instance_records
from raytracer.engine.upload import upload
from raytracer.scene import Instance, Mesh, Scene, Sphere
from raytracer.scene.instancing import MAX_DISTORTION, distortion
from raytracer.scene.transform import is_similarity

_WORSE = 1.5
"""A tree that costs so many times what it did when it was built is built anew."""
_FAR = 1e17
"""Beyond, boxes are left out of trees."""
_NONE = np.zeros((0, 4), np.float32)
_TURNED = [0, 2, 1]


def moved(geometry: Geometry, old: Scene, new: Scene, changed: list[int]) -> Geometry | None:
    """``geometry`` with the instances ``changed`` as they are in ``new``; None where it must be built anew."""
    if not all(_stays_what_it_is(geometry, new, number) for number in changed):
        return None
    plan = geometry.plan or refit.plan(geometry.arrays[0])
    work = _Work.on(geometry)
    for number in changed:
        if not work.move(old.instances[number], new.instances[number], number, new):
            return None
    work.move_shared(new, changed)
    fitted = refit.fit(plan, work.arrays[0], work.arrays[1])
    if not fitted.cost <= _WORSE * plan.cost:
        return None
    return replace(
        geometry,
        primitives=work.primitives,
        places=work.places,
        radius=fitted.radius,
        arrays=work.arrays,
        plan=plan,
        own_arrays=True,
    )


def _stays_what_it_is(geometry: Geometry, scene: Scene, number: int) -> bool:
    """Whether the instance is copied or shared, a sphere or a mesh, as it was."""
    instance = scene.instances[number]
    if number in geometry.shared_instances:
        fit = distortion(instance.world_from_object[None, :3, :3])[0] <= MAX_DISTORTION
        return bool(fit) and not scene.materials[instance.material].emits
    if isinstance(scene.shapes[instance.shape], Sphere):
        (owner,) = np.flatnonzero(geometry.primitives.owners == number)
        was_round = geometry.primitives.first[owner] >= geometry.primitives.triangles
        return bool(was_round) and is_similarity(instance.world_from_object)
    return True


@dataclass
class _Work:
    """The arrays that are being changed; ``arrays`` as in ``Geometry``."""

    geometry: Geometry
    arrays: tuple[ti.Ndarray, ti.Ndarray, ti.Ndarray, ti.Ndarray]
    primitives: Primitives
    places: tuple[Places, ...]

    @classmethod
    def on(cls, geometry: Geometry) -> _Work:
        p = geometry.primitives
        kept = replace(p, areas=p.areas.copy(), bits=p.bits.copy(), spheres=p.spheres.copy())
        nodes, prims, vertices, triangles = geometry.arrays
        if not geometry.own_arrays:  # a scene that is kept ready may hold them
            nodes, prims, vertices, triangles = _copy(nodes), _copy(prims), _copy(vertices), _copy(triangles)
        return cls(geometry, (nodes, prims, vertices, triangles), kept, geometry.places)

    def move(self, old: Instance, new: Instance, number: int, scene: Scene) -> bool:
        """Writes a copied instance; False when part of it is out of reach. Shared ones are left for ``move_shared``."""
        owners = np.flatnonzero(self.primitives.owners == number)
        if not len(owners):
            return True
        begin, end = (int(self.primitives.first[owners[0] + k]) for k in (0, 1))
        shape = scene.shapes[new.shape]
        if isinstance(shape, Sphere):
            return self._move_sphere(sphere_record(shape, new), begin)
        return self._move_mesh(shape, old, new, (begin, end), scene)

    def _move_mesh(self, mesh: Mesh, old: Instance, new: Instance, span: tuple[int, int], scene: Scene) -> bool:
        colored = scene.materials[new.material].vertex_colors
        flat = flatten_one(mesh, new, colored, self.geometry.format)
        order = self.geometry.order
        places = np.flatnonzero((order >= span[0]) & (order < span[1])).astype(np.int32)
        if len(places) < span[1] - span[0] or not (np.abs(flat.positions) < _FAR).all():
            return False
        local = order[places] - span[0]
        self._write(places, primitive_rows(flat.corners, _NONE, local, flat.bits))
        if flat.format.stride:
            vertices = self.arrays[3].to_numpy().reshape(-1, 3)[places]
            if is_mirrored(old) != is_mirrored(new):
                vertices = vertices[:, _TURNED]
                _scatter(self.arrays[3], places * 3, vertices)
            rows = flat.vertices[flat.triangles[local].reshape(-1)]
            _scatter(self.arrays[2], vertices.reshape(-1) * flat.format.stride, rows)
        self.primitives.areas[slice(*span)] = triangle_areas(flat.corners[:])
        self.primitives.bits[slice(*span)] = flat.bits
        return True

    def _move_sphere(self, record: np.ndarray, primitive: int) -> bool:
        places = np.flatnonzero(self.geometry.order == primitive).astype(np.int32)
        if not len(places) or not (np.abs(record[:4]) < _FAR).all():
            return False
        number = primitive - self.primitives.triangles
        self.primitives.spheres[number] = record
        self.primitives.areas[primitive] = sphere_areas(record[None])[0]
        self.primitives.bits[primitive] = int(record[13])
        count = self.primitives.triangles
        corners = np.broadcast_to(np.zeros((1, 3, 3), np.float32), (count, 3, 3))
        row = primitive_rows(corners, self.primitives.spheres[:, :4], np.array([primitive]), self.primitives.bits)
        self._write(places, row)
        return True

    def _write(self, places: np.ndarray, rows: np.ndarray) -> None:
        """Writes records of primitives (n, PRIM_STRIDE) to their places (n,) in leaf order."""
        scatter_primitives(self.arrays[1], upload(places), upload(rows), len(places))

    def move_shared(self, scene: Scene, changed: list[int]) -> None:
        """Writes the records of the changed instances that share a mesh."""
        first, groups = self.geometry.first_instance, []
        for places, (root, parts) in zip(self.places, self.geometry.meshes, strict=True):
            rows = np.flatnonzero(np.isin(places.instances, changed))
            if len(rows):
                instances = [scene.instances[n] for n in places.instances[rows]]
                matrices, bits = places.world_from_object.copy(), places.bits.copy()
                matrices[rows] = [i.world_from_object for i in instances]
                bits[rows] = place_bits(instances)
                places = Places(matrices, bits, places.instances)
                written = instance_records(Places(matrices[rows], bits[rows], places.instances[rows]), root, parts)
                _scatter(self.arrays[1], (first + INSTANCE_RECORDS * rows) * PRIM_STRIDE, written)
            groups.append(places)
            first += INSTANCE_RECORDS * len(places.instances)
        self.places = tuple(groups)


def _scatter(target: ti.Ndarray, starts: np.ndarray, rows: np.ndarray) -> None:
    """Writes ``rows``, of equal length, to ``target`` from ``starts`` (n,) on."""
    kernel = scatter_floats if rows.dtype == np.float32 else scatter_ints
    kernel(target, upload(starts.astype(np.int32)), upload(rows), rows.size // max(len(starts), 1), len(starts))


def _copy(array: ti.Ndarray) -> ti.Ndarray:
    made = ti.ndarray(array.dtype, array.shape)
    made.copy_from(array)
    return made
