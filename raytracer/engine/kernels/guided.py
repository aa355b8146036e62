"""Light between the samples of a lattice, guided by what each pixel sees first: joint bilateral upsampling [1].

What arrives at a surface changes slowly along it; its colour does not, and at an edge both do. So samples are divided
by the colour of the surface they saw, averaged over pixels that see the same surface, and multiplied by a pixel's own.

[1] Kopf et al. Joint bilateral upsampling. ACM Transactions on Graphics 26(3), 2007.
"""

import taichi as ti

from raytracer.engine.kernels.buffers import Floats, Ints, UInts
from raytracer.engine.kernels.first_surfaces import unpacked_color, unpacked_normal
from raytracer.engine.kernels.picture import BRIGHT, binomial, film_mean, has_own_sample
from raytracer.engine.kernels.traversal import is_finite
from raytracer.engine.layout import CameraFloat
from raytracer.scene.film_arrays import SEEN_WORDS as WORDS

vec3 = ti.types.vector(3, ti.f32)
vec4 = ti.types.vector(4, ti.f32)
ivec2 = ti.types.vector(2, ti.i32)

STRANGER = 1e-6
"""Weight of a sample that saw another surface: it counts where no other is near."""
FEW = 1e-3
"""With less weight than this, samples farther away are looked at."""

Surface = ti.types.struct(place=vec3, normal=vec3, material=ti.i32)
"""What a pixel sees first. ``place`` and ``normal`` in the camera's frame: right, up, forward; metres."""


@ti.func
def surface_at(words: ti.template(), camera: ti.template(), at, width, height):
    """What the pixel ``at`` sees."""
    word = words[WORDS * (at.y * width + at.x) + 1]
    depth = ti.bit_cast(words[WORDS * (at.y * width + at.x)], ti.f32)
    spread = ti.select(camera[int(CameraFloat.ORTHO)] > 0.5, 1.0, depth)
    x = (2.0 * (at.x + 0.5) / width - 1.0) * camera[int(CameraFloat.TAN_X)]
    y = (1.0 - 2.0 * (at.y + 0.5) / height) * camera[int(CameraFloat.TAN_Y)]
    return Surface(
        place=vec3(spread * x, spread * y, depth),
        normal=unpacked_normal(word),
        material=ti.cast(word >> ti.u32(16), ti.i32),
    )


@ti.func
def color_at(words: ti.template(), pixel):
    """The own colour of what a pixel sees."""
    return unpacked_color(words[WORDS * pixel + 2])


@ti.func
def per_step(camera: ti.template(), surface: ti.template(), height, shift):
    """One over the distance between two samples of the lattice, at the surface's depth."""
    depth = ti.select(camera[int(CameraFloat.ORTHO)] > 0.5, 1.0, surface.place.z)
    return 0.5 * height / (ti.cast(1 << shift, ti.f32) * ti.max(ti.abs(depth), 1e-6) * camera[int(CameraFloat.TAN_Y)])


@ti.func
def likeness(a: ti.template(), place, normal, material, scale):
    """From 1, for a place on the plane of surface ``a``, to 0: another material, another direction, or far off it."""
    cosine = ti.max(a.normal.dot(normal), 0.0)
    off = scale * a.normal.dot(place - a.place)
    bend = cosine * cosine
    near = 1.0 / (1.0 + off * off)
    bend *= bend
    return ti.select(a.material == material, bend * bend * near * near, 0.0)


@ti.kernel
def gather_light(
    film: Floats,
    counts: Ints,
    words: UInts,
    camera: Floats,
    width: ti.i32,
    height: ti.i32,
    shift: ti.i32,
    radius: ti.i32,
    gain: ti.f32,
    lattice: Floats,
):
    """What ``picture.gather_lattice`` does, of radiance over the surface's colour, and only along a surface."""
    columns, rows = ((width - 1) >> shift) + 1, ((height - 1) >> shift) + 1
    for node in range(columns * rows):
        at = ivec2(node % columns, node // columns)
        mine = surface_at(words, camera, at << shift, width, height)
        scale = per_step(camera, mine, height, shift)
        total = vec4(0.0)
        for tap in range((2 * radius + 1) * (2 * radius + 1)):
            offset = ivec2(tap % (2 * radius + 1), tap // (2 * radius + 1)) - radius
            near = at + offset
            if near.x >= 0 and near.x < columns and near.y >= 0 and near.y < rows:
                pixel = (near.y << shift) * width + (near.x << shift)
                if counts[pixel] > 0:
                    other = surface_at(words, camera, near << shift, width, height)
                    alike = likeness(mine, other.place, other.normal, other.material, scale)
                    weight = binomial(radius, offset.x) * binomial(radius, offset.y) * ti.max(alike, STRANGER)
                    value = gain * film_mean(film, counts, pixel) / color_at(words, pixel)
                    if is_finite(value.x + value.y + value.z):
                        total += weight * vec4(value / (1.0 + ti.max(value.max(), 0.0) / BRIGHT), 1.0)
        value = total.xyz / ti.max(total.w, 1e-12)
        value /= ti.max(1.0 - value.max() / BRIGHT, 1e-4) * gain
        for k in ti.static(range(3)):
            lattice[4 * node + k] = value[k]
        lattice[4 * node + 3] = ti.select(total.w > 0.0, 1.0, 0.0)


def make_spread_kernel(lanes):
    """The kernel that gives every pixel its light: ``lanes`` at a time, 16 on a CPU and 1 on a GPU, as for display."""
    floats = ti.types.vector(lanes, ti.f32)
    columns_f, columns_i = ti.types.vector(2 * (lanes // 2 + 2), ti.f32), ti.types.vector(2 * (lanes // 2 + 2), ti.i32)

    @ti.func
    def from_afar(
        words: ti.template(), camera: ti.template(), lattice: ti.template(), mine: ti.template(), at, size, shift, scale
    ):
        """Light times weight, and the weight, of the sixteen samples around a pixel, those that saw its surface."""
        last = (size - 1) >> shift
        total = vec4(0.0)
        for k in range(16):
            near = (at >> shift) + ivec2(k % 4, k // 4) - 1
            if near.x >= 0 and near.y >= 0 and near.x <= last.x and near.y <= last.y:
                other = surface_at(words, camera, near << shift, size.x, size.y)
                node = near.y * (last.x + 1) + near.x
                weight = lattice[4 * node + 3] * likeness(mine, other.place, other.normal, other.material, scale)
                total += weight * vec4(lattice[4 * node], lattice[4 * node + 1], lattice[4 * node + 2], 1.0)
        return total

    @ti.kernel
    def spread_light(
        film: Floats,
        counts: Ints,
        words: UInts,
        camera: Floats,
        lattice: Floats,
        width: ti.i32,
        height: ti.i32,
        shift: ti.i32,
        picture: Floats,
    ):
        in_row = (width + lanes - 1) // lanes
        for chunk in range(in_row * height):
            row, left = chunk // in_row, chunk % in_row * lanes
            stride, first = 1 << shift, left >> shift
            last = ivec2((width - 1) >> shift, (height - 1) >> shift)
            upper = row >> shift
            share = ti.cast(row - (upper << shift), ti.f32) / ti.cast(stride, ti.f32)
            # The samples above and below, next to each other.
            px, py, pz = columns_f(0.0), columns_f(0.0), columns_f(0.0)
            nx, ny, nz = columns_f(0.0), columns_f(0.0), columns_f(0.0)
            red, green, blue = columns_f(0.0), columns_f(0.0), columns_f(0.0)
            weights, materials = columns_f(0.0), columns_i(0)
            for k in range(2 * (((lanes - 1) >> shift) + 2)):
                near = ivec2(ti.min(first + k // 2, last.x), ti.min(upper + k % 2, last.y))
                there = surface_at(words, camera, near << shift, width, height)
                px[k], py[k], pz[k] = there.place.x, there.place.y, there.place.z
                nx[k], ny[k], nz[k] = there.normal.x, there.normal.y, there.normal.z
                node = near.y * (last.x + 1) + near.x
                red[k], green[k], blue[k] = lattice[4 * node], lattice[4 * node + 1], lattice[4 * node + 2]
                materials[k] = there.material
                weights[k] = ti.max(ti.select(k % 2 == 0, 1.0 - share, share), 0.01) * lattice[4 * node + 3]
            reds, greens, blues, sums = floats(0.0), floats(0.0), floats(0.0), floats(0.0)
            for lane in range(lanes):
                x = ti.min(left + lane, width - 1)
                mine = surface_at(words, camera, ivec2(x, row), width, height)
                scale = per_step(camera, mine, height, shift)
                beyond = ti.cast((left + lane) & (stride - 1), ti.f32) / ti.cast(stride, ti.f32)
                total = vec4(0.0)
                for k in ti.static(range(4)):
                    n = 2 * (((left + lane) >> shift) - first) + k
                    weight = ti.max(ti.select(ti.static(k < 2), 1.0 - beyond, beyond), 0.01) * weights[n]
                    place, normal = vec3(px[n], py[n], pz[n]), vec3(nx[n], ny[n], nz[n])
                    weight *= ti.max(likeness(mine, place, normal, materials[n], scale), STRANGER)
                    total += weight * vec4(red[n], green[n], blue[n], 1.0)
                reds[lane], greens[lane], blues[lane], sums[lane] = total.x, total.y, total.z, total.w
            for lane in range(ti.min(lanes, width - left)):
                at = ivec2(left + lane, row)
                pixel = row * width + at.x
                value = vec3(0.0)
                if has_own_sample(counts, at, width, shift):
                    value = film_mean(film, counts, pixel)
                else:
                    total = vec4(reds[lane], greens[lane], blues[lane], sums[lane])
                    if total.w < FEW:
                        mine = surface_at(words, camera, at, width, height)
                        scale = per_step(camera, mine, height, shift)
                        wide = from_afar(words, camera, lattice, mine, at, ivec2(width, height), shift, scale)
                        if wide.w > FEW:
                            total = wide
                    value = total.xyz / ti.max(total.w, 1e-12) * color_at(words, pixel)
                for c in ti.static(range(3)):
                    picture[3 * pixel + c] = value[c]

    return spread_light
