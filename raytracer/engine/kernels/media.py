"""The dispatch over the medium shaders in use."""

import taichi as ti

from raytracer.engine.kernels.shading import MediumSample, PhaseSample
from raytracer.engine.kernels.textures import parameter
from raytracer.engine.layout import MEDIUM_HEAD, Header

vec3 = ti.types.vector(3, ti.f32)


@ti.func
def medium_base(scene: ti.template(), medium):
    """Start of a medium's record in ``floats``."""
    return scene.ints[int(Header.MEDIA_F)] + medium * ti.static(scene.config.medium_stride)


@ti.func
def medium_point(scene: ti.template(), base, shader: ti.template()):
    """The parameters of a medium as its shader takes them."""
    return shader.point_type(
        *[parameter(scene.floats, base + MEDIUM_HEAD, q[0], q[1]) for q in ti.static(shader.kinds)]
    )


@ti.func
def medium_transmittance(scene: ti.template(), medium, length):
    """What is left of light after ``length`` metres, per channel."""
    value = vec3(1.0)
    base = medium_base(scene, medium)
    for i in ti.static(range(len(scene.config.media))):
        if ti.cast(scene.floats[base], ti.i32) == i:
            value = scene.config.media[i].module.transmittance(medium_point(scene, base, scene.config.media[i]), length)
    return value


@ti.func
def sample_medium(scene: ti.template(), medium, length, u):
    """Whether and where a ray scatters within ``length`` metres."""
    event = MediumSample(t=length, scattered=0, weight=vec3(1.0))
    base = medium_base(scene, medium)
    for i in ti.static(range(len(scene.config.media))):
        if ti.cast(scene.floats[base], ti.i32) == i:
            event = scene.config.media[i].module.sample_distance(
                medium_point(scene, base, scene.config.media[i]), length, u
            )
    return event


@ti.func
def scatter_in_medium(scene: ti.template(), medium, direction, u):
    """The way light goes on after it scattered."""
    way = PhaseSample(direction=direction, pdf=0.0)
    base = medium_base(scene, medium)
    for i in ti.static(range(len(scene.config.media))):
        if ti.cast(scene.floats[base], ti.i32) == i:
            way = scene.config.media[i].module.sample_phase(
                medium_point(scene, base, scene.config.media[i]), direction, u
            )
    return way


@ti.func
def medium_pdf(scene: ti.template(), medium, cosine):
    """Phase function between two ways of travel with this cosine between them, 1/sr."""
    value = 0.0
    base = medium_base(scene, medium)
    for i in ti.static(range(len(scene.config.media))):
        if ti.cast(scene.floats[base], ti.i32) == i:
            value = scene.config.media[i].module.pdf_phase(medium_point(scene, base, scene.config.media[i]), cosine)
    return value
