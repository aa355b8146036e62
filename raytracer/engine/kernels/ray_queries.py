"""Batches of ray queries over host arrays: for tests, benchmarks and tools that need hits rather than pictures."""

import numpy as np
import taichi as ti

from raytracer.engine.kernels.buffers import Floats, Ints, vec3_at
from raytracer.engine.kernels.search import stack_size, trace


@ti.kernel
def _trace_all(
    nodes: Floats,
    prims: Floats,
    origins: Floats,
    directions: Floats,
    t_max: Floats,
    t: Floats,
    prim: Ints,
    uv: Floats,
    instance: Ints,
    any_hit: ti.i32,
    has_spheres: ti.template(),
    has_instances: ti.template(),
):
    ti.loop_config(block_dim=64)
    for i in range(t.shape[0]):
        stack = ti.Vector([0] * ti.static(stack_size()), dt=ti.i32)
        hit = trace(
            nodes,
            prims,
            vec3_at(origins, 3 * i),
            vec3_at(directions, 3 * i),
            t_max[i],
            any_hit,
            has_spheres,
            has_instances,
            stack,
        )
        t[i] = hit.t
        prim[i] = hit.prim
        instance[i] = hit.instance
        uv[2 * i] = hit.u
        uv[2 * i + 1] = hit.v


def trace_rays(tree, prims, origins, directions, t_max, *, any_hit=False, has_spheres=False):
    """``t`` (n,), ``prim`` (n,), ``uv`` (n, 2) of the rays (n, 3); ``prim`` is the caller's original index or -1."""
    t, prim, uv, _ = trace_records(
        tree.records, prims, origins, directions, t_max, any_hit=any_hit, has_spheres=has_spheres
    )
    return t, np.where(prim >= 0, tree.order[np.maximum(prim, 0)], -1), uv


def trace_records(nodes, prims, origins, directions, t_max, *, any_hit=False, has_spheres=False, has_instances=False):
    """``t`` (n,), ``prim`` (n,), ``uv`` (n, 2) and ``instance`` (n,), as ``traversal.Hit`` has them."""
    n = len(origins)
    t, uv = np.empty(n, np.float32), np.empty(2 * n, np.float32)
    prim, instance = np.empty(n, np.int32), np.empty(n, np.int32)
    if n > 0:
        flat = [np.ascontiguousarray(a, np.float32).reshape(-1) for a in (origins, directions, t_max)]
        _trace_all(nodes, prims, *flat, t, prim, uv, instance, int(any_hit), has_spheres, has_instances)
    return t, prim, uv.reshape(-1, 2), instance
