"""The authored scene becomes packed device records: ``floats`` and ``ints`` as ``layout`` describes them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from raytracer.engine.emitters import EmitterTable, light_record
from raytracer.engine.flatten import Primitives
from raytracer.engine.kernel_config import KernelConfig, media_of
from raytracer.engine.layout import (
    MEDIUM_HEAD,
    TEXEL_FLOAT,
    TEXEL_LINEAR8,
    TEXEL_SRGB8,
    TEXTURE_F_HEAD,
    TEXTURE_I_STRIDE,
    WRAP_CLAMP,
    WRAP_MIRROR,
    WRAP_REPEAT,
    EmitterKind,
    Header,
    MaterialFlag,
    MaterialFloat,
    MaterialInt,
    Slot,
)
from raytracer.engine.light_tree import LIGHT_WIDTH
from raytracer.engine.shader_loading import LoadedShader
from raytracer.errors import InputError
from raytracer.scene import Environment, Image, Input, Material, Medium, Scene, Texture

_WRAP = {"repeat": WRAP_REPEAT, "mirror": WRAP_MIRROR, "clamp": WRAP_CLAMP}
_CHANNEL = {"rgb": 0, "r": 1, "g": 2, "b": 3, "a": 4}


@dataclass(frozen=True)
class Records:
    """Flat device arrays: ``floats`` f32, ``ints`` i32 (header first). ``images``: each once, in the texels' order."""

    floats: np.ndarray
    ints: np.ndarray
    images: tuple[Image, ...]

    def texels(self) -> np.ndarray:
        """The pixels of all images, u32: apart from the rest, because an edit of a material leaves them."""
        buffer = _Buffer(np.uint32)
        for image in self.images:
            buffer.add(_texels(image))
        return buffer.joined()


@dataclass
class _Buffer:
    """A growing flat array of sections."""

    dtype: type
    parts: list[np.ndarray] = field(default_factory=list)
    length: int = 0

    def add(self, values: np.ndarray) -> int:
        """Appends a section and returns where it starts."""
        start = self.length
        self.parts.append(np.asarray(values, self.dtype).reshape(-1))
        self.length += self.parts[-1].size
        return start

    def joined(self) -> np.ndarray:
        return np.concatenate(self.parts) if self.length else np.zeros(1, self.dtype)


def pack(scene: Scene, primitives: Primitives, config: KernelConfig, emitters: EmitterTable) -> Records:
    """Packs everything but geometry, BVH and the sky's table."""
    return _Packer(scene, primitives, config).pack(emitters)


class _Packer:
    def __init__(self, scene: Scene, primitives: Primitives, config: KernelConfig) -> None:
        self.scene, self.primitives, self.config = scene, primitives, config
        self.floats = _Buffer(np.float32)
        self.floats.add(channel_table())  # at offset 0: kernels/textures relies on it
        self.header = np.zeros(int(Header.SIZE), np.int32)
        self.ints = _Buffer(np.int32)
        self.ints.add(self.header)
        self.media = media_of(scene)
        self.texels = 0
        self.images: list[Image] = []
        self.first_texel: dict[int, int] = {}
        self.texture_ints: list[np.ndarray] = []
        self.texture_floats: list[np.ndarray] = []

    def pack(self, emitters: EmitterTable) -> Records:
        materials = [self._material(m) for m in self.scene.materials] or [self._material(Material())]
        material_ints = np.stack([m[0] for m in materials])
        material_floats = np.stack([m[1] for m in materials])
        h = self.header
        h[Header.SPHERES_F] = self.floats.add(self.primitives.spheres)
        h[Header.MEDIA_F] = self.floats.add(np.array([self._medium(m) for m in self.media], np.float32))
        h[Header.SCENE_MEDIUM] = self._medium_index(self.scene.medium)
        h[Header.LIGHTS_F] = self.floats.add(np.array([light_record(x) for x in self.scene.lights], np.float32))
        self._sky(self.scene.environment)
        self._emitters(material_floats, emitters)
        h[Header.MATERIALS_I] = self.ints.add(material_ints)
        h[Header.MATERIALS_F] = self.floats.add(material_floats)
        h[Header.TEXTURES_I] = self.ints.add(np.array(self.texture_ints, np.int32))
        h[Header.TEXTURES_F] = self.floats.add(np.array(self.texture_floats, np.float32))
        ints = self.ints.joined()
        ints[: len(h)] = h
        return Records(self.floats.joined(), ints, tuple(self.images))

    # ------------------------------------------------------------ materials

    def _material(self, material: Material) -> tuple[np.ndarray, np.ndarray]:
        config = self.config
        ints = np.full(config.material_i_stride, -1, np.int32)
        floats = np.zeros(config.material_f_stride, np.float32)
        number = [s.name for s in config.surfaces].index(material.surface) if config.surfaces else 0
        shader = config.surfaces[number] if config.surfaces else None
        ints[MaterialInt.SURFACE] = number
        ints[MaterialInt.MEDIUM] = self._medium_index(material.interior)
        ints[MaterialInt.FLAGS] = _flags(material, shader)
        floats[MaterialFloat.ALPHA_CUTOFF] = material.alpha_cutoff
        floats[MaterialFloat.NORMAL_SCALE] = material.normal_scale
        normal = Input(value=1.0, texture=material.normal_map)
        slots = {int(Slot.EMISSION): material.emission, int(Slot.OPACITY): material.opacity, int(Slot.NORMAL): normal}
        for slot, value in slots.items():
            self._slot(ints, floats, slot, value.value, value.texture)
        if shader is not None:
            for name in material.parameters.keys() - shader.shader.parameters.keys():
                raise InputError(
                    f"surface {material.surface!r} has no parameter {name!r}",
                    where=f"material {material.name!r}",
                    remedy=f"it has {', '.join(shader.shader.parameters)}",
                )
            for k, parameter in enumerate(shader.shader.parameters.values()):
                given = material.parameters.get(parameter.name)
                authored = parameter.default if given is None else given.value
                low, high = parameter.minimum, parameter.maximum
                bounded = np.clip(
                    np.asarray(authored), -np.inf if low is None else low, np.inf if high is None else high
                )
                texture = given.texture if given is not None else None
                self._slot(ints, floats, int(Slot.PARAMETER_0) + k, bounded, texture)
        return ints, floats

    def _slot(
        self,
        ints: np.ndarray,
        floats: np.ndarray,
        slot: int,
        value: np.ndarray | float | tuple,
        texture: Texture | None,
    ) -> None:
        start = int(MaterialFloat.SLOT_0) + 3 * slot
        floats[start : start + 3] = value
        if texture is not None:
            ints[int(MaterialInt.TEXTURE_0) + slot] = self._texture(texture)

    # ------------------------------------------------------------ textures and media

    def _texture(self, texture: Texture) -> int:
        names = [s.name for s in self.config.textures]
        shader = self.config.textures[names.index(texture.shader)]
        ints = np.zeros(TEXTURE_I_STRIDE, np.int32)
        ints[0] = names.index(texture.shader)
        self._image(ints, texture.image)
        ints[5], ints[6] = _WRAP[texture.wrap_u], _WRAP[texture.wrap_v]
        ints[7] = texture.filter == "nearest"
        ints[8] = _CHANNEL[texture.channel]
        ints[9] = texture.uv_set
        floats = np.zeros(self.config.texture_stride, np.float32)
        c, s = np.cos(texture.rotation), np.sin(texture.rotation)
        sx, sy = texture.scale
        floats[:TEXTURE_F_HEAD] = [c * sx, s * sy, texture.offset[0], -s * sx, c * sy, texture.offset[1]]
        _parameters(floats[TEXTURE_F_HEAD:], shader, texture.parameters, f"texture {texture.shader!r}")
        return self._add_texture(ints, floats)

    def _add_texture(self, ints: np.ndarray, floats: np.ndarray) -> int:
        self.texture_ints.append(ints)
        self.texture_floats.append(floats)
        return len(self.texture_ints) - 1

    def _image(self, ints: np.ndarray, image: Image | None) -> None:
        if image is None:
            ints[1] = -1
            return
        if id(image) not in self.first_texel:
            self.first_texel[id(image)] = self.texels
            self.texels += image.width * image.height * _words(image)
            self.images.append(image)
        ints[1] = self.first_texel[id(image)]
        ints[2], ints[3] = image.width, image.height
        small = TEXEL_SRGB8 if image.encoding == "srgb" else TEXEL_LINEAR8
        ints[4] = small if image.pixels.dtype == np.uint8 else TEXEL_FLOAT

    def _medium_index(self, medium: Medium | None) -> int:
        return next((i for i, m in enumerate(self.media) if m is medium), -1) if medium is not None else -1

    def _medium(self, medium: Medium) -> np.ndarray:
        names = [s.name for s in self.config.media]
        record = np.zeros(self.config.medium_stride, np.float32)
        record[0] = names.index(medium.shader)
        given = {k: getattr(medium, k) for k in ("absorption", "scattering", "anisotropy")}
        _parameters(record[MEDIUM_HEAD:], self.config.media[int(record[0])], given, "medium")
        return record

    # ------------------------------------------------------------ lights

    def _sky(self, sky: Environment | None) -> None:
        h = self.header
        h[Header.SKY_IMAGE] = h[Header.SKY_EMITTER] = -1
        if sky is None or self.config.sky is None:
            return
        angle = np.radians(sky.rotation_deg)
        record = np.zeros(4 + 3 * len(self.config.sky.inputs), np.float32)
        record[:3] = sky.strength, np.cos(angle), np.sin(angle)
        _parameters(record[4:], self.config.sky, sky.parameters, f"sky {sky.sky!r}")
        h[Header.SKY_F] = self.floats.add(record)
        h[Header.SKY_VISIBLE] = sky.visible
        if sky.image is not None:
            ints = np.zeros(TEXTURE_I_STRIDE, np.int32)
            self._image(ints, sky.image)
            ints[5], ints[6] = WRAP_REPEAT, WRAP_CLAMP
            h[Header.SKY_IMAGE] = self._add_texture(ints, np.zeros(self.config.texture_stride, np.float32))

    def _emitters(self, material_floats: np.ndarray, table: EmitterTable) -> None:
        material_floats[: len(table.pdf_area), MaterialFloat.EMISSION_PDF_AREA] = table.pdf_area
        h = self.header
        h[Header.EMITTER_COUNT] = len(table.kinds)
        kinds, indices = table.kinds, table.indices
        if table.near is not None:
            near, tree = table.near, table.near.tree
            kinds, indices = np.concatenate([kinds, near.kinds]), np.concatenate([indices, near.indices])
            self.floats.add(np.zeros(-self.floats.length % LIGHT_WIDTH))
            h[Header.LIGHT_NODES_F] = self.floats.add(tree.nodes) // LIGHT_WIDTH
            h[Header.LIGHT_AREAS_F] = self.floats.add(near.per_area)
            h[Header.LIGHT_PARENTS_I] = self.ints.add(tree.parents)
            h[Header.LIGHT_LEAVES_I] = self.ints.add(tree.leaves)
            places = near.indices[: len(near.areas)]
            order = np.argsort(places)
            h[Header.LIGHT_PLACES_I] = self.ints.add(np.concatenate([places[order], order]))
            h[Header.LIGHT_SURFACES] = len(near.areas)
        h[Header.EMITTERS_I] = self.ints.add(np.stack([kinds, indices], axis=1))
        h[Header.EMITTERS_F] = self.floats.add(np.concatenate([table.cumulative, table.probability]))
        sky = np.flatnonzero(table.kinds == int(EmitterKind.SKY))
        h[Header.SKY_EMITTER] = sky[0] if len(sky) else -1


def channel_table() -> np.ndarray:
    """The 256 values of an 8-bit channel as linear light, then as sRGB (IEC 61966-2-1) decoded, f32 (512,)."""
    value = np.arange(256) / 255.0
    decoded = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return np.concatenate([value, decoded]).astype(np.float32)


def _flags(material: Material, shader: LoadedShader | None) -> int:
    transmits = shader is not None and shader.lets_through(material.parameters)
    solid = shader is not None and shader.is_solid(material.parameters)
    flags = 0
    for condition, flag in (
        (material.two_sided or transmits, MaterialFlag.TWO_SIDED),
        (material.emission_sides == "both", MaterialFlag.EMITS_BACK),
        (material.emits, MaterialFlag.EMITS),
        (material.alpha_mode == "mask", MaterialFlag.MASK),
        (material.alpha_mode == "blend", MaterialFlag.BLEND),
        (material.interior is not None or solid, MaterialFlag.BOUNDARY),
        (transmits, MaterialFlag.TRANSMITS),
        (shader is not None and shader.only_delta(material.parameters), MaterialFlag.SMOOTH),
    ):
        flags |= int(flag) if condition else 0
    return flags


def _parameters(out: np.ndarray, shader: LoadedShader, given: dict, where: str) -> None:
    """Writes the parameters of a texture, sky or medium, three floats each."""
    for name in given.keys() - shader.shader.parameters.keys():
        known = ", ".join(shader.shader.parameters) or "none"
        raise InputError(f"there is no parameter {name!r}", where=where, remedy=f"it has {known}")
    for k, parameter in enumerate(shader.shader.parameters.values()):
        out[3 * k : 3 * k + 3] = given.get(parameter.name, parameter.default)


def _words(image: Image) -> int:
    """Of 32 bits for each texel."""
    return 1 if image.pixels.dtype == np.uint8 else 4


def _texels(image: Image) -> np.ndarray:
    """RGBA words: one per texel for 8 bits, four (bits of f32) for floats. Grey is spread, missing alpha is one."""
    pixels = image.pixels
    one = 255 if pixels.dtype == np.uint8 else 1.0
    rgba = np.full((image.height, image.width, 4), one, pixels.dtype)
    rgba[..., :3] = pixels[..., :1] if image.channels < 3 else pixels[..., :3]
    if image.channels in (2, 4):
        rgba[..., 3] = pixels[..., -1]
    return np.ascontiguousarray(rgba).view(np.uint32).reshape(-1)
