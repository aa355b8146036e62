"""Spheres that shine: how large one is seen, and a point on the side that is seen."""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.geometry import tangent_frame

vec3 = ti.types.vector(3, ti.f32)


@ti.func
def cone_of_sphere(centre, radius, position):
    """1 - cos of the half angle in which the sphere is seen from ``position``; 0 from inside or too close."""
    to = centre - position
    ratio2 = radius * radius / ti.max(to.dot(to), 1e-30)
    # 1 - sqrt(1 - x) without cancellation.
    return ti.select(ratio2 < 0.9999, ratio2 / (1.0 + ti.sqrt(ti.max(0.0, 1.0 - ratio2))), 0.0)


@ti.func
def sample_sphere_towards(centre, radius, position, u):
    """A point of the sphere: uniform in the cone in which it is seen, or uniform on it from inside."""
    result = vec3(0.0)
    one_minus_cos = cone_of_sphere(centre, radius, position)
    phi = ti.static(2.0 * tm.pi) * u.y
    if one_minus_cos > 0.0:
        axis = centre - position
        distance = axis.norm()
        axis /= distance
        cosine = 1.0 - u.x * one_minus_cos
        sine2 = ti.max(0.0, u.x * one_minus_cos * (2.0 - u.x * one_minus_cos))
        sine = ti.sqrt(sine2)
        along = distance * cosine - ti.sqrt(ti.max(0.0, radius * radius - distance * distance * sine2))
        t, b = tangent_frame(axis)
        result = position + along * (sine * ti.cos(phi) * t + sine * ti.sin(phi) * b + cosine * axis)
    else:
        z = 1.0 - 2.0 * u.x
        ring = ti.sqrt(ti.max(0.0, 1.0 - z * z))
        result = centre + radius * vec3(ring * ti.cos(phi), ring * ti.sin(phi), z)
    return result
