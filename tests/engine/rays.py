"""Ray queries against a brute-force reference, for tests of the acceleration structure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from raytracer.engine.boxes import BoxArrays
from raytracer.engine.bvh import Bvh, build, pack_primitives
from raytracer.engine.kernels.ray_queries import trace_rays

FAR = 1e30
NO_SPHERES = np.zeros((0, 4), np.float32)
NO_TRIANGLES = np.zeros((0, 3, 3), np.float32)


@dataclass(frozen=True)
class Hits:
    """t (n,), prim (n,), uv (n, 2)."""

    t: np.ndarray
    prim: np.ndarray
    uv: np.ndarray


@dataclass(frozen=True)
class Body:
    """Triangles (m, 3, 3) and spheres (k, 4) with the tree over both."""

    triangles: np.ndarray
    spheres: np.ndarray
    tree: Bvh

    @classmethod
    def of(cls, triangles: np.ndarray = NO_TRIANGLES, spheres: np.ndarray = NO_SPHERES) -> Body:
        """Builds the tree over both."""
        triangles, spheres = np.asarray(triangles, np.float32), np.asarray(spheres, np.float32)
        lower = np.concatenate([triangles.min(axis=1), spheres[:, :3] - spheres[:, 3:]])
        upper = np.concatenate([triangles.max(axis=1), spheres[:, :3] + spheres[:, 3:]])
        return cls(triangles, spheres, build(BoxArrays(lower, upper)))

    def hits(
        self, origins: np.ndarray, directions: np.ndarray, t_max: float | np.ndarray = FAR, *, any_hit: bool = False
    ) -> Hits:
        """What the kernel says; origins and directions (n, 3)."""
        limits = np.broadcast_to(np.float32(t_max), len(origins))
        prims = pack_primitives(self.triangles, self.spheres, self.tree.order)
        return Hits(
            *trace_rays(
                self.tree, prims, origins, directions, limits, any_hit=any_hit, has_spheres=len(self.spheres) > 0
            )
        )

    def brute_force(self, origins: np.ndarray, directions: np.ndarray) -> Hits:
        """Every ray against every primitive in f64; ``prim`` -1 for a miss."""
        o, d = origins.astype(np.float64)[:, None], directions.astype(np.float64)[:, None]
        corners = self.triangles.astype(np.float64)
        edge_1, edge_2 = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            p = np.cross(d, edge_2)
            scale = 1.0 / (p * edge_1).sum(-1)
            s = o - corners[:, 0]
            u = (s * p).sum(-1) * scale
            q = np.cross(s, edge_1)
            v = (d * q).sum(-1) * scale
            t = (edge_2 * q).sum(-1) * scale
            t_triangles = np.where((u >= 0) & (v >= 0) & (u + v <= 1) & (t > 0), t, np.inf)
        t_all = np.concatenate([t_triangles, _sphere_distances(o, d, self.spheres.astype(np.float64))], axis=1)
        prim = t_all.argmin(axis=1)
        rows = np.arange(len(origins))
        nearest = t_all[rows, prim]
        uv = np.zeros((len(origins), 2))
        of_triangle = prim < len(corners)
        uv[of_triangle] = np.stack([u, v], -1)[rows[of_triangle], prim[of_triangle]]
        return Hits(nearest, np.where(np.isfinite(nearest), prim, -1), uv)


def _sphere_distances(o: np.ndarray, d: np.ndarray, spheres: np.ndarray) -> np.ndarray:
    f = o - spheres[:, :3]
    a, b, c = (d * d).sum(-1), (f * d).sum(-1), (f * f).sum(-1) - spheres[:, 3] ** 2
    with np.errstate(invalid="ignore"):
        root = np.sqrt(b * b - a * c)
        near, far = (-b - root) / a, (-b + root) / a
    return np.where(near > 0, near, np.where(far > 0, far, np.inf))


def unit(vectors: np.ndarray) -> np.ndarray:
    """f32 directions."""
    return (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)


def random_directions(rng: np.random.Generator, count: int) -> np.ndarray:
    """Uniform over the sphere, (count, 3) f32."""
    return unit(rng.normal(size=(count, 3)))


def closed_sphere(rows: int = 24, bump: float = 0.1) -> np.ndarray:
    """Corners (n, 3, 3) f32 of a closed, star-shaped surface around the origin; neighbours share exact corners."""
    theta = np.linspace(0.0, np.pi, rows + 1)[:, None]
    phi = np.linspace(0.0, 2.0 * np.pi, 2 * rows, endpoint=False)[None]
    radius = 1.0 + bump * np.sin(3 * phi) * np.sin(4 * theta)
    direction = np.stack(np.broadcast_arrays(np.sin(theta) * np.cos(phi), np.cos(theta), np.sin(theta) * np.sin(phi)))
    points = np.moveaxis(radius * direction, 0, -1).astype(np.float32)
    points[0], points[-1] = points[0, :1], points[-1, :1]  # the poles are single points
    points = np.concatenate([points, points[:, :1]], axis=1)
    a, b, c, d = points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]
    upper, lower = np.stack([a, b, c], axis=2), np.stack([a, c, d], axis=2)
    return np.concatenate([upper[1:].reshape(-1, 3, 3), lower[:-1].reshape(-1, 3, 3)])
