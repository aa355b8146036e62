"""Emitters without a shape: point, spot and directional lights, constant and image environments."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from raytracer.errors import InputError
from raytracer.io.images import read_sky
from raytracer.io.mitsuba.document import Document
from raytracer.io.mitsuba.plugin import Plugin
from raytracer.io.mitsuba.rotated_sky import pole_to_pole, rotated_sky, turn_about_y
from raytracer.io.mitsuba.textures import Inputs
from raytracer.io.report import LoadContext
from raytracer.scene import DirectionalLight, Environment, Image, PointLight, SpotLight
from raytracer.scene.transform import is_similarity

Light = PointLight | SpotLight | DirectionalLight

_UNSUPPORTED = ("sky", "sun", "sunsky", "projector", "collimated", "directionalarea", "timed_sunsky")


class Emitters:
    """Collects lights and the environment of a scene."""

    def __init__(self, document: Document, inputs: Inputs, context: LoadContext) -> None:
        self._document = document
        self._inputs = inputs
        self._context = context
        self._report = context.report
        self.lights: list[Light] = []
        self.environment: Environment | None = None
        self.left_out = False
        """Whether the file has emitters that are not rendered."""
        self._readers: dict[str, Callable[[Plugin], None]] = {
            "point": self._point,
            "spot": self._spot,
            "directional": self._directional,
            "constant": self._constant,
            "envmap": self._image,
        }

    def add(self, plugin: Plugin) -> None:
        """Reads one emitter of the scene. An area light at scene level shines only where a shape refers to it."""
        plugin.ignore("sampling_weight")
        list(plugin.nested(tag="medium"))  # which medium a light stands in follows from where it is
        if plugin.type == "area":
            return
        reader = self._readers.get(plugin.type)
        if reader is not None:
            reader(plugin)
        elif plugin.type in _UNSUPPORTED:
            plugin.leave_out(self._report)
            self.left_out = True
        else:
            known = ", ".join(("area", *self._readers))
            raise InputError(f"unknown {plugin}", where=plugin.where, remedy=f"known are {known}")

    def _point(self, plugin: Plugin) -> None:
        matrix = plugin.transform("to_world", self._report)
        given = plugin.vector("position")
        intensity = self._inputs.constant(plugin, "intensity", default=1.0, emission=True)
        position = given if given is not None else tuple(matrix[:3, 3])
        self.lights.append(PointLight(name=plugin.id or "point light", position=position, intensity=intensity))

    def _spot(self, plugin: Plugin) -> None:
        matrix = plugin.transform("to_world", self._report)
        if plugin.has("texture"):
            self._report.note("unsupported", f"{plugin}: its texture is left out", plugin.where)
            plugin.child("texture")
        outer = plugin.number("cutoff_angle", default=20.0)
        inner = plugin.number("beam_width", default=outer * 0.75)
        if not 0.0 < outer <= 180.0 or inner < 0.0:
            raise InputError(f"cutoff_angle of {plugin} must be in 0..180 degrees", where=plugin.where)
        self.lights.append(
            SpotLight(
                name=plugin.id or "spot light",
                position=tuple(matrix[:3, 3]),
                direction=tuple(matrix[:3, 2]),
                intensity=self._inputs.constant(plugin, "intensity", default=1.0, emission=True),
                inner_angle_deg=min(inner, outer),
                outer_angle_deg=outer,
                falloff="linear",
            )
        )

    def _directional(self, plugin: Plugin) -> None:
        matrix = plugin.transform("to_world", self._report)
        given = plugin.vector("direction")
        direction = given if given is not None else tuple(matrix[:3, 2])
        if not np.linalg.norm(direction) > 0.0:
            raise InputError(f"direction of {plugin} has length zero", where=plugin.where)
        irradiance = self._inputs.constant(plugin, "irradiance", default=1.0, emission=True)
        self.lights.append(
            DirectionalLight(name=plugin.id or "directional light", direction=direction, irradiance=irradiance)
        )

    def _constant(self, plugin: Plugin) -> None:
        plugin.ignore("to_world")
        radiance = self._inputs.constant(plugin, "radiance", default=1.0, emission=True)
        self._set(plugin, Environment(sky="constant", parameters={"radiance": radiance}))

    def _image(self, plugin: Plugin) -> None:
        plugin.ignore("mis_compensation", "cache", "gamma")
        matrix = plugin.transform("to_world", self._report)
        image = self._sky(plugin)
        strength = plugin.number("scale", default=1.0)
        if strength < 0.0:
            raise InputError(f"scale of {plugin} must not be negative", where=plugin.where)
        if not is_similarity(matrix):
            raise InputError(
                f"to_world of {plugin} must only turn", where=plugin.where, remedy="remove the stretch from it"
            )
        angle = turn_about_y(matrix)
        if angle is None:
            image, angle = rotated_sky(image, matrix), 0.0
            self._report.note(
                "repaired", f"{plugin} is turned about another axis than Y; its picture was resampled", plugin.where
            )
        self._set(plugin, Environment(sky="image", image=image, strength=strength, rotation_deg=angle))

    def _sky(self, plugin: Plugin) -> Image:
        element = plugin.element("filename")
        if element is None:
            raise InputError(f"{plugin} needs a 'filename'", where=plugin.where)
        try:
            return pole_to_pole(read_sky(self._document.locate(element, self._context), self._report))
        except InputError as error:
            where = str(element.place)
            if not self._context.keep_going:
                if error.where == where:
                    raise
                raise InputError(f"{error.where}: {error.message}", where=where, remedy=error.remedy) from error
            self._report.note("missing", f"{error.message}; a grey sky stands in", where)
            return Image("missing", np.full((2, 4, 3), 0.5, np.float32), "linear")

    def _set(self, plugin: Plugin, environment: Environment) -> None:
        if self.environment is not None:
            self._report.note("unsupported", f"{plugin} is left out; a scene has one environment", plugin.where)
            return
        self.environment = environment
