"""Closest-hit and any-hit queries against the wide tree of ``engine/bvh``.

The child test is written for LLVM's loop vectoriser: a plain counted loop over contiguous bounds without branches; the
pushes are a second loop. Which plane is near follows from the sign of the direction, so a free slot (inverted box) is
never hit. Triangles are tested with Pluecker coordinates relative to the ray's origin: an edge gives the same value
with opposite sign in both triangles that share it, so no ray passes between them [1].

[1] Davidovic, Engelhardt, Georgiev, Slusallek, Dachsbacher. 3D rasterization: a bridge between rasterization and ray
    casting. GI 2012.
[2] Ize. Robust BVH ray traversal. JCGT 2(2), 2013.
[3] Haines, Guenther, Akenine-Moeller. Precision improvements for ray/sphere intersection. Ray Tracing Gems, 2019.
"""

import taichi as ti

WIDTH = 8
STACK_LIMIT = 128
PRIM_STRIDE = 12
LEAF_COUNT_BITS = 4
SPHERE_MARK = 3.0e38
"""Ninth float of a sphere's record; no triangle has a corner there."""
EMPTY_LOWER = 1.0e18
"""Lower bound of a free slot; its upper bound is the negative."""

_FAR_PAD = 1.0 + 2.0 * 3.0 * 2.0**-24 / (1.0 - 3.0 * 2.0**-24)  # [2]
_SMALL_DIRECTION = 1e-18
_MISSED = 3.0e38

Hit = ti.types.struct(t=ti.f32, prim=ti.i32, u=ti.f32, v=ti.f32)
vec3 = ti.types.vector(3, ti.f32)


@ti.func
def _is_finite(x):
    """By its bits: under fast math the compiler may assume that there is nothing else."""
    return (ti.bit_cast(x, ti.i32) & 0x7F800000) != 0x7F800000


@ti.func
def _inverse(x):
    """Reciprocal that stays finite, so that a ray inside a slab and parallel to it never yields 0 * infinity."""
    size = ti.max(ti.abs(x), _SMALL_DIRECTION)
    return 1.0 / ti.select(x < 0.0, -size, size)


@ti.func
def _sign_bit(x):
    return (ti.bit_cast(x, ti.i32) >> 31) & 1


@ti.func
def _smaller(a, b):
    """One instruction each; ``ti.min`` and ``ti.max`` carry extra work for NaN."""
    return ti.select(a < b, a, b)


@ti.func
def _larger(a, b):
    return ti.select(a > b, a, b)


@ti.func
def _vertex(prims: ti.template(), offset, origin):
    return vec3(prims[offset] - origin.x, prims[offset + 1] - origin.y, prims[offset + 2] - origin.z)


@ti.func
def _triangle(prims: ti.template(), offset, origin, direction, t_max):
    """``Hit`` with ``prim`` 0, or -1 when the triangle is not hit at 0 < t < t_max."""
    hit = Hit(t=t_max, prim=-1, u=0.0, v=0.0)
    a = _vertex(prims, offset, origin)
    b = _vertex(prims, offset + 3, origin)
    c = _vertex(prims, offset + 6, origin)
    ca, ab, bc = c - a, a - b, b - c
    u = ca.cross(c + a).dot(direction)
    v = ab.cross(a + b).dot(direction)
    w = bc.cross(b + c).dot(direction)
    if ti.min(u, ti.min(v, w)) >= 0.0 or ti.max(u, ti.max(v, w)) <= 0.0:
        normal = ca.cross(ab)
        facing = normal.dot(direction)
        total = u + v + w
        if facing != 0.0 and total != 0.0:
            t = normal.dot(a) / facing
            if t > 0.0 and t < t_max:
                hit = Hit(t=t, prim=0, u=u / total, v=v / total)
    return hit


@ti.func
def _sphere(prims: ti.template(), offset, origin, direction, t_max):
    """Like ``_triangle``; the discriminant follows [3], accurate for small and far spheres."""
    hit = Hit(t=t_max, prim=-1, u=0.0, v=0.0)
    f = -_vertex(prims, offset, origin)
    radius = prims[offset + 3]
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
            hit = Hit(t=t, prim=0, u=0.0, v=0.0)
    return hit


@ti.func
def trace(
    nodes: ti.template(),
    children: ti.template(),
    prims: ti.template(),
    order: ti.template(),
    origin,
    direction,
    t_max,
    any_hit: ti.i32,
    has_spheres: ti.template(),
) -> Hit:
    """The closest hit at 0 < t < t_max, or with ``any_hit`` some hit there; ``prim`` is the original index or -1.

    ``u``, ``v`` are the barycentric weights of a triangle's second and third corner. ``direction`` need not be unit;
    ``t`` counts in its lengths. A ray that is not finite hits nothing.
    """
    best = Hit(t=ti.min(t_max, _MISSED), prim=-1, u=0.0, v=0.0)
    inverse = vec3(_inverse(direction.x), _inverse(direction.y), _inverse(direction.z))
    near_x = _sign_bit(inverse.x) * (3 * WIDTH)
    near_y = _sign_bit(inverse.y) * (3 * WIDTH) + WIDTH
    near_z = _sign_bit(inverse.z) * (3 * WIDTH) + 2 * WIDTH
    far_x, far_y, far_z = 3 * WIDTH - near_x, 5 * WIDTH - near_y, 7 * WIDTH - near_z
    stack = ti.Vector([0] * STACK_LIMIT, dt=ti.i32)
    stack_t = ti.Vector([0.0] * STACK_LIMIT, dt=ti.f32)
    entry = ti.Vector([0.0] * WIDTH, dt=ti.f32)
    size = 1
    for k in ti.static(range(3)):
        if not (_is_finite(origin[k]) and _is_finite(direction[k])):
            size = 0
    while size > 0:
        size -= 1
        code = stack[size]
        if stack_t[size] < best.t:
            if code < 0:
                leaf = ~code
                first = leaf >> LEAF_COUNT_BITS
                for i in range(first, first + (leaf & ((1 << LEAF_COUNT_BITS) - 1))):
                    offset = i * PRIM_STRIDE
                    hit = Hit(t=best.t, prim=-1, u=0.0, v=0.0)
                    if ti.static(has_spheres):
                        if prims[offset + 8] == SPHERE_MARK:
                            hit = _sphere(prims, offset, origin, direction, best.t)
                        else:
                            hit = _triangle(prims, offset, origin, direction, best.t)
                    else:
                        hit = _triangle(prims, offset, origin, direction, best.t)
                    if hit.prim >= 0:
                        best = Hit(t=hit.t, prim=i, u=hit.u, v=hit.v)
                if any_hit != 0 and best.prim >= 0:
                    size = 0
            else:
                base = code * (6 * WIDTH)
                for i in range(WIDTH):
                    tx = (nodes[base + near_x + i] - origin.x) * inverse.x
                    ty = (nodes[base + near_y + i] - origin.y) * inverse.y
                    tz = (nodes[base + near_z + i] - origin.z) * inverse.z
                    fx = (nodes[base + far_x + i] - origin.x) * inverse.x
                    fy = (nodes[base + far_y + i] - origin.y) * inverse.y
                    fz = (nodes[base + far_z + i] - origin.z) * inverse.z
                    enter = _larger(_larger(tx, ty), _larger(tz, 0.0))
                    leave = _smaller(_smaller(fx, fy), _smaller(fz, best.t)) * _FAR_PAD
                    entry[i] = ti.select(enter <= leave, enter, _MISSED)
                bottom = size
                for i in range(WIDTH):
                    distance = entry[i]
                    if distance < best.t:
                        place = size
                        while place > bottom and stack_t[ti.max(place - 1, 0)] < distance:
                            stack[place] = stack[place - 1]
                            stack_t[place] = stack_t[place - 1]
                            place -= 1
                        stack[place] = children[code * WIDTH + i]
                        stack_t[place] = distance
                        size += 1
    if best.prim >= 0:
        best.prim = order[best.prim]
    return best
