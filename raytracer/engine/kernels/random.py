"""Sample points: low-discrepancy in pairs of dimensions, a function of pixel, sample, dimension and seed. No state.

Every pixel takes the first points of a sequence of its own: Sobol's first two dimensions, a (0,2)-sequence, with Owen
scrambling by a hash [1][2]. Any power of two of its points lies evenly in every box of that area, whatever its sides.
Each use along a path gets another pair of dimensions, scrambled anew and in an order of its own [2, section 3], so that
pairs know nothing of each other; the seeds of all that are hashes [3]. There is no table, and no last sample: the
pattern is good at every number of samples, best at powers of two.

[1] Laine, Karras. Stratified sampling for stochastic transparency. EGSR 2011 (the hash that scrambles).
[2] Burley. Practical hash-based Owen scrambling. JCGT 9(4), 2020.
[3] Jarzynski, Olano. Hash functions for GPU rendering. JCGT 9(3), 2020.
[4] Vegdahl. Building a better LK hash. 2021 (the multipliers).
"""

import taichi as ti

uvec4 = ti.types.vector(4, ti.u32)
vec4 = ti.types.vector(4, ti.f32)


@ti.func
def pcg4d(x, y, z, w):
    """Four well mixed u32 from four [3]."""
    v = uvec4(x, y, z, w) * ti.u32(1664525) + ti.u32(1013904223)
    v.x += v.y * v.w
    v.y += v.z * v.x
    v.z += v.x * v.y
    v.w += v.y * v.z
    v = v ^ (v >> ti.u32(16))
    v.x += v.y * v.w
    v.y += v.z * v.x
    v.z += v.x * v.y
    v.w += v.y * v.z
    return v


@ti.func
def reversed_bits(x):
    """The 32 bits in opposite order."""
    x = (x >> ti.u32(16)) | (x << ti.u32(16))
    x = ((x >> ti.u32(8)) & ti.u32(0x00FF00FF)) | ((x & ti.u32(0x00FF00FF)) << ti.u32(8))
    x = ((x >> ti.u32(4)) & ti.u32(0x0F0F0F0F)) | ((x & ti.u32(0x0F0F0F0F)) << ti.u32(4))
    x = ((x >> ti.u32(2)) & ti.u32(0x33333333)) | ((x & ti.u32(0x33333333)) << ti.u32(2))
    return ((x >> ti.u32(1)) & ti.u32(0x55555555)) | ((x & ti.u32(0x55555555)) << ti.u32(1))


@ti.func
def scrambled(x, seed):
    """Owen scrambling of a number with its bits in opposite order: a bit is flipped depending on those below [1][4]."""
    x ^= x * ti.u32(0x3D20ADEA)
    x += seed
    x *= (seed >> ti.u32(16)) | ti.u32(1)
    x ^= x * ti.u32(0x05526C56)
    x ^= x * ti.u32(0x53A22864)
    return x


@ti.func
def second_dimension(i):
    """Sobol's second dimension of point ``i``, bits in opposite order.

    Its digits are the coefficients of the polynomial whose bits ``i`` holds, at x + 1 in the place of x, modulo 2.
    """
    i ^= i >> ti.u32(16)
    i ^= (i & ti.u32(0xFF00FF00)) >> ti.u32(8)
    i ^= (i & ti.u32(0xF0F0F0F0)) >> ti.u32(4)
    i ^= (i & ti.u32(0xCCCCCCCC)) >> ti.u32(2)
    return i ^ ((i & ti.u32(0xAAAAAAAA)) >> ti.u32(1))


@ti.func
def unit(bits):
    """In [0, 1): 24 bits, so that every result is a float below one."""
    return ti.cast(bits >> ti.u32(8), ti.f32) * (1.0 / 16777216.0)


@ti.func
def uniform4(pixel, sample, dimension, seed):
    """Four numbers in [0, 1) for one group of dimensions of one sample of one pixel: two pairs, (x, y) and (z, w)."""
    hashed = pcg4d(ti.cast(pixel, ti.u32), ti.cast(dimension, ti.u32), ti.cast(seed, ti.u32), ti.u32(0x9E3779B9))
    mirrored = reversed_bits(ti.cast(sample, ti.u32))
    first = reversed_bits(scrambled(mirrored, hashed.x))
    second = reversed_bits(scrambled(mirrored, hashed.y))
    more = hashed * ti.u32(747796405) + ti.u32(2891336453)
    return vec4(
        unit(reversed_bits(scrambled(first, hashed.z))),
        unit(reversed_bits(scrambled(second_dimension(first), hashed.w))),
        unit(reversed_bits(scrambled(second, more.z))),
        unit(reversed_bits(scrambled(second_dimension(second), more.w))),
    )
