"""Ray queries and BVH construction against Embree: the same mesh, the same rays, one thread each, in one run.

    python -m benchmarks.traversal [--triangles 640000] [--rays 500000] [--repeat 5] [--threads 1] [--json FILE]

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
from functools import partial
from pathlib import Path

import numpy as np
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh

from benchmarks.mesh_rays import Rays, bounce_rays, box, bumpy_sphere, primary_rays
from raytracer.engine import runtime
from raytracer.engine.boxes import BoxArrays
from raytracer.engine.bvh import Bvh, build, pack_primitives
from raytracer.engine.kernels.ray_queries import trace_rays


class Ours:
    """This project's tree over triangles ``corners`` (n, 3, 3)."""

    def __init__(self, corners: np.ndarray) -> None:
        self.tree: Bvh = build(BoxArrays(corners.min(axis=1), corners.max(axis=1)))
        self.prims = pack_primitives(corners, np.zeros((0, 4), np.float32), self.tree.order)

    @property
    def bytes_per_triangle(self) -> float:
        tree = self.tree
        total = tree.records.nbytes + tree.order.nbytes + self.prims.nbytes
        return total / int((tree.order >= 0).sum())

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


Clock = Callable[[], float]


def median_seconds(
    first: Callable[[], object], second: Callable[[], object], repeat: int, clock: Clock
) -> tuple[float, float]:
    """Median times of both, called in turn so that a busy machine slows both; one call each does not count."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(repeat + 1):
        for work, spent in zip((first, second), times, strict=True):
            begin = clock()
            work()
            spent.append(clock() - begin)
    return statistics.median(times[0][1:]), statistics.median(times[1][1:])


def compare(triangles: int, rays: int, repeat: int, threads: int) -> dict[str, dict[str, float]]:
    """Rates of both, their ratio, and the share of rays on which they disagree, for each kind of ray.

    On one thread rays are timed by the processor's clock, which other programs on the machine do not move. Builds are
    too, whatever the threads: what both spend, not how long it takes; ``build wall`` is that.
    """
    clock = time.process_time if threads == 1 else time.perf_counter
    corners = np.concatenate([bumpy_sphere(triangles), box(2.0)])
    both = (lambda: Ours(corners)), (lambda: Embree(corners))
    cpu, wall = (median_seconds(*both, repeats, c) for repeats, c in ((2, time.process_time), (2, time.perf_counter)))
    ours, embree = Ours(corners), Embree(corners)
    primary = primary_rays(rays)
    diffuse, shadow = bounce_rays(primary, *ours.query(primary), corners)
    table = {
        name: {"ours": mine, "embree": theirs, "ratio": theirs / mine}
        for name, (mine, theirs) in (("build", cpu), ("build wall", wall))
    }
    for name, kind in {"primary": primary, "diffuse": diffuse, "shadow": shadow}.items():
        seconds_ours, seconds_embree = median_seconds(
            partial(ours.query, kind), partial(embree.query, kind), repeat, clock
        )
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
    parser.add_argument("--json-line", action="store_true", help="also print it as the last line")
    options = parser.parse_args()
    runtime.start("cpu", threads=options.threads)
    table = compare(options.triangles, options.rays, options.repeat, options.threads)
    runtime.stop()
    for name, row in table.items():
        unit = {"build": "s of CPU", "build wall": "s", "memory": ""}.get(name, "M rays/s")
        print(f"{name:10}", "  ".join(f"{key} {value:.3g}" for key, value in row.items()), unit)
    if options.json:
        options.json.write_text(json.dumps(table, indent=2))
    if options.json_line:
        print(json.dumps(table))


if __name__ == "__main__":
    main()
