"""glTF: materials, their extensions and their textures."""

from __future__ import annotations

import math
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gltf_files import QUAD, QUAD_INDICES, QUAD_UVS, GltfFile, load_file, material_of
from PIL import Image as PillowImage

from raytracer.errors import InputError
from raytracer.io.gltf import images
from raytracer.scene import Input, Mesh

PIXELS = np.arange(2 * 2 * 4, dtype=np.uint8).reshape(2, 2, 4) * 10


def _png(pixels: np.ndarray, kind: str = "PNG") -> bytes:
    stream = BytesIO()
    PillowImage.fromarray(pixels).save(stream, kind)
    return stream.getvalue()


def _textured(file: GltfFile, pixels: np.ndarray = PIXELS, **texture: Any) -> int:
    """A texture of an embedded PNG."""
    image = file.add("images", {"bufferView": file.view(_png(pixels)), "mimeType": "image/png"})
    return file.add("textures", {"source": image, **texture})


def _with_texture(file: GltfFile) -> None:
    _textured(file)


def test_defaults_are_those_of_the_format(tmp_path: Path) -> None:
    file = GltfFile()
    file.node(mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES))
    scene, notes = file.load(tmp_path)
    material = scene.materials[0]
    assert material.surface == "metallic_roughness"
    assert material.parameters["base_color"].value == (1.0, 1.0, 1.0)
    assert material.parameters["metallic"].value == 1.0
    assert material.parameters["roughness"].value == 1.0
    assert (material.alpha_mode, material.emits, material.emission_sides) == ("opaque", False, "front")
    assert notes == []


def test_factors(tmp_path: Path) -> None:
    pbr = {"baseColorFactor": [0.1, 0.2, 0.3, 0.4], "metallicFactor": 0.5, "roughnessFactor": 0.25}
    material, _ = material_of(tmp_path, {"name": "paint", "pbrMetallicRoughness": pbr, "doubleSided": True})
    values = {name: item.value for name, item in material.parameters.items()}
    assert values == {"base_color": (0.1, 0.2, 0.3), "metallic": 0.5, "roughness": 0.25}
    assert (material.name, material.emission_sides, material.opacity.value) == ("paint", "both", 1.0)


def test_textures_take_their_encodings_and_channels(tmp_path: Path) -> None:
    info = {"index": 0}
    entry = {
        "pbrMetallicRoughness": {"baseColorTexture": info, "metallicRoughnessTexture": info},
        "normalTexture": {"index": 0, "scale": 0.7},
        "emissiveTexture": info,
        "emissiveFactor": [1, 1, 1],
        "occlusionTexture": info,
        "alphaMode": "BLEND",
    }
    material, notes = material_of(tmp_path, entry, _with_texture)
    found = {name: item.texture for name, item in material.parameters.items()}
    found |= {"emission": material.emission.texture, "opacity": material.opacity.texture, "normal": material.normal_map}
    assert {n: (t.channel, t.image.encoding) for n, t in found.items() if t} == {
        "base_color": ("rgb", "srgb"),
        "metallic": ("b", "linear"),
        "roughness": ("g", "linear"),
        "emission": ("rgb", "srgb"),
        "opacity": ("a", "srgb"),
        "normal": ("rgb", "linear"),
    }
    assert np.array_equal(found["base_color"].image.pixels, PIXELS)
    assert found["base_color"].image is found["opacity"].image  # decoded once per encoding
    assert material.normal_scale == 0.7
    assert notes == []


def test_grey_pictures_serve_every_channel_but_alpha(tmp_path: Path) -> None:
    entry = {
        "pbrMetallicRoughness": {"metallicRoughnessTexture": {"index": 0}, "baseColorTexture": {"index": 0}},
        "alphaMode": "MASK",
    }
    material, _ = material_of(tmp_path, entry, lambda file: _textured(file, PIXELS[:, :, 0]) and None)
    assert [material.parameters[n].texture.channel for n in ("metallic", "roughness")] == ["r", "r"]
    assert material.opacity.texture is None


@pytest.mark.parametrize(
    ("sampler", "expected"),
    [
        ({}, ("repeat", "repeat", "linear")),
        ({"wrapS": 33071, "wrapT": 33648, "magFilter": 9728}, ("clamp", "mirror", "nearest")),
        ({"wrapS": 10497, "magFilter": 9729, "minFilter": 9728}, ("repeat", "repeat", "linear")),
    ],
)
def test_samplers(tmp_path: Path, sampler: dict[str, int], expected: tuple[str, str, str]) -> None:
    def change(file: GltfFile) -> None:
        _textured(file, sampler=file.add("samplers", sampler))

    material, _ = material_of(tmp_path, {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}, change)
    texture = material.parameters["base_color"].texture
    assert (texture.wrap_u, texture.wrap_v, texture.filter) == expected


def test_texture_transform_and_its_uv_set(tmp_path: Path) -> None:
    transform = {"offset": [0.1, 0.2], "rotation": 0.5, "scale": [2, 3], "texCoord": 1}
    info = {"index": 0, "texCoord": 0, "extensions": {"KHR_texture_transform": transform}}
    material, _ = material_of(tmp_path, {"pbrMetallicRoughness": {"baseColorTexture": info}}, _with_texture)
    texture = material.parameters["base_color"].texture
    assert (texture.offset, texture.rotation, texture.scale, texture.uv_set) == ((0.1, 0.2), 0.5, (2.0, 3.0), 1)


def test_uv_sets_beyond_the_second_are_moved_to_where_there_is_room(tmp_path: Path) -> None:
    file = GltfFile()
    _textured(file)
    entry = {
        "pbrMetallicRoughness": {"baseColorTexture": {"index": 0, "texCoord": 3}},
        "normalTexture": {"index": 0, "texCoord": 1},
    }
    sets = {f"TEXCOORD_{i}": QUAD_UVS + np.float32(i) for i in range(4)}
    file.node(mesh=file.mesh({"POSITION": QUAD, **sets}, QUAD_INDICES, material=file.add("materials", entry)))
    scene, notes = file.load(tmp_path)
    mesh, material = scene.shapes[0], scene.materials[0]
    assert isinstance(mesh, Mesh)
    assert mesh.uvs is not None
    assert mesh.uvs1 is not None
    assert material.normal_map is not None
    assert (material.normal_map.uv_set, mesh.uvs[0, 0]) == (0, 1.0)
    assert (material.parameters["base_color"].texture.uv_set, mesh.uvs1[0, 0]) == (1, 3.0)  # type: ignore[union-attr]
    assert notes == []
    file.json["materials"][0]["occlusionTexture"] = {"index": 0, "texCoord": 2}
    assert "only uv sets" in file.load(tmp_path)[1][0]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({}, ("opaque", 1.0, 0.5)),
        ({"alphaMode": "MASK", "alphaCutoff": 0.7}, ("mask", 0.4, 0.7)),
        ({"alphaMode": "MASK"}, ("mask", 0.4, 0.5)),
        ({"alphaMode": "BLEND"}, ("blend", 0.4, 0.5)),
    ],
)
def test_coverage(tmp_path: Path, entry: dict[str, Any], expected: tuple[str, float, float]) -> None:
    material, _ = material_of(tmp_path, {"pbrMetallicRoughness": {"baseColorFactor": [1, 1, 1, 0.4]}, **entry})
    assert (material.alpha_mode, material.opacity.value, material.alpha_cutoff) == expected


def test_emission_and_its_strength(tmp_path: Path) -> None:
    extensions = {"KHR_materials_emissive_strength": {"emissiveStrength": 8}}
    material, _ = material_of(tmp_path, {"emissiveFactor": [1, 0.5, 0], "extensions": extensions})
    assert material.emission == Input(value=(8.0, 4.0, 0.0))


def test_ior_and_specular(tmp_path: Path) -> None:
    specular = {"specularFactor": 0.5, "specularColorFactor": [1, 2, 3], "specularTexture": {"index": 0}}
    extensions = {
        "KHR_materials_ior": {"ior": 1.8},
        "KHR_materials_specular": {**specular, "specularColorTexture": {"index": 0}},
    }
    material, _ = material_of(tmp_path, {"extensions": extensions}, _with_texture)
    found = material.parameters
    assert (found["ior"].value, found["specular"].value, found["specular_color"].value) == (1.8, 0.5, (1.0, 2.0, 3.0))
    assert found["specular"].texture.channel == "a"
    assert (found["specular_color"].texture.channel, found["specular_color"].texture.image.encoding) == ("rgb", "srgb")


@pytest.mark.parametrize(("ior", "at_least", "noted"), [(0.0, 20.0, False), (0.5, 1.0, True), (1.0, 1.0, False)])
def test_special_indices_of_refraction(tmp_path: Path, ior: float, at_least: float, noted: bool) -> None:
    material, notes = material_of(tmp_path, {"extensions": {"KHR_materials_ior": {"ior": ior}}})
    assert material.parameters["ior"].value >= at_least
    assert bool(notes) == noted


def _glass(**volume: Any) -> dict[str, Any]:
    extensions: dict[str, Any] = {"KHR_materials_transmission": {"transmissionFactor": 1}}
    if volume:
        extensions["KHR_materials_volume"] = volume
    return {"extensions": extensions}


def test_transmission_without_volume_is_a_thin_wall(tmp_path: Path) -> None:
    for entry in (_glass(), _glass(thicknessFactor=0, attenuationDistance=1, attenuationColor=[0, 0, 0])):
        material, _ = material_of(tmp_path, entry)
        assert (material.parameters["transmission"].value, material.parameters["thin"].value) == (1.0, 1.0)
        assert material.interior is None


def test_volume_absorbs_by_distance(tmp_path: Path) -> None:
    material, _ = material_of(
        tmp_path, _glass(thicknessFactor=1, attenuationDistance=2, attenuationColor=[0.1, 0.5, 1])
    )
    assert material.parameters["thin"].value == 0.0
    assert material.interior.absorption == pytest.approx((-math.log(0.1) / 2, -math.log(0.5) / 2, 0.0))


@pytest.mark.parametrize(
    ("volume", "absorbs"),
    [
        ({"attenuationColor": [0, 0.5, 1], "attenuationDistance": 1}, True),
        ({"attenuationColor": [0, 0, 0], "attenuationDistance": 0}, True),
        ({"attenuationColor": [0.5, 0.5, 0.5], "attenuationDistance": 1e300}, True),
        ({"attenuationColor": [0.5, 0.5, 0.5]}, False),
        ({"attenuationDistance": 1}, False),
    ],
)
def test_extreme_attenuation_is_finite(tmp_path: Path, volume: dict[str, Any], absorbs: bool) -> None:
    material, _ = material_of(tmp_path, _glass(thicknessFactor=1, **volume))
    assert (material.interior is not None) == absorbs
    if absorbs:
        assert all(math.isfinite(a) for a in material.interior.absorption)


def test_an_infinite_attenuation_distance_is_clear_glass(tmp_path: Path) -> None:
    file = GltfFile()
    glass = _glass(thicknessFactor=1, attenuationDistance=7.5, attenuationColor=[0.5, 0.5, 0.5])
    file.quad(material=file.add("materials", glass))
    (tmp_path / "a.gltf").write_text(file.text().replace("7.5", "1e999"))
    assert load_file(tmp_path / "a.gltf")[0].materials[0].interior is None


def test_unlit_emits_its_base_color_to_both_sides(tmp_path: Path) -> None:
    pbr = {"baseColorFactor": [0.1, 0.2, 0.3, 0.5], "baseColorTexture": {"index": 0}}
    entry = {"pbrMetallicRoughness": pbr, "extensions": {"KHR_materials_unlit": {}}, "alphaMode": "BLEND"}
    material, notes = material_of(tmp_path, entry, _with_texture)
    assert material.surface == "diffuse"
    assert material.parameters["reflectance"].value == (0.0, 0.0, 0.0)
    assert (material.emission.value, material.emission_sides) == ((0.1, 0.2, 0.3), "both")
    assert material.emission.texture.image.encoding == "srgb"
    assert (material.opacity.value, material.opacity.texture.channel) == (0.5, "a")
    assert "KHR_materials_unlit" in notes[0]


def test_specular_glossiness_is_converted(tmp_path: Path) -> None:
    old = {
        "diffuseFactor": [0.1, 0.2, 0.3, 0.4],
        "specularFactor": [0.8, 0.04, 0.0],
        "glossinessFactor": 0.5,
        "specularGlossinessTexture": {"index": 0},
    }
    entry = {"extensions": {"KHR_materials_pbrSpecularGlossiness": old}, "alphaMode": "BLEND"}
    material, _ = material_of(tmp_path, entry, _with_texture)
    found = material.parameters
    assert (found["base_color"].value, found["metallic"].value, material.opacity.value) == ((0.1, 0.2, 0.3), 0.0, 0.4)
    assert found["specular_color"].value == pytest.approx((20.0, 1.0, 0.0))
    roughness = found["roughness"].texture.image
    assert roughness.encoding == "linear"
    assert np.abs(roughness.pixels[:, :, 0] - (255 - 0.5 * PIXELS[:, :, 3])).max() <= 0.5


@pytest.mark.parametrize(
    "name",
    ["clearcoat", "sheen", "iridescence", "anisotropy", "dispersion", "diffuse_transmission", "volume_scatter"],
)
def test_unsupported_material_extensions_are_named(tmp_path: Path, name: str) -> None:
    _, notes = material_of(tmp_path, {"extensions": {f"KHR_materials_{name}": {}}})
    assert len(notes) == 1
    assert f"KHR_materials_{name}: " in notes[0]


def test_variants_show_the_default(tmp_path: Path) -> None:
    file = GltfFile()
    materials = [file.add("materials", {"name": name}) for name in ("red", "blue")]
    mapping = {"mappings": [{"material": 1, "variants": [0]}]}
    file.quad(material=materials[0], extensions={"KHR_materials_variants": mapping})
    file.json["extensions"] = {"KHR_materials_variants": {"variants": [{"name": "midnight"}]}}
    scene, notes = file.load(tmp_path)
    assert [m.name for m in scene.materials] == ["red"]
    assert "midnight" in notes[0]


@pytest.mark.parametrize(
    ("entry", "where"),
    [
        ({"pbrMetallicRoughness": {"baseColorFactor": [1, 1, 1]}}, "materials[0].pbrMetallicRoughness.baseColorFactor"),
        ({"pbrMetallicRoughness": {"metallicFactor": "1"}}, "materials[0].pbrMetallicRoughness.metallicFactor"),
        ({"pbrMetallicRoughness": []}, "materials[0].pbrMetallicRoughness"),
        (
            {"pbrMetallicRoughness": {"baseColorTexture": {"index": 5}}},
            "materials[0].pbrMetallicRoughness.baseColorTexture",
        ),
        ({"pbrMetallicRoughness": {"baseColorTexture": {}}}, "materials[0].pbrMetallicRoughness.baseColorTexture"),
        ({"alphaMode": "GLASS"}, "materials[0].alphaMode"),
        ({"doubleSided": 1}, "materials[0].doubleSided"),
        (
            {
                "emissiveFactor": [1e29, 0, 0],
                "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 99}},
            },
            "materials[0].emissiveFactor",
        ),
        ({"extensions": {"KHR_materials_ior": 1.5}}, "materials[0].extensions.KHR_materials_ior"),
        ({"extensions": []}, "materials[0].extensions"),
    ],
)
def test_broken_materials_are_named(tmp_path: Path, entry: dict[str, Any], where: str) -> None:
    with pytest.raises(InputError) as caught:
        material_of(tmp_path, entry)
    assert caught.value.where.endswith(where)


@pytest.mark.parametrize("factor", [-0.5, 1.5])
def test_factors_out_of_range_are_clamped_with_a_note(tmp_path: Path, factor: float) -> None:
    pbr = {"roughnessFactor": factor, "baseColorFactor": [factor, 1, 1, 1]}
    material, notes = material_of(tmp_path, {"pbrMetallicRoughness": pbr})
    limit = min(max(factor, 0.0), 1.0)
    assert (material.parameters["roughness"].value, material.parameters["base_color"].value[0]) == (limit, limit)
    assert sum("outside 0..1" in note for note in notes) == 2


def test_a_missing_texture_is_an_error_or_a_placeholder(tmp_path: Path) -> None:
    file = GltfFile()
    file.add("textures", {"source": file.add("images", {"uri": "gone.png"})})
    file.quad(material=file.add("materials", {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}))
    with pytest.raises(InputError, match=r"gone\.png") as caught:
        file.load(tmp_path)
    assert "images[0]" in caught.value.where
    scene, notes = file.load(tmp_path, keep_going=True)
    assert "placeholder" in notes[0]
    texture = scene.materials[0].parameters["base_color"].texture
    assert texture is not None
    assert texture.image is not None
    assert "missing" in texture.image.name


@pytest.mark.parametrize("data", [b"", b"not a picture", _png(PIXELS)[:60]])
def test_damaged_pictures_are_named(tmp_path: Path, data: bytes) -> None:
    file = GltfFile()
    file.add("textures", {"source": file.add("images", {"bufferView": file.view(data)})})
    file.quad(material=file.add("materials", {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}))
    with pytest.raises(InputError) as caught:
        file.load(tmp_path)
    assert caught.value.where.endswith("images[0]")


def test_webp_is_preferred_where_it_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def picture(can_decode: bool) -> tuple[int, list[str]]:
        monkeypatch.setattr(images, "can_decode", lambda extension: can_decode)
        file = GltfFile()
        webp = file.add("images", {"bufferView": file.view(_png(np.full((3, 3, 3), 9, np.uint8), "WEBP"))})
        _textured(file, extensions={"EXT_texture_webp": {"source": webp}})
        file.quad(material=file.add("materials", {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}))
        scene, notes = file.load(tmp_path)
        return scene.materials[0].parameters["base_color"].texture.image.width, notes  # type: ignore[union-attr]

    assert picture(True) == (3, [])
    assert picture(False) == (2, [])


def test_textures_in_a_format_that_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    file = GltfFile()
    file.add("textures", {"extensions": {"KHR_texture_basisu": {"source": 0}}})
    file.quad(material=file.add("materials", {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}))
    scene, notes = file.load(tmp_path)
    assert scene.materials[0].parameters["base_color"].texture is None
    assert any("KHR_texture_basisu" in note for note in notes)


def _emissive(**members: Any) -> dict[str, Any]:
    return {"emissiveFactor": [1, 1, 1], **members}


@pytest.mark.parametrize(
    ("material", "has_light", "has_sky"),
    [
        ({}, False, True),
        ({}, True, False),
        (_emissive(), False, False),
        (_emissive(emissiveTexture={"index": 0}), False, True),
        (_emissive(emissiveTexture={"index": 0}, extensions={"KHR_materials_emissive_strength": {}}), False, False),
        ({"extensions": {"KHR_materials_unlit": {}}}, False, True),
    ],
)
def test_a_sky_lights_what_nothing_else_lights(
    tmp_path: Path, material: dict[str, Any], has_light: bool, has_sky: bool
) -> None:
    file = GltfFile()
    _textured(file)
    file.quad(material=file.add("materials", material))
    if has_light:
        file.json["extensions"] = {"KHR_lights_punctual": {"lights": [{"type": "point"}]}}
        file.node(extensions={"KHR_lights_punctual": {"light": 0}})
    environment = file.load(tmp_path)[0].environment
    assert (environment is not None and environment.sky == "gradient") == has_sky
