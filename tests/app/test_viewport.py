"""The picture on the screen, and the gestures on it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from raytracer.app.layers.layer import Layer
from raytracer.app.window import MainWindow
from raytracer.scene import Camera
from raytracer.session.fake import draw_pattern
from raytracer.session.protocol import Resize, SetCamera
from tests.app.conftest import Clients, settle

NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton


def shown(window: MainWindow) -> np.ndarray:
    """What the viewport paints, (h, w, 3) u8 in device pixels."""
    image = window.viewport.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return lines[:, : image.width() * 3].reshape(image.height(), image.width(), 3).copy()


def drag(
    window: MainWindow,
    start: tuple[int, int],
    end: tuple[int, int],
    button: Qt.MouseButton = LEFT,
    keys: Qt.KeyboardModifier = NO_KEYS,
) -> None:
    """A drag in three steps by real mouse events."""
    viewport = window.viewport
    path = [QPointF(*start), QPointF(*np.add(start, end) / 2), QPointF(*end)]
    kinds = [(QEvent.Type.MouseButtonPress, path[0], button)]
    kinds += [(QEvent.Type.MouseMove, point, Qt.MouseButton.NoButton) for point in path[1:]]
    kinds += [(QEvent.Type.MouseButtonRelease, path[-1], button)]
    for kind, point, which in kinds:
        held = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseButtonRelease else button
        where = QPointF(viewport.mapToGlobal(point.toPoint()))
        QApplication.sendEvent(viewport, QMouseEvent(kind, point, where, which, held, keys))


def wheel(window: MainWindow, steps: int, *, pixels: int = 0) -> None:
    """Wheel steps, or a touchpad's pixels."""
    viewport = window.viewport
    point = QPointF(100, 100)
    event = QWheelEvent(
        point,
        QPointF(viewport.mapToGlobal(point.toPoint())),
        QPoint(0, pixels),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        NO_KEYS,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


def test_a_picture_of_the_right_size_is_shown_pixel_by_pixel(
    qtbot: QtBot, window: MainWindow, clients: Clients
) -> None:
    frame = clients.cpu.show_picture()
    settle(qtbot)
    assert np.array_equal(shown(window), frame.pixels[..., :3])


def test_the_picture_is_not_copied(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    frame = clients.cpu.show_picture()
    settle(qtbot)
    frame.pixels[...] = 77
    window.viewport.update()
    assert (shown(window) == 77).all()


def test_a_picture_of_another_size_is_scaled_with_its_aspect(
    qtbot: QtBot, window: MainWindow, clients: Clients
) -> None:
    clients.cpu._answers = False
    clients.cpu.send(Resize(100, 400))
    clients.cpu.show_picture()
    settle(qtbot)
    rect = window.viewport.picture_rect()
    assert rect.height() == pytest.approx(window.viewport.height())
    assert rect.width() == pytest.approx(window.viewport.height() / 4)
    assert rect.center().x() == pytest.approx(window.viewport.width() / 2)
    picture = shown(window)
    background = picture[10, 10]
    assert (picture[:, : int(rect.left()) - 2] == background).all()
    assert not (picture[200, window.viewport.width() // 2] == background).all()


def test_only_the_last_of_many_pictures_is_taken(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    taken = []
    window.studio.frame_ready.connect(lambda: taken.append(1))
    for _ in range(20):
        frame = clients.cpu.show_picture()
    settle(qtbot)
    assert len(taken) == 1
    assert np.array_equal(shown(window), draw_pattern(frame.width, frame.height, frame.sequence)[..., :3])


def test_left_drag_orbits_and_ends_at_rest(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    before = window.studio.camera
    drag(window, (100, 100), (200, 140))
    after = window.studio.camera
    assert after.target == before.target
    assert after.target_distance == pytest.approx(before.target_distance)
    assert after.position[0] < 0.0
    assert after.position[1] > 0.0
    commands = clients.cpu.sent(SetCamera)
    assert commands[0].moving
    assert not commands[-1].moving
    assert commands[-1].camera == after


@pytest.mark.parametrize(("button", "keys"), [(MIDDLE, NO_KEYS), (LEFT, Qt.KeyboardModifier.ShiftModifier)])
def test_middle_or_shift_drag_pans(window: MainWindow, button: Qt.MouseButton, keys: Qt.KeyboardModifier) -> None:
    before = window.studio.camera
    drag(window, (100, 100), (150, 100), button, keys)
    after = window.studio.camera
    assert np.subtract(after.position, before.position) == pytest.approx(np.subtract(after.target, before.target))
    assert after.target[0] < 0.0


def test_wheel_and_touchpad_dolly(window: MainWindow) -> None:
    distance = window.studio.camera.target_distance
    wheel(window, 2)
    nearer = window.studio.camera.target_distance
    assert nearer < distance
    wheel(window, 0, pixels=-120)
    assert window.studio.camera.target_distance == pytest.approx(distance)


def test_right_drag_looks_around_from_the_spot(window: MainWindow) -> None:
    before = window.studio.camera
    drag(window, (100, 100), (160, 100), RIGHT)
    after = window.studio.camera
    assert after.position == before.position
    assert after.target[0] > 0.0
    assert not window.viewport.gestures.flight.on


def test_arrow_keys_orbit_and_plus_dollies(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    viewport = window.viewport
    start = window.studio.camera
    qtbot.keyClick(viewport, Qt.Key.Key_Right)
    assert window.studio.camera.position[0] < start.position[0]
    qtbot.keyClick(viewport, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert window.studio.camera.target[1] > 0.0
    distance = window.studio.camera.target_distance
    qtbot.keyClick(viewport, Qt.Key.Key_Plus)
    assert window.studio.camera.target_distance < distance
    qtbot.waitUntil(lambda: not clients.cpu.sent(SetCamera)[-1].moving, timeout=1000)


def test_fly_mode_moves_while_a_key_is_held(qtbot: QtBot, window: MainWindow) -> None:
    window.commands["fly"].trigger()
    assert window.overlay.fly.isVisible()
    start = window.studio.camera
    qtbot.keyPress(window.viewport, Qt.Key.Key_W)
    qtbot.waitUntil(lambda: window.studio.camera.position[2] < start.position[2], timeout=1000)
    qtbot.keyRelease(window.viewport, Qt.Key.Key_W)
    stopped = window.studio.camera
    settle(qtbot, 60)
    assert window.studio.camera == stopped
    speed = window.viewport.gestures.flight.speed
    wheel(window, 1)
    assert window.viewport.gestures.flight.speed > speed
    assert window.studio.camera == stopped
    qtbot.keyClick(window.viewport, Qt.Key.Key_Escape)
    assert not window.commands["fly"].isChecked()
    assert not window.overlay.fly.isVisible()


def test_fly_keys_mean_shortcuts_outside_fly_mode(window: MainWindow) -> None:
    key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_W, NO_KEYS, "w")
    assert not window.viewport.gestures.claims(key)
    window.viewport.gestures.flight.set_on(True)
    assert window.viewport.gestures.claims(key)


def test_losing_the_keyboard_stops_the_flight(qtbot: QtBot, window: MainWindow) -> None:
    window.viewport.gestures.flight.set_on(True)
    qtbot.keyPress(window.viewport, Qt.Key.Key_D)
    window.viewport.gestures.let_go()
    stopped: Camera = window.studio.camera
    settle(qtbot, 60)
    assert window.studio.camera == stopped


class Recorder(Layer):
    """Uses what lies in the left half."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window.studio, window.viewport)
        self.heard: list[str] = []

    def press(self, event: QMouseEvent) -> bool:
        self.heard.append("press")
        return event.position().x() < self.viewport.width() / 2

    def move(self, _event: QMouseEvent) -> bool:
        self.heard.append("move")
        return True

    def release(self, _event: QMouseEvent) -> bool:
        self.heard.append("release")
        return True

    def paint(self, painter: QPainter) -> None:
        painter.fillRect(0, 0, 10, 10, QColor(255, 0, 0))


def test_a_layer_paints_and_takes_its_drag_before_navigation(window: MainWindow) -> None:
    layer = Recorder(window)
    window.viewport.layers.append(layer)
    camera = window.studio.camera
    drag(window, (20, 50), (60, 90))
    assert layer.heard == ["press", "move", "move", "release"]
    assert window.studio.camera == camera
    right = window.viewport.width() - 60
    drag(window, (right, 50), (right + 30, 90))
    assert layer.heard[4:] == ["press"]
    assert window.studio.camera != camera
    assert tuple(shown(window)[2, 2]) == (255, 0, 0)


def test_film_and_widget_points_are_inverse(window: MainWindow) -> None:
    viewport = window.viewport
    film = QPointF(17.25, 31.5)
    back = viewport.film_point(viewport.widget_point(film))
    assert back.x() == pytest.approx(film.x())
    assert back.y() == pytest.approx(film.y())


def test_a_feature_is_made_once_for_each_studio(window: MainWindow) -> None:
    class Feature(QObject):
        pass

    assert window.studio.feature(Feature) is window.studio.feature(Feature)
    assert window.studio.feature(Feature).parent() is window.studio
