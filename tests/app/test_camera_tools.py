"""Orbit about the clicked point, presets, saved cameras, the camera as text, the focus tool."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from raytracer.app import lens, navigation
from raytracer.app.bindings import PRESETS, help_lines, preset
from raytracer.app.camera_text import from_text, to_text
from raytracer.app.focus_tool import FocusTool
from raytracer.app.preferences import Preferences
from raytracer.app.saved_cameras import SavedCameras
from raytracer.app.window import MainWindow
from raytracer.errors import InputError
from raytracer.scene import Camera
from raytracer.session.scene_messages import Pick, Picked, PickHit
from tests.app.conftest import Clients, settle
from tests.app.test_navigation import on_screen
from tests.app.test_viewport import drag, wheel

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
NO_KEYS, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
UP = (0.0, 1.0, 0.0)
numbers = st.floats(-5.0, 5.0)
near_points = st.tuples(numbers, numbers, st.floats(-3.0, 3.0))


def hit(position: tuple[float, float, float], depth: float = 4.0) -> PickHit:
    return PickHit(0, 0, position, (0.0, 1.0, 0.0), depth, depth)


def see(clients: Clients, found: PickHit | None) -> None:
    """What the renderer finds under the pointer from now on."""
    clients.cpu.under_pointer = found


# ---------------------------------------------------------------- maths


@given(point=near_points, yaw=st.floats(-1.0, 1.0), pitch=st.floats(-1.0, 1.0))
@settings(max_examples=100, deadline=None)
def test_the_pivot_stays_where_it_is_in_the_picture(
    point: tuple[float, float, float], yaw: float, pitch: float
) -> None:
    camera = Camera(position=(1.0, 2.0, 9.0), target=(0.3, 0.2, 0.0))
    turned = navigation.orbit(camera, yaw, pitch, point)
    assert on_screen(turned, point) == pytest.approx(on_screen(camera, point), abs=1e-6)
    assert turned.target_distance == pytest.approx(camera.target_distance)


@given(point=near_points, steps=st.floats(-5.0, 5.0))
@settings(max_examples=100, deadline=None)
@pytest.mark.parametrize("projection", ["perspective", "orthographic"])
def test_dolly_keeps_the_point_under_the_pointer(
    projection: str, point: tuple[float, float, float], steps: float
) -> None:
    camera = Camera.model_validate({"position": (0.0, 0.0, 9.0), "target": (0.0, 0.5, 0.0), "projection": projection})
    moved = navigation.dolly(camera, steps, 1.0, point)
    before, after = navigation.in_picture(camera, point), navigation.in_picture(moved, point)
    assert after == pytest.approx(before, abs=1e-6)
    assert moved.basis()[2] == pytest.approx(camera.basis()[2])


@pytest.mark.parametrize("steps", [3.0, 1000.0, -1000.0])
def test_dolly_never_passes_the_point(steps: float) -> None:
    camera = Camera(position=(0.0, 0.0, 5.0))
    point = (0.4, 0.2, 1.0)
    moved = navigation.dolly(camera, steps, 1.0, point)
    assert 0.0 < navigation.depth_of(moved, point) <= navigation.FARTHEST * 1.01
    assert moved.target_distance > 0.0


def test_pan_at_a_depth_follows_the_pointer_there() -> None:
    camera = Camera(position=(0.0, 0.0, 5.0))
    point = (0.5, -0.3, 3.0)
    right, up = on_screen(camera, point)
    moved = navigation.pan(camera, 0.2, 0.1, navigation.depth_of(camera, point))
    assert on_screen(moved, point) == pytest.approx((right + 0.2, up - 0.1))


def test_point_at_and_in_picture_are_inverse() -> None:
    camera = Camera(position=(2.0, 1.0, 5.0), target=(0.0, 0.3, 0.2))
    point = navigation.point_at(camera, 0.3, -0.2, 2.5)
    assert navigation.in_picture(camera, point) == pytest.approx((0.3, -0.2))
    assert navigation.depth_of(camera, point) == pytest.approx(2.5)
    assert navigation.in_picture(camera, (4.0, 2.0, 12.0)) is None


@pytest.mark.parametrize("angle", [0.3, -1.2, math.pi * 0.9])
def test_roll_is_kept_by_orbit_and_undone_by_level(angle: float) -> None:
    camera = Camera(position=(1.0, 2.0, 5.0))
    rolled = navigation.roll(camera, angle, UP)
    assert navigation.roll_angle(rolled, UP) == pytest.approx(angle)
    assert rolled.basis()[2] == pytest.approx(camera.basis()[2])
    turned = navigation.orbit(rolled, 2.0, 0.3, axis=UP)
    assert navigation.roll_angle(turned, UP) == pytest.approx(angle)
    looked = navigation.look(rolled, 0.5, 0.2, UP)
    assert navigation.roll_angle(looked, UP) == pytest.approx(angle)
    assert navigation.roll(turned, 0.0, UP).up == UP


def test_focal_length_and_field_of_view() -> None:
    assert lens.focal_length_mm(lens.fov_y_deg(50.0)) == pytest.approx(50.0)
    assert lens.fov_y_deg(12.0) == pytest.approx(90.0)
    assert lens.describe_aperture(Camera(fov_y_deg=lens.fov_y_deg(50.0), aperture_radius=0.0125)) == "f/2"
    assert lens.describe_aperture(Camera()) == "pinhole"


def test_parallel_view_and_back_keep_the_target_plane() -> None:
    camera = Camera(position=(0.0, 1.0, 5.0))
    parallel = lens.orthographic(camera)
    assert navigation.in_picture(parallel, (0.5, 0.0, 0.0)) == pytest.approx(
        navigation.in_picture(camera, (0.5, 0.0, 0.0))
    )
    assert lens.perspective(parallel).position == pytest.approx(camera.position)


# ---------------------------------------------------------------- text

cameras = st.builds(
    Camera,
    name=st.text(st.characters(codec="utf-8", exclude_characters="\x7f", exclude_categories=["C"]), max_size=8),
    position=near_points,
    target=near_points,
    up=near_points,
    projection=st.sampled_from(["perspective", "orthographic"]),
    fov_y_deg=st.floats(1.0, 170.0),
    aperture_radius=st.floats(0.0, 1.0),
    focus_distance=st.none() | st.floats(0.001, 1e4),
)


@given(camera=cameras)
@settings(max_examples=100, deadline=None)
def test_a_camera_survives_its_text(camera: Camera) -> None:
    back = from_text(to_text(camera))
    assert back.name == camera.name
    assert back.projection == camera.projection
    for name in ("position", "target", "up", "fov_y_deg", "aperture_radius"):
        assert getattr(back, name) == pytest.approx(getattr(camera, name), rel=1e-7, abs=1e-300)
    assert (back.focus_distance is None) == (camera.focus_distance is None)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello", "not a camera"),
        ("[camera]\nfov_y_deg = 40", "neither a position nor a target"),
        ("position = [0, 0]", "position"),
        ("position = [0, 0, 1]\nfov_y_deg = 900", "fov_y_deg"),
        ("position = [0, 0, inf]", "finite"),
        ("position = [0, 0, 1]\ncolour = 3", "colour"),
        ("[[cameras]]\nposition = 3", "position"),
        ("camera = 5", "not a camera"),
    ],
)
def test_what_is_no_camera_says_why(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        from_text(text)


def test_copy_and_paste(window: MainWindow) -> None:
    window.commands["copy_camera"].trigger()
    copied = window.studio.camera
    window.commands["look_top"].trigger()
    assert window.studio.camera != copied
    window.commands["paste_camera"].trigger()
    assert window.studio.camera.position == pytest.approx(copied.position)
    QGuiApplication.clipboard().setText("position = [1, 2]")
    before = window.studio.camera
    window.commands["paste_camera"].trigger()
    assert window.studio.camera == before
    assert window.overlay.notices[-1].notice.kind == "error"


# ---------------------------------------------------------------- pointer


def test_a_drag_turns_about_the_clicked_point(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    viewport = window.viewport
    point = navigation.point_at(window.studio.camera, 0.2, 0.1, 3.0)
    see(clients, hit(point))
    QTest.mousePress(viewport, LEFT, NO_KEYS, QPoint(300, 200))
    settle(qtbot)
    assert viewport.gestures.pivot == point
    before = navigation.in_picture(window.studio.camera, point)
    QTest.mouseMove(viewport, QPoint(380, 240))
    assert navigation.in_picture(window.studio.camera, point) == pytest.approx(before)
    assert window.studio.camera.target != (0.0, 0.0, 0.0)
    QTest.mouseRelease(viewport, LEFT, NO_KEYS, QPoint(380, 240))
    assert viewport.gestures.pivot is None


def test_an_answer_after_the_drag_is_too_late(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu._answers = False
    drag(window, (100, 100), (150, 120))
    pick = clients.cpu.sent(Pick)[-1]
    assert isinstance(pick, Pick)
    clients.cpu.emit(Picked(pick.request, hit((9.0, 9.0, 9.0))))
    settle(qtbot)
    assert window.viewport.gestures.pivot is None
    drag(window, (100, 100), (150, 120))
    assert window.studio.camera.target == (0.0, 0.0, 0.0)


def test_the_wheel_goes_to_what_is_under_the_pointer(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    point = navigation.point_at(window.studio.camera, 0.1, 0.1, 2.0)
    see(clients, hit(point))
    wheel(window, 1)
    settle(qtbot)
    before = navigation.in_picture(window.studio.camera, point)
    asked = len(clients.cpu.sent(Pick))
    for _ in range(3):
        wheel(window, 1)
    assert navigation.in_picture(window.studio.camera, point) == pytest.approx(before)
    assert len(clients.cpu.sent(Pick)) == asked, "the pointer did not move: nothing to ask again"
    window.commands["look_top"].trigger()
    wheel(window, 1)
    assert len(clients.cpu.sent(Pick)) == asked + 1


def test_over_the_sky_the_target_is_the_pivot(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    see(clients, None)
    QTest.mousePress(window.viewport, LEFT, NO_KEYS, QPoint(300, 200))
    settle(qtbot)
    QTest.mouseMove(window.viewport, QPoint(380, 240))
    QTest.mouseRelease(window.viewport, LEFT, NO_KEYS, QPoint(380, 240))
    assert window.studio.camera.target == (0.0, 0.0, 0.0)


@pytest.mark.parametrize("name", [choice.name for choice in PRESETS])
def test_every_preset_orbits_pans_and_explains_itself(window: MainWindow, name: str) -> None:
    window.camera_menus.choose_navigation(name)
    chosen = preset(name)
    assert Preferences().navigation == name
    for move in ("orbit", "pan"):
        way = next(d for d in chosen.drags if d.move == move)
        before = window.studio.camera
        drag(window, (100, 100), (150, 130), way.button, way.modifiers)
        assert (window.studio.camera.target == before.target) == (move == "orbit")
        assert window.studio.camera != before
    distance = window.studio.camera.target_distance
    wheel(window, 1)
    assert (window.studio.camera.target_distance < distance) == (chosen.wheel > 0)
    assert len(help_lines(chosen)) >= 4


def test_no_preset_gives_one_drag_two_meanings() -> None:
    for choice in PRESETS:
        ways = [(d.button, d.modifiers) for d in choice.drags]
        assert len(ways) == len(set(ways)), choice.name


def test_an_unbound_drag_does_nothing(window: MainWindow) -> None:
    window.camera_menus.choose_navigation("blender")
    before = window.studio.camera
    drag(window, (100, 100), (150, 130), LEFT)
    assert window.studio.camera == before


def test_control_and_arrows_roll_and_zoom(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.keyClick(window.viewport, Qt.Key.Key_Right, CTRL)
    assert navigation.roll_angle(window.studio.camera, UP) == pytest.approx(math.radians(5.0))
    fov = window.studio.camera.fov_y_deg
    qtbot.keyClick(window.viewport, Qt.Key.Key_Up, CTRL)
    assert window.studio.camera.fov_y_deg < fov
    window.commands["level"].trigger()
    assert window.studio.camera.up == UP


@pytest.mark.parametrize(
    ("command", "axis", "sign"),
    [
        ("look_front", 2, 1),
        ("look_back", 2, -1),
        ("look_right", 0, 1),
        ("look_left", 0, -1),
        ("look_top", 1, 1),
        ("look_below", 1, -1),
    ],
)
def test_views_along_the_axes(window: MainWindow, command: str, axis: int, sign: int) -> None:
    window.commands[command].trigger()
    back = -window.studio.camera.basis()[2]
    assert back[axis] * sign > 0.999


def test_numpad_keys_are_views_and_digits_are_places(qtbot: QtBot, window: MainWindow) -> None:
    keypad = Qt.KeyboardModifier.KeypadModifier
    saved = window.studio.feature(SavedCameras)
    qtbot.keyClick(window.viewport, Qt.Key.Key_3, CTRL)
    assert set(saved.cameras) == {3}
    kept = window.studio.camera
    qtbot.keyClick(window.viewport, Qt.Key.Key_3, keypad)
    assert (-window.studio.camera.basis()[2])[0] > 0.999
    qtbot.keyClick(window.viewport, Qt.Key.Key_3)
    assert window.studio.camera == kept
    qtbot.keyClick(window.viewport, Qt.Key.Key_3, keypad | CTRL)
    assert (-window.studio.camera.basis()[2])[0] < -0.999
    assert set(saved.cameras) == {3}


def test_saved_cameras_belong_to_the_scene_and_stay(qtbot: QtBot, window: MainWindow) -> None:
    saved = window.studio.feature(SavedCameras)
    window.commands["look_top"].trigger()
    saved.save(4)
    kept = window.studio.camera
    window.studio.open(Path("/scenes/second.toml"))
    qtbot.waitUntil(lambda: window.studio.opening is None)
    assert saved.cameras == {}
    saved.go(4)
    assert "no camera" in window.overlay.notices[-1].notice.text
    window.studio.open(Path("/scenes/first.toml"))
    qtbot.waitUntil(lambda: window.studio.opening is None)
    assert saved.cameras[4].position == pytest.approx(kept.position)
    saved.clear(4)
    assert Preferences().cameras(Path("/scenes/first.toml")) == {}


def test_damaged_saved_cameras_are_empty_places(window: MainWindow) -> None:
    path = Path("/scenes/first.toml")
    Preferences().set_cameras(path, {1: "nonsense", 2: to_text(Camera())})
    window.studio.scene_changed.emit()
    assert set(window.studio.feature(SavedCameras).cameras) == {2}


# ---------------------------------------------------------------- focus, numbers


def test_the_focus_tool_focuses_and_opens_the_lens(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    window.commands["focus_tool"].trigger()
    camera = window.studio.camera
    see(clients, hit((0.0, 0.0, 1.0), depth=2.5))
    QTest.mousePress(window.viewport, LEFT, NO_KEYS, QPoint(300, 200))
    settle(qtbot)
    assert window.studio.camera.focus_distance == 2.5
    QTest.mouseMove(window.viewport, QPoint(300, 150))
    radius = window.studio.camera.aperture_radius
    assert radius > 0.0
    QTest.mouseMove(window.viewport, QPoint(300, 400))
    assert window.studio.camera.aperture_radius == 0.0
    QTest.mouseRelease(window.viewport, LEFT, NO_KEYS, QPoint(300, 400))
    assert window.studio.camera.position == camera.position
    qtbot.keyClick(window.viewport, Qt.Key.Key_Escape)
    assert not window.commands["focus_tool"].isChecked()
    assert not window.studio.feature(FocusTool).on


def test_there_is_nothing_to_focus_without_perspective(window: MainWindow) -> None:
    window.commands["orthographic"].trigger()
    assert window.studio.camera.projection == "orthographic"
    window.commands["focus_tool"].trigger()
    assert not window.studio.feature(FocusTool).on
    assert not window.commands["focus_tool"].isChecked()
    window.commands["orthographic"].trigger()
    assert window.studio.camera.projection == "perspective"


def test_place_and_lens_by_numbers(window: MainWindow) -> None:
    window.docks.open("camera")
    panel = window.docks.panel("camera")
    panel.position.fields[1].setValue(2.5)
    assert window.studio.camera.position[1] == 2.5
    panel.target.fields[0].setValue(-1.0)
    assert window.studio.camera.target[0] == -1.0
    panel.focal.field.setValue(50.0)
    assert window.studio.camera.fov_y_deg == pytest.approx(lens.fov_y_deg(50.0), abs=1e-3)
    assert panel.fov.value() == pytest.approx(lens.fov_y_deg(50.0), abs=0.06)
    panel.roll.field.setValue(30.0)
    assert navigation.roll_angle(window.studio.camera, UP) == pytest.approx(math.radians(30.0))
    assert np.isfinite(window.studio.camera.position).all()


def test_a_hidden_panel_shows_the_camera_when_it_is_opened(window: MainWindow) -> None:
    panel = window.docks.panel("camera")
    window.studio.change_camera(fov_y_deg=33.0)
    window.docks.open("camera")
    assert panel.fov.value() == 33.0
    window.studio.change_camera(fov_y_deg=44.0)
    assert panel.fov.value() == 44.0


class Paints(QObject):
    """Counts how often a widget paints itself."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return super().eventFilter(watched, event)


def test_a_move_paints_nothing_before_its_picture_comes(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    settle(qtbot)
    paints = Paints(window.viewport)
    for step in range(5):
        window.studio.move_camera(navigation.orbit(window.studio.camera, 0.1 * step, 0.0))
        QApplication.processEvents()
    assert paints.count == 0
    clients.cpu.show_picture()
    qtbot.waitUntil(lambda: paints.count > 0)


def test_film_point_of_the_pointer_is_what_is_asked_for(window: MainWindow, clients: Clients) -> None:
    QTest.mousePress(window.viewport, LEFT, NO_KEYS, QPoint(321, 123))
    pick = clients.cpu.sent(Pick)[-1]
    assert isinstance(pick, Pick)
    expected = window.viewport.film_point(QPointF(321, 123))
    assert (pick.x, pick.y) == (expected.x(), expected.y())
    QTest.mouseRelease(window.viewport, LEFT, NO_KEYS, QPoint(321, 123))


def test_fields_with_fewer_digits_do_not_move_the_camera(window: MainWindow) -> None:
    """As when a large scene is opened after a small one."""
    panel = window.docks.panel("camera")
    window.studio.jump_camera(window.studio.camera.model_copy(update={"position": (2.1, 3.3, 7.6)}))
    panel.position.set_scale(2000.0)  # type: ignore[attr-defined]
    assert window.studio.camera.position == (2.1, 3.3, 7.6)
    panel.position.set_scale(0.5)  # type: ignore[attr-defined]
    assert window.studio.camera.position == (2.1, 3.3, 7.6)
