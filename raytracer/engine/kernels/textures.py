"""Texture lookup: placement, wrapping, filtering in linear light, then the texture's own shader."""

import taichi as ti
import taichi.math as tm

from raytracer.engine.layout import (
    TEXEL_FLOAT,
    TEXEL_SRGB8,
    TEXTURE_F_HEAD,
    TEXTURE_I_STRIDE,
    WRAP_CLAMP,
    WRAP_MIRROR,
    Header,
)

vec2 = ti.types.vector(2, ti.f32)
vec3 = ti.types.vector(3, ti.f32)
vec4 = ti.types.vector(4, ti.f32)


@ti.func
def wrap(i, size, mode):
    """Texel index ``i``, from -``size`` to 3 ``size``, brought into 0..size-1. No division: eight a lookup counted."""
    j = i + ti.select(i < 0, size, 0) - ti.select(i >= size, size, 0) - ti.select(i >= 2 * size, size, 0)
    k = i + ti.select(i < 0, 2 * size, 0) - ti.select(i >= 2 * size, 2 * size, 0)
    j = ti.select(mode == WRAP_MIRROR, ti.select(k < size, k, 2 * size - 1 - k), j)
    return tm.clamp(ti.select(mode == WRAP_CLAMP, i, j), 0, size - 1)


@ti.func
def texel(scene: ti.template(), first, format, index):
    """One texel as linear RGBA."""
    value = vec4(0.0)
    if format == TEXEL_FLOAT:
        word = first + 4 * index
        value = vec4(
            ti.bit_cast(scene.texels[word], ti.f32),
            ti.bit_cast(scene.texels[word + 1], ti.f32),
            ti.bit_cast(scene.texels[word + 2], ti.f32),
            ti.bit_cast(scene.texels[word + 3], ti.f32),
        )
    else:
        bits = ti.cast(scene.texels[first + index], ti.i32)
        # The table has the 256 values of an 8-bit channel twice: as they are, and decoded from sRGB.
        curve = ti.select(format == TEXEL_SRGB8, 256, 0)
        value = vec4(
            scene.floats[curve + (bits & 255)],
            scene.floats[curve + ((bits >> 8) & 255)],
            scene.floats[curve + ((bits >> 16) & 255)],
            scene.floats[(bits >> 24) & 255],
        )
    return value


@ti.func
def image_value(scene: ti.template(), texture, uv):
    """Bilinear (or nearest) value of the picture of ``texture`` at ``uv``, v down, linear RGBA."""
    base = scene.ints[int(Header.TEXTURES_I)] + texture * TEXTURE_I_STRIDE
    first = scene.ints[base + 1]
    width, height = scene.ints[base + 2], scene.ints[base + 3]
    format = scene.ints[base + 4]
    wrap_u, wrap_v = scene.ints[base + 5], scene.ints[base + 6]
    nearest = scene.ints[base + 7]
    # Huge coordinates lose their fraction and could overflow the integer: repeat first.
    folded = uv - 2.0 * ti.floor(uv * 0.5)
    s = ti.select(wrap_u == WRAP_CLAMP, tm.clamp(uv.x, -1.0, 2.0), folded.x) * width
    t = ti.select(wrap_v == WRAP_CLAMP, tm.clamp(uv.y, -1.0, 2.0), folded.y) * height
    if nearest == 0:
        s -= 0.5
        t -= 0.5
    x, y = ti.cast(ti.floor(s), ti.i32), ti.cast(ti.floor(t), ti.i32)
    fx = ti.select(nearest == 1, 0.0, s - ti.floor(s))
    fy = ti.select(nearest == 1, 0.0, t - ti.floor(t))
    left, right = wrap(x, width, wrap_u), wrap(x + 1, width, wrap_u)
    upper, lower = wrap(y, height, wrap_v) * width, wrap(y + 1, height, wrap_v) * width
    return between_texels(
        scene, first, format, tm.ivec4(upper + left, upper + right, lower + left, lower + right), fx, fy
    )


@ti.func
def between_texels(scene: ti.template(), first, format, corners, fx, fy):
    """Bilinear value at the place ``fx``, ``fy`` between four texels: upper left and right, lower left and right."""
    value = vec4(0.0)
    for corner in range(4):
        weight = ti.select(corner & 1, fx, 1.0 - fx) * ti.select(corner >> 1, fy, 1.0 - fy)
        if weight > 0.0:
            index = ti.select(
                corner >> 1, ti.select(corner & 1, corners.w, corners.z), ti.select(corner & 1, corners.y, corners.x)
            )
            value += weight * texel(scene, first, format, index)
    return value


@ti.func
def parameter(floats: ti.template(), offset, k: ti.template(), is_color: ti.template()):
    """Parameter number ``k`` of a packed record: three floats each."""
    if ti.static(is_color):
        return vec3(floats[offset + 3 * k], floats[offset + 3 * k + 1], floats[offset + 3 * k + 2])
    else:
        return floats[offset + 3 * k]


@ti.func
def texture_value(scene: ti.template(), texture, uv0, uv1):
    """Value of texture number ``texture``; its channel is spread over RGB when it is a single one."""
    base_i = scene.ints[int(Header.TEXTURES_I)] + texture * TEXTURE_I_STRIDE
    base_f = scene.ints[int(Header.TEXTURES_F)] + texture * ti.static(scene.config.texture_stride)
    given = ti.select(scene.ints[base_i + 9] == 1, uv1, uv0)
    uv = vec2(
        scene.floats[base_f] * given.x + scene.floats[base_f + 1] * given.y + scene.floats[base_f + 2],
        scene.floats[base_f + 3] * given.x + scene.floats[base_f + 4] * given.y + scene.floats[base_f + 5],
    )
    looked_up = vec4(1.0)
    if scene.ints[base_i + 1] >= 0:
        looked_up = image_value(scene, texture, uv)
    value = looked_up
    for i in ti.static(range(len(scene.config.textures))):
        if scene.ints[base_i] == i:
            p = scene.config.textures[i].point_type(
                *[
                    parameter(scene.floats, base_f + TEXTURE_F_HEAD, q[0], q[1])
                    for q in ti.static(scene.config.textures[i].kinds)
                ]
            )
            value = scene.config.textures[i].module.value(p, uv, looked_up)
    channel = scene.ints[base_i + 8]
    result = value
    if channel > 0:
        single = ti.select(channel == 1, value.x, ti.select(channel == 2, value.y, value.z))
        single = ti.select(channel == 4, value.w, single)
        result = vec4(single, single, single, single)
    return result
