"""Wavefront OBJ with its material libraries.

``lines`` reads the text into arrays, ``corners`` the corners of faces, ``meshes`` builds a mesh for each material,
``mtl`` reads material libraries and ``materials`` says what they mean.
"""

from __future__ import annotations

from pathlib import Path

from raytracer.errors import InputError
from raytracer.io import defaults
from raytracer.io.obj import lines as obj_lines
from raytracer.io.obj import meshes
from raytracer.io.obj.libraries import Libraries
from raytracer.io.report import LoadContext
from raytracer.scene import Scene


def load(path: Path, context: LoadContext) -> Scene:
    """The model with its materials, and default light and camera."""
    return defaults.scene_of(path.stem, read_mesh(path, context), context.report, str(path))


def read_mesh(path: Path, context: LoadContext, *, materials: bool = True) -> list[defaults.Part]:
    """A mesh for each material, with the material unless ``materials`` is false.

    Missing libraries, materials and textures are noted, never an error. Raises ``InputError`` for an empty file.
    """
    with path.open("rb") as file:
        if not file.peek(1):
            raise InputError("the OBJ file is empty (0 bytes)", where=str(path), remedy="export or copy it again")
        lines = obj_lines.read(file, lambda fraction: context.progress(f"reading {path.name}", fraction))
    built = meshes.build(lines, path, context.report)
    if not materials:
        return [(mesh, None) for mesh, _ in built]
    libraries = Libraries(lines, path, context)
    return [(mesh, libraries.material(name) if name else None) for mesh, name in built]
