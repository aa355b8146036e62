"""The path kernel for one sample, with a record of what it does."""

import taichi as ti

from raytracer.engine.kernels.buffers import Floats, Ints, SceneBuffers, UInts
from raytracer.engine.kernels.path import trace_path
from raytracer.engine.kernels.path_state import PathSettings
from raytracer.engine.layout import RecordHead

vec2 = ti.types.vector(2, ti.f32)


def make_record_kernel(config):
    """The kernel that follows one sample of one pixel into ``record``, for scenes of one ``KernelConfig``."""

    @ti.kernel
    def record_path(
        nodes: Floats,
        prims: Floats,
        vertices: Floats,
        triangles: Ints,
        floats: Floats,
        ints: Ints,
        texels: UInts,
        sky_table: Floats,
        camera: Floats,
        record: Floats,
        x: ti.i32,
        y: ti.i32,
        width: ti.i32,
        height: ti.i32,
        sample: ti.i32,
        min_depth: ti.i32,
        max_depth: ti.i32,
        roulette_depth: ti.i32,
        components: ti.i32,
        seed: ti.u32,
    ):
        scene = SceneBuffers(config, nodes, prims, vertices, triangles, floats, ints, texels, sky_table, record)
        for _ in range(1):
            settings = PathSettings(
                min_depth=min_depth,
                max_depth=max_depth,
                roulette_depth=roulette_depth,
                components=components,
                seed=seed,
            )
            traced = trace_path(scene, camera, settings, y * width + x, x, y, vec2(width, height), sample)
            for k in ti.static(range(3)):
                record[int(RecordHead.RADIANCE) + k] = traced.radiance[k]
            record[int(RecordHead.RAYS)] = traced.rays
            record[int(RecordHead.BOUNCES)] = traced.bounces

    return record_path
