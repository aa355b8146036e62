"""Closest-hit and any-hit queries against the wide tree of ``engine/bvh``.

The child test is written for LLVM's loop vectoriser: a plain counted loop over contiguous bounds without branches; the
pushes are a second loop. Which plane is near follows from the sign of the direction, so a free slot (inverted box) is
never hit. The triangles of a leaf are tested in the same manner, all lanes of its block at once. They are tested in the
ray's own sheared frame: an edge gives the same value with opposite sign in both triangles that share it, so no ray
passes between them [1].

[1] Woop, Benthin, Wald. Watertight ray/triangle intersection. JCGT 2(1), 2013.
[2] Ize. Robust BVH ray traversal. JCGT 2(2), 2013.
[3] Haines, Guenther, Akenine-Moeller. Precision improvements for ray/sphere intersection. Ray Tracing Gems, 2019.
"""

import taichi as ti

from raytracer.engine.kernels.buffers import vec3_at
from raytracer.engine.layout import InstanceFloat

WIDTH = 8
STACK_LIMIT = 128
PRIM_STRIDE = 10
"""Floats per primitive."""
_BLOCK_BITS = 3
BLOCK = 1 << _BLOCK_BITS
"""Primitives lie in blocks of so many, a block for each leaf, number by number: the first ones of all eight, the second
ones and so on. Unused places hold zeros, a triangle that is never hit."""
NODE_STRIDE = 7 * WIDTH
"""Floats per node: the bits of the child codes, then the bounds. Padded to 256 bytes it was a sixth slower."""
LEAF_COUNT_BITS = 4
INSTANCE_LEAF = 15
"""In place of the count: the leaf is the record of an instance, and its number counts in records."""
INSTANCE_RECORDS = 3
"""Places of ``PRIM_STRIDE`` floats that the record of an instance takes."""
SPHERE_MARK = 3.0e38
"""Ninth float of a sphere's record; no triangle has a corner there."""
NO_TALLY = 0
"""In place of a vector: nobody wants to know what the search costs."""
EMPTY_LOWER = 1.0e18
"""Lower bound of a free slot; its upper bound is the negative."""

_OBJECT_FROM_WORLD, _POSITION = int(InstanceFloat.OBJECT_FROM_WORLD), int(InstanceFloat.POSITION)
_ROOT = int(InstanceFloat.ROOT)
_FAR_PAD = 1.0 + 2.0 * 3.0 * 2.0**-24 / (1.0 - 3.0 * 2.0**-24)  # [2]
_SMALL_DIRECTION = 1e-18
_MISSED = 3.0e38
_NO_KEY = 0x7F000000

Hit = ti.types.struct(t=ti.f32, prim=ti.i32, u=ti.f32, v=ti.f32, instance=ti.i32)
"""``prim``: place among the primitive records, -1 for none. ``instance``: place of the instance's record, or -1."""
vec3 = ti.types.vector(3, ti.f32)
SlabRay = ti.types.struct(
    origin=vec3,
    inverse=vec3,
    near_x=ti.i32,
    near_y=ti.i32,
    near_z=ti.i32,
    far_x=ti.i32,
    far_y=ti.i32,
    far_z=ti.i32,
)
"""A ray as nodes are tested with it: ``near_*`` and ``far_*`` say where in a node the planes lie."""
RayFrame = ti.types.struct(kx=ti.i32, ky=ti.i32, kz=ti.i32, origin=vec3, shear=vec3)
"""``k*``: which coordinate became x, y and z."""


def on_processor():
    """Whether kernels are compiled for the CPU now."""
    return ti.lang.impl.current_cfg().arch in (ti.x64, ti.arm64)


@ti.func
def is_finite(x):
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
def _ray_frame(origin, direction, inverse_direction):
    """Axes renamed so that z is where the ray runs fastest, and the shear that turns it onto z [1]."""
    size = ti.abs(direction)
    y_largest = ti.cast(size.y >= size.x, ti.i32) & ti.cast(size.y >= size.z, ti.i32)
    kz = ti.select(y_largest != 0, 1, ti.select(size.z >= size.x, 2, 0))
    kx, ky = ti.select(kz == 2, 0, kz + 1), ti.select(kz == 0, 2, kz - 1)
    inverse = _component(inverse_direction, kz)
    return RayFrame(
        kx=kx,
        ky=ky,
        kz=kz,
        origin=vec3(_component(origin, kx), _component(origin, ky), _component(origin, kz)),
        shear=vec3(_component(direction, kx) * inverse, _component(direction, ky) * inverse, inverse),
    )


@ti.func
def _slab_ray(origin, direction):
    inverse = vec3(_inverse(direction.x), _inverse(direction.y), _inverse(direction.z))
    near_x = _sign_bit(inverse.x) * (3 * WIDTH) + WIDTH
    near_y = _sign_bit(inverse.y) * (3 * WIDTH) + 2 * WIDTH
    near_z = _sign_bit(inverse.z) * (3 * WIDTH) + 3 * WIDTH
    return SlabRay(
        origin=origin,
        inverse=inverse,
        near_x=near_x,
        near_y=near_y,
        near_z=near_z,
        far_x=5 * WIDTH - near_x,
        far_y=7 * WIDTH - near_y,
        far_z=9 * WIDTH - near_z,
    )


@ti.func
def rotated(array: ti.template(), base, v):
    """The 3x3 matrix at ``base``, by rows, times ``v``."""
    return vec3(
        array[base] * v.x + array[base + 1] * v.y + array[base + 2] * v.z,
        array[base + 3] * v.x + array[base + 4] * v.y + array[base + 5] * v.z,
        array[base + 6] * v.x + array[base + 7] * v.y + array[base + 8] * v.z,
    )


@ti.func
def _component(v, k):
    return ti.select(k == 0, v.x, ti.select(k == 1, v.y, v.z))


@ti.func
def prim_at(prim):
    """Where the first number of a primitive's record lies; the others follow ``BLOCK`` apart."""
    return (prim >> _BLOCK_BITS) * ti.static(BLOCK * PRIM_STRIDE) + (prim & ti.static(BLOCK - 1))


@ti.func
def prim_vec3(prims: ti.template(), at, k: ti.template()):
    """Corner ``k`` of the record that lies ``at``: three of its numbers."""
    first = at + ti.static(3 * k * BLOCK)
    return vec3(prims[first], prims[first + BLOCK], prims[first + ti.static(2 * BLOCK)])


@ti.func
def _edge(ax, ay, bx, by):
    """Twice the area that the ray and the edge span: exactly ``-_edge(b, a)``, with or without fused multiply-add, and
    exactly 0 for equal points."""
    return (bx - ax) * (by + ay) - (by - ay) * (bx + ax)


@ti.func
def _triangles(
    prims: ti.template(),
    first,
    count,
    frame,
    t_max,
    has_spheres: ti.template(),
    keys: ti.template(),
    us: ti.template(),
    vs: ti.template(),
):
    """The closest of the block's triangles at 0 < t < t_max, as ``Hit`` with ``prim`` its lane, or -1.

    One plain loop over all lanes for LLVM's vectoriser: on a processor eight cost as much as one. ``keys``, ``us``,
    ``vs``: scratch for ``BLOCK`` integers, numbers and numbers.
    """
    # Visibly multiples of the number of lanes: otherwise LLVM fears that ``x + i`` could overflow.
    block = (first >> _BLOCK_BITS) * ti.static(BLOCK * PRIM_STRIDE)
    x, y, z = block + frame.kx * BLOCK, block + frame.ky * BLOCK, block + frame.kz * BLOCK
    nearest = _NO_KEY
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
        low = _smaller(weight_a, _smaller(weight_b, weight_c))
        high = _larger(weight_a, _larger(weight_b, weight_c))
        inside = ti.cast(_smaller(-low, high) <= 0.0, ti.i32)  # no two weights of opposite sign
        inside &= ti.cast(t > 0.0, ti.i32) & ti.cast(t < t_max, ti.i32) & ti.cast(total != 0.0, ti.i32)
        if ti.static(has_spheres):
            mark = prims[block + ti.static(8 * BLOCK) + i]
            inside &= ti.cast(mark != SPHERE_MARK, ti.i32)
        # The bits of what is positive are in the order of the numbers, and minima of integers become vectors.
        key = ti.select(inside != 0, ti.bit_cast(t, ti.i32), _NO_KEY)
        keys[i] = key
        us[i] = u
        vs[i] = v
        nearest = ti.min(nearest, key)
    hit = Hit(t=t_max, prim=-1, u=0.0, v=0.0, instance=-1)
    if nearest != _NO_KEY:
        lane = 0
        while keys[lane] != nearest:
            lane += 1
        hit = Hit(t=ti.bit_cast(nearest, ti.f32), prim=lane, u=us[lane], v=vs[lane], instance=-1)
    return hit


@ti.func
def sphere_hit(prims: ti.template(), at, origin, direction, t_max):
    """``Hit`` with ``prim`` 0, or -1 when the sphere is not hit at 0 < t < t_max.

    The discriminant follows [3], accurate for small and far spheres."""
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
    stack_t: ti.template(),
    tally: ti.template() = NO_TALLY,
) -> Hit:
    """The closest hit at 0 < t < t_max, or with ``any_hit`` some hit there. ``prim`` counts in leaf order; -1: none.

    ``u``, ``v`` are the barycentric weights of a triangle's second and third corner. ``direction`` should be about a
    unit long; ``t`` counts in its lengths. A ray that is not finite or goes nowhere hits nothing.

    Below an instance the same loop goes on in the instance's own space: the ray is turned into it, with a direction
    that is not made unit again, so that ``t`` means the same; and turned back when the stack is down to where it was.

    ``stack`` and ``stack_t`` are scratch vectors of ``STACK_LIMIT`` entries: made once per path, not once per ray.

    ``tally``: a vector of two integers to which the nodes opened and the primitives tested are added. Without one
    nothing is counted, and nothing of the counting is compiled.
    """
    best = Hit(t=ti.min(t_max, _MISSED), prim=-1, u=0.0, v=0.0, instance=-1)
    ray = _slab_ray(origin, direction)
    entry = ti.Vector([0.0] * WIDTH, dt=ti.f32)
    keys = ti.Vector([0] * BLOCK, dt=ti.i32)
    us, vs = ti.Vector([0.0] * BLOCK, dt=ti.f32), ti.Vector([0.0] * BLOCK, dt=ti.f32)
    frame = _ray_frame(origin, direction, ray.inverse)
    instance, outside = -1, -1
    size = 1
    stack[0] = 0
    stack_t[0] = 0.0
    # A sum is finite only if all its terms are.
    total = origin.x + origin.y + origin.z + direction.x + direction.y + direction.z
    if not is_finite(total) or _component(direction, frame.kz) == 0.0:
        size = 0
    while size > 0:
        if ti.static(has_instances):
            if size == outside:
                instance, outside = -1, -1
                ray = _slab_ray(origin, direction)
                frame = _ray_frame(origin, direction, ray.inverse)
        size -= 1
        code = stack[size]
        if stack_t[size] < best.t:
            if code < 0:
                leaf = ~code
                first = leaf >> LEAF_COUNT_BITS
                count = leaf & ((1 << LEAF_COUNT_BITS) - 1)
                if ti.static(has_instances):
                    if count == INSTANCE_LEAF:
                        count = 0
                        instance, outside = first, size
                        record = first * PRIM_STRIDE
                        from_place = origin - vec3_at(prims, record + _POSITION)
                        local_origin = rotated(prims, record + _OBJECT_FROM_WORLD, from_place)
                        local_direction = rotated(prims, record + _OBJECT_FROM_WORLD, direction)
                        ray = _slab_ray(local_origin, local_direction)
                        frame = _ray_frame(local_origin, local_direction, ray.inverse)
                        stack[size] = ti.bit_cast(prims[record + _ROOT], ti.i32)
                        size += 1
                if ti.static(not isinstance(tally, int)):
                    tally[1] += count
                if count > 0:
                    hit = _triangles(prims, first, count, frame, best.t, has_spheres, keys, us, vs)
                    if hit.prim >= 0:
                        best = Hit(t=hit.t, prim=first + hit.prim, u=hit.u, v=hit.v, instance=instance)
                    if ti.static(has_spheres):
                        for i in range(first, first + count):
                            at = prim_at(i)
                            if prims[at + ti.static(8 * BLOCK)] == SPHERE_MARK:
                                hit = sphere_hit(prims, at, origin, direction, best.t)
                                if hit.prim >= 0:
                                    best = Hit(t=hit.t, prim=i, u=0.0, v=0.0, instance=instance)
                if any_hit != 0 and best.prim >= 0:
                    size = 0
            else:
                if ti.static(not isinstance(tally, int)):
                    tally[0] += 1
                base = code * NODE_STRIDE
                for i in range(WIDTH):
                    tx = (nodes[base + ray.near_x + i] - ray.origin.x) * ray.inverse.x
                    ty = (nodes[base + ray.near_y + i] - ray.origin.y) * ray.inverse.y
                    tz = (nodes[base + ray.near_z + i] - ray.origin.z) * ray.inverse.z
                    fx = (nodes[base + ray.far_x + i] - ray.origin.x) * ray.inverse.x
                    fy = (nodes[base + ray.far_y + i] - ray.origin.y) * ray.inverse.y
                    fz = (nodes[base + ray.far_z + i] - ray.origin.z) * ray.inverse.z
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
                        stack[place] = ti.bit_cast(nodes[base + i], ti.i32)
                        stack_t[place] = distance
                        size += 1
    return best
