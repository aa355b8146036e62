"""The whole scene file: which tables there are at the top and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from raytracer.errors import InputError
from raytracer.io.images import read_sky
from raytracer.io.report import LoadContext, Origin
from raytracer.io.toml_scene.build import GeometryBuilder
from raytracer.io.toml_scene.materials import MaterialReader
from raytracer.io.toml_scene.overrides import apply_overrides, load_base
from raytracer.io.toml_scene.scan import KeyPath
from raytracer.io.toml_scene.source import Source, read, shown
from raytracer.scene import (
    Camera,
    DirectionalLight,
    Environment,
    Image,
    PointLight,
    RenderSettings,
    Scene,
    SpotLight,
    ViewSettings,
)
from raytracer.scene.image_map import images_of
from raytracer.scene.model import Model, Vec3, quantity

S = TypeVar("S", RenderSettings, ViewSettings)

FORMAT = 1
TOP_LEVEL = {
    "format": "Version of the format: 1",
    "base": "A scene of another format that this one starts from: path of a glTF, OBJ, Mitsuba ... file",
    "without": "What of the base is left out: lights, environment, medium",
    "overrides": "What is different about materials and objects that the base, or a mesh file, brings",
    "name": "Title of the scene",
    "description": "What it shows, one line",
    "camera": "The camera",
    "cameras": "Several cameras instead, each with a name",
    "active_camera": "Name of the camera that renders; the first one if unset",
    "materials": "Materials by name",
    "textures": "Textures by name, for use in several materials",
    "media": "Participating media by name, for use as interiors",
    "shapes": "What is in the scene",
    "lights": "Lights without a surface",
    "environment": "The sky",
    "medium": "Fog that fills all space outside closed bodies",
    "render": "How the light is estimated",
    "view": "How radiance becomes a picture",
}
LIGHTS: dict[str, type[PointLight | SpotLight | DirectionalLight]] = {
    "point": PointLight,
    "spot": SpotLight,
    "directional": DirectionalLight,
}
ENVIRONMENT_KEYS = tuple(key for key in Environment.model_fields if key != "parameters")


class Aim(Model):
    """What a spot light may say instead of a direction."""

    aim_at: Vec3 = quantity((0.0, 0.0, 0.0), "The point in the middle of the cone", unit="m")


MAX_TABLES = 100_000
"""Of one kind: shapes, lights, materials ..."""


def load(path: Path, context: LoadContext) -> Scene:
    """Reads a scene file. Raises ``InputError`` with file, line, key and remedy for anything that is wrong in it."""
    source = read(path, context.text)
    context.text = source.text
    _check_top_level(source)
    reader = MaterialReader(source, context)
    base = load_base(source, context, reader)
    scene = base or Scene(name=path.stem)
    scene.name = _text(source, "name", scene.name)
    scene.description = _text(source, "description", scene.description)
    scene.settings = _over(source, "render", scene.settings)
    scene.view = _over(source, "view", scene.view)
    reader.shader("views", scene.view.view, ("view", "view"))
    reader.pictures = images_of(scene)
    _check_unused(reader)
    first = len(scene.materials)
    materials = source.named_tables("materials")
    scene.materials += [reader.material(name, data, place) for name, place, data in materials]
    context.origin = _add_contents(reader, scene, context, first)
    scene.cameras, scene.active_camera = _cameras(source, scene, base)
    reader.pictures = list(context.origin.pictures)
    scene = apply_overrides(reader, scene)
    _note_darkness(scene, context, str(path))
    return scene


def _add_contents(reader: MaterialReader, scene: Scene, context: LoadContext, first: int) -> Origin:
    """Shapes, lights, sky and fog; where each object and material is written. Own materials begin at ``first``."""
    source = reader.source
    materials = source.named_tables("materials")
    builder = GeometryBuilder(reader, scene, {name: first + i for i, (name, _, _) in enumerate(materials)})
    builder.places += [()] * len(scene.instances)
    _add_each(source, "shapes", builder.add, context)
    if "lights" in source.data:
        scene.lights = []
    _add_each(source, "lights", lambda data, place: _add_light(source, scene, data, place), context)
    if "environment" in source.data:
        scene.environment = _environment(reader, source.table(source.data["environment"], ("environment",)))
    if "medium" in source.data:
        scene.medium = reader.medium(source.data["medium"], ("medium",))
    places: list[KeyPath | None] = [None] * first
    places += [place for _, place, _ in materials]
    places += [None] * (len(scene.materials) - len(places))
    brought = [material for material, place in zip(scene.materials, places, strict=True) if place is None]
    pictures = [*reader.pictures, *images_of(Scene(materials=brought))]
    return Origin(tuple(builder.places), tuple(places), tuple({id(image): image for image in pictures}.values()))


def _over(source: Source, key: str, old: S) -> S:
    """A model with what the table of that name says."""
    data = source.table(source.data.get(key, {}), (key,))
    given = source.check(type(old), data, (key,))
    return old.model_copy(update={name: getattr(given, name) for name in data})


def _check_top_level(source: Source) -> None:
    for key in source.data:
        if key not in TOP_LEVEL:
            raise source.unknown_key((key,), TOP_LEVEL)
    if "format" not in source.data:
        raise source.error((), "the key 'format' is missing", f"begin the file with: format = {FORMAT}")
    version = source.data["format"]
    if version != FORMAT or not isinstance(version, int) or isinstance(version, bool):
        raise source.error(("format",), f"this program reads format {FORMAT}, not {shown(version)}")
    for key in ("materials", "textures", "media", "shapes", "lights", "cameras"):
        value = source.data.get(key, ())
        if isinstance(value, (dict, list)) and len(value) > MAX_TABLES:
            raise source.error((key,), f"more than {MAX_TABLES:,} of them")


def _text(source: Source, key: str, default: str) -> str:
    value = source.data.get(key, default)
    if not isinstance(value, str):
        raise source.error((key,), f"must be text in quotes, not {shown(value)}")
    return value


def _table(source: Source, key: str, model: Any) -> Any:
    return source.check(model, source.data.get(key, {}), (key,))


def _check_unused(reader: MaterialReader) -> None:
    """Textures and media are checked whether or not anything refers to them."""
    for _, path, data in reader.source.named_tables("textures"):
        reader.texture_table(data, path)
    for _, path, data in reader.source.named_tables("media"):
        reader.medium(data, path)


def _add_each(source: Source, key: str, add: Callable[[dict[str, Any], KeyPath], str], context: LoadContext) -> None:
    """Adds all tables of an array; names that are given must be unique."""
    seen: dict[str, KeyPath] = {}
    tables = source.tables(key)
    for i, (path, data) in enumerate(tables):
        if i % 256 == 0:
            context.progress(f"reading {key}", i / len(tables))
        name = add(data, path)
        if name and "name" in data:
            if name in seen:
                first = source.where(seen[name]).rpartition(":")[2]
                raise source.error((*path, "name"), f"{name!r} is the name of another one, in line {first}")
            seen[name] = (*path, "name")


def _add_light(source: Source, scene: Scene, data: dict[str, Any], path: KeyPath) -> str:
    if "kind" not in data:
        raise source.error((*path, "kind"), "is required", f"one of {', '.join(LIGHTS)}")
    if data["kind"] not in LIGHTS:
        raise source.unknown_name((*path, "kind"), "kind of light", str(data["kind"]), LIGHTS)
    if data["kind"] == "spot" and "aim_at" in data:
        data = _aimed(source, data, path)
    light = source.check(LIGHTS[data["kind"]], data, path)
    if isinstance(light, (SpotLight, DirectionalLight)) and not any(light.direction):
        raise source.error((*path, "direction"), "must not be zero")
    if isinstance(light, SpotLight) and light.inner_angle_deg > light.outer_angle_deg:
        raise source.error((*path, "inner_angle_deg"), "must not be larger than outer_angle_deg")
    scene.lights.append(light)
    return light.name


def _aimed(source: Source, data: dict[str, Any], path: KeyPath) -> dict[str, Any]:
    """The table of a spot light with ``aim_at`` turned into a direction."""
    if "direction" in data:
        raise source.error((*path, "aim_at"), "cannot be combined with direction", "keep one of them")
    rest = {k: v for k, v in data.items() if k != "aim_at"}
    light = source.check(SpotLight, rest, path)
    aim = source.check(Aim, {"aim_at": data["aim_at"]}, path)
    direction = np.subtract(aim.aim_at, light.position)
    if not direction.any():
        raise source.error((*path, "aim_at"), "is where the light itself stands")
    return {**rest, "direction": direction.tolist()}


def _environment(reader: MaterialReader, data: dict[str, Any]) -> Environment:
    source, path = reader.source, ("environment",)
    fixed = {k: v for k, v in data.items() if k in ENVIRONMENT_KEYS and k != "image"}
    fixed.setdefault("sky", "image" if "image" in data else "constant")
    environment = source.check(Environment, fixed, path)
    shader = reader.shader("skies", environment.sky, (*path, "sky"))
    rest = {k: v for k, v in data.items() if k not in ENVIRONMENT_KEYS}
    parameters = reader.plain_parameters(shader, rest, set(ENVIRONMENT_KEYS), path)
    image = _sky_image(reader, data["image"], (*path, "image")) if "image" in data else None
    if environment.sky == "image" and image is None:
        raise source.error((*path, "image"), "is required for this sky")
    return environment.model_copy(update={"parameters": parameters, "image": image})


def _sky_image(reader: MaterialReader, name: Any, path: KeyPath) -> Image:
    if not isinstance(name, str):
        raise reader.source.error(path, f"must be the path of a picture, not {shown(name)}")
    try:
        return read_sky(reader.resolve(name, path), reader.context.report)
    except InputError as error:
        if not reader.context.keep_going:
            raise
        reader.context.report.note("missing", error.message, error.where)
        return Image(name, np.full((1, 1, 3), 0.5, np.float32), "linear")


def _cameras(source: Source, scene: Scene, base: Scene | None) -> tuple[list[Camera], int]:
    if base is not None and "camera" not in source.data and "cameras" not in source.data:
        names = [camera.name for camera in scene.cameras]
        active = _text(source, "active_camera", names[scene.active_camera])
        if active not in names:
            raise source.unknown_name(("active_camera",), "camera", active, names)
        return scene.cameras, names.index(active)
    if "camera" in source.data and "cameras" in source.data:
        raise source.error(("cameras",), "cannot be combined with [camera]", "write [[cameras]] for each of them")
    if "camera" in source.data:
        cameras = [_table(source, "camera", Camera)]
    else:
        cameras = [source.check(Camera, data, path) for path, data in source.tables("cameras")]
    names = [camera.name for camera in cameras]
    for i, name in enumerate(names):
        if name in names[:i]:
            raise source.error(("cameras", i, "name"), f"{name!r} is the name of another camera")
    if not cameras:
        aspect = scene.settings.width / scene.settings.height
        cameras = [Camera.framing(*scene.bounds(), aspect=aspect)]
        names = [cameras[0].name]
    active = _text(source, "active_camera", names[0])
    if active not in names:
        raise source.unknown_name(("active_camera",), "camera", active, names)
    return cameras, names.index(active)


def _note_darkness(scene: Scene, context: LoadContext, where: str) -> None:
    glows = any(scene.materials[i.material].emits for i in scene.instances if i.visible)
    if not (glows or scene.lights or scene.environment):
        context.report.note("missing", "nothing in the scene shines: the picture stays black", where)


__all__ = ["FORMAT", "LIGHTS", "TOP_LEVEL", "load"]
