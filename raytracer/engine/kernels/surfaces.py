"""From the material at a point to what light does there: the dispatch over the surface shaders in use.

The loop over shaders is unrolled while the kernel is compiled; only those that the scene uses are in it.
"""

import taichi as ti

from raytracer.engine.kernels.geometry import facing_normal, safe_normalize, tangent_frame
from raytracer.engine.kernels.lights import material_f, material_i, slot_of
from raytracer.engine.kernels.shading import ABSORBED, SCATTER
from raytracer.engine.layout import MaterialFlag, MaterialFloat, MaterialInt, Slot

vec3 = ti.types.vector(3, ti.f32)

Scattering = ti.types.struct(
    incoming=vec3, kind=ti.i32, weight=vec3, eta=ti.f32, pdf=ti.f32, light_value=vec3, light_pdf=ti.f32, straight=vec3
)
"""What a surface does: the sampled direction (world), its kind, throughput factor, density and relative index; value
and density towards the light; and what shadow rays keep when they go straight through."""


@ti.func
def input_color(scene: ti.template(), values: ti.template(), base, slot: ti.template(), point: ti.template(), tint):
    """A colour parameter at the point, textures and vertex colours applied."""
    value = slot_of(scene, values, base, slot)
    if ti.static(tint and scene.config.color_offset >= 0):
        value *= point.color.xyz
    return value


@ti.func
def input_float(scene: ti.template(), values: ti.template(), base, slot: ti.template()):
    """A number at the point, textures applied."""
    return slot_of(scene, values, base, slot).x


@ti.func
def shader_input(
    scene: ti.template(), values: ti.template(), base, point: ti.template(), k: ti.template(), q: ti.template()
):
    """Parameter ``k`` of a shader: the member of its point record."""
    slot = ti.static(int(Slot.PARAMETER_0) + k)
    if ti.static(q.kind == "color"):
        return input_color(scene, values, base, slot, point, ti.static(q.tint))
    else:
        return input_float(scene, values, base, slot)


@ti.func
def opacity_at(scene: ti.template(), values: ti.template(), point: ti.template(), flags):
    """Coverage at the point, 0 or 1 for a mask."""
    opacity = 1.0
    if flags & ti.static(int(MaterialFlag.MASK) | int(MaterialFlag.BLEND)):
        base = material_f(scene, point.material) + int(MaterialFloat.SLOT_0)
        opacity = input_float(scene, values, base, int(Slot.OPACITY)) * point.color.w
        if flags & int(MaterialFlag.MASK):
            cutoff = scene.floats[material_f(scene, point.material) + int(MaterialFloat.ALPHA_CUTOFF)]
            opacity = ti.select(opacity >= cutoff, 1.0, 0.0)
    return ti.min(ti.max(opacity, 0.0), 1.0)


@ti.func
def mapped_normal(scene: ti.template(), point, value):
    """The front's shading normal under the normal map whose texel is ``value`` (0..1 per channel)."""
    n = point.n_shading
    if point.tangent.w != 0.0:
        strength = scene.floats[material_f(scene, point.material) + int(MaterialFloat.NORMAL_SCALE)]
        # 128/255 means zero: a flat map must change nothing.
        x = (value.x * 255.0 - 128.0) / 127.0 * strength
        y = (value.y * 255.0 - 128.0) / 127.0 * strength
        z = (value.z * 255.0 - 128.0) / 127.0
        t = safe_normalize(point.tangent.xyz - n * n.dot(point.tangent.xyz), tangent_frame(n)[0])
        b = n.cross(t) * point.tangent.w
        n = safe_normalize(x * t + y * b + z * n, n)
    return n


@ti.func
def scatter_at(
    scene: ti.template(),
    values: ti.template(),
    point: ti.template(),
    outgoing,
    light_direction,
    u,
    wanted: ti.template(),
):
    """Runs the shader of the material at ``point``. ``wanted``: bit 1 sample, bit 2 the light, bit 4 straight."""
    record = material_i(scene, point.material)
    base = material_f(scene, point.material) + int(MaterialFloat.SLOT_0)
    flags = scene.ints[record + int(MaterialInt.FLAGS)]
    surface = scene.ints[record + int(MaterialInt.SURFACE)]

    # The frame: z on the viewer's side while the normal is bent, then back to the front for surfaces that transmit.
    side = ti.select(point.n_geometric.dot(outgoing) >= 0.0, 1.0, -1.0)
    n = point.n_shading
    if ti.static(scene.config.has_normal_maps):
        if scene.ints[record + int(MaterialInt.TEXTURE_0) + int(Slot.NORMAL)] >= 0:
            n = mapped_normal(scene, point, slot_of(scene, values, base, int(Slot.NORMAL)))
    n = facing_normal(side * n, side * point.n_geometric, outgoing)
    if flags & int(MaterialFlag.TRANSMITS):
        n *= side
    t, b = tangent_frame(n)
    out_local = vec3(outgoing.dot(t), outgoing.dot(b), outgoing.dot(n))
    light_local = vec3(light_direction.dot(t), light_direction.dot(b), light_direction.dot(n))

    result = Scattering(kind=ABSORBED, eta=1.0)
    for i in ti.static(range(len(scene.config.surfaces))):
        if surface == i:
            p = scene.config.surfaces[i].point_type(
                *[
                    shader_input(scene, values, base, point, q[0], q[1])
                    for q in ti.static(scene.config.surfaces[i].inputs)
                ]
            )
            asked_straight = False
            if ti.static(scene.config.has_open_shadows):
                asked_straight = wanted & 4
            if asked_straight:
                result.straight = scene.config.surfaces[i].module.straight(p, out_local)
            else:
                sample = scene.config.surfaces[i].module.sample(p, out_local, u)
                result.kind = sample.kind
                result.incoming = sample.incoming
                result.weight = sample.weight
                result.eta = sample.eta
                for k in range(2):
                    towards_light = k == 1
                    if (towards_light and wanted & 2) or (not towards_light and sample.kind == SCATTER):
                        value = scene.config.surfaces[i].module.evaluate(
                            p, out_local, ti.select(towards_light, light_local, sample.incoming)
                        )
                        if towards_light:
                            result.light_value = value.value_cos
                            result.light_pdf = value.pdf
                        else:
                            result.weight = value.value_cos / ti.max(value.pdf, 1e-20)
                            result.pdf = value.pdf
                            if value.pdf <= 0.0:
                                result.kind = ABSORBED
    local = result.incoming
    result.incoming = safe_normalize(local.x * t + local.y * b + local.z * n, n)

    # What a normal map permits the surface may not: no light through it. In front of a smooth surface its own tangent
    # plane is the horizon, not the facet's: rays start from above the facets there.
    if not flags & int(MaterialFlag.TRANSMITS):
        horizon = ti.select(side > 0.0, point.n_shading, -point.n_geometric)
        if result.kind == SCATTER and horizon.dot(result.incoming) <= 0.0:
            result.kind = ABSORBED
        if horizon.dot(light_direction) <= 0.0:
            result.light_value = vec3(0.0)
    return result
