"""Puts the parts of a file together to a ``Scene``."""

from __future__ import annotations

import numpy as np

from raytracer.io import defaults
from raytracer.io.gltf.accessors import Accessors
from raytracer.io.gltf.buffers import Buffers
from raytracer.io.gltf.cameras import read_camera
from raytracer.io.gltf.deform import joint_matrices, morphed, skinned
from raytracer.io.gltf.document import Document, Entry
from raytracer.io.gltf.geometry import to_mesh
from raytracer.io.gltf.images import Images
from raytracer.io.gltf.instancing import instance_matrices
from raytracer.io.gltf.lights import EXTENSION as LIGHTS
from raytracer.io.gltf.lights import read_light
from raytracer.io.gltf.materials import LoadedMaterial, Materials
from raytracer.io.gltf.nodes import Hierarchy, PlacedNode, scene_roots
from raytracer.io.gltf.primitives import Primitives
from raytracer.scene import Camera, Instance, RenderSettings, Scene

_VARIANTS = "KHR_materials_variants"
_LARGEST = 1e18


class SceneBuilder:
    """Reads one document. Shapes and materials are shared between the nodes that use them."""

    def __init__(self, document: Document) -> None:
        self._document = document
        buffers = Buffers(document)
        self._accessors = Accessors(document, buffers)
        self._primitives = Primitives(document, buffers, self._accessors)
        self._materials = Materials(document, Images(document, buffers))
        self._hierarchy = Hierarchy(document)
        self._scene = Scene(cameras=[])
        self._shapes: dict[tuple[object, ...], int | None] = {}
        self._material_numbers: dict[int | None, int] = {}
        self._has_lamp = False

    def build(self) -> Scene:
        """The scene: meshes first, since cameras aim at their middle."""
        name, roots = scene_roots(self._document, self._hierarchy)
        self._scene.name = name or self._document.path.stem
        nodes = list(self._hierarchy.placed(roots))
        for done, node in enumerate(nodes):
            self._document.context.progress("reading meshes", done / len(nodes))
            self._add_mesh(node)
        for node in nodes:
            self._add_light(node)
        self._add_cameras(nodes)
        self._add_sky()
        self._add_notes()
        self._scene.check()
        return self._scene

    def _add_mesh(self, node: PlacedNode) -> None:
        index = node.entry.index("mesh")
        if index is None:
            return
        mesh = self._document.item("meshes", index, node.entry)
        joints, skin_index = self._joints(node.entry)
        weights = node.entry.number_list("weights") or mesh.number_list("weights")
        worlds = [node.world] if joints is None else [np.eye(4)]
        if joints is None:
            worlds = _worlds(node, instance_matrices(node.entry, self._accessors))
        primitives = mesh.entries("primitives")
        label = node.entry.name or mesh.name or f"node {node.index}"
        for number, primitive in enumerate(primitives):
            loaded = self._materials.get(primitive.index("material"), primitive)
            key = (index, number, skin_index, tuple(weights), loaded.uv_sets)
            if key not in self._shapes:
                shape_name = _numbered(mesh.name or f"mesh {index}", number, len(primitives))
                self._shapes[key] = self._read_shape(primitive, weights, joints, node.entry, loaded, shape_name)
            shape = self._shapes[key]
            if shape is not None:
                material = self._material_number(primitive.index("material"), loaded)
                self._place(shape, material, worlds, _numbered(label, number, len(primitives)), node.visible)

    def _joints(self, node: Entry) -> tuple[np.ndarray | None, int | None]:
        """Joint matrices of the node's skin, if it has one."""
        index = node.index("skin")
        if index is None:
            return None, None
        skin = self._document.item("skins", index, node)
        return joint_matrices(self._document, self._accessors, skin, self._hierarchy.world), index

    def _read_shape(
        self,
        primitive: Entry,
        weights: list[float],
        joints: np.ndarray | None,
        node: Entry,
        loaded: LoadedMaterial,
        name: str,
    ) -> int | None:
        """Number of the new shape, or None when the primitive has no surface."""
        geometry = self._primitives.read(primitive)
        if geometry is None:
            return None
        geometry = morphed(geometry, primitive, weights, self._accessors)
        if joints is not None:
            geometry = skinned(geometry, joints, node)
        if loaded.unlit and geometry.colors is not None:
            self._document.note("ignored", "KHR_materials_unlit: vertex colours of such surfaces", primitive)
        mesh = to_mesh(geometry, name, loaded.uv_sets, lambda text: self._document.note("repaired", text, primitive))
        if not mesh.triangle_count:
            return None
        self._scene.shapes.append(mesh)
        return len(self._scene.shapes) - 1

    def _material_number(self, index: int | None, loaded: LoadedMaterial) -> int:
        if index not in self._material_numbers:
            self._material_numbers[index] = len(self._scene.materials)
            self._scene.materials.append(loaded.material)
            self._has_lamp = self._has_lamp or loaded.is_lamp
        return self._material_numbers[index]

    def _place(self, shape: int, material: int, worlds: list[np.ndarray], name: str, visible: bool) -> None:
        for number, world in enumerate(worlds):
            if _is_flattened(world):
                self._document.note("ignored", "a node of zero scale has no surface")
                continue
            label = _numbered(name, number, len(worlds))
            self._scene.instances.append(Instance(shape, material, world, label, visible))

    def _add_light(self, node: PlacedNode) -> None:
        reference = node.entry.extension(LIGHTS)
        if reference is not None and node.visible:
            self._scene.lights.append(read_light(self._document, reference, node.world, node.entry.name))

    def _add_cameras(self, nodes: list[PlacedNode]) -> None:
        lower, upper = self._scene.bounds()
        centre = 0.5 * (lower + upper) if (upper >= lower).all() else np.zeros(3)
        for node in nodes:
            index = node.entry.index("camera")
            if index is not None:
                entry = self._document.item("cameras", index, node.entry)
                name = node.entry.name or entry.name or f"camera {index}"
                self._scene.cameras.append(read_camera(self._document, entry, node.world, name, centre))
        if not self._scene.cameras:
            settings = RenderSettings()
            self._scene.cameras.append(Camera.framing(lower, upper, aspect=settings.width / settings.height))

    def _add_sky(self) -> None:
        """A soft sky where the file brings no light of its own: most models do not."""
        if not self._scene.lights and not self._has_lamp:
            self._scene.environment = defaults.environment()

    def _add_notes(self) -> None:
        if not self._scene.instances:
            self._document.note("missing", "the file shows no surface")
        if self._document.all("animations"):
            self._document.note("ignored", "animations; the rest pose is shown")
        variants = self._document.root.extension(_VARIANTS)
        if variants is not None:
            names = ", ".join(v.name for v in variants.entries("variants")[:8] if v.name)
            self._document.note("ignored", f"{_VARIANTS}: the default is shown, not {names or 'the others'}")


def _worlds(node: PlacedNode, matrices: np.ndarray) -> list[np.ndarray]:
    with np.errstate(over="ignore", invalid="ignore"):
        worlds = node.world @ matrices
    if not (np.abs(worlds) < _LARGEST).all():
        raise node.entry.error("an instance's place in the world is not finite")
    return list(worlds)


def _is_flattened(world: np.ndarray) -> bool:
    """Whether the transform leaves no area at all: all its 2x2 minors are zero."""
    x, y, z = world[:3, 0], world[:3, 1], world[:3, 2]
    return not (np.cross(x, y).any() or np.cross(y, z).any() or np.cross(z, x).any())


def _numbered(name: str, number: int, count: int) -> str:
    """``name``, with a number where there are several."""
    return f"{name}.{number}" if count > 1 else name
