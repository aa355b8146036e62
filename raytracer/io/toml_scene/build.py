"""Shapes of a scene file: bodies made once, placed as often as asked, with the materials that mesh files bring."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from raytracer.errors import InputError
from raytracer.io.table import read_mesh_file
from raytracer.io.toml_scene.arrays import ARRAYS
from raytracer.io.toml_scene.materials import MaterialReader
from raytracer.io.toml_scene.overrides import find
from raytracer.io.toml_scene.placement import Placement, matrix_of
from raytracer.io.toml_scene.scan import KeyPath
from raytracer.io.toml_scene.shapes import SHAPES, CopyTable, FileTable, InstanceTable, ShapeTable
from raytracer.io.toml_scene.source import Source, suggestion
from raytracer.scene import Instance, Mesh, Scene, Shape, primitives
from raytracer.scene.instancing import MIN_TRIANGLES
from raytracer.scene.transform import is_similarity

MAX_INSTANCES = 1_000_000
MAX_TRIANGLES = 100_000_000
"""Triangles of all instances together; meshes that instances may share count once."""

_Part = tuple[int, int | None]
"""Index of a shape and of the material it brings along, if any."""


@dataclass
class GeometryBuilder:
    """Adds shapes and instances to ``scene``, whose named materials ``materials`` maps to indices."""

    reader: MaterialReader
    scene: Scene
    materials: dict[str, int]
    places: list[KeyPath] = field(default_factory=list)
    """The table that made each instance."""
    _files: dict[Path, list[_Part]] = field(default_factory=dict)
    _made: dict[str, int] = field(default_factory=dict)
    _triangles: int = 0
    _shared: set[int] = field(default_factory=set)

    @property
    def source(self) -> Source:
        return self.reader.source

    def add(self, data: dict[str, Any], path: KeyPath) -> str:
        """One ``[[shapes]]`` table with all its instances; its name."""
        table = self._table(data, path)
        material = self._material(table.material, (*path, "material"))
        parts = self._parts(table, path)
        by_array = bool(table.array and table.array.get("materials"))
        if material is None and not by_array and any(brought is None for _, brought in parts):
            raise self.source.error((*path, "material"), "is required", "name one of the tables [materials.NAME]")
        own = matrix_of(table, self.source, path)
        if table.array is not None:
            self._place_array(parts, own, material, table, path)
        elif table.instances is None:
            self._place(parts, own, material, table, path)
        for i, item in enumerate(table.instances or ()):
            place = (*path, "instances", i)
            copy = self.source.check(InstanceTable, item, place)
            other = self._material(copy.material, (*place, "material"))
            name = copy.name or (f"{table.name} {i + 1}" if table.name else "")
            renamed = table.model_copy(update={"name": name})
            self._place(
                parts,
                matrix_of(copy, self.source, place) @ own,
                material if other is None else other,
                renamed,
                place,
            )
        return table.name

    def _place_array(
        self, parts: list[_Part], own: np.ndarray, material: int | None, table: ShapeTable, path: KeyPath
    ) -> None:
        place = (*path, "array")
        if table.instances is not None:
            raise self.source.error(place, "cannot be combined with instances", "keep one of them")
        data = self.source.table(table.array, place)
        if data.get("kind") not in ARRAYS:
            raise self.source.unknown_name((*place, "kind"), "kind of array", str(data.get("kind", "")), ARRAYS)
        array = self.source.check(ARRAYS[data["kind"]], data, place)
        chosen = [self._material(name, (*place, "materials", i)) for i, name in enumerate(array.materials)]
        try:
            matrices, picks = array.copies()
        except ValueError as error:
            raise self.source.error(place, str(error)) from error
        for number, (matrix, pick) in enumerate(zip(matrices, picks, strict=True), 1):
            copy = table.model_copy(update={"name": f"{table.name} {number}" if table.name else ""})
            self._place(parts, matrix @ own, chosen[pick] if chosen else material, copy, place)

    def _table(self, data: dict[str, Any], path: KeyPath) -> ShapeTable:
        kind = data.get("shape", "mesh" if "file" in data else None)
        if kind is None:
            raise self.source.error((*path, "shape"), "is required", f"one of {', '.join(sorted(SHAPES))}")
        if kind not in SHAPES:
            raise self.source.unknown_name((*path, "shape"), "shape", str(kind), SHAPES)
        return self.source.check(SHAPES[kind], {**data, "shape": kind}, path)

    def _material(self, name: str | None, path: KeyPath) -> int | None:
        if name is None:
            return None
        if name not in self.materials:
            raise self.source.error(
                path, f"there is no material {name!r}", suggestion(name, self.materials) or f"add [materials.{name}]"
            )
        return self.materials[name]

    def _parts(self, table: ShapeTable, path: KeyPath) -> list[_Part]:
        if isinstance(table, FileTable):
            return self._file_parts(table.file, (*path, "file"))
        if isinstance(table, CopyTable):
            names = [instance.name for instance in self.scene.instances]
            original = self.scene.instances[find(self.source, names, table.of, (*path, "of"), "object")]
            return [(original.shape, original.material)]
        # Bodies of equal measures are one shape.
        measures = table.model_dump_json(
            exclude={*Placement.model_fields, "name", "material", "visible", "instances", "array"}
        )
        if measures not in self._made:
            try:
                shape = table.make()
            except ValueError as error:
                raise self.source.error(path, str(error)) from error
            shape.name = table.name or table.shape
            self._made[measures] = self._append(shape)
        return [(self._made[measures], None)]

    def _append(self, shape: Shape) -> int:
        self.scene.shapes.append(shape)
        return len(self.scene.shapes) - 1

    def _file_parts(self, name: str, path: KeyPath) -> list[_Part]:
        """The surfaces of another file; a note instead when it cannot be read and the context says to go on."""
        try:
            file = self.reader.resolve(name, path)
            if file not in self._files:
                self._files[file] = self._read(file)
            return self._files[file]
        except InputError as error:
            if not self.reader.context.keep_going:
                raise
            self.reader.context.report.note("missing", error.message, error.where)
            return []

    def _read(self, file: Path) -> list[_Part]:
        found = read_mesh_file(file, self.reader.context)
        parts: list[_Part] = []
        index_of: dict[int, int] = {}
        for mesh, material in found:
            brought = None
            if material is not None:
                if id(material) not in index_of:
                    index_of[id(material)] = len(self.scene.materials)
                    name = f"{file.stem}: {material.name}"
                    self.scene.materials.append(material.model_copy(update={"name": name}))
                brought = index_of[id(material)]
            parts.append((self._append(mesh), brought))
        return parts

    def _place(
        self, parts: list[_Part], matrix: np.ndarray, material: int | None, table: ShapeTable, path: KeyPath
    ) -> None:
        for shape, brought in parts:
            index = self._round_or_not(shape, matrix)
            body = self.scene.shapes[index]
            chosen = material if material is not None else brought
            assert chosen is not None
            name = table.name if len(parts) == 1 else f"{table.name} {body.name}".strip()
            self.scene.instances.append(Instance(index, chosen, matrix, name or body.name, table.visible))
            self.places.append(path)
            self._triangles += self._stored(index, body)
        if len(self.scene.instances) > MAX_INSTANCES:
            raise self.source.error(path, f"more than {MAX_INSTANCES:,} instances in all")
        if self._triangles > MAX_TRIANGLES:
            raise self.source.error(path, f"more than {MAX_TRIANGLES:,} triangles in all")

    def _stored(self, index: int, body: Shape) -> int:
        """Triangles that one more instance takes: none for another one of a mesh that can be shared."""
        if not isinstance(body, Mesh) or index in self._shared:
            return 0
        if body.triangle_count >= MIN_TRIANGLES:
            self._shared.add(index)
        return body.triangle_count

    def _round_or_not(self, shape: int, matrix: np.ndarray) -> int:
        """The shape itself, or an ellipsoid of triangles for a sphere that is squeezed."""
        body = self.scene.shapes[shape]
        if isinstance(body, Mesh) or is_similarity(matrix):
            return shape
        key = f"ellipsoid of {body.radius}"
        if key not in self._made:
            self._made[key] = self._append(primitives.ellipsoid((body.radius, body.radius, body.radius)))
        return self._made[key]
