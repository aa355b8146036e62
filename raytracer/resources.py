"""The only code that knows where ``scenes/``, ``shaders/`` and ``assets/`` are, in a checkout or in a wheel."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _folder(name: str) -> Path:
    """The folder ``name`` beside the package (checkout) or inside it (wheel)."""
    inside = _PACKAGE / "_data" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def scenes_dir() -> Path:
    """Folder of the scenes that ship with the project."""
    return _folder("scenes")


def shaders_dir() -> Path:
    """Folder of the shaders that ship with the project."""
    return _folder("shaders")


def assets_dir() -> Path:
    """Folder of meshes, textures, skies and icons that ship with the project."""
    return _folder("assets")


def start_scene() -> Path:
    """The scene the app opens when none is named."""
    return scenes_dir() / "start.toml"


def user_dir(kind: str) -> Path:
    """Per-user folder for ``kind`` ("cache" or "config"), created on demand.

    ``RAYTRACER_HOME`` overrides the platform's own place (used by tests and by portable installs).
    """
    override = os.environ.get("RAYTRACER_HOME")
    if override:
        path = Path(override) / kind
    elif sys.platform == "win32":
        path = Path(os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local"))) / "raytracer" / kind
    elif sys.platform == "darwin":
        library = Path.home() / "Library"
        path = (library / "Caches" if kind == "cache" else library / "Application Support") / "raytracer"
    else:
        default = ".cache" if kind == "cache" else ".config"
        path = Path(os.environ.get(f"XDG_{kind.upper()}_HOME", str(Path.home() / default))) / "raytracer"
    try:
        path.mkdir(parents=True, exist_ok=True)
        if os.access(path, os.W_OK):
            return path
    except OSError:
        pass
    return _temporary_dir(kind)


def _temporary_dir(kind: str) -> Path:
    """Stands in where there is no home to write to (a server, a container): one folder per user, not shared."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    path = Path(tempfile.gettempdir()) / f"raytracer-{user}" / kind
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if hasattr(os, "getuid") and path.parent.stat().st_uid != os.getuid():
        return Path(tempfile.mkdtemp(prefix="raytracer-"))  # somebody else made it: nothing of theirs is to be run
    path.mkdir(exist_ok=True)
    return path
