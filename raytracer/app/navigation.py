"""Camera navigation: pure functions from a camera and a gesture to the next camera. Knows no Qt.

Angles are radians, distances metres, screen offsets fractions of the picture's height (right and down positive).
``axis`` is the direction that counts as up when turning, the camera's own ``up`` where it is None: a camera that was
rolled against it keeps its roll. Nothing here can flip the camera over a pole or carry it into the point it moves to,
whatever the gesture.
"""

from __future__ import annotations

import math

import numpy as np

from raytracer.app.lens import NARROWEST_DEG, WIDEST_DEG
from raytracer.scene import Camera

POLE_MARGIN = math.radians(0.5)
"""How near the view direction may come to the up axis."""
DOLLY_RATE = 0.15
"""Natural logarithm of the distance change of one wheel step."""
NEAREST = 1e-3
"""Smallest distance to the target, as a fraction of the scene's size."""
FARTHEST = 1e3
"""Largest distance to the target, as a multiple of the scene's size."""
FLY_SECONDS = 5.0
"""Time to cross the scene at speed 1."""

Point = tuple[float, float, float]
Bounds = tuple[tuple[float, float, float], tuple[float, float, float]]


def scene_size(bounds: Bounds | None) -> float:
    """Diagonal of the scene's box, metres; 1 for an empty, flat-to-a-point or unbounded one."""
    if bounds is None:
        return 1.0
    size = math.dist(*bounds)
    return size if math.isfinite(size) and size > 0.0 else 1.0


def orbit(camera: Camera, yaw: float, pitch: float, pivot: Point | None = None, axis: Point | None = None) -> Camera:
    """Turns about ``pivot`` (None: the target), which stays where it is in the picture.

    ``yaw`` turns the scene to the right, ``pitch`` raises the camera.
    """
    level, rolled = _levelled(camera, axis)
    back = _turned(level, yaw, pitch)
    if pivot is None:
        moved = placed(level, position=np.asarray(camera.target, np.float64) + back * camera.target_distance)
    else:
        moved = _about(level, back, np.asarray(pivot, np.float64))
    return _rolled_again(moved, rolled)


def look(camera: Camera, yaw: float, pitch: float, axis: Point | None = None) -> Camera:
    """Turns the head: the position stays, the target moves at its distance. ``yaw`` right, ``pitch`` up."""
    level, rolled = _levelled(camera, axis)
    back = _turned(level, yaw, -pitch)
    target = np.asarray(camera.position, np.float64) - back * camera.target_distance
    return _rolled_again(placed(level, target=target), rolled)


def roll_angle(camera: Camera, axis: Point) -> float:
    """How far the camera's top leans to the right of ``axis``."""
    right, up, _ = camera.model_copy(update={"up": axis}).basis()
    top = camera.basis()[1]
    return math.atan2(float(top @ right), float(top @ up))


def roll(camera: Camera, angle: float, axis: Point) -> Camera:
    """The same view with its top leaning to the right of ``axis`` by ``angle``; exactly ``axis`` is up at 0."""
    level = camera.model_copy(update={"up": axis})
    if abs(angle) < 1e-9:
        return level
    right, up, _ = level.basis()
    return placed(camera, up=math.cos(angle) * up + math.sin(angle) * right)


def pan(camera: Camera, right: float, down: float, depth: float | None = None) -> Camera:
    """Shifts position and target so that the plane at ``depth`` (None: the target's) follows the pointer."""
    axis_right, axis_up, _ = camera.basis()
    shift = height_at(camera, depth) * (down * axis_up - right * axis_right)
    return placed(camera, position=camera.position + shift, target=camera.target + shift)


def point_at(camera: Camera, right: float, down: float, depth: float | None = None) -> Point:
    """The world point at an offset from the picture's middle, on the plane at ``depth`` (None: the target's)."""
    axis_right, axis_up, forward = camera.basis()
    height = height_at(camera, depth)
    distance = camera.target_distance if depth is None else depth
    found = camera.position + distance * forward + height * (right * axis_right - down * axis_up)
    return float(found[0]), float(found[1]), float(found[2])


def depth_of(camera: Camera, point: Point) -> float:
    """How far a world point is along the view axis; negative behind the camera."""
    return float(np.subtract(point, camera.position) @ camera.basis()[2])


def dolly(camera: Camera, steps: float, size: float, towards: Point | None = None) -> Camera:
    """Moves towards a point (None: the target) by ``steps`` wheel steps (negative: away); ``size`` is the scene's.

    Each step scales the distance, so the point is never reached, and it stays where it is in the picture. The target
    comes along. Orthographic cameras magnify instead.
    """
    factor = math.exp(max(-50.0, min(50.0, -DOLLY_RATE * steps)))
    position, target = np.asarray(camera.position, np.float64), np.asarray(camera.target, np.float64)
    point = target if towards is None else np.asarray(towards, np.float64)
    _, _, forward = camera.basis()
    if camera.projection == "orthographic":
        height = _between(camera.ortho_height * factor, NEAREST * size, FARTHEST * size)
        aside = (point - position) - forward * ((point - position) @ forward)
        shift = aside * (1.0 - height / camera.ortho_height)
        moved = placed(camera, position=position + shift, target=target + shift)
        return moved.model_copy(update={"ortho_height": height})
    if towards is None:
        point = position + forward * camera.target_distance
    now = max(float(np.linalg.norm(point - position)), 1e-9)
    # A file may start outside the limits: then only the way back is open.
    lowest, highest = min(NEAREST * size, now), max(FARTHEST * size, now)
    ratio = _between(now * factor, lowest, highest) / now
    # The target's own distance has a floor, too: else a point nearby would pull the target into the camera.
    ahead = max(camera.target_distance * ratio, min(NEAREST * size, camera.target_distance))
    position = point + (position - point) * ratio
    return placed(camera, position=position, target=position + forward * ahead)


def zoom(camera: Camera, steps: float) -> Camera:
    """Magnifies the picture by ``steps`` wheel steps without moving: a longer focal length."""
    factor = math.exp(-DOLLY_RATE * max(-50.0, min(50.0, steps)))
    tangent = math.tan(math.radians(camera.fov_y_deg) / 2.0) * factor
    fov = _between(math.degrees(2.0 * math.atan(tangent)), NARROWEST_DEG, WIDEST_DEG)
    if camera.projection == "orthographic":
        return camera.model_copy(update={"ortho_height": max(camera.ortho_height * factor, 1e-9)})
    return camera.model_copy(update={"fov_y_deg": fov})


def in_picture(camera: Camera, point: Point) -> tuple[float, float] | None:
    """Where a world point is seen: right and down of the picture's middle; None behind the camera."""
    axis_right, axis_up, _ = camera.basis()
    depth = depth_of(camera, point)
    if depth <= 0.0 and camera.projection == "perspective":
        return None
    height = max(height_at(camera, depth), 1e-30)
    offset = np.subtract(point, camera.position)
    return float(offset @ axis_right) / height, -float(offset @ axis_up) / height


def fly(camera: Camera, direction: tuple[float, float, float], distance: float) -> Camera:
    """Moves position and target by ``distance`` metres along (right, up, forward); up is the world's."""
    right, _, forward = camera.basis()
    move = direction[0] * right + direction[1] * _up(camera) + direction[2] * forward
    length = float(np.linalg.norm(move))
    if length < 1e-9:
        return camera
    move *= distance / length
    return placed(camera, position=camera.position + move, target=camera.target + move)


def fly_speed(size: float, level: int) -> float:
    """Metres per second; each ``level`` is a quarter faster (negative: slower), relative to the scene's size."""
    return size / FLY_SECONDS * 1.25 ** max(-40, min(40, level))


def _levelled(camera: Camera, axis: Point | None) -> tuple[Camera, tuple[float, Point] | None]:
    """The camera with ``axis`` up, and what ``_rolled_again`` needs to restore its roll."""
    if axis is None or camera.up == axis or float(np.linalg.norm(axis)) < 1e-9:
        return camera, None
    return camera.model_copy(update={"up": axis}), (roll_angle(camera, axis), axis)


def _rolled_again(camera: Camera, rolled: tuple[float, Point] | None) -> Camera:
    return roll(camera, *rolled) if rolled is not None else camera


def _about(camera: Camera, back: np.ndarray, pivot: np.ndarray) -> Camera:
    """Turned about ``pivot`` so that it looks along ``-back``."""
    old = np.column_stack(camera.basis())
    turned = placed(camera, position=np.asarray(camera.target, np.float64) + back * camera.target_distance)
    turn = np.column_stack(turned.basis()) @ old.T
    position = pivot + turn @ (camera.position - pivot)
    return placed(camera, position=position, target=position - back * camera.target_distance)


def height_at(camera: Camera, depth: float | None) -> float:
    """What the picture's height spans on the plane at ``depth`` (None: the target's), metres."""
    if camera.projection == "orthographic":
        return camera.ortho_height
    distance = camera.target_distance if depth is None else depth
    return 2.0 * distance * math.tan(math.radians(camera.fov_y_deg) / 2.0)


def as_point(values: np.ndarray) -> Point:
    """Three numbers of an array."""
    return float(values[0]), float(values[1]), float(values[2])


def _turned(camera: Camera, yaw: float, pitch: float) -> np.ndarray:
    """Unit vector from target to position after turning about the up axis and raising, kept off the poles."""
    up = _up(camera)
    right, _, forward = camera.basis()
    flat_right = right - up * (right @ up)  # differs from ``right`` only when looking straight along up
    flat_right /= np.linalg.norm(flat_right)
    flat_back = np.cross(flat_right, up)
    elevation = math.asin(_between(float(-forward @ up), -1.0, 1.0)) + pitch
    limit = math.pi / 2.0 - POLE_MARGIN
    elevation = _between(elevation, -limit, limit)
    horizontal = math.cos(yaw) * flat_back - math.sin(yaw) * flat_right
    return math.cos(elevation) * horizontal + math.sin(elevation) * up


def _up(camera: Camera) -> np.ndarray:
    up = np.asarray(camera.up, np.float64)
    length = float(np.linalg.norm(up))
    return up / length if length > 1e-9 else np.array([0.0, 1.0, 0.0])


def placed(camera: Camera, **points: np.ndarray) -> Camera:
    """A copy with new points; a copy is not validated, so what would not be finite is refused here."""
    update = {name: tuple(float(v) for v in point) for name, point in points.items()}
    if not all(abs(v) < 1e30 for point in update.values() for v in point):
        return camera
    return camera.model_copy(update=update)


def _between(value: float, low: float, high: float) -> float:
    return max(low, min(high, value))
