"""``base`` and ``[overrides]``: another file's scene, and what is different about its materials and objects.

Overrides apply last, to everything that the file and its meshes brought. Keys are names, or ``#N``: the N-th of the
list, from 0, for what has no name of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from raytracer.io.report import LoadContext
from raytracer.io.toml_scene.materials import MATERIAL_KEYS, MaterialReader
from raytracer.io.toml_scene.placement import Placement, matrix_of
from raytracer.io.toml_scene.scan import KeyPath
from raytracer.io.toml_scene.source import Source, suggestion
from raytracer.scene import Instance, Material, Scene
from raytracer.scene.edits import Edit, Remove, apply_all
from raytracer.scene.model import quantity

PARTS = ("lights", "environment", "medium")
"""What of the base may be left out."""


class ObjectOverride(Placement):
    """What is different about an object; transform keys replace its whole transform."""

    name: str | None = quantity(None, "Another name")
    material: str | None = quantity(None, "Another material: its name, or #N")
    visible: bool | None = quantity(None, "Whether it is there at all")
    removed: bool = quantity(False, "Leaves it out")


def load_base(source: Source, context: LoadContext, reader: MaterialReader) -> Scene | None:
    """The scene that ``base`` names, without the parts that ``without`` names."""
    from raytracer.io.table import find_loader

    if "base" not in source.data:
        if "without" in source.data:
            raise source.error(("without",), "needs a base")
        return None
    name = source.data["base"]
    if not isinstance(name, str) or not name:
        raise source.error(("base",), "must be the path of a scene file")
    path = reader.resolve(name, ("base",))
    loader = find_loader(path)
    if loader.module.endswith("toml_scene"):
        raise source.error(("base",), "cannot be another file of this format", "edit that file instead")
    scene = loader.load(path, context)
    without = source.data.get("without", [])
    if not isinstance(without, list):
        raise source.error(("without",), f"must be an array of {', '.join(PARTS)}")
    for i, part in enumerate(without):
        if part not in PARTS:
            raise source.unknown_name(("without", i), "part of a scene", str(part), PARTS)
    left_out: dict[str, Any] = {part: [] if part == "lights" else None for part in without}
    return replace(scene, **left_out)


def apply_overrides(reader: MaterialReader, scene: Scene) -> Scene:
    """The scene with everything that ``[overrides]`` says. Raises ``InputError``."""
    source = reader.source
    table = source.table(source.data.get("overrides", {}), ("overrides",))
    for key in table:
        if key not in ("materials", "objects"):
            raise source.unknown_key(("overrides", key), ("materials", "objects"))
    names = [material.name for material in scene.materials]
    materials = list(scene.materials)
    for key, path, data in _tables(source, table, "materials"):
        index = find(source, names, key, path, "material")
        materials[index] = _material(reader, materials[index], data, path)
    instances, removed = list(scene.instances), []
    known = [instance.name for instance in scene.instances]
    for key, path, data in _tables(source, table, "objects"):
        index = find(source, known, key, path, "object")
        override = source.check(ObjectOverride, data, path)
        instances[index] = _instance(source, instances[index], override, names, path)
        if override.removed:
            removed.append(index)
    edits: list[Edit] = [Remove("instances", index) for index in sorted(removed, reverse=True)]
    return apply_all(edits, replace(scene, materials=materials, instances=instances))


def find(source: Source, names: Sequence[str], key: str, path: KeyPath, what: str) -> int:
    """The place of ``key``, a name or ``#N``, among ``names``."""
    number = key[1:]
    if key.startswith("#") and number.isdecimal() and int(number) < len(names):
        return int(number)
    places = [i for i, name in enumerate(names) if name == key]
    if len(places) == 1:
        return places[0]
    if places:
        several = ", ".join(f"#{i}" for i in places[:4])
        raise source.error(path, f"there are {len(places)} of the name {key!r}", f"say which: {several}")
    raise source.error(path, f"there is no {what} {key!r}", suggestion(key, names))


def key_of(names: Sequence[str], index: int) -> str:
    """How ``find`` finds it."""
    name = names[index]
    return name if name and not name.startswith("#") and list(names).count(name) == 1 else f"#{index}"


def _tables(source: Source, table: dict[str, Any], kind: str) -> Iterable[tuple[str, KeyPath, dict[str, Any]]]:
    group = source.table(table.get(kind, {}), ("overrides", kind))
    for key, value in group.items():
        path = ("overrides", kind, key)
        yield key, path, source.table(value, path)


def _material(reader: MaterialReader, old: Material, data: dict[str, Any], path: KeyPath) -> Material:
    """``false`` takes a normal map or an interior away; another surface begins with its defaults."""
    gone = [key for key in ("normal_map", "interior") if data.get(key) is False]
    kept = {key: value for key, value in data.items() if key not in (*gone, "name")}
    given = reader.material(old.name, {"surface": old.surface, **kept}, path)
    update: dict[str, Any] = {key: getattr(given, key) for key in kept if key in MATERIAL_KEYS}
    update["parameters"] = given.parameters if "surface" in data else {**old.parameters, **given.parameters}
    if "opacity" in data:
        update["alpha_mode"] = given.alpha_mode
    update |= dict.fromkeys(gone)
    if "name" in data:
        if not isinstance(data["name"], str):
            raise reader.source.error((*path, "name"), "must be text in quotes")
        update["name"] = data["name"]
    return old.model_copy(update=update)


def _instance(
    source: Source, old: Instance, override: ObjectOverride, materials: Sequence[str], path: KeyPath
) -> Instance:
    changes: dict[str, Any] = {}
    if override.name is not None:
        changes["name"] = override.name
    if override.visible is not None:
        changes["visible"] = override.visible
    if override.material is not None:
        changes["material"] = find(source, materials, override.material, (*path, "material"), "material")
    if any(getattr(override, key) is not None for key in Placement.model_fields):
        changes["world_from_object"] = np.asarray(matrix_of(override, source, path))
    return replace(old, **changes)
