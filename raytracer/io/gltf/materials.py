"""Materials: the metallic-roughness model and its extensions, as the ``metallic_roughness`` surface.

[1] glTF 2.0 specification, section 3.9 "Materials" and appendix B "BRDF Implementation".
[2] KHR_materials_emissive_strength, _ior, _specular, _transmission, _unlit, _volume.

Rules of this loader:
- Nothing is culled: single-sided surfaces reflect on their back like double-sided ones. They *emit* to the front only;
  double-sided ones emit to both sides.
- A candela per square metre is taken as one unit of radiance, as lights take a candela as one unit of intensity.
- Without KHR_materials_volume, or with ``thicknessFactor`` 0, transmission is that of a thin wall. With it, the mesh is
  the boundary of a body; the real path length replaces the thickness. ``attenuationDistance`` is in world space.
- Unlit surfaces emit their base colour and reflect nothing, so they also light their surroundings a little.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from raytracer.io.gltf.document import Document, Entry
from raytracer.io.gltf.extensions import MATERIAL_NOTES
from raytracer.io.gltf.images import Images
from raytracer.io.gltf.specular_glossiness import EXTENSION as SPECULAR_GLOSSINESS
from raytracer.io.gltf.specular_glossiness import specular_glossiness
from raytracer.io.gltf.textures import Channel, TextureReader
from raytracer.scene import Input, Material, Medium, Texture

_OPAQUE_IOR = 100.0
"""Stands for the ior of 0 that [2] _ior defines as "reflects everything": a normal reflectance of 0.96."""
_DARKEST = 1e-6
"""Attenuation colours are at least this, so that the logarithm of black stays finite."""
_SHORTEST = 1e-9
_ALPHA_MODES: dict[str, Literal["opaque", "mask", "blend"]] = {"OPAQUE": "opaque", "MASK": "mask", "BLEND": "blend"}

Parameters = dict[str, Input]


@dataclass(frozen=True)
class LoadedMaterial:
    """A material, the uv sets of the mesh it needs, and whether it counts as a lamp (it then replaces the sky)."""

    material: Material
    uv_sets: tuple[int, ...] = (0, 1)
    is_lamp: bool = False
    unlit: bool = False


class Materials:
    """Reads materials on demand."""

    def __init__(self, document: Document, images: Images) -> None:
        self._document = document
        self._images = images
        self._loaded: dict[int | None, LoadedMaterial] = {}

    def get(self, index: int | None, asked_by: Entry) -> LoadedMaterial:
        """Material ``index``, or the format's default material for None."""
        if index not in self._loaded:
            entry = Entry({"name": "default"}, self._document.root.where)
            if index is not None:
                entry = self._document.item("materials", index, asked_by)
            self._loaded[index] = MaterialReader(self._document, self._images, entry).read(
                entry.name or f"material {index}"
            )
        return self._loaded[index]


class MaterialReader:
    """Reads one material."""

    def __init__(self, document: Document, images: Images, entry: Entry) -> None:
        self._document = document
        self._entry = entry
        self._images = images
        self._textures = TextureReader(document, images, entry)

    def read(self, name: str) -> LoadedMaterial:
        for extension in self._entry.extension_names():
            if extension in MATERIAL_NOTES:
                self._document.note("unsupported", f"{extension}: {MATERIAL_NOTES[extension]}")
        if self._entry.extension("KHR_materials_unlit") is not None:
            return LoadedMaterial(self._unlit(name), self._textures.uv_sets, unlit=True)
        material = self._lit(name)
        return LoadedMaterial(material, self._textures.uv_sets, is_lamp=self._is_lamp(material))

    def _lit(self, name: str) -> Material:
        old = self._entry.extension(SPECULAR_GLOSSINESS)
        if old is not None:
            parameters = specular_glossiness(old, self._textures, self._images)
            base = (_factors(old, "diffuseFactor", 4, 1.0)[3], old.entry("diffuseTexture"))
        else:
            pbr = self._entry.entry("pbrMetallicRoughness") or Entry({}, self._entry.where)
            parameters = self._metallic_roughness(pbr)
            base = (self._clamped(pbr, "baseColorFactor", 4, 1.0)[3], pbr.entry("baseColorTexture"))
        parameters |= self._transmission()
        transmits = "transmission" in parameters
        sides: Literal["front", "both"] = "both" if self._entry.boolean("doubleSided", False) else "front"
        normal_map, normal_scale = self._normal_map()
        return Material(
            name=name,
            surface="metallic_roughness",
            parameters=parameters,
            emission=self._emission(),
            emission_sides=sides,
            normal_map=normal_map,
            normal_scale=normal_scale,
            interior=self._interior() if transmits else None,
            **self._coverage(*base),
        )

    def _unlit(self, name: str) -> Material:
        self._document.note("ignored", "KHR_materials_unlit: such surfaces also light what is around them")
        pbr = self._entry.entry("pbrMetallicRoughness") or Entry({}, self._entry.where)
        factor = self._clamped(pbr, "baseColorFactor", 4, 1.0)
        texture = pbr.entry("baseColorTexture")
        return Material(
            name=name,
            surface="diffuse",
            parameters={"reflectance": Input(value=(0.0, 0.0, 0.0))},
            emission=Input(value=factor[:3], texture=self._textures.read(texture, "srgb")),
            emission_sides="both",
            **self._coverage(factor[3], texture),
        )

    def _metallic_roughness(self, pbr: Entry) -> Parameters:
        surface = pbr.entry("metallicRoughnessTexture")
        parameters = {
            "base_color": Input(
                value=self._clamped(pbr, "baseColorFactor", 4, 1.0)[:3],
                texture=self._textures.read(pbr.entry("baseColorTexture"), "srgb"),
            ),
            "metallic": self._scalar(pbr, "metallicFactor", 1.0, surface, "b"),
            "roughness": self._scalar(pbr, "roughnessFactor", 1.0, surface, "g"),
        }
        return parameters | self._ior() | self._specular()

    def _ior(self) -> Parameters:
        extension = self._entry.extension("KHR_materials_ior")
        if extension is None:
            return {}
        ior = extension.number("ior", 1.5)
        if ior == 0.0:
            return {"ior": Input(value=_OPAQUE_IOR)}
        if ior < 1.0:
            self._document.note("repaired", f"an index of refraction of {ior:g} is taken as 1", self._entry)
        return {"ior": Input(value=max(ior, 1.0))}

    def _specular(self) -> Parameters:
        extension = self._entry.extension("KHR_materials_specular")
        if extension is None:
            return {}
        color = extension.numbers("specularColorFactor", 3, (1.0, 1.0, 1.0))
        return {
            "specular": self._scalar(extension, "specularFactor", 1.0, extension.entry("specularTexture"), "a"),
            "specular_color": Input(
                value=_color(tuple(max(c, 0.0) for c in color)),
                texture=self._textures.read(extension.entry("specularColorTexture"), "srgb"),
            ),
        }

    def _transmission(self) -> Parameters:
        extension = self._entry.extension("KHR_materials_transmission")
        if extension is None:
            return {}
        texture = extension.entry("transmissionTexture")
        transmission = self._scalar(extension, "transmissionFactor", 0.0, texture, "r")
        if transmission.value == 0.0:
            return {}
        return {"transmission": transmission, "thin": Input(value=0.0 if self._has_volume() else 1.0)}

    def _has_volume(self) -> bool:
        volume = self._entry.extension("KHR_materials_volume")
        return volume is not None and volume.number("thicknessFactor", 0.0) > 0.0

    def _interior(self) -> Medium | None:
        """Beer-Lambert absorption: ``attenuationColor`` is what is left after ``attenuationDistance``."""
        volume = self._entry.extension("KHR_materials_volume")
        if volume is None or not self._has_volume() or "attenuationDistance" not in volume:
            return None
        distance = max(volume.number_or_infinity("attenuationDistance"), _SHORTEST)
        color = self._clamped(volume, "attenuationColor", 3, 1.0)
        absorption = tuple(-math.log(max(c, _DARKEST)) / distance for c in color)
        return Medium(absorption=_color(absorption)) if max(absorption) > 0.0 else None

    def _emission(self) -> Input:
        factor = self._entry.numbers("emissiveFactor", 3, (0.0, 0.0, 0.0))
        extension = self._entry.extension("KHR_materials_emissive_strength")
        strength = 1.0 if extension is None else max(extension.number("emissiveStrength", 1.0), 0.0)
        radiance = _color(tuple(max(f, 0.0) * strength for f in factor))
        if max(radiance) >= 1e30:
            raise self._entry.error("the emission is not believable", key="emissiveFactor")
        texture = self._entry.entry("emissiveTexture") if max(radiance) > 0.0 else None
        return Input(value=radiance, texture=self._textures.read(texture, "srgb"))

    def _is_lamp(self, material: Material) -> bool:
        """A glowing dial is no lamp: a texture that emits counts only when its strength is given on purpose."""
        strong = self._entry.extension("KHR_materials_emissive_strength") is not None
        return material.emits and (material.emission.texture is None or strong)

    def _normal_map(self) -> tuple[Texture | None, float]:
        info = self._entry.entry("normalTexture")
        scale = 1.0 if info is None else info.number("scale", 1.0)
        return self._textures.read(info, "linear"), scale

    def _coverage(self, alpha: float, texture: Entry | None) -> dict[str, object]:
        """``alpha_mode``, ``opacity`` and ``alpha_cutoff``; the vertex alpha comes on top by itself."""
        mode = self._entry.string("alphaMode", "OPAQUE")
        if mode not in _ALPHA_MODES:
            raise self._entry.error(f"must be one of {', '.join(_ALPHA_MODES)}, not {mode[:40]!r}", key="alphaMode")
        if mode == "OPAQUE":
            return {}
        opacity = Input(value=alpha, texture=self._textures.read(texture, "srgb", "a"))
        cutoff = max(self._entry.number("alphaCutoff", 0.5), 0.0)
        return {"alpha_mode": _ALPHA_MODES[mode], "opacity": opacity, "alpha_cutoff": cutoff}

    def _scalar(self, entry: Entry, key: str, default: float, texture: Entry | None, channel: Channel) -> Input:
        """A factor of 0..1, times one channel of a linear texture."""
        value = entry.number(key, default)
        if not 0.0 <= value <= 1.0:
            self._document.note("repaired", f"{key} {value:g} is outside 0..1", self._entry)
        value = min(max(value, 0.0), 1.0)
        return Input(value=value, texture=self._textures.read(texture, "linear", channel) if value > 0.0 else None)

    def _clamped(self, entry: Entry, key: str, count: int, default: float) -> tuple[float, ...]:
        if not all(0.0 <= v <= 1.0 for v in entry.numbers(key, count, (default,) * count)):
            self._document.note("repaired", f"{key} is outside 0..1", self._entry)
        return _factors(entry, key, count, default)


def _factors(entry: Entry, key: str, count: int, default: float) -> tuple[float, ...]:
    return tuple(min(max(v, 0.0), 1.0) for v in entry.numbers(key, count, (default,) * count))


def _color(values: tuple[float, ...]) -> tuple[float, float, float]:
    red, green, blue = values
    return red, green, blue
