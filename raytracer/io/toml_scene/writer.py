"""Writes a scene to a file: what changed goes into the author's own text, everything else stays as it was written.

A scene that came from another format gets a file that names it as its ``base``, with what is different.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.exceptions import TOMLKitError

from raytracer.errors import OutputError
from raytracer.io.report import LoadResult, Origin
from raytracer.io.toml_scene import values
from raytracer.io.toml_scene.object_writer import ObjectWriter
from raytracer.io.toml_scene.overrides import key_of
from raytracer.io.toml_scene.tables import (
    array_of,
    model_table,
    plain_fields,
    put,
    subtable,
    unused_name,
    write_text,
)
from raytracer.io.toml_scene.values import Pictures
from raytracer.scene import Environment, Material, Medium, Scene
from raytracer.scene import shader_catalog as shaders
from raytracer.scene.image_map import images_of
from raytracer.scene.model import Model

Kept = Mapping[str, tuple[int | None, ...]]
"""For each list, where each item stood when the file was read; None for a new one."""
_FILE_KEYS = ("file", "image", "base")


def write_scene(
    path: Path, scene: Scene, loaded: LoadResult, kept: Kept | None = None, *, spell_out: bool = False
) -> list[str]:
    """Writes ``scene``, an edit of what was ``loaded``, to ``path``; returns warnings. ``OutputError`` if it cannot be.

    ``spell_out``: beside a base its cameras, settings and view are written in full, for further editing. A file appears
    under its name only when it is whole.
    """
    if path.suffix.lower() != ".toml":
        raise OutputError("scenes are written as .toml", where=str(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"cannot make the folder: {error.strerror or error}", where=str(path)) from error
    writer = _Writer(path, loaded, scene, kept or _all_kept(loaded.scene), spell_out and loaded.text is None)
    try:
        text = writer.text()
    except (TOMLKitError, ValueError) as error:
        raise OutputError(f"cannot be written as TOML: {error}", where=str(path)) from error
    write_text(path, text)
    return writer.pictures.warnings


def _all_kept(scene: Scene) -> Kept:
    lists = ("instances", "materials", "lights", "cameras", "shapes")
    return {name: tuple(range(len(getattr(scene, name)))) for name in lists}


@dataclass
class _Writer:
    path: Path
    loaded: LoadResult
    after: Scene
    kept: Kept
    spell_out: bool = False
    doc: TOMLDocument = field(init=False)
    pictures: Pictures = field(init=False)
    origin: Origin = field(init=False)
    names: list[str] = field(default_factory=list)
    """How objects name each material of ``after``."""

    def text(self) -> str:
        """The whole file."""
        loaded, before = self.loaded, self.loaded.scene
        own = loaded.text is not None
        self.origin = loaded.origin or Origin(((),) * len(before.instances), (None,) * len(before.materials))
        numbered = self.origin.pictures if own else images_of(before)
        self.pictures = Pictures(self.path, numbered)
        self.doc = tomlkit.parse(loaded.text) if loaded.text is not None else self._new()
        if own and loaded.path.parent.resolve() != self.path.parent.resolve():
            self._move(self.doc, loaded.path.parent)
        for key in ("name", "description"):
            if getattr(self.after, key) != getattr(before, key):
                self.doc[key] = getattr(self.after, key)
        if self.spell_out:
            self._spell_out()
        self._cameras(before)
        self._model("render", before.settings, self.after.settings, ("width", "height"))
        self._model("view", before.view, self.after.view)
        self._environment(before)
        self._medium(before)
        self._materials(before)
        places = self.kept["materials"]
        ObjectWriter(self.doc, before, self.after, self.kept["instances"], self.origin, self.names, places).write()
        self._lights(before)
        return tomlkit.dumps(self.doc)

    def _new(self) -> TOMLDocument:
        doc = tomlkit.document()
        doc["format"] = 1
        doc["name"] = self.after.name
        doc["base"] = self.pictures.beside(self.loaded.path)
        if self.loaded.path.suffix.lower() in (".gltf", ".obj", ".xml"):
            folder = self.path.parent.resolve()
            if not self.loaded.path.resolve().is_relative_to(folder):
                self.pictures.warnings.append(f"{self.loaded.path.name} was copied; files that it names were not")
        return doc

    def _spell_out(self) -> None:
        """Cameras, settings and view of the base, every value."""
        for index, camera in enumerate(self.after.cameras):
            table = tomlkit.table()
            put(table, dict(camera))
            if len(self.after.cameras) == 1:
                self.doc["camera"] = table
            elif index == 0:
                self.doc["active_camera"] = self.after.camera.name
                self.doc["cameras"] = array_of([table])
            else:
                self.doc["cameras"].append(table)
        put(self._table("render"), dict(self.after.settings))
        put(self._table("view"), dict(self.after.view))

    def _move(self, table: Any, folder: Path) -> None:
        """Paths in the author's text, for the file's new place."""
        items = table.items() if isinstance(table, dict) else enumerate(table) if isinstance(table, list) else ()
        for key, value in list(items):
            if isinstance(value, (dict, list)):
                self._move(value, folder)
            elif key in _FILE_KEYS and isinstance(value, str) and not value.startswith("#"):
                table[key] = self.pictures.beside(folder / value.replace("\\", "/"))

    # ------------------------------------------------------------ tables of one model

    def _table(self, key: str) -> Any:
        if key not in self.doc:
            self.doc[key] = tomlkit.table()
        return self.doc[key]

    def _model(self, key: str, before: Model, after: Model, without: tuple[str, ...] = ()) -> None:
        changed = {k: v for k, v in values.differing(before, after).items() if k not in without}
        if changed:
            put(self._table(key), changed)

    def _environment(self, before: Scene) -> None:
        old, new = before.environment, self.after.environment
        if new == old:
            return
        if new is None:
            self._leave_out("environment")
            return
        start = old if old is not None and "environment" in self.doc else Environment(sky="")
        keys = {k: v for k, v in values.differing(start, new).items() if k not in ("parameters", "image")}
        if new.image is not start.image:
            keys["image"] = None if new.image is None else self.pictures.name(new.image)
        for name in shaders.get("skies", new.sky).parameters:
            if new.parameters.get(name) != start.parameters.get(name):
                keys[name] = new.parameters.get(name)
        if new.sky != start.sky:
            keys |= {name: None for name in start.parameters if name not in keys}
        put(self._table("environment"), keys)

    def _medium(self, before: Scene) -> None:
        old, new = before.medium, self.after.medium
        if new == old:
            return
        if new is None:
            self._leave_out("medium")
        elif isinstance(self.doc.get("medium"), dict) and old is not None:
            put(self.doc["medium"], values.differing(old, new))
        else:  # none so far, or the name of one in [media]
            self.doc.pop("medium", None)
            put(self._table("medium"), values.differing(Medium(), new))

    def _leave_out(self, part: str) -> None:
        self.doc.pop(part, None)
        if "base" in self.doc and part not in self.doc.get("without", []):
            self.doc["without"] = [*self.doc.get("without", []), part]

    # ------------------------------------------------------------ cameras, lights

    def _cameras(self, before: Scene) -> None:
        old, new, kept = before.cameras, self.after.cameras, self.kept["cameras"]
        if new != old:
            if "camera" in self.doc and len(new) == 1:
                put(self.doc["camera"], values.differing(old[0], new[0]))
            elif "cameras" in self.doc and kept == tuple(range(len(old))):
                for i, table in enumerate(self.doc["cameras"]):
                    put(table, values.differing(old[i], new[i]))
            else:
                self.doc.pop("camera", None)
                self.doc["cameras" if len(new) > 1 else "camera"] = (
                    array_of([model_table(c, always=("name",)) for c in new]) if len(new) > 1 else model_table(new[0])
                )
        active, was = self.after.camera.name, before.camera.name
        if active != was and len(new) > 1:
            self.doc["active_camera"] = active

    def _lights(self, before: Scene) -> None:
        old, new, kept = before.lights, self.after.lights, self.kept["lights"]
        if kept == tuple(range(len(old))) and new == old:
            return
        tables = self.doc.get("lights")
        if tables is None or len(tables) != len(old):
            self.doc.pop("lights", None)
            if new or "base" in self.doc:
                self.doc["lights"] = array_of([model_table(light, always=("kind",)) for light in new])
            return
        for index, place in enumerate(kept):
            if place is not None and type(new[index]) is type(old[place]):
                keys = values.differing(old[place], new[index])
                if "aim_at" in tables[place] and ("position" in keys or "direction" in keys):
                    keys |= {"aim_at": None, "direction": getattr(new[index], "direction", None)}
                put(tables[place], keys)
            elif place is not None:
                put(tables[place], {**dict.fromkeys(tables[place]), **plain_fields(new[index])})
        for place in reversed(range(len(old))):
            if place not in kept:
                del tables[place]
        for index, place in enumerate(kept):
            if place is None:
                tables.append(model_table(new[index], always=("kind",)))
        if not tables:
            del self.doc["lights"]

    # ------------------------------------------------------------ materials

    def _materials(self, before: Scene) -> None:
        known = [material.name for material in before.materials]
        taken = {str(name) for name in self.doc.get("materials", {})}
        for index, place in enumerate(self.kept["materials"]):
            material = self.after.materials[index]
            own = self.origin.materials[place] if place is not None else None
            if place is None:
                self.names.append(self._new_material(material, taken))
            elif own is not None:
                self.names.append(self._own_material(str(own[1]), before.materials[place], material, taken))
            else:
                key = key_of(known, place)
                self.names.append(key)
                keys = self._material_keys(before.materials[place], material, absent=False)
                if material.name != before.materials[place].name:
                    keys["name"] = material.name
                if keys:
                    put(self._override("materials", key), keys)
        gone = set(range(len(before.materials))) - set(self.kept["materials"])
        for place in gone:
            own = self.origin.materials[place]
            if own is not None:
                del self.doc["materials"][str(own[1])]

    def _material_keys(self, before: Material, after: Material, *, absent: bool) -> dict[str, Any]:
        """``absent``: what goes is taken out of the table; in an override it is ``false``."""
        parameters = shaders.get("surfaces", after.surface).parameters
        keys = values.material(before, after, dict(parameters), self.pictures)
        if absent:
            return keys
        return {
            k: False if v is None else v for k, v in keys.items() if v is not None or k in ("normal_map", "interior")
        }

    def _new_material(self, material: Material, taken: set[str]) -> str:
        name = unused_name(material.name, taken)
        table = tomlkit.table()
        default = Material(surface="")
        put(table, self._material_keys(default, material, absent=True))
        self._table("materials")[name] = table
        return name

    def _own_material(self, name: str, before: Material, after: Material, taken: set[str]) -> str:
        tables = self.doc["materials"]
        put(tables[name], self._material_keys(before, after, absent=True))
        if after.name == before.name:
            return name
        other = unused_name(after.name, taken)
        table = tables[name]
        del tables[name]
        tables[other] = table
        rename_material(self.doc, name, other)
        return other

    def _override(self, kind: str, key: str) -> Any:
        return subtable(subtable(self._table("overrides"), kind), key)


def rename_material(doc: TOMLDocument, old: str, new: str) -> None:
    """Everything in the text that names a material names it anew."""
    for shape in doc.get("shapes", []):
        for table in (shape, *shape.get("instances", [])):
            if table.get("material") == old:
                table["material"] = new
        array = shape.get("array", {})
        if old in array.get("materials", []):
            array["materials"] = [new if name == old else name for name in array["materials"]]
    for table in doc.get("overrides", {}).get("objects", {}).values():
        if table.get("material") == old:
            table["material"] = new
