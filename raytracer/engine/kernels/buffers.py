"""The device's buffers under one name, so that kernel functions take one argument instead of a dozen.

The object exists while a kernel is compiled: its members are the kernel's array arguments and constants.
"""

import taichi as ti

Floats = ti.types.ndarray(dtype=ti.f32, ndim=1)
Ints = ti.types.ndarray(dtype=ti.i32, ndim=1)
UInts = ti.types.ndarray(dtype=ti.u32, ndim=1)


@ti.data_oriented
class SceneBuffers:
    """``config`` is the compile-time ``KernelConfig``; the rest are the flat arrays of ``device_scene``.

    With ``record``, an array of floats, the kernel is one that writes down what its path does (``recording``).
    """

    def __init__(self, config, nodes, prims, vertices, triangles, floats, ints, texels, sky_table, record=None):
        self.config = config
        self.nodes = nodes
        self.prims = prims
        self.vertices = vertices
        self.triangles = triangles
        self.floats = floats
        self.ints = ints
        self.texels = texels
        self.sky_table = sky_table
        self.record = record
        self.recording = record is not None


@ti.func
def vec3_at(array: ti.template(), offset):
    """Three consecutive floats."""
    return ti.math.vec3(array[offset], array[offset + 1], array[offset + 2])
