"""What is fixed while kernels are compiled: the shaders in use and the features that the scene needs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from raytracer.engine import shader_loading
from raytracer.engine.flatten import VertexFormat
from raytracer.engine.layout import MEDIUM_HEAD, TEXTURE_F_HEAD, MaterialFloat, MaterialInt, Slot
from raytracer.engine.shader_loading import LoadedShader
from raytracer.scene import Material, Medium, Scene, Texture

LIGHT_TREE_FROM = 8
"""With fewer lights that have a place they are chosen by power alone."""


@dataclass(frozen=True)
class KernelConfig:
    """Kernels for equal configurations (equal ``key``) are the same. Code for what is off is not compiled at all.

    ``has_transparency``: light passes some surfaces. ``has_open_shadows``: straight, so that shadow rays do, too.
    ``has_light_tree``: so many lights that one is chosen by the place it is chosen for.
    """

    surfaces: tuple[LoadedShader, ...]
    media: tuple[LoadedShader, ...]
    textures: tuple[LoadedShader, ...]
    sky: LoadedShader | None
    sky_has_image: bool
    slot_count: int
    textured_slots: tuple[int, ...]
    texture_stride: int
    medium_stride: int
    vertex_stride: int
    normal_offset: int
    uv_offset: int
    uv1_offset: int
    color_offset: int
    tangent_offset: int
    has_spheres: bool
    has_instances: bool
    has_alpha: bool
    has_media: bool
    has_transparency: bool
    has_open_shadows: bool
    has_surface_lights: bool
    has_point_lights: bool
    has_light_tree: bool

    @property
    def has_sky(self) -> bool:
        """Whether anything surrounds the scene."""
        return self.sky is not None

    @property
    def has_textures(self) -> bool:
        """Whether any input of a material has a texture."""
        return bool(self.textured_slots)

    @property
    def has_normal_maps(self) -> bool:
        """Whether any of them is a normal map."""
        return int(Slot.NORMAL) in self.textured_slots

    @property
    def value_count(self) -> int:
        """Numbers that ``lights.slot_values`` gives: three a textured slot; one, unused, where there is none."""
        return max(1, 3 * len(self.textured_slots))

    @property
    def texture_places(self) -> tuple[int, ...]:
        """For each slot its place among ``textured_slots``, or -1 where no material has a texture in it."""
        return tuple(self.textured_slots.index(k) if k in self.textured_slots else -1 for k in range(self.slot_count))

    @property
    def material_i_stride(self) -> int:
        """Integers per material."""
        return int(MaterialInt.TEXTURE_0) + self.slot_count

    @property
    def material_f_stride(self) -> int:
        """Floats per material."""
        return int(MaterialFloat.SLOT_0) + 3 * self.slot_count

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for configurations that compile to the same kernels."""

        def stamps(shaders: Iterable[LoadedShader]) -> tuple[object, ...]:
            return tuple((s.shader.path, s.stamp) for s in shaders)

        named = {k: v for k, v in vars(self).items() if k not in ("surfaces", "media", "textures", "sky")}
        sky = stamps([self.sky]) if self.sky else None
        return (stamps(self.surfaces), stamps(self.media), stamps(self.textures), sky, tuple(sorted(named.items())))


def configure(scene: Scene, layout: VertexFormat, *, spheres: bool, instances: bool) -> KernelConfig:
    """The configuration for a scene. ``InputError`` for a shader that does not exist or does not keep the contract."""
    used = sorted({i.material for i in scene.instances})
    materials = [scene.materials[i] for i in used]
    surfaces = _load_all("surfaces", (m.surface for m in scene.materials))
    media = _load_all("media", (m.shader for m in media_of(scene)))
    all_textures = [t for m in scene.materials for t in material_textures(m)]
    textures = _load_all("textures", (t.shader for t in all_textures))
    sky = shader_loading.load("skies", scene.environment.sky) if scene.environment else None
    alpha = any(m.alpha_mode != "opaque" for m in scene.materials)
    slot_count = int(Slot.PARAMETER_0) + max((len(s.inputs) for s in surfaces), default=0)
    return KernelConfig(
        surfaces=surfaces,
        media=media,
        textures=textures,
        sky=sky,
        sky_has_image=scene.environment is not None and scene.environment.image is not None,
        slot_count=slot_count,
        textured_slots=tuple(sorted({slot for m in scene.materials for slot in _textured_slots(m)})),
        texture_stride=TEXTURE_F_HEAD + 3 * max((len(s.inputs) for s in textures), default=0),
        medium_stride=MEDIUM_HEAD + 3 * max((len(s.inputs) for s in media), default=0),
        vertex_stride=layout.stride,
        normal_offset=layout.normal,
        uv_offset=layout.uv,
        uv1_offset=layout.uv1,
        color_offset=layout.color,
        tangent_offset=layout.tangent,
        has_spheres=spheres,
        has_instances=instances,
        has_alpha=alpha,
        has_media=bool(media),
        has_transparency=alpha or any(_transmits(m) for m in scene.materials),
        has_open_shadows=alpha or any(_open_to_shadow_rays(m) for m in scene.materials),
        has_surface_lights=any(m.emits for m in materials),
        has_point_lights=bool(scene.lights),
        has_light_tree=scene.local_light_count >= LIGHT_TREE_FROM,
    )


def _transmits(material: Material) -> bool:
    return shader_loading.load("surfaces", material.surface).lets_through(material.parameters)


def _open_to_shadow_rays(material: Material) -> bool:
    return shader_loading.load("surfaces", material.surface).lets_straight_through(material.parameters)


def media_of(scene: Scene) -> list[Medium]:
    """Every medium of the scene once, in packing order: the scene's own first."""
    media = [scene.medium] if scene.medium is not None else []
    for material in scene.materials:
        if material.interior is not None and not any(material.interior is m for m in media):
            media.append(material.interior)
    return media


def material_textures(material: Material) -> list[Texture]:
    """All textures of a material."""
    inputs = [material.emission, material.opacity, *material.parameters.values()]
    found = [i.texture for i in inputs if i.texture is not None]
    return found + ([material.normal_map] if material.normal_map is not None else [])


def _textured_slots(material: Material) -> list[int]:
    """Slots of the material that hold a texture. Parameters that its shader lacks are reported when it is packed."""
    parameters = shader_loading.load("surfaces", material.surface).shader.parameters
    slots = {int(Slot.EMISSION): material.emission, int(Slot.OPACITY): material.opacity}
    slots |= {
        int(Slot.PARAMETER_0) + k: material.parameters[name]
        for k, name in enumerate(parameters)
        if name in material.parameters
    }
    found = [slot for slot, given in slots.items() if given.texture is not None]
    return found + ([int(Slot.NORMAL)] if material.normal_map is not None else [])


def _load_all(kind: shader_loading.ShaderKind, names: Iterable[str]) -> tuple[LoadedShader, ...]:
    return tuple(shader_loading.load(kind, name) for name in sorted(set(names)))
