"""Zoom into pixels, the inspector, the histogram and the snapshots."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from raytracer.app.inspector import Inspector
from raytracer.app.panels.histogram import histogram
from raytracer.app.pixel_zoom import LARGEST, PixelZoom
from raytracer.app.snapshots import MOST, Snapshots, difference
from raytracer.app.studio import Studio
from raytracer.app.window import MainWindow
from raytracer.session.fake import draw_pattern
from raytracer.session.scene_messages import ReadPixel
from tests.app.conftest import Clients, settle
from tests.app.test_viewport import drag, shown

CTRL = Qt.KeyboardModifier.ControlModifier


def ctrl_wheel(window: MainWindow, steps: float, at: QPointF) -> None:
    viewport = window.viewport
    event = QWheelEvent(
        at,
        QPointF(viewport.mapToGlobal(at.toPoint())),
        QPoint(),
        QPoint(0, round(120 * steps)),
        Qt.MouseButton.NoButton,
        CTRL,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


# ---------------------------------------------------------------- zoom


def test_zoom_keeps_the_point_under_the_pointer_and_the_camera(window: MainWindow) -> None:
    viewport, camera = window.viewport, window.studio.camera
    at = QPointF(200, 150)
    before = viewport.film_point(at)
    ctrl_wheel(window, 2, at)
    zoom = window.studio.feature(PixelZoom)
    assert zoom.scale == pytest.approx(4.0)
    after = viewport.film_point(at)
    assert (after.x(), after.y()) == pytest.approx((before.x(), before.y()), abs=1e-6)
    assert window.studio.camera == camera
    ctrl_wheel(window, 100, at)
    assert zoom.scale == LARGEST
    ctrl_wheel(window, -200, at)
    assert not zoom.on
    assert viewport.film_point(at) == before


def test_magnified_pixels_are_blocks(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu.show_picture()
    ctrl_wheel(window, 4, QPointF(0, 0))
    settle(qtbot)
    picture = shown(window)
    assert np.ptp(picture[2:6, 2:14].reshape(-1, 3), axis=0).max() == 0, "one film pixel covers 16 by 16"
    ctrl_wheel(window, -10, QPointF(0, 0))
    settle(qtbot)
    assert not window.studio.feature(PixelZoom).on


def test_the_middle_button_moves_the_magnified_picture(qtbot: QtBot, window: MainWindow) -> None:
    camera = window.studio.camera
    ctrl_wheel(window, 3, QPointF(300, 200))
    held = window.viewport.film_point(QPointF(300, 200))
    drag(window, (300, 200), (340, 230), Qt.MouseButton.MiddleButton)
    moved = window.viewport.film_point(QPointF(340, 230))
    assert (moved.x(), moved.y()) == pytest.approx((held.x(), held.y()), abs=1e-6)
    assert window.studio.camera == camera
    qtbot.keyClick(window.viewport, Qt.Key.Key_Escape)
    assert not window.studio.feature(PixelZoom).on
    drag(window, (300, 200), (340, 230), Qt.MouseButton.MiddleButton)
    assert window.studio.camera != camera, "without zoom it pans the camera again"


def test_a_picture_never_leaves_the_viewport(studio: Studio) -> None:
    zoom = PixelZoom(studio)
    rect = view = QRectF(0, 0, 400, 300)
    zoom.zoom(6, QPointF(10, 10), rect, view)
    for _ in range(50):
        zoom.pan(QPointF(500, -900), rect)
    assert zoom.placed(rect, view).contains(view.center())


# ---------------------------------------------------------------- inspector and histogram


def test_the_inspector_shows_screen_and_film(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    frame = clients.cpu.show_picture()
    window.docks.open("inspector")
    panel = window.docks.panel("inspector")
    qtbot.waitUntil(panel.isVisible)
    settle(qtbot, 60)
    QTest.mouseMove(window.viewport, QPoint(120, 90))
    at = window.viewport.film_point(QPointF(120, 90))
    qtbot.waitUntil(lambda: panel.facts.fact("Samples") == "7", timeout=2000)
    assert panel.facts.fact("Pixel") == f"{int(at.x())}, {int(at.y())}"
    pixel = window.studio.worker.frame.pixels[int(at.y()), int(at.x())]
    assert panel.facts.fact("Display").startswith("  ".join(str(int(v)) for v in pixel[:3]))
    assert panel.facts.fact("Linear").endswith("2.5")
    window.docks.docks["inspector"].hide()
    assert not window.studio.feature(Inspector).on
    asked = len(clients.cpu.sent(ReadPixel))
    QTest.mouseMove(window.viewport, QPoint(150, 95))
    clients.cpu.show_picture()
    settle(qtbot, 80)
    assert len(clients.cpu.sent(ReadPixel)) == asked, "nobody looks: nothing is asked"
    assert frame.spp == 1.0


def test_a_pixel_stays_for_its_values_to_be_copied(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu.show_picture()
    window.docks.open("inspector")
    panel, inspector = window.docks.panel("inspector"), window.studio.feature(Inspector)
    qtbot.waitUntil(panel.isVisible)
    assert not panel.copy.isEnabled()
    inspector.point_at(QPoint(30, 40), (1, 2, 3))
    qtbot.waitUntil(lambda: inspector.read is not None)
    for layer in window.viewport.layers:
        layer.leave()
    assert inspector.pixel == QPoint(30, 40)
    assert panel.facts.fact("Error").startswith("± 0.0125   2.")
    panel.copy.click()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0].startswith("pixel 30, 40 of ")
    assert lines[1].startswith("display ")
    assert lines[2:] == [
        "linear 0.3 0.4 2.5",
        "luminance 0.53036",
        "standard error 0.0125",
        "samples 7",
    ]


def test_histogram_counts_shares_and_ends() -> None:
    pixels = np.zeros((40, 50, 4), np.uint8)
    pixels[:, :25] = 255
    shares, ends = histogram(pixels)
    assert shares.sum(axis=1) == pytest.approx([1.0, 1.0, 1.0])
    assert shares[0, 0] == shares[0, -1] == 0.5
    assert ends == (0.5, 0.5)
    large, _ = histogram(draw_pattern(1920, 1080))
    assert large[0].max() < 0.02, "a ramp is flat"


# ---------------------------------------------------------------- snapshots


def test_a_snapshot_is_kept_and_compared(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    first = clients.cpu.show_picture()
    settle(qtbot)
    window.commands["take_snapshot"].trigger()
    settle(qtbot)
    size = window.viewport.film_size()
    qtbot.waitUntil(lambda: window.studio.size == (size.width(), size.height()), timeout=2000)
    snapshots = window.studio.feature(Snapshots)
    snapshots.drop(snapshots.kept[0])
    first = clients.cpu.show_picture()
    settle(qtbot)
    snapshots.take()
    second = clients.cpu.show_picture()
    settle(qtbot)
    snapshots.set_mode("flip")
    middle = second.width // 2
    settle(qtbot)
    assert np.array_equal(shown(window)[200:400, :], first.pixels[200:400, :, :3])
    snapshots.set_mode("wipe")
    settle(qtbot)
    picture = shown(window)
    assert np.array_equal(picture[200:280, : middle - 20], first.pixels[200:280, : middle - 20, :3])
    assert np.array_equal(picture[200:280, middle + 20 :], second.pixels[200:280, middle + 20 :, :3])
    snapshots.set_mode("difference")
    settle(qtbot)
    expected = np.minimum(4 * np.abs(first.pixels[..., 2].astype(int) - second.pixels[..., 2]), 255)
    assert np.array_equal(shown(window)[200:400, :, 2], expected[200:400])
    window.commands["flip_snapshot"].trigger()
    assert snapshots.mode == "flip"
    window.commands["flip_snapshot"].trigger()
    assert snapshots.mode == "off"


def test_the_line_can_be_dragged_and_only_the_line(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu.show_picture()
    settle(qtbot)
    snapshots = window.studio.feature(Snapshots)
    snapshots.take()
    snapshots.set_mode("wipe")
    camera, width = window.studio.camera, window.viewport.width()
    drag(window, (width // 2 + 1, 100), (width // 4, 120))
    assert snapshots.divider == pytest.approx(0.25, abs=0.01)
    assert window.studio.camera == camera
    drag(window, (width // 2, 100), (width // 2 + 40, 120))
    assert window.studio.camera != camera


def test_old_snapshots_make_room_and_removal_ends_the_comparison(
    qtbot: QtBot, window: MainWindow, clients: Clients
) -> None:
    clients.cpu.show_picture()
    settle(qtbot)
    snapshots = window.studio.feature(Snapshots)
    panel = window.docks.panel("snapshots")
    for _ in range(MOST + 2):
        snapshots.take()
    assert [s.number for s in snapshots.kept] == list(range(3, MOST + 3))
    assert panel.list.count() == MOST
    panel.list.setCurrentRow(0)
    assert snapshots.chosen.number == 3
    snapshots.set_mode("wipe")
    for snapshot in list(snapshots.kept):
        snapshots.drop(snapshot)
    assert snapshots.mode == "off"
    assert not panel.mode.isEnabled()
    snapshots.set_mode("difference")
    assert snapshots.mode == "off"


def test_pictures_of_different_sizes_have_no_difference(window: MainWindow, qtbot: QtBot, clients: Clients) -> None:
    small = QImage(7, 5, QImage.Format.Format_RGBX8888)
    small.fill(0)
    assert difference(small, draw_pattern(8, 5), 1.0) is None
    same = difference(small, np.full((5, 7, 4), 20, np.uint8), 3.0)
    assert same is not None
    assert same.pixelColor(3, 3).red() == 60
