"""Edits as values: small, picklable, applied alike to the app's outline of a scene and to the worker's whole scene.

``Set`` replaces what stands at a key path, ``Insert`` and ``Remove`` change the lists. ``apply`` gives a new scene and
leaves the old one as it is; ``inverse`` gives the edit that leads back; ``invalidates`` says what is stale afterwards.
Pixels never travel: an image that crosses a process boundary is a stand-in whose ``key`` names the real one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Flag, auto
from typing import Any, Literal

from raytracer.errors import InputError
from raytracer.scene.edit_checks import LISTS, changed, check_item, dotted
from raytracer.scene.material import Material
from raytracer.scene.scene import Scene

KeyPath = tuple[str | int, ...]
"""Fields, list indices and dictionary keys from the scene down: ``("materials", 3, "parameters", "ior")``."""

Collection = Literal["instances", "lights", "materials", "cameras", "shapes"]


@dataclass(frozen=True)
class Set:
    """Puts ``value`` where ``path`` leads. A transform is four tuples of four numbers."""

    path: KeyPath
    value: Any


@dataclass(frozen=True)
class Insert:
    """Puts ``item`` into a list before ``index``. Indices that refer into the list move along."""

    collection: Collection
    index: int
    item: Any


@dataclass(frozen=True)
class Remove:
    """Takes an item out of a list; refused while something refers to it."""

    collection: Collection
    index: int


Edit = Set | Insert | Remove


class Invalidates(Flag):
    """Parts derived from the scene that an edit makes stale."""

    NOTHING = 0
    PICTURE = auto()
    """The view: exposure, tone curve. The film stays."""
    FILM = auto()
    """Accumulated samples: camera, settings."""
    RECORDS = auto()
    """Packed materials, lights, media, sky: re-upload, clear the film, keep geometry and kernels."""
    GEOMETRY = auto()
    """Triangles and the BVH."""
    KERNELS = auto()
    """The set of shaders or features in use: compile again."""


CAMERA = Invalidates.FILM | Invalidates.PICTURE
VIEW = Invalidates.PICTURE
SETTINGS = Invalidates.FILM | Invalidates.PICTURE
MATERIAL = Invalidates.RECORDS | CAMERA
LIGHT = MATERIAL
ENVIRONMENT = MATERIAL
PLACEMENT = Invalidates.GEOMETRY | MATERIAL
EVERYTHING = Invalidates.PICTURE | Invalidates.FILM | Invalidates.RECORDS | Invalidates.GEOMETRY | Invalidates.KERNELS

_ROOTS: dict[str, Invalidates] = {
    "name": Invalidates.NOTHING,
    "description": Invalidates.NOTHING,
    "view": VIEW,
    "settings": SETTINGS,
    "active_camera": CAMERA,
    "cameras": CAMERA,
    "materials": MATERIAL,
    "lights": LIGHT,
    "environment": ENVIRONMENT,
    "medium": MATERIAL,
    "instances": PLACEMENT,
    "shapes": PLACEMENT,
}
_NOT_RENDERED = ("name", "description", "view", "settings", "active_camera", "cameras")


# ---------------------------------------------------------------- applying


def apply(edit: Edit, scene: Scene) -> Scene:
    """The scene after the edit. ``InputError`` with the key path for a place or a value that cannot be."""
    if isinstance(edit, Set):
        return _set(edit, scene)
    items = _list(scene, edit.collection)
    if isinstance(edit, Insert):
        if not 0 <= edit.index <= len(items):
            raise InputError(f"{edit.collection}[{edit.index}]: there are {len(items)}")
        new = _with_list(scene, edit.collection, [*items[: edit.index], edit.item, *items[edit.index :]])
        new = _shifted(new, edit.collection, edit.index, 1)
        check_item(new, (edit.collection, edit.index))
        return new
    _at(items, edit.index, (edit.collection, edit.index))
    _check_unused(scene, edit)
    new = _with_list(scene, edit.collection, [*items[: edit.index], *items[edit.index + 1 :]])
    return _shifted(new, edit.collection, edit.index, -1)


def apply_all(edits: Iterable[Edit], scene: Scene) -> Scene:
    """One after the other; all or nothing."""
    for edit in edits:
        scene = apply(edit, scene)
    return scene


def _set(edit: Set, scene: Scene) -> Scene:
    root = edit.path[0] if edit.path else ""
    if root not in _ROOTS:
        raise InputError(f"{dotted(edit.path) or 'the scene'}: cannot be changed")
    new = changed(scene, edit.path, edit.value)
    assert isinstance(new, Scene)
    check_item(new, edit.path[:2] if root in LISTS else edit.path[:1])
    return new


def _shifted(scene: Scene, collection: str, index: int, by: int) -> Scene:
    """References into a list after an item came (``by`` 1) or went (-1) at ``index``."""
    start = index if by > 0 else index + 1
    if collection == "cameras":
        active = scene.active_camera
        return replace(scene, active_camera=active + by) if active >= start else scene
    field = {"materials": "material", "shapes": "shape"}.get(collection)
    if field is None:
        return scene
    instances = [
        replace(i, **{field: getattr(i, field) + by}) if getattr(i, field) >= start else i for i in scene.instances
    ]
    return _with_list(scene, "instances", instances)


def _check_unused(scene: Scene, edit: Remove) -> None:
    place = f"{edit.collection}[{edit.index}]"
    if edit.collection == "cameras" and edit.index == scene.active_camera:
        raise InputError(f"{place}: is the camera that renders", remedy="choose another one first")
    field = {"materials": "material", "shapes": "shape"}.get(edit.collection)
    users = sum(getattr(i, field) == edit.index for i in scene.instances) if field else 0
    if users:
        raise InputError(
            f"{place}: is used by {users} object{'s' if users > 1 else ''}", remedy="give them another one first"
        )


# ---------------------------------------------------------------- undoing


def inverse(edit: Edit, scene: Scene) -> Edit:
    """The edit that takes ``apply(edit, scene)`` back to ``scene``."""
    if isinstance(edit, Insert):
        return Remove(edit.collection, edit.index)
    if isinstance(edit, Remove):
        items = _list(scene, edit.collection)
        return Insert(edit.collection, edit.index, _at(items, edit.index, (edit.collection, edit.index)))
    value: Any = scene
    found: Any = scene
    for depth, key in enumerate(edit.path):
        found = value
        if isinstance(value, dict) and key not in value:  # a parameter that had its default: all of them come back
            return Set(edit.path[:depth], dict(value))
        value = getattr(value, str(key)) if not isinstance(value, (list, dict)) else value[key]  # type: ignore[index]
    if edit.path[-1] == "world_from_object":
        return Set(edit.path, matrix_value(value))
    return Set(edit.path, dict(value) if isinstance(value, dict) and found is not scene else value)


def inverse_all(edits: Iterable[Edit], scene: Scene) -> tuple[Edit, ...]:
    """The edits that take ``apply_all(edits, scene)`` back to ``scene``."""
    back: list[Edit] = []
    for edit in edits:
        back.append(inverse(edit, scene))
        scene = apply(edit, scene)
    return tuple(reversed(back))


def matrix_value(matrix: Any) -> tuple[tuple[float, ...], ...]:
    """A (4, 4) transform as an edit carries it."""
    return tuple(tuple(float(v) for v in row) for row in matrix)


def compact(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The same without values that the next edit replaces anyway."""
    kept: list[Edit] = []
    for edit in edits:
        last = kept[-1] if kept else None
        if isinstance(edit, Set) and isinstance(last, Set) and edit.path == last.path[: len(edit.path)]:
            kept.pop()
        kept.append(edit)
    return tuple(kept)


def rendered(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Those of which a renderer must be told; camera, settings and view have commands of their own, names none."""
    return tuple(edit for edit in edits if root_of(edit) not in _NOT_RENDERED)


def contents(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Those that change what is in the scene, not only how it is looked at."""
    return tuple(edit for edit in edits if root_of(edit) not in ("view", "settings", "active_camera", "cameras"))


def root_of(edit: Edit) -> str:
    """The field of the scene that it changes."""
    return str(edit.path[0]) if isinstance(edit, Set) else edit.collection


# ---------------------------------------------------------------- what becomes stale


def invalidates(edit: Edit, scene: Scene) -> Invalidates:
    """What the edit makes stale. The engine compiles again where its own comparison of features says so, too."""
    root = root_of(edit)
    stale = _ROOTS.get(root, EVERYTHING)
    if isinstance(edit, Set) and edit.path[-1] == "name":
        return Invalidates.NOTHING
    if root == "cameras" and isinstance(edit, Set):
        return stale if edit.path[1] == scene.active_camera else Invalidates.NOTHING
    if root in ("cameras", "shapes") or (root == "materials" and not isinstance(edit, Set)):
        return PLACEMENT if root == "materials" else Invalidates.NOTHING  # nobody uses what comes or goes
    if not isinstance(edit, Set) or _features(scene, edit.path) != _features(apply(edit, scene), edit.path):
        stale |= Invalidates.KERNELS
        if root == "materials":  # textures and normal maps decide what is stored at the vertices
            stale |= Invalidates.GEOMETRY
    return stale


def invalidates_all(edits: Iterable[Edit], scene: Scene) -> Invalidates:
    """What all of them together make stale."""
    stale = Invalidates.NOTHING
    for edit in edits:
        stale |= invalidates(edit, scene)
        scene = apply(edit, scene)
    return stale


def _features(scene: Scene, path: KeyPath) -> object:
    """What kernels are compiled for, as far as the model knows and the edited part decides."""
    root = path[0]
    if root == "environment":
        sky = scene.environment
        return None if sky is None else (sky.sky, sky.image is not None)
    if root == "medium":
        return None if scene.medium is None else scene.medium.shader
    if root == "materials":
        return _material_features(_at(scene.materials, int(path[1]), path[:2]))
    if root == "instances":
        instance = _at(scene.instances, int(path[1]), path[:2])
        return instance.visible, instance.shape, instance.material
    return None


def _material_features(material: Material) -> object:
    inputs = (material.emission, material.opacity, *material.parameters.values())
    textures = frozenset(i.texture.shader for i in inputs if i.texture is not None)
    interior = material.interior.shader if material.interior is not None else ""
    normals = material.normal_map.shader if material.normal_map is not None else ""
    mode, colors = material.alpha_mode, material.vertex_colors
    return material.surface, mode, material.emits, interior, normals, colors, textures


def _with_list(scene: Scene, collection: str, items: list[Any]) -> Scene:
    fields: dict[str, Any] = {collection: items}
    return replace(scene, **fields)


def _list(scene: Scene, collection: str) -> list[Any]:
    if collection not in LISTS:
        raise InputError(f"{collection}: is not a list of the scene")
    items: list[Any] = getattr(scene, collection)
    return items


def _at(items: list[Any], index: int, path: KeyPath) -> Any:
    if not 0 <= index < len(items):
        raise InputError(f"{dotted(path)}: there {'is' if len(items) == 1 else 'are'} only {len(items)}")
    return items[index]
