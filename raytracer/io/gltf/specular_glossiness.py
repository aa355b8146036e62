"""The archived KHR_materials_pbrSpecularGlossiness as parameters of the metallic-roughness surface.

The surface's dielectric lobe has the normal reflectance ``0.04 * specular_color`` at its default index of 1.5, so a
specular colour times 25 gives the reflectance that the file asks for. The diffuse part is then weighted by one minus
the Fresnel term instead of one minus the largest specular channel: the difference is small.
"""

from __future__ import annotations

import numpy as np

from raytracer.io.gltf.document import Entry
from raytracer.io.gltf.images import Images
from raytracer.io.gltf.textures import TextureReader
from raytracer.scene import Input

EXTENSION = "KHR_materials_pbrSpecularGlossiness"
_DIELECTRIC = 0.04


def specular_glossiness(entry: Entry, textures: TextureReader, images: Images) -> dict[str, Input]:
    """Parameters of the surface for the extension object ``entry``."""
    diffuse = _factors(entry, "diffuseFactor", 4)
    specular = _factors(entry, "specularFactor", 3)
    info = entry.entry("specularGlossinessTexture")
    return {
        "base_color": Input(
            value=(diffuse[0], diffuse[1], diffuse[2]), texture=textures.read(entry.entry("diffuseTexture"), "srgb")
        ),
        "metallic": Input(value=0.0),
        "roughness": _roughness(entry, info, textures, images),
        "specular_color": Input(
            value=(specular[0] / _DIELECTRIC, specular[1] / _DIELECTRIC, specular[2] / _DIELECTRIC),
            texture=textures.read(info, "srgb"),
        ),
    }


def _roughness(entry: Entry, info: Entry | None, textures: TextureReader, images: Images) -> Input:
    """One minus glossiness, which stands in the alpha channel of the texture."""
    glossiness = min(max(entry.number("glossinessFactor", 1.0), 0.0), 1.0)
    source = images.source(textures.texture(info)) if info is not None else None
    if info is None or source is None:
        return Input(value=1.0 - glossiness)

    def roughness(pixels: np.ndarray) -> np.ndarray:
        alpha = pixels[:, :, 3:4] if pixels.shape[2] == 4 else np.full((*pixels.shape[:2], 1), 255.0)
        return 255.0 - glossiness * alpha

    return Input(value=1.0, texture=textures.place(images.derived(source, info, roughness), info, "r"))


def _factors(entry: Entry, key: str, count: int) -> tuple[float, ...]:
    return tuple(min(max(v, 0.0), 1.0) for v in entry.numbers(key, count, (1.0,) * count))
