"""The path kernel that counts instead of adding light: rays and bounces of one sample of every pixel."""

import taichi as ti

from raytracer.engine.kernels.buffers import Floats, Ints, SceneBuffers, UInts
from raytracer.engine.kernels.noise import tile_pixel
from raytracer.engine.kernels.path import trace_path
from raytracer.engine.kernels.path_state import PathSettings
from raytracer.engine.kernels.traversal import is_finite
from raytracer.engine.layout import TILE

vec2 = ti.types.vector(2, ti.f32)

COUNTS = 4
"""Per work item: pixel (-1 outside the film), rays, bounces, 1 if the sample is not finite."""


def make_counting_kernel(config, block_dim):
    """The kernel that counts, in the order of work of the film's later samples, for one ``KernelConfig``."""

    @ti.kernel
    def count_paths(
        nodes: Floats,
        prims: Floats,
        vertices: Floats,
        triangles: Ints,
        floats: Floats,
        ints: Ints,
        texels: UInts,
        sky_table: Floats,
        camera: Floats,
        counts: Ints,
        tiles: Ints,
        width: ti.i32,
        height: ti.i32,
        first_item: ti.i32,
        items: ti.i32,
        sample: ti.i32,
        min_depth: ti.i32,
        max_depth: ti.i32,
        roulette_depth: ti.i32,
        components: ti.i32,
        seed: ti.u32,
    ):
        scene = SceneBuffers(config, nodes, prims, vertices, triangles, floats, ints, texels, sky_table)
        ti.loop_config(block_dim=block_dim)
        for i in range(items):
            listed = (first_item + i) // (TILE * TILE)
            at = tile_pixel(tiles[listed], (first_item + i) % (TILE * TILE), (width + TILE - 1) // TILE)
            base = COUNTS * (first_item + i)
            counts[base] = -1
            counts[base + 1] = 0
            counts[base + 2] = 0
            counts[base + 3] = 0
            if at.x < width and at.y < height:
                pixel = at.y * width + at.x
                settings = PathSettings(
                    min_depth=min_depth,
                    max_depth=max_depth,
                    roulette_depth=roulette_depth,
                    components=components,
                    seed=seed,
                )
                traced = trace_path(scene, camera, settings, pixel, at.x, at.y, vec2(width, height), sample)
                value = traced.radiance
                counts[base] = pixel
                counts[base + 1] = traced.rays
                counts[base + 2] = traced.bounces
                if not (is_finite(value.x) and is_finite(value.y) and is_finite(value.z)):
                    counts[base + 3] = 1

    return count_paths
