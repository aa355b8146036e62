"""Writes small Mitsuba scenes for the tests and loads them."""

from __future__ import annotations

from pathlib import Path

from raytracer.io.report import LoadNote
from raytracer.io.table import load_scene
from raytracer.scene import Material, Scene


def write(folder: Path, body: str, *, version: str = "3.0.0", name: str = "scene.xml") -> Path:
    """A scene file around ``body``; the body starts on line 2."""
    path = folder / name
    path.write_text(f'<scene version="{version}">\n{body}\n</scene>\n', encoding="utf-8")
    return path


def load(folder: Path, body: str, *, version: str = "3.0.0") -> Scene:
    """The scene of ``body``."""
    return load_scene(write(folder, body, version=version)).scene


def notes(folder: Path, body: str, *, version: str = "3.0.0") -> list[LoadNote]:
    """What the loader says about ``body``."""
    return load_scene(write(folder, body, version=version)).notes


def material(folder: Path, bsdf: str, *, version: str = "3.0.0") -> Material:
    """The material of a sphere with ``bsdf``."""
    scene = load(folder, f'<shape type="sphere">{bsdf}</shape>', version=version)
    return scene.materials[scene.instances[0].material]
