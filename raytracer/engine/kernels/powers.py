"""Logarithms and powers by polynomials: the C library's functions are calls, which keep a loop from being vectorised.

The exponent of a number is read off its bits, the rest lies within a polynomial. Coefficients interpolate at Chebyshev
nodes; the errors stated were measured over the whole range, and a test holds them.
"""

import taichi as ti

from raytracer.engine.kernels.angles import polynomial

_SQRT_HALF_BITS = 0x3F3504F3
_MANTISSA = 0x007FFFFF
_LOG2 = (  # log2(1 + t) / t for t from sqrt(1/2) - 1 to sqrt(2) - 1
    0.12310968,
    -0.20586188,
    0.21607823,
    -0.23916988,
    0.28790326,
    -0.36069327,
    0.48091075,
    -0.72134747,
    1.44269500,
)
_EXP2 = (0.00015461445, 0.0013400428, 0.0096180567, 0.055503272, 0.24022651, 0.69314721, 1.0)  # for -1/2 to 1/2


@ti.func
def log2(x):
    """Logarithm to base 2 of a normal positive number; a scalar. Absolute error below 3e-7, or 2 units in the last
    place."""
    bits = ti.bit_cast(x, ti.i32) - ti.static(_SQRT_HALF_BITS)
    exponent = ti.cast(bits >> 23, ti.f32)
    t = ti.bit_cast((bits & ti.static(_MANTISSA)) + ti.static(_SQRT_HALF_BITS), ti.f32) - 1.0
    return exponent + t * polynomial(t, ti.static(_LOG2))


@ti.func
def exp2(x):
    """2 to the power of ``x``, a scalar in -126..127. Relative error below 5e-7."""
    whole = ti.floor(x + 0.5)
    bits = ti.bit_cast(polynomial(x - whole, ti.static(_EXP2)), ti.i32)
    return ti.bit_cast(bits + (ti.cast(whole, ti.i32) << 23), ti.f32)


@ti.func
def power(base, exponent):
    """``base ** exponent`` for a normal positive ``base``, where the result is a normal number too; scalars."""
    return exp2(exponent * log2(base))
