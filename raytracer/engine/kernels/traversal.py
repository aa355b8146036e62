"""What every search of the wide tree of ``engine/bvh`` is made of: how records lie, and rays as they meet them.

[1] Woop, Benthin, Wald. Watertight ray/triangle intersection. JCGT 2(1), 2013.
[2] Ize. Robust BVH ray traversal. JCGT 2(2), 2013.
"""

import taichi as ti

from raytracer.engine.kernels.buffers import vec3_at
from raytracer.engine.layout import InstanceFloat

WIDTH = 8
STACK_LIMIT = 128
"""Children that may wait on the stack where each is pushed."""
PRIM_STRIDE = 10
"""Floats per primitive."""
BLOCK_BITS = 3
BLOCK = 1 << BLOCK_BITS
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

FAR_PAD = 1.0 + 2.0 * 3.0 * 2.0**-24 / (1.0 - 3.0 * 2.0**-24)  # [2]
_SMALL_DIRECTION = 1e-18
MISSED = 3.0e38
"""Farther than any hit."""
NO_KEY = 0x7FFFFFFF
"""Above the key of any number."""
_LANE_BITS = 7

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
def smaller(a, b):
    """One instruction each; ``ti.min`` and ``ti.max`` carry extra work for NaN."""
    return ti.select(a < b, a, b)


@ti.func
def larger(a, b):
    return ti.select(a > b, a, b)


@ti.func
def key_of(distance, lane):
    """A positive number and which of eight it is: the bits of what is positive are in the order of the numbers, and
    minima of integers become vector instructions."""
    return (ti.bit_cast(distance, ti.i32) & ~_LANE_BITS) | lane


@ti.func
def lane_of(key):
    """Which of eight a key belongs to."""
    return key & _LANE_BITS


@ti.func
def last_key(distance):
    """The largest key of what may be nearer than ``distance``."""
    return ti.bit_cast(distance, ti.i32) | _LANE_BITS


@ti.func
def ray_frame(origin, direction, inverse_direction):
    """Axes renamed so that z is where the ray runs fastest, and the shear that turns it onto z [1]."""
    size = ti.abs(direction)
    y_largest = ti.cast(size.y >= size.x, ti.i32) & ti.cast(size.y >= size.z, ti.i32)
    kz = ti.select(y_largest != 0, 1, ti.select(size.z >= size.x, 2, 0))
    kx, ky = ti.select(kz == 2, 0, kz + 1), ti.select(kz == 0, 2, kz - 1)
    inverse = component(inverse_direction, kz)
    return RayFrame(
        kx=kx,
        ky=ky,
        kz=kz,
        origin=vec3(component(origin, kx), component(origin, ky), component(origin, kz)),
        shear=vec3(component(direction, kx) * inverse, component(direction, ky) * inverse, inverse),
    )


@ti.func
def slab_ray(origin, direction):
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
def component(v, k):
    return ti.select(k == 0, v.x, ti.select(k == 1, v.y, v.z))


@ti.func
def prim_at(prim):
    """Where the first number of a primitive's record lies; the others follow ``BLOCK`` apart."""
    return (prim >> BLOCK_BITS) * ti.static(BLOCK * PRIM_STRIDE) + (prim & ti.static(BLOCK - 1))


@ti.func
def prim_vec3(prims: ti.template(), at, k: ti.template()):
    """Corner ``k`` of the record that lies ``at``: three of its numbers."""
    first = at + ti.static(3 * k * BLOCK)
    return vec3(prims[first], prims[first + BLOCK], prims[first + ti.static(2 * BLOCK)])


@ti.func
def ray_in_instance(prims: ti.template(), record, origin, direction):
    """Origin and direction in the space of the instance whose record begins at ``record``. The direction is not made
    unit again, so that ``t`` means the same."""
    from_place = origin - vec3_at(prims, record + ti.static(int(InstanceFloat.POSITION)))
    turn = record + ti.static(int(InstanceFloat.OBJECT_FROM_WORLD))
    return rotated(prims, turn, from_place), rotated(prims, turn, direction)


@ti.func
def root_of(prims: ti.template(), record):
    """Number of the first node of the instance whose record begins at ``record``."""
    return ti.bit_cast(prims[record + ti.static(int(InstanceFloat.ROOT))], ti.i32)


@ti.func
def may_hit(origin, direction, frame: ti.template()):
    """1, or 0 for a ray that is not finite or goes nowhere."""
    total = origin.x + origin.y + origin.z + direction.x + direction.y + direction.z  # finite only if all terms are
    hits = 1
    if not is_finite(total) or component(direction, frame.kz) == 0.0:
        hits = 0
    return hits
