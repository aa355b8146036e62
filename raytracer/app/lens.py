"""The lens in the words of photographers: focal lengths, and the change between perspective and parallel views.

Focal lengths are those of a full-frame camera held upright: its picture is 24 mm high.
"""

from __future__ import annotations

import math

import numpy as np

from raytracer.app.language import tr
from raytracer.scene import Camera

FRAME_HEIGHT_MM = 24.0
WIDEST_DEG, NARROWEST_DEG = 150.0, 1.0


def focal_length_mm(fov_y_deg: float) -> float:
    """Focal length of a vertical field of view, millimetres."""
    return FRAME_HEIGHT_MM / 2.0 / math.tan(math.radians(fov_y_deg) / 2.0)


def fov_y_deg(focal_mm: float) -> float:
    """Vertical field of view of a focal length, degrees."""
    return math.degrees(2.0 * math.atan(FRAME_HEIGHT_MM / 2.0 / focal_mm))


def orthographic(camera: Camera) -> Camera:
    """Without perspective; what lies in the target's plane keeps its size in the picture."""
    if camera.projection == "orthographic":
        return camera
    height = 2.0 * camera.target_distance * math.tan(math.radians(camera.fov_y_deg) / 2.0)
    return camera.model_copy(update={"projection": "orthographic", "ortho_height": max(height, 1e-9)})


def perspective(camera: Camera) -> Camera:
    """With perspective, from where the target's plane keeps its size in the picture."""
    if camera.projection == "perspective":
        return camera
    distance = camera.ortho_height / 2.0 / math.tan(math.radians(camera.fov_y_deg) / 2.0)
    position = np.asarray(camera.target, np.float64) - camera.basis()[2] * distance
    place = (float(position[0]), float(position[1]), float(position[2]))
    return camera.model_copy(update={"projection": "perspective", "position": place})


def describe_aperture(camera: Camera) -> str:
    """ "f/2.8", or that there is no lens."""
    if camera.aperture_radius <= 0.0:
        return tr("pinhole")
    return f"f/{focal_length_mm(camera.fov_y_deg) / (2000.0 * camera.aperture_radius):.2g}"
