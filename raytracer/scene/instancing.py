"""Which meshes are stored once and placed as instances, and which are copied into the world.

A ray that meets an instance is turned into the mesh's own space, which takes time; a copy takes memory and has to be
built. So the rule is: meshes of at least ``MIN_TRIANGLES`` triangles that are visible at least twice are shared, once
sharing saves the scene ``MIN_SAVED`` triangles in all. Anything used once is always copied. So are instances that emit
light, because lights are chosen by their area in the world, and those whose transform is singular or nearly so.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from raytracer.scene.mesh import Mesh
from raytracer.scene.scene import Scene

MIN_TRIANGLES = 64
MIN_SAVED = 1_000_000
MAX_DISTORTION = 1e3
"""Largest ``distortion`` of an instance: beyond it, rounding moves rays visibly."""


@dataclass(frozen=True, eq=False)
class SharedMesh:
    """A mesh and the instances of it, numbers in the scene's list, that share it. ``colored``: by its vertices."""

    mesh: Mesh
    colored: bool
    instances: np.ndarray


def shared_meshes(scene: Scene) -> list[SharedMesh]:
    """The meshes that are stored once; instances that none of them lists are copied into the world."""
    groups: dict[tuple[int, bool], list[int]] = defaultdict(list)
    large = [isinstance(s, Mesh) and len(s.triangles) >= MIN_TRIANGLES for s in scene.shapes]
    emits, colors = [m.emits for m in scene.materials], [m.vertex_colors for m in scene.materials]
    for number, instance in enumerate(scene.instances):
        if instance.visible and large[instance.shape] and not emits[instance.material]:
            groups[instance.shape, colors[instance.material]].append(number)
    found = []
    for (shape, colored), numbers in groups.items():
        if len(numbers) < 2:
            continue
        linear = np.stack([scene.instances[n].world_from_object[:3, :3] for n in numbers])
        fit = np.array(numbers)[distortion(linear) <= MAX_DISTORTION]
        mesh = scene.shapes[shape]
        assert isinstance(mesh, Mesh)
        if len(fit) >= 2:
            found.append(SharedMesh(mesh, colored and mesh.colors is not None, fit))
    saved = sum((len(s.instances) - 1) * len(s.mesh.triangles) for s in found)
    return found if saved >= MIN_SAVED else []


def stored_triangles(scene: Scene) -> int:
    """Triangles that the scene takes on a device: shared meshes count once."""
    saved = sum((len(s.instances) - 1) * len(s.mesh.triangles) for s in shared_meshes(scene))
    return scene.triangle_count - saved


def distortion(linear: np.ndarray) -> np.ndarray:
    """How much (n, 3, 3) transforms may enlarge rounding on the way there and back: 1 to 3 for rotations and uniform
    scales, infinite for singular ones."""
    determinant = np.linalg.det(linear)
    size = np.abs(linear).max(axis=(1, 2))
    usable = (np.abs(determinant) > 1e-12 * size**3) & np.isfinite(determinant) & (size > 1e-15) & (size < 1e15)
    result = np.full(len(linear), np.inf)
    there = linear[usable]
    result[usable] = (np.abs(there) @ np.abs(np.linalg.inv(there))).sum(axis=2).max(axis=1)
    return result
