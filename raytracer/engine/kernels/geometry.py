"""From a hit to a surface point: position, normals, texture coordinates, and where the next ray may start.

[1] Hanika. Hacking the shadow terminator. Ray Tracing Gems II, chapter 4, 2021.
[2] Duff et al. Building an orthonormal basis, revisited. JCGT 6(1), 2017.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.buffers import vec3_at
from raytracer.engine.kernels.traversal import BLOCK, PRIM_STRIDE, SPHERE_MARK, prim_at, prim_vec3, rotated
from raytracer.engine.layout import SPHERE_STRIDE, Header, InstanceFloat, PrimitiveFlag

vec2 = ti.types.vector(2, ti.f32)
vec3 = ti.types.vector(3, ti.f32)
vec4 = ti.types.vector(4, ti.f32)

OFFSET_SCALE = 2.0**-19
"""Ray offset per size of the coordinates it was computed from: 16 units in the last place of an f32."""

SurfacePoint = ti.types.struct(
    position=vec3,
    n_geometric=vec3,
    n_shading=vec3,
    tangent=vec4,
    uv=vec2,
    uv1=vec2,
    color=vec4,
    terminator=vec3,
    offset=ti.f32,
    material=ti.i32,
    sphere=ti.i32,
)
"""A point on a surface, world space. ``n_geometric`` and ``n_shading`` point to the front. ``tangent`` has the sign of
the bitangent in w, or 0 there when there is none. ``terminator`` moves the start of rays to the front side off the
facets of a smooth surface [1]. ``offset`` is how far off rays must start not to hit the surface again, metres.
``sphere``: number of the sphere, -1 for a triangle."""


@ti.func
def tangent_frame(n):
    """Two unit vectors that with the unit ``n`` make a right-handed frame [2]."""
    sign = ti.select(n.z >= 0.0, 1.0, -1.0)
    a = -1.0 / (sign + n.z)
    b = n.x * n.y * a
    return vec3(1.0 + sign * n.x * n.x * a, sign * b, -sign * n.x), vec3(b, sign + n.y * n.y * a, -n.y)


@ti.func
def max_abs(v):
    """Largest magnitude of the three coordinates."""
    return ti.max(ti.abs(v.x), ti.abs(v.y), ti.abs(v.z))


@ti.func
def safe_normalize(v, fallback):
    """Unit ``v``, or ``fallback`` where its length is zero or not finite."""
    length2 = v.dot(v)
    return ti.select(length2 > 1e-30 and length2 < 1e30, v * ti.rsqrt(ti.max(length2, 1e-30)), fallback)


@ti.func
def surface_point(scene: ti.template(), prim, b1, b2, position, instance):
    """Surface point at barycentrics ``b1``, ``b2`` of a triangle, or of a sphere nearest to ``position``.

    ``instance``: place of the instance's record, or -1, as in ``traversal.Hit``.
    """
    point = SurfacePoint()
    if ti.static(scene.config.has_spheres):
        at = prim_at(prim)
        if scene.prims[at + ti.static(8 * BLOCK)] == SPHERE_MARK:
            point = sphere_point(scene, at, position)
        else:
            point = triangle_point(scene, prim, b1, b2, instance)
    else:
        point = triangle_point(scene, prim, b1, b2, instance)
    return point


@ti.func
def triangle_point(scene: ti.template(), prim, b1, b2, instance):
    """Surface point of a triangle at barycentrics ``b1``, ``b2`` of its second and third corner.

    Positions come from the record that the traversal has just read; the vertices hold only what else there is.
    """
    at = prim_at(prim)
    b0 = 1.0 - b1 - b2
    p0, p1, p2 = prim_vec3(scene.prims, at, 0), prim_vec3(scene.prims, at, 1), prim_vec3(scene.prims, at, 2)
    bits = ti.bit_cast(scene.prims[at + ti.static(9 * BLOCK)], ti.i32)
    e1, e2 = p1 - p0, p2 - p0
    rounding = 0.0
    if ti.static(scene.config.has_instances):
        if instance >= 0:
            place = instance * PRIM_STRIDE
            bits |= ti.bit_cast(scene.prims[place + int(InstanceFloat.BITS)], ti.i32)
            rounding = ti.max(max_abs(p0), max_abs(p1), max_abs(p2)) * scene.prims[place + int(InstanceFloat.ROUNDING)]
            turn = place + int(InstanceFloat.WORLD_FROM_OBJECT)
            e1, e2 = rotated(scene.prims, turn, e1), rotated(scene.prims, turn, e2)
            p0, p1, p2 = to_place(scene, place, p0), to_place(scene, place, p1), to_place(scene, place, p2)
    point = SurfacePoint(sphere=-1, material=bits & ti.static(int(PrimitiveFlag.MATERIAL_MASK)))
    point.position = b0 * p0 + b1 * p1 + b2 * p2
    point.n_geometric = safe_normalize(e1.cross(e2), vec3(0.0, 0.0, 1.0))
    if ti.static(scene.config.has_instances):
        if bits & ti.static(int(PrimitiveFlag.MIRRORED)):  # what was counter-clockwise is clockwise
            point.n_geometric = -point.n_geometric
    point.n_shading = point.n_geometric
    point.offset = ti.max(max_abs(p0), max_abs(p1), max_abs(p2)) * ti.static(OFFSET_SCALE)
    if ti.static(scene.config.has_instances):
        point.offset = ti.max(point.offset, rounding * ti.static(OFFSET_SCALE))
    point.color = vec4(1.0)
    if ti.static(scene.config.vertex_stride > 0):
        add_attributes(scene, point, prim, bits, vec3(b0, b1, b2), p0, p1, p2, instance)
    return point


@ti.func
def to_place(scene: ti.template(), place, position):
    """A point of the instance whose record is at ``place``, from its own space to the world."""
    return rotated(scene.prims, place + int(InstanceFloat.WORLD_FROM_OBJECT), position) + vec3_at(
        scene.prims, place + int(InstanceFloat.POSITION)
    )


@ti.func
def normal_to_world(scene: ti.template(), place, normal):
    """A normal of the instance, by the transposed inverse: not unit, and pointing outwards also when mirrored."""
    base = place + int(InstanceFloat.OBJECT_FROM_WORLD)
    return (
        vec3_at(scene.prims, base) * normal.x
        + vec3_at(scene.prims, base + 3) * normal.y
        + vec3_at(scene.prims, base + 6) * normal.z
    )


@ti.func
def attribute3(scene: ti.template(), corners, weights, offset: ti.template()):
    """Three interpolated floats of the vertices that begin at ``corners``."""
    return (
        weights.x * vec3_at(scene.vertices, corners.x + offset)
        + weights.y * vec3_at(scene.vertices, corners.y + offset)
        + weights.z * vec3_at(scene.vertices, corners.z + offset)
    )


@ti.func
def vertex_uv(scene: ti.template(), vertex, offset: ti.template()):
    """Texture coordinates of one vertex."""
    return vec2(scene.vertices[vertex + offset], scene.vertices[vertex + offset + 1])


@ti.func
def add_attributes(scene: ti.template(), point: ti.template(), prim, bits, weights, p0, p1, p2, instance):
    """Interpolates what the vertices of the triangle hold besides their positions."""
    corners = ti.Vector([scene.triangles[3 * prim + k] * scene.config.vertex_stride for k in ti.static(range(3))])
    if ti.static(scene.config.normal_offset >= 0):
        if bits & ti.static(int(PrimitiveFlag.SMOOTH)):
            add_smooth_normal(scene, point, corners, weights, p0, p1, p2, instance)
    if ti.static(scene.config.uv_offset >= 0):
        u0 = vertex_uv(scene, corners.x, scene.config.uv_offset)
        u1 = vertex_uv(scene, corners.y, scene.config.uv_offset)
        u2 = vertex_uv(scene, corners.z, scene.config.uv_offset)
        point.uv = weights.x * u0 + weights.y * u1 + weights.z * u2
        if ti.static(scene.config.has_normal_maps):
            point.tangent = tangent_from_uv(p1 - p0, p2 - p0, u1 - u0, u2 - u0)
    if ti.static(scene.config.uv1_offset >= 0):
        point.uv1 = (
            weights.x * vertex_uv(scene, corners.x, scene.config.uv1_offset)
            + weights.y * vertex_uv(scene, corners.y, scene.config.uv1_offset)
            + weights.z * vertex_uv(scene, corners.z, scene.config.uv1_offset)
        )
    if ti.static(scene.config.color_offset >= 0):
        k = ti.static(scene.config.color_offset + 3)
        opacity = vec3(scene.vertices[corners.x + k], scene.vertices[corners.y + k], scene.vertices[corners.z + k])
        point.color = vec4(attribute3(scene, corners, weights, scene.config.color_offset), opacity.dot(weights))
    if ti.static(scene.config.tangent_offset >= 0):
        if bits & ti.static(int(PrimitiveFlag.TANGENTS)):
            sign = scene.vertices[corners.x + ti.static(scene.config.tangent_offset + 3)]
            point.tangent = vec4(attribute3(scene, corners, weights, scene.config.tangent_offset), sign)
            if ti.static(scene.config.has_instances):
                if instance >= 0:
                    base = instance * PRIM_STRIDE + int(InstanceFloat.WORLD_FROM_OBJECT)
                    along = rotated(scene.prims, base, point.tangent.xyz)
                    point.tangent = vec4(safe_normalize(along, vec3(0.0)), sign)
    if ti.static(scene.config.has_instances):
        if bits & ti.static(int(PrimitiveFlag.MIRRORED)):
            point.tangent.w = -point.tangent.w


@ti.func
def add_smooth_normal(scene: ti.template(), point: ti.template(), corners, weights, p0, p1, p2, instance):
    """Interpolated normal, and how far the smooth surface lies above the facet [1]."""
    n0 = vec3_at(scene.vertices, corners.x + scene.config.normal_offset)
    n1 = vec3_at(scene.vertices, corners.y + scene.config.normal_offset)
    n2 = vec3_at(scene.vertices, corners.z + scene.config.normal_offset)
    if ti.static(scene.config.has_instances):
        if instance >= 0:
            place = instance * PRIM_STRIDE
            n0 = safe_normalize(normal_to_world(scene, place, n0), vec3(0.0))
            n1 = safe_normalize(normal_to_world(scene, place, n1), vec3(0.0))
            n2 = safe_normalize(normal_to_world(scene, place, n2), vec3(0.0))
    point.n_shading = safe_normalize(weights.x * n0 + weights.y * n1 + weights.z * n2, point.n_geometric)
    # Some files have their normals reversed: the winding decides which side is the front.
    point.n_shading *= ti.select(point.n_shading.dot(point.n_geometric) < 0.0, -1.0, 1.0)
    point.terminator = -(
        weights.x * ti.min(0.0, (point.position - p0).dot(n0)) * n0
        + weights.y * ti.min(0.0, (point.position - p1).dot(n1)) * n1
        + weights.z * ti.min(0.0, (point.position - p2).dot(n2)) * n2
    )


@ti.func
def tangent_from_uv(e1, e2, d1, d2):
    """Direction of growing u on the triangle, bitangent's sign in w (v points down); w = 0: degenerate."""
    det = d1.x * d2.y - d1.y * d2.x
    # v points down and a normal map's green up, hence the minus.
    handed = ti.select(det < 0.0, 1.0, -1.0)
    direction = (e1 * d2.y - e2 * d1.y) * ti.select(det < 0.0, -1.0, 1.0)
    length2 = direction.dot(direction)
    valid = ti.abs(det) > 1e-20 and length2 > 1e-30
    return vec4(
        ti.select(valid, direction * ti.rsqrt(ti.max(length2, 1e-30)), vec3(0.0)), ti.select(valid, handed, 0.0)
    )


@ti.func
def sphere_point(scene: ti.template(), at, position):
    """Surface point nearest to ``position`` of the sphere whose primitive record lies ``at``."""
    centre = prim_vec3(scene.prims, at, 0)
    radius = scene.prims[at + ti.static(3 * BLOCK)]
    sphere = ti.cast(scene.prims[at + ti.static(4 * BLOCK)], ti.i32)
    bits = ti.bit_cast(scene.prims[at + ti.static(9 * BLOCK)], ti.i32)
    n = safe_normalize(position - centre, vec3(0.0, 0.0, 1.0))
    point = SurfacePoint(sphere=sphere, material=bits & ti.static(int(PrimitiveFlag.MATERIAL_MASK)))
    point.position = centre + radius * n
    point.n_geometric = n
    point.n_shading = n
    point.color = vec4(1.0)
    point.offset = (max_abs(centre) + radius) * ti.static(OFFSET_SCALE)
    if ti.static(scene.config.has_textures):
        base = scene.ints[int(Header.SPHERES_F)] + sphere * SPHERE_STRIDE
        local = vec3(
            vec3_at(scene.floats, base + 4).dot(n),
            vec3_at(scene.floats, base + 7).dot(n),
            vec3_at(scene.floats, base + 10).dot(n),
        )
        # Longitude about the object's +Z from +X, latitude from +Z: Mitsuba's rule with v turned down.
        phi = ti.atan2(local.y, local.x)
        u = phi * ti.static(0.5 / tm.pi)
        point.uv = vec2(ti.select(u < 0.0, u + 1.0, u), 1.0 - ti.acos(tm.clamp(local.z, -1.0, 1.0)) / tm.pi)
        point.uv1 = point.uv
        x, y = vec3_at(scene.floats, base + 4), vec3_at(scene.floats, base + 7)
        along = -local.y * x + local.x * y
        point.tangent = vec4(safe_normalize(along, vec3(0.0)), ti.select(along.dot(along) > 1e-12, 1.0, 0.0))
    return point


@ti.func
def facing_normal(n_shading, n_geometric, outgoing):
    """``n_shading`` bent just so far that the mirror direction of ``outgoing`` stays above the surface.

    All three point to the viewer's side. Without this, normal maps and coarse meshes have black borders.
    """
    n = n_shading
    threshold = ti.min(0.9 * n_geometric.dot(outgoing), 0.01)
    mirrored = 2.0 * n.dot(outgoing) * n - outgoing
    if n.dot(outgoing) <= 0.0 or n_geometric.dot(mirrored) < threshold:
        # The bent normal lies half way between ``outgoing`` and the nearest permitted mirror direction.
        along = mirrored - n_geometric.dot(mirrored) * n_geometric
        along = safe_normalize(along, tangent_frame(n_geometric)[0])
        permitted = along * ti.sqrt(1.0 - threshold * threshold) + threshold * n_geometric
        n = safe_normalize(outgoing + permitted, n_geometric)
    return n


@ti.func
def to_world(local, t, b, n):
    """From the frame of ``t``, ``b``, ``n`` to world space."""
    return local.x * t + local.y * b + local.z * n
