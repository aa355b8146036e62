"""KHR_lights_punctual: candela and lux are taken as the same numbers in W/sr and W/m2; node scale changes nothing."""

from __future__ import annotations

import math

import numpy as np

from raytracer.io.gltf.document import Document, Entry
from raytracer.scene import DirectionalLight, PointLight, SpotLight

EXTENSION = "KHR_lights_punctual"
_NARROWEST_DEG = 1e-3
_BRIGHTEST = 1e20


def read_light(
    document: Document, reference: Entry, world: np.ndarray, name: str
) -> PointLight | SpotLight | DirectionalLight:
    """The light that a node's extension object ``reference`` names, at ``world`` (4, 4); it shines along local -Z."""
    entry = _light(document, reference)
    name = name or entry.name or "light"
    intensity = min(max(entry.number("intensity", 1.0), 0.0), _BRIGHTEST)
    red, green, blue = (min(max(c, 0.0), 1e6) * intensity for c in entry.numbers("color", 3, (1.0, 1.0, 1.0)))
    if "range" in entry:
        document.note("ignored", f"{EXTENSION}: the range of lights; they fall off with the squared distance")
    position = (float(world[0, 3]), float(world[1, 3]), float(world[2, 3]))
    direction = _direction(document, reference, world)
    kind = entry.string("type")
    if kind == "point":
        return PointLight(name=name, position=position, intensity=(red, green, blue))
    if kind == "directional":
        return DirectionalLight(name=name, direction=direction, irradiance=(red, green, blue))
    if kind == "spot":
        inner, outer = _cone(document, entry)
        return SpotLight(
            name=name,
            position=position,
            direction=direction,
            intensity=(red, green, blue),
            inner_angle_deg=inner,
            outer_angle_deg=outer,
        )
    raise entry.error(f"must be 'point', 'spot' or 'directional', not {kind[:40]!r}", key="type")


def _light(document: Document, reference: Entry) -> Entry:
    lights = document.root.extension(EXTENSION)
    entries = lights.entries("lights") if lights is not None else []
    index = reference.integer("light")
    if index >= len(entries):
        raise reference.error(f"names light {index}, but the file has {len(entries)}")
    return entries[index]


def _direction(document: Document, reference: Entry, world: np.ndarray) -> tuple[float, float, float]:
    axis = -world[:3, 2]
    length = float(np.linalg.norm(axis))
    if length == 0.0:
        document.note("repaired", "a light on a node of zero scale shines along -Z", reference)
        return (0.0, 0.0, -1.0)
    x, y, z = axis / length
    return float(x), float(y), float(z)


def _cone(document: Document, entry: Entry) -> tuple[float, float]:
    """Inner and outer angle in degrees, 0 <= inner <= outer <= 90, outer above zero."""
    spot = entry.entry("spot") or Entry({}, entry.where)
    inner = math.degrees(spot.number("innerConeAngle", 0.0))
    outer = math.degrees(spot.number("outerConeAngle", math.pi / 4.0))
    fitting_outer = min(max(outer, _NARROWEST_DEG), 90.0)
    fitting_inner = min(max(inner, 0.0), fitting_outer)
    if abs(fitting_outer - outer) > 1e-4 or abs(fitting_inner - inner) > 1e-4:
        document.note("repaired", "the cone angles of a spot light are out of range", entry)
    return fitting_inner, fitting_outer
