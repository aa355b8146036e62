"""The camera: a pose, a projection and a thin lens."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from raytracer.scene.model import Model, Vec3, quantity

_SMALL = 1e-9
_MARGIN = 1.12
"""Space around a framed model."""


class Camera(Model):
    """Right-handed, metres. The camera looks from ``position`` at ``target``; ``up`` points to the top of the picture.

    ``basis`` never fails: a zero or parallel ``up`` falls back to another axis, and a target equal to the position
    looks along -Z.
    """

    name: str = "camera"
    position: Vec3 = quantity((0.0, 0.0, 5.0), "Where the camera stands", unit="m")
    target: Vec3 = quantity((0.0, 0.0, 0.0), "The point it looks at; orbiting turns about it", unit="m")
    up: Vec3 = quantity((0.0, 1.0, 0.0), "Direction of the picture's top")
    projection: Literal["perspective", "orthographic"] = quantity("perspective", "How depth is projected")
    fov_y_deg: float = quantity(40.0, "Vertical field of view", unit="degree", gt=0.0, lt=180.0)
    ortho_height: float = quantity(2.0, "Height of the picture of an orthographic camera", unit="m", gt=0.0)
    aperture_radius: float = quantity(
        0.0, "Radius of the thin lens; 0 is a pinhole, everything sharp", unit="m", ge=0.0
    )
    focus_distance: float | None = quantity(
        None, "Distance of the plane in focus along the view axis; unset: the target", unit="m", gt=0.0
    )

    def basis(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Unit ``(right, up, forward)`` in world space, each of shape (3,), f64.

        In plain numbers: a move of the mouse asks a dozen times, and NumPy takes ten times as long for three of them.
        """
        (x, y, z), (at_x, at_y, at_z) = self.position, self.target
        forward = (at_x - x, at_y - y, at_z - z)
        length = _length(forward)
        near = length <= _SMALL * (1.0 + max(abs(x), abs(y), abs(z)))
        forward = (0.0, 0.0, -1.0) if near else _over(forward, length)
        for axis in (self.up, (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0)):
            length = _length(axis)
            if length < _SMALL:
                continue
            right = _cross(forward, _over(axis, length))
            length = _length(right)
            if length > 1e-6:
                right = _over(right, length)
                return np.array(right), np.array(_cross(right, forward)), np.array(forward)
        raise AssertionError("one of three orthogonal axes is never parallel to forward")

    @property
    def target_distance(self) -> float:
        """Distance from the position to the target, at least a tiny positive number."""
        return max(float(np.linalg.norm(np.subtract(self.target, self.position))), 1e-9)

    @property
    def focus(self) -> float:
        """The distance in focus that is really used, metres."""
        return self.focus_distance if self.focus_distance is not None else self.target_distance

    @classmethod
    def framing(cls, lower: np.ndarray, upper: np.ndarray, *, fov_y_deg: float = 40.0, aspect: float = 1.0) -> Camera:
        """A three-quarter view that shows the whole box ``lower``..``upper`` (world space, shape (3,))."""
        lower, upper = np.asarray(lower, np.float64), np.asarray(upper, np.float64)
        if not (np.isfinite(lower).all() and np.isfinite(upper).all() and (upper >= lower).all()):
            lower, upper = np.full(3, -1.0), np.full(3, 1.0)
        centre = 0.5 * (lower + upper)
        extent = upper - lower
        size = max(0.5 * float(np.linalg.norm(extent)), 1e-6)
        # A flat model is looked at face on, anything else from the front, right and above.
        thin = int(np.argmin(extent))
        flat = extent[thin] < 1e-3 * extent.max()
        direction = np.eye(3)[thin] if flat else np.array([0.45, 0.35, 1.0])
        camera = cls(position=tuple(centre + direction), target=tuple(centre), fov_y_deg=fov_y_deg)
        right, up, forward = camera.basis()
        tan_y = np.tan(np.radians(fov_y_deg) / 2.0)
        corners = 0.5 * extent * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        across = np.maximum(np.abs(corners @ right) / (tan_y * aspect), np.abs(corners @ up) / tan_y)
        distance = max(float((across - corners @ forward).max()), 1.5 * size) * _MARGIN
        position = centre - distance * forward
        return cls(name="framed", position=tuple(position), target=tuple(centre), fov_y_deg=fov_y_deg)


def _length(v: Vec3) -> float:
    return math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])


def _over(v: Vec3, length: float) -> Vec3:
    return v[0] / length, v[1] / length, v[2] / length


def _cross(a: Vec3, b: Vec3) -> Vec3:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
