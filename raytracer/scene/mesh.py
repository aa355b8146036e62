"""Geometry: triangle meshes and spheres, in object space."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, SupportsIndex

import numpy as np


@dataclass(eq=False)
class Mesh:
    """Triangles with one material. Counter-clockwise seen from the front. Arrays are converted on construction.

    positions  (n, 3) f32, metres, object space
    triangles  (m, 3) i32, indices into the vertices
    normals    (n, 3) f32 unit shading normals, or None: flat shading
    uvs, uvs1  (n, 2) f32 texture coordinates (v down), or None
    colors     (n, 4) f32 linear RGBA vertex colours, or None
    tangents   (n, 4) f32: unit tangent and the bitangent's sign, or None: derived from the uvs
    """

    positions: np.ndarray
    triangles: np.ndarray
    normals: np.ndarray | None = None
    uvs: np.ndarray | None = None
    uvs1: np.ndarray | None = None
    colors: np.ndarray | None = None
    tangents: np.ndarray | None = None
    name: str = "mesh"
    primitive: str = ""
    """Its name in ``scene.new_shapes``, of a shape that is made anew from it; empty for all others."""

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """A shape that has a name travels as its name."""
        if self.primitive:
            from raytracer.scene.new_shapes import new_shape

            return new_shape, (self.primitive,)
        return super().__reduce_ex__(protocol)

    def __post_init__(self) -> None:
        self.positions = np.ascontiguousarray(self.positions, np.float32).reshape(-1, 3)
        self.triangles = np.ascontiguousarray(self.triangles, np.int32).reshape(-1, 3)
        count = len(self.positions)
        for label, width in (("normals", 3), ("uvs", 2), ("uvs1", 2), ("colors", 4), ("tangents", 4)):
            value = getattr(self, label)
            if value is None:
                continue
            value = np.ascontiguousarray(value, np.float32)
            if value.shape != (count, width):
                raise ValueError(f"mesh {self.name!r}: {label} has shape {value.shape}, expected ({count}, {width})")
            setattr(self, label, value)
        if len(self.triangles) and (self.triangles.min() < 0 or self.triangles.max() >= count):
            raise ValueError(f"mesh {self.name!r}: a triangle names a vertex outside 0..{count - 1}")

    @property
    def triangle_count(self) -> int:
        return len(self.triangles)

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lower and upper corner in object space, of the vertices in use; (inf, -inf) for an empty mesh."""
        if not len(self.triangles):
            return np.full(3, np.inf), np.full(3, -np.inf)
        used = self.positions[self.triangles.reshape(-1)]
        return used.min(axis=0).astype(np.float64), used.max(axis=0).astype(np.float64)


@dataclass(eq=False)
class Sphere:
    """An analytic sphere about the object-space origin; a non-uniform scale makes it an ellipsoid of triangles."""

    radius: float = 1.0
    name: str = "sphere"
    primitive: str = ""
    """As of a mesh."""

    def __post_init__(self) -> None:
        if not (0.0 < self.radius < 1e30):
            raise ValueError(f"sphere {self.name!r}: radius must be positive and finite, not {self.radius}")

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Lower and upper corner in object space."""
        return np.full(3, -self.radius), np.full(3, self.radius)


Shape = Mesh | Sphere


@dataclass(eq=False)
class Instance:
    """A shape placed in the world with a material.

    ``shape`` and ``material`` are indices into the scene's lists. ``world_from_object`` is (4, 4) f64, column vectors
    (translation in the last column). A negative determinant mirrors: the front stays the front.
    """

    shape: int
    material: int
    world_from_object: np.ndarray = field(default_factory=lambda: np.eye(4))
    name: str = ""
    visible: bool = True

    def __post_init__(self) -> None:
        self.world_from_object = np.ascontiguousarray(self.world_from_object, np.float64)
        if self.world_from_object.shape != (4, 4):
            raise ValueError(f"instance {self.name!r}: world_from_object must be (4, 4)")
