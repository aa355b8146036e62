"""Instances of meshes and spheres become triangles and spheres in flat arrays.

Most are copied into the world; a mesh that many instances share stays in its own space, with a list of the places where
it stands (``scene/instancing`` decides). Mirrored copies get their winding turned, so that the front stays the front;
spheres under a non-uniform scale become ellipsoids of triangles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raytracer.engine.chunks import chunks
from raytracer.engine.layout import SPHERE_STRIDE, PrimitiveFlag
from raytracer.errors import InputError
from raytracer.scene import Instance, Material, Mesh, Scene, Sphere
from raytracer.scene.instancing import SharedMesh, shared_meshes
from raytracer.scene.primitives import ellipsoid
from raytracer.scene.transform import apply_normals, apply_points, is_similarity

_MAX_FLOATS = 2**31 - 1
"""Device arrays are indexed by i32."""


@dataclass(frozen=True)
class VertexFormat:
    """Floats per vertex, and where each attribute starts; -1 for one that no mesh has."""

    stride: int
    normal: int = -1
    uv: int = -1
    uv1: int = -1
    color: int = -1
    tangent: int = -1


@dataclass(frozen=True)
class Flattened:
    """World space, or a mesh's own. Primitives are the triangles, then the spheres. It is one of ``boxes.Boxes``.

    positions  (n, 3) f32
    triangles  (m, 3) i32, vertices of each triangle
    vertices   (n, stride) f32, everything but positions, interleaved as ``format`` says
    spheres    (k, SPHERE_STRIDE) f32
    bits       (m + k) i32, material with ``PrimitiveFlag`` bits
    """

    format: VertexFormat
    positions: np.ndarray
    triangles: np.ndarray
    vertices: np.ndarray
    spheres: np.ndarray
    bits: np.ndarray

    def __len__(self) -> int:
        return len(self.bits)

    @property
    def corners(self) -> IndexedCorners:
        """Of the triangles."""
        return IndexedCorners(self.positions, self.triangles)

    def of(self, items: np.ndarray | slice) -> tuple[np.ndarray, np.ndarray]:
        """Boxes of some primitives: lower and upper (n, 3) f32."""
        count = len(self.triangles)
        if isinstance(items, slice):
            items = np.arange(*items.indices(len(self)), dtype=np.int32)
        is_sphere = items >= count
        a, b, c = (self.positions[self.triangles[items[~is_sphere], k]] for k in range(3))
        lower, upper = np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)
        if not is_sphere.any():
            return lower, upper
        lowest, highest = np.empty((len(items), 3), np.float32), np.empty((len(items), 3), np.float32)
        lowest[~is_sphere], highest[~is_sphere] = lower, upper
        spheres = self.spheres[items[is_sphere] - count]
        lowest[is_sphere], highest[is_sphere] = spheres[:, :3] - spheres[:, 3:4], spheres[:, :3] + spheres[:, 3:4]
        return lowest, highest

    def put_in_leaf_order(self, order: np.ndarray, triangles: np.ndarray, vertices: np.ndarray) -> None:
        """Writes triangles (len(order), 3) as the leaves of a tree hold them, and the vertices in order of their first
        use: what lies together in space then lies together in memory. Spheres get a row that is never read. Nothing is
        written where vertices hold nothing, and nobody asks which they are.
        """
        if self.format.stride == 0:
            return
        is_triangle = (order >= 0) & (order < len(self.triangles))
        triangles[:] = 0
        for chunk in chunks(len(order)):
            triangles[chunk][is_triangle[chunk]] = self.triangles[order[chunk][is_triangle[chunk]]]
        first_use = np.full(len(self.vertices), 3 * len(order), np.int32)
        for chunk in reversed(chunks(len(order))):
            used = triangles[chunk][is_triangle[chunk]]
            place = np.arange(3 * chunk.start, 3 * chunk.stop, dtype=np.int32).reshape(-1, 3)[is_triangle[chunk]]
            first_use[used.reshape(-1)[::-1]] = place.reshape(-1)[::-1]
        new_order = np.argsort(first_use, kind="stable")
        renamed = first_use
        renamed[new_order] = np.arange(len(new_order), dtype=np.int32)
        for chunk in chunks(len(order)):
            triangles[chunk][is_triangle[chunk]] = renamed[triangles[chunk][is_triangle[chunk]]]
        for chunk in chunks(len(new_order)):
            vertices[chunk] = self.vertices[new_order[chunk]]


@dataclass(frozen=True)
class IndexedCorners:
    """Corners (m, 3, 3) f32 of triangles, gathered when they are asked for: positions (n, 3), triangles (m, 3)."""

    positions: np.ndarray
    triangles: np.ndarray

    def __len__(self) -> int:
        return len(self.triangles)

    def __getitem__(self, items: np.ndarray | slice, /) -> np.ndarray:
        return self.positions[self.triangles[items]]


@dataclass(frozen=True)
class Places:
    """Where a shared mesh stands: ``world_from_object`` (n, 4, 4) f64, ``instances`` (n,), their numbers in the scene,
    and ``bits`` (n,) i32 like those of a primitive, which a hit adds to the triangle's own."""

    world_from_object: np.ndarray
    bits: np.ndarray
    instances: np.ndarray


@dataclass(frozen=True)
class Copies:
    """A mesh in its own space, and its places."""

    mesh: Flattened
    places: Places


@dataclass(frozen=True)
class Placed:
    """All geometry: what is copied into the world, and the meshes that are shared.

    ``owners``: for what is copied, mesh by mesh and then sphere by sphere, the number of the instance in the scene;
    ``first``: its first primitive.
    """

    format: VertexFormat
    world: Flattened
    copies: tuple[Copies, ...]
    owners: np.ndarray
    first: np.ndarray

    @property
    def triangle_count(self) -> int:
        """Of all visible instances."""
        return len(self.world.triangles) + sum(len(c.mesh.triangles) * len(c.places.bits) for c in self.copies)


@dataclass(frozen=True)
class Primitives:
    """What the host keeps of the copied primitives for lights and edits.

    ``areas`` (m + k) f32, m2, of the triangles and spheres; the rest as in ``Flattened`` and ``Placed``.
    """

    triangles: int
    areas: np.ndarray
    bits: np.ndarray
    spheres: np.ndarray
    owners: np.ndarray
    first: np.ndarray

    @property
    def materials(self) -> np.ndarray:
        """Material index of every primitive (m + k,)."""
        return self.bits & int(PrimitiveFlag.MATERIAL_MASK)


def primitives_of(placed: Placed) -> Primitives:
    """The small part of ``placed.world`` that outlives the upload."""
    world = placed.world
    count, corners = len(world.triangles), world.corners
    areas = np.empty(len(world), np.float32)
    for chunk in chunks(count):
        areas[chunk] = triangle_areas(corners[chunk])
    areas[count:] = sphere_areas(world.spheres)
    return Primitives(count, areas, world.bits, world.spheres, placed.owners, placed.first)


def triangle_areas(corners: np.ndarray) -> np.ndarray:
    """Areas (n,) of triangles (n, 3, 3)."""
    first, second = (corners[:, k].astype(np.float64) - corners[:, 0] for k in (1, 2))
    areas: np.ndarray = 0.5 * np.linalg.norm(np.cross(first, second), axis=1)
    return areas


def sphere_areas(spheres: np.ndarray) -> np.ndarray:
    """Areas (n,) of sphere records (n, SPHERE_STRIDE)."""
    areas: np.ndarray = 4.0 * np.pi * spheres[:, 3].astype(np.float64) ** 2
    return areas


def flatten(scene: Scene) -> Placed:
    """Places all visible instances. ``InputError`` when the scene is larger than 32-bit indices reach."""
    shared = shared_meshes(scene)
    sharing = {int(number) for group in shared for number in group.instances}
    meshes: list[tuple[Mesh, Instance, bool]] = []
    spheres: list[np.ndarray] = []
    mesh_owners: list[int] = []
    sphere_owners: list[int] = []
    for number, instance in enumerate(scene.instances):
        shape = scene.shapes[instance.shape]
        if not instance.visible or number in sharing:
            continue
        if isinstance(shape, Sphere) and is_similarity(instance.world_from_object):
            spheres.append(sphere_record(shape, instance))
            sphere_owners.append(number)
        elif isinstance(shape, Sphere) or len(shape.triangles):
            mesh = ellipsoid((shape.radius,) * 3) if isinstance(shape, Sphere) else shape
            meshes.append((mesh, instance, scene.materials[instance.material].vertex_colors))
            mesh_owners.append(number)
    layout = vertex_format(scene)
    world = _flatten(meshes, spheres, layout)
    sizes = [len(m.triangles) for m, _, _ in meshes] + [1] * len(spheres)
    owners, first = np.array(mesh_owners + sphere_owners, np.int64), np.cumsum([0, *sizes])
    return Placed(layout, world, tuple(_copies(scene, group, layout) for group in shared), owners, first)


def flatten_one(mesh: Mesh, instance: Instance, colored: bool, layout: VertexFormat) -> Flattened:
    """One instance of a mesh in the world."""
    return _flatten([(mesh, instance, colored)], [], layout)


def _copies(scene: Scene, group: SharedMesh, layout: VertexFormat) -> Copies:
    instances = [scene.instances[number] for number in group.instances]
    matrices = np.stack([i.world_from_object for i in instances])
    places = Places(matrices, place_bits(instances), group.instances)
    return Copies(flatten_one(group.mesh, Instance(0, 0), group.colored, layout), places)


def _flatten(meshes: list[tuple[Mesh, Instance, bool]], spheres: list[np.ndarray], layout: VertexFormat) -> Flattened:
    """Meshes, each with its place and whether its vertices' colours count, and sphere records."""
    vertex_count = sum(len(m.positions) for m, _, _ in meshes)
    triangle_count = sum(len(m.triangles) for m, _, _ in meshes)
    if vertex_count * layout.stride > _MAX_FLOATS:
        raise InputError(f"{vertex_count} vertices are more than one scene can hold", remedy="use a simpler mesh")
    positions = np.empty((vertex_count, 3), np.float32)
    triangles = np.empty((triangle_count, 3), np.int32)
    vertices = np.zeros((vertex_count, layout.stride), np.float32)
    bits = np.empty(triangle_count + len(spheres), np.int32)
    vertex = triangle = 0
    for mesh, instance, colored in meshes:
        vertex_end, triangle_end = vertex + len(mesh.positions), triangle + len(mesh.triangles)
        _place(mesh, instance, layout, colored, vertices[vertex:vertex_end])
        for chunk in chunks(len(mesh.positions)):
            placed = apply_points(instance.world_from_object, mesh.positions[chunk])
            positions[vertex + chunk.start : vertex + chunk.stop] = placed
        np.add(_facing_out(mesh, instance), np.int32(vertex), out=triangles[triangle:triangle_end])
        bits[triangle:triangle_end] = _bits(mesh, instance)
        vertex, triangle = vertex_end, triangle_end
    records = np.array(spheres, np.float32).reshape(-1, SPHERE_STRIDE)
    bits[triangle:] = records[:, 13].astype(np.int32)
    return Flattened(layout, positions, triangles, vertices, records, bits)


def vertex_format(scene: Scene) -> VertexFormat:
    """What the vertices of the scene's visible meshes must hold for its materials."""
    materials, visible = scene.materials, [i for i in scene.instances if i.visible]
    shapes = [scene.shapes[k] for k in {i.shape for i in visible}]
    meshes = [s for s in shapes if isinstance(s, Mesh) and len(s.triangles)]
    of_spheres = (i for i in visible if isinstance(scene.shapes[i.shape], Sphere))
    if any(not is_similarity(i.world_from_object) for i in of_spheres):
        meshes.append(ellipsoid(segments=4))
    textured = any(_has_texture(m) for m in materials)
    offset = 0
    offsets: dict[str, int] = {}
    for attribute, label, width, wanted in (
        ("normals", "normal", 3, True),
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


def _place(mesh: Mesh, instance: Instance, layout: VertexFormat, colored: bool, out: np.ndarray) -> None:
    """Writes the attributes of the mesh's vertices, in world space, to ``out`` (n, stride)."""
    linear = instance.world_from_object[:3, :3]
    if mesh.normals is not None:
        out[:, layout.normal : layout.normal + 3] = apply_normals(instance.world_from_object, mesh.normals)
    if layout.uv >= 0 and mesh.uvs is not None:
        out[:, layout.uv : layout.uv + 2] = mesh.uvs
    if layout.uv1 >= 0:
        second = mesh.uvs1 if mesh.uvs1 is not None else mesh.uvs
        if second is not None:
            out[:, layout.uv1 : layout.uv1 + 2] = second
    if layout.color >= 0:
        out[:, layout.color : layout.color + 4] = mesh.colors if colored and mesh.colors is not None else 1.0
    if layout.tangent >= 0 and mesh.tangents is not None:
        along = mesh.tangents[:, :3].astype(np.float64) @ linear.T
        length = np.linalg.norm(along, axis=1, keepdims=True)
        out[:, layout.tangent : layout.tangent + 3] = np.divide(
            along, length, out=np.zeros_like(along), where=length > 0.0
        )
        out[:, layout.tangent + 3] = mesh.tangents[:, 3] * (-1.0 if np.linalg.det(linear) < 0.0 else 1.0)


def _facing_out(mesh: Mesh, instance: Instance) -> np.ndarray:
    """The triangles, turned where the instance mirrors."""
    return mesh.triangles[:, [0, 2, 1]] if is_mirrored(instance) else mesh.triangles


def is_mirrored(instance: Instance) -> bool:
    """Whether left and right are exchanged."""
    return bool(np.linalg.det(instance.world_from_object[:3, :3]) < 0.0)


def place_bits(instances: list[Instance]) -> np.ndarray:
    """``Places.bits`` (n,) of instances of a shared mesh."""
    mirrored = int(PrimitiveFlag.MIRRORED)
    return np.array([i.material | (mirrored if is_mirrored(i) else 0) for i in instances], np.int32)


def _bits(mesh: Mesh, instance: Instance) -> int:
    smooth = int(PrimitiveFlag.SMOOTH) if mesh.normals is not None else 0
    tangents = int(PrimitiveFlag.TANGENTS) if mesh.tangents is not None else 0
    return instance.material | smooth | tangents


def sphere_record(sphere: Sphere, instance: Instance) -> np.ndarray:
    """f32 (SPHERE_STRIDE,), as ``layout`` describes it."""
    matrix = instance.world_from_object
    size = np.cbrt(abs(np.linalg.det(matrix[:3, :3])))
    record = np.zeros(SPHERE_STRIDE, np.float32)
    record[:3] = matrix[:3, 3]
    record[3] = sphere.radius * size
    record[4:13] = (matrix[:3, :3].T / size).reshape(-1)  # object from world: the transpose of a rotation
    record[13] = instance.material
    return record
