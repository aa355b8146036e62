"""The sky: radiance in a direction, and choosing directions by it.

Directions are chosen from a latitude-longitude table of cells, each uniform in its solid angle: first the row by the
marginal cumulative distribution, then the column [1, section 14.2.5], both with the help of a guide table [2]. Any sky
shader works: the table is its picture.

[1] Pharr, Jakob, Humphreys. Physically Based Rendering, 3rd edition, 2016.
[2] Chen, Asau. On generating random variates from an empirical distribution. AIIE Transactions 6(2), 1974.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.angles import arc_cosine, arc_tangent2, sine_cosine_of_turn
from raytracer.engine.kernels.buffers import Floats, Ints, SceneBuffers, UInts
from raytracer.engine.kernels.textures import image_value, parameter
from raytracer.engine.layout import SKY_TABLE_HEAD, Header

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
    u = arc_tangent2(direction.x, -direction.z) * ti.static(0.5 / tm.pi)
    return vec2(ti.select(u < 0.0, u + 1.0, u), arc_cosine(direction.y) * ti.static(1.0 / tm.pi))


@ti.func
def direction_of(u, cos_theta):
    """Unit direction at longitude ``u`` in 0..1 and cosine of the angle from +Y."""
    turned = sine_cosine_of_turn(u)
    sin_theta = ti.sqrt(ti.max(0.0, 1.0 - cos_theta * cos_theta))
    return vec3(sin_theta * turned.x, cos_theta, -sin_theta * turned.y)


@ti.func
def sky_towards(scene: ti.template(), direction, with_pdf):
    """Radiance from the world direction, W/(m2 sr), and with ``with_pdf`` the density of ``sample_sky`` for it, per
    solid angle (without the choice of the sky itself), else 0. Both come from one place in the picture."""
    base = scene.ints[int(Header.SKY_F)]
    local = rotate_y(direction, scene.floats[base + 1], -scene.floats[base + 2])
    uv = vec2(0.0)
    if with_pdf or ti.static(scene.config.sky_has_image):
        uv = uv_of(local)
    texel = vec4(1.0)
    if ti.static(scene.config.sky_has_image):
        texel = image_value(scene, scene.ints[int(Header.SKY_IMAGE)], uv)
    p = scene.config.sky.point_type(
        *[parameter(scene.floats, base + SKY_HEAD, q[0], q[1]) for q in ti.static(scene.config.sky.kinds)]
    )
    radiance = scene.floats[base] * scene.config.sky.module.radiance(p, local, texel)
    pdf = 0.0
    if with_pdf:
        width, height = scene.ints[int(Header.SKY_WIDTH)], scene.ints[int(Header.SKY_HEIGHT)]
        row = tm.clamp(ti.cast(uv.y * height, ti.i32), 0, height - 1)
        column = tm.clamp(ti.cast(uv.x * width, ti.i32), 0, width - 1)
        begin = rows_end(scene, height) + row * width
        share = scene.sky_table[begin + column] - below(scene.sky_table, begin, column)
        pdf = share * scene.sky_table[SKY_TABLE_HEAD + height + row]
    return vec4(radiance, pdf)


@ti.func
def rows_end(scene: ti.template(), height):
    """Where the table's cells start: behind its head and what it says of rows (``engine/sky_table``)."""
    return SKY_TABLE_HEAD + 3 * height + 2 + ti.cast(scene.sky_table[0], ti.i32)


@ti.func
def below(table: ti.template(), begin, k):
    """The value before number ``k`` of a cumulative table."""
    return ti.select(k > 0, table[begin + ti.max(k - 1, 0)], 0.0)


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
def search_guided(table: ti.template(), begin, guide, guides, u):
    """As ``search_cdf`` from ``begin`` on, with ``guides`` + 1 entries from ``guide`` on that say between which two
    values to look: a search in a table of any size reads but a few of them."""
    k = guide + ti.min(ti.cast(u * guides, ti.i32), guides - 1)
    low, high = ti.cast(table[k], ti.i32), ti.cast(table[k + 1], ti.i32)
    return low + search_cdf(table, begin + low, high - low + 1, u)


@ti.func
def sample_sky(scene: ti.template(), u):
    """World direction chosen by brightness and its density, from two uniforms: (x, y, z, density).

    What is left of each within the row and the column decides where in the cell: an even pattern stays one."""
    base = scene.ints[int(Header.SKY_F)]
    width, height = scene.ints[int(Header.SKY_WIDTH)], scene.ints[int(Header.SKY_HEIGHT)]
    row_guides, guides = ti.cast(scene.sky_table[0], ti.i32), ti.cast(scene.sky_table[1], ti.i32)
    edges = SKY_TABLE_HEAD + 2 * height
    row = search_guided(scene.sky_table, SKY_TABLE_HEAD, edges + height + 1, row_guides, u.x)
    low_row = below(scene.sky_table, SKY_TABLE_HEAD, row)
    inside = tm.clamp((u.x - low_row) / ti.max(scene.sky_table[SKY_TABLE_HEAD + row] - low_row, 1e-20), 0.0, 1.0)
    begin = rows_end(scene, height)
    guide = begin + height * width + row * (guides + 1)
    begin += row * width
    column = search_guided(scene.sky_table, begin, guide, guides, u.y)
    low_column = below(scene.sky_table, begin, column)
    share = scene.sky_table[begin + column] - low_column
    across = tm.clamp((u.y - low_column) / ti.max(share, 1e-20), 0.0, 1.0)
    top, bottom = scene.sky_table[edges + row], scene.sky_table[edges + row + 1]
    local = direction_of((column + across) / width, top + inside * (bottom - top))
    world = rotate_y(local, scene.floats[base + 1], scene.floats[base + 2])
    return vec4(world, share * scene.sky_table[SKY_TABLE_HEAD + height + row])


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
                value = sky_towards(scene, rotate_y(local, floats[base + 1], floats[base + 2]), False)
                total += (value.x + value.y + value.z) / 3.0
            picture[cell] = total / (subsamples * subsamples)

    return sky_picture
