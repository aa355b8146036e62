"""The region tool: drawing, clearing, undo, resizing; and that a new worker hears of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from raytracer.app.adding import Adding
from raytracer.app.editor import Editor
from raytracer.app.focus_tool import FocusTool
from raytracer.app.projection import box_corners, project
from raytracer.app.race.race import Race
from raytracer.app.region_tool import RegionTool
from raytracer.app.window import MainWindow
from raytracer.scene.region import pixel_box
from raytracer.session.protocol import Restart, SetSettings
from tests.app.conftest import CPU, CUDA, Clients, settle
from tests.app.test_viewport import drag

LEFT = Qt.MouseButton.LeftButton


def draw(window: MainWindow, first: tuple[int, int] = (101, 60), second: tuple[int, int] = (250, 207)) -> None:
    window.commands["region_tool"].trigger()
    drag(window, first, second)


def test_a_drag_sets_whole_squares_and_puts_the_tool_away(window: MainWindow, clients: Clients) -> None:
    tool = window.studio.feature(RegionTool)
    camera = window.studio.camera
    draw(window)
    assert tool.box == (96, 56, 256, 208)
    assert not tool.on
    assert not window.commands["region_tool"].isChecked()
    assert window.studio.camera == camera
    sent = clients.cpu.sent(SetSettings)[-1]
    assert isinstance(sent, SetSettings)
    assert sent.settings.region is not None
    assert pixel_box(sent.settings.region, *window.studio.size) == tool.box


def test_it_may_be_drawn_backwards_and_beyond_the_picture(window: MainWindow) -> None:
    draw(window, (60, 50), (-40, -30))
    assert window.studio.feature(RegionTool).box == (0, 0, 64, 56)


def test_a_click_draws_nothing_and_escape_leaves(window: MainWindow) -> None:
    tool = window.studio.feature(RegionTool)
    window.commands["region_tool"].trigger()
    QTest.mouseClick(window.viewport, LEFT, pos=QPoint(80, 80))
    assert tool.on
    assert tool.box is None
    QTest.keyClick(window.viewport, Qt.Key.Key_Escape)
    assert not tool.on


def test_the_region_and_its_end_can_be_undone(window: MainWindow) -> None:
    tool, editor = window.studio.feature(RegionTool), window.studio.feature(Editor)
    draw(window)
    drawn = tool.box
    editor.undo()
    assert tool.box is None
    editor.redo()
    assert tool.box == drawn
    window.commands["clear_region"].trigger()
    assert tool.box is None
    editor.undo()
    assert tool.box == drawn


def test_it_follows_the_size_of_the_film(window: MainWindow) -> None:
    tool = window.studio.feature(RegionTool)
    draw(window)
    before = window.studio.settings.region
    width, height = window.studio.size
    window.studio.resize(2 * width, 2 * height)
    assert window.studio.settings.region == before
    assert tool.box == (192, 112, 512, 416)


def test_the_status_says_what_is_refined(window: MainWindow) -> None:
    draw(window)
    window.statusBar().refresh()  # type: ignore[attr-defined]
    assert "160 × 152" in window.statusBar().film.text()  # type: ignore[attr-defined]


def test_only_one_tool_has_the_pointer(window: MainWindow) -> None:
    region, focus = window.studio.feature(RegionTool), window.studio.feature(FocusTool)
    window.commands["focus_tool"].trigger()
    window.commands["region_tool"].trigger()
    assert region.on
    assert not focus.on
    window.commands["focus_tool"].trigger()
    assert focus.on
    assert not region.on
    assert window.viewport.cursor().shape() == Qt.CursorShape.CrossCursor


@pytest.mark.parametrize("points", [((5.0, 5.0), (5.2, 90.0)), ((-9.0, 0.0), (-2.0, 50.0))])
def test_what_has_no_area_is_no_region(
    window: MainWindow, qtbot: QtBot, points: tuple[tuple[float, float], tuple[float, float]]
) -> None:
    tool = window.studio.feature(RegionTool)
    assert tool.between(QPointF(*points[0]), QPointF(*points[1])) is None


def test_clearing_what_is_not_there_says_so(window: MainWindow) -> None:
    window.commands["clear_region"].trigger()
    assert "Ctrl+B" in window.overlay.notices[-1].notice.text


def test_a_race_starts_again_with_the_region(window: MainWindow, clients: Clients, qtbot: QtBot) -> None:
    window.studio.pool.sides.learn([CPU, CUDA])
    window.commands["race"].trigger()
    assert window.studio.feature(Race).on
    settle(qtbot)
    assert window.studio.feature(Race).ready
    workers = [worker.client for worker in window.studio.team]
    before = [len(client.sent(Restart)) for client in workers]  # type: ignore[attr-defined]
    draw(window)
    settle(qtbot)
    assert window.studio.feature(Race).ready
    for client, count in zip(workers, before, strict=True):
        assert len(client.sent(Restart)) == count + 1  # type: ignore[attr-defined]
        assert client.sent(SetSettings)[-1].settings.region == window.studio.settings.region  # type: ignore[attr-defined]


def test_a_region_around_what_is_selected(window: MainWindow, clients: Clients, qtbot: QtBot) -> None:
    tool, editor = window.studio.feature(RegionTool), window.studio.feature(Editor)
    window.commands["region_selection"].trigger()
    assert tool.box is None
    assert "Nothing" in window.overlay.notices[-1].notice.text
    window.studio.feature(Adding).add("sphere")
    qtbot.waitUntil(lambda: bool(editor.selection))
    window.commands["region_selection"].trigger()
    corners = box_corners(editor.document, 0)
    assert corners is not None
    points = project(window.studio.camera, corners, window.studio.size)
    box = tool.box
    assert box is not None
    assert box[0] <= points[:, 0].min() < box[0] + 8
    assert box[2] - 8 < points[:, 0].max() <= box[2]
    assert box[1] <= points[:, 1].min() < box[1] + 8
    assert box[3] - 8 < points[:, 1].max() <= box[3]
