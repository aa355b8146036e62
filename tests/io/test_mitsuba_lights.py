"""Mitsuba emitters, media and spectra."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from mitsuba_files import load, notes, write

from raytracer.errors import InputError
from raytracer.io.mitsuba.rotated_sky import pole_to_pole, rotated_sky, turn_about_y
from raytracer.io.radiance_hdr import is_hdr
from raytracer.io.table import load_scene
from raytracer.scene import DirectionalLight, Image, Material, PointLight, SpotLight
from raytracer.scene.transform import rotate, scale


def write_sky(path: Path, pixels: np.ndarray) -> None:
    """A flat Radiance HDR of values that are powers of two."""
    exponent = np.frexp(pixels.max(axis=2))[1]
    rgb = np.round(pixels / np.ldexp(1.0, exponent)[..., None] * 256.0)
    data = np.dstack([rgb, exponent + 128]).astype(np.uint8).tobytes()
    height, width = pixels.shape[:2]
    path.write_bytes(f"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y {height} +X {width}\n".encode() + data)
    assert is_hdr(path.read_bytes())


def test_point_light(tmp_path: Path) -> None:
    inside = '<point name="position" x="1" y="2" z="3"/><rgb name="intensity" value="4,5,6"/>'
    body = f'<emitter type="point">{inside}</emitter>'
    light = load(tmp_path, body).lights[0]
    assert isinstance(light, PointLight)
    assert (light.position, light.intensity) == ((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))
    moved = '<emitter type="point"><transform name="to_world"><translate y="7"/></transform></emitter>'
    placed = load(tmp_path, moved).lights[0]
    assert isinstance(placed, PointLight)
    assert placed.position == (0.0, 7.0, 0.0)


def test_spot_light_shines_along_its_z_with_a_linear_ramp(tmp_path: Path) -> None:
    look = '<transform name="to_world"><lookat origin="0,3,0" target="0,0,0" up="0,1,0"/></transform>'
    body = f'<emitter type="spot">{look}<float name="cutoff_angle" value="40"/></emitter>'
    light = load(tmp_path, body).lights[0]
    assert isinstance(light, SpotLight)
    assert np.allclose([light.position, light.direction], [(0, 3, 0), (0, -1, 0)])
    assert (light.outer_angle_deg, light.inner_angle_deg, light.falloff) == (40.0, 30.0, "linear")


def test_directional_light(tmp_path: Path) -> None:
    inside = '<vector name="direction" value="-1,0,-0.2"/><rgb name="irradiance" value="2"/>'
    body = f'<emitter type="directional">{inside}</emitter>'
    light = load(tmp_path, body).lights[0]
    assert isinstance(light, DirectionalLight)
    assert (light.direction, light.irradiance) == ((-1.0, 0.0, -0.2), (2.0, 2.0, 2.0))
    with pytest.raises(InputError, match="length zero"):
        load(tmp_path, body.replace("-1,0,-0.2", "0,0,0"))


def test_area_light_at_scene_level_shines_only_where_referred_to(tmp_path: Path) -> None:
    light = '<emitter type="area" id="a"><rgb name="radiance" value="1"/></emitter>'
    scene = load(tmp_path, f'<shape type="sphere"><ref id="a"/></shape><shape type="cube"/>{light}')
    assert [scene.materials[i.material].emits for i in scene.instances] == [True, False]


def test_other_emitters_on_shapes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="shapes take area emitters"):
        load(tmp_path, '<shape type="sphere"><emitter type="point"/></shape>')


def test_a_scene_whose_lights_are_all_unsupported_gets_a_sky(tmp_path: Path) -> None:
    body = '<sensor type="perspective"/><shape type="sphere"/><emitter type="sunsky"/>'
    assert load(tmp_path, body).environment is not None
    assert [n.text for n in notes(tmp_path, body)] == [
        "emitter 'sunsky' is left out",
        "no light is left: a default sky stands in",
    ]


def test_a_dark_scene_stays_dark(tmp_path: Path) -> None:
    assert load(tmp_path, '<sensor type="perspective"/><shape type="sphere"/>').environment is None


def test_a_second_environment_is_noted(tmp_path: Path) -> None:
    constant = '<emitter type="constant"><rgb name="radiance" value="{}"/></emitter>'
    body = constant.format(1) + constant.format(2)
    scene = load(tmp_path, body)
    assert scene.environment is not None
    assert scene.environment.parameters == {"radiance": (1.0, 1.0, 1.0)}
    assert "a scene has one environment" in notes(tmp_path, body)[0].text


def test_environment_map_turns_about_y(tmp_path: Path) -> None:
    write_sky(tmp_path / "sky.hdr", np.ones((2, 4, 3)))
    body = """<emitter type="envmap"><string name="filename" value="sky.hdr"/><float name="scale" value="3"/>
    <transform name="to_world"><rotate y="1" angle="{}"/></transform></emitter>"""
    for angle in (90.0, -30.0):
        sky = load(tmp_path, body.format(angle)).environment
        assert sky is not None
        assert (sky.sky, sky.strength) == ("image", 3.0)
        assert sky.rotation_deg == pytest.approx(angle)


def test_environment_map_turned_otherwise_is_resampled(tmp_path: Path) -> None:
    pixels = np.ones((8, 16, 3))
    pixels[0] = 4.0  # bright zenith
    write_sky(tmp_path / "sky.hdr", pixels)
    body = """<emitter type="envmap"><string name="filename" value="sky.hdr"/>
    <transform name="to_world"><rotate x="1" angle="180"/></transform></emitter>"""
    sky = load(tmp_path, body).environment
    assert sky is not None
    assert sky.image is not None
    # The zenith's row reaches from the pole to the next row, an eighth of pi less a bit.
    assert sky.image.pixels[-1].mean() == pytest.approx(4.0, abs=0.05)
    assert sky.image.pixels[0].mean() == pytest.approx(1.0)
    assert [n.kind for n in notes(tmp_path, body)] == ["repaired"]
    with pytest.raises(InputError, match="must only turn"):
        load(tmp_path, body.replace('<rotate x="1" angle="180"/>', '<scale x="2"/>'))


def test_the_first_row_of_a_small_picture_is_on_the_pole() -> None:
    pixels = np.repeat(np.arange(4.0, dtype=np.float32), 2 * 3).reshape(4, 2, 3)
    rows = pole_to_pole(Image("four", pixels, "linear")).pixels[:, 0, 0]
    # Mitsuba 3.9.1: latitude v shows row 3 v.
    latitude = (np.arange(len(rows)) + 0.5) / len(rows)
    assert np.allclose(rows, 3.0 * latitude, atol=1e-5)
    tall = Image("tall", np.zeros((600, 2, 3), np.float32), "linear")
    assert pole_to_pole(tall) is tall


def test_resampling_moves_what_is_seen_along_an_axis() -> None:
    # A blob at +X (a quarter from the left) turned by +90 degrees about Z is at +Y: the top row.
    pixels = np.zeros((32, 64, 3), np.float32)
    pixels[15:17, 15:17] = 1.0
    turned = rotated_sky(Image("blob", pixels, "linear"), rotate((0, 0, 1), 90.0))
    assert turned.pixels[0].mean() > 0.5
    assert turned.pixels[8:].max() == 0.0


def test_turns_about_y_are_told_from_others() -> None:
    assert turn_about_y(rotate((0, 1, 0), 75.0) @ scale(2.0)) == pytest.approx(75.0)
    assert turn_about_y(rotate((1, 0, 0), 10.0)) is None
    assert turn_about_y(scale((-1.0, 1.0, 1.0))) is None


# Media -----------------------------------------------------------------------------------------------------------


def interior(folder: Path, medium: str, version: str = "3.0.0") -> Material:
    body = f'<shape type="sphere"><bsdf type="null"/><medium name="interior" {medium}</medium></shape>'
    return load(folder, body, version=version).materials[0]


def test_media_by_albedo_and_extinction(tmp_path: Path) -> None:
    found = interior(
        tmp_path,
        """type="homogeneous"><rgb name="albedo" value="0.5,0.75,1"/><float name="sigma_t" value="2"/>
        <float name="scale" value="10"/><phase type="hg"><float name="g" value="0.3"/></phase>""",
    ).interior
    assert found is not None
    assert found.absorption == pytest.approx((10.0, 5.0, 0.0))
    assert found.scattering == pytest.approx((10.0, 15.0, 20.0))
    assert found.anisotropy == 0.3


def test_media_of_old_files(tmp_path: Path) -> None:
    inside = 'type="homogeneous"><rgb name="sigmaA" value="1"/><rgb name="sigmaS" value="5,6,7"/>'
    found = interior(tmp_path, inside, "0.5.0").interior
    assert found is not None
    assert (found.absorption, found.scattering) == ((1.0, 1.0, 1.0), (5.0, 6.0, 7.0))


def test_default_medium(tmp_path: Path) -> None:
    found = interior(tmp_path, 'type="homogeneous">').interior
    assert found is not None
    assert (found.absorption[0], found.scattering[0], found.anisotropy) == (0.25, 0.75, 0.0)


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('type="homogeneous"><float name="albedo" value="1.5"/>', "albedo"),
        ('type="homogeneous"><phase type="hg"><float name="g" value="1"/></phase>', "between -1 and 1"),
        ('type="homogeneous"><phase type="spiky"/>', "unknown phase"),
        ('type="foam">', "unknown medium"),
    ],
)
def test_impossible_media(tmp_path: Path, inside: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        interior(tmp_path, inside)


def test_other_media_are_left_out_with_one_note(tmp_path: Path) -> None:
    body = """<shape type="sphere"><bsdf type="null"/><medium name="interior" type="heterogeneous">
    <volume name="sigma_t" type="gridvolume"><string name="filename" value="x.vol"/></volume></medium></shape>"""
    assert load(tmp_path, body).materials[0].interior is None
    assert [n.text for n in notes(tmp_path, body)] == [
        "medium 'heterogeneous' is left out; only homogeneous media are rendered"
    ]


def test_the_medium_of_the_camera_fills_the_scene(tmp_path: Path) -> None:
    body = """<medium type="homogeneous" id="fog"/><sensor type="perspective"><ref id="fog"/></sensor>
    <shape type="sphere"><ref name="exterior" id="fog"/></shape>"""
    result = load_scene(write(tmp_path, body))
    assert result.scene.medium is not None
    assert result.notes == []
    outside = body.replace('<sensor type="perspective"><ref id="fog"/></sensor>', '<sensor type="perspective"/>')
    assert load(tmp_path, outside).medium is None
    assert "differs from the one around the camera" in notes(tmp_path, outside)[0].text


# Spectra ---------------------------------------------------------------------------------------------------------


def radiance(folder: Path, spectrum: str, version: str = "3.0.0") -> tuple[float, float, float]:
    sky = load(folder, f'<emitter type="constant">{spectrum}</emitter>', version=version).environment
    assert sky is not None
    value: tuple[float, float, float] = sky.parameters["radiance"]
    return value


@pytest.mark.parametrize(
    ("spectrum", "expected"),
    [
        ('<rgb name="radiance" value="1, 2 3"/>', (1.0, 2.0, 3.0)),
        ('<rgb name="radiance" value="7"/>', (7.0, 7.0, 7.0)),
        ('<float name="radiance" value="7"/>', (7.0, 7.0, 7.0)),
        ('<spectrum name="radiance" value="2"/>', (2.0, 2.0, 2.0)),
        ('<srgb name="radiance" value="#bcbcbc"/>', (0.502886,) * 3),
        ('<srgb name="radiance" value="1, 0.5, 0"/>', (1.0, 0.214041, 0.0)),
        ('<spectrum name="radiance" type="d65"><float name="scale" value="3"/></spectrum>', (3.0, 3.0, 3.0)),
        ('<spectrum name="radiance" type="uniform"><float name="value" value="3"/></spectrum>', (3.0, 3.0, 3.0)),
    ],
)
def test_colours(tmp_path: Path, spectrum: str, expected: tuple[float, float, float]) -> None:
    assert radiance(tmp_path, spectrum) == pytest.approx(expected, abs=1e-5)


def test_spectra_over_the_wavelength_are_projected_as_mitsuba_does(tmp_path: Path) -> None:
    # The Cornell box: its lamp as emission, its green as reflectance; expected are Mitsuba 3.9.1's numbers.
    lamp = '<spectrum name="radiance" value="400:0, 500:8, 600:15.6, 700:18.4"/>'
    assert radiance(tmp_path, lamp) == pytest.approx((20.7108, 10.8546, 2.77115), rel=0.01)
    irregular = """<spectrum name="radiance" type="irregular"><string name="wavelengths" value="400 500 600 700"/>
    <string name="values" value="0 8 15.6 18.4"/></spectrum>"""
    assert radiance(tmp_path, irregular) == pytest.approx(radiance(tmp_path, lamp))
    white = """<shape type="sphere"><bsdf type="diffuse"><spectrum name="reflectance" value="360:0.4, 830:0.4"/></bsdf>
    </shape>"""
    assert load(tmp_path, white).materials[0].parameters["reflectance"].value == pytest.approx((0.4,) * 3, rel=1e-4)


def test_black_bodies_go_from_red_to_blue(tmp_path: Path) -> None:
    warm, cool = (radiance(tmp_path, f'<blackbody name="radiance" temperature="{t}K"/>') for t in (2700, 12000))
    assert warm[0] > warm[1] > warm[2]
    assert cool[2] > cool[0]


@pytest.mark.parametrize(
    "spectrum",
    [
        '<rgb name="radiance" value="1,2"/>',
        '<rgb name="radiance" value="-1"/>',
        '<srgb name="radiance" value="#12345"/>',
        '<spectrum name="radiance" value="500:1, 400:2"/>',
        '<spectrum name="radiance" value="500:1, 600"/>',
        '<spectrum name="radiance" value="500:nan, 600:1"/>',
        '<spectrum name="radiance" filename="x.spd"/>',
        '<spectrum name="radiance" type="magic"/>',
        '<boolean name="radiance" value="true"/>',
    ],
)
def test_impossible_colours_have_a_line(tmp_path: Path, spectrum: str) -> None:
    with pytest.raises(InputError) as caught:
        radiance(tmp_path, spectrum)
    assert caught.value.where.endswith("scene.xml:2")
