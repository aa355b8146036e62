"""Navigation maths: whatever the gesture, the camera neither flips nor reaches its target."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raytracer.app import framing, navigation
from raytracer.scene import Camera

UNIT_BOX = ((-1.0, -1.0, -1.0), (1.0, 1.0, 1.0))
angles = st.floats(-50.0, 50.0)
points = st.tuples(*[st.floats(-100.0, 100.0)] * 3)


def elevation(camera: Camera) -> float:
    """Angle of the position above the target's horizon, radians."""
    back = np.subtract(camera.position, camera.target)
    return math.asin(back[1] / np.linalg.norm(back))


def on_screen(camera: Camera, point: tuple[float, float, float]) -> tuple[float, float]:
    """Right and up coordinate of a world point in the picture's plane, as fractions of its height."""
    right, up, forward = camera.basis()
    relative = np.subtract(point, camera.position)
    scale = 2.0 * math.tan(math.radians(camera.fov_y_deg) / 2.0) * float(relative @ forward)
    return float(relative @ right) / scale, float(relative @ up) / scale


def test_orbit_keeps_the_target_and_the_distance() -> None:
    camera = Camera(position=(0.0, 1.0, 5.0), target=(0.0, 1.0, 0.0))
    turned = navigation.orbit(camera, 0.7, 0.4)
    assert turned.target == camera.target
    assert turned.target_distance == pytest.approx(5.0)
    assert elevation(turned) == pytest.approx(0.4)


def test_orbit_turns_the_scene_with_the_pointer() -> None:
    camera = Camera(position=(0.0, 0.0, 5.0))
    near = (0.0, 0.0, 1.0)
    right, _ = on_screen(navigation.orbit(camera, 0.1, 0.0), near)
    assert right > 0.0
    _, up = on_screen(navigation.orbit(camera, 0.0, 0.1), near)
    assert up < 0.0  # the camera rises: what is near sinks


@given(yaw=angles, pitch=angles)
@settings(max_examples=200, deadline=None)
def test_orbit_never_flips_over_a_pole(yaw: float, pitch: float) -> None:
    camera = navigation.orbit(Camera(position=(1.0, 2.0, 3.0)), yaw, pitch)
    _, up, _ = camera.basis()
    assert up[1] > 0.0
    assert abs(elevation(camera)) <= math.pi / 2 - navigation.POLE_MARGIN + 1e-6
    assert camera.target_distance == pytest.approx(math.sqrt(14.0))


def test_many_small_steps_against_a_pole_stay_there_and_come_back() -> None:
    camera = Camera(position=(0.0, 0.0, 5.0))
    for _ in range(500):
        camera = navigation.orbit(camera, 0.01, 0.02)
    assert elevation(camera) == pytest.approx(math.pi / 2 - navigation.POLE_MARGIN, abs=1e-6)
    assert elevation(navigation.orbit(camera, 0.0, -0.5)) == pytest.approx(math.pi / 2 - navigation.POLE_MARGIN - 0.5)


@pytest.mark.parametrize("up", [(0.0, 1.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.3, 2.0, -0.4)])
@pytest.mark.parametrize("position", [(0.0, 5.0, 0.0), (0.0, -5.0, 0.0), (0.0, 0.0, 5.0), (0.0, 0.0, 0.0)])
def test_orbit_from_degenerate_views_is_finite(
    up: tuple[float, float, float], position: tuple[float, float, float]
) -> None:
    camera = navigation.orbit(Camera(position=position, up=up), 0.2, 0.1)
    assert np.isfinite([camera.position, camera.target]).all()
    assert np.isfinite(np.array(camera.basis())).all()


def test_orbit_leaves_the_file_view_without_a_jump() -> None:
    """The first pixel of a drag must not turn the picture, whatever the up vector."""
    camera = Camera(position=(3.0, 4.0, 5.0), target=(0.0, 1.0, 0.0), up=(0.2, 1.0, 0.1))
    still = navigation.orbit(camera, 0.0, 0.0)
    assert still.position == pytest.approx(camera.position)


@given(steps=st.lists(st.floats(-200.0, 200.0), min_size=1, max_size=20))
@settings(max_examples=100, deadline=None)
def test_dolly_never_reaches_the_target(steps: list[float]) -> None:
    camera = Camera(position=(0.0, 0.0, 5.0))
    for step in steps:
        camera = navigation.dolly(camera, step, 2.0)
        assert 2.0 * navigation.NEAREST * 0.999 <= camera.target_distance <= 2.0 * navigation.FARTHEST * 1.001
        assert camera.basis()[2] == pytest.approx([0.0, 0.0, -1.0])


def test_dolly_steps_are_reversible_and_relative() -> None:
    camera = Camera(position=(0.0, 0.0, 5.0))
    nearer = navigation.dolly(camera, 3.0, 1.0)
    assert nearer.target_distance < 5.0
    assert navigation.dolly(nearer, -3.0, 1.0).target_distance == pytest.approx(5.0)


def test_dolly_magnifies_an_orthographic_camera() -> None:
    camera = Camera(projection="orthographic", ortho_height=2.0)
    nearer = navigation.dolly(camera, 1.0, 1.0)
    assert nearer.ortho_height < 2.0
    assert nearer.position == camera.position


@pytest.mark.parametrize("projection", ["perspective", "orthographic"])
def test_pan_moves_the_target_with_the_pointer(projection: str) -> None:
    camera = Camera(position=(0.0, 0.0, 5.0), fov_y_deg=60.0, projection=projection, ortho_height=4.0)
    moved = navigation.pan(camera, 0.25, 0.1)
    assert moved.target_distance == pytest.approx(5.0)
    height = 2.0 * 5.0 * math.tan(math.radians(30.0)) if projection == "perspective" else 4.0
    assert np.subtract(camera.target, moved.target) == pytest.approx([0.25 * height, -0.1 * height, 0.0])


def test_look_turns_the_head_the_way_the_pointer_goes() -> None:
    camera = Camera(position=(0.0, 0.0, 5.0))
    turned = navigation.look(camera, 0.3, 0.2)
    assert turned.position == camera.position
    forward = turned.basis()[2]
    assert forward[0] > 0.0
    assert forward[1] == pytest.approx(math.sin(0.2))
    assert turned.target_distance == pytest.approx(5.0)


def test_fly_goes_along_the_view_at_the_given_speed() -> None:
    camera = Camera(position=(0.0, 0.0, 5.0))
    moved = navigation.fly(camera, (0.0, 0.0, 1.0), 1.5)
    assert moved.position == pytest.approx((0.0, 0.0, 3.5))
    assert moved.target == pytest.approx((0.0, 0.0, -1.5))
    diagonal = navigation.fly(camera, (1.0, 1.0, 0.0), 1.0)
    assert math.dist(diagonal.position, camera.position) == pytest.approx(1.0)
    assert navigation.fly(camera, (0.0, 0.0, 0.0), 1.0) is camera


def test_fly_speed_is_relative_to_the_scene() -> None:
    assert navigation.fly_speed(100.0, 0) == pytest.approx(100.0 * navigation.fly_speed(1.0, 0))
    assert navigation.fly_speed(1.0, 3) > navigation.fly_speed(1.0, 0) > navigation.fly_speed(1.0, -3) > 0.0


@pytest.mark.parametrize("aspect", [0.4, 1.0, 2.5])
@pytest.mark.parametrize("fov", [10.0, 40.0, 120.0])
def test_frame_shows_the_whole_box(aspect: float, fov: float) -> None:
    camera = Camera(position=(7.0, -3.0, 2.0), target=(50.0, 0.0, 0.0), fov_y_deg=fov)
    framed = framing.frame(camera, UNIT_BOX, aspect)
    assert framed.basis()[2] == pytest.approx(camera.basis()[2])
    fullest = 0.0
    for x in (-1.0, 1.0):
        for y in (-1.0, 1.0):
            for z in (-1.0, 1.0):
                right, up = on_screen(framed, (x, y, z))
                assert abs(up) <= 0.5
                assert abs(right) <= 0.5 * aspect
                fullest = max(fullest, abs(up) / 0.5, abs(right) / (0.5 * aspect))
    assert fullest > 0.7  # and hardly more than that


@pytest.mark.parametrize("bounds", [None, ((math.inf,) * 3, (-math.inf,) * 3), ((0.0,) * 3, (0.0,) * 3)])
def test_frame_of_nothing_is_a_usable_camera(bounds: navigation.Bounds | None) -> None:
    framed = framing.frame(Camera(), bounds, 1.5)
    assert np.isfinite([framed.position, framed.target]).all()
    assert framed.target_distance > 0.0


@pytest.mark.parametrize("back", [(0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, -1.0, 0.0)])
def test_look_along_an_axis_can_be_orbited_from(back: tuple[float, float, float]) -> None:
    camera = framing.look_along(Camera(), back, UNIT_BOX, 1.0)
    assert -camera.basis()[2] == pytest.approx(back, abs=0.02)
    still = navigation.orbit(camera, 0.0, 0.0)
    assert still.position == pytest.approx(camera.position, abs=1e-6)


@given(position=points, target=points, yaw=angles, pitch=angles)
@settings(max_examples=100, deadline=None)
def test_every_move_stays_valid(
    position: tuple[float, float, float], target: tuple[float, float, float], yaw: float, pitch: float
) -> None:
    camera = Camera(position=position, target=target)
    for moved in (
        navigation.orbit(camera, yaw, pitch),
        navigation.look(camera, yaw, pitch),
        navigation.pan(camera, yaw, pitch),
        navigation.dolly(camera, yaw, 3.0),
        navigation.fly(camera, (yaw, pitch, 1.0), 2.0),
    ):
        assert Camera.model_validate(moved.model_dump()) == moved


@pytest.mark.parametrize("size", [(400, 400), (300, 900)])
def test_a_narrow_film_still_shows_the_sides(size: tuple[int, int]) -> None:
    camera = Camera(position=(0.0, 0.0, 5.0), fov_y_deg=30.0)
    fitted = framing.fit(camera, (1600, 900), size)
    edge = 5.0 * math.tan(math.radians(15.0)) * 16.0 / 9.0
    right, _ = on_screen(fitted, (edge, 0.0, 0.0))
    assert right == pytest.approx(0.5 * size[0] / size[1])
    assert fitted.fov_y_deg < 180.0


@pytest.mark.parametrize("designed", [None, (400, 400), (1600, 900)])
def test_a_wide_film_keeps_the_field_of_view(designed: tuple[int, int] | None) -> None:
    camera = Camera(fov_y_deg=30.0)
    assert framing.fit(camera, designed, (1920, 1080)) is camera


def test_scene_size_is_positive_for_every_box() -> None:
    assert navigation.scene_size(UNIT_BOX) == pytest.approx(math.sqrt(12.0))
    for bounds in (None, ((math.inf,) * 3, (-math.inf,) * 3), ((1.0,) * 3, (1.0,) * 3)):
        assert navigation.scene_size(bounds) == 1.0
