"""Nothing: light passes as if the surface were not there. The border of a medium, such as a cloud of fog."""

import taichi as ti

from raytracer.engine.kernels.shading import STRAIGHT, SurfaceSample, nothing, vec3

PARAMETERS = {}
TRANSMITS = True
SMOOTH = True


@ti.func
def sample(p, outgoing, u):
    return SurfaceSample(-outgoing, STRAIGHT, vec3(1.0), 1.0)


@ti.func
def evaluate(p, outgoing, incoming):
    return nothing()


@ti.func
def straight(p, outgoing):
    return vec3(1.0)
