"""New objects and lights: at a sensible place, in front of the camera on what it looks at, and selected.

The middle of the picture is asked for what is seen there, so that the answer takes a moment.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, QPointF

from raytracer.app.aim import Aim
from raytracer.app.editor import Editor
from raytracer.app.items import Item, unused_name
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.navigation import as_point, height_at
from raytracer.app.studio import Studio
from raytracer.app.worker_state import Phase
from raytracer.scene import Camera, DirectionalLight, Input, Instance, Material, PointLight, SpotLight, matte
from raytracer.scene.edits import Edit, Insert
from raytracer.scene.new_shapes import FLAT, new_shape
from raytracer.scene.transform import rotate, scale, translate
from raytracer.session.scene_messages import PickHit

OBJECTS: dict[str, str] = {
    "sphere": QT_TR_NOOP("Sphere"),
    "box": QT_TR_NOOP("Cube"),
    "quad": QT_TR_NOOP("Rectangle"),
    "disk": QT_TR_NOOP("Disk"),
    "cylinder": QT_TR_NOOP("Cylinder"),
    "cone": QT_TR_NOOP("Cone"),
    "torus": QT_TR_NOOP("Ring"),
}
LIGHTS: dict[str, str] = {
    "point": QT_TR_NOOP("Point light"),
    "spot": QT_TR_NOOP("Spot light"),
    "area": QT_TR_NOOP("Area light"),
    "directional": QT_TR_NOOP("Sun (parallel light)"),
}
SHARE = 0.2
"""Size of a new object as a fraction of what the picture's height spans there."""
LIFT = 2e-3
"""How far what is flat floats above what it lies on, as a fraction of its size: surfaces at one place fight."""
ON_THE_WAY = 0.4
"""How far a new light stands from what is looked at towards the camera: nothing is in the way there."""
IN_VIEW, OUT_OF_VIEW = 0.2, 0.36
"""How far above that line, as a fraction of what the picture's height spans: a lamp that is seen, above the edge."""
IRRADIANCE = 3.0
"""What a new light gives to what is looked at, W/m²: white paper there is about as bright as white."""
SUN = (-0.4, -1.0, -0.3)
UP = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True)
class Spot:
    """Where something new goes: a point, the surface's normal there, and what the picture's height spans at it."""

    point: np.ndarray
    normal: np.ndarray
    height: float

    @property
    def size(self) -> float:
        """Of a new object, metres: 1, 2 or 5 times a power of ten."""
        wanted = SHARE * self.height
        power = 10.0 ** math.floor(math.log10(wanted))
        return float(power * max(step for step in (1.0, 2.0, 5.0) if step * power <= wanted * 1.001))


class Adding(QObject):
    """One per studio. Every addition is one step of the history."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._editor = studio.feature(Editor)
        self._aim = studio.feature(Aim)

    def add(self, kind: str) -> None:
        """``kind`` of ``OBJECTS`` or ``LIGHTS``; nothing while no scene is open."""
        studio = self._studio
        if studio.scene is None or studio.opening is not None:
            return
        if studio.worker.phase is Phase.READY:
            middle = QPointF(0.5 * studio.size[0], 0.5 * studio.size[1])
            self._aim.ask(self, middle, lambda hit: self._place(kind, hit))
        else:
            self._place(kind, None)

    def _place(self, kind: str, hit: PickHit | None) -> None:
        spot = spot_of(self._studio.camera, hit)
        if kind in OBJECTS:
            self._add_object(kind, tr(OBJECTS[kind]), object_matrix(kind, spot), None)
        elif kind == "area":
            self._add_area_light(spot)
        else:
            self._add_light(kind, spot)

    def _add_object(self, kind: str, title: str, matrix: np.ndarray, material: Material | None) -> None:
        scene = self._editor.document
        name = unused_name(title.lower(), [instance.name for instance in scene.instances])
        own = unused_name(name, [known.name for known in scene.materials])
        made = material.model_copy(update={"name": own}) if material else matte(own, (0.8, 0.8, 0.8))
        shape, number = len(scene.shapes), len(scene.instances)
        edits: list[Edit] = [
            Insert("shapes", shape, new_shape(kind)),
            Insert("materials", len(scene.materials), made),
            Insert("instances", number, Instance(shape, len(scene.materials), matrix, name)),
        ]
        self._finish(title, edits, Item("instances", number))

    def _add_area_light(self, spot: Spot) -> None:
        place, away = light_place(self._studio.camera, spot, OUT_OF_VIEW)
        side = spot.size
        radiance = _short(IRRADIANCE * (away**2 / side**2 + 0.5))
        material = matte("", (0.8, 0.8, 0.8)).model_copy(update={"emission": Input(value=(radiance,) * 3)})
        matrix = translate(place) @ turned_to(spot.point - place) @ scale(side)
        self._add_object("quad", tr(LIGHTS["area"]), matrix, material)

    def _add_light(self, kind: str, spot: Spot) -> None:
        scene = self._editor.document
        place, away = light_place(self._studio.camera, spot, IN_VIEW)
        name = unused_name(tr(LIGHTS[kind]).partition(" (")[0].lower(), [light.name for light in scene.lights])
        intensity = (_short(IRRADIANCE * away**2),) * 3
        light: Any
        if kind == "directional":
            light = DirectionalLight(name=name, direction=SUN, irradiance=(IRRADIANCE,) * 3)
        elif kind == "spot":
            towards = as_point(np.round((spot.point - place) / away, 3))
            light = SpotLight(
                name=name,
                position=as_point(place),
                direction=towards,
                intensity=intensity,
                inner_angle_deg=20.0,
                outer_angle_deg=30.0,
            )
        else:
            light = PointLight(name=name, position=as_point(place), intensity=intensity)
        number = len(scene.lights)
        self._finish(tr(LIGHTS[kind]), [Insert("lights", number, light)], Item("lights", number))

    def _finish(self, title: str, edits: list[Edit], item: Item) -> None:
        if self._editor.apply(tr("New: {thing}").format(thing=title), *edits):
            self._editor.select([item])


def spot_of(camera: Camera, hit: PickHit | None) -> Spot:
    """What is hit, or the camera's target where there is only sky."""
    height = height_at(camera, hit.depth if hit is not None else None)
    point, normal = (np.array(camera.target), UP) if hit is None else (np.array(hit.position), np.array(hit.normal))
    return Spot(point, normal / max(float(np.linalg.norm(normal)), 1e-12), max(height, 1e-6))


def object_matrix(kind: str, spot: Spot) -> np.ndarray:
    """Upright on the spot, against a wall beside it; what is flat lies in the surface."""
    lower, upper = new_shape(kind).bounds()
    extent = upper - lower
    factor = spot.size / float(extent.max())
    if kind in FLAT:
        lifted = _rounded(spot.point, spot) + LIFT * spot.size * spot.normal
        return translate(lifted) @ turned_to(spot.normal) @ scale(factor)
    half = 0.5 * factor * extent
    steep = abs(spot.normal[1]) < 0.5
    reach = float(np.abs(spot.normal * half).sum()) if steep else float(half[1])
    towards = spot.normal if steep else np.sign(spot.normal[1]) * UP
    return translate(_rounded(spot.point + reach * towards, spot)) @ scale(factor)


def light_place(camera: Camera, spot: Spot, above: float) -> tuple[np.ndarray, float]:
    """Where a light goes, and its distance from what it shall light."""
    on_the_way = spot.point + ON_THE_WAY * (np.array(camera.position) - spot.point)
    place = _rounded(on_the_way + above * spot.height * camera.basis()[1], spot)
    return place, max(float(np.linalg.norm(place - spot.point)), 1e-6)


def turned_to(direction: np.ndarray) -> np.ndarray:
    """The shortest turn that brings +Y to ``direction``."""
    unit = direction / np.linalg.norm(direction)
    axis, cosine = np.cross(UP, unit), float(np.clip(unit[1], -1.0, 1.0))
    if np.linalg.norm(axis) < 1e-9:
        return rotate((1.0, 0.0, 0.0), 0.0 if cosine > 0.0 else 180.0)
    return rotate(as_point(axis), math.degrees(math.acos(cosine)))


def _rounded(point: np.ndarray, spot: Spot) -> np.ndarray:
    """Numbers without digits that nobody sees."""
    return np.round(point, max(0, 3 - math.floor(math.log10(spot.size))))


def _short(number: float) -> float:
    """Three digits."""
    return float(f"{number:.3g}")
