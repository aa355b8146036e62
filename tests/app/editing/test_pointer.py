"""What the pointer does to the scene: clicks select, handles move, drags turn."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from raytracer.app.editor import Editor
from raytracer.app.gizmo import Drag, Frame
from raytracer.app.items import Item
from raytracer.app.projection import project, ray
from raytracer.app.tools import Tools
from raytracer.app.window import MainWindow
from raytracer.scene import Camera, transform
from raytracer.session.scene_messages import Pick, PickHit
from tests.app.conftest import Clients, settle


def click(qtbot: QtBot, window: MainWindow, *, more: bool = False) -> None:
    keys = Qt.KeyboardModifier.ControlModifier if more else Qt.KeyboardModifier.NoModifier
    qtbot.mouseClick(window.viewport, Qt.MouseButton.LeftButton, keys, QPoint(100, 80))
    settle(qtbot)


def hit(instance: int) -> PickHit:
    return PickHit(instance, 0, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 5.0, 5.0)


def test_clicking_selects(qtbot: QtBot, window: MainWindow, editor: Editor, clients: Clients) -> None:
    window.studio.feature(Tools).choose(None)
    clients.cpu.under_pointer = hit(1)
    click(qtbot, window)
    assert editor.selection == (Item("instances", 1),)
    pick = clients.cpu.sent(Pick)[-1]
    assert QPointF(pick.x, pick.y) == window.viewport.film_point(QPointF(100, 80))
    clients.cpu.under_pointer = hit(0)
    click(qtbot, window, more=True)
    assert editor.selection == (Item("instances", 1), Item("instances", 0))
    click(qtbot, window, more=True)
    assert editor.selection == (Item("instances", 1),)
    clients.cpu.under_pointer = None
    click(qtbot, window)
    assert editor.selection == ()


@pytest.mark.parametrize("end", [QPoint(120, 60), QPoint(51, 50)], ids=["elsewhere", "back"])
def test_a_drag_navigates_and_selects_nothing(
    qtbot: QtBot, window: MainWindow, editor: Editor, clients: Clients, end: QPoint
) -> None:
    before = window.studio.camera
    clients.cpu.under_pointer = hit(0)
    viewport = window.viewport
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    qtbot.mouseMove(viewport, QPoint(120, 60))
    assert window.studio.camera != before
    qtbot.mouseMove(viewport, end)
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=end)
    settle(qtbot)
    assert editor.selection == ()


def test_a_handle_moves_the_object_in_one_step(qtbot: QtBot, window: MainWindow, editor: Editor) -> None:
    editor.select([Item("instances", 0)])
    viewport, studio = window.viewport, window.studio
    assert studio.feature(Tools).tool == "move"
    camera = studio.camera
    middle = project(camera, np.zeros((1, 3)), studio.size)[0]
    start = viewport.widget_point(QPointF(middle[0] + 50.0, middle[1])).toPoint()
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in (10, 20, 40):
        qtbot.mouseMove(viewport, start + QPoint(step, 7))
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(40, 7))
    assert studio.camera == camera
    assert len(editor.history.done) == 1
    moved = editor.document.instances[0].world_from_object[:3, 3]
    assert moved[0] > 0.05
    assert moved[1:] == pytest.approx((0.0, 0.0), abs=1e-9)
    editor.undo()
    assert np.array_equal(editor.document.instances[0].world_from_object, np.eye(4))


def test_keys_choose_the_handles_only_with_a_selection(qtbot: QtBot, window: MainWindow, editor: Editor) -> None:
    tools = window.studio.feature(Tools)
    window.viewport.setFocus()
    editor.select([Item("instances", 0)])
    for key, tool in ((Qt.Key.Key_R, "rotate"), (Qt.Key.Key_S, "scale"), (Qt.Key.Key_G, "move")):
        qtbot.keyClick(window.viewport, key)
        assert tools.tool == tool
    qtbot.keyClick(window.viewport, Qt.Key.Key_Escape)
    assert tools.tool is None
    qtbot.keyClick(window.viewport, Qt.Key.Key_Escape)
    assert editor.selection == ()


def test_shift_drag_turns_the_sky_when_it_is_selected(qtbot: QtBot, window: MainWindow, editor: Editor) -> None:
    viewport, shift = window.viewport, Qt.KeyboardModifier.ShiftModifier
    editor.select([Item("environment")])
    before = window.studio.camera
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, shift, QPoint(50, 50))
    qtbot.mouseMove(viewport, QPoint(50 + viewport.width() // 4, 50))
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, shift, QPoint(50 + viewport.width() // 4, 50))
    assert editor.document.environment.rotation_deg == pytest.approx(90.0, abs=1.0)
    assert window.studio.camera == before
    assert len(editor.history.done) == 1


@pytest.mark.parametrize("tool", ["move", "rotate", "scale"])
def test_handles_do_what_they_say(tool: str) -> None:
    camera, size = Camera(position=(0.0, 0.0, 10.0)), (400.0, 400.0)
    frame = Frame(np.array([1.0, 0.0, 0.0]), np.eye(3))
    old = transform.translate((1.0, 0.0, 0.0)) @ transform.rotate((0, 1, 0), 30.0)
    middle = project(camera, frame.pivot[None], size)[0]
    if tool == "move":
        end = project(camera, np.array([[2.5, 0.0, 0.0]]), size)[0]
        drag = Drag("move", "x", frame, camera, size, tuple(middle))
        new = drag.matrix(drag.amount(tuple(end)), old)
        assert new[:3, 3] == pytest.approx((2.5, 0.0, 0.0), abs=1e-9)
        assert np.array_equal(new[:3, :3], old[:3, :3])
        assert drag.amount(tuple(end), stepped=True)[0] == pytest.approx(1.5)
    elif tool == "rotate":
        drag = Drag("rotate", "z", frame, camera, size, (middle[0] + 50.0, middle[1]))
        amount = drag.amount((middle[0], middle[1] - 50.0))  # a quarter turn counter-clockwise on the screen
        assert amount[0] == pytest.approx(90.0)
        assert drag.matrix(amount, np.eye(4))[:3, 0] == pytest.approx((0.0, 1.0, 0.0), abs=1e-9)
    else:
        drag = Drag("scale", "all", frame, camera, size, (middle[0] + 50.0, middle[1]))
        new = drag.matrix(drag.amount((middle[0] + 100.0, middle[1])), old)
        assert transform.decompose(new)[2] == pytest.approx((2.0, 2.0, 2.0))
        assert new[:3, 3] == pytest.approx((1.0, 0.0, 0.0))
        assert drag.matrix(np.array([2.0, 1.0, 1.0]), old)[:3, 0] == pytest.approx(2.0 * old[:3, 0])


@pytest.mark.parametrize("projection", ["perspective", "orthographic"])
def test_a_point_of_the_film_and_its_ray_agree(projection: str) -> None:
    camera = Camera(position=(1.0, 2.0, 5.0), target=(0.0, 0.5, 0.0), projection=projection)
    origin, direction = ray(camera, (120.0, 30.0), (320.0, 200.0))
    assert project(camera, (origin + 3.7 * direction)[None], (320.0, 200.0))[0] == pytest.approx((120.0, 30.0))
    assert np.isnan(project(Camera(), np.array([[0.0, 0.0, 9.0]]), (2.0, 2.0))).all()
