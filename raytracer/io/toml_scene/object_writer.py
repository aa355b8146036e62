"""Objects of a scene file: changed in the table that made them where there is just one of it, else by an override."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import tomlkit
from tomlkit import TOMLDocument

from raytracer.errors import InputError
from raytracer.io.report import KeyPath, Origin
from raytracer.io.toml_scene.overrides import key_of
from raytracer.io.toml_scene.placement import Placement, matrix_of
from raytracer.io.toml_scene.source import Source
from raytracer.io.toml_scene.values import PLACEMENT, placement, plain
from raytracer.scene import Instance, Scene


@dataclass
class ObjectWriter:
    """``kept``: where each object of ``after`` stood in ``before``. ``materials``: the name of each of ``after``'s."""

    doc: TOMLDocument
    before: Scene
    after: Scene
    kept: tuple[int | None, ...]
    origin: Origin
    materials: list[str]
    material_places: tuple[int | None, ...]
    """Where each material of ``after`` stood in ``before``."""
    _overridden: list[tuple[int, dict[str, Any]]] = field(default_factory=list)

    def write(self) -> None:
        """Changes, removes and adds tables."""
        places = self.origin.instances
        self._makers = Counter(place[:2] for place in places if place)
        for index, place in enumerate(self.kept):
            if place is not None:
                self._change(index, place)
        removed = sorted(set(range(len(places))) - set(self.kept), key=lambda place: -place)
        deleted = self._delete_tables(removed)
        copies = [self._copy(index) for index, place in enumerate(self.kept) if place is None]
        self._write_overrides(removed, deleted)
        tables = self.doc.get("shapes")
        for index, source in copies:
            table = self._copy_table(index, source, deleted)
            if tables is None:
                tables = self.doc["shapes"] = tomlkit.aot()
            if index != copies[-1][0] or list(self.doc)[-1] != "shapes":
                table.add(tomlkit.nl())  # what follows keeps its distance
            tables.append(table)

    # ------------------------------------------------------------ changes

    def _change(self, index: int, place: int) -> None:
        old, new = self.before.instances[place], self.after.instances[index]
        keys = self._differing(old, new)
        if not keys:
            return
        path = self.origin.instances[place]
        table = self._own_table(path)
        by_override = table is None or ("material" in keys and not self._is_own(new.material))
        if table is None or by_override:
            self._overridden.append((place, keys))
            return
        matrix = keys.pop("matrix", None)
        for key, value in keys.items():
            table[key] = value
        if matrix is not None:
            _place(table, new.world_from_object, path)

    def _differing(self, old: Instance, new: Instance) -> dict[str, Any]:
        keys: dict[str, Any] = {}
        if new.name != old.name:
            keys["name"] = new.name
        if new.visible != old.visible:
            keys["visible"] = new.visible
        if self.material_places[new.material] != old.material:
            keys["material"] = self.materials[new.material]
        if not np.array_equal(new.world_from_object, old.world_from_object):
            keys["matrix"] = [[float(v) for v in row] for row in new.world_from_object]
        return keys

    def _own_table(self, path: KeyPath) -> Any:
        """The ``[[shapes]]`` table that makes just this object."""
        if len(path) != 2 or self._makers[path] != 1:
            return None
        table = self.doc["shapes"][path[1]]
        return None if "instances" in table or "array" in table else table

    def _is_own(self, material: int) -> bool:
        return self.materials[material] in self.doc.get("materials", {})

    # ------------------------------------------------------------ what goes

    def _delete_tables(self, removed: list[int]) -> set[int]:
        """Takes out tables of which nothing is left and of which nobody needs the shape; the objects that so went."""
        needed = {self.after.instances[i].shape for i, place in enumerate(self.kept) if place is None}
        gone: Counter[KeyPath] = Counter()
        for place in removed:
            if self.before.instances[place].shape not in needed:
                gone[self.origin.instances[place][:2]] += 1
        whole = [path for path, count in gone.items() if path and count == self._makers[path]]
        for path in sorted(whole, key=lambda path: -int(path[1])):
            del self.doc["shapes"][path[1]]
        if "shapes" in self.doc and not self.doc["shapes"]:
            del self.doc["shapes"]
        return {place for place in removed if self.origin.instances[place][:2] in whole}

    def _write_overrides(self, removed: list[int], deleted: set[int]) -> None:
        names = self._names(deleted)
        position = {place: i for i, place in enumerate(self._left(deleted))}
        for place, keys in self._overridden:
            self._override(key_of(names, position[place]), keys)
        for place in removed:
            if place not in deleted:
                self._override(key_of(names, position[place]), {"removed": True})

    def _left(self, deleted: set[int]) -> list[int]:
        return [place for place in range(len(self.before.instances)) if place not in deleted]

    def _names(self, deleted: set[int]) -> list[str]:
        """Of all objects that the file makes, before overrides: those that it had, then the copies."""
        copies = [self.after.instances[i] for i, place in enumerate(self.kept) if place is None]
        of_copies = [copy.name or self.after.shapes[copy.shape].name for copy in copies]
        return [*(self._written_name(place) for place in self._left(deleted)), *of_copies]

    def _written_name(self, place: int) -> str:
        """The name that the object has before overrides, once the file is written."""
        path = self.origin.instances[place]
        if (
            place in self.kept
            and self._own_table(path) is not None
            and not any(p == place for p, _ in self._overridden)
        ):
            return self.after.instances[self.kept.index(place)].name
        return self.before.instances[place].name

    def _override(self, key: str, keys: dict[str, Any]) -> None:
        overrides = self.doc.setdefault("overrides", tomlkit.table(is_super_table=True))
        objects = overrides.setdefault("objects", tomlkit.table(is_super_table=True))
        table = objects.setdefault(key, tomlkit.table())
        if "matrix" in keys:
            for other in PLACEMENT:
                table.pop(other, None)
        for name, value in keys.items():
            table[name] = plain(value)

    # ------------------------------------------------------------ what is new

    def _copy(self, index: int) -> tuple[int, int | None]:
        """The object, and one of the file that has the same shape; None for a shape that is new."""
        shape = self.after.instances[index].shape
        source = next((i for i, inst in enumerate(self.before.instances) if inst.shape == shape), None)
        if source is None and not self.after.shapes[shape].primitive:
            raise InputError(f"instances[{index}]: its shape is not in the file")
        return index, source

    def _copy_table(self, index: int, source: int | None, deleted: set[int]) -> Any:
        new = self.after.instances[index]
        table = tomlkit.table()
        taken = {str(shape.get("name", "")) for shape in self.doc.get("shapes", [])}
        if new.name and new.name not in taken:
            table["name"] = new.name
        if source is None:
            table["shape"] = self.after.shapes[new.shape].primitive
        else:
            table["shape"] = "copy"
            table["of"] = key_of(self._names(deleted), self._left(deleted).index(source))
        if self._is_own(new.material):
            table["material"] = self.materials[new.material]
        if not new.visible:
            table["visible"] = False
        for key, value in placement(new.world_from_object).items():
            table[key] = value
        return table


def _place(table: Any, matrix: np.ndarray, path: KeyPath) -> None:
    """Writes a transform in the author's way if that gives exactly the matrix, else as simply as it can be."""
    written = {key: plain(table[key]) for key in PLACEMENT if key in table}
    moved = {**written, "translate": [float(v) for v in matrix[:3, 3]]}
    if "matrix" not in written and _gives(moved, matrix, path):
        table["translate"] = moved["translate"]
        return
    for key in PLACEMENT:
        table.pop(key, None)
    for key, value in placement(matrix).items():
        table[key] = value


def _gives(keys: dict[str, Any], matrix: np.ndarray, path: KeyPath) -> bool:
    source = Source(Path(), "", {})
    try:
        return bool(np.array_equal(matrix_of(source.check(Placement, keys, path), source, path), matrix))
    except InputError:
        return False
