"""Choosing one of many lights by the tree of ``engine/light_tree``, and how likely a given one was.

On the way down each child is taken in proportion to a bound of what it can bring: its intensity over the squared
distance, times the cosines at the light and at the receiver, each the greatest that its sphere and its cone of normals
allow [1]. A child that can bring nothing is never taken. The number that chooses is stretched at each node and used
again.

[1] Conty Estevez, Kulla. Importance sampling of many lights with adaptive tree splitting. PACMCGIT 1(2), 2018.
"""

import taichi as ti

from raytracer.engine.layout import Header
from raytracer.engine.light_tree import LIGHT_NODE_FIELDS, LIGHT_WIDTH, LightNode

BELOW_ONE = 0.99999994
"""The largest f32 below 1."""
_MARGIN = 1e-3
"""Cosines so far beyond a horizon still count: rounding makes nothing impossible that is not."""
_GRAZING = 0.02
"""Least cosine within the horizon: bounds of a cosine are no bounds of a glossy or normal-mapped surface."""

LightChoice = ti.types.struct(light=ti.i32, probability=ti.f32, u=ti.f32)
"""``light``: number among the tree's. ``probability``: 0 where none can contribute. ``u``: what is left of the number
that chose, uniform again."""


@ti.func
def _larger(a, b):
    """One instruction; ``ti.max`` carries extra work for NaN."""
    return ti.select(a > b, a, b)


@ti.func
def _weigh(scene: ti.template(), node, position, normal, weights: ti.template()):
    """Bounds of what a node's children bring to ``position``. ``normal``: unit, of an opaque surface there, or zero.

    A plain loop without branches for LLVM's vectoriser, as in ``traversal``."""
    base = (scene.ints[int(Header.LIGHT_NODES_F)] + node * LIGHT_NODE_FIELDS) * LIGHT_WIDTH
    everywhere = ti.select(normal.dot(normal) > 0.0, 0.0, 4.0)  # more than any cosine
    for i in range(LIGHT_WIDTH):
        x = scene.floats[base + ti.static(int(LightNode.CENTRE) * LIGHT_WIDTH) + i] - position.x
        y = scene.floats[base + ti.static((int(LightNode.CENTRE) + 1) * LIGHT_WIDTH) + i] - position.y
        z = scene.floats[base + ti.static((int(LightNode.CENTRE) + 2) * LIGHT_WIDTH) + i] - position.z
        radius = scene.floats[base + ti.static(int(LightNode.RADIUS) * LIGHT_WIDTH) + i]
        distance2 = _larger(x * x + y * y + z * z, 1e-30)
        radius2 = radius * radius
        nearness2 = 1.0 / distance2
        nearness = ti.sqrt(nearness2)
        # Sine and cosine of the half angle in which the sphere is seen; from inside everything counts as in line.
        inside = ti.select(distance2 <= radius2, 4.0, 0.0)
        cos_seen = ti.sqrt(_larger(1.0 - radius2 * nearness2, 0.0))
        sin_seen = radius * nearness

        across = x * scene.floats[base + ti.static(int(LightNode.AXIS) * LIGHT_WIDTH) + i]
        across += y * scene.floats[base + ti.static((int(LightNode.AXIS) + 1) * LIGHT_WIDTH) + i]
        across += z * scene.floats[base + ti.static((int(LightNode.AXIS) + 2) * LIGHT_WIDTH) + i]
        cosine = -across * nearness
        sine = ti.sqrt(_larger(1.0 - cosine * cosine, 0.0))
        cos_spread = scene.floats[base + ti.static(int(LightNode.COS_SPREAD) * LIGHT_WIDTH) + i]
        sin_spread = scene.floats[base + ti.static(int(LightNode.SIN_SPREAD) * LIGHT_WIDTH) + i]
        cos_off = ti.select(cosine >= cos_spread, 1.0, cosine * cos_spread + sine * sin_spread)
        sin_off = ti.select(cosine >= cos_spread, 0.0, sine * cos_spread - cosine * sin_spread)
        at_light = ti.select(cos_off + inside >= cos_seen, 1.0, cos_off * cos_seen + sin_off * sin_seen)

        cosine = (x * normal.x + y * normal.y + z * normal.z) * nearness
        sine = ti.sqrt(_larger(1.0 - cosine * cosine, 0.0))
        at_receiver = ti.select(cosine + inside + everywhere >= cos_seen, 1.0, cosine * cos_seen + sine * sin_seen)

        reach = scene.floats[base + ti.static(int(LightNode.COS_REACH) * LIGHT_WIDTH) + i] - _MARGIN
        intensity = scene.floats[base + ti.static(int(LightNode.INTENSITY) * LIGHT_WIDTH) + i]
        bound = intensity * _larger(at_light, _GRAZING) * _larger(at_receiver, _GRAZING) / _larger(distance2, radius2)
        bound = ti.select(at_light > reach, bound, 0.0)
        weights[i] = ti.select(at_receiver > -_MARGIN, bound, 0.0)


@ti.func
def choose_light(scene: ti.template(), position, normal, u):
    """One of the tree's lights as seen from ``position``, by the uniform ``u``. ``normal`` as in ``_weigh``."""
    weights = ti.Vector([0.0] * LIGHT_WIDTH, dt=ti.f32)
    probability = 1.0
    code = 0
    while code & 1 == 0:
        node = code >> 1
        _weigh(scene, node, position, normal, weights)
        total = 0.0
        for i in range(LIGHT_WIDTH):
            total += weights[i]
        # The last child that something speaks for and before which not everything was spent.
        target, spent, before, weight, slot = u * total, 0.0, 0.0, 0.0, -1
        for i in range(LIGHT_WIDTH):
            if weights[i] > 0.0 and spent <= target:
                before, weight, slot = spent, weights[i], i
            spent += weights[i]
        if slot >= 0:
            probability *= weight / total
            u = ti.min((target - before) / weight, BELOW_ONE)
            base = (scene.ints[int(Header.LIGHT_NODES_F)] + node * LIGHT_NODE_FIELDS) * LIGHT_WIDTH
            code = ti.bit_cast(scene.floats[base + ti.static(int(LightNode.CODE) * LIGHT_WIDTH) + slot], ti.i32)
        else:
            probability = 0.0
            code = 1
    return LightChoice(light=code >> 1, probability=probability, u=u)


@ti.func
def probability_of_light(scene: ti.template(), light, position, normal):
    """With which ``choose_light`` finds the light: from its leaf up to the root."""
    weights = ti.Vector([0.0] * LIGHT_WIDTH, dt=ti.f32)
    probability = 1.0
    place = scene.ints[scene.ints[int(Header.LIGHT_LEAVES_I)] + light]
    while place >= 0:
        node = place // LIGHT_WIDTH
        _weigh(scene, node, position, normal, weights)
        total = 0.0
        for i in range(LIGHT_WIDTH):
            total += weights[i]
        weight = weights[place - node * LIGHT_WIDTH]
        probability *= ti.select(weight > 0.0, weight / _larger(total, 1e-38), 0.0)
        place = scene.ints[scene.ints[int(Header.LIGHT_PARENTS_I)] + node]
    return probability
