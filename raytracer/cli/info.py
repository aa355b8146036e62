"""``raytracer info``: what is in a scene file, what was left out of it, and the memory it needs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from raytracer.cli.options import AllowOutside, KeepGoing
from raytracer.cli.table import format_table

if TYPE_CHECKING:
    from raytracer.io.report import LoadResult
    from raytracer.scene import Scene


def info(
    scene: Annotated[Path, typer.Argument(metavar="SCENE", help="Scene file.", show_default=False)],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")] = False,
    allow_outside: AllowOutside = False,
    keep_going: KeepGoing = False,
) -> None:
    """Show what is in a scene file.

    Also what was ignored or is not supported, and the memory that rendering needs.
    """
    from raytracer.io.table import load_scene

    facts = gather(scene, load_scene(scene, allow_outside=allow_outside, keep_going=keep_going))
    print(json.dumps(facts, indent=2, ensure_ascii=False) if as_json else describe(facts))


def gather(path: Path, loaded: LoadResult) -> dict[str, Any]:
    """Everything worth knowing, as plain data. Lengths in metres, memory in bytes."""
    from raytracer.session import memory

    scene = loaded.scene
    settings = scene.settings
    lower, upper = scene.bounds()
    finite = bool((upper >= lower).all())
    return {
        "scene": str(path),
        "name": scene.name,
        "description": scene.description,
        "triangles": scene.triangle_count,
        "shapes": len(scene.shapes),
        "instances": len(scene.instances),
        "bounds": [lower.tolist(), upper.tolist()] if finite else None,
        "cameras": [camera.name for camera in scene.cameras],
        "active_camera": scene.camera.name,
        "surfaces": dict(Counter(material.surface for material in scene.materials)),
        "emitting_materials": sum(material.emits for material in scene.materials),
        "lights": dict(Counter(type(light).__name__ for light in scene.lights)),
        "environment": scene.environment.sky if scene.environment else None,
        "media": _media(scene),
        "images": memory.image_count(scene),
        "width": settings.width,
        "height": settings.height,
        "spp": settings.spp,
        "max_depth": settings.max_depth,
        "view": scene.view.view,
        "memory": {
            "scene_bytes": memory.device_bytes(scene),
            "image_bytes": memory.image_bytes(scene),
            "film_bytes": memory.film_bytes(settings.width, settings.height, denoised=scene.view.denoises),
        },
        "notes": [{"kind": note.kind, "text": note.text, "where": note.where} for note in loaded.notes],
    }


def describe(facts: dict[str, Any]) -> str:
    """The facts for people."""
    from raytracer.session.sizes import format_bytes

    memory = facts["memory"]
    total = memory["scene_bytes"] + memory["film_bytes"]
    rows = [
        ("name", facts["name"]),
        ("", facts["description"]),
        ("geometry", f"{facts['triangles']:,} triangles, {facts['shapes']} shapes, {facts['instances']} instances"),
        ("size", _size(facts["bounds"])),
        ("cameras", ", ".join(facts["cameras"])),
        ("surfaces", _counted(facts["surfaces"])),
        ("lights", _lights(facts)),
        ("media", str(facts["media"]) if facts["media"] else ""),
        ("images", f"{facts['images']}, {format_bytes(memory['image_bytes'])}" if facts["images"] else ""),
        ("picture", f"{facts['width']}x{facts['height']}, {facts['spp']} spp, paths up to {facts['max_depth']} rays"),
        (
            "memory",
            f"about {format_bytes(total)}: scene {format_bytes(memory['scene_bytes'])}, film "
            f"{format_bytes(memory['film_bytes'])}",
        ),
    ]
    lines = [f"{key:<10}{value}" for key, value in rows if value]
    if not facts["notes"]:
        return "\n".join(lines)
    notes = [(note["kind"], note["where"], note["text"]) for note in facts["notes"]]
    return "\n".join([*lines, "", format_table(("note", "where", "what"), notes)])


def _media(scene: Scene) -> int:
    """How many bodies are filled, and the fog outside."""
    return sum(m.interior is not None for m in scene.materials) + (scene.medium is not None)


def _size(bounds: list[list[float]] | None) -> str:
    if bounds is None:
        return "nothing to see"
    return " x ".join(f"{high - low:.4g}" for low, high in zip(*bounds, strict=True)) + " m"


def _lights(facts: dict[str, Any]) -> str:
    parts = [_counted(facts["lights"])] if facts["lights"] else []
    if facts["emitting_materials"]:
        parts.append(f"{facts['emitting_materials']} emitting materials")
    if facts["environment"]:
        parts.append(f"sky: {facts['environment']}")
    return ", ".join(parts) or "none: the picture will be black"


def _counted(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
