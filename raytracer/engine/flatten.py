"""Instances of meshes and spheres become world-space triangles and spheres in flat arrays.

One level: an instance costs its triangles. Mirrored instances get their winding turned, so that the front stays the
front; spheres under a non-uniform scale become ellipsoids of triangles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raytracer.engine.layout import SPHERE_STRIDE, TRIANGLE_STRIDE, TriangleFlag
from raytracer.errors import InputError
from raytracer.scene import Instance, Material, Mesh, Scene, Sphere
from raytracer.scene.primitives import ellipsoid
from raytracer.scene.transform import apply_normals, apply_points, is_similarity

_MAX_VERTEX_FLOATS = 2**31 - 1


@dataclass(frozen=True)
class VertexFormat:
    """Floats per vertex and where each attribute starts; 0 for one that no mesh has. Position is at 0, normal at 3."""

    stride: int
    uv: int = 0
    uv1: int = 0
    color: int = 0
    tangent: int = 0


@dataclass(frozen=True)
class Flattened:
    """World space.

    vertices   (n * stride) f32, interleaved as ``format`` says
    triangles  (m * 4) i32: three vertices, and the material with ``TriangleFlag`` bits
    corners    (m, 3, 3) f32, for the BVH
    spheres    (k * SPHERE_STRIDE) f32
    """

    format: VertexFormat
    vertices: np.ndarray
    triangles: np.ndarray
    corners: np.ndarray
    spheres: np.ndarray

    @property
    def triangle_count(self) -> int:
        return len(self.corners)

    @property
    def sphere_count(self) -> int:
        return len(self.spheres) // SPHERE_STRIDE

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Boxes of all primitives, triangles first: lower and upper (m + k, 3) f32."""
        spheres = self.spheres.reshape(-1, SPHERE_STRIDE)
        centre, radius = spheres[:, :3], spheres[:, 3:4]
        lower = np.concatenate([self.corners.min(axis=1), centre - radius])
        upper = np.concatenate([self.corners.max(axis=1), centre + radius])
        return lower.astype(np.float32), upper.astype(np.float32)

    def materials_of_triangles(self) -> np.ndarray:
        """Material index of every triangle (m,)."""
        return self.triangles.reshape(-1, TRIANGLE_STRIDE)[:, 3] & int(TriangleFlag.MATERIAL_MASK)


def flatten(scene: Scene) -> Flattened:
    """Flattens all visible instances. ``InputError`` when the scene is larger than 32-bit indices reach."""
    meshes: list[tuple[Mesh, Instance]] = []
    spheres: list[np.ndarray] = []
    for instance in scene.instances:
        shape = scene.shapes[instance.shape]
        if not instance.visible:
            continue
        if isinstance(shape, Sphere) and is_similarity(instance.world_from_object):
            spheres.append(_sphere_record(shape, instance))
        elif isinstance(shape, Sphere):
            meshes.append((ellipsoid((shape.radius,) * 3), instance))
        elif len(shape.triangles):
            meshes.append((shape, instance))
    layout = _vertex_format([m for m, _ in meshes], scene.materials)
    vertex_count = sum(len(m.positions) for m, _ in meshes)
    triangle_count = sum(len(m.triangles) for m, _ in meshes)
    if vertex_count * layout.stride > _MAX_VERTEX_FLOATS:
        raise InputError(f"{vertex_count} vertices are more than one scene can hold", remedy="use a simpler mesh")
    vertices = np.zeros((vertex_count, layout.stride), np.float32)
    triangles = np.zeros((triangle_count, TRIANGLE_STRIDE), np.int32)
    first_vertex = first_triangle = 0
    for mesh, instance in meshes:
        to_vertex, to_triangle = first_vertex + len(mesh.positions), first_triangle + len(mesh.triangles)
        _place(mesh, instance, layout, scene.materials[instance.material], vertices[first_vertex:to_vertex])
        triangles[first_triangle:to_triangle] = _triangles(mesh, instance, first_vertex)
        first_vertex, first_triangle = to_vertex, to_triangle
    corners = vertices[triangles[:, :3].reshape(-1), :3].reshape(-1, 3, 3)
    packed = np.concatenate(spheres) if spheres else np.zeros(0, np.float32)
    return Flattened(layout, vertices.reshape(-1), triangles.reshape(-1), corners, packed)


def _vertex_format(meshes: list[Mesh], materials: list[Material]) -> VertexFormat:
    textured = any(_has_texture(m) for m in materials)
    offset = 6
    offsets: dict[str, int] = {}
    for attribute, label, width, wanted in (
        ("uvs", "uv", 2, textured),
        ("uvs1", "uv1", 2, textured),
        ("colors", "color", 4, any(m.vertex_colors for m in materials)),
        ("tangents", "tangent", 4, any(m.normal_map for m in materials)),
    ):
        if wanted and any(getattr(mesh, attribute) is not None for mesh in meshes):
            offsets[label] = offset
            offset += width
    return VertexFormat(offset, **offsets)


def _has_texture(material: Material) -> bool:
    inputs = (material.emission, material.opacity, *material.parameters.values())
    return material.normal_map is not None or any(i.texture is not None for i in inputs)


def _place(mesh: Mesh, instance: Instance, layout: VertexFormat, material: Material, out: np.ndarray) -> None:
    """Writes the mesh's vertices, in world space, to ``out`` (n, stride)."""
    matrix = instance.world_from_object
    out[:, :3] = apply_points(matrix, mesh.positions)
    if mesh.normals is not None:
        out[:, 3:6] = apply_normals(matrix, mesh.normals)
    if layout.uv and mesh.uvs is not None:
        out[:, layout.uv : layout.uv + 2] = mesh.uvs
    if layout.uv1:
        second = mesh.uvs1 if mesh.uvs1 is not None else mesh.uvs
        if second is not None:
            out[:, layout.uv1 : layout.uv1 + 2] = second
    if layout.color:
        colored = material.vertex_colors and mesh.colors is not None
        out[:, layout.color : layout.color + 4] = mesh.colors if colored else 1.0
    if layout.tangent and mesh.tangents is not None:
        linear = matrix[:3, :3]
        along = mesh.tangents[:, :3].astype(np.float64) @ linear.T
        length = np.linalg.norm(along, axis=1, keepdims=True)
        out[:, layout.tangent : layout.tangent + 3] = np.divide(
            along, length, out=np.zeros_like(along), where=length > 0.0
        )
        out[:, layout.tangent + 3] = mesh.tangents[:, 3] * (-1.0 if np.linalg.det(linear) < 0.0 else 1.0)


def _triangles(mesh: Mesh, instance: Instance, first_vertex: int) -> np.ndarray:
    mirrored = np.linalg.det(instance.world_from_object[:3, :3]) < 0.0
    flags = instance.material
    if mesh.normals is not None:
        flags |= int(TriangleFlag.SMOOTH)
    if mesh.tangents is not None:
        flags |= int(TriangleFlag.TANGENTS)
    result = np.empty((len(mesh.triangles), TRIANGLE_STRIDE), np.int32)
    result[:, :3] = mesh.triangles[:, [0, 2, 1]] if mirrored else mesh.triangles
    result[:, :3] += first_vertex
    result[:, 3] = flags
    return result


def _sphere_record(sphere: Sphere, instance: Instance) -> np.ndarray:
    matrix = instance.world_from_object
    size = np.cbrt(abs(np.linalg.det(matrix[:3, :3])))
    record = np.zeros(SPHERE_STRIDE, np.float32)
    record[:3] = matrix[:3, 3]
    record[3] = sphere.radius * size
    record[4:13] = (matrix[:3, :3].T / size).reshape(-1)  # object from world: the transpose of a rotation
    record[13] = instance.material
    return record
