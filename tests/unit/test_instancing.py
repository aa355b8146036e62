"""Which meshes are stored once: the rule, and what is never shared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from raytracer.scene import Instance, Material, Mesh, Scene
from raytracer.scene.instancing import MIN_SAVED, MIN_TRIANGLES, distortion, shared_meshes, stored_triangles
from raytracer.scene.primitives import ellipsoid, grid
from raytracer.scene.transform import rotate, scale, translate


def scene_of(mesh: Mesh, count: int, **material: object) -> Scene:
    places = [translate((2.0 * k, 0.0, 0.0)) for k in range(count)]
    return Scene(shapes=[mesh], materials=[Material(**material)], instances=[Instance(0, 0, p) for p in places])


BIG = ellipsoid(segments=900)
"""More than half of what must be saved."""


def test_a_mesh_used_once_is_copied() -> None:
    assert BIG.triangle_count < MIN_SAVED
    huge = grid((1.0, 1.0), (1024, 1024))
    assert huge.triangle_count > MIN_SAVED
    assert shared_meshes(scene_of(huge, 1)) == []


def test_sharing_begins_where_it_saves_enough() -> None:
    mesh = ellipsoid(segments=64)
    enough = -(-MIN_SAVED // mesh.triangle_count) + 1
    assert shared_meshes(scene_of(mesh, enough - 1)) == []
    (shared,) = shared_meshes(scene_of(mesh, enough))
    assert shared.mesh is mesh
    assert len(shared.instances) == enough
    assert stored_triangles(scene_of(mesh, enough)) == mesh.triangle_count
    assert stored_triangles(scene_of(mesh, 3)) == 3 * mesh.triangle_count


def test_small_meshes_are_copied_however_many_there_are() -> None:
    small = grid((1.0, 1.0), (5, 6))
    assert small.triangle_count < MIN_TRIANGLES
    assert shared_meshes(scene_of(small, 20_000)) == []


def test_savings_of_several_meshes_add_up() -> None:
    first = scene_of(BIG, 2)
    assert shared_meshes(first) == []
    both = replace(first, shapes=[BIG, ellipsoid(segments=900)], instances=[*first.instances, *(Instance(1, 0),) * 2])
    assert len(shared_meshes(both)) == 2


def test_what_shines_is_hidden_or_flattened_is_not_shared() -> None:
    scene = scene_of(BIG, 6)
    flat = np.diag([1.0, 1.0, 0.0, 1.0])
    instances = list(scene.instances)
    instances[1] = replace(instances[1], visible=False)
    instances[2] = replace(instances[2], world_from_object=flat)
    instances[3] = replace(instances[3], material=1)
    lamp = Material(emission=Material(emission={"value": (1.0, 1.0, 1.0)}).emission)
    (shared,) = shared_meshes(replace(scene, instances=instances, materials=[*scene.materials, lamp]))
    assert shared.instances.tolist() == [0, 4, 5]


def test_vertex_colours_that_a_material_ignores_make_another_mesh() -> None:
    colors = np.ones((len(BIG.positions), 4), np.float32)
    scene = scene_of(Mesh(BIG.positions, BIG.triangles, colors=colors), 6)
    instances = [replace(x, material=k % 2) for k, x in enumerate(scene.instances)]
    scene = replace(scene, instances=instances, materials=[Material(), Material(vertex_colors=False)])
    assert sorted((s.colored, len(s.instances)) for s in shared_meshes(scene)) == [(False, 3), (True, 3)]


def test_distortion_grows_with_shear_and_not_with_size() -> None:
    turn = rotate((1.0, 1.0, 0.0), 30.0)
    plain = [np.eye(4), turn, turn @ scale(1e6), turn @ scale(1e-6), scale((1e-3, 1.0, 1e3))]
    assert distortion(np.stack([m[:3, :3] for m in plain])).max() <= 3.0 + 1e-9
    squeezed = (turn @ scale((1.0, 1.0, 1e-3)) @ turn)[:3, :3]
    singular = np.zeros((3, 3))
    broken = np.full((3, 3), np.nan)
    values = distortion(np.stack([squeezed, singular, broken]))
    assert values[0] > 100.0
    assert values[1:] == pytest.approx([np.inf, np.inf])
