"""Counter-based random numbers: a hash of pixel, sample, dimension and seed. No state, no order, no threads.

[1] Jarzynski, Olano. Hash functions for GPU rendering. JCGT 9(3), 2020.
"""

import taichi as ti

uvec4 = ti.types.vector(4, ti.u32)
vec4 = ti.types.vector(4, ti.f32)


@ti.func
def pcg4d(x, y, z, w):
    """Four well mixed u32 from four [1]."""
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
def uniform4(pixel, sample, dimension, seed):
    """Four numbers in [0, 1) for one group of dimensions of one sample of one pixel."""
    bits = pcg4d(ti.cast(pixel, ti.u32), ti.cast(sample, ti.u32), ti.cast(dimension, ti.u32), ti.cast(seed, ti.u32))
    # 24 bits: every result is a float below one.
    return ti.cast(bits >> ti.u32(8), ti.f32) * (1.0 / 16777216.0)
