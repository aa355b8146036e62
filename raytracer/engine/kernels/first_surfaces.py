"""What the first sample of each pixel sees first: the surface's distance, how it lies, and its own colour.

Three words a pixel: the depth along the camera's axis, the normal with the material, the colour. For pixels of the
lattices, and for all where there is a lens, the ray is that of the first sample, by the same random numbers: the light
that it brings is divided by the colour of the surface that it saw. The others are looked at through their middles.

Most pixels see what those around them see. So first the tree is searched for every ``STEP``-th pixel in both
directions; a pixel between four that see one triangle or sphere is tested against that alone, and searches only if it
misses. What is thinner than a step and lies before a single triangle may be overlooked until the pixel's own sample.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.bounce import ALPHA, CAMERA_DIMENSION, GROUPS, offset_origin
from raytracer.engine.kernels.buffers import Floats, Ints, SceneBuffers, UInts, vec3_at
from raytracer.engine.kernels.camera import camera_ray
from raytracer.engine.kernels.geometry import surface_point, to_place
from raytracer.engine.kernels.layer_means import visited_pixel
from raytracer.engine.kernels.leaf import sphere_hit
from raytracer.engine.kernels.lights import FAR, material_f, material_i, shines_towards, slot_values
from raytracer.engine.kernels.noise import tile_pixel
from raytracer.engine.kernels.path_state import FIRST_DIMENSION
from raytracer.engine.kernels.random import uniform4
from raytracer.engine.kernels.search import stack_size, trace
from raytracer.engine.kernels.sky import sky_towards
from raytracer.engine.kernels.surface_layers import MOST_SURFACES, lets_pass
from raytracer.engine.kernels.surfaces import input_color
from raytracer.engine.kernels.traversal import (
    BLOCK,
    PRIM_STRIDE,
    SPHERE_MARK,
    Hit,
    prim_at,
    prim_vec3,
)
from raytracer.engine.layout import TILE, CameraFloat, Header, MaterialFlag, MaterialFloat, MaterialInt, Slot
from raytracer.scene.film_arrays import SEEN_STEP as STEP
from raytracer.scene.film_arrays import SEEN_WORDS as WORDS

ivec2 = ti.types.vector(2, ti.i32)
vec2 = ti.types.vector(2, ti.f32)
vec4 = ti.types.vector(4, ti.f32)
vec3 = ti.types.vector(3, ti.f32)

SKY = 0xFFFF
"""In the place of a material: there is no surface."""
DARKEST = 0.03
"""Of a surface's colour, each channel: highlights do not depend on it, and are not to grow without bounds."""
DIMMEST = 1e-6
"""The same of what shines."""


@ti.func
def packed_color(color):
    """Three channels of 9 bits that share an exponent of 5: 2^-16 to 2^15, a thousandth of the largest channel."""
    largest = tm.clamp(color.max(), 2.0**-15, 65408.0)
    exponent = (ti.bit_cast(largest, ti.i32) >> 23) - 126  # ``largest`` is below 2^exponent
    scale = ti.bit_cast((136 - exponent) << 23, ti.f32)  # 2^(9 - exponent)
    digits = ti.min(ti.cast(tm.clamp(color, 0.0, largest) * scale + 0.5, ti.i32), 511)
    bits = digits.x | (digits.y << 9) | (digits.z << 18) | ((exponent + 15) << 27)
    return ti.cast(bits, ti.u32)


@ti.func
def unpacked_color(word):
    """What ``packed_color`` made a word of; a digit of 0 is half of 1, since light is divided by the colour."""
    bits = ti.cast(word, ti.i32)
    scale = ti.bit_cast((((bits >> 27) & 31) + 103) << 23, ti.f32)  # 2^(exponent - 9)
    return scale * ti.max(vec3(bits & 511, (bits >> 9) & 511, (bits >> 18) & 511), 0.5)


@ti.func
def packed_normal(n, material):
    """A unit vector on an octahedron of 8 bits a side, good for a degree, and the lowest 16 bits of a material."""
    flat = n.xy / (ti.abs(n.x) + ti.abs(n.y) + ti.abs(n.z))
    if n.z < 0.0:
        flat = (1.0 - ti.abs(vec2(flat.y, flat.x))) * ti.select(flat >= 0.0, vec2(1.0), vec2(-1.0))
    digits = ti.cast(flat * 127.0 + 127.5, ti.i32)
    return ti.cast(digits.x | (digits.y << 8) | (material << 16), ti.u32)


@ti.func
def unpacked_normal(word):
    """The unit vector that ``packed_normal`` made a word of."""
    bits = ti.cast(word, ti.i32)
    flat = vec2(bits & 255, (bits >> 8) & 255) / 127.0 - 1.0
    z = 1.0 - ti.abs(flat.x) - ti.abs(flat.y)
    fold = ti.max(-z, 0.0)
    return tm.normalize(vec3(flat - fold * ti.select(flat >= 0.0, vec2(1.0), vec2(-1.0)), z))


@ti.func
def own_color(scene: ti.template(), values: ti.template(), point: ti.template(), outgoing):
    """What the light at the point is multiplied by: the tint of a surface that lets none through; where it shines, what
    it shines with."""
    record = material_i(scene, point.material)
    base = material_f(scene, point.material) + int(MaterialFloat.SLOT_0)
    flags = scene.ints[record + int(MaterialInt.FLAGS)]
    color = vec3(1.0)
    if not flags & int(MaterialFlag.TRANSMITS):
        for i in ti.static(range(len(scene.config.surfaces))):
            if ti.static(scene.config.surfaces[i].tint >= 0):
                if scene.ints[record + int(MaterialInt.SURFACE)] == i:
                    slot = ti.static(int(Slot.PARAMETER_0) + scene.config.surfaces[i].tint)
                    color = ti.max(input_color(scene, values, base, slot, point, True), DARKEST)
    if shines_towards(point, flags, outgoing):
        radiance = input_color(scene, values, base, int(Slot.EMISSION), point, False)
        color = ti.select(radiance.max() > 0.0, ti.max(radiance, DIMMEST), color)
    return color


@ti.func
def hit_of(scene: ti.template(), prim, instance, origin, direction):
    """Where the ray meets one primitive: a ``Hit``; nothing where it meets none."""
    hit = Hit(t=FAR, prim=-1, u=0.0, v=0.0, instance=instance)
    if prim >= 0:
        at = prim_at(prim)
        is_sphere = 0
        if ti.static(scene.config.has_spheres):
            if scene.prims[at + ti.static(8 * BLOCK)] == SPHERE_MARK:
                is_sphere = 1
                hit.t = sphere_hit(scene.prims, at, origin, direction, FAR).t
        if is_sphere == 0:
            a, b, c = prim_vec3(scene.prims, at, 0), prim_vec3(scene.prims, at, 1), prim_vec3(scene.prims, at, 2)
            if ti.static(scene.config.has_instances):
                if instance >= 0:
                    place = instance * PRIM_STRIDE
                    a, b, c = to_place(scene, place, a), to_place(scene, place, b), to_place(scene, place, c)
            e1, e2, way = b - a, c - a, origin - a
            across, along = direction.cross(e2), way.cross(e1)
            scale = 1.0 / e1.dot(across)
            hit.u, hit.v, t = scale * way.dot(across), scale * direction.dot(along), scale * e2.dot(along)
            if hit.u >= 0.0 and hit.v >= 0.0 and hit.u + hit.v <= 1.0 and t > 0.0:
                hit.t = t
        if hit.t < FAR:
            hit.prim = prim
    return hit


@ti.func
def seen_around(seen: ti.template(), at, width, height):
    """Primitive and instance that all four pixels of the lattice around a pixel see; -1 in both: the sky; -2: they
    differ, or there are not four."""
    last = ivec2(width - 1, height - 1) // STEP
    cell = at // STEP
    prim, instance = -2, -2
    if cell.x < last.x and cell.y < last.y:
        for k in ti.static(range(4)):
            node = 2 * ((cell.y + k // 2) * (last.x + 1) + cell.x + k % 2)
            if ti.static(k == 0):
                prim, instance = seen[node], seen[node + 1]
            elif prim != seen[node] or instance != seen[node + 1]:
                prim, instance = -2, -2
    return prim, instance


def make_first_surfaces_kernel(config, block_dim):
    """The kernel that looks for scenes of one ``KernelConfig``, from a range of items.

    With ``step`` 1 it fills ``words``, in the order of tiles; with ``STEP`` only what the pixels of that lattice see,
    two integers each in ``seen``. With opacity the latter is of no use: what a pixel sees is not what its ray hits.
    """

    @ti.kernel
    def first_surfaces(
        nodes: Floats,
        prims: Floats,
        vertices: Floats,
        triangles: Ints,
        floats: Floats,
        ints: Ints,
        texels: UInts,
        sky_table: Floats,
        camera: Floats,
        words: UInts,
        seen: Ints,
        width: ti.i32,
        height: ti.i32,
        step: ti.i32,
        first_item: ti.i32,
        items: ti.i32,
        seed: ti.u32,
    ):
        scene = SceneBuffers(config, nodes, prims, vertices, triangles, floats, ints, texels, sky_table)
        ti.loop_config(block_dim=block_dim)
        for i in range(items):
            item = first_item + i
            at = ivec2(0)
            if step > 1:
                at = visited_pixel(item, width, STEP)
            else:
                at = tile_pixel(item // (TILE * TILE), item % (TILE * TILE), (width + TILE - 1) // TILE)
            if at.x < width and at.y < height:
                pixel = at.y * width + at.x
                u = vec4(0.5)
                if ((at.x | at.y) & 1) == 0 or camera[int(CameraFloat.APERTURE)] > 0.0:
                    u = uniform4(pixel, 0, CAMERA_DIMENSION, seed)
                ray = camera_ray(camera, at.x, at.y, width, height, u)
                origin, dimension, going = ray.origin, FIRST_DIMENSION, MOST_SURFACES
                color, normal, depth, material = vec3(1.0), vec3(0.0, 0.0, 1.0), 1.0, SKY
                prim, instance = -2, -2
                if step == 1 and ti.static(not config.has_alpha):
                    prim, instance = seen_around(seen, at, width, height)
                hit = hit_of(scene, prim, instance, origin, ray.direction)
                if hit.prim >= 0 or prim == -1:
                    going = 1
                search = ti.cast(hit.prim < 0 and prim != -1, ti.i32)
                while going > 0:
                    going -= 1
                    if search:
                        stack = ti.Vector([0] * ti.static(stack_size()), dt=ti.i32)
                        hit = trace(
                            scene.nodes,
                            scene.prims,
                            origin,
                            ray.direction,
                            FAR,
                            0,
                            ti.static(config.has_spheres),
                            ti.static(config.has_instances),
                            stack,
                        )
                    if step > 1:
                        going = 0
                    elif hit.prim < 0:
                        going = 0
                        if ti.static(config.has_sky):
                            if scene.ints[int(Header.SKY_VISIBLE)] == 1:
                                color = ti.max(sky_towards(scene, ray.direction).xyz, DIMMEST)
                    else:
                        where = origin + hit.t * ray.direction
                        point = surface_point(scene, hit.prim, hit.u, hit.v, where, hit.instance)
                        values = slot_values(scene, point)
                        if lets_pass(scene, values, point, uniform4(pixel, 0, dimension + ALPHA, seed).x):
                            origin = offset_origin(point, ray.direction, True)
                            dimension += GROUPS
                        else:
                            going = 0
                            color = own_color(scene, values, point, -ray.direction)
                            n = ti.select(point.n_geometric.dot(ray.direction) <= 0.0, 1.0, -1.0) * point.n_shading
                            forward = vec3_at(camera, int(CameraFloat.FORWARD))
                            right, up = vec3_at(camera, int(CameraFloat.RIGHT)), vec3_at(camera, int(CameraFloat.UP))
                            normal = vec3(n.dot(right), n.dot(up), n.dot(forward))
                            depth = (point.position - vec3_at(camera, int(CameraFloat.POSITION))).dot(forward)
                            material = point.material
                if step == 1:
                    words[WORDS * pixel] = ti.bit_cast(depth, ti.u32)
                    words[WORDS * pixel + 1] = packed_normal(normal, material)
                    words[WORDS * pixel + 2] = packed_color(color)
                else:
                    seen[2 * item] = hit.prim
                    seen[2 * item + 1] = hit.instance

    return first_surfaces
