"""Ray queries and BVH construction against Embree: the same mesh, the same rays, one thread each, in one run.

    python benchmarks/traversal.py [--triangles 640000] [--rays 500000] [--repeat 5] [--threads 1] [--json FILE]

The scene is a bumpy sphere in a closed box. Primary rays come from a pinhole, in scanline order; diffuse rays leave the
points they hit, cosine-distributed; shadow rays join those points with an area light under the ceiling. Needs the
``test`` extra (embreex). Embree builds with as many threads as it likes; ours uses ``--threads``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh

from raytracer.engine import runtime
from raytracer.engine.bvh import Bvh, build, pack_primitives
from raytracer.engine.kernels.ray_queries import trace_rays

FAR = np.float32(1e30)


@dataclass(frozen=True)
class Rays:
    """origins, directions (n, 3) f32; t_max (n,) f32; whether any hit will do."""

    origins: np.ndarray
    directions: np.ndarray
    t_max: np.ndarray
    any_hit: bool = False


def bumpy_sphere(triangles: int) -> np.ndarray:
    """Corners (n, 3, 3) f32 of a closed sphere of radius about 1 with two scales of bumps."""
    rows = max(2, round((triangles / 4) ** 0.5))
    columns = 2 * rows
    theta = np.linspace(0.0, np.pi, rows + 1)[:, None]
    phi = np.linspace(0.0, 2.0 * np.pi, columns, endpoint=False)[None, :]
    radius = 1.0 + 0.05 * np.sin(13 * phi) * np.sin(11 * theta) + 0.02 * np.sin(57 * phi) * np.sin(49 * theta)
    direction = np.stack(np.broadcast_arrays(np.sin(theta) * np.cos(phi), np.cos(theta), np.sin(theta) * np.sin(phi)))
    points = np.moveaxis(radius * direction, 0, -1).astype(np.float32).reshape(-1, 3)
    upper_left = np.arange(rows)[:, None] * columns + np.arange(columns)
    upper_right = np.arange(rows)[:, None] * columns + (np.arange(columns) + 1) % columns
    quads = np.stack([upper_left, upper_right, upper_right + columns, upper_left + columns], axis=-1).reshape(-1, 4)
    return points[np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])]


def box(half: float) -> np.ndarray:
    """Corners (12, 3, 3) f32 of a closed box around the origin."""
    corners = np.array(np.meshgrid([-half, half], [-half, half], [-half, half], indexing="ij"), np.float32)
    corners = corners.reshape(3, 8).T
    quads = np.array([[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]])
    return corners[np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])]


def primary_rays(count: int) -> Rays:
    """A square picture of about ``count`` pixels, in scanline order."""
    side = int(count**0.5)
    y, x = np.meshgrid(np.linspace(0.5, -0.5, side), np.linspace(-0.5, 0.5, side), indexing="ij")
    directions = _unit(np.stack([x, y, np.full_like(x, -1.0)], axis=-1).reshape(-1, 3))
    origins = np.tile(np.float32([0.1, 0.2, 1.95]), (len(directions), 1))
    return Rays(origins, directions, np.full(len(directions), FAR))


def bounce_rays(rays: Rays, t: np.ndarray, prim: np.ndarray, corners: np.ndarray) -> tuple[Rays, Rays]:
    """Diffuse and shadow rays from the points where ``rays`` ended."""
    rng = np.random.default_rng(7)
    points = rays.origins + t[:, None] * rays.directions
    triangle = corners[prim]
    normals = _unit(np.cross(triangle[:, 1] - triangle[:, 0], triangle[:, 2] - triangle[:, 0]))
    normals *= -np.sign((normals * rays.directions).sum(axis=1, keepdims=True))
    origins = (points + 1e-4 * normals).astype(np.float32)
    around = _unit(rng.normal(size=points.shape))
    diffuse = Rays(origins, _unit(normals + 0.999 * around), np.full(len(points), FAR))
    light = rng.uniform([-0.6, 1.9, -0.6], [0.6, 1.9, 0.6], points.shape)
    towards = light - origins
    distance = np.linalg.norm(towards, axis=1)
    shadow = Rays(origins, _unit(towards), (0.999 * distance).astype(np.float32), any_hit=True)
    return diffuse, shadow


def _unit(vectors: np.ndarray) -> np.ndarray:
    return (vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)).astype(np.float32)


class Ours:
    """This project's tree over triangles ``corners`` (n, 3, 3)."""

    def __init__(self, corners: np.ndarray) -> None:
        self.tree: Bvh = build(corners.min(axis=1), corners.max(axis=1))
        self.prims = pack_primitives(corners, np.zeros((0, 4), np.float32), self.tree.order)

    @property
    def bytes_per_triangle(self) -> float:
        tree = self.tree
        total = tree.nodes.nbytes + tree.children.nbytes + tree.order.nbytes + self.prims.nbytes
        return total / len(tree.order)

    def query(self, rays: Rays) -> tuple[np.ndarray, np.ndarray]:
        """Distances and primitives."""
        return trace_rays(self.tree, self.prims, rays.origins, rays.directions, rays.t_max, any_hit=rays.any_hit)[:2]


class Embree:
    """The same queries through Embree's single-ray calls."""

    def __init__(self, corners: np.ndarray) -> None:
        self.scene = rtcore_scene.EmbreeScene()
        TriangleMesh(self.scene, corners)
        self.scene.run(np.zeros((1, 3), np.float32), np.float32([[0, 0, 1]]))  # the first query commits the scene

    def query(self, rays: Rays) -> np.ndarray:
        kind = "OCCLUDED" if rays.any_hit else "INTERSECT"
        return self.scene.run(rays.origins, rays.directions, rays.t_max.copy(), query=kind)


def median_seconds(first: Callable[[], object], second: Callable[[], object], repeat: int) -> tuple[float, float]:
    """Median wall times of both, called in turn so that a busy machine slows both; one call each does not count."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeat + 1):
        for work, spent in zip((first, second), times, strict=True):
            begin = time.perf_counter()
            work()
            spent.append(time.perf_counter() - begin)
    return statistics.median(times[0][1:]), statistics.median(times[1][1:])


def compare(triangles: int, rays: int, repeat: int) -> dict[str, dict[str, float]]:
    """Rates of both, their ratio, and the share of rays on which they disagree, for each kind of ray."""
    corners = np.concatenate([bumpy_sphere(triangles), box(2.0)])
    build_ours, build_embree = median_seconds(lambda: Ours(corners), lambda: Embree(corners), 3)
    ours, embree = Ours(corners), Embree(corners)
    primary = primary_rays(rays)
    diffuse, shadow = bounce_rays(primary, *ours.query(primary), corners)
    table = {"build": {"ours": build_ours, "embree": build_embree, "ratio": build_embree / build_ours}}
    for name, kind in {"primary": primary, "diffuse": diffuse, "shadow": shadow}.items():
        seconds_ours, seconds_embree = median_seconds(partial(ours.query, kind), partial(embree.query, kind), repeat)
        hit_ours, hit_embree = ours.query(kind)[1] >= 0, np.asarray(embree.query(kind)) >= 0
        count = len(kind.t_max) / 1e6
        table[name] = {
            "ours": count / seconds_ours,
            "embree": count / seconds_embree,
            "ratio": seconds_embree / seconds_ours,
            "disagree": float((hit_ours != hit_embree).mean()),
        }
    table["memory"] = {"bytes per triangle": ours.bytes_per_triangle, "stack": float(ours.tree.stack_size)}
    return table


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--triangles", type=int, default=640_000)
    parser.add_argument("--rays", type=int, default=500_000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1, help="threads of our own build and queries")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    runtime.start("cpu", threads=options.threads)
    table = compare(options.triangles, options.rays, options.repeat)
    runtime.stop()
    for name, row in table.items():
        unit = {"build": "s", "memory": ""}.get(name, "M rays/s")
        print(f"{name:8}", "  ".join(f"{key} {value:.3g}" for key, value in row.items()), unit)
    if options.json:
        options.json.write_text(json.dumps(table, indent=2))


if __name__ == "__main__":
    main()
