"""Mitsuba BSDFs and textures as materials."""

from __future__ import annotations

from pathlib import Path

import imageio.v3 as iio
import numpy as np
import pytest
from mitsuba_files import load, material, notes, write

from raytracer.errors import InputError
from raytracer.io.table import load_scene
from raytracer.scene import Texture
from raytracer.scene.shader_catalog import catalog

BITMAP = '<texture name="reflectance" type="bitmap"><string name="filename" value="t.png"/>{}</texture>'


def diffuse_texture(folder: Path, texture: str) -> Texture:
    found = material(folder, f'<bsdf type="diffuse">{texture}</bsdf>').parameters["reflectance"].texture
    assert found is not None
    return found


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A 2x2 picture t.png."""
    pixels = np.array([[[255, 0, 0], [0, 255, 0]], [[0, 0, 255], [255, 255, 255]]], np.uint8)
    iio.imwrite(tmp_path / "t.png", pixels)
    return tmp_path


@pytest.mark.parametrize(
    ("bsdf", "surface", "two_sided"),
    [
        ('<bsdf type="diffuse"/>', "diffuse", False),
        ('<bsdf type="twosided"><bsdf type="diffuse"/></bsdf>', "diffuse", True),
        ('<bsdf type="conductor"/>', "rough_conductor", False),
        ('<bsdf type="roughconductor"/>', "rough_conductor", False),
        ('<bsdf type="dielectric"/>', "dielectric", True),
        ('<bsdf type="roughdielectric"/>', "dielectric", True),
        ('<bsdf type="thindielectric"/>', "thin_dielectric", True),
        ('<bsdf type="plastic"/>', "plastic", False),
        ('<bsdf type="roughplastic"/>', "plastic", False),
        ('<bsdf type="principled"/>', "metallic_roughness", False),
        ('<bsdf type="null"/>', "null", True),
        ('<bsdf type="phong"/>', "diffuse", False),
    ],
)
def test_surfaces(tmp_path: Path, bsdf: str, surface: str, two_sided: bool) -> None:
    found = material(tmp_path, bsdf)
    assert (found.surface, found.two_sided) == (surface, two_sided)
    assert found.parameters.keys() <= catalog("surfaces")[surface].parameters.keys()


def test_a_shape_without_bsdf_is_grey_and_black_if_it_shines(tmp_path: Path) -> None:
    assert material(tmp_path, "").parameters["reflectance"].value == (0.5, 0.5, 0.5)
    shining = material(tmp_path, '<emitter type="area"><rgb name="radiance" value="3"/></emitter>')
    assert shining.parameters["reflectance"].value == (0.0, 0.0, 0.0)
    assert shining.emission.value == (3.0, 3.0, 3.0)
    assert shining.emission_sides == "front"


def test_the_border_of_a_medium_without_bsdf_is_index_matched_in_old_files(tmp_path: Path) -> None:
    interior = '<medium name="interior" type="homogeneous"/>'
    assert material(tmp_path, interior, version="0.6.0").surface == "null"
    assert material(tmp_path, interior).surface == "diffuse"


def test_metals_have_the_constants_of_mitsuba(tmp_path: Path) -> None:
    gold = material(tmp_path, '<bsdf type="roughconductor"><string name="material" value="Au"/></bsdf>').parameters
    assert gold["eta"].value == pytest.approx((0.143036, 0.375307, 1.44205), abs=1e-3)  # Mitsuba 3.9.1
    assert gold["k"].value == pytest.approx((3.983, 2.38556, 1.60336), abs=1e-3)
    own = '<bsdf type="conductor"><rgb name="eta" value="1,2,3"/><float name="k" value="4"/></bsdf>'
    mirror = material(tmp_path, own).parameters
    assert (mirror["eta"].value, mirror["k"].value) == ((1.0, 2.0, 3.0), (4.0, 4.0, 4.0))
    assert mirror["alpha"].value == 0.0
    with pytest.raises(InputError, match="no metal 'Unobtainium'"):
        material(tmp_path, '<bsdf type="conductor"><string name="material" value="Unobtainium"/></bsdf>')


def test_indices_of_refraction(tmp_path: Path) -> None:
    def ior(inside: str, kind: str = "dielectric") -> float:
        value = material(tmp_path, f'<bsdf type="{kind}">{inside}</bsdf>').parameters["ior"].value
        assert isinstance(value, float)
        return value

    assert ior("") == pytest.approx(1.50418, abs=1e-5)  # Mitsuba 3.9.1
    assert ior("", "plastic") == pytest.approx(1.48959, abs=1e-5)  # Mitsuba 3.9.1
    water = '<string name="int_ior" value="Water"/><float name="ext_ior" value="1"/>'
    assert ior(water) == pytest.approx(1.333)
    under_water = '<float name="int_ior" value="1"/><string name="ext_ior" value="water"/>'
    assert ior(under_water) == pytest.approx(1.0 / 1.333)
    assert ior(under_water, "thindielectric") == pytest.approx(1.333)
    with pytest.raises(InputError, match="'honey'"):
        ior('<string name="int_ior" value="honey"/>')
    with pytest.raises(InputError, match=r"not in 0\.25\.\.4"):
        ior('<float name="int_ior" value="40"/>')


def test_roughness(tmp_path: Path) -> None:
    def alpha(inside: str) -> object:
        return material(tmp_path, f'<bsdf type="roughconductor">{inside}</bsdf>').parameters["alpha"].value

    assert alpha('<float name="alpha" value="0.3"/>') == 0.3
    assert alpha("") == 0.1
    assert alpha('<float name="alpha_u" value="0.4"/><float name="alpha_v" value="0.1"/>') == pytest.approx(0.2)


@pytest.mark.parametrize("bsdf", ["roughconductor", "roughdielectric"])
def test_both_distributions_are_rendered_and_beckmann_is_the_default(tmp_path: Path, bsdf: str) -> None:
    for inside, beckmann in (("ggx", False), ("beckmann", True), (None, True)):
        distribution = f'<string name="distribution" value="{inside}"/>' if inside else ""
        found = material(tmp_path, f'<bsdf type="{bsdf}">{distribution}</bsdf>')
        assert ("beckmann" in found.parameters) == beckmann
    plain = f'<shape type="sphere"><bsdf type="{bsdf}"/></shape>'
    assert notes(tmp_path, plain) == []


def test_plastic_is_always_ggx_and_says_so(tmp_path: Path) -> None:
    shape = '<shape type="sphere"><bsdf type="roughplastic"/></shape>'
    assert "'beckmann' is rendered as 'ggx'" in notes(tmp_path, shape)[0].text


def test_principled(tmp_path: Path) -> None:
    inside = '<rgb name="base_color" value="0.1,0.2,0.3"/><float name="roughness" value="0.7"/>'
    found = material(tmp_path, f'<bsdf type="principled">{inside}<float name="specular" value="0.5"/></bsdf>')
    assert found.parameters["base_color"].value == (0.1, 0.2, 0.3)
    assert found.parameters["ior"].value == pytest.approx(1.5)  # a normal reflectance of 4 %
    glass = material(tmp_path, '<bsdf type="principled"><float name="spec_trans" value="1"/></bsdf>')
    assert glass.parameters["transmission"].value == 1.0


def test_masks_and_their_nesting(picture: Path) -> None:
    mask = '<bsdf type="twosided"><bsdf type="mask">{}<bsdf type="diffuse"/></bsdf></bsdf>'
    half = material(picture, mask.format('<float name="opacity" value="0.25"/>'))
    assert (half.alpha_mode, half.opacity.value, half.two_sided) == ("blend", 0.25, True)
    textured = material(picture, mask.format(BITMAP.format("").replace("reflectance", "opacity")))
    assert textured.opacity.texture is not None
    image = textured.opacity.texture.image
    assert image is not None
    # Colours count by their luminance.
    assert np.allclose(image.pixels[:, :, 0], [[0.212671, 0.715160], [0.072169, 1.0]], atol=1e-5)


def test_wrappers_that_are_not_rendered_say_so(tmp_path: Path) -> None:
    body = (
        '<shape type="sphere"><bsdf type="bumpmap"><float name="scale" value="2"/><bsdf type="plastic"/></bsdf></shape>'
    )
    assert load(tmp_path, body).materials[0].surface == "plastic"
    assert [n.text for n in notes(tmp_path, body)] == ["bsdf 'bumpmap': left out; only what it covers is rendered"]


def test_of_a_blend_the_heavier_part_is_rendered(tmp_path: Path) -> None:
    blend = (
        '<bsdf type="blendbsdf"><float name="weight" value="{}"/><bsdf type="diffuse"/><bsdf type="dielectric"/></bsdf>'
    )
    assert material(tmp_path, blend.format(0.4)).surface == "diffuse"
    assert material(tmp_path, blend.format(0.6)).surface == "dielectric"


def test_a_wrapper_without_inside_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="needs a bsdf inside"):
        material(tmp_path, '<bsdf type="twosided"/>')


def test_normal_maps_are_never_decoded(picture: Path) -> None:
    bsdf = (
        f'<bsdf type="normalmap">{BITMAP.format("").replace("reflectance", "normalmap")}<bsdf type="diffuse"/></bsdf>'
    )
    found = material(picture, bsdf).normal_map
    assert found is not None
    assert found.image is not None
    assert found.image.encoding == "linear"


@pytest.mark.parametrize(("raw", "encoding"), [("true", "linear"), ("false", "srgb")])
def test_raw_bitmaps(picture: Path, raw: str, encoding: str) -> None:
    image = diffuse_texture(picture, BITMAP.format(f'<boolean name="raw" value="{raw}"/>')).image
    assert image is not None
    assert image.encoding == encoding


def test_wrapping_and_filtering(picture: Path) -> None:
    inside = '<string name="wrap_mode" value="mirror"/><string name="filter_type" value="nearest"/>'
    found = diffuse_texture(picture, BITMAP.format(inside))
    assert (found.wrap_u, found.wrap_v, found.filter) == ("mirror", "mirror", "nearest")
    plain = diffuse_texture(picture, BITMAP.format(""))
    assert (plain.wrap_u, plain.filter, plain.channel) == ("repeat", "linear", "rgb")


def placed(texture: Texture, u: float, v: float) -> np.ndarray:
    """The uv the shader sees: KHR_texture_transform's offset, rotation and scale."""
    c, s = np.cos(texture.rotation), np.sin(texture.rotation)
    return np.array([[c, s], [-s, c]]) @ (np.array(texture.scale) * (u, v)) + texture.offset


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ('<translate x="0.25"/>', (0.55, 0.7)),
        ('<scale x="2" y="3"/>', (0.6, 2.1)),
        ('<rotate z="1" angle="90"/>', (-0.7, 0.3)),
        ('<scale x="2"/><rotate z="1" angle="30"/><translate y="1"/>', (0.169615, 1.906218)),
        ('<scale x="-1"/>', (-0.3, 0.7)),
    ],
)
def test_to_uv(picture: Path, steps: str, expected: tuple[float, float]) -> None:
    found = diffuse_texture(picture, BITMAP.format(f'<transform name="to_uv">{steps}</transform>'))
    assert placed(found, 0.3, 0.7) == pytest.approx(expected, abs=1e-5)


def test_old_texture_placement(picture: Path) -> None:
    inside = '<float name="uscale" value="4"/><float name="voffset" value="0.5"/>'
    found = diffuse_texture(picture, BITMAP.format(inside))
    assert placed(found, 0.25, 0.25) == pytest.approx((1.0, 0.75))


def test_checkerboards(tmp_path: Path) -> None:
    inside = '<rgb name="color0" value="0.1"/><rgb name="color1" value="0,1,0"/>'
    found = diffuse_texture(tmp_path, f'<texture name="reflectance" type="checkerboard">{inside}</texture>')
    assert found.shader == "checker"
    assert found.parameters == {"color_a": (0.1, 0.1, 0.1), "color_b": (0.0, 1.0, 0.0)}


def test_vertex_colours_are_used_where_asked_for(tmp_path: Path) -> None:
    attribute = '<texture name="reflectance" type="mesh_attribute"><string name="name" value="{}"/></texture>'
    bsdf = f'<bsdf type="diffuse">{attribute}</bsdf>'
    used = material(tmp_path, bsdf.format("vertex_color"))
    assert (used.vertex_colors, used.parameters["reflectance"].value) == (True, (1.0, 1.0, 1.0))
    assert not material(tmp_path, bsdf.format("face_color")).vertex_colors
    said = notes(tmp_path, f'<shape type="sphere">{bsdf.format("vertex_color")}</shape>')
    assert [n.text for n in said] == ["shape 'sphere' has no vertex colours; white is used"]
    assert not material(tmp_path, '<bsdf type="diffuse"/>').vertex_colors


def test_a_missing_texture_is_an_error_or_a_placeholder(tmp_path: Path) -> None:
    path = write(tmp_path, f'<shape type="sphere"><bsdf type="diffuse">\n{BITMAP.format("")}</bsdf></shape>')
    with pytest.raises(InputError, match=r"t\.png") as caught:
        load_scene(path)
    assert caught.value.where == f"{path}:3"
    result = load_scene(path, keep_going=True)
    texture = result.scene.materials[0].parameters["reflectance"].texture
    assert texture is not None
    assert texture.image is not None
    assert texture.image.pixels.tolist() == [[[255, 0, 255]]]
    assert [n.kind for n in result.notes] == ["missing"]


def test_a_broken_texture_names_itself_and_who_asked(tmp_path: Path) -> None:
    (tmp_path / "t.png").write_bytes(b"not a picture")
    path = write(tmp_path, f'<shape type="sphere"><bsdf type="diffuse">{BITMAP.format("")}</bsdf></shape>')
    with pytest.raises(InputError, match=r"t\.png") as caught:
        load_scene(path)
    assert caught.value.where == f"{path}:2"


def test_negative_reflectance_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must not be negative"):
        material(tmp_path, '<bsdf type="diffuse"><rgb name="reflectance" value="0.5,-0.1,0"/></bsdf>')


def test_shapes_share_equal_materials(tmp_path: Path) -> None:
    shape = '<shape type="sphere"><ref id="m"/></shape>'
    light = '<shape type="sphere"><ref id="m"/><emitter type="area"/></shape>'
    scene = load(tmp_path, f'<bsdf type="diffuse" id="m"/>{shape}{shape}{light}')
    assert [i.material for i in scene.instances] == [0, 0, 1]
    assert [m.name for m in scene.materials] == ["m", "m"]
