"""glTF 2.0 and GLB (Khronos), to the scene model. What is read is listed in ``docs`` and in ``extensions``."""

from __future__ import annotations

from pathlib import Path

from raytracer.io.gltf.builder import SceneBuilder
from raytracer.io.gltf.container import read_document
from raytracer.io.gltf.extensions import check_extensions
from raytracer.io.report import LoadContext
from raytracer.scene import Scene


def load(path: Path, context: LoadContext) -> Scene:
    """The scene that ``path`` shows in its rest pose. Raises ``InputError`` naming the file and the place in it."""
    document = read_document(path, context)
    check_extensions(document)
    return SceneBuilder(document).build()
