"""What the search of the tree costs: nodes opened and primitives tested until a camera ray's closest hit is known."""

import taichi as ti

from raytracer.engine.kernels.bounce import CAMERA_DIMENSION
from raytracer.engine.kernels.buffers import Floats
from raytracer.engine.kernels.camera import camera_ray
from raytracer.engine.kernels.layer_means import add_sample, visited_pixel
from raytracer.engine.kernels.lights import FAR
from raytracer.engine.kernels.random import uniform4
from raytracer.engine.kernels.search import stack_size, trace

ivec2 = ti.types.vector(2, ti.i32)
vec4 = ti.types.vector(4, ti.f32)


def make_search_cost_kernel(has_spheres, has_instances, block_dim):
    """The kernel that adds one sample to ``values``: means of nodes and tests, 0, and the number of samples.

    With ``step`` above 1 every so many pixels are visited, and the pixels in between get the same.
    """

    @ti.kernel
    def search_cost(
        nodes: Floats,
        prims: Floats,
        camera: Floats,
        values: Floats,
        width: ti.i32,
        height: ti.i32,
        step: ti.i32,
        first_item: ti.i32,
        items: ti.i32,
        sample: ti.i32,
        seed: ti.u32,
    ):
        ti.loop_config(block_dim=block_dim)
        for i in range(items):
            at = visited_pixel(first_item + i, width, step)
            if at.y < height:
                u = uniform4(at.y * width + at.x, sample, CAMERA_DIMENSION, seed)
                ray = camera_ray(camera, at.x, at.y, width, height, u)
                stack = ti.Vector([0] * ti.static(stack_size()), dt=ti.i32)
                tally = ivec2(0)
                trace(
                    nodes,
                    prims,
                    ray.origin,
                    ray.direction,
                    FAR,
                    0,
                    ti.static(has_spheres),
                    ti.static(has_instances),
                    stack,
                    tally,
                )
                found = vec4(tally.x, tally.y, 0.0, 1.0)
                add_sample(values, found, at, width, height, step, sample)

    return search_cost
