"""Notes what a path does, vertex by vertex, in the variant of the path kernel that follows one sample.

Every function is empty unless ``scene.recording`` is set while the kernel is compiled: the render kernel contains none
of it, and the recording one computes the same numbers by the same code. One path at a time is recorded.
"""

import taichi as ti

from raytracer.engine.layout import RECORD_ROWS, RecordHead, RecordRow, ShadowFate, VertexKind

vec3 = ti.types.vector(3, ti.f32)


@ti.func
def put3(scene: ti.template(), at, value):
    """Three consecutive floats of the record."""
    scene.record[at] = value.x
    scene.record[at + 1] = value.y
    scene.record[at + 2] = value.z


@ti.func
def row(scene: ti.template()):
    """Start of the newest row; rows beyond the room there is all lie on a spare one."""
    count = ti.cast(scene.record[int(RecordHead.ROWS)], ti.i32)
    return int(RecordHead.SIZE) + ti.min(count - 1, RECORD_ROWS) * int(RecordRow.SIZE)


@ti.func
def begin_row(scene: ti.template(), path: ti.template(), kind, position):
    """A new vertex of the path."""
    scene.record[int(RecordHead.ROWS)] = scene.record[int(RecordHead.ROWS)] + 1.0
    at = row(scene)
    for k in range(int(RecordRow.SIZE)):
        scene.record[at + k] = 0.0
    scene.record[at + int(RecordRow.KIND)] = kind
    put3(scene, at + int(RecordRow.POSITION), position)
    put3(scene, at + int(RecordRow.OUTGOING), -path.direction)
    put3(scene, at + int(RecordRow.INCOMING), path.direction)
    put3(scene, at + int(RecordRow.THROUGHPUT), path.throughput)
    scene.record[at + int(RecordRow.MATERIAL)] = -1.0
    scene.record[at + int(RecordRow.MEDIUM)] = path.medium
    scene.record[at + int(RecordRow.DEPTH)] = path.depth
    scene.record[at + int(RecordRow.LIGHT_KIND)] = -1.0
    scene.record[at + int(RecordRow.SCATTERING)] = -1.0
    scene.record[at + int(RecordRow.EVENTS)] = path.events
    scene.record[at + int(RecordRow.SURVIVAL)] = 1.0
    scene.record[at + int(RecordRow.SURVIVED)] = 1.0
    scene.record[at + int(RecordRow.RAYS)] = scene.record[int(RecordHead.RAYS)]


@ti.func
def add_point(scene: ti.template(), point: ti.template()):
    """The surface at the newest vertex."""
    at = row(scene)
    scene.record[at + int(RecordRow.MATERIAL)] = point.material
    put3(scene, at + int(RecordRow.N_GEOMETRIC), point.n_geometric)
    put3(scene, at + int(RecordRow.N_SHADING), point.n_shading)


@ti.func
def note_camera(scene: ti.template(), path: ti.template()):
    """The path starts on the lens."""
    if ti.static(scene.recording):
        begin_row(scene, path, int(VertexKind.CAMERA), path.origin)


@ti.func
def note_turn(scene: ti.template(), rays, t):
    """A ray was traced."""
    if ti.static(scene.recording):
        scene.record[int(RecordHead.RAYS)] = rays
        scene.record[int(RecordHead.HIT_T)] = t
        if scene.record[int(RecordHead.ROWS)] > 0.0:
            scene.record[row(scene) + int(RecordRow.RAYS)] = rays


@ti.func
def note_sky(scene: ti.template(), path: ti.template()):
    """The path left the scene."""
    if ti.static(scene.recording):
        begin_row(scene, path, int(VertexKind.SKY), path.origin)


@ti.func
def note_pass(scene: ti.template(), path: ti.template(), point: ti.template()):
    """The path went through a surface by chance, as its opacity says."""
    if ti.static(scene.recording):
        begin_row(scene, path, int(VertexKind.PASS), point.position)
        add_point(scene, point)


@ti.func
def note_vertex(scene: ti.template(), path: ti.template(), point: ti.template(), in_medium):
    """The path hit a surface, or scatters inside a medium."""
    if ti.static(scene.recording):
        begin_row(
            scene, path, ti.select(in_medium != 0, int(VertexKind.MEDIUM), int(VertexKind.SURFACE)), point.position
        )
        if not in_medium:
            add_point(scene, point)


@ti.func
def note_emission(scene: ti.template(), gain, weight):
    """The newest vertex shines."""
    if ti.static(scene.recording):
        at = row(scene)
        put3(scene, at + int(RecordRow.EMISSION), gain)
        scene.record[at + int(RecordRow.EMISSION_WEIGHT)] = weight


@ti.func
def note_light(scene: ti.template(), light: ti.template(), carried, weight):
    """A light was chosen that may shine on the newest vertex."""
    if ti.static(scene.recording):
        at = row(scene)
        scene.record[at + int(RecordRow.LIGHT_KIND)] = light.kind
        scene.record[at + int(RecordRow.LIGHT_SOURCE)] = light.source
        put3(scene, at + int(RecordRow.LIGHT_DIRECTION), light.direction)
        scene.record[at + int(RecordRow.LIGHT_DISTANCE)] = light.distance
        scene.record[at + int(RecordRow.LIGHT_PDF)] = light.pdf
        scene.record[at + int(RecordRow.LIGHT_WEIGHT)] = weight
        put3(scene, at + int(RecordRow.LIGHT_CARRIED), carried)


@ti.func
def note_scattering(scene: ti.template(), path: ti.template(), result: ti.template()):
    """Where the path goes on from the newest vertex."""
    if ti.static(scene.recording):
        at = row(scene)
        put3(scene, at + int(RecordRow.INCOMING), result.incoming)
        put3(scene, at + int(RecordRow.WEIGHT), result.weight)
        scene.record[at + int(RecordRow.SCATTERING)] = result.kind
        scene.record[at + int(RecordRow.PDF)] = result.pdf
        scene.record[at + int(RecordRow.EVENTS)] = path.events


@ti.func
def note_roulette(scene: ti.template(), survival, u):
    """Chance decided whether the path goes on."""
    if ti.static(scene.recording):
        at = row(scene)
        scene.record[at + int(RecordRow.SURVIVAL)] = survival
        scene.record[at + int(RecordRow.SURVIVED)] = ti.select(u < survival, 1.0, 0.0)


@ti.func
def note_shadow_end(scene: ti.template(), path: ti.template(), reached):
    """The shadow ray of the newest vertex arrived, or was stopped."""
    if ti.static(scene.recording):
        at = row(scene)
        scene.record[at + int(RecordRow.SHADOW)] = ti.select(reached, int(ShadowFate.VISIBLE), int(ShadowFate.BLOCKED))
        length = ti.min(scene.record[int(RecordHead.HIT_T)], path.t_max)
        put3(scene, at + int(RecordRow.SHADOW_END), path.origin + length * path.direction)
        if reached:
            put3(scene, at + int(RecordRow.LIGHT_ADDED), path.pending)
