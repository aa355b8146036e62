"""Mitsuba sensors, films, samplers and integrators."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from mitsuba_files import load, notes, write

from raytracer.errors import InputError
from raytracer.io.table import load_scene
from raytracer.scene import Camera

FILM = '<film type="hdrfilm"><integer name="width" value="{}"/><integer name="height" value="{}"/></film>'
LOOK = '<transform name="to_world"><lookat origin="1,2,3" target="1,2,-3" up="0,1,0"/></transform>'


def camera(folder: Path, inside: str, kind: str = "perspective") -> Camera:
    return load(folder, f'<sensor type="{kind}">{inside}</sensor>').camera


@pytest.mark.parametrize(
    ("axis", "wide", "tall"),
    # Vertical field of view for fov = 40 on films of 200x100 and 100x200, as Mitsuba 3.9.1 says.
    [
        ("x", 20.6282, 72.1048),
        ("y", 40.0, 40.0),
        ("diagonal", 18.4902, 36.0648),
        ("smaller", 40.0, 72.1048),
        ("larger", 20.6282, 40.0),
    ],
)
def test_field_of_view_axes(tmp_path: Path, axis: str, wide: float, tall: float) -> None:
    fov = f'<float name="fov" value="40"/><string name="fov_axis" value="{axis}"/>'
    assert camera(tmp_path, fov + FILM.format(200, 100)).fov_y_deg == pytest.approx(wide, abs=1e-3)
    assert camera(tmp_path, fov + FILM.format(100, 200)).fov_y_deg == pytest.approx(tall, abs=1e-3)


def test_x_is_the_default_axis_and_50_mm_the_default_lens(tmp_path: Path) -> None:
    assert camera(tmp_path, '<float name="fov" value="40"/>' + FILM.format(200, 100)).fov_y_deg == pytest.approx(
        20.6282
    )
    # Mitsuba 3.9.1: x_fov = 38.1848 on 768x576.
    expected = np.degrees(2.0 * np.arctan(np.tan(np.radians(38.1848) / 2.0) * 0.75))
    assert camera(tmp_path, "").fov_y_deg == pytest.approx(expected, abs=1e-3)


def test_focal_length(tmp_path: Path) -> None:
    found = camera(tmp_path, '<string name="focal_length" value="35mm"/>' + FILM.format(200, 100))
    assert found.fov_y_deg == pytest.approx(30.9038, abs=1e-3)  # Mitsuba 3.9.1: x_fov = 57.8712


@pytest.mark.parametrize("fov", ["0", "180", "-5"])
def test_impossible_fields_of_view(tmp_path: Path, fov: str) -> None:
    with pytest.raises(InputError, match="between 0 and 180"):
        camera(tmp_path, f'<float name="fov" value="{fov}"/>')


def test_look_at_has_x_to_the_left(tmp_path: Path) -> None:
    right, up, forward = camera(tmp_path, LOOK).basis()
    assert np.allclose([right, up, forward], [[1, 0, 0], [0, 1, 0], [0, 0, -1]])


def test_a_matrix_looks_along_plus_z(tmp_path: Path) -> None:
    found = camera(tmp_path, '<transform name="to_world"><translate z="-5"/></transform>')
    right, up, forward = found.basis()
    assert found.position == (0.0, 0.0, -5.0)
    assert np.allclose([right, up, forward], [[-1, 0, 0], [0, 1, 0], [0, 0, 1]])


@pytest.mark.parametrize("up", ["0,0,1", "0,0,0", "0,0,-3"])
def test_look_at_survives_a_useless_up(tmp_path: Path, up: str) -> None:
    body = f'<sensor type="perspective"><transform name="to_world">\n<lookat origin="0,0,4" target="0,0,0" up="{up}"/>'
    result = load_scene(write(tmp_path, body + "</transform></sensor>"))
    assert np.allclose(result.scene.camera.basis()[2], (0, 0, -1))
    assert [n.kind for n in result.notes] == ["repaired"]
    assert result.notes[0].where.endswith(":3")


def test_looking_at_oneself_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="target at its origin"):
        camera(tmp_path, LOOK.replace("1,2,-3", "1,2,3"))


def test_a_mirrored_camera_is_noted(tmp_path: Path) -> None:
    said = notes(tmp_path, '<sensor type="perspective"><transform name="to_world"><scale x="-1"/></transform></sensor>')
    assert [n.text for n in said] == ["to_world of sensor 'perspective' mirrors; the picture is not mirrored"]


def test_thin_lens(tmp_path: Path) -> None:
    inside = '<float name="aperture_radius" value="0.1"/><float name="focus_distance" value="6"/>'
    found = camera(tmp_path, inside, "thinlens")
    assert (found.aperture_radius, found.focus) == (0.1, 6.0)


def test_orthographic_height_follows_scale_and_aspect(tmp_path: Path) -> None:
    inside = '<transform name="to_world"><scale value="3"/></transform>' + FILM.format(200, 100)
    found = camera(tmp_path, inside, "orthographic")
    assert found.projection == "orthographic"
    assert found.ortho_height == pytest.approx(3.0)


def test_the_target_is_level_with_the_scene(tmp_path: Path) -> None:
    sphere = '<shape type="sphere"><point name="center" value="9, 0, -7"/></shape>'
    assert load(tmp_path, f'<sensor type="perspective">{LOOK}</sensor>{sphere}').camera.target == (1.0, 2.0, -7.0)


def test_clip_planes_are_noted_only_where_they_would_cut(tmp_path: Path) -> None:
    body = '<sensor type="perspective">{}<float name="near_clip" value="{}"/></sensor><shape type="sphere"/>'
    assert notes(tmp_path, body.format(LOOK, 0.1)) == []
    said = notes(tmp_path, body.format(LOOK, 3))
    assert [n.kind for n in said] == ["ignored"]
    assert "clip planes (3 to 10000)" in said[0].text


@pytest.mark.parametrize(
    ("rfilter", "name", "width"),
    [
        ('<rfilter type="box"/>', "box", 1.0),
        ('<rfilter type="tent"/>', "tent", 2.0),
        ('<rfilter type="gaussian"><float name="stddev" value="0.75"/></rfilter>', "gaussian", 4.5),
        ("", "gaussian", 3.0),
    ],
)
def test_pixel_filters(tmp_path: Path, rfilter: str, name: str, width: float) -> None:
    film = f'<sensor type="perspective"><film type="hdrfilm">{rfilter}</film></sensor>'
    settings = load(tmp_path, film).settings
    assert (settings.filter, settings.filter_width) == (name, width)
    assert (settings.width, settings.height) == (768, 576)


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<film type="hdrfilm"><integer name="width" value="0"/></film>', "film property 'width' must be at least 1"),
        (
            '<film type="hdrfilm"><integer name="height" value="-4"/></film>',
            "film property 'height' must be at least 1",
        ),
        ('<film type="hdrfilm"><integer name="width" value="64.5"/></film>', "'width' must be a whole number"),
        ('<film type="hdrfilm"><integer name="width" value="70000"/></film>', "'width' must be at most 65536"),
        ('<sampler type="independent"><integer name="sample_count" value="0"/></sampler>', "'sample_count' must be"),
    ],
)
def test_impossible_films_name_the_property(tmp_path: Path, inside: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        camera(tmp_path, inside)


@pytest.mark.parametrize(
    ("integrator", "depth"),
    [
        ("", 65535),
        ('<integrator type="path"/>', 65535),
        ('<integrator type="path"><integer name="max_depth" value="6"/></integrator>', 6),
        ('<integrator type="volpath"><integer name="max_depth" value="-1"/></integrator>', 65535),
        ('<integrator type="direct"/>', 2),
        (
            '<integrator type="aov"><integrator type="path">'
            '<integer name="max_depth" value="3"/></integrator></integrator>',
            3,
        ),
    ],
)
def test_depth_limits(tmp_path: Path, integrator: str, depth: int) -> None:
    assert load(tmp_path, integrator).settings.max_depth == depth


def test_roulette_and_seed(tmp_path: Path) -> None:
    body = """<integrator type="path"><integer name="rr_depth" value="9"/></integrator>
    <sensor type="perspective"><sampler type="stratified"><integer name="sample_count" value="32"/>
    <integer name="seed" value="5"/></sampler></sensor>"""
    settings = load(tmp_path, body).settings
    assert (settings.roulette_depth, settings.spp, settings.seed) == (9, 32, 5)


def test_other_integrators_are_replaced_and_noted(tmp_path: Path) -> None:
    assert [n.text for n in notes(tmp_path, '<integrator type="bdpt"><integer name="x" value="1"/></integrator>')] == [
        "integrator 'bdpt' is left out; the path tracer renders"
    ]


def test_every_sensor_is_a_camera(tmp_path: Path) -> None:
    scene = load(tmp_path, '<sensor type="perspective" id="a"/><sensor type="orthographic" id="b"/>')
    assert [c.name for c in scene.cameras] == ["a", "b"]
