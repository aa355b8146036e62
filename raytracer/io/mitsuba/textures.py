"""Inputs of shaders: constants and textures.

Mitsuba's v coordinate runs down the bitmap once its loaders are done, exactly as in ``Texture``: no flip here.
"""

from __future__ import annotations

import numpy as np

from raytracer.errors import InputError
from raytracer.io.color import linear_from_srgb
from raytracer.io.images import read_image
from raytracer.io.mitsuba import spectra, values
from raytracer.io.mitsuba.document import Document
from raytracer.io.mitsuba.plugin import Plugin, Triple
from raytracer.io.report import LoadContext
from raytracer.scene import Image, Input, Texture
from raytracer.scene.texture import Wrap

_WRAPS: dict[str, Wrap] = {"repeat": "repeat", "mirror": "mirror", "clamp": "clamp", "zero": "clamp", "one": "clamp"}
_LUMINANCE = (0.212671, 0.715160, 0.072169)


class Inputs:
    """Reads properties that may be a number, a colour or a texture. Pictures are read once each."""

    def __init__(self, document: Document, context: LoadContext) -> None:
        self._document = document
        self._context = context
        self._report = context.report
        self._images: dict[tuple[str, bool], Image] = {}

    def color(self, plugin: Plugin, *names: str, default: float, emission: bool = False) -> Input:
        """A colour, constant or textured, under the first of ``names`` that is there."""
        element = plugin.element(*names)
        if element is not None:
            return Input(value=spectra.color(element, self._report, emission=emission))
        child = plugin.child(*names)
        if child is None:
            return Input(value=(default,) * 3)
        if child.tag == "spectrum":
            return Input(value=spectra.plugin_color(child, self._report, emission=emission))
        return self._textured(child, scalar=False)

    def constant(self, plugin: Plugin, *names: str, default: float, emission: bool = False) -> Triple:
        """A colour where a texture has no place; a texture there is noted and counts as its mean."""
        found = self.color(plugin, *names, default=default, emission=emission)
        value = found.value if isinstance(found.value, tuple) else (found.value,) * 3
        if found.texture is None:
            return value
        self._report.note("unsupported", f"texture of {names[0]!r} of {plugin}; its mean is used", plugin.where)
        mean = texture_mean(found.texture)
        return value[0] * mean[0], value[1] * mean[1], value[2] * mean[2]

    def scalar(self, plugin: Plugin, *names: str, default: float) -> Input:
        """A number, constant or textured; a colour counts as its luminance."""
        element = plugin.element(*names)
        if element is not None:
            if element.tag in ("float", "integer"):
                return Input(value=values.number(element))
            return Input(value=float(np.dot(spectra.color(element, self._report), _LUMINANCE)))
        child = plugin.child(*names)
        return Input(value=default) if child is None else self._textured(child, scalar=True)

    def normal_map(self, plugin: Plugin) -> Texture | None:
        """The texture that a ``normalmap`` reads its normals from, never decoded from sRGB."""
        child = plugin.child("normalmap") or plugin.child(tag="texture")
        if child is None or child.type != "bitmap":
            self._report.note("unsupported", f"{plugin} without a bitmap", plugin.where)
            return None
        return self._bitmap(child, scalar=False, raw=True)

    def image(self, plugin: Plugin, *, raw: bool) -> Image:
        """The picture that ``filename`` names; with ``keep_going`` a missing one is a magenta placeholder."""
        element = plugin.element("filename")
        if element is None:
            raise InputError(f"{plugin} needs a 'filename'", where=plugin.where)
        try:
            path = self._document.locate(element, self._context)
            key = (str(path), raw)
            if key not in self._images:
                self._images[key] = read_image(path, encoding="linear" if raw else "srgb", report=self._report)
            return self._images[key]
        except InputError as error:
            if not self._context.keep_going:
                raise error if error.where == str(element.place) else _asked_by(error, str(element.place)) from error
            self._report.note("missing", f"{error.message}; a magenta texture stands in", str(element.place))
            return Image("missing", np.array([[[255, 0, 255]]], np.uint8), "linear")

    def _textured(self, plugin: Plugin, *, scalar: bool) -> Input:
        if plugin.tag != "texture":
            raise InputError(f"a texture or a colour is wanted, not {plugin}", where=plugin.where)
        neutral = 1.0 if scalar else (1.0, 1.0, 1.0)
        if plugin.type == "bitmap":
            raw = plugin.flag("raw", False) or plugin.number("gamma", default=2.2) == 1.0
            return Input(value=neutral, texture=self._bitmap(plugin, scalar=scalar, raw=raw))
        if plugin.type == "checkerboard":
            return Input(value=neutral, texture=self._checkerboard(plugin))
        if plugin.type == "scale":  # of versions before 2
            inner = plugin.child(tag="texture")
            base = Input(value=neutral) if inner is None else self._textured(inner, scalar=scalar)
            factor = np.broadcast_to(self.constant(plugin, "scale", default=1.0), 3)
            scaled = np.broadcast_to(base.value, 3) * factor
            value = float(scaled[0]) if scalar else tuple(float(v) for v in scaled)
            return Input(value=value, texture=base.texture)
        if plugin.type in ("mesh_attribute", "vertexcolors", "volume", "vertices"):
            # Vertex colours multiply every tint (Material.vertex_colors); other attributes do not arrive in a Mesh.
            name = plugin.text("name", "vertex_color")
            if name != "vertex_color":
                self._report.note("unsupported", f"mesh attribute {name!r}; white is used", plugin.where)
            return Input(value=neutral)
        raise InputError(
            f"unknown {plugin}", where=plugin.where, remedy="textures are bitmap, checkerboard and mesh_attribute"
        )

    def _checkerboard(self, plugin: Plugin) -> Texture:
        colors = {
            "color_a": self.constant(plugin, "color0", default=0.4),
            "color_b": self.constant(plugin, "color1", default=0.2),
        }
        return Texture(shader="checker", parameters=colors, **self._placement(plugin))

    def _bitmap(self, plugin: Plugin, *, scalar: bool, raw: bool) -> Texture:
        plugin.ignore("raw", "gamma", "format", "accel", "channel", "max_anisotropy", "cache")
        image = self.image(plugin, raw=raw)
        channel = "rgb"
        if scalar:
            image, channel = _single_channel(image), "r"
        wrap = plugin.text("wrap_mode", "repeat").lower()
        if wrap not in _WRAPS:
            raise InputError(f"{plugin} has wrap_mode={wrap!r}", where=plugin.where, remedy="repeat, mirror or clamp")
        if _WRAPS[wrap] != wrap:
            self._report.note("unsupported", f"wrap_mode {wrap!r}; clamp is used", plugin.where)
        linear = plugin.text("filter_type", "bilinear").lower() != "nearest"
        return Texture(
            image=image,
            channel=channel,
            wrap_u=_WRAPS[wrap],
            wrap_v=_WRAPS[wrap],
            filter="linear" if linear else "nearest",
            **self._placement(plugin),
        )

    def _placement(self, plugin: Plugin) -> dict[str, object]:
        """``to_uv`` (or uscale, voffset ... of old files) as translation, rotation and scale of ``Texture``.

        ``Texture`` turns by [[cos, sin], [-sin, cos]] (KHR_texture_transform), Mitsuba the other way round.
        """
        matrix = plugin.transform("to_uv", self._report)
        uniform = plugin.number("uvscale", default=1.0)
        scale = [plugin.number(f"{axis}scale", default=uniform) for axis in "uv"]
        offset = [plugin.number(f"{axis}offset", default=0.0) for axis in "uv"]
        linear, shift = matrix[:2, :2] * scale, matrix[:2, :2] @ offset + matrix[:2, 3]
        su = float(np.hypot(*linear[:, 0])) or 1.0
        angle = float(np.arctan2(linear[1, 0], linear[0, 0]))
        sv = float(np.cos(angle) * linear[1, 1] - np.sin(angle) * linear[0, 1])
        sheared = np.cos(angle) * linear[0, 1] + np.sin(angle) * linear[1, 1]
        if abs(sheared) > 1e-4 * max(su, abs(sv)):
            self._report.note("unsupported", f"sheared to_uv of {plugin}; rendered without the shear", plugin.where)
        return {"offset": (float(shift[0]), float(shift[1])), "rotation": -angle, "scale": (su, sv)}


def texture_mean(texture: Texture) -> Triple:
    """Mean linear colour of a texture."""
    if texture.image is None:
        both = [np.broadcast_to(c, 3) for c in texture.parameters.values()]
        r, g, b = np.mean(both, axis=0) if both else np.ones(3)
    else:
        pixels = _linear(texture.image)
        r, g, b = np.broadcast_to(pixels.reshape(-1, pixels.shape[2])[:, :3].mean(axis=0), 3)
    return float(r), float(g), float(b)


def _linear(image: Image) -> np.ndarray:
    """Colour channels (height, width, 1 or 3) as linear f32."""
    colors = image.pixels[:, :, : 3 if image.channels >= 3 else 1]
    if image.pixels.dtype != np.uint8:
        return colors
    scaled = colors.astype(np.float32) / np.float32(255.0)
    return linear_from_srgb(scaled) if image.encoding == "srgb" else scaled


def _single_channel(image: Image) -> Image:
    """The picture as one channel; colours become their luminance."""
    pixels = image.pixels
    if image.channels < 3 or (
        np.array_equal(pixels[:, :, 0], pixels[:, :, 1]) and np.array_equal(pixels[:, :, 0], pixels[:, :, 2])
    ):
        return Image(image.name, np.ascontiguousarray(pixels[:, :, :1]), image.encoding)
    luminance = (_linear(image) @ np.array(_LUMINANCE, np.float32))[:, :, None]
    return Image(image.name, np.ascontiguousarray(luminance, np.float32), "linear")


def _asked_by(error: InputError, where: str) -> InputError:
    """The error of a picture, with the place in the scene file that asks for it."""
    return InputError(f"{error.where}: {error.message}", where=where, remedy=error.remedy)
