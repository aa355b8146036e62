"""Which extensions are read, which change nothing that is drawn, and what to do about the others."""

from __future__ import annotations

from raytracer.io.gltf import compression, images
from raytracer.io.gltf.document import Document

READ = frozenset(
    {
        "EXT_mesh_gpu_instancing",
        "KHR_lights_punctual",
        "KHR_materials_emissive_strength",
        "KHR_materials_ior",
        "KHR_materials_pbrSpecularGlossiness",
        "KHR_materials_specular",
        "KHR_materials_transmission",
        "KHR_materials_unlit",
        "KHR_materials_variants",
        "KHR_materials_volume",
        "KHR_mesh_quantization",
        "KHR_node_visibility",
        "KHR_texture_transform",
    }
)

WITHOUT_EFFECT = frozenset(
    {
        "EXT_structural_metadata",
        "FB_ngon_encoding",
        "GODOT_single_root",
        "KHR_animation_pointer",
        "KHR_interactivity",
        "KHR_node_hoverability",
        "KHR_node_selectability",
        "KHR_xmp",
        "KHR_xmp_json_ld",
    }
)
"""They describe, animate or react; a still picture is the same without them."""

MATERIAL_NOTES = {
    "KHR_materials_anisotropy": "highlights are round instead of stretched",
    "KHR_materials_clearcoat": "the clear coat is left out",
    "KHR_materials_diffuse_transmission": "light does not shine through diffusely",
    "KHR_materials_dispersion": "glass refracts all colours alike",
    "KHR_materials_iridescence": "the thin film is left out",
    "KHR_materials_sheen": "the sheen is left out",
    "KHR_materials_volume_scatter": "the volume absorbs but does not scatter",
}
"""Known material extensions that are not read, and what the picture lacks; noted for each material that has one."""

_REMEDIES = {
    compression.DRACO: "pip install 'raytracer[compression]', or export without compression",
    compression.MESHOPT[0]: "pip install 'raytracer[compression]', or export without compression",
    compression.MESHOPT[1]: "pip install 'raytracer[compression]', or export without compression",
    images.BASISU: "convert the KTX2 textures to PNG or JPEG",
    "EXT_texture_webp": "convert the WebP textures to PNG or JPEG",
    "EXT_texture_avif": "convert the AVIF textures to PNG or JPEG",
}


def check_extensions(document: Document) -> None:
    """Raises ``InputError`` naming every required extension that is not read; notes the unknown ones in use."""
    required = document.root.strings("extensionsRequired")
    missing = sorted({name for name in required if not _is_read(name)})
    if missing:
        remedies = {_REMEDIES.get(name, f"export without {name}") for name in missing}
        raise document.root.error(
            f"the file requires {', '.join(missing)}, which is not supported here", remedy="; ".join(sorted(remedies))
        )
    noted_elsewhere = {*MATERIAL_NOTES, *_REMEDIES}
    for name in dict.fromkeys(document.root.strings("extensionsUsed")):
        if not _is_read(name) and name not in noted_elsewhere:
            document.note("unsupported", f"{name}: this extension is ignored")


def _is_read(name: str) -> bool:
    if name == compression.DRACO:
        return compression.have_draco()
    if name in compression.MESHOPT:
        return compression.have_meshopt()
    return name in READ or name in WITHOUT_EFFECT or images.can_decode(name)
