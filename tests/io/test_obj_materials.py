"""Material libraries: finding them, reading them, and what their statements mean."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from mesh_measures import read
from PIL import Image as PillowImage

from raytracer.io.obj.mtl import parse, parse_texture
from raytracer.io.report import LoadContext
from raytracer.io.table import load_scene, read_mesh_file
from raytracer.scene import Material, Texture, shader_catalog

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\n"


def material_of(folder: Path, mtl: str) -> tuple[Material, list[str]]:
    """The material ``m`` that the statements ``mtl`` describe."""
    (folder / "m.mtl").write_text(f"newmtl m\n{mtl}\n")
    (folder / "m.obj").write_text(f"mtllib m.mtl\n{TRIANGLE}usemtl m\nf 1/1 2/2 3/3\n")
    ((_, material),), notes = read(folder / "m.obj")
    assert material is not None
    return material, notes


def picture(folder: Path, name: str, color: tuple[int, ...], mode: str = "RGB") -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    PillowImage.new(mode, (4, 4), color).save(folder / name)


def texture_of(material: Material, parameter: str) -> Texture:
    texture = material.parameters[parameter].texture
    assert texture is not None
    return texture


def test_a_missing_library_leaves_the_default(cases_dir: Path) -> None:
    result = load_scene(cases_dir / "06-mtl-missing-and-backslash" / "missing_lib.obj")
    assert result.scene.triangle_count == 1
    assert result.scene.materials[0].name == "default"
    assert any("nowhere.mtl" in str(note) for note in result.notes)


def test_backslashes_and_blanks_from_any_folder(
    cases_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    scene = load_scene(cases_dir / "06-mtl-missing-and-backslash" / "backslash.obj").scene
    image = texture_of(scene.materials[0], "reflectance").image
    assert scene.triangle_count == 2
    assert image is not None
    assert image.pixels[0, 0, :3].tolist() == [255, 0, 0]
    assert image.encoding == "srgb"


def test_a_missing_texture_leaves_the_colour(cases_dir: Path) -> None:
    folder = cases_dir / "06-mtl-missing-and-backslash"
    expected = json.loads((folder / "expected.json").read_text())["expect"]["missing_texture.obj"]
    ((_, material),), notes = read(folder / "missing_texture.obj")
    assert material is not None
    assert material.parameters["reflectance"].value == tuple(expected)
    assert material.parameters["reflectance"].texture is None
    assert any("gone.jpg" in note for note in notes)


def test_opacity_by_d_and_by_Tr(cases_dir: Path) -> None:
    folder = cases_dir / "07-mtl-d-versus-Tr"
    expected = json.loads((folder / "expected.json").read_text())["expect"]
    parts, _ = read(folder / expected["file"])
    materials = [material for _, material in parts if material is not None]
    assert [material.opacity.value for material in materials] == expected["opacity"]
    assert [material.alpha_mode for material in materials] == ["blend", "blend", "blend", "opaque"]


def test_foreign_letters_in_every_name(cases_dir: Path) -> None:
    (path,) = cases_dir.glob("89-*/*/szene.obj")
    ((_, material),), notes = read(path)
    assert material is not None
    assert material.name == "красный"
    image = texture_of(material, "reflectance").image
    assert image is not None
    assert image.pixels[0, 0, :3].tolist() == [255, 0, 0]
    assert not notes


def test_a_library_in_utf16_is_read_with_a_note(cases_dir: Path) -> None:
    (folder,) = cases_dir.glob("89-*")
    ((_, material),), notes = read(folder / "utf16_mtl.obj")
    assert material is not None
    assert material.parameters["reflectance"].value == (1.0, 0.0, 0.0)
    assert any("UTF-16" in note for note in notes)


def test_a_map_of_the_srgb_case(cases_dir: Path) -> None:
    (path,) = cases_dir.glob("34-*/t.obj")
    ((_, material),), _ = read(path)
    assert material is not None
    image = texture_of(material, "reflectance").image
    assert image is not None
    assert (int(image.pixels[0, 0, 0]), image.encoding) == (188, "srgb")


def test_several_libraries_on_a_line_and_a_name_with_blanks(tmp_path: Path) -> None:
    (tmp_path / "one.mtl").write_text("newmtl a\nKd 1 0 0\n")
    (tmp_path / "two three.mtl").write_text("newmtl b\nKd 0 1 0\n")
    faces = "usemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\n"
    (tmp_path / "m.obj").write_text(f"mtllib one.mtl gone.mtl\nmtllib two three.mtl\n{TRIANGLE}{faces}")
    parts, notes = read(tmp_path / "m.obj")
    assert [m.parameters["reflectance"].value for _, m in parts if m] == [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]
    assert len(notes) == 1
    assert "gone.mtl" in notes[0]


def test_without_materials_nothing_is_looked_for(cases_dir: Path) -> None:
    path = cases_dir / "06-mtl-missing-and-backslash" / "missing_lib.obj"
    context = LoadContext(path.parent)
    ((mesh, material),) = read_mesh_file(path, context, materials=False)
    assert (mesh.triangle_count, material) == (1, None)
    assert not context.report.notes


def test_a_texture_outside_the_folder_is_refused_unless_allowed(tmp_path: Path) -> None:
    picture(tmp_path, "secret.png", (255, 0, 0))
    (tmp_path / "model").mkdir()
    material, notes = material_of(tmp_path / "model", "map_Kd ../secret.png")
    assert material.parameters["reflectance"].texture is None
    assert any("outside" in note for note in notes)
    scene = load_scene(tmp_path / "model" / "m.obj", allow_outside=True).scene
    assert texture_of(scene.materials[0], "reflectance").image is not None


@pytest.mark.parametrize(
    ("mtl", "surface"),
    [
        ("Kd 0.5 0.5 0.5", "diffuse"),
        ("Kd 0.5 0.5 0.5\nKs 0 0 0\nNs 200", "diffuse"),
        ("Kd 0.5 0.5 0.5\nKs 1 1 1\nNs 0", "diffuse"),
        ("Kd 0.5 0.5 0.5\nKs 0.5 0.5 0.5\nNs 324\nNi 1.45", "plastic"),
        ("Kd 0 0 0\nKs 0.9 0.6 0.3\nNs 500", "rough_conductor"),
        ("Kd 0 0 0\nKs 1 1 1\nillum 7\nNi 1.5\nd 0.1", "dielectric"),
        ("Kd 1 0.5 0\nPr 0.3\nPm 1", "metallic_roughness"),
    ],
)
def test_which_surface_the_statements_mean(tmp_path: Path, mtl: str, surface: str) -> None:
    material, notes = material_of(tmp_path, mtl)
    assert material.surface == surface
    assert material.parameters.keys() <= shader_catalog.get("surfaces", surface).parameters.keys()
    assert not notes


def test_parameters_of_each_surface(tmp_path: Path) -> None:
    plastic, _ = material_of(tmp_path, "Kd 0.1 0.2 0.3\nKs 0.5 0.5 0.5\nNs 198\nNi 1.45")
    assert plastic.parameters["ior"].value == 1.45
    assert plastic.parameters["alpha"].value == pytest.approx(0.1)
    mirror, _ = material_of(tmp_path, "Kd 0 0 0\nKs 0.9 0.6 0.3\nNs 198")
    assert mirror.parameters["reflectance"].value == (0.9, 0.6, 0.3)
    assert (mirror.parameters["eta"].value, mirror.parameters["k"].value) == ((0, 0, 0), (1, 1, 1))
    glass, _ = material_of(tmp_path, "illum 6\nNi 1.33\nTf 0.9 1 0.9\nd 0.2")
    assert glass.parameters["ior"].value == 1.33
    assert glass.parameters["transmittance"].value == (0.9, 1.0, 0.9)
    assert glass.alpha_mode == "opaque"
    metal, _ = material_of(tmp_path, "Kd 1 0.5 0\nPr 0.3\nPm 0.75")
    assert metal.parameters["base_color"].value == (1.0, 0.5, 0.0)
    assert (metal.parameters["roughness"].value, metal.parameters["metallic"].value) == (0.3, 0.75)


def test_emission_shines_from_both_sides(tmp_path: Path) -> None:
    material, _ = material_of(tmp_path, "Ke 17 12 4")
    assert material.emission.value == (17.0, 12.0, 4.0)
    assert material.emission_sides == "both"
    assert load_scene(tmp_path / "m.obj").scene.environment is None


def test_an_emissive_picture_alone_is_its_own_colour(tmp_path: Path) -> None:
    picture(tmp_path, "glow.png", (255, 128, 0))
    material, _ = material_of(tmp_path, "map_Ke glow.png")
    assert material.emission.value == (1.0, 1.0, 1.0)
    assert material.emission.texture is not None


def test_Tr_one_does_not_hide_the_surface(tmp_path: Path) -> None:
    material, notes = material_of(tmp_path, "Tr 1.0")
    assert material.alpha_mode == "opaque"
    assert any("Tr 1" in note for note in notes)


def test_a_mask_is_red_or_its_own_alpha(tmp_path: Path) -> None:
    picture(tmp_path, "grey.png", (128,), "L")
    holes = np.full((4, 4, 4), 255, np.uint8)
    holes[0, 0, 3] = 0
    PillowImage.fromarray(holes).save(tmp_path / "holes.png")
    for name, channel in (("grey.png", "r"), ("holes.png", "a")):
        material, _ = material_of(tmp_path, f"map_d {name}")
        assert material.alpha_mode == "blend"
        assert material.opacity.texture is not None
        assert material.opacity.texture.channel == channel
        assert material.opacity.texture.image is not None
        assert material.opacity.texture.image.encoding == "linear"


def test_normal_maps_are_taken_and_height_maps_are_not(tmp_path: Path) -> None:
    picture(tmp_path, "n.png", (128, 128, 255))
    picture(tmp_path, "h.png", (90, 90, 90))
    for mtl in ("norm n.png", "map_Bump -bm 0.5 n.png"):
        material, notes = material_of(tmp_path, mtl)
        assert material.normal_map is not None
        assert material.normal_map.image is not None
        assert material.normal_map.image.encoding == "linear"
        assert material.normal_scale == (0.5 if "-bm" in mtl else 1.0)
        assert not notes
    material, notes = material_of(tmp_path, "bump h.png")
    assert material.normal_map is None
    assert any("bump maps of heights" in note for note in notes)


def test_pictures_of_roughness_are_data(tmp_path: Path) -> None:
    picture(tmp_path, "r.png", (128, 10, 10))
    material, _ = material_of(tmp_path, "map_Pr r.png\nPm 0")
    texture = texture_of(material, "roughness")
    assert material.parameters["roughness"].value == 1.0
    assert texture.channel == "r"
    assert texture.image is not None
    assert texture.image.encoding == "linear"


def test_options_of_a_texture_place_it(tmp_path: Path) -> None:
    """In the file u' = 2 u + 0.1 and v' = 4 v + 0.2 with v up; here v' points down."""
    picture(tmp_path, "t.png", (255, 0, 0))
    material, _ = material_of(tmp_path, "map_Kd -s 2 4 1 -o 0.1 0.2 -clamp on t.png")
    texture = texture_of(material, "reflectance")
    assert (texture.wrap_u, texture.wrap_v) == ("clamp", "clamp")
    u, v_up = 0.3, 0.6
    placed = (texture.scale[0] * u + texture.offset[0], texture.scale[1] * (1 - v_up) + texture.offset[1])
    assert placed == pytest.approx((2 * u + 0.1, 1 - (4 * v_up + 0.2)))


def test_one_picture_for_many_materials_is_read_once(tmp_path: Path) -> None:
    picture(tmp_path, "t.png", (255, 0, 0))
    (tmp_path / "m.mtl").write_text("newmtl a\nmap_Kd t.png\nnewmtl b\nmap_Kd t.png\n")
    (tmp_path / "m.obj").write_text(f"mtllib m.mtl\n{TRIANGLE}usemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\n")
    parts, _ = read(tmp_path / "m.obj")
    first, second = (texture_of(m, "reflectance").image for _, m in parts if m)
    assert first is second


@pytest.mark.parametrize(
    ("mtl", "words"),
    [
        ("Kd spectral white.rfl", "kd spectral"),
        ("Kd 1 x 0", "kd 1 x 0"),
        ("Kd 2 0 0", "limited"),
        ("Ns abc", "ns abc"),
        ("map_Ks s.png\nKs 1 1 1\nNs 9", "map_ks"),
        ("disp d.png", "disp"),
        ("Pc 1", "pc"),
    ],
)
def test_what_is_not_taken_over_is_noted(tmp_path: Path, mtl: str, words: str) -> None:
    _, notes = material_of(tmp_path, mtl)
    assert any(words in note and "'m'" in note for note in notes)


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("a b.png", "a b.png", {}),
        ("-clamp on -s 1 2 3 a.png", "a.png", {"clamp": ["on"], "s": ["1", "2", "3"]}),
        ("-s 0.5 01.png", "01.png", {"s": ["0.5"]}),
        ("-bm 2 bump 01.png", "bump 01.png", {"bm": ["2"]}),
        ("-imfchan r bumpmap2.jpg -bm 1.5", "bumpmap2.jpg", {"imfchan": ["r"], "bm": ["1.5"]}),
        ("-mm 0.1 0.3 a-o.png", "a-o.png", {"mm": ["0.1", "0.3"]}),
        ('"C:\\x y\\z.png"', "C:\\x y\\z.png", {}),
    ],
)
def test_texture_statements(text: str, name: str, options: dict[str, list[str]]) -> None:
    statement = parse_texture(text)
    assert statement.name == name
    assert statement.options == options


def test_tabs_comments_and_statements_before_the_first_material() -> None:
    entries = parse(b"Kd 1 1 1\n# x\n\nnewmtl\ta b\t\n\tKd 0.1 0.2 0.3 # grey\n  map_Kd\tx.png\nnewmtl c\n")
    assert [(entry.name, entry.line) for entry in entries] == [("a b", 4), ("c", 7)]
    assert entries[0].values["kd"] == ["0.1", "0.2", "0.3"]
    assert entries[0].textures["map_kd"].name == "x.png"
