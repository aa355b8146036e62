"""The two searches of the tree, for processors and for GPUs, find the same; both run on a processor, too."""

import numpy as np
import pytest
import taichi as ti

from raytracer.engine import two_level
from raytracer.engine.flatten import flatten
from raytracer.engine.kernels import level_search, stack_search
from raytracer.engine.kernels.buffers import Floats, vec3_at
from raytracer.engine.kernels.level_search import search_by_levels
from raytracer.engine.kernels.stack_search import search_by_stack
from raytracer.engine.renderer import Renderer
from tests.engine.instanced import rings, sharing
from tests.engine.rays import random_directions

ivec2 = ti.types.vector(2, ti.i32)
FAR = 1e30


@ti.kernel
def search_both(nodes: Floats, prims: Floats, rays: Floats, any_hit: ti.i32, found: Floats, tests: ti.types.ndarray()):
    """``found``: t and primitive by levels, then by stack. ``tests``: nodes and primitives, in the same order."""
    for i in range(rays.shape[0] // 6):
        levels = ti.Vector([0] * ti.static(level_search.STACK_SIZE), dt=ti.i32)
        stack = ti.Vector([0] * ti.static(stack_search.STACK_SIZE), dt=ti.i32)
        origin, direction = vec3_at(rays, 6 * i), vec3_at(rays, 6 * i + 3)
        tally_levels, tally_stack = ivec2(0), ivec2(0)
        a = search_by_levels(nodes, prims, origin, direction, FAR, any_hit, True, True, levels, tally_levels)
        b = search_by_stack(nodes, prims, origin, direction, FAR, any_hit, True, True, stack, tally_stack)
        found[4 * i], found[4 * i + 1], found[4 * i + 2], found[4 * i + 3] = a.t, a.prim, b.t, b.prim
        for k in ti.static(range(2)):
            tests[4 * i + k], tests[4 * i + 2 + k] = tally_levels[k], tally_stack[k]


@pytest.mark.parametrize("any_hit", [False, True])
def test_both_searches_find_the_same(renderer: Renderer, any_hit: bool) -> None:
    rng = np.random.default_rng(3)
    count = 20_000
    rays = np.concatenate([rng.uniform(-2, 2, (count, 3)), random_directions(rng, count)], axis=1).astype(np.float32)
    with sharing(always=True):
        placed = flatten(rings())
    assert placed.copies
    trees = two_level.build(placed, lambda _text, _fraction: None)
    found, tests = np.zeros((count, 4), np.float32), np.zeros((count, 4), np.int32)
    search_both(trees.nodes.host, trees.prims.host, rays.ravel(), int(any_hit), found.ravel(), tests.ravel())
    hit = found[:, 1] >= 0
    assert 0.1 < hit.mean() < 0.95
    assert (hit == (found[:, 3] >= 0)).all()
    if not any_hit:
        assert found[:, 0] == pytest.approx(found[:, 2], rel=2e-6)  # keys leave out three bits
    # The nearest child first in both: only what the keys leave out makes a difference.
    work = tests.sum(axis=0, dtype=np.int64)
    assert work[:2] == pytest.approx(work[2:], rel=1e-3)
