"""The sky: radiance in a direction, and choosing directions by it.

Directions are chosen from a table of patches of a latitude-longitude picture, each uniform in its solid angle, with the
help of a guide table [1]. Any sky shader works: the table is made from its picture (``engine/sky_table``).

Where the choice is weighed against the scattering of a surface, both sides use the same density, in proportion to what
the radiance is above its mean: it follows from the picture, which is looked at anyway, where the patch of a given
direction would have to be searched. Weights that add up to one keep the mean, whatever they are made from [2].

[1] Chen, Asau. On generating random variates from an empirical distribution. AIIE Transactions 6(2), 1974.
[2] Veach. Robust Monte Carlo methods for light transport simulation. PhD thesis, 1997, section 9.2.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.angles import arc_cosine, arc_tangent2, sine_cosine_of_turn
from raytracer.engine.kernels.buffers import Floats, Ints, SceneBuffers, UInts
from raytracer.engine.kernels.textures import image_value, parameter
from raytracer.engine.layout import SKY_PATCH_STRIDE, SKY_TABLE_HEAD, Header

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
def sky_towards(scene: ti.template(), direction):
    """Radiance from the world direction, W/(m2 sr), and about the density of ``sample_sky`` for it, per solid angle
    (without the choice of the sky itself): as (r, g, b, density)."""
    base = scene.ints[int(Header.SKY_F)]
    local = rotate_y(direction, scene.floats[base + 1], -scene.floats[base + 2])
    texel = vec4(1.0)
    if ti.static(scene.config.sky_has_image):
        texel = image_value(scene, scene.ints[int(Header.SKY_IMAGE)], uv_of(local))
    p = scene.config.sky.point_type(
        *[parameter(scene.floats, base + SKY_HEAD, q[0], q[1]) for q in ti.static(scene.config.sky.kinds)]
    )
    radiance = scene.floats[base] * scene.config.sky.module.radiance(p, local, texel)
    mean = (radiance.x + radiance.y + radiance.z) * ti.static(1.0 / 3.0)
    return vec4(radiance, ti.max(mean - scene.sky_table[2], 0.0) * scene.sky_table[1])


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

    What is left of the first within the patch's share decides where in the patch: an even pattern stays one."""
    base = scene.ints[int(Header.SKY_F)]
    guides = scene.sky_table[0]
    entry = SKY_TABLE_HEAD + ti.cast(u.x * guides, ti.i32)
    first = SKY_TABLE_HEAD + ti.cast(guides, ti.i32)
    patch = first + SKY_PATCH_STRIDE * ti.cast(scene.sky_table[entry], ti.i32)
    while scene.sky_table[patch] <= u.x:
        patch += SKY_PATCH_STRIDE
    across = ti.min((u.x - scene.sky_table[patch + 1]) * scene.sky_table[patch + 2], 1.0)
    turn = scene.sky_table[patch + 4] + across * scene.sky_table[patch + 5]
    local = direction_of(turn, scene.sky_table[patch + 6] + u.y * scene.sky_table[patch + 7])
    return vec4(rotate_y(local, scene.floats[base + 1], scene.floats[base + 2]), scene.sky_table[patch + 3])


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
        # ``sky_towards`` scales by the table that is still to be made: what it says of density is not used here.
        scene = SceneBuffers(config, floats, floats, floats, ints, floats, ints, texels, floats)
        base = ints[int(Header.SKY_F)]
        for cell in range(width * height):
            total = 0.0
            for k in range(subsamples * subsamples):
                x = cell % width + (k % subsamples) / ti.max(subsamples - 1.0, 1.0)
                y = cell // width + (k // subsamples) / ti.max(subsamples - 1.0, 1.0)
                local = direction_of(x / width, ti.cos(tm.pi * y / height))
                value = sky_towards(scene, rotate_y(local, floats[base + 1], floats[base + 2]))
                total += (value.x + value.y + value.z) / 3.0
            picture[cell] = total / (subsamples * subsamples)

    return sky_picture
