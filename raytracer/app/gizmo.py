"""What the handles on a selected object do: drags of the pointer become transforms. Pure functions; knows no Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from raytracer.app.projection import Size, pixel_size, project, ray
from raytracer.scene import Camera, transform

Tool = Literal["move", "rotate", "scale"]
Handle = Literal["x", "y", "z", "all"]
LENGTH = 84.0
"""Of a handle, film pixels at a pixel ratio of one."""
AXES: dict[Handle, int] = {"x": 0, "y": 1, "z": 2}
STEPS: dict[Tool, float] = {"move": 0.1, "rotate": 15.0, "scale": 0.1}
"""Metres, degrees and factors between which a drag with Ctrl jumps."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Frame:
    """Where the handles are: ``pivot`` (3,), and unit ``axes`` in rows (3, 3), world space."""

    pivot: np.ndarray
    axes: np.ndarray


@dataclass(frozen=True)
class Drag:
    """A drag that began at ``start`` on the film of a camera."""

    tool: Tool
    handle: Handle
    frame: Frame
    camera: Camera
    size: Size
    start: Point

    def amount(self, now: Point, *, stepped: bool = False) -> np.ndarray:
        """How far the pointer has gone: metres along x, y, z of the world; degrees; or three factors."""
        if self.tool == "move":
            amount = self._moved(now)
        elif self.tool == "rotate":
            amount = np.array([self._turned(now)])
        else:
            amount = self._scaled(now)
        if stepped:
            step = STEPS[self.tool]
            amount = np.round(amount / step) * step
        return np.maximum(amount, 1e-3) if self.tool == "scale" else amount

    def matrix(self, amount: np.ndarray, world_from_object: np.ndarray) -> np.ndarray:
        """Where an object goes by that amount."""
        pivot = self.frame.pivot
        if self.tool == "move":
            return transform.translate(amount) @ world_from_object
        if self.tool == "rotate":
            turn = transform.rotate(self.axis(), float(amount[0]))
            return transform.translate(pivot) @ turn @ transform.translate(-pivot) @ world_from_object
        # Along the object's own axes, so that nothing shears.
        local = np.linalg.inv(world_from_object) @ np.append(pivot, 1.0)
        result = world_from_object @ transform.scale(amount)
        result[:3, 3] = pivot - result[:3, :3] @ local[:3]
        return result

    def axis(self) -> np.ndarray:
        """Of the handle, unit; towards the viewer for the centre."""
        if self.handle == "all":
            return -self.camera.basis()[2]
        axis: np.ndarray = self.frame.axes[AXES[self.handle]]
        return axis

    def _moved(self, now: Point) -> np.ndarray:
        begin, end = (self._hit(point) for point in (self.start, now))
        return end - begin

    def _hit(self, point: Point) -> np.ndarray:
        """On the handle's axis the point nearest to the pointer's ray; for the centre, in the plane of the view."""
        origin, direction = ray(self.camera, point, self.size)
        pivot = self.frame.pivot
        if self.handle == "all":
            normal = self.camera.basis()[2]
            return origin + direction * float((pivot - origin) @ normal) / float(direction @ normal)
        axis = self.axis()
        across = float(axis @ direction)
        denominator = 1.0 - across * across
        if denominator < 1e-6:  # looking along the axis: nothing to see of it
            return pivot
        offset = origin - pivot
        return pivot + axis * ((float(offset @ axis) - across * float(offset @ direction)) / denominator)

    def _turned(self, now: Point) -> float:
        """Degrees about the axis, from the angle about the pivot on the film."""
        middle = project(self.camera, self.frame.pivot[None], self.size)[0]
        first, last = (math.atan2(p[1] - middle[1], p[0] - middle[0]) for p in (self.start, now))
        angle = math.degrees((last - first + math.pi) % (2.0 * math.pi) - math.pi)
        towards = float(self.axis() @ (np.asarray(self.camera.position) - self.frame.pivot))
        return -angle if towards >= 0.0 else angle

    def _scaled(self, now: Point) -> np.ndarray:
        middle = project(self.camera, self.frame.pivot[None], self.size)[0]
        first, last = (math.hypot(p[0] - middle[0], p[1] - middle[1]) for p in (self.start, now))
        factor = last / max(first, 8.0)
        if self.handle == "all":
            return np.full(3, factor)
        factors = np.ones(3)
        factors[AXES[self.handle]] = factor
        return factors


def handle_ends(frame: Frame, camera: Camera, size: Size, length: float) -> dict[Handle, np.ndarray]:
    """Film positions of the ends of the axis handles, and of the pivot ("all"); NaN behind the camera."""
    reach = length * pixel_size(camera, frame.pivot, size)
    points = np.concatenate([frame.pivot + reach * frame.axes, frame.pivot[None]])
    x, y, z, middle = project(camera, points, size)
    return {"x": x, "y": y, "z": z, "all": middle}


def ring(frame: Frame, handle: Handle, camera: Camera, size: Size, length: float) -> np.ndarray:
    """Film positions (n, 2) of the circle about an axis."""
    axis = frame.axes[AXES[handle]]
    first = frame.axes[(AXES[handle] + 1) % 3]
    second = np.cross(axis, first)
    angles = np.linspace(0.0, 2.0 * np.pi, 65)[:, None]
    reach = length * pixel_size(camera, frame.pivot, size)
    return project(camera, frame.pivot + reach * (np.cos(angles) * first + np.sin(angles) * second), size)


def nearest_handle(
    tool: Tool, frame: Frame, camera: Camera, size: Size, point: Point, length: float, reach: float
) -> Handle | None:
    """The handle within ``reach`` pixels of a film point."""
    ends = handle_ends(frame, camera, size, length)
    distances: dict[Handle, float] = {"all": _distance(ends["all"][None], point)}
    for handle in AXES:
        line = ring(frame, handle, camera, size, length) if tool == "rotate" else _line(ends["all"], ends[handle])
        distances[handle] = _distance(line, point)
    best = min(distances, key=lambda handle: distances[handle])
    return best if distances[best] <= reach else None


def _line(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Points on the outer part of a handle; the inner one belongs to the centre."""
    return start + np.linspace(0.25, 1.0, 24)[:, None] * (end - start)


def _distance(points: np.ndarray, point: Point) -> float:
    known = points[np.isfinite(points).all(axis=1)]
    return float(np.linalg.norm(known - point, axis=1).min()) if len(known) else math.inf


def local_axes(world_from_object: np.ndarray) -> np.ndarray:
    """The object's own axes in the world, unit, in rows."""
    columns = world_from_object[:3, :3].T
    axes: np.ndarray = columns / np.linalg.norm(columns, axis=1, keepdims=True)
    return axes
