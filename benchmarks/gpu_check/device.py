"""The machine, its raw speeds, and the search of the tree alone."""

from __future__ import annotations

import statistics
import time
from dataclasses import asdict
from typing import Any

import numpy as np

_WORK = {"tiny": (1 << 16, 1 << 12, 64), "cpu": (1 << 24, 1 << 18, 256), "gpu": (1 << 27, 1 << 20, 1024)}
"""Floats to copy, lanes that read or compute, multiply-adds in a row."""


def machine(options: dict[str, Any]) -> dict[str, Any]:
    """What there is; starts nothing."""
    from benchmarks.gpu_check.run import system
    from raytracer.engine import probe

    return {"system": system(), "cpu": probe.cpu_name(), "backends": [asdict(info) for info in probe.probe()]}


def speeds(options: dict[str, Any]) -> dict[str, Any]:
    """Launch time of an empty kernel, bandwidth of a copy and of scattered 32-byte reads, multiply-adds per second."""
    import taichi as ti

    from benchmarks.gpu_check import raw_kernels
    from raytracer.engine import runtime
    from raytracer.engine.upload import upload

    runtime.start(options["backend"])
    cells, lanes, rounds = _WORK[options["scale"]]
    source, target = ti.ndarray(ti.f32, cells), ti.ndarray(ti.f32, cells)
    source.fill(1.0)
    target.fill(0.0)
    one = upload(np.zeros(1, np.float32))
    result = {
        "launch_ms": 1e3 * _seconds(lambda: raw_kernels.nothing(one)),
        "copy_gb_per_s": 8e-9 * cells / _seconds(lambda: raw_kernels.copy(source, target, cells)),
        "scattered_gb_per_s": 32e-9
        * raw_kernels.READS
        * lanes
        / _seconds(lambda: raw_kernels.scattered(source, target, lanes, cells // 8)),
        "gflops": 2e-9
        * raw_kernels.CHAINS
        * rounds
        * lanes
        / _seconds(lambda: raw_kernels.fused(target, lanes, rounds)),
        "buffer_mb": 4e-6 * cells,
    }
    runtime.stop()
    return result


def rays(options: dict[str, Any]) -> dict[str, Any]:
    """Closest hits per second in a mesh of 640,000 triangles, rays and hits on the device, for one width of nodes."""
    from raytracer.engine.kernels import traversal

    width = options["width"]
    # The kernels read these while they are compiled; what is imported below copies them.
    traversal.WIDTH, traversal.NODE_STRIDE = width, 7 * width
    from benchmarks.mesh_rays import FAR, box, bumpy_sphere, incoherent_rays, primary_rays
    from raytracer.engine import bvh, runtime
    from raytracer.engine.boxes import BoxArrays
    from raytracer.engine.kernels import ray_queries
    from raytracer.engine.upload import upload

    quick = options["scale"] == "tiny"
    runtime.start(options["backend"])
    corners = np.concatenate([bumpy_sphere(500 if quick else 640_000), box(2.0)])
    tree = bvh.build(BoxArrays(corners.min(axis=1), corners.max(axis=1)), width=width)
    prims = bvh.pack_primitives(corners, np.zeros((0, 4), np.float32), tree.order)
    count = {"tiny": 100, "cpu": 200_000, "gpu": 4_000_000}[options["scale"]]
    scene = [upload(tree.records), upload(prims)]
    result: dict[str, Any] = {"build_seconds": tree.seconds}
    for name, batch in {"primary": primary_rays(count), "incoherent": incoherent_rays(count)}.items():
        n = len(batch.t_max)
        given = [upload(a) for a in (batch.origins, batch.directions, batch.t_max)]
        hits = [upload(np.zeros(n, np.float32)), upload(np.zeros(n, np.int32)), upload(np.zeros(2 * n, np.float32))]
        arguments = (*scene, *given, *hits, upload(np.zeros(n, np.int32)), 0, False, False)
        result[f"{name}_rays_per_s"] = n / _seconds(lambda arguments=arguments: ray_queries._trace_all(*arguments))
        t = hits[0].to_numpy()
        result[f"{name}_mean_t"] = float(t[t < FAR].mean())
    runtime.stop()
    return result


def _seconds(work: Any, repeat: int = 5) -> float:
    """Median time until the device is done; the first two runs compile and warm up."""
    import taichi as ti

    times = []
    for _ in range(repeat + 2):
        begin = time.perf_counter()
        work()
        ti.sync()
        times.append(time.perf_counter() - begin)
    return statistics.median(times[2:])
