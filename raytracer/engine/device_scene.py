"""The scene on the device: derived from the model, never edited by hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import taichi as ti

from raytracer.engine import bvh, records, sky_table
from raytracer.engine.flatten import flatten
from raytracer.engine.kernel_config import KernelConfig, configure
from raytracer.engine.kernels.sky import make_sky_picture_kernel
from raytracer.engine.layout import Header
from raytracer.engine.upload import upload
from raytracer.scene import Scene

Progress = Callable[[str, float | None], None]


@dataclass(frozen=True)
class DeviceScene:
    """``arrays`` are arguments of the render kernel, in its order: nodes, prims, vertices, triangles, floats,
    ints, texels, sky table."""

    config: KernelConfig
    arrays: tuple[ti.Ndarray, ...]
    triangles: int
    build_seconds: float
    device_bytes: int


def build(scene: Scene, progress: Progress) -> DeviceScene:
    """Flattens, builds the BVH, packs and uploads. ``InputError`` for a scene that cannot be rendered."""
    progress("placing instances", None)
    flat = flatten(scene)
    config = configure(scene, flat)
    begin = time.perf_counter()
    tree = bvh.build(*flat.bounds(), progress=progress)
    prims = bvh.pack_primitives(flat.corners, flat.spheres[:, :4], tree.order, flat.bits)
    triangles, vertices = flat.in_leaf_order(tree.order)
    seconds = time.perf_counter() - begin
    packed = records.pack(scene, flat, config, tree.order)
    progress("uploading", None)
    host = (tree.records, prims, vertices, triangles, packed.floats)
    width, height = sky_table.table_size(scene.environment)
    packed.ints[Header.SKY_WIDTH], packed.ints[Header.SKY_HEIGHT] = width, height
    arrays = [upload(a) for a in (*host, packed.ints, packed.texels)]
    arrays.append(_sky_table(config, arrays, width, height))
    size = sum(int(np.prod(a.shape)) * 4 for a in arrays)
    return DeviceScene(config, tuple(arrays), len(flat.triangles), seconds, size)


def _sky_table(config: KernelConfig, arrays: list[ti.Ndarray], width: int, height: int) -> ti.Ndarray:
    if config.sky is None:
        return upload(np.zeros(1, np.float32))
    floats, ints, texels = arrays[4:7]
    picture = ti.ndarray(ti.f32, width * height)
    make_sky_picture_kernel(config)(floats, ints, texels, width, height, sky_table.SUBSAMPLES, picture)
    return upload(sky_table.cumulative_table(picture.to_numpy().reshape(height, width)))
