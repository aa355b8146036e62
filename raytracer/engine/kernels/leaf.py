"""A ray against the primitives of a leaf of the wide tree.

Triangles are tested by a plain counted loop over all lanes of their block, without branches: LLVM's loop vectoriser
makes vector instructions of it. They are tested in the ray's own sheared frame: an edge gives the same value with
opposite sign in both triangles that share it, so no ray passes between them [1].

[1] Woop, Benthin, Wald. Watertight ray/triangle intersection. JCGT 2(1), 2013.
[2] Haines, Guenther, Akenine-Moeller. Precision improvements for ray/sphere intersection. Ray Tracing Gems, 2019.
"""

import taichi as ti

from raytracer.engine.kernels.traversal import (
    BLOCK,
    BLOCK_BITS,
    LEAF_COUNT_BITS,
    NO_KEY,
    PRIM_STRIDE,
    SPHERE_MARK,
    Hit,
    key_of,
    lane_of,
    larger,
    on_processor,
    prim_at,
    prim_vec3,
    smaller,
)


@ti.func
def _edge(ax, ay, bx, by):
    """Twice the area that the ray and the edge span: exactly ``-_edge(b, a)``, with or without fused multiply-add, and
    exactly 0 for equal points."""
    return (bx - ax) * (by + ay) - (by - ay) * (bx + ax)


@ti.func
def closest_triangle(
    prims: ti.template(),
    first,
    count,
    frame,
    t_max,
    has_spheres: ti.template(),
    ts: ti.template(),
    us: ti.template(),
    vs: ti.template(),
):
    """The closest of the block's triangles at 0 < t < t_max, as ``Hit`` with ``prim`` its lane, or -1.

    One plain loop over all lanes for LLVM's vectoriser: on a processor eight cost as much as one. Of distances that
    differ in their last three bits only, the first lane's counts. ``ts``, ``us``, ``vs``: scratch, ``BLOCK`` numbers.
    """
    # Visibly multiples of the number of lanes: otherwise LLVM fears that ``x + i`` could overflow.
    block = (first >> BLOCK_BITS) * ti.static(BLOCK * PRIM_STRIDE)
    x, y, z = block + frame.kx * BLOCK, block + frame.ky * BLOCK, block + frame.kz * BLOCK
    nearest = NO_KEY
    lanes = BLOCK
    if ti.static(not on_processor()):
        lanes = count  # there every lane costs
    for i in range(lanes):
        az = prims[z + i] - frame.origin.z
        ax = prims[x + i] - frame.origin.x - frame.shear.x * az
        ay = prims[y + i] - frame.origin.y - frame.shear.y * az
        bz = prims[z + ti.static(3 * BLOCK) + i] - frame.origin.z
        bx = prims[x + ti.static(3 * BLOCK) + i] - frame.origin.x - frame.shear.x * bz
        by = prims[y + ti.static(3 * BLOCK) + i] - frame.origin.y - frame.shear.y * bz
        cz = prims[z + ti.static(6 * BLOCK) + i] - frame.origin.z
        cx = prims[x + ti.static(6 * BLOCK) + i] - frame.origin.x - frame.shear.x * cz
        cy = prims[y + ti.static(6 * BLOCK) + i] - frame.origin.y - frame.shear.y * cz
        weight_a, weight_b, weight_c = _edge(cx, cy, bx, by), _edge(ax, ay, cx, cy), _edge(bx, by, ax, ay)
        total = weight_a + weight_b + weight_c
        scale = 1.0 / total
        # Weights before depths: their products would leave the range of f32 for triangles of 1e-15 or 1e15.
        u, v = weight_b * scale, weight_c * scale
        t = (weight_a * scale * az + u * bz + v * cz) * frame.shear.z
        low = smaller(weight_a, smaller(weight_b, weight_c))
        high = larger(weight_a, larger(weight_b, weight_c))
        inside = ti.cast(smaller(-low, high) <= 0.0, ti.i32)  # no two weights of opposite sign
        inside &= ti.cast(t > 0.0, ti.i32) & ti.cast(t < t_max, ti.i32) & ti.cast(total != 0.0, ti.i32)
        if ti.static(has_spheres):
            mark = prims[block + ti.static(8 * BLOCK) + i]
            inside &= ti.cast(mark != SPHERE_MARK, ti.i32)
        key = ti.select(inside != 0, key_of(t, i), NO_KEY)
        ts[i] = t
        us[i] = u
        vs[i] = v
        nearest = ti.min(nearest, key)
    hit = Hit(t=t_max, prim=-1, u=0.0, v=0.0, instance=-1)
    if nearest != NO_KEY:
        lane = lane_of(nearest)
        hit = Hit(t=ts[lane], prim=lane, u=us[lane], v=vs[lane], instance=-1)
    return hit


@ti.func
def sphere_hit(prims: ti.template(), at, origin, direction, t_max):
    """``Hit`` with ``prim`` 0, or -1 when the sphere is not hit at 0 < t < t_max.

    The discriminant follows [2], accurate for small and far spheres."""
    hit = Hit(t=t_max, prim=-1, u=0.0, v=0.0, instance=-1)
    f = origin - prim_vec3(prims, at, 0)
    radius = prims[at + ti.static(3 * BLOCK)]
    a = direction.dot(direction)
    b = -f.dot(direction)
    nearest = f + (b / a) * direction
    discriminant = radius * radius - nearest.dot(nearest)
    if discriminant > 0.0:
        root = ti.sqrt(a * discriminant)
        q = b + ti.select(b < 0.0, -root, root)
        c = f.dot(f) - radius * radius
        t0, t1 = c / q, q / a
        near, far = ti.min(t0, t1), ti.max(t0, t1)
        t = ti.select(near > 0.0, near, far)
        if t > 0.0 and t < t_max:
            hit = Hit(t=t, prim=0, u=0.0, v=0.0, instance=-1)
    return hit


@ti.func
def closest_in_leaf(
    prims: ti.template(),
    leaf,
    origin,
    direction,
    frame,
    best,
    instance,
    has_spheres: ti.template(),
    ts: ti.template(),
    us: ti.template(),
    vs: ti.template(),
):
    """``best``, or a hit of the leaf's primitives that is closer. ``frame``: of the ray in ``instance``'s space."""
    first, count = leaf >> LEAF_COUNT_BITS, leaf & ti.static((1 << LEAF_COUNT_BITS) - 1)
    result = best
    hit = closest_triangle(prims, first, count, frame, result.t, has_spheres, ts, us, vs)
    if hit.prim >= 0:
        result = Hit(t=hit.t, prim=first + hit.prim, u=hit.u, v=hit.v, instance=instance)
    if ti.static(has_spheres):
        for i in range(first, first + count):
            at = prim_at(i)
            if prims[at + ti.static(8 * BLOCK)] == SPHERE_MARK:
                hit = sphere_hit(prims, at, origin, direction, result.t)
                if hit.prim >= 0:
                    result = Hit(t=hit.t, prim=i, u=0.0, v=0.0, instance=instance)
    return result
