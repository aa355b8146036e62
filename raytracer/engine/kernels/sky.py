"""The sky: radiance in a direction, and choosing directions by it.

Directions are chosen from a latitude-longitude table of cells, each uniform in its solid angle: first the row by the
marginal cumulative distribution, then the column [1, section 14.2.5]. Any sky shader works: the table is its picture.

[1] Pharr, Jakob, Humphreys. Physically Based Rendering, 3rd edition, 2016.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.buffers import Floats, Ints, SceneBuffers, UInts
from raytracer.engine.kernels.textures import image_value, parameter
from raytracer.engine.layout import Header

vec2 = ti.types.vector(2, ti.f32)
vec3 = ti.types.vector(3, ti.f32)
vec4 = ti.types.vector(4, ti.f32)

SKY_HEAD = 4
"""strength, cosine and sine of the rotation, radius of the scene; the shader's parameters follow."""


@ti.func
def rotate_y(v, c, s):
    """``v`` turned about +Y by the angle with cosine ``c`` and sine ``s``."""
    return vec3(c * v.x + s * v.z, v.y, c * v.z - s * v.x)


@ti.func
def uv_of(direction):
    """Place of a unit direction (sky frame) in a latitude-longitude picture: left edge -Z, then +X, +Z, -X; top +Y."""
    u = ti.atan2(direction.x, -direction.z) * ti.static(0.5 / tm.pi)
    return vec2(ti.select(u < 0.0, u + 1.0, u), ti.acos(tm.clamp(direction.y, -1.0, 1.0)) * ti.static(1.0 / tm.pi))


@ti.func
def direction_of(u, cos_theta):
    """Unit direction at longitude ``u`` in 0..1 and cosine of the angle from +Y."""
    phi = ti.static(2.0 * tm.pi) * u
    sin_theta = ti.sqrt(ti.max(0.0, 1.0 - cos_theta * cos_theta))
    return vec3(sin_theta * ti.sin(phi), cos_theta, -sin_theta * ti.cos(phi))


@ti.func
def sky_radiance(scene: ti.template(), direction):
    """Radiance from the world direction, W/(m2 sr)."""
    value = vec3(0.0)
    if ti.static(scene.config.has_sky):
        base = scene.ints[int(Header.SKY_F)]
        local = rotate_y(direction, scene.floats[base + 1], -scene.floats[base + 2])
        texel = vec4(1.0)
        if ti.static(scene.config.sky_has_image):
            texel = image_value(scene, scene.ints[int(Header.SKY_IMAGE)], uv_of(local))
        p = scene.config.sky.point_type(
            *[parameter(scene.floats, base + SKY_HEAD, q[0], q[1]) for q in ti.static(scene.config.sky.kinds)]
        )
        value = scene.floats[base] * scene.config.sky.module.radiance(p, local, texel)
    return value


@ti.func
def cell_pdf(scene: ti.template(), row, column):
    """Solid-angle density of choosing a direction in this cell of the table."""
    width, height = scene.ints[int(Header.SKY_WIDTH)], scene.ints[int(Header.SKY_HEIGHT)]
    low = ti.select(column > 0, scene.sky_table[height + row * width + ti.max(column - 1, 0)], 0.0)
    in_row = scene.sky_table[height + row * width + column] - low
    low_row = ti.select(row > 0, scene.sky_table[ti.max(row - 1, 0)], 0.0)
    probability = in_row * (scene.sky_table[row] - low_row)
    band = ti.cos(tm.pi * row / height) - ti.cos(tm.pi * (row + 1) / height)
    return probability * width / (ti.static(2.0 * tm.pi) * band)


@ti.func
def sky_pdf(scene: ti.template(), direction):
    """Density of ``sample_sky`` for a world direction, per solid angle (without the choice of the sky itself)."""
    base = scene.ints[int(Header.SKY_F)]
    width, height = scene.ints[int(Header.SKY_WIDTH)], scene.ints[int(Header.SKY_HEIGHT)]
    uv = uv_of(rotate_y(direction, scene.floats[base + 1], -scene.floats[base + 2]))
    row = tm.clamp(ti.cast(uv.y * height, ti.i32), 0, height - 1)
    column = tm.clamp(ti.cast(uv.x * width, ti.i32), 0, width - 1)
    return cell_pdf(scene, row, column)


@ti.func
def search_cdf(table: ti.template(), begin, count, u):
    """First of ``count`` ascending values from ``begin`` on that is above ``u``, the last at the latest.

    Halves without a branch: which way to go is a coin's toss, and every second guess of a processor would be wrong.
    """
    low, left = 0, count - 1
    while left > 0:
        half = left >> 1
        above = table[begin + low + half] > u
        low = ti.select(above, low, low + half + 1)
        left = ti.select(above, half, left - half - 1)
    return low


@ti.func
def sample_sky(scene: ti.template(), u):
    """World direction chosen by brightness and its density, from two uniforms: (x, y, z, density).

    What is left of each within the row and the column decides where in the cell: an even pattern stays one."""
    base = scene.ints[int(Header.SKY_F)]
    width, height = scene.ints[int(Header.SKY_WIDTH)], scene.ints[int(Header.SKY_HEIGHT)]
    row = search_cdf(scene.sky_table, 0, height, u.x)
    low_row = ti.select(row > 0, scene.sky_table[ti.max(row - 1, 0)], 0.0)
    inside = tm.clamp((u.x - low_row) / ti.max(scene.sky_table[row] - low_row, 1e-20), 0.0, 1.0)
    begin = height + row * width
    column = search_cdf(scene.sky_table, begin, width, u.y)
    low_column = ti.select(column > 0, scene.sky_table[begin + ti.max(column - 1, 0)], 0.0)
    across = tm.clamp((u.y - low_column) / ti.max(scene.sky_table[begin + column] - low_column, 1e-20), 0.0, 1.0)
    top, bottom = ti.cos(tm.pi * row / height), ti.cos(tm.pi * (row + 1) / height)
    local = direction_of((column + across) / width, top + inside * (bottom - top))
    world = rotate_y(local, scene.floats[base + 1], scene.floats[base + 2])
    return vec4(world, cell_pdf(scene, row, column))


def make_sky_picture_kernel(config):
    """The kernel that renders the sky of one configuration into cells, for ``engine/sky_table``."""

    @ti.kernel
    def sky_picture(
        floats: Floats,
        ints: Ints,
        texels: UInts,
        width: ti.i32,
        height: ti.i32,
        subsamples: ti.i32,
        picture: Floats,
    ):
        scene = SceneBuffers(config, floats, floats, floats, ints, floats, ints, texels, floats)
        base = ints[int(Header.SKY_F)]
        for cell in range(width * height):
            total = 0.0
            for k in range(subsamples * subsamples):
                x = cell % width + (k % subsamples) / ti.max(subsamples - 1.0, 1.0)
                y = cell // width + (k // subsamples) / ti.max(subsamples - 1.0, 1.0)
                local = direction_of(x / width, ti.cos(tm.pi * y / height))
                value = sky_radiance(scene, rotate_y(local, floats[base + 1], floats[base + 2]))
                total += (value.x + value.y + value.z) / 3.0
            picture[cell] = total / (subsamples * subsamples)

    return sky_picture
