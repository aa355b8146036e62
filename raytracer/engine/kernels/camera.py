"""Camera rays: where on the film, where on the lens.

The reconstruction filter is sampled, not splatted [1]: a sample belongs to one pixel, with weight one.

[1] Ernst, Stamminger, Greiner. Filter importance sampling. IEEE Symposium on Interactive Ray Tracing, 2006.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels import warps
from raytracer.engine.kernels.buffers import vec3_at
from raytracer.engine.layout import FILTER_TABLE_SIZE, CameraFloat

vec2 = ti.types.vector(2, ti.f32)
vec3 = ti.types.vector(3, ti.f32)

Ray = ti.types.struct(origin=vec3, direction=vec3)


@ti.func
def filter_offset(camera: ti.template(), u):
    """Offset from the pixel's centre, pixels: the inverse of the filter's cumulative distribution at ``u``."""
    x = u * (FILTER_TABLE_SIZE - 1)
    i = ti.min(ti.cast(x, ti.i32), FILTER_TABLE_SIZE - 2)
    low = camera[int(CameraFloat.FILTER_TABLE) + i]
    high = camera[int(CameraFloat.FILTER_TABLE) + i + 1]
    return low + (x - i) * (high - low)


@ti.func
def camera_ray(camera: ti.template(), x, y, width, height, u):
    """World-space ray through pixel (``x``, ``y``), row 0 on top; ``u``: two uniforms for film, two for lens."""
    film_x = (x + 0.5 + filter_offset(camera, u.x)) / width
    film_y = (y + 0.5 + filter_offset(camera, u.y)) / height
    a = (2.0 * film_x - 1.0) * camera[int(CameraFloat.TAN_X)]
    b = (1.0 - 2.0 * film_y) * camera[int(CameraFloat.TAN_Y)]
    position = vec3_at(camera, int(CameraFloat.POSITION))
    right = vec3_at(camera, int(CameraFloat.RIGHT))
    up = vec3_at(camera, int(CameraFloat.UP))
    forward = vec3_at(camera, int(CameraFloat.FORWARD))
    ray = Ray(origin=position, direction=forward)
    if camera[int(CameraFloat.ORTHO)] > 0.5:
        ray.origin = position + a * right + b * up
    else:
        through = forward + a * right + b * up
        aperture = camera[int(CameraFloat.APERTURE)]
        if aperture > 0.0:
            lens = aperture * warps.disk(vec2(u.z, u.w))
            shift = lens.x * right + lens.y * up
            ray.origin += shift
            through = camera[int(CameraFloat.FOCUS)] * through - shift
        ray.direction = tm.normalize(through)
    return ray
