"""From the scene to the film and back, for what is drawn over the picture. Pure functions; film points in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from raytracer.scene import Camera, Scene
from raytracer.scene.transform import apply_points

Size = tuple[float, float]
_CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], np.float64)
EDGES = tuple((a, b) for a in range(8) for b in range(a + 1, 8) if bin(a ^ b).count("1") == 1)
"""Pairs of corners of a box that an edge joins."""
_NEAREST = 1e-6


def project(camera: Camera, points: np.ndarray, size: Size) -> np.ndarray:
    """Film positions (n, 2) of world points (n, 3); NaN for what lies behind the camera."""
    right, up, forward = camera.basis()
    offset = np.atleast_2d(points) - np.asarray(camera.position)
    depth = offset @ forward
    if camera.projection == "orthographic":
        scale = np.full(len(depth), size[1] / camera.ortho_height)
    else:
        tangent = math.tan(math.radians(camera.fov_y_deg) / 2.0)
        with np.errstate(divide="ignore"):
            scale = np.where(depth > _NEAREST, 0.5 * size[1] / (tangent * depth), np.nan)
    return np.stack([0.5 * size[0] + scale * (offset @ right), 0.5 * size[1] - scale * (offset @ up)], axis=1)


def ray(camera: Camera, point: tuple[float, float], size: Size) -> tuple[np.ndarray, np.ndarray]:
    """Origin and unit direction through a film point, as from a pinhole."""
    right, up, forward = camera.basis()
    across, along = (2.0 * point[0] - size[0]) / size[1], 1.0 - 2.0 * point[1] / size[1]
    position = np.asarray(camera.position, np.float64)
    if camera.projection == "orthographic":
        half = 0.5 * camera.ortho_height
        return position + half * (across * right + along * up), forward
    half = math.tan(math.radians(camera.fov_y_deg) / 2.0)
    direction = forward + half * (across * right + along * up)
    return position, direction / np.linalg.norm(direction)


def pixel_size(camera: Camera, point: np.ndarray, size: Size) -> float:
    """Metres that one pixel of the film covers at a point."""
    if camera.projection == "orthographic":
        return camera.ortho_height / size[1]
    depth = max(float((point - camera.position) @ camera.basis()[2]), _NEAREST)
    return 2.0 * math.tan(math.radians(camera.fov_y_deg) / 2.0) * depth / size[1]


def box_corners(scene: Scene, index: int) -> np.ndarray | None:
    """The corners (8, 3) of an instance's box, world space; None for an empty shape."""
    instance = scene.instances[index]
    lower, upper = scene.shapes[instance.shape].bounds()
    if not (upper >= lower).all():
        return None
    return apply_points(instance.world_from_object, lower + _CORNERS * (upper - lower))


def corners(scene: Scene, indices: Iterable[int]) -> np.ndarray | None:
    """The corners (8n, 3) of the boxes of some instances, world space; None where all shapes are empty."""
    found = [box for index in indices if (box := box_corners(scene, index)) is not None]
    return np.concatenate(found) if found else None


def centre(scene: Scene, indices: list[int]) -> np.ndarray | None:
    """The middle of the box around some instances."""
    every = corners(scene, indices)
    if every is None:
        return None
    middle: np.ndarray = 0.5 * (every.min(axis=0) + every.max(axis=0))
    return middle
