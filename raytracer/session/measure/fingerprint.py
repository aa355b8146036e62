"""Names for what is rendered: the same hash, the same picture. Unlike a path, it notices that a file has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel

import raytracer
from raytracer.resources import shaders_dir
from raytracer.scene import Scene

_DIGITS = 16
_NOT_CONTENT = ("cameras", "active_camera", "settings", "view", "description")
"""Fields of a scene that have a hash of their own, or none."""
_NAMES = ("name",)
"""Change nothing that is seen, and may hold a folder of this machine."""
_NOT_WORK = ("spp", "seed", "region")


def scene_hash(scene: Scene) -> str:
    """Geometry, materials, textures, media, lights and sky; not cameras, settings and names of the scene itself."""
    digest = hashlib.sha256()
    for field in fields(scene):
        if field.name not in (*_NOT_CONTENT, *_NAMES):
            _feed(digest, field.name)
            _feed(digest, getattr(scene, field.name))
    return digest.hexdigest()[:_DIGITS]


def picture_hash(scene: Scene, contents: str) -> str:
    """What is to be rendered: contents (their hash), camera, settings without samples and seed."""
    digest = hashlib.sha256()
    _feed(digest, contents)
    _feed(digest, scene.camera.model_dump(exclude={"name"}))
    _feed(digest, scene.settings.model_dump(exclude=set(_NOT_WORK)))
    return digest.hexdigest()[:_DIGITS]


def work_hash(picture: str) -> str:
    """What converges to one and the same picture: what is to be rendered, and the source of the renderer."""
    return hashlib.sha256(f"{picture} {engine_hash()}".encode()).hexdigest()[:_DIGITS]


def engine_hash() -> str:
    """The renderer's own source and the shaders that ship with it."""
    digest = hashlib.sha256()
    package = Path(raytracer.__file__).parent / "engine"
    for folder in (package, shaders_dir()):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:_DIGITS]


def _feed(digest: Any, value: Any) -> None:
    """Adds a value, with its kind and length, so that no two different values read the same."""
    if isinstance(value, np.ndarray):
        digest.update(f"array {value.dtype.str} {value.shape} ".encode())
        digest.update(np.ascontiguousarray(value).data)
    elif isinstance(value, BaseModel):
        _feed(digest, type(value).__name__)
        _feed(digest, {name: getattr(value, name) for name in type(value).model_fields if name not in _NAMES})
    elif is_dataclass(value) and not isinstance(value, type):
        _feed(digest, type(value).__name__)
        _feed(digest, {f.name: getattr(value, f.name) for f in fields(value) if f.name not in _NAMES})
    elif isinstance(value, Mapping):
        digest.update(f"map {len(value)} ".encode())
        for name in sorted(value, key=str):
            _feed(digest, str(name))
            _feed(digest, value[name])
    elif isinstance(value, (list, tuple)):
        digest.update(f"list {len(value)} ".encode())
        for item in value:
            _feed(digest, item)
    else:
        text = repr(value).encode("utf-8", errors="surrogatepass")
        digest.update(f"{type(value).__name__} {len(text)} ".encode())
        digest.update(text)
