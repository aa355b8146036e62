"""How evenly the paths of neighbouring pixels end: what a GPU loses when the lanes of a group do not stay together.

A GPU runs a kernel in groups of lanes that step together; a group is busy until its last lane is done. Groups here are
32 consecutive pixels in the order in which the kernel takes them. On a CPU, which has no such groups, the figures say
what a machine with groups of 32 would do with the same paths.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

GROUP = 32
"""Lanes of a group: NVIDIA's warps, and a common width elsewhere."""
LONGEST_CURVE = 256


@dataclass(frozen=True)
class Curve:
    """Entry n: after n steps. ``alive``: share of all lanes that still have work. ``occupied``: share of all lanes
    whose group is still running, which is what the machine pays for."""

    alive: tuple[float, ...]
    occupied: tuple[float, ...]

    @property
    def used(self) -> float:
        """Mean share of the lanes of running groups that have work, 0..1, weighted by how long groups run."""
        return sum(self.alive) / sum(self.occupied) if sum(self.occupied) > 0.0 else 1.0


@dataclass(frozen=True)
class Divergence:
    """Of one sample of every pixel. ``by_ray`` steps by rays, as the kernel does; ``by_bounce`` by bounces."""

    by_ray: Curve
    by_bounce: Curve
    pixels: int
    groups: int
    rays: int


def curve(steps: np.ndarray) -> Curve:
    """Of the numbers of steps of all lanes (groups, GROUP); a lane without a pixel has 0. Cut at ``LONGEST_CURVE``."""
    lanes = steps.size
    longest = np.repeat(steps.max(axis=1), GROUP)
    last = min(int(steps.max(initial=0)), LONGEST_CURVE)
    alive = tuple(float(np.count_nonzero(steps > n)) / lanes for n in range(last))
    occupied = tuple(float(np.count_nonzero(longest > n)) / lanes for n in range(last))
    return Curve(alive, occupied)


def shares(steps: np.ndarray) -> np.ndarray:
    """Share of its running time in which a lane of the group has work, mean over its lanes: (groups,) 0..1."""
    longest = np.maximum(steps.max(axis=1), 1)
    share: np.ndarray = steps.sum(axis=1) / (GROUP * longest)
    return share
