"""Straight lines of the world on the film, cut where they pass behind the camera. Pure functions; knows no Qt.

The lens is left out: points project as through a pinhole in its middle.
"""

from __future__ import annotations

import math

import numpy as np

from raytracer.scene import Camera

NEAREST = 1e-6
"""Points nearer to the camera's plane than this, relative to the line's length, are cut off."""


def in_camera(camera: Camera, points: np.ndarray) -> np.ndarray:
    """World points (n, 3) in the camera's frame: right, up, forward; metres, f64."""
    right, up, forward = camera.basis()
    way = np.asarray(points, np.float64).reshape(-1, 3) - np.asarray(camera.position, np.float64)
    return np.stack([way @ right, way @ up, way @ forward], axis=1)


def to_film(camera: Camera, seen: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    """Points of the camera's frame (n, 3) in film pixels (n, 2): (0, 0) is the corner of the upper left pixel."""
    width, height = size
    if camera.projection == "orthographic":
        half, depth = 0.5 * camera.ortho_height, np.ones(len(seen))
    else:
        half, depth = math.tan(math.radians(camera.fov_y_deg) / 2.0), seen[:, 2]
    across = seen[:, 0] / (depth * half * width / height)
    along = seen[:, 1] / (depth * half)
    return np.stack([(across + 1.0) * 0.5 * width, (1.0 - along) * 0.5 * height], axis=1)


def project_line(camera: Camera, start: np.ndarray, end: np.ndarray, size: tuple[int, int]) -> np.ndarray | None:
    """Both ends (2, 2) of a straight line on the film, cut where it passes behind the camera; None if all is behind."""
    seen = in_camera(camera, np.stack([start, end]))
    if camera.projection != "orthographic":
        nearest = max(NEAREST * float(np.linalg.norm(seen[1] - seen[0])), 1e-9)
        depth = seen[:, 2]
        if (depth < nearest).all():
            return None
        for i in (0, 1):
            if depth[i] < nearest:
                other = 1 - i
                share = (nearest - depth[other]) / (depth[i] - depth[other])
                seen[i] = seen[other] + share * (seen[i] - seen[other])
    return to_film(camera, seen, size)
