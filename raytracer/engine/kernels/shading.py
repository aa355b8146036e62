"""What shaders and the integrator exchange.

Local frame of a surface: z is the shading normal. Directions are unit and leave the surface: ``outgoing`` towards the
viewer, ``incoming`` towards the light. Densities are per solid angle. ``docs/writing-a-shader.md`` has the contract.
"""

import taichi as ti

vec2 = ti.types.vector(2, ti.f32)
vec3 = ti.types.vector(3, ti.f32)
vec4 = ti.types.vector(4, ti.f32)

# What became of a sampled direction.
SCATTER = 0
"""One direction out of a continuous lobe; ``evaluate`` knows its value and density."""
DELTA = 1
"""The only possible direction (mirror, smooth refraction); the sample carries its weight."""
STRAIGHT = 2
"""Passes as if the surface were not there: ``incoming = -outgoing``; ``straight`` tells shadow rays how much."""
ABSORBED = 3
"""The path ends."""

SurfaceSample = ti.types.struct(incoming=vec3, kind=ti.i32, weight=vec3, eta=ti.f32)
"""``weight``: value * |cos| / probability for DELTA and STRAIGHT, unused for SCATTER.
``eta``: index of refraction on the side of ``incoming`` over that of ``outgoing``; 1 for a reflection."""

SurfaceValue = ti.types.struct(value_cos=vec3, pdf=ti.f32)
"""``value_cos``: BSDF * |cos incoming|, 1/sr. ``pdf``: density with which ``sample`` gives this direction, lobe
probabilities included. DELTA and STRAIGHT lobes are in neither."""

MediumSample = ti.types.struct(t=ti.f32, scattered=ti.i32, weight=vec3)
"""``t``: where the ray scattered, or the end of the segment. ``weight``: transmittance (times the scattering
coefficient where it scattered) over the density or probability of this outcome."""

PhaseSample = ti.types.struct(direction=vec3, pdf=ti.f32)
"""``direction``: the way the light travels on. ``pdf``: its density, which is also the phase function's value."""


@ti.func
def scatter(incoming):
    """One direction out of a continuous lobe, by reflection."""
    return SurfaceSample(incoming=incoming, kind=SCATTER, weight=vec3(1.0), eta=1.0)


@ti.func
def absorbed():
    """The end of a path."""
    return SurfaceSample(incoming=vec3(0.0, 0.0, 1.0), kind=ABSORBED, weight=vec3(0.0), eta=1.0)


@ti.func
def nothing():
    """The value of a pair of directions between which no light goes."""
    return SurfaceValue(value_cos=vec3(0.0), pdf=0.0)
