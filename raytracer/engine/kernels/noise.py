"""How noisy the film is: the difference of a pixel's mean and its half, relative to how bright it is.

``sampling_plan`` says when halves are kept and why the difference is scaled as it is.
"""

import taichi as ti

from raytracer.engine.kernels.buffers import Floats, Ints
from raytracer.engine.layout import TILE
from raytracer.scene.color import LUMINANCE

_RED, _GREEN, _BLUE = LUMINANCE
ivec2 = ti.types.vector(2, ti.i32)


@ti.func
def tile_pixel(tile, inside, tiles_x):
    """Place of pixel number ``inside`` of a tile."""
    return ivec2((tile % tiles_x) * TILE + inside % TILE, (tile // tiles_x) * TILE + inside // TILE)


@ti.func
def mean_luminance(film: ti.template(), counts: ti.template(), pixel):
    """Rec. 709 luminance of a pixel's mean, linear."""
    weighted = _RED * film[3 * pixel] + _GREEN * film[3 * pixel + 1] + _BLUE * film[3 * pixel + 2]
    return weighted / ti.max(counts[pixel], 1)


@ti.func
def relative_error2(mean, half, in_half, after, floor):
    """Square of the estimated relative error of ``mean``; ``half`` is the mean of the first ``in_half`` samples."""
    error = mean - half
    bright = ti.max(mean, 0.0) + floor
    return error * error * (in_half / ti.max(ti.cast(after, ti.f32), 1.0)) / (bright * bright)


@ti.kernel
def keep_halves(film: Floats, counts: Ints, halves: Floats, tiles: Ints, items: ti.i32, width: ti.i32, height: ti.i32):
    """Remembers the mean luminance of every pixel of the first ``items`` / 64 tiles listed."""
    tiles_x = (width + TILE - 1) // TILE
    for i in range(items):
        at = tile_pixel(tiles[i // (TILE * TILE)], i % (TILE * TILE), tiles_x)
        if at.x < width and at.y < height:
            pixel = at.y * width + at.x
            halves[pixel] = mean_luminance(film, counts, pixel)


@ti.kernel
def measure_tiles(
    film: Floats,
    counts: Ints,
    halves: Floats,
    tiles: Ints,
    in_half: Ints,
    n_tiles: ti.i32,
    width: ti.i32,
    height: ti.i32,
    samples: ti.i32,
    floor: ti.f32,
    noise: Floats,
):
    """Root mean square of the relative error of each tile listed.

    ``in_half`` is by tile, ``noise`` by place in the list. ``floor`` is added to the brightness: noise in what is
    nearly black on the screen counts less."""
    tiles_x = (width + TILE - 1) // TILE
    for i in range(n_tiles):
        tile = tiles[i]
        total, pixels = 0.0, 0
        for inside in range(TILE * TILE):
            at = tile_pixel(tile, inside, tiles_x)
            if at.x < width and at.y < height:
                pixel = at.y * width + at.x
                mean = mean_luminance(film, counts, pixel)
                total += relative_error2(mean, halves[pixel], in_half[tile], samples - in_half[tile], floor)
                pixels += 1
        noise[i] = ti.sqrt(total / ti.max(pixels, 1))


@ti.kernel
def noise_picture(
    film: Floats,
    counts: Ints,
    halves: Floats,
    in_half: Ints,
    tile_noise: Floats,
    width: ti.i32,
    height: ti.i32,
    floor: ti.f32,
    picture: Floats,
):
    """Relative error of each pixel: root mean square over it and its neighbours, or its tile's where not known."""
    tiles_x = (width + TILE - 1) // TILE
    for pixel in range(width * height):
        at = ivec2(pixel % width, pixel // width)
        total, known = 0.0, 0
        for k in range(9):
            near = at + ivec2(k % 3 - 1, k // 3 - 1)
            if near.x >= 0 and near.y >= 0 and near.x < width and near.y < height:
                other = near.y * width + near.x
                first = in_half[(near.y // TILE) * tiles_x + near.x // TILE]
                after = counts[other] - first
                if first > 0 and after > 0:
                    mean = mean_luminance(film, counts, other)
                    total += relative_error2(mean, halves[other], first, after, floor)
                    known += 1
        value = tile_noise[(at.y // TILE) * tiles_x + at.x // TILE]
        if known > 0:
            value = ti.sqrt(total / known)
        picture[pixel] = value
