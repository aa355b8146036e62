"""What the first surface behind each pixel is like: normals, depth, albedo and so on, averaged over camera rays."""

import taichi as ti

from raytracer.engine.kernels.bounce import ALPHA, CAMERA_DIMENSION, GROUPS, SURFACE, offset_origin
from raytracer.engine.kernels.buffers import Floats, Ints, SceneBuffers, UInts, vec3_at
from raytracer.engine.kernels.camera import camera_ray
from raytracer.engine.kernels.geometry import surface_point
from raytracer.engine.kernels.layer_means import add_sample, visited_pixel
from raytracer.engine.kernels.lights import FAR, material_f, material_i, slot_of, slot_values
from raytracer.engine.kernels.path_state import FIRST_DIMENSION
from raytracer.engine.kernels.random import uniform4
from raytracer.engine.kernels.search import stack_size, trace
from raytracer.engine.kernels.shading import ABSORBED, STRAIGHT
from raytracer.engine.kernels.surfaces import mapped_normal, opacity_at, scatter_at
from raytracer.engine.layout import CameraFloat, MaterialFloat, MaterialInt, Slot, SurfaceLayer

vec3 = ti.types.vector(3, ti.f32)
vec4 = ti.types.vector(4, ti.f32)

MOST_SURFACES = 64
"""So many surfaces may a ray pass straight through."""


@ti.func
def layer_value(scene: ti.template(), camera: ti.template(), point: ti.template(), outgoing, albedo, n, which):
    """The three numbers of one layer at a surface point."""
    side = ti.select(point.n_geometric.dot(outgoing) >= 0.0, 1.0, -1.0)
    value = albedo
    if which == int(SurfaceLayer.NORMAL):
        value = side * n
    elif which == int(SurfaceLayer.GEOMETRY):
        value = side * point.n_geometric
    elif which == int(SurfaceLayer.DEPTH):
        way = point.position - vec3_at(camera, int(CameraFloat.POSITION))
        value = vec3(way.dot(vec3_at(camera, int(CameraFloat.FORWARD))))
    elif which == int(SurfaceLayer.UV):
        value = vec3(point.uv.x, point.uv.y, 0.0)
    elif which == int(SurfaceLayer.MATERIAL):
        value = vec3(ti.cast(point.material, ti.f32))
    return value


@ti.func
def lets_pass(scene: ti.template(), values: ti.template(), point: ti.template(), u):
    """Whether a ray goes on through a surface as if it were not there; ``u``: its random number in [0, 1)."""
    passes = False
    if ti.static(scene.config.has_alpha):
        flags = scene.ints[material_i(scene, point.material) + int(MaterialInt.FLAGS)]
        opacity = opacity_at(scene, values, point, flags)
        passes = opacity < 1.0 and u >= opacity
    return passes


@ti.func
def first_surface(scene: ti.template(), camera: ti.template(), ray, pixel, sample, which, seed):
    """Three numbers, and 1 in w; all 0 where there is no surface. What lets the ray pass straight is passed."""
    result = vec4(0.0)
    stack = ti.Vector([0] * ti.static(stack_size()), dt=ti.i32)
    origin, dimension, going = ray.origin, FIRST_DIMENSION, MOST_SURFACES
    while going > 0:
        going -= 1
        hit = trace(
            scene.nodes,
            scene.prims,
            origin,
            ray.direction,
            FAR,
            0,
            ti.static(scene.config.has_spheres),
            ti.static(scene.config.has_instances),
            stack,
        )
        if hit.prim < 0:
            going = 0
        else:
            point = surface_point(scene, hit.prim, hit.u, hit.v, origin + hit.t * ray.direction, hit.instance)
            values = slot_values(scene, point)
            record = material_i(scene, point.material)
            passes = lets_pass(scene, values, point, uniform4(pixel, sample, dimension + ALPHA, seed).x)
            if not passes:
                u = uniform4(pixel, sample, dimension + SURFACE, seed)
                scattered = scatter_at(scene, values, point, -ray.direction, point.n_geometric, u.xyz, 1)
                passes = scattered.kind == STRAIGHT
                if not passes:
                    n = point.n_shading
                    if ti.static(scene.config.has_normal_maps):
                        if scene.ints[record + int(MaterialInt.TEXTURE_0) + int(Slot.NORMAL)] >= 0:
                            base = material_f(scene, point.material) + int(MaterialFloat.SLOT_0)
                            n = mapped_normal(scene, point, slot_of(scene, values, base, int(Slot.NORMAL)))
                    albedo = ti.select(scattered.kind == ABSORBED, 0.0, 1.0) * scattered.weight
                    found = layer_value(scene, camera, point, -ray.direction, albedo, n, which)
                    result = vec4(found, 1.0)
                    going = 0
            if passes:
                origin = offset_origin(point, ray.direction, True)
                dimension += GROUPS
    return result


def make_surface_layer_kernel(config, block_dim):
    """The kernel that adds one sample of a layer to ``values``: three means and the number of rays that met a surface.

    With ``step`` above 1 every so many pixels are visited, and the pixels in between get the same.
    """

    @ti.kernel
    def surface_layer(
        nodes: Floats,
        prims: Floats,
        vertices: Floats,
        triangles: Ints,
        floats: Floats,
        ints: Ints,
        texels: UInts,
        sky_table: Floats,
        camera: Floats,
        values: Floats,
        width: ti.i32,
        height: ti.i32,
        step: ti.i32,
        first_item: ti.i32,
        items: ti.i32,
        sample: ti.i32,
        which: ti.i32,
        seed: ti.u32,
    ):
        scene = SceneBuffers(config, nodes, prims, vertices, triangles, floats, ints, texels, sky_table)
        ti.loop_config(block_dim=block_dim)
        for i in range(items):
            at = visited_pixel(first_item + i, width, step)
            if at.y < height:
                pixel = at.y * width + at.x
                u = uniform4(pixel, sample, CAMERA_DIMENSION, seed)
                if which == int(SurfaceLayer.MATERIAL):
                    u = vec4(0.5)  # numbers have no mean: the pixel's middle
                ray = camera_ray(camera, at.x, at.y, width, height, u)
                found = first_surface(scene, camera, ray, pixel, sample, which, seed)
                add_sample(values, found, at, width, height, step, sample)

    return surface_layer
