"""glTF 2.0 and GLB (Khronos), to the scene model.

``extensions`` lists which extensions are read; ``materials`` states the rules where the format leaves a choice. Without
any light in the file, the sky of ``raytracer.io.defaults`` lights the scene; without a camera, the whole of it is
framed.
"""

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
