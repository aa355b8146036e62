"""Pictures of a film: its mean radiance, what lies between the samples of a lattice, and the way to a display.

``shift`` everywhere: the finest complete lattice of the first sample has every ``1 << shift``-th pixel in both
directions; 0 when every pixel has a sample. Pixels without one are interpolated.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.buffers import Floats, Ints, UInts

vec3 = ti.types.vector(3, ti.f32)
vec4 = ti.types.vector(4, ti.f32)
mat3 = ti.types.matrix(3, 3, ti.f32)
ivec2 = ti.types.vector(2, ti.i32)

LANES = 16
"""Pixels that a CPU thread takes at a time. Reading the film, the view and writing are loops of their own: the view's
has no branches and touches nothing but local arrays: LLVM makes vector instructions of it, 4 times as fast."""


@ti.func
def film_mean(film: ti.template(), counts: ti.template(), pixel):
    """Mean radiance of a pixel that has samples."""
    return vec3(film[3 * pixel], film[3 * pixel + 1], film[3 * pixel + 2]) / ti.max(counts[pixel], 1)


@ti.func
def lattice_mean(film: ti.template(), counts: ti.template(), at, width, height, shift):
    """Radiance at a pixel without a sample, interpolated between the four nearest of the lattice that have one."""
    last = ivec2((width - 1) >> shift, (height - 1) >> shift)
    cell = ti.min(at >> shift, last)
    per_pixel = 1.0 / ti.cast(1 << shift, ti.f32)
    total, weights = vec3(0.0), 0.0
    for corner in range(4):
        node = ti.min(cell + ivec2(corner & 1, corner >> 1), last) << shift
        near = 1.0 - ti.abs(ti.cast(at - node, ti.f32)) * per_pixel
        weight = ti.max(near.x, 0.01) * ti.max(near.y, 0.01)
        pixel = node.y * width + node.x
        if counts[pixel] > 0:
            total += weight * film_mean(film, counts, pixel)
            weights += weight
    return total / ti.max(weights, 1e-6)


@ti.func
def shown_radiance(film: ti.template(), counts: ti.template(), at, width, height, shift):
    """Radiance to show at a pixel."""
    pixel = at.y * width + at.x
    value = vec3(0.0)
    if counts[pixel] > 0:
        value = film_mean(film, counts, pixel)
    elif shift > 0:
        value = lattice_mean(film, counts, at, width, height, shift)
    return value


@ti.func
def packed(rgb):
    """Display values as RGBA8 in an i32, red in the lowest byte."""
    bytes3 = ti.cast(tm.clamp(rgb, 0.0, 1.0) * 255.0 + 0.5, ti.i32)
    return bytes3.x | (bytes3.y << 8) | (bytes3.z << 16) | ti.static(-0x1000000)


@ti.func
def column_mean(film: ti.template(), counts: ti.template(), at, lower, share, width):
    """Radiance between a pixel of the lattice and the one in row ``lower``, and the weight of those with a sample:
    a vec4, radiance times weight first. ``share`` is the lower one's part."""
    total = vec4(0.0)
    for k in ti.static(range(2)):
        pixel = ti.select(ti.static(k == 0), at.y, lower) * width + at.x
        weight = ti.select(counts[pixel] > 0, ti.max(ti.select(ti.static(k == 0), 1.0 - share, share), 0.01), 0.0)
        total += weight * vec4(film_mean(film, counts, pixel), 1.0)
    return total


def make_display_kernel(view, lanes):
    """The kernel that turns the film into RGBA8 through one view shader, after the matrix of exposure and balance.

    ``lanes``: pixels that a thread takes at a time: ``LANES`` on a CPU, 1 on a GPU.
    """
    if lanes == 1:
        return _display_by_pixels(view)
    floats, ints = ti.types.vector(lanes, ti.f32), ti.types.vector(lanes, ti.i32)
    columns = ti.types.vector(lanes // 2 + 2, ti.f32)

    @ti.func
    def read_samples(film: ti.template(), counts: ti.template(), row, left, width):
        """Of ``lanes`` pixels of a row, red, green and blue, each a local array."""
        red, green, blue = floats(0.0), floats(0.0), floats(0.0)
        for lane in range(lanes):
            pixel = row * width + ti.min(left + lane, width - 1)
            mean = film_mean(film, counts, pixel)
            red[lane], green[lane], blue[lane] = mean.x, mean.y, mean.z
        return red, green, blue

    @ti.func
    def read_lattice(film: ti.template(), counts: ti.template(), row, left, width, height, shift):
        """The same where pixels are without a sample: first along the lattice's columns, then between them."""
        stride, first = 1 << shift, left >> shift
        last = ivec2((width - 1) >> shift, (height - 1) >> shift)
        upper = row >> shift
        lower = ti.min(upper + 1, last.y) << shift
        per_pixel = 1.0 / ti.cast(stride, ti.f32)
        share = (row - (upper << shift)) * per_pixel
        red, green, blue, weights = columns(0.0), columns(0.0), columns(0.0), columns(0.0)
        for column in range((lanes >> shift) + 1):
            at = ivec2(ti.min(first + column, last.x) << shift, upper << shift)
            mean = column_mean(film, counts, at, lower, share, width)
            red[column], green[column], blue[column], weights[column] = mean.x, mean.y, mean.z, mean.w
        reds, greens, blues = floats(0.0), floats(0.0), floats(0.0)
        for lane in range(lanes):
            column = lane >> shift  # ``lanes`` is a multiple of the stride, so chunks begin at a column
            beyond = (lane & (stride - 1)) * per_pixel
            far, near = ti.max(1.0 - beyond, 0.01), ti.max(beyond, 0.01)
            scale = 1.0 / ti.max(far * weights[column] + near * weights[column + 1], 1e-6)
            reds[lane] = scale * (far * red[column] + near * red[column + 1])
            greens[lane] = scale * (far * green[column] + near * green[column + 1])
            blues[lane] = scale * (far * blue[column] + near * blue[column + 1])
        for lane in range(ti.min(lanes, width - left)):
            pixel = row * width + left + lane
            if counts[pixel] > 0:
                mean = film_mean(film, counts, pixel)
                reds[lane], greens[lane], blues[lane] = mean.x, mean.y, mean.z
        return reds, greens, blues

    @ti.kernel
    def display(film: Floats, counts: Ints, width: ti.i32, height: ti.i32, shift: ti.i32, gains: mat3, picture: UInts):
        in_row = (width + lanes - 1) // lanes
        for chunk in range(in_row * height):
            row, left = chunk // in_row, chunk % in_row * lanes
            red, green, blue, shown = floats(0.0), floats(0.0), floats(0.0), ints(0)
            if shift == 0:
                red, green, blue = read_samples(film, counts, row, left, width)
            else:
                red, green, blue = read_lattice(film, counts, row, left, width, height, shift)
            for lane in range(lanes):
                shown[lane] = packed(view.module.apply(gains @ vec3(red[lane], green[lane], blue[lane])))
            for lane in range(ti.min(lanes, width - left)):
                picture[row * width + left + lane] = ti.cast(shown[lane], ti.u32)

    return display


def _display_by_pixels(view):
    @ti.kernel
    def display(film: Floats, counts: Ints, width: ti.i32, height: ti.i32, shift: ti.i32, gains: mat3, picture: UInts):
        for pixel in range(width * height):
            at = ivec2(pixel % width, pixel // width)
            rgb = view.module.apply(gains @ shown_radiance(film, counts, at, width, height, shift))
            picture[pixel] = ti.cast(packed(rgb), ti.u32)

    return display


@ti.kernel
def linear_picture(film: Floats, counts: Ints, width: ti.i32, height: ti.i32, shift: ti.i32, picture: Floats):
    """The film's mean radiance, 3 floats per pixel; pixels without a sample are interpolated."""
    for pixel in range(width * height):
        rgb = shown_radiance(film, counts, ivec2(pixel % width, pixel // width), width, height, shift)
        picture[3 * pixel] = rgb.x
        picture[3 * pixel + 1] = rgb.y
        picture[3 * pixel + 2] = rgb.z
