"""From a hit to a surface point: position, normals, texture coordinates, and where the next ray may start.

[1] Hanika. Hacking the shadow terminator. Ray Tracing Gems II, chapter 4, 2021.
[2] Duff et al. Building an orthonormal basis, revisited. JCGT 6(1), 2017.
"""

import taichi as ti
import taichi.math as tm

from raytracer.engine.kernels.buffers import vec3_at
from raytracer.engine.layout import SPHERE_STRIDE, TRIANGLE_STRIDE, Header, TriangleFlag

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
)
"""A point on a surface, world space. ``n_geometric`` and ``n_shading`` point to the front. ``tangent`` has the sign of
the bitangent in w, or 0 there when there is none. ``terminator`` moves the start of rays to the front side off the
facets of a smooth surface [1]. ``offset`` is how far off rays must start not to hit the surface again, metres."""


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
def triangle_point(scene: ti.template(), prim, b1, b2):
    """Surface point of a triangle at barycentrics ``b1``, ``b2`` of its second and third corner."""
    stride = ti.static(scene.config.vertex_stride)
    i0 = scene.triangles[prim * TRIANGLE_STRIDE] * stride
    i1 = scene.triangles[prim * TRIANGLE_STRIDE + 1] * stride
    i2 = scene.triangles[prim * TRIANGLE_STRIDE + 2] * stride
    bits = scene.triangles[prim * TRIANGLE_STRIDE + 3]
    b0 = 1.0 - b1 - b2
    p0 = vec3_at(scene.vertices, i0)
    p1 = vec3_at(scene.vertices, i1)
    p2 = vec3_at(scene.vertices, i2)
    point = SurfacePoint(material=bits & ti.static(int(TriangleFlag.MATERIAL_MASK)))
    point.position = b0 * p0 + b1 * p1 + b2 * p2
    point.n_geometric = safe_normalize((p1 - p0).cross(p2 - p0), vec3(0.0, 0.0, 1.0))
    point.n_shading = point.n_geometric
    size = ti.max(max_abs(p0), max_abs(p1), max_abs(p2))
    point.offset = size * ti.static(OFFSET_SCALE)
    if bits & ti.static(int(TriangleFlag.SMOOTH)):
        n0 = vec3_at(scene.vertices, i0 + 3)
        n1 = vec3_at(scene.vertices, i1 + 3)
        n2 = vec3_at(scene.vertices, i2 + 3)
        point.n_shading = safe_normalize(b0 * n0 + b1 * n1 + b2 * n2, point.n_geometric)
        # Some files have their normals reversed: the winding decides which side is the front.
        point.n_shading *= ti.select(point.n_shading.dot(point.n_geometric) < 0.0, -1.0, 1.0)
        point.terminator = -(
            b0 * ti.min(0.0, (point.position - p0).dot(n0)) * n0
            + b1 * ti.min(0.0, (point.position - p1).dot(n1)) * n1
            + b2 * ti.min(0.0, (point.position - p2).dot(n2)) * n2
        )
    if ti.static(scene.config.uv_offset > 0):
        u0 = vec2(scene.vertices[i0 + scene.config.uv_offset], scene.vertices[i0 + scene.config.uv_offset + 1])
        u1 = vec2(scene.vertices[i1 + scene.config.uv_offset], scene.vertices[i1 + scene.config.uv_offset + 1])
        u2 = vec2(scene.vertices[i2 + scene.config.uv_offset], scene.vertices[i2 + scene.config.uv_offset + 1])
        point.uv = b0 * u0 + b1 * u1 + b2 * u2
        if ti.static(scene.config.has_normal_maps):
            point.tangent = tangent_from_uv(p1 - p0, p2 - p0, u1 - u0, u2 - u0, point.n_geometric)
    if ti.static(scene.config.uv1_offset > 0):
        k = ti.static(scene.config.uv1_offset)
        point.uv1 = (
            b0 * vec2(scene.vertices[i0 + k], scene.vertices[i0 + k + 1])
            + b1 * vec2(scene.vertices[i1 + k], scene.vertices[i1 + k + 1])
            + b2 * vec2(scene.vertices[i2 + k], scene.vertices[i2 + k + 1])
        )
    point.color = vec4(1.0)
    if ti.static(scene.config.color_offset > 0):
        k = ti.static(scene.config.color_offset)
        point.color = (
            b0 * vec4(vec3_at(scene.vertices, i0 + k), scene.vertices[i0 + k + 3])
            + b1 * vec4(vec3_at(scene.vertices, i1 + k), scene.vertices[i1 + k + 3])
            + b2 * vec4(vec3_at(scene.vertices, i2 + k), scene.vertices[i2 + k + 3])
        )
    if ti.static(scene.config.tangent_offset > 0):
        if bits & ti.static(int(TriangleFlag.TANGENTS)):
            k = ti.static(scene.config.tangent_offset)
            direction = (
                b0 * vec3_at(scene.vertices, i0 + k)
                + b1 * vec3_at(scene.vertices, i1 + k)
                + b2 * vec3_at(scene.vertices, i2 + k)
            )
            point.tangent = vec4(direction, scene.vertices[i0 + k + 3])
    return point


@ti.func
def tangent_from_uv(e1, e2, d1, d2, n):
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
def sphere_point(scene: ti.template(), sphere, position):
    """Surface point of sphere number ``sphere`` nearest to ``position``."""
    base = scene.ints[int(Header.SPHERES_F)] + sphere * SPHERE_STRIDE
    centre = vec3_at(scene.floats, base)
    radius = scene.floats[base + 3]
    n = safe_normalize(position - centre, vec3(0.0, 0.0, 1.0))
    point = SurfacePoint(material=ti.cast(scene.floats[base + 13], ti.i32))
    point.position = centre + radius * n
    point.n_geometric = n
    point.n_shading = n
    point.color = vec4(1.0)
    point.offset = (max_abs(centre) + radius) * ti.static(OFFSET_SCALE)
    if ti.static(scene.config.has_textures):
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
