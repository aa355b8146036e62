"""Sensors with their film and sampler, and integrators, as camera and render settings."""

from __future__ import annotations

from typing import Any

import numpy as np

from raytracer.errors import InputError
from raytracer.io.mitsuba.plugin import Plugin
from raytracer.io.report import LoadReport
from raytracer.scene import Camera

Settings = dict[str, Any]
"""Fields of ``RenderSettings`` that the file decides."""

_DEFAULT_SIZE = (768, 576)
_MAX_DEPTH = 65535

_FILTERS: dict[str, tuple[str, float]] = {"box": ("box", 1.0), "tent": ("tent", 2.0), "gaussian": ("gaussian", 3.0)}
_OTHER_FILTERS = ("mitchell", "catmullrom", "lanczos")
_INTEGRATORS = ("path", "volpath", "volpathmis", "volpath_simple", "direct")
_OTHER_INTEGRATORS = (
    "bdpt", "mlt", "erpt", "pssmlt", "ptracer", "photonmapper", "ppm", "sppm", "vpl", "irrcache", "adaptive", "prb",
    "prbvolpath", "prb_basic", "prb_projective", "direct_projective", "stokes", "aov", "moment", "ao", "depth",
    "irradiancecache", "multichannel", "field",
)  # fmt: skip


def read_film(sensor: Plugin, report: LoadReport) -> Settings:
    """Size, pixel filter and sample count. A size or count that cannot be is an error that names the property."""
    settings: Settings = {"width": _DEFAULT_SIZE[0], "height": _DEFAULT_SIZE[1]}
    film = sensor.child(tag="film")
    if film is not None:
        film.ignore(
            "pixel_format", "file_format", "component_format", "banner", "gamma", "attach_log", "exposure",
            "sample_border", "high_quality_edges", "compensate", "label", "tone_method",
        )  # fmt: skip
        for axis, default in zip(("width", "height"), _DEFAULT_SIZE, strict=True):
            settings[axis] = film.integer(axis, default, at_least=1)
            if settings[axis] > 65536:
                raise InputError(f"film property {axis!r} must be at most 65536", where=film.where)
        if film.has("crop_width", "crop_height", "crop_offset_x", "crop_offset_y"):
            film.ignore("crop_width", "crop_height", "crop_offset_x", "crop_offset_y")
            report.note("unsupported", "the film's crop window is left out; the whole picture is rendered", film.where)
        settings |= _filter(film, report)
    sampler = sensor.child(tag="sampler")
    if sampler is not None:
        sampler.ignore("dimension", "scramble", "jitter")
        settings["spp"] = sampler.integer("sample_count", 4, at_least=1)
        settings["seed"] = sampler.integer("seed", 0, at_least=0)
        if settings["spp"] >= 2**31 or settings["seed"] >= 2**32:
            raise InputError("sample_count must be below 2**31 and seed below 2**32", where=sampler.where)
    return settings


def _filter(film: Plugin, report: LoadReport) -> Settings:
    plugin = film.child(tag="rfilter")
    if plugin is None:
        return {"filter": "gaussian", "filter_width": 3.0}
    if plugin.type not in _FILTERS:
        if plugin.type not in _OTHER_FILTERS:
            known = ", ".join(_FILTERS)
            raise InputError(f"unknown {plugin}", where=plugin.where, remedy=f"known are {known}")
        plugin.leave_out(report, "is rendered as blackman-harris")
        return {}
    name, width = _FILTERS[plugin.type]
    width = 2.0 * plugin.number("radius", default=0.5 * width)
    deviation = plugin.number("stddev", default=0.5)
    if plugin.type == "gaussian":
        width = 6.0 * deviation  # ours ends at three deviations, Mitsuba's at four
    if not 0.0 < width <= 16.0:
        raise InputError(f"width of {plugin} must be above 0 and at most 16 pixels", where=plugin.where)
    return {"filter": name, "filter_width": width}


def read_integrator(plugin: Plugin | None, report: LoadReport) -> Settings:
    """Depth limits. Integrators that find the same light in another way are replaced by the path tracer."""
    if plugin is None:
        return {"max_depth": _MAX_DEPTH}
    if plugin.type not in _INTEGRATORS:
        return _other_integrator(plugin, report)
    plugin.ignore(
        "strict_normals", "emitter_samples", "bsdf_samples", "shading_samples", "samples_per_pass", "block_size",
        "timeout", "use_spectral_mis", "version",
    )  # fmt: skip
    if plugin.flag("hide_emitters", False):
        report.note("unsupported", "hide_emitters: lights with a surface stay visible", plugin.where)
    settings: Settings = {"max_depth": 2}
    if plugin.type != "direct":
        depth = plugin.integer("max_depth", -1, at_least=-1)
        if depth == 0:
            report.note("unsupported", "max_depth 0 shows nothing; 1 is used", plugin.where)
        settings["max_depth"] = _MAX_DEPTH if depth < 0 else min(max(depth, 1), _MAX_DEPTH)
        settings["roulette_depth"] = min(plugin.integer("rr_depth", 5, at_least=1), _MAX_DEPTH)
    return settings


def _other_integrator(plugin: Plugin, report: LoadReport) -> Settings:
    if plugin.type not in _OTHER_INTEGRATORS:
        known = ", ".join(_INTEGRATORS)
        raise InputError(f"unknown {plugin}", where=plugin.where, remedy=f"known are {known}")
    plugin.leave_out(report, "is left out; the path tracer renders")
    inner = plugin.child(tag="integrator")
    if inner is not None:
        return read_integrator(inner, report)
    depth = plugin.integer("max_depth", -1, at_least=-1)
    return {"max_depth": _MAX_DEPTH if depth < 1 else min(depth, _MAX_DEPTH)}


def read_camera(sensor: Plugin, aspect: float, report: LoadReport) -> Camera:
    """The camera; ``aspect`` is width over height. Its target is 1 m ahead: the caller may move it along the axis.

    Mitsuba's cameras look along +Z of their space with +X to the left and +Y up.
    """
    sensor.ignore("shutter_open", "shutter_close", "srf", "near_clip", "far_clip")
    if sensor.type not in ("perspective", "thinlens", "orthographic", "telecentric"):
        raise InputError(f"unknown {sensor}", where=sensor.where, remedy="perspective, thinlens or orthographic")
    matrix = sensor.transform("to_world", report)
    if np.linalg.det(matrix[:3, :3]) < 0.0:
        report.note("unsupported", f"to_world of {sensor} mirrors; the picture is not mirrored", sensor.where)
    forward, up = matrix[:3, 2], matrix[:3, 1]
    if not (np.linalg.norm(forward) > 0.0 and np.linalg.norm(up) > 0.0):
        raise InputError(f"to_world of {sensor} is singular", where=sensor.where)
    position = matrix[:3, 3]
    common: dict[str, Any] = {
        "name": sensor.id or "camera",
        "position": _triple(position),
        "target": _triple(position + forward / np.linalg.norm(forward)),
        "up": _triple(up / np.linalg.norm(up)),
    }
    focus = sensor.number("focus_distance", default=0.0)
    if focus > 0.0:
        common["focus_distance"] = focus
    if sensor.type in ("orthographic", "telecentric"):
        height = 2.0 / aspect * float(np.linalg.norm(up))
        return Camera(projection="orthographic", ortho_height=height, **common)
    if sensor.type == "thinlens":
        radius = sensor.number("aperture_radius", default=0.0)
        if radius < 0.0:
            raise InputError(f"aperture_radius of {sensor} must not be negative", where=sensor.where)
        common["aperture_radius"] = radius
    return Camera(fov_y_deg=_fov_y(sensor, aspect), **common)


def check_clipping(sensor: Plugin, camera: Camera, bounds: tuple[np.ndarray, np.ndarray], report: LoadReport) -> None:
    """Clip planes are not rendered: notes where Mitsuba's would cut something of the scene away."""
    lower, upper = bounds
    if not np.isfinite([lower, upper]).all():
        return
    _, _, forward = camera.basis()
    corners = np.array(
        [[x, y, z] for x in (lower[0], upper[0]) for y in (lower[1], upper[1]) for z in (lower[2], upper[2])]
    )
    depths = (corners - camera.position) @ forward
    near, far = sensor.number("near_clip", default=1e-2), sensor.number("far_clip", default=1e4)
    nearest = depths.min()
    if depths.max() > far or 0.0 < nearest < near:
        report.note(
            "ignored",
            f"clip planes ({near:g} to {far:g}) are not honoured: nothing is cut away, where Mitsuba would cut",
            sensor.where,
        )


def _fov_y(sensor: Plugin, aspect: float) -> float:
    """Vertical field of view in degrees from ``fov`` and its axis, or from ``focal_length`` of a 35 mm film."""
    if sensor.has("focal_length") and not sensor.has("fov"):
        text = sensor.text("focal_length", "50mm").strip().lower().removesuffix("mm")
        try:
            half = np.arctan(np.hypot(36.0, 24.0) / (2.0 * float(text)))
        except (ValueError, ZeroDivisionError):
            raise InputError(f"focal_length {text!r} of {sensor} is not a length", where=sensor.where) from None
        axis = "diagonal"
    else:
        sensor.ignore("focal_length")
        # Mitsuba's 50 mm default, as an angle across the diagonal.
        default = float(np.degrees(2.0 * np.arctan(np.hypot(36.0, 24.0) / 100.0)))
        fov = sensor.number("fov", default=default)
        axes = ("x", "y", "diagonal", "smaller", "larger")
        axis = sensor.choice("fov_axis", "x", axes) if sensor.has("fov") else "diagonal"
        if not 0.0 < fov < 180.0:
            raise InputError(f"fov of {sensor} must be between 0 and 180 degrees, not {fov:g}", where=sensor.where)
        half = np.radians(fov) / 2.0
    tangent = np.tan(half)
    if axis == "diagonal":
        tangent /= np.hypot(1.0, aspect)
    elif axis == "x" or axis == ("smaller" if aspect < 1.0 else "larger"):
        tangent /= aspect
    return float(np.degrees(2.0 * np.arctan(tangent)))


def _triple(vector: np.ndarray) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in vector)
    return x, y, z
