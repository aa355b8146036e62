"""Shapes: geometry, material, light and medium of each, as instances."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from pydantic import ValidationError

from raytracer.errors import InputError
from raytracer.io.mitsuba import meshes, primitives, serialized
from raytracer.io.mitsuba.document import Document
from raytracer.io.mitsuba.media import Media
from raytracer.io.mitsuba.plugin import Plugin
from raytracer.io.mitsuba.surfaces import Surfaces
from raytracer.io.mitsuba.textures import Inputs
from raytracer.io.report import LoadContext
from raytracer.io.table import read_mesh_file
from raytracer.scene import Instance, Material, Medium, Mesh, Shape, Sphere

_BODIES = {
    "rectangle": primitives.rectangle,
    "cube": primitives.cube,
    "disk": primitives.disk,
    "cylinder": primitives.cylinder,
    "sphere": primitives.sphere,
}
_FILES = ("obj", "ply", "serialized")
_UNSUPPORTED = (
    "hair", "heightfield", "bsplinecurve", "linearcurve", "sdfgrid", "ellipsoids", "ellipsoidsmesh", "deformable",
    "blender",
)  # fmt: skip


@dataclass(frozen=True)
class _Placed:
    """A shape with its material, placed in the space of what contains it."""

    shape: int
    material: int
    matrix: np.ndarray
    name: str


class Shapes:
    """Collects shapes, materials and instances of a scene."""

    def __init__(self, document: Document, inputs: Inputs, media: Media, context: LoadContext) -> None:
        self._document = document
        self._inputs = inputs
        self._media = media
        self._context = context
        self._report = context.report
        self._surfaces = Surfaces(inputs, context.report)
        self.shapes: list[Shape] = []
        self.materials: list[Material] = []
        self.instances: list[Instance] = []
        self.exteriors: list[tuple[Plugin, Medium]] = []
        """Media that shapes say are around them, with the shape."""
        self._material_of: dict[tuple[Plugin | None, ...], int] = {}
        self._shape_of: dict[object, int | None] = {}
        self._groups: dict[Plugin, list[_Placed]] = {}

    def add(self, plugin: Plugin) -> None:
        """Reads one shape of the scene; a ``shapegroup`` appears only where an ``instance`` puts it."""
        if plugin.type == "shapegroup":
            return
        for placed in self._placed(plugin):
            self.instances.append(Instance(placed.shape, placed.material, placed.matrix, name=placed.name))

    def _placed(self, plugin: Plugin) -> list[_Placed]:
        plugin.ignore("silhouette_sampling_weight", "max_smooth_angle", "optimized_kd")
        if plugin.type in ("shapegroup", "merge"):
            return [placed for inner in plugin.nested(tag="shape") for placed in self._placed(inner)]
        if plugin.type == "instance":
            return self._instance(plugin)
        if plugin.type not in _BODIES and plugin.type not in _FILES:
            return self._left_out(plugin)
        shape, matrix = self._geometry(plugin)
        if shape is None:
            plugin.left_out = True
            return []
        body, material = self.shapes[shape], self._material(plugin)
        if self.materials[material].vertex_colors and getattr(body, "colors", None) is None:
            self._report.note("missing", f"{plugin} has no vertex colours; white is used", plugin.where)
        return [_Placed(shape, material, matrix, plugin.id or body.name)]

    def _left_out(self, plugin: Plugin) -> list[_Placed]:
        if plugin.type not in _UNSUPPORTED:
            known = ", ".join((*_BODIES, *_FILES, "shapegroup", "instance", "merge"))
            raise InputError(f"unknown {plugin}", where=plugin.where, remedy=f"known are {known}")
        plugin.leave_out(self._report)
        return []

    def _instance(self, plugin: Plugin) -> list[_Placed]:
        group = plugin.child(tag="shape")
        if group is None or group.type != "shapegroup":
            raise InputError(f"{plugin} needs a reference to a shapegroup", where=plugin.where)
        if group not in self._groups:
            self._groups[group] = self._placed(group)
        matrix = plugin.transform("to_world", self._report)
        return [replace(placed, matrix=matrix @ placed.matrix) for placed in self._groups[group]]

    # Geometry --------------------------------------------------------------------------------------------------

    def _geometry(self, plugin: Plugin) -> tuple[int | None, np.ndarray]:
        """Index of the shape, None where it is left out, and its matrix."""
        matrix = plugin.transform("to_world", self._report)
        flip = plugin.flag("flip_normals", False)
        tangents = _has_normal_map(plugin)
        if plugin.type in _FILES:
            return self._mesh_file(plugin, flip, tangents), matrix
        matrix = matrix @ self._body_matrix(plugin)
        plain = plugin.type == "sphere" and not flip and not _is_textured(plugin)
        key = (plugin.type, plain, flip, tangents)
        if key not in self._shape_of:
            body = _BODIES[plugin.type]()
            flat = plugin.type not in ("sphere", "cylinder")
            mesh = meshes.prepared(body, face_normals=flat, flip_normals=flip, flip_v=False, tangents=tangents)
            self._shape_of[key] = self._new_shape(Sphere() if plain else mesh)
        return self._shape_of[key], matrix

    def _body_matrix(self, plugin: Plugin) -> np.ndarray:
        """Where the unit body lies in the space of the shape."""
        matrix = np.eye(4)
        if plugin.type not in ("sphere", "cylinder"):
            return matrix
        radius = plugin.number("radius", default=1.0)
        if not 0.0 < radius < 1e30:
            raise InputError(f"radius of {plugin} must be above 0, not {radius:g}", where=plugin.where)
        if plugin.type == "sphere":
            matrix[:3, :3] *= radius
            matrix[:3, 3] = plugin.vector("center") or (0.0, 0.0, 0.0)
            return matrix
        start, end = np.array(plugin.vector("p0") or (0.0, 0.0, 0.0)), np.array(plugin.vector("p1") or (0.0, 0.0, 1.0))
        if not np.linalg.norm(end - start) > 0.0:
            raise InputError(f"{plugin} has no length: p0 is p1", where=plugin.where)
        return primitives.tube(start, end, radius)

    def _mesh_file(self, plugin: Plugin, flip: bool, tangents: bool) -> int | None:
        element = plugin.element("filename")
        if element is None:
            raise InputError(f"{plugin} needs a 'filename'", where=plugin.where)
        face_normals = plugin.flag("face_normals", False)
        # Our readers give v down the picture: that is what Mitsuba makes of an OBJ, but not of the others.
        flip_v = plugin.flag("flip_tex_coords", plugin.type == "obj") != (plugin.type != "serialized")
        index = plugin.integer("shape_index", 0, at_least=0) if plugin.type == "serialized" else 0
        try:
            path = self._document.locate(element, self._context)
        except InputError as error:
            if not self._context.keep_going:
                raise
            self._report.note("missing", f"{error.message}; the shape is left out", str(element.place))
            return None
        key = (path, index, face_normals, flip, flip_v, tangents)
        if key not in self._shape_of:
            self._context.progress(f"reading {path.name}", None)
            mesh = self._read(path, plugin, index)
            mesh = meshes.prepared(mesh, face_normals=face_normals, flip_normals=flip, flip_v=flip_v, tangents=tangents)
            self._shape_of[key] = self._new_shape(mesh) if mesh.triangle_count else None
            if not mesh.triangle_count:
                self._report.note("missing", f"no triangle in {path.name}; the shape is left out", str(element.place))
        return self._shape_of[key]

    def _read(self, path: Path, plugin: Plugin, index: int) -> Mesh:
        if plugin.type == "serialized":
            return serialized.read(path, index, plugin.where, self._report)
        parts = [mesh for mesh, _ in read_mesh_file(path, self._context)]
        if not parts:
            return Mesh(np.zeros((0, 3)), np.zeros((0, 3)), name=path.stem)
        return meshes.merged(parts, path.stem)

    def _new_shape(self, shape: Shape) -> int:
        self.shapes.append(shape)
        return len(self.shapes) - 1

    # Materials -------------------------------------------------------------------------------------------------

    def _material(self, plugin: Plugin) -> int:
        bsdf, emitter = plugin.child(tag="bsdf"), plugin.child(tag="emitter")
        interior, exterior = plugin.child("interior"), plugin.child("exterior")
        if exterior is not None and (medium := self._media.read(exterior)) is not None:
            self.exteriors.append((plugin, medium))
        index_matched = bsdf is None and emitter is None and interior is not None and plugin.dialect < (2,)
        key = (bsdf, emitter, interior, plugin if index_matched else None)
        if key not in self._material_of:
            if bsdf is not None:
                look = self._surfaces.look(bsdf)
            elif index_matched:  # versions before 2: a border of a medium without BSDF does not refract
                look = self._surfaces.null()
            else:
                look = self._surfaces.default(emits=emitter is not None)
            self._material_of[key] = self._new_material(plugin, look, bsdf, emitter, interior)
        return self._material_of[key]

    def _new_material(
        self,
        plugin: Plugin,
        look: dict[str, object],
        bsdf: Plugin | None,
        emitter: Plugin | None,
        interior: Plugin | None,
    ) -> int:
        fields = {"vertex_colors": False, **look}
        if emitter is not None:
            if emitter.type != "area":
                raise InputError(f"{emitter} on a shape", where=emitter.where, remedy="shapes take area emitters")
            emitter.ignore("sampling_weight")
            fields["emission"] = self._inputs.color(emitter, "radiance", default=1.0, emission=True)
        fields["interior"] = self._media.read(interior)
        fields["name"] = (bsdf.id if bsdf is not None else "") or plugin.id or f"material {len(self.materials)}"
        try:
            self.materials.append(Material(**fields))
        except ValidationError as error:
            first = error.errors()[0]
            at = bsdf or plugin
            key = ".".join(str(part) for part in first["loc"])
            raise InputError(f"{at}: {key}: {first['msg']}", where=at.where) from error
        return len(self.materials) - 1


def _has_normal_map(plugin: Plugin) -> bool:
    return any(
        c.plugin.tag == "bsdf" and (c.plugin.type == "normalmap" or _has_normal_map(c.plugin)) for c in plugin.children
    )


def _is_textured(plugin: Plugin) -> bool:
    return any(c.plugin.tag == "texture" or _is_textured(c.plugin) for c in plugin.children)
