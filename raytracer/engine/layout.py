"""Where everything lies in the device's flat buffers. Packing (``device_scene``) and kernels read the same table.

``ints`` begins with a header of ``Header`` entries: the offsets of the sections and the counts. Strides that depend on
the shaders in use are in ``KernelConfig``; they are constants of the compiled kernel.
"""

from __future__ import annotations

from enum import IntEnum

from raytracer.scene.path_filter import component_bits


class Header(IntEnum):
    """Index into the head of ``ints``. ``*_I`` is an offset into ``ints``, ``*_F`` into ``floats``."""

    MATERIALS_I = 0
    MATERIALS_F = 1
    TEXTURES_I = 2
    TEXTURES_F = 3
    EMITTERS_I = 4
    EMITTERS_F = 5
    EMITTER_COUNT = 6
    SPHERES_F = 7
    MEDIA_F = 8
    LIGHTS_F = 9
    SKY_F = 10
    SKY_IMAGE = 11
    """Texture index of the sky's picture, or -1."""
    SKY_EMITTER = 12
    """Index of the sky among the emitters, or -1."""
    SKY_VISIBLE = 13
    SCENE_MEDIUM = 14
    """Index of the medium outside all bodies, or -1."""
    LIGHT_NODES_F = 15
    """In units of ``light_tree.LIGHT_WIDTH`` floats."""
    LIGHT_AREAS_F = 16
    """One over the area of each surface of the light tree, 1/m2."""
    LIGHT_PARENTS_I = 17
    LIGHT_LEAVES_I = 18
    LIGHT_PLACES_I = 19
    """Ascending places among the primitives of the light tree's surfaces, then the numbers of these among its lights,
    of which they are the first."""
    LIGHT_SURFACES = 20
    """How many they are."""
    SIZE = 21


class MaterialInt(IntEnum):
    """Integer record of a material; the textures of the slots follow."""

    SURFACE = 0
    FLAGS = 1
    MEDIUM = 2
    TEXTURE_0 = 3


class MaterialFloat(IntEnum):
    """Float record of a material; three floats per slot follow."""

    ALPHA_CUTOFF = 0
    NORMAL_SCALE = 1
    EMISSION_PDF_AREA = 2
    """Probability of choosing this surface as the light, per m2 of it."""
    SLOT_0 = 3


class Slot(IntEnum):
    """Inputs that every material has; the shader's own parameters follow."""

    EMISSION = 0
    OPACITY = 1
    NORMAL = 2
    PARAMETER_0 = 3


class MaterialFlag(IntEnum):
    """Bits of ``MaterialInt.FLAGS``."""

    TWO_SIDED = 1
    EMITS_BACK = 2
    EMITS = 4
    MASK = 8
    BLEND = 16
    BOUNDARY = 32
    """Going through changes the medium."""
    TRANSMITS = 64
    SMOOTH = 128
    """No light is chosen for it: only one direction matters, or two."""


class PrimitiveFlag(IntEnum):
    """Bits above the material index in what a primitive's record carries along."""

    MATERIAL_MASK = 0xFFFFFF
    SMOOTH = 1 << 24
    """Interpolated normals differ from the flat one."""
    TANGENTS = 1 << 25
    MIRRORED = 1 << 26
    """The instance turns left into right."""


class EmitterKind(IntEnum):
    """What the light sampler can pick."""

    TRIANGLE = 0
    SPHERE = 1
    POINT = 2
    SPOT = 3
    DIRECTIONAL = 4
    SKY = 5
    TREE = 6
    """All surfaces, point and spot lights together: the light tree chooses one of them."""


class InstanceFloat(IntEnum):
    """Record of an instance, in ``prims`` behind the primitives. Matrices are 3x3, by rows."""

    OBJECT_FROM_WORLD = 0
    WORLD_FROM_OBJECT = 9
    POSITION = 18
    """World position of the object's origin."""
    ROOT = 21
    """Bits of the index of the mesh's first node."""
    BITS = 22
    """Material and ``PrimitiveFlag`` bits, added to those of the triangle."""
    ROUNDING = 23
    """Coordinates in object space, times this, say how exact a hit is in the world."""
    LOWER = 24
    UPPER = 27
    """Corners of its box in the world, for trees that are fitted anew."""


SPHERE_STRIDE = 14
"""centre 3, radius, rotation 9 (object from world, by rows), material as float (for the host)."""
EMITTER_I_STRIDE = 2
"""kind, index; the light tree's lights follow. In ``floats``: the cumulative probabilities of all emitters, then their
probabilities."""
LIGHT_STRIDE = 14
"""position 3, direction 3, intensity or irradiance 3, ramp: scale, offset; falloff linear?; cos outer; spare."""
TEXTURE_I_STRIDE = 10
"""shader, first texel, width, height, format, wrap u, wrap v, nearest?, channel, uv set."""
MEDIUM_HEAD = 1
"""Number of the shader; its parameters follow, three floats each."""
TEXTURE_F_HEAD = 6
"""2x3 uv matrix by rows; the shader's parameters follow, three floats each."""
SKY_TABLE_HEAD = 3
"""At the start of a sky's table (``sky_table``): entries of the guide; one over the integral of what the luminance is
above its mean, or 0 where directions to the sky are not chosen; the mean."""
SKY_PATCH_STRIDE = 8
"""end and start of the patch's share, one over its length, density, longitude: start, width; cosine: top, gain."""

TEXEL_SRGB8, TEXEL_LINEAR8, TEXEL_FLOAT = 0, 1, 2
WRAP_REPEAT, WRAP_MIRROR, WRAP_CLAMP = 0, 1, 2


class CameraFloat(IntEnum):
    """The small buffer that changes with every camera move."""

    POSITION = 0
    RIGHT = 3
    UP = 6
    FORWARD = 9
    TAN_X = 12
    TAN_Y = 13
    ORTHO = 14
    APERTURE = 15
    FOCUS = 16
    CLAMP = 17
    FILTER_TABLE = 18
    """``FILTER_TABLE_SIZE`` values of the filter's inverse cumulative distribution, pixels."""


FILTER_TABLE_SIZE = 64
CAMERA_SIZE = CameraFloat.FILTER_TABLE + FILTER_TABLE_SIZE

TILE = 8
BLOCK = 32
"""Sides of the squares, in pixels, in whose order the film is walked."""

COUNTER_SLOTS = 256
"""Samples, rays and non-finite samples are counted in this many places each, so that threads seldom meet."""


class Component(IntEnum):
    """Bits of the kinds of light of ``scene.path_filter``."""

    EMITTED = component_bits(("emitted",))
    DIRECT = component_bits(("direct",))
    INDIRECT = component_bits(("indirect",))
    REFRACTED = component_bits(("refracted",))
    SCATTERED = component_bits(("scattered",))


class RecordHead(IntEnum):
    """Head of the buffer in which one sample is recorded; rows of ``RecordRow`` follow. All f32."""

    ROWS = 0
    """Vertices so far, also those that there was no room for."""
    RAYS = 1
    HIT_T = 2
    """Length of the segment traced last, in its own units."""
    RADIANCE = 3
    BOUNCES = 6
    SIZE = 7


class RecordRow(IntEnum):
    """One vertex of a recorded path. Vectors are world space."""

    KIND = 0
    """``VertexKind``"""
    POSITION = 1
    N_GEOMETRIC = 4
    N_SHADING = 7
    OUTGOING = 10
    """Back to the vertex before."""
    INCOMING = 13
    """Where the path went on."""
    MATERIAL = 16
    MEDIUM = 17
    """In which the path arrived, -1 for none."""
    DEPTH = 18
    THROUGHPUT = 19
    """On arrival."""
    EMISSION = 22
    """What the vertex itself added to the sample."""
    EMISSION_WEIGHT = 25
    LIGHT_KIND = 26
    """``EmitterKind`` of the light that was chosen, -1 for none."""
    LIGHT_SOURCE = 27
    """Number of its material, or of the light without a surface."""
    LIGHT_DIRECTION = 28
    LIGHT_DISTANCE = 31
    LIGHT_PDF = 32
    LIGHT_WEIGHT = 33
    LIGHT_CARRIED = 34
    """What the shadow ray would bring if nothing were in its way."""
    LIGHT_ADDED = 37
    """What it brought."""
    SHADOW = 40
    """``ShadowFate``"""
    SHADOW_END = 41
    """Where it arrived or was stopped."""
    SCATTERING = 44
    """Kind of the sampled direction, as in ``kernels/shading``; -1: none was sampled."""
    PDF = 45
    """Density of it, 0 for the only possible direction."""
    WEIGHT = 46
    """Factor on the throughput, without roulette."""
    EVENTS = 49
    """``PathState.events`` after the vertex."""
    SURVIVAL = 50
    """Probability of going on, 1 without roulette."""
    SURVIVED = 51
    RAYS = 52
    """Traced so far, shadow rays included."""
    SIZE = 53


RECORD_ROWS = 512
"""Vertices that are kept of a recorded path."""


class VertexKind(IntEnum):
    """What is at a vertex of a recorded path."""

    CAMERA = 0
    SURFACE = 1
    MEDIUM = 2
    SKY = 3
    """The path left the scene."""
    PASS = 4
    """Went straight through a surface by its opacity."""


class ShadowFate(IntEnum):
    """What became of a shadow ray."""

    NONE = 0
    """No light could contribute."""
    BLOCKED = 1
    VISIBLE = 2


class SurfaceLayer(IntEnum):
    """What the kernel of the layers of the first surface is asked for; named as in ``scene.layers``."""

    ALBEDO = 0
    NORMAL = 1
    GEOMETRY = 2
    DEPTH = 3
    UV = 4
    MATERIAL = 5
