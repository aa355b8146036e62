"""Writes a scene with all that belongs to it: meshes as PLY, pictures as PNG or EXR, in a folder beside the file.

Unlike ``writer`` it takes nothing over from where the scene came from, neither its text nor its files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import imageio.v3 as iio
import numpy as np
import tomlkit

from raytracer.errors import OutputError
from raytracer.io import oiio
from raytracer.io.ply_output import write_mesh
from raytracer.io.toml_scene import values
from raytracer.io.toml_scene.tables import array_of, model_table, put, unused_name, write_text
from raytracer.io.toml_scene.values import Pictures
from raytracer.io.whole_file import whole_file
from raytracer.scene import Environment, Image, Instance, Material, Mesh, Scene, Sphere
from raytracer.scene import shader_catalog as shaders
from raytracer.scene.image_map import map_images

_EXR_CHANNELS = {1: ("Y",), 3: ("R", "G", "B"), 4: ("R", "G", "B", "A")}


def write_self_contained(path: Path, scene: Scene) -> list[Path]:
    """Writes ``path`` (.toml) and what it names, into ``NAME_files`` beside it; returns those files.

    Each file is written whole or not at all, the scene file last. ``OutputError`` when one cannot be written.
    """
    if path.suffix.lower() != ".toml":
        raise OutputError("scenes are written as .toml", where=str(path))
    writer = _Writer(path, scene)
    try:
        writer.folder.mkdir(parents=True, exist_ok=True)
        text = writer.text()
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror or error}", where=str(path)) from error
    write_text(path, text)
    return writer.written


@dataclass
class _Writer:
    path: Path
    scene: Scene
    written: list[Path] = field(default_factory=list)
    _taken: set[str] = field(default_factory=set)
    """Names of files, in lower case: some systems do not tell cases apart."""
    _images: dict[int, Image] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """Of meshes and pictures."""
        return self.path.parent / f"{self.path.stem}_files"

    def text(self) -> str:
        """The scene file; everything that it names is written on the way."""
        scene = replace(
            self.scene,
            materials=[map_images(material, self._picture) for material in self.scene.materials],
            environment=self._sky(self.scene.environment),
        )
        pictures = Pictures(self.path, ())
        doc = tomlkit.document()
        put(doc, {"format": 1, "name": scene.name, "description": scene.description or None})
        if len(scene.cameras) == 1:
            doc["camera"] = model_table(scene.camera, always=("name", "position", "target"))
        else:
            doc["active_camera"] = scene.camera.name
            doc["cameras"] = array_of([model_table(c, always=("name", "position", "target")) for c in scene.cameras])
        doc["render"] = model_table(scene.settings, always=("width", "height", "spp", "max_depth"))
        doc["view"] = model_table(scene.view, always=("view", "exposure_ev"))
        if scene.environment is not None:
            doc["environment"] = _environment(scene.environment, pictures)
        if scene.medium is not None:
            doc["medium"] = model_table(scene.medium, always=("shader",))
        names = self._materials(doc, scene.materials, pictures)
        if scene.lights:
            doc["lights"] = array_of([model_table(light, always=("kind",)) for light in scene.lights])
        if scene.instances:
            doc["shapes"] = array_of(self._shapes(names))
        return tomlkit.dumps(doc)

    # ------------------------------------------------------------ files

    def _file(self, name: str, suffix: str) -> Path:
        """A new file of about that name."""
        stem = re.sub(r"[^\w-]+", "-", name).strip("-")[:60] or "unnamed"
        number, wanted = 2, stem
        while (wanted + suffix).lower() in self._taken:
            wanted, number = f"{stem}-{number}", number + 1
        self._taken.add((wanted + suffix).lower())
        target = self.folder / (wanted + suffix)
        self.written.append(target)
        return target

    def _picture(self, image: Image, use: str = "") -> Image:
        """The same picture, in a file of its own."""
        if id(image) not in self._images:
            self._images[id(image)] = replace(image, key=f"{use or image.encoding}:{self._write_picture(image)}")
        return self._images[id(image)]

    def _write_picture(self, image: Image) -> Path:
        stem = re.sub(r"\.\w{2,5}$", "", image.name)
        pixels = image.pixels
        if pixels.shape[2] == 2 and pixels.dtype == np.float32:
            pixels = pixels[:, :, [0, 0, 0, 1]]
        if pixels.dtype == np.float32:
            target = self._file(stem, ".exr")
            with whole_file(target) as temporary:
                oiio.write_exr(temporary, pixels, {}, _EXR_CHANNELS[pixels.shape[2]])
        else:
            target = self._file(stem, ".png")
            with whole_file(target) as temporary:
                iio.imwrite(temporary, pixels[:, :, 0] if pixels.shape[2] == 1 else pixels, plugin="pillow")
        return target

    def _sky(self, sky: Environment | None) -> Environment | None:
        if sky is None or sky.image is None:
            return sky
        return sky.model_copy(update={"image": self._picture(sky.image, "sky")})

    # ------------------------------------------------------------ tables

    def _materials(self, doc: Any, materials: list[Material], pictures: Pictures) -> list[str]:
        """Adds them; what each is called in the file."""
        names: list[str] = []
        taken: set[str] = set()
        tables = tomlkit.table(is_super_table=True)
        for material in materials:
            names.append(unused_name(material.name, taken))
            parameters = shaders.get("surfaces", material.surface).parameters
            keys = values.material(Material(surface=""), material, dict(parameters), pictures)
            table = tomlkit.table()
            put(table, keys)
            tables[names[-1]] = table
        if materials:
            doc["materials"] = tables
        return names

    def _shapes(self, materials: list[str]) -> list[Any]:
        """A table for each shape that is seen, and another one for where it is hidden."""
        groups: dict[tuple[int, bool], list[Instance]] = {}
        for instance in self.scene.instances:
            groups.setdefault((instance.shape, instance.visible), []).append(instance)
        taken: set[str] = set()
        keys: dict[int, dict[str, Any]] = {}
        tables = []
        for (shape, visible), instances in groups.items():
            if shape not in keys:
                keys[shape] = self._shape(shape)
            table = tomlkit.table()
            name = instances[0].name
            if len(instances) == 1 and name and name not in taken:
                table["name"] = name
                taken.add(name)
            put(table, {**keys[shape], "material": materials[instances[0].material]})
            if not visible:
                table["visible"] = False
            if "name" in table:
                put(table, values.placement(instances[0].world_from_object))
            else:
                table["instances"] = array_of([_copy(i, materials, instances[0].material) for i in instances])
            tables.append(table)
        return tables

    def _shape(self, number: int) -> dict[str, Any]:
        shape = self.scene.shapes[number]
        if isinstance(shape, Sphere):
            return {"shape": "sphere", "radius": float(shape.radius)}
        assert isinstance(shape, Mesh)
        target = self._file(shape.name, ".ply")
        write_mesh(target, shape)
        return {"file": f"{self.folder.name}/{target.name}"}


def _environment(sky: Environment, pictures: Pictures) -> Any:
    table = model_table(sky.model_copy(update={"parameters": {}, "image": None}), always=("sky",))
    if sky.image is not None:
        table["image"] = pictures.name(sky.image)
    put(table, sky.parameters)
    return table


def _copy(instance: Instance, materials: list[str], usual: int) -> Any:
    table = tomlkit.table()
    if instance.name:
        table["name"] = instance.name
    if instance.material != usual:
        table["material"] = materials[instance.material]
    put(table, values.placement(instance.world_from_object))
    return table


__all__ = ["write_self_contained"]
