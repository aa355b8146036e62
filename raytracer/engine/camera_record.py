"""Camera and film settings as the small device buffer that a camera move re-uploads."""

from __future__ import annotations

import numpy as np

from raytracer.engine.layout import CAMERA_SIZE, FILTER_TABLE_SIZE, CameraFloat
from raytracer.scene import Camera, RenderSettings


def pack_camera(camera: Camera, settings: RenderSettings, width: int, height: int) -> np.ndarray:
    """f32 (CAMERA_SIZE,), as ``CameraFloat`` describes it."""
    right, up, forward = camera.basis()
    orthographic = camera.projection == "orthographic"
    half = 0.5 * camera.ortho_height if orthographic else np.tan(np.radians(camera.fov_y_deg) / 2.0)
    record = np.zeros(CAMERA_SIZE, np.float32)
    record[CameraFloat.POSITION : CameraFloat.POSITION + 3] = camera.position
    record[CameraFloat.RIGHT : CameraFloat.RIGHT + 3] = right
    record[CameraFloat.UP : CameraFloat.UP + 3] = up
    record[CameraFloat.FORWARD : CameraFloat.FORWARD + 3] = forward
    record[CameraFloat.TAN_X] = half * width / height
    record[CameraFloat.TAN_Y] = half
    record[CameraFloat.ORTHO] = orthographic
    record[CameraFloat.APERTURE] = camera.aperture_radius
    record[CameraFloat.FOCUS] = camera.focus
    record[CameraFloat.CLAMP] = settings.clamp
    record[CameraFloat.FILTER_TABLE :] = filter_table(settings.filter, settings.filter_width)
    return record


def filter_table(name: str, width: float) -> np.ndarray:
    """Inverse cumulative distribution of a one-dimensional filter of full ``width`` pixels at even steps of 0..1."""
    x = np.linspace(-0.5, 0.5, 4097)
    density = {
        "box": np.ones_like(x),
        "tent": 1.0 - 2.0 * np.abs(x),
        "gaussian": np.exp(-0.5 * (x * 6.0) ** 2) - np.exp(-4.5),
        "blackman-harris": 0.35875
        + 0.48829 * np.cos(2.0 * np.pi * x)
        + 0.14128 * np.cos(4.0 * np.pi * x)
        + 0.01168 * np.cos(6.0 * np.pi * x),
    }[name]
    cumulative = np.concatenate([[0.0], np.cumsum(0.5 * (density[1:] + density[:-1]))])
    return np.interp(np.linspace(0.0, cumulative[-1], FILTER_TABLE_SIZE), cumulative, x * width).astype(np.float32)
