"""Closest-hit and any-hit queries: the search that suits the device for which a kernel is compiled."""

import taichi as ti

from raytracer.engine.kernels import level_search, stack_search
from raytracer.engine.kernels.level_search import search_by_levels
from raytracer.engine.kernels.stack_search import search_by_stack
from raytracer.engine.kernels.traversal import NO_TALLY, Hit, on_processor


def stack_size():
    """Integers of the vector that ``trace`` uses as its stack."""
    return level_search.STACK_SIZE if on_processor() else stack_search.STACK_SIZE


@ti.func
def trace(
    nodes: ti.template(),
    prims: ti.template(),
    origin,
    direction,
    t_max,
    any_hit: ti.i32,
    has_spheres: ti.template(),
    has_instances: ti.template(),
    stack: ti.template(),
    tally: ti.template() = NO_TALLY,
) -> Hit:
    """The closest hit at 0 < t < t_max, or with ``any_hit`` some hit there. ``prim`` counts in leaf order; -1: none.

    ``u``, ``v`` are the barycentric weights of a triangle's second and third corner. ``direction`` should be about a
    unit long; ``t`` counts in its lengths. A ray that is not finite or goes nowhere hits nothing.

    Below an instance the same loop goes on in the instance's own space: the ray is turned into it, with a direction
    that is not made unit again, so that ``t`` means the same; and turned back when the stack is down to where it was.

    ``stack`` is a scratch vector of ``stack_size`` integers: made once per path, not once per ray.

    ``tally``: a vector of two integers to which the nodes opened and the primitives tested are added. Without one
    nothing is counted, and nothing of the counting is compiled.
    """
    hit = Hit(t=t_max, prim=-1, u=0.0, v=0.0, instance=-1)
    if ti.static(on_processor()):
        hit = search_by_levels(
            nodes, prims, origin, direction, t_max, any_hit, has_spheres, has_instances, stack, tally
        )
    else:
        hit = search_by_stack(nodes, prims, origin, direction, t_max, any_hit, has_spheres, has_instances, stack, tally)
    return hit
