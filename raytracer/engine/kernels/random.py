"""Sample points: low-discrepancy in pairs of dimensions, a function of pixel, sample, dimension and seed. No state.

Every pixel takes the first points of a sequence of its own: Sobol's first two dimensions, a (0,2)-sequence, with Owen
scrambling by a hash [1][2]. Any power of two of its points lies evenly in every box of that area, whatever its sides.
Each use along a path gets another pair of dimensions, scrambled anew and in an order of its own [2, section 3], so that
pairs know nothing of each other; the seeds of all that are hashes [3]. There is no table, and no last sample: the
pattern is good at every number of samples, best at powers of two.

[1] Laine, Karras. Stratified sampling for stochastic transparency. EGSR 2011 (the hash that scrambles).
[2] Burley. Practical hash-based Owen scrambling. JCGT 9(4), 2020.
[3] Wellons. Prospecting for hash functions. 2018 (``mixed``).
[4] Vegdahl. Building a better LK hash. 2021 (the multipliers).

All pairs that a vertex needs are made in one counted loop without branches, which LLVM turns into vector instructions:
one at a time they took longer than the rest of what happens at a matte surface.
"""

import taichi as ti

vec4 = ti.types.vector(4, ti.f32)


@ti.func
def mixed(x):
    """A hash of 32 bits: every bit of the result depends on every bit of ``x`` [3]."""
    x ^= x >> ti.u32(16)
    x *= ti.u32(0x7FEB352D)
    x ^= x >> ti.u32(15)
    x *= ti.u32(0x846CA68B)
    return x ^ (x >> ti.u32(16))


@ti.func
def stirred(x):
    """A shorter hash, for what is mixed already."""
    x ^= x >> ti.u32(15)
    x *= ti.u32(0x2C1B3C6D)
    return x ^ (x >> ti.u32(12))


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
    return ti.cast(ti.cast(bits >> ti.u32(8), ti.i32), ti.f32) * (1.0 / 16777216.0)


@ti.func
def pairs(pixel, sample, dimension, seed, count: ti.template()):
    """``count`` pairs of numbers in [0, 1) as two vectors, their first and their second members. A group of dimensions
    has two pairs: those of the next group follow."""
    mirrored = reversed_bits(ti.cast(sample, ti.u32))
    place = mixed(ti.cast(pixel, ti.u32) + mixed(ti.cast(seed, ti.u32) + ti.u32(0x9E3779B9)))
    place += ti.cast(2 * dimension, ti.u32) * ti.u32(0x9E3779B9)
    first, second = ti.Vector([0.0] * count), ti.Vector([0.0] * count)
    for k in range(count):
        order = mixed(place + ti.cast(k, ti.u32) * ti.u32(0x9E3779B9))
        index = reversed_bits(scrambled(mirrored, order))
        first[k] = unit(reversed_bits(scrambled(index, stirred(order + ti.u32(0x85EBCA6B)))))
        second[k] = unit(reversed_bits(scrambled(second_dimension(index), stirred(order + ti.u32(0xC2B2AE35)))))
    return first, second


@ti.func
def uniform4(pixel, sample, dimension, seed):
    """The numbers of one group of dimensions of one sample of one pixel: two pairs, (x, y) and (z, w)."""
    first, second = pairs(pixel, sample, dimension, seed, 2)
    return vec4(first[0], second[0], first[1], second[1])


@ti.func
def uniform8(pixel, sample, dimension, seed):
    """``uniform4`` of this group and of the next."""
    first, second = pairs(pixel, sample, dimension, seed, 4)
    return vec4(first[0], second[0], first[1], second[1]), vec4(first[2], second[2], first[3], second[3])
