"""Angles by polynomials: a few multiplications where the C library's functions take several times as long.

All are right to a few units in the last place of what a direction in f32 can say, on every backend alike.

[1] Abramowitz, Stegun. Handbook of mathematical functions, 1964, 4.4.46 (arc sine) and 4.4.49 (arc tangent).
"""

import taichi as ti
import taichi.math as tm

vec2 = ti.types.vector(2, ti.f32)

_ACOS = (
    -0.0012624911,
    0.0066700901,
    -0.0170881256,
    0.0308918810,
    -0.0501743046,
    0.0889789874,
    -0.2145988016,
    1.5707963050,
)
_ATAN = (
    0.0028662257,
    -0.0161657367,
    0.0429096138,
    -0.0752896400,
    0.1065626393,
    -0.1420889944,
    0.1999355085,
    -0.3333314528,
    1.0,
)
_SIN = (1.0 / 362880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0, 1.0)
_COS = (1.0 / 40320.0, -1.0 / 720.0, 1.0 / 24.0, -1.0 / 2.0, 1.0)


@ti.func
def polynomial(x, coefficients: ti.template()):
    """Value at ``x``; the constant coefficient comes last."""
    value = 0.0
    for coefficient in ti.static(coefficients):
        value = value * x + coefficient
    return value


@ti.func
def arc_cosine(x):
    """Angle in 0..pi whose cosine is ``x``; what lies outside -1..1 counts as the nearer end. Error below 1e-6 [1]."""
    size = ti.min(ti.abs(x), 1.0)
    angle = ti.sqrt(1.0 - size) * polynomial(size, ti.static(_ACOS))
    return ti.select(x < 0.0, ti.static(tm.pi) - angle, angle)


@ti.func
def arc_tangent2(y, x):
    """Angle of the point (``x``, ``y``) from +x, in -pi..pi; 0 at the origin. Error below 1e-6 [1]."""
    ax, ay = ti.abs(x), ti.abs(y)
    ratio = ti.min(ax, ay) / ti.max(ax, ay, 1e-37)
    angle = ratio * polynomial(ratio * ratio, ti.static(_ATAN))
    angle = ti.select(ay > ax, ti.static(0.5 * tm.pi) - angle, angle)
    angle = ti.select(x < 0.0, ti.static(tm.pi) - angle, angle)
    return ti.select(y < 0.0, -angle, angle)


@ti.func
def sine_cosine_of_turn(u):
    """Sine and cosine of ``u`` turns, ``u`` in 0..1. Taylor's series in an eighth of a turn; error below 1e-6."""
    quarter = ti.floor(4.0 * u + 0.5)
    angle = (u - 0.25 * quarter) * ti.static(2.0 * tm.pi)
    square = angle * angle
    sine, cosine = angle * polynomial(square, ti.static(_SIN)), polynomial(square, ti.static(_COS))
    turns = ti.cast(quarter, ti.i32)
    odd = (turns & 1) == 1
    s, c = ti.select(odd, cosine, sine), ti.select(odd, sine, cosine)
    return vec2(ti.select((turns & 2) == 2, -s, s), ti.select(((turns + 1) & 2) == 2, -c, c))
