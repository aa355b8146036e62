"""The one ordered table of scene and mesh formats, and the way into all of them.

Loaders are imported when first used: starting up loads no parser. To add a format, write a module with
``load(path, context) -> Scene`` (and ``read_mesh(path, context, *, materials)`` if it is geometry) and add a line to
``LOADERS``.
"""

from __future__ import annotations

import importlib
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from raytracer.errors import InputError, RaytracerError
from raytracer.io import sniffing
from raytracer.io.advice import unreachable_lights
from raytracer.io.defaults import Part
from raytracer.io.geometry import transformed
from raytracer.io.report import LoadContext, LoadResult
from raytracer.resources import assets_dir, scenes_dir
from raytracer.scene import Mesh, Scene


@dataclass(frozen=True)
class Loader:
    """A format: its suffixes in lower case, its name for file dialogs and the module that reads it."""

    suffixes: tuple[str, ...]
    description: str
    module: str
    geometry: bool = False
    """Whether the module also has ``read_mesh(path, context, *, materials)`` for scene files that name meshes."""

    def load(self, path: Path, context: LoadContext) -> Scene:
        """The whole file as a scene."""
        scene: Scene = importlib.import_module(self.module).load(path, context)
        return scene

    def read_mesh(self, path: Path, context: LoadContext, *, materials: bool = True) -> list[Part]:
        """Only the geometry, in the coordinates of the file; materials and their pictures if wanted."""
        parts: list[Part] = importlib.import_module(self.module).read_mesh(path, context, materials=materials)
        return parts


LOADERS: tuple[Loader, ...] = (
    Loader((".toml",), "Raytracer scene", "raytracer.io.toml_scene"),
    Loader((".gltf", ".glb"), "glTF 2.0", "raytracer.io.gltf"),
    Loader((".xml",), "Mitsuba scene", "raytracer.io.mitsuba"),
    Loader((".obj",), "Wavefront OBJ", "raytracer.io.obj", geometry=True),
    Loader((".ply",), "Stanford PLY", "raytracer.io.ply", geometry=True),
    Loader((".stl",), "STL", "raytracer.io.stl", geometry=True),
)


def suffixes() -> list[str]:
    """All suffixes that can be opened."""
    return [suffix for loader in LOADERS for suffix in loader.suffixes]


def find_loader(path: Path) -> Loader:
    """By suffix, in any case; by content where the suffix is unknown. Raises ``InputError`` that lists the formats."""
    by_suffix = {suffix: loader for loader in LOADERS for suffix in loader.suffixes}
    loader = by_suffix.get(path.suffix.lower()) or by_suffix.get(sniffing.suffix_of_content(path))
    if loader is not None:
        return loader
    raise InputError(
        f"unknown kind of file {path.suffix!r}", where=str(path), remedy=f"one of {' '.join(suffixes())} is needed"
    )


def load_scene(
    path: Path,
    *,
    allow_outside: bool = False,
    keep_going: bool = False,
    progress: Callable[[str, float | None], None] | None = None,
    text: str | None = None,
) -> LoadResult:
    """Reads any scene or mesh file into a checked scene, with notes on what was ignored, repaired or missing.

    ``text`` is read instead of the contents of a TOML file.
    Raises ``InputError`` for whatever is wrong with the file, and ``KeyboardInterrupt`` when ``progress`` does.
    """
    path = Path(path)
    _check_readable(path)
    trusted = (assets_dir(),) if path.resolve().is_relative_to(scenes_dir().resolve()) else ()
    context = LoadContext(path.parent, allow_outside=allow_outside, keep_going=keep_going, trusted_roots=trusted)
    context.text = text
    if progress is not None:
        context.progress = progress
    context.progress(f"reading {path.name}", None)
    scene = _guarded(path, lambda: _checked(find_loader(path).load(path, context)))
    advice = unreachable_lights(scene)
    if advice:
        context.report.note("unsupported", advice, path.name)
    return LoadResult(scene, context.report.notes, path, context.text, context.origin)


def read_mesh_file(path: Path, context: LoadContext, *, materials: bool = True) -> list[Part]:
    """Meshes and materials of a geometry file that a scene file names, in the coordinates of the file.

    Without ``materials`` libraries and pictures are not looked for, nor missed. glTF files give their visible instances
    with the transforms applied. Raises ``InputError``.
    """
    _check_readable(path)
    loader = find_loader(path)
    if loader.geometry:
        return _guarded(path, lambda: loader.read_mesh(path, context, materials=materials))
    if loader.module.endswith(".gltf"):
        return _guarded(path, lambda: flatten(loader.load(path, context)))
    names = " ".join(s for other in LOADERS if other.geometry for s in other.suffixes)
    raise InputError(f"a {loader.description} is not a mesh", where=str(path), remedy=f"one of {names} .gltf .glb")


def flatten(scene: Scene) -> list[Part]:
    """The visible meshes of a scene with their transforms applied, each with its material."""
    return [
        (transformed(shape, instance.world_from_object), scene.materials[instance.material])
        for instance in scene.instances
        if instance.visible and isinstance(shape := scene.shapes[instance.shape], Mesh)
    ]


def _check_readable(path: Path) -> None:
    """Raises ``InputError`` for what cannot be a scene: missing, a folder, a device, empty."""
    try:
        status = path.stat()
    except FileNotFoundError as error:
        raise InputError("file not found", where=str(path)) from error
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {_reason(error)}", where=str(path)) from error
    if stat.S_ISDIR(status.st_mode):
        raise InputError("is a folder", where=str(path), remedy="name the scene file in it")
    if not stat.S_ISREG(status.st_mode):
        raise InputError("is not a regular file", where=str(path))
    if status.st_size == 0:
        raise InputError("the file is empty (0 bytes)", where=str(path), remedy="export or copy it again")


def _checked(scene: Scene) -> Scene:
    scene.check()
    return scene


_T = TypeVar("_T")


def _guarded(path: Path, read: Callable[[], _T]) -> _T:
    """Runs a loader; what the system or the validation raises becomes an ``InputError`` about ``path``."""
    try:
        return read()
    except RaytracerError:
        raise
    except MemoryError as error:
        raise InputError("not enough memory to load it", where=str(path)) from error
    except RecursionError as error:
        raise InputError("it is nested too deeply", where=str(path)) from error
    except UnicodeError as error:
        raise InputError(f"its text cannot be decoded: {_reason(error)}", where=str(path)) from error
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {_reason(error)}", where=str(path)) from error


def _reason(error: Exception) -> str:
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(text.split())
