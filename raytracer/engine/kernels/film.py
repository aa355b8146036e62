"""The film: adding samples to it.

Pixels are visited in the order of refinement: the first sample of a cleared film is taken on a coarse lattice, then on
ever finer ones, so that any short pass leaves a whole picture. Later samples go through a list of tiles of 8x8 pixels.
"""

import taichi as ti

from raytracer.engine.kernels.buffers import Floats, Ints, SceneBuffers, UInts
from raytracer.engine.kernels.noise import tile_pixel
from raytracer.engine.kernels.path import trace_path
from raytracer.engine.kernels.path_state import PathSettings
from raytracer.engine.kernels.traversal import is_finite
from raytracer.engine.layout import COUNTER_SLOTS, TILE, CameraFloat

vec2 = ti.types.vector(2, ti.f32)
vec3 = ti.types.vector(3, ti.f32)
ivec2 = ti.types.vector(2, ti.i32)


@ti.func
def lattice_pixel(item, width, stride, coarsest):
    """Pixel number ``item`` of those that the lattice of ``stride`` adds to that of twice the stride."""
    cell = 2 * stride
    per_cell = 3
    if stride == coarsest:
        cell, per_cell = stride, 1
    cells_x = (width + cell - 1) // cell
    which, corner = item // per_cell, item % per_cell
    dx, dy = 0, 0
    if per_cell == 3:
        dx, dy = ti.select(corner == 1, 0, stride), ti.select(corner == 0, 0, stride)
    return ivec2((which % cells_x) * cell + dx, (which // cells_x) * cell + dy)


def make_render_kernel(config, block_dim):
    """The kernel that adds samples, for scenes of one ``KernelConfig``; threads take ``block_dim`` items at a time."""

    @ti.kernel
    def render(
        nodes: Floats,
        prims: Floats,
        vertices: Floats,
        triangles: Ints,
        floats: Floats,
        ints: Ints,
        texels: UInts,
        sky_table: Floats,
        camera: Floats,
        film: Floats,
        counts: Ints,
        counters: Ints,
        tiles: Ints,
        width: ti.i32,
        height: ti.i32,
        stride: ti.i32,
        coarsest: ti.i32,
        first_item: ti.i32,
        items: ti.i32,
        first_sample: ti.i32,
        samples: ti.i32,
        min_depth: ti.i32,
        max_depth: ti.i32,
        roulette_depth: ti.i32,
        components: ti.i32,
        seed: ti.u32,
    ):
        scene = SceneBuffers(config, nodes, prims, vertices, triangles, floats, ints, texels, sky_table)
        ti.loop_config(block_dim=block_dim)
        for i in range(items):
            at = lattice_pixel(first_item + i, width, ti.max(stride, 1), coarsest)
            if stride == 0:
                listed = (first_item + i) // (TILE * TILE)
                at = tile_pixel(tiles[listed], (first_item + i) % (TILE * TILE), (width + TILE - 1) // TILE)
            if at.x < width and at.y < height:
                pixel = at.y * width + at.x
                settings = PathSettings(
                    min_depth=min_depth,
                    max_depth=max_depth,
                    roulette_depth=roulette_depth,
                    components=components,
                    seed=seed,
                )
                clamp = camera[int(CameraFloat.CLAMP)]
                # Sample by sample onto the sum: the same picture however the work is cut.
                total = vec3(film[3 * pixel], film[3 * pixel + 1], film[3 * pixel + 2])
                good, rays = 0, 0
                for s in range(samples):
                    traced = trace_path(
                        scene, camera, settings, pixel, at.x, at.y, vec2(width, height), first_sample + s
                    )
                    rays += traced.rays
                    value = traced.radiance
                    size = value.max()
                    if is_finite(value.x) and is_finite(value.y) and is_finite(value.z):
                        good += 1
                        if clamp > 0.0 and size > clamp:
                            value *= clamp / size
                        total += value
                film[3 * pixel] = total.x
                film[3 * pixel + 1] = total.y
                film[3 * pixel + 2] = total.z
                counts[pixel] = counts[pixel] + good
                slot = i % COUNTER_SLOTS
                ti.atomic_add(counters[slot], samples)
                ti.atomic_add(counters[COUNTER_SLOTS + slot], rays)
                ti.atomic_add(counters[2 * COUNTER_SLOTS + slot], samples - good)

    return render
