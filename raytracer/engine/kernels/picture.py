"""Pictures of a film: its mean radiance, what lies between the samples of a lattice, and the way to a display.

``shift`` everywhere: the finest complete lattice of the first sample has every ``1 << shift``-th pixel in both
directions; 0 when every pixel has a sample. ``lattice`` holds what ``gather_lattice`` made of its pixels.
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

BRIGHT = 3.0
"""What the first samples are compressed to while they are blurred; white is about 1."""


@ti.func
def film_mean(film: ti.template(), counts: ti.template(), pixel):
    """Mean radiance of a pixel that has samples."""
    return vec3(film[3 * pixel], film[3 * pixel + 1], film[3 * pixel + 2]) / ti.max(counts[pixel], 1)


@ti.kernel
def gather_lattice(
    film: Floats,
    counts: Ints,
    width: ti.i32,
    height: ti.i32,
    shift: ti.i32,
    radius: ti.i32,
    gain: ti.f32,
    lattice: Floats,
):
    """Radiance of the lattice's pixels, by rows, and 1 where there is any: 4 floats each.

    One sample a pixel is a noisy thing to look at. With a ``radius`` of 1 or 2 it is blurred by binomial weights over
    so many neighbours on each side. Values are compressed below ``BRIGHT`` meanwhile, after ``gain``, the view's
    exposure, so that one bright sample does not become a large spot.
    """
    columns, rows = ((width - 1) >> shift) + 1, ((height - 1) >> shift) + 1
    for node in range(columns * rows):
        at = ivec2(node % columns, node // columns)
        total = vec4(0.0)
        for tap in range((2 * radius + 1) * (2 * radius + 1)):
            offset = ivec2(tap % (2 * radius + 1), tap // (2 * radius + 1)) - radius
            near = at + offset
            if near.x >= 0 and near.x < columns and near.y >= 0 and near.y < rows:
                pixel = (near.y << shift) * width + (near.x << shift)
                if counts[pixel] > 0:
                    value = gain * film_mean(film, counts, pixel)
                    weight = binomial(radius, offset.x) * binomial(radius, offset.y)
                    if radius > 0:
                        value /= 1.0 + ti.max(value.max(), 0.0) / BRIGHT
                    total += weight * vec4(value, 1.0)
        value = total.xyz / ti.max(total.w, 1e-6)
        if radius > 0:
            value /= ti.max(1.0 - value.max() / BRIGHT, 1e-4)
        value /= gain
        for k in ti.static(range(3)):
            lattice[4 * node + k] = value[k]
        lattice[4 * node + 3] = ti.select(total.w > 0.0, 1.0, 0.0)


@ti.func
def binomial(radius, offset):
    """Binomial coefficient of a row of 1, 3 or 5, counted from its middle."""
    distance = ti.abs(offset)
    wide = ti.select(distance == 0, 6.0, ti.select(distance == 1, 4.0, 1.0))
    narrow = ti.select(distance == 0, 2.0, 1.0)
    return ti.select(radius == 2, wide, ti.select(radius == 1, narrow, 1.0))


@ti.func
def has_own_sample(counts: ti.template(), at, width, shift):
    """Whether a pixel shows its own samples: while the first ones come in, those of the last, finest lattice only."""
    finest = shift == 1 and ((at.x | at.y) & 1) == 1
    return (shift == 0 or finest) and counts[at.y * width + at.x] > 0


@ti.func
def column_mean(lattice: ti.template(), column, upper, lower, columns, share):
    """Radiance between two rows of the lattice, and the weight of what has a sample: a vec4, radiance times weight
    first. ``share`` is the part of the row ``lower``."""
    total = vec4(0.0)
    for k in ti.static(range(2)):
        node = ti.select(ti.static(k == 0), upper, lower) * columns + column
        weight = ti.max(ti.select(ti.static(k == 0), 1.0 - share, share), 0.01) * lattice[4 * node + 3]
        total += weight * vec4(lattice[4 * node], lattice[4 * node + 1], lattice[4 * node + 2], 1.0)
    return total


@ti.func
def lattice_mean(lattice: ti.template(), at, width, height, shift):
    """Radiance at a pixel, interpolated between the four nearest of the lattice that have a sample."""
    last = ivec2((width - 1) >> shift, (height - 1) >> shift)
    cell = at >> shift
    beyond = ti.cast(at - (cell << shift), ti.f32) / ti.cast(1 << shift, ti.f32)
    lower = ti.min(cell.y + 1, last.y)
    left = column_mean(lattice, cell.x, cell.y, lower, last.x + 1, beyond.y)
    right = column_mean(lattice, ti.min(cell.x + 1, last.x), cell.y, lower, last.x + 1, beyond.y)
    total = ti.max(1.0 - beyond.x, 0.01) * left + ti.max(beyond.x, 0.01) * right
    return total.xyz / ti.max(total.w, 1e-6)


@ti.func
def shown_radiance(film: ti.template(), counts: ti.template(), lattice: ti.template(), at, width, height, shift):
    """Radiance to show at a pixel; 0 where there is no sample near it."""
    value = vec3(0.0)
    if has_own_sample(counts, at, width, shift):
        value = film_mean(film, counts, at.y * width + at.x)
    elif shift > 0:
        value = lattice_mean(lattice, at, width, height, shift)
    return value


@ti.func
def packed(rgb):
    """Display values as RGBA8 in an i32, red in the lowest byte."""
    bytes3 = ti.cast(tm.clamp(rgb, 0.0, 1.0) * 255.0 + 0.5, ti.i32)
    return bytes3.x | (bytes3.y << 8) | (bytes3.z << 16) | ti.static(-0x1000000)


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
    def read_lattice(
        film: ti.template(), counts: ti.template(), lattice: ti.template(), row, left, width, height, shift
    ):
        """The same while the first samples come in: along the lattice's columns, then between them."""
        stride, first = 1 << shift, left >> shift
        last = ivec2((width - 1) >> shift, (height - 1) >> shift)
        upper = row >> shift
        lower = ti.min(upper + 1, last.y)
        per_pixel = 1.0 / ti.cast(stride, ti.f32)
        share = (row - (upper << shift)) * per_pixel
        red, green, blue, weights = columns(0.0), columns(0.0), columns(0.0), columns(0.0)
        for column in range((lanes >> shift) + 1):
            mean = column_mean(lattice, ti.min(first + column, last.x), upper, lower, last.x + 1, share)
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
        if shift == 1:
            for lane in range(ti.min(lanes, width - left)):
                at = ivec2(left + lane, row)
                if has_own_sample(counts, at, width, shift):
                    mean = film_mean(film, counts, row * width + at.x)
                    reds[lane], greens[lane], blues[lane] = mean.x, mean.y, mean.z
        return reds, greens, blues

    @ti.kernel
    def display(
        film: Floats,
        counts: Ints,
        lattice: Floats,
        width: ti.i32,
        height: ti.i32,
        shift: ti.i32,
        gains: mat3,
        picture: UInts,
    ):
        in_row = (width + lanes - 1) // lanes
        for chunk in range(in_row * height):
            row, left = chunk // in_row, chunk % in_row * lanes
            red, green, blue, shown = floats(0.0), floats(0.0), floats(0.0), ints(0)
            if shift == 0:
                red, green, blue = read_samples(film, counts, row, left, width)
            else:
                red, green, blue = read_lattice(film, counts, lattice, row, left, width, height, shift)
            for lane in range(lanes):
                shown[lane] = packed(view.module.apply(gains @ vec3(red[lane], green[lane], blue[lane])))
            for lane in range(ti.min(lanes, width - left)):
                picture[row * width + left + lane] = ti.cast(shown[lane], ti.u32)

    return display


def _display_by_pixels(view):
    @ti.kernel
    def display(
        film: Floats,
        counts: Ints,
        lattice: Floats,
        width: ti.i32,
        height: ti.i32,
        shift: ti.i32,
        gains: mat3,
        picture: UInts,
    ):
        for pixel in range(width * height):
            at = ivec2(pixel % width, pixel // width)
            rgb = view.module.apply(gains @ shown_radiance(film, counts, lattice, at, width, height, shift))
            picture[pixel] = ti.cast(packed(rgb), ti.u32)

    return display


@ti.kernel
def linear_picture(
    film: Floats, counts: Ints, lattice: Floats, width: ti.i32, height: ti.i32, shift: ti.i32, picture: Floats
):
    """The film's mean radiance, 3 floats per pixel; pixels without a sample are interpolated."""
    for pixel in range(width * height):
        rgb = vec3(0.0)
        if counts[pixel] > 0:
            rgb = film_mean(film, counts, pixel)
        elif shift > 0:
            rgb = lattice_mean(lattice, ivec2(pixel % width, pixel // width), width, height, shift)
        picture[3 * pixel] = rgb.x
        picture[3 * pixel + 1] = rgb.y
        picture[3 * pixel + 2] = rgb.z
