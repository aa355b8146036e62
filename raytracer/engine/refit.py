"""Fits the world's tree to primitives that have moved: the boxes change, what lies in which node does not.

The tree gets worse the further things move; ``Plan.cost`` says how much, so that it is built anew in time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import taichi as ti

from raytracer.engine.kernels import refit as kernels
from raytracer.engine.kernels.traversal import NODE_STRIDE, WIDTH
from raytracer.engine.upload import upload


@dataclass(frozen=True)
class Plan:
    """The nodes of the world's tree, level by level: ``starts`` (levels + 1) into ``nodes``. ``cost``: when it was
    built, the sum of the half areas of all boxes, m2."""

    nodes: ti.Ndarray
    starts: tuple[int, ...]
    measures: ti.Ndarray
    cost: float


@dataclass(frozen=True)
class Fitted:
    """A tree after its boxes were fitted: its cost, in the unit of ``Plan.cost``, and the radius around the scene."""

    cost: float
    radius: float


def plan(nodes: ti.Ndarray) -> Plan:
    """How to fit the tree whose root is node 0; trees of shared meshes lie behind it and are left alone."""
    records = nodes.to_numpy().reshape(-1, NODE_STRIDE)
    codes = np.ascontiguousarray(records[:, :WIDTH]).view(np.int32)
    levels = [np.zeros(1, np.int32)]
    while len(levels[-1]):
        below = codes[levels[-1]]
        levels.append(below[below >= 0])
    starts = np.cumsum([0, *map(len, levels)])
    order = np.concatenate(levels)
    bounds = records[order, WIDTH:].reshape(-1, 2, 3, WIDTH).astype(np.float64)
    extent = np.maximum(bounds[:, 1] - bounds[:, 0], 0.0)
    x, y, z = extent[:, 0], extent[:, 1], extent[:, 2]
    measures = ti.ndarray(ti.f32, len(order) + 6)
    return Plan(upload(order.astype(np.int32)), tuple(map(int, starts)), measures, float((x * y + y * z + z * x).sum()))


def fit(plan: Plan, nodes: ti.Ndarray, prims: ti.Ndarray) -> Fitted:
    """Computes all boxes from what the leaves hold now, from the deepest level up."""
    levels = list(zip(plan.starts[:-1], plan.starts[1:], strict=True))
    for begin, end in reversed(levels):
        if end > begin:
            kernels.fit_level(nodes, prims, plan.nodes, begin, end - begin, plan.measures)
    kernels.root_box(nodes, plan.starts[-1], plan.measures)
    measured = plan.measures.to_numpy().astype(np.float64)
    lower, upper = measured[-6:-3], measured[-3:]
    return Fitted(float(measured[:-6].sum()), 0.5 * float(np.linalg.norm(upper - lower)))
