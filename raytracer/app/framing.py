"""Where a camera stands so that all of something is in the picture, in a film of any aspect. Pure functions; no Qt.

Distances are metres; ``size`` is a film's width and height, ``aspect`` the one over the other.
"""

from __future__ import annotations

import math

import numpy as np

from raytracer.app.navigation import POLE_MARGIN, Bounds, placed
from raytracer.scene import Camera

FRAME_MARGIN = 1.08
"""Room around the scene when all of it is shown."""
BARE_MODEL_CAMERA = "framed"
"""Name that ``Camera.framing`` gives: the file had no camera, so this one may be adapted to the film."""


def frame(camera: Camera, bounds: Bounds | None, aspect: float) -> Camera:
    """Looks at the middle of the box from the present direction, so that all of it is in the picture."""
    lower, upper = _finite(bounds)
    _, _, forward = camera.basis()
    return _framed(camera, lower, upper, -forward, aspect)


def look_along(camera: Camera, back: tuple[float, float, float], bounds: Bounds | None, aspect: float) -> Camera:
    """Frames the box from the side that ``back`` (from target to camera) names; up becomes +Y, or -Z from above."""
    lower, upper = _finite(bounds)
    vertical = abs(back[1]) > 0.9 * math.hypot(*back)
    # Half a degree off the pole, so that orbiting goes on smoothly from there.
    direction = np.array([0.0, math.copysign(1.0, back[1]), 2.0 * POLE_MARGIN]) if vertical else np.array(back)
    upright = camera.model_copy(update={"up": (0.0, 1.0, 0.0)})
    return _framed(upright, lower, upper, direction / np.linalg.norm(direction), aspect)


def fit(camera: Camera, designed: tuple[int, int] | None, size: tuple[int, int]) -> Camera:
    """The camera with a wider view where a film of ``size`` would cut off the sides that its author framed.

    ``designed`` is the width and height that the scene asks for, pixels.
    """
    narrower = _narrower(designed, size)
    return _widened(camera, narrower) if narrower > 1.0 else camera


def unfit(camera: Camera, designed: tuple[int, int] | None, size: tuple[int, int]) -> Camera:
    """The camera that ``fit`` made this one of: as a file says it, for the picture's own aspect."""
    narrower = _narrower(designed, size)
    return _widened(camera, 1.0 / narrower) if narrower > 1.0 else camera


def same(one: Camera, other: Camera) -> bool:
    """Whether two cameras are equal but for the rounding of ``fit`` and ``unfit``."""
    lens = ("fov_y_deg", "ortho_height")
    near = all(math.isclose(getattr(one, name), getattr(other, name), rel_tol=1e-9) for name in lens)
    return near and one == other.model_copy(update={name: getattr(one, name) for name in lens})


def _narrower(designed: tuple[int, int] | None, size: tuple[int, int]) -> float:
    """How much narrower a film of ``size`` is than the picture that the author framed."""
    return designed[0] / designed[1] * size[1] / size[0] if designed is not None else 1.0


def _widened(camera: Camera, factor: float) -> Camera:
    half = math.atan(math.tan(math.radians(camera.fov_y_deg) / 2.0) * factor)
    return camera.model_copy(
        update={"fov_y_deg": math.degrees(2.0 * half), "ortho_height": camera.ortho_height * factor}
    )


def _framed(camera: Camera, lower: np.ndarray, upper: np.ndarray, back: np.ndarray, aspect: float) -> Camera:
    """As near as all eight corners of the box allow, seen from ``back`` (unit vector) of its middle."""
    centre = 0.5 * (lower + upper)
    aspect = max(aspect, 1e-3)
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * 0.5 * (upper - lower)
    turned = placed(camera, position=centre + back, target=centre)
    right, up, forward = turned.basis()
    across, along, depth = np.abs(corners @ right), np.abs(corners @ up), corners @ forward
    tangent = math.tan(math.radians(camera.fov_y_deg) / 2.0)
    needed = np.maximum(across / (tangent * aspect), along / tangent) - depth
    smallest = max(float(np.abs(corners).max()) * 0.1, 1e-6)
    distance = max(float(needed.max()) * FRAME_MARGIN, smallest)
    height = 2.0 * max(float(along.max()), float(across.max()) / aspect, smallest) * FRAME_MARGIN
    moved = placed(camera, position=centre + back * distance, target=centre)
    return moved.model_copy(update={"ortho_height": height, "focus_distance": None})


def _finite(bounds: Bounds | None) -> tuple[np.ndarray, np.ndarray]:
    if bounds is not None:
        lower, upper = np.asarray(bounds[0], np.float64), np.asarray(bounds[1], np.float64)
        if np.isfinite(lower).all() and np.isfinite(upper).all() and (upper >= lower).all():
            return lower, upper
    return np.full(3, -0.5), np.full(3, 0.5)
