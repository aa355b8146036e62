"""What is seen at a point of the picture, and where some instances are seen: for tools, and for the preview."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from raytracer.engine.device_scene import DeviceScene
from raytracer.engine.kernels.picking import first_hits
from raytracer.scene import Camera, Scene

SILHOUETTE_CELLS = 160_000
"""Rays of a silhouette, or of a preview, at most: about half the resolution of a window."""

_ON_THE_SURFACE = 2e-3
"""A hit so much nearer, as a share of the distance, is the surface on which the point itself lies."""

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Seen:
    """The nearest surface on a ray; world space, metres. See ``session.scene_messages.PickHit``."""

    instance: int
    material: int
    position: Point
    normal: Point
    distance: float
    depth: float


def pick(device: DeviceScene, scene: Scene, camera: Camera, film: tuple[float, float, float, float]) -> Seen | None:
    """What lies behind a point of the film. ``film``: x, y, width, height in pixels."""
    rays = camera_rays(camera, np.array([film[:2]]), film[2], film[3])
    t, instances, normals = first_surfaces(device, rays)
    if instances[0] < 0:
        return None
    position = rays[0, :3] + t[0] * rays[0, 3:]
    depth = float((position - camera.position) @ camera.basis()[2])
    material = scene.instances[instances[0]].material
    return Seen(int(instances[0]), material, _point(position), _point(normals[0]), float(t[0]), depth)


def silhouette(device: DeviceScene, camera: Camera, size: tuple[int, int], wanted: Iterable[int]) -> np.ndarray:
    """Where on a film of ``size`` some instances are what is seen: (rows, columns) u8, coarser than the film."""
    points, columns, rows = grid(size)
    _, instances, _ = first_surfaces(device, camera_rays(camera, points, *size))
    return np.isin(instances, list(wanted)).reshape(rows, columns).astype(np.uint8)


def grid(size: tuple[int, int]) -> tuple[np.ndarray, int, int]:
    """Points (n, 2) spread evenly over a film of ``size``, pixels: columns times rows, at most ``SILHOUETTE_CELLS``."""
    shrink = max(1.0, float(np.sqrt(size[0] * size[1] / SILHOUETTE_CELLS)))
    columns, rows = max(1, round(size[0] / shrink)), max(1, round(size[1] / shrink))
    x, y = np.meshgrid((np.arange(columns) + 0.5) / columns * size[0], (np.arange(rows) + 0.5) / rows * size[1])
    return np.stack([x.ravel(), y.ravel()], axis=1), columns, rows


def hidden(device: DeviceScene, camera: Camera, points: np.ndarray) -> np.ndarray:
    """Which of the world points (n, 3) lie behind a surface as seen from the camera: (n,) bool. Glass hides, too."""
    points = np.asarray(points, np.float64).reshape(-1, 3)
    if not len(points):
        return np.zeros(0, bool)
    forward = camera.basis()[2]
    origins = np.broadcast_to(np.asarray(camera.position, np.float64), points.shape)
    if camera.projection == "orthographic":
        origins = points - ((points - origins) @ forward)[:, None] * forward
    way = points - origins
    distance = np.maximum(np.linalg.norm(way, axis=1), 1e-30)
    t, _, _ = first_surfaces(device, np.concatenate([origins, way / distance[:, None]], axis=1))
    return t < distance * (1.0 - _ON_THE_SURFACE)


def camera_rays(camera: Camera, points: np.ndarray, width: float, height: float) -> np.ndarray:
    """Origins and unit directions (n, 6) f64 through film ``points`` (n, 2), pixels; as from a pinhole."""
    right, up, forward = camera.basis()
    across = (2.0 * points[:, :1] / width - 1.0) * width / height
    along = 1.0 - 2.0 * points[:, 1:] / height
    position = np.asarray(camera.position, np.float64)
    if camera.projection == "orthographic":
        half = 0.5 * camera.ortho_height
        origins = position + half * (across * right + along * up)
        directions = np.broadcast_to(forward, origins.shape)
    else:
        half = float(np.tan(np.radians(camera.fov_y_deg) / 2.0))
        directions = forward + half * (across * right + along * up)
        directions = directions / np.linalg.norm(directions, axis=1, keepdims=True)
        origins = np.broadcast_to(position, directions.shape)
    return np.concatenate([origins, directions], axis=1)


def first_surfaces(device: DeviceScene, rays: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Distances (n,), instances (n,) or -1, and normals (n, 3), towards the ray, of the first hits of rays (n, 6)."""
    n = len(rays)
    t, normals = np.empty(n, np.float32), np.zeros(3 * n, np.float32)
    prim, record = np.empty(n, np.int32), np.empty(n, np.int32)
    nodes, prims = device.geometry.arrays[:2]
    flat = np.ascontiguousarray(rays, np.float32).reshape(-1)
    config = device.config
    first_hits(nodes, prims, flat, t, prim, record, normals, config.has_spheres, config.has_instances)
    return t, device.geometry.instances_of(prim, record), normals.reshape(-1, 3)


def _point(values: np.ndarray) -> Point:
    return (float(values[0]), float(values[1]), float(values[2]))
