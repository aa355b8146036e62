"""glTF inputs from public bug reports: what can be checked on the model, before any pixel."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gltf_files import area, load_file, world_triangles

from raytracer.errors import InputError
from raytracer.io.gltf import compression
from raytracer.scene import DirectionalLight, Image, Mesh, PointLight, Scene, SpotLight
from raytracer.scene.transform import apply_normals


def _folder(cases_dir: Path, number: int) -> Path:
    return next(cases_dir.glob(f"{number:02d}-*"))


def _expected(cases_dir: Path, number: int) -> dict[str, Any]:
    return json.loads((_folder(cases_dir, number) / "expected.json").read_text(encoding="utf-8"))["expect"]


def _load(cases_dir: Path, number: int, name: str, **context: Any) -> tuple[Scene, list[str]]:
    return load_file(_folder(cases_dir, number) / name, **context)


def _files(cases_dir: Path, number: int) -> list[str]:
    folder = _folder(cases_dir, number)
    return [p.name for p in sorted(folder.iterdir()) if p.suffix in (".gltf", ".glb")]


def _geometric_normals(scene: Scene) -> np.ndarray:
    corners = world_triangles(scene)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return normals / np.linalg.norm(normals, axis=1, keepdims=True)


def _base_color(scene: Scene) -> Image:
    texture = scene.materials[0].parameters["base_color"].texture
    assert texture is not None
    assert texture.image is not None
    return texture.image


def test_10_nan_positions(cases_dir: Path) -> None:
    scene, notes = _load(cases_dir, 10, "nan_position.gltf")
    assert scene.triangle_count == _expected(cases_dir, 10)["nan_position.gltf"]["triangles"]
    assert np.isfinite(scene.bounds()).all()
    assert "dropped 1 of 1 triangles" in notes[0]


def test_18_empty_files(cases_dir: Path) -> None:
    scene, notes = _load(cases_dir, 18, "empty.gltf")
    assert scene.triangle_count == 0
    assert notes == ["empty.gltf: the file shows no surface"]
    with pytest.raises(InputError, match="empty"):
        _load(cases_dir, 18, "zero_bytes.glb")


def test_20_sparse_accessors(cases_dir: Path) -> None:
    for name in _files(cases_dir, 20):
        assert np.array_equal(_load(cases_dir, 20, name)[0].bounds(), _expected(cases_dir, 20)["*"]["bbox"]), name


@pytest.mark.parametrize("number", [21, 89])
def test_names_of_files(cases_dir: Path, number: int) -> None:
    folder = _folder(cases_dir, number)
    names = _files(cases_dir, 21) if number == 21 else ["raw_utf8.gltf", "percent.gltf"]
    base = folder if number == 21 else next(p for p in folder.iterdir() if p.is_dir())
    for name in names:
        scene, notes = load_file(base / name)
        pixels = _base_color(scene).pixels
        assert notes == [], name
        assert pixels[0, 0, 0] == (188 if number == 21 else 255), name
        assert (pixels[..., 1:3] == 0).all(), name


def test_89_byte_order_mark(cases_dir: Path) -> None:
    assert "byte order mark" in _load(cases_dir, 89, "utf8_bom.gltf")[1][0]


def test_23_glb_oddities(cases_dir: Path) -> None:
    expected = _expected(cases_dir, 23)
    for name in _files(cases_dir, 23):
        scene, notes = _load(cases_dir, 23, name)
        silent = name in expected["must_load"] and name not in expected["may_warn"]
        assert area(scene) == pytest.approx(4.0), name
        assert bool(notes) != silent, name


def test_25_out_of_bounds(cases_dir: Path) -> None:
    for name in _files(cases_dir, 25):
        if name == "no_position.gltf":
            assert "without POSITION" in _load(cases_dir, 25, name)[1][0]
            continue
        with pytest.raises(InputError) as caught:
            _load(cases_dir, 25, name)
        assert name in caught.value.where
        assert any(part in caught.value.where for part in ("accessors[", "bufferViews[", "nodes[", "meshes[")), name


def test_26_primitive_modes(cases_dir: Path) -> None:
    expected = _expected(cases_dir, 26)["*"]
    for name in _files(cases_dir, 26):
        scene, _ = _load(cases_dir, 26, name)
        assert scene.triangle_count == expected["triangles"], name
        assert area(scene) == pytest.approx(expected["area"]), name
        assert _geometric_normals(scene) == pytest.approx(np.array([expected["normal"]] * 2)), name


def test_28_scene_selection(cases_dir: Path) -> None:
    for name in _files(cases_dir, 28):
        scene, _ = _load(cases_dir, 28, name)
        assert scene.triangle_count == (0 if name in ("empty_scene.gltf", "only_asset.gltf") else 2), name
    scene, _ = _load(cases_dir, 28, "no_camera.gltf")
    _, up, forward = scene.camera.basis()
    offsets = world_triangles(scene).reshape(-1, 3) - np.array(scene.camera.position)
    tops = (offsets @ up) / (offsets @ forward) / math.tan(math.radians(scene.camera.fov_y_deg) / 2.0)
    assert 0.2 < 0.5 * (tops.max() - tops.min()) < 0.9
    assert np.abs(tops).max() < 1.0
    assert _load(cases_dir, 28, "no_lights_no_material.gltf")[0].environment is not None


def test_29_mirrored_nodes(cases_dir: Path) -> None:
    for name in _files(cases_dir, 29):
        scene, _ = _load(cases_dir, 29, name)
        assert area(scene) == pytest.approx(8.0 if name == "nonuniform_normal.gltf" else 4.0), name
    scene, _ = _load(cases_dir, 29, "nonuniform_normal.gltf")
    mesh, light = scene.shapes[0], scene.lights[0]
    assert isinstance(mesh, Mesh)
    assert isinstance(light, DirectionalLight)
    assert mesh.normals is not None
    normal = apply_normals(scene.instances[0].world_from_object, mesh.normals)[0]
    cosine = -float(np.dot(normal, light.direction))
    assert 0.5 * cosine == pytest.approx(_expected(cases_dir, 29)["nonuniform_normal.gltf"][0], rel=1e-5)


def test_31_required_extensions_and_versions(cases_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compression, "_library", lambda name: None)  # with a decoder, the Draco case holds plain data
    named = {
        "unknown_required.gltf": "VENDOR_made_up",
        "basisu_required.gltf": "KHR_texture_basisu",
        "version_1.gltf": "1.0",
        "version_3.gltf": "3.0",
    }
    for name, part in named.items():
        with pytest.raises(InputError, match=part) as caught:
            _load(cases_dir, 31, name)
        assert caught.value.remedy
    with pytest.raises(InputError) as caught:
        _load(cases_dir, 31, "draco_required_no_data.gltf")
    assert "KHR_draco_mesh_compression" in str(caught.value)
    assert "VENDOR_made_up" in _load(cases_dir, 31, "unknown_used_only.gltf")[1][0]
    assert _load(cases_dir, 31, "version_2_1.gltf")[1] == []


def test_32_deep_textures(cases_dir: Path) -> None:
    for name, expected in (
        ("rgb16.glb", (0.5029, 0.0513, 0.0)),
        ("rgba16.glb", (0.5029, 0.0513, 0.0)),
        ("gray16.glb", (0.5029,)),
    ):
        image = _base_color(_load(cases_dir, 32, name)[0])
        assert image.encoding == "linear", name
        assert image.pixels[0, 0, : len(expected)] == pytest.approx(expected, abs=1 / 255), name
    parameters = _load(cases_dir, 32, "orm16.glb")[0].materials[0].parameters
    for name, channel, expected in (("roughness", 1, 0.502), ("metallic", 2, 1.0)):
        texture = parameters[name].texture
        assert texture is not None
        assert texture.image is not None
        assert texture.image.pixels[0, 0, channel] == pytest.approx(expected, abs=1 / 255)


def test_34_encodings(cases_dir: Path) -> None:
    scene, _ = _load(cases_dir, 34, "basecolor_188.glb")
    assert (_base_color(scene).encoding, int(_base_color(scene).pixels[0, 0, 0])) == ("srgb", 188)
    scene, _ = _load(cases_dir, 34, "emissive_188_strength_4.glb")
    emission = scene.materials[0].emission
    assert emission.texture is not None
    assert emission.texture.image is not None
    assert (emission.value, emission.texture.image.encoding) == ((4.0, 4.0, 4.0), "srgb")
    assert scene.environment is None
    scene, _ = _load(cases_dir, 34, "roughness_128.glb")
    texture = scene.materials[0].parameters["roughness"].texture
    assert texture is not None
    assert texture.image is not None
    assert (texture.image.encoding, int(texture.image.pixels[0, 0, 1])) == ("linear", 128)
    scene, _ = _load(cases_dir, 34, "vertex_color_linear_half_times_factor_half.glb")
    mesh, factor = scene.shapes[0], scene.materials[0].parameters["base_color"].value
    assert isinstance(mesh, Mesh)
    assert isinstance(factor, tuple)
    assert mesh.colors is not None
    assert factor[0] * mesh.colors[0, 0] == pytest.approx(0.25, abs=1 / 255)


def test_36_data_uris(cases_dir: Path) -> None:
    expected = _expected(cases_dir, 36)
    for name in [*expected["ok"], "missing_padding.gltf"]:
        assert area(_load(cases_dir, 36, name)[0]) == pytest.approx(4.0), name
    for name in expected["error"]:
        with pytest.raises(InputError) as caught:
            _load(cases_dir, 36, name)
        assert "buffers[0]" in caught.value.where


def test_37_normals(cases_dir: Path) -> None:
    for name in _files(cases_dir, 37):
        mesh = _load(cases_dir, 37, name)[0].shapes[0]
        assert isinstance(mesh, Mesh)
        if name in ("unnormalized_normals.gltf", "reversed_normals.gltf"):
            sign = -1.0 if name.startswith("reversed") else 1.0
            assert mesh.normals == pytest.approx(np.array([[0.0, 0.0, sign]] * len(mesh.positions))), name
        else:
            assert mesh.normals is None, name


def test_38_light_units(cases_dir: Path) -> None:
    """Radiance of the plane under each light: albedo / pi * intensity / distance^2, or albedo / pi * irradiance."""
    for name, expected in _expected(cases_dir, 38).items():
        scene, _ = _load(cases_dir, 38, name)
        light = scene.lights[0]
        albedo = scene.materials[0].parameters["base_color"].value
        assert isinstance(albedo, tuple)
        if isinstance(light, DirectionalLight):
            irradiance = np.array(light.irradiance)
        else:
            assert isinstance(light, (PointLight, SpotLight))
            irradiance = np.array(light.intensity) / float(np.square(light.position).sum())
        assert albedo * irradiance / math.pi == pytest.approx(expected), name


def test_40_alpha(cases_dir: Path) -> None:
    found = {}
    for name in _files(cases_dir, 40):
        scene, notes = _load(cases_dir, 40, name)
        assert notes == [], name
        found[name] = next((m for m in scene.materials if m.alpha_mode != "opaque"), None)
    assert found["opaque_ignores_alpha.glb"] is None
    assert found["blend_half.glb"].opacity.value == 0.5
    assert found["blend_texture.glb"].opacity.texture.channel == "a"
    assert (found["mask_factor_times_texture.glb"].opacity.value, found["mask_cutoff_zero.glb"].alpha_cutoff) == (
        0.5,
        0.0,
    )
    assert found["64_invisible_layers.glb"].opacity.value == 0.0


def test_59_emitter_sides(cases_dir: Path) -> None:
    for name in _files(cases_dir, 59):
        scene, _ = _load(cases_dir, 59, name)
        lamp = next(m for m in scene.materials if m.emits)
        assert lamp.emission_sides == ("both" if "double" in name else "front"), name
        assert scene.environment is None


def test_63_attenuation(cases_dir: Path) -> None:
    """Transmittance of the cube along its edge, at its size in the world."""
    expected = {
        "attenuation_unit.gltf": (0.1, 0.5, 0.9),
        "attenuation_scale_2.gltf": (0.01, 0.25, 0.81),
        "attenuation_distance_2.gltf": (0.316, 0.707, 0.949),
        "attenuation_infinite_distance.gltf": (1.0, 1.0, 1.0),
        "attenuation_black_channel.gltf": (0.0, 0.5, 1.0),
    }
    for name, transmittance in expected.items():
        scene, _ = _load(cases_dir, 63, name)
        instance = next(i for i in scene.instances if "transmission" in scene.materials[i.material].parameters)
        low, high = scene.shapes[instance.shape].bounds()
        edge = float(high[2] - low[2]) * float(np.linalg.norm(instance.world_from_object[:3, 2]))
        interior = scene.materials[instance.material].interior
        absorption = np.zeros(3) if interior is None else np.array(interior.absorption)
        assert np.exp(-absorption * edge) == pytest.approx(transmittance, abs=1e-3), name
    for name in ("thickness_zero_is_thin.gltf", "thin_base_color.gltf"):
        scene, _ = _load(cases_dir, 63, name)
        glass = next(m for m in scene.materials if "transmission" in m.parameters)
        assert (glass.parameters["thin"].value, glass.interior) == (1.0, None), name


def test_65_missing_assets(cases_dir: Path) -> None:
    folder = _folder(cases_dir, 65)
    with pytest.raises(InputError) as caught:
        _load(cases_dir, 65, "missing_texture.gltf")
    assert str(folder / "gone.png") in str(caught.value)
    assert "missing_texture.gltf: images[0]" in caught.value.where
    assert "placeholder" in _load(cases_dir, 65, "missing_texture.gltf", keep_going=True)[1][0]
    for keep_going in (False, True):
        with pytest.raises(InputError) as caught:
            _load(cases_dir, 65, "missing_bin.gltf", keep_going=keep_going)
        assert str(folder / "gone.bin") in str(caught.value)


def test_90_node_transforms(cases_dir: Path) -> None:
    for name, expected in _expected(cases_dir, 90).items():
        if name == "cycle.gltf":
            with pytest.raises(InputError, match="loop"):
                _load(cases_dir, 90, name)
            continue
        scene, notes = _load(cases_dir, 90, name)
        if name == "two_parents.gltf":
            assert (len(scene.instances), len(notes)) == (2, 1)
            continue
        corners = world_triangles(scene).reshape(-1, 3)
        assert np.array([corners.min(axis=0), corners.max(axis=0)]) == pytest.approx(
            np.array(expected["bbox"]), abs=1e-4
        )
        assert bool(notes) == (name == "quaternion_not_unit.gltf"), name
