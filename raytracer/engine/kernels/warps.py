"""From uniform random numbers to distributions, each with its density.

References
    [1] P. Shirley, K. Chiu, "A low distortion map between disk and square", 1997.
    [2] E. Heitz, "A low-distortion map between triangle and square", 2019.
    [3] T. Duff et al., "Building an orthonormal basis, revisited", JCGT 6(1), 2017.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.shading import vec2, vec3

INV_PI = 0.31830988618


@ti.func
def disk(u):
    """Uniform in the unit disk, keeping neighbours neighbours [1]; density 1/pi."""
    x = 2.0 * u.x - 1.0
    y = 2.0 * u.y - 1.0
    wide = ti.abs(x) > ti.abs(y)
    r = ti.select(wide, x, y)
    angle = ti.select(wide, y, x) / ti.select(r == 0.0, 1.0, r) * (0.25 * tm.pi)
    # Within an eighth of a turn the series are exact to single precision, and no library call.
    a2 = angle * angle
    sine = angle * (1.0 + a2 * (-1.0 / 6.0 + a2 * (1.0 / 120.0 + a2 * (-1.0 / 5040.0))))
    cosine = 1.0 + a2 * (-0.5 + a2 * (1.0 / 24.0 + a2 * (-1.0 / 720.0 + a2 * (1.0 / 40320.0))))
    return r * ti.select(wide, vec2(cosine, sine), vec2(sine, cosine))


@ti.func
def cosine_hemisphere(u):
    """Density ``cos / pi`` about +z."""
    d = disk(u)
    return vec3(d.x, d.y, ti.sqrt(ti.max(0.0, 1.0 - d.x * d.x - d.y * d.y)))


@ti.func
def sphere(u):
    """Uniform on the unit sphere; density 1 / (4 pi)."""
    return cone(u, -1.0)


@ti.func
def cone(u, cos_max):
    """Uniform in the cone about +z whose half angle has the cosine ``cos_max``; density 1 / (2 pi (1 - cos_max)).

    Written with the distance from the axis so that a narrow cone keeps its precision."""
    drop = u.x * (1.0 - cos_max)  # 1 - cos(theta)
    r = ti.sqrt(ti.max(0.0, drop * (2.0 - drop)))
    phi = 2.0 * tm.pi * u.y
    return vec3(r * ti.cos(phi), r * ti.sin(phi), 1.0 - drop)


@ti.func
def triangle(u):
    """Barycentric weights (of the second and the third corner), uniform over a triangle [2]."""
    low = u.x < u.y
    b1 = ti.select(low, 0.5 * u.x, u.x - 0.5 * u.y)
    b2 = ti.select(low, u.y - 0.5 * u.x, 0.5 * u.y)
    return vec2(b1, b2)


@ti.func
def polar(cos_theta, phi):
    """The unit vector at these spherical coordinates about +z."""
    r = ti.sqrt(ti.max(0.0, 1.0 - cos_theta * cos_theta))
    return vec3(r * ti.cos(phi), r * ti.sin(phi), cos_theta)


@ti.func
def to_world(local, n):
    """``local`` (z up) turned so that z becomes the unit vector ``n``; the x and y axes are arbitrary [3]."""
    sign = ti.select(n.z >= 0.0, 1.0, -1.0)
    a = -1.0 / (sign + n.z)
    b = n.x * n.y * a
    s = vec3(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x)
    t = vec3(b, sign + n.y * n.y * a, -n.y)
    return local.x * s + local.y * t + local.z * n
