"""Cameras of a glTF file.

[1] glTF 2.0 specification, section 3.10, "Cameras". The aspect ratio is left to the picture; clipping planes do not
exist in a path tracer.
"""

from __future__ import annotations

import math

import numpy as np

from raytracer.io.gltf.document import Document, Entry
from raytracer.scene import Camera

_NARROWEST_DEG, _WIDEST_DEG = 0.01, 179.0


def read_camera(document: Document, entry: Entry, world: np.ndarray, name: str, centre: np.ndarray) -> Camera:
    """The camera at ``world`` (4, 4). Its orbit target lies on the view axis, level with ``centre`` (world space)."""
    if np.linalg.det(world[:3, :3]) < 0.0:
        document.note("ignored", "the camera's node is mirrored; the picture is not", entry)
    position = world[:3, 3]
    forward, up = _direction(-world[:3, 2]), world[:3, 1]
    distance = float(np.dot(centre - position, forward))
    if not distance > 1e-6 * (1.0 + float(np.abs(position).max())):
        distance = max(float(np.linalg.norm(centre - position)), 1.0)
    pose = {
        "name": name,
        "position": tuple(position),
        "target": tuple(position + distance * forward),
        "up": tuple(up),
    }
    kind = entry.string("type")
    if kind == "perspective":
        return Camera(**pose, fov_y_deg=_fov(document, entry.require("perspective")))
    if kind == "orthographic":
        half = abs(entry.require("orthographic").number("ymag"))
        if half == 0.0:
            raise entry.error("must not be 0", key="orthographic.ymag")
        return Camera(**pose, projection="orthographic", ortho_height=2.0 * half)
    raise entry.error(f"must be 'perspective' or 'orthographic', not {kind[:40]!r}", key="type")


def _fov(document: Document, perspective: Entry) -> float:
    degrees = math.degrees(perspective.number("yfov"))
    clamped = min(max(degrees, _NARROWEST_DEG), _WIDEST_DEG)
    if clamped != degrees:
        document.note("repaired", f"a field of view of {degrees:g} degrees is taken as {clamped:g}", perspective)
    return clamped


def _direction(vector: np.ndarray) -> np.ndarray:
    length = float(np.linalg.norm(vector))
    return vector / length if length > 0.0 else np.array([0.0, 0.0, -1.0])
