"""New objects and lights: where they come to stand, undo, the journal, and the file they are written to."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from raytracer.app import operations
from raytracer.app.add_menu import add_menu
from raytracer.app.adding import LIGHTS, OBJECTS, Adding, Spot, object_matrix, spot_of, turned_to
from raytracer.app.editor import Editor
from raytracer.app.items import Item
from raytracer.app.panels.outline_model import EYE, NAME
from raytracer.app.panels.outliner import OutlinerPanel
from raytracer.app.projection import box_corners, project
from raytracer.app.window import MainWindow
from raytracer.scene import Camera
from raytracer.scene.edit_json import from_json, to_json
from raytracer.scene.edits import apply_all
from raytracer.scene.new_shapes import FLAT, NEW_SHAPES, new_shape
from raytracer.scene.transform import apply_points
from raytracer.session.scene_messages import EditScene, PickHit
from tests.app.conftest import Clients

FLOOR = PickHit(0, 0, (0.5, -1.0, 0.25), (0.0, 1.0, 0.0), 4.0, 4.0)
WALL = PickHit(0, 0, (0.5, 1.0, -2.0), (0.0, 0.0, 1.0), 4.0, 4.0)


def add(window: MainWindow, clients: Clients, qtbot: QtBot, kind: str, hit: PickHit | None = FLOOR) -> Editor:
    clients.cpu.under_pointer = hit
    editor = window.studio.feature(Editor)
    steps = len(editor.history.done)
    window.studio.feature(Adding).add(kind)
    qtbot.waitUntil(lambda: len(editor.history.done) == steps + 1)
    return editor


@pytest.mark.parametrize("kind", OBJECTS)
def test_an_object_stands_on_what_is_looked_at_and_is_selected(
    window: MainWindow, clients: Clients, qtbot: QtBot, kind: str
) -> None:
    editor = add(window, clients, qtbot, kind)
    (item,) = editor.selection
    corners = box_corners(editor.document, item.index)
    assert corners is not None
    assert corners[:, 1].min() == pytest.approx(-1.0, abs=2e-3)
    assert corners.mean(axis=0)[[0, 2]] == pytest.approx([0.5, 0.25], abs=1e-3)
    points = project(editor.document.camera, corners, (100.0, 100.0))
    assert np.isfinite(points).all()
    instance = editor.document.instances[item.index]
    assert editor.document.shapes[instance.shape].primitive == kind
    editor.undo()
    assert not editor.document.instances
    assert not editor.document.shapes
    editor.redo()
    assert editor.selection == (item,)
    sent = clients.cpu.sent(EditScene)[-1]
    assert isinstance(sent, EditScene)
    assert len(sent.edits) == 3


@pytest.mark.parametrize("kind", NEW_SHAPES)
@pytest.mark.parametrize("normal", [(0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.6, 0.0, 0.8), (0.0, -1.0, 0.0)])
def test_it_touches_the_surface_and_does_not_reach_into_it(kind: str, normal: tuple[float, float, float]) -> None:
    spot = Spot(np.array([1.0, 2.0, 3.0]), np.array(normal), 5.0)
    shape = new_shape(kind)
    lower, upper = shape.bounds()
    ends = np.stack([lower, upper])
    corners = np.array([[ends[i, 0], ends[j, 1], ends[k, 2]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    above = (apply_points(object_matrix(kind, spot), corners) - spot.point) @ spot.normal
    assert above.min() == pytest.approx(0.002 if kind in FLAT else 0.0, abs=1e-3)
    assert above.min() >= -1e-4


def test_sizes_are_round_and_follow_what_the_picture_spans() -> None:
    for distance in (0.01, 0.3, 2.0, 70.0, 12345.0):
        spot = spot_of(Camera(position=(0.0, 0.0, distance), target=(0.0, 0.0, 0.0)), None)
        assert 0.07 * spot.height < spot.size <= 0.2001 * spot.height
        digits = spot.size / 10.0 ** math.floor(math.log10(spot.size) + 1e-9)
        assert round(digits, 6) in (1.0, 2.0, 5.0)


@pytest.mark.parametrize("kind", LIGHTS)
def test_a_light_stands_between_the_camera_and_what_it_lights(
    window: MainWindow, clients: Clients, qtbot: QtBot, kind: str
) -> None:
    editor = add(window, clients, qtbot, kind)
    (item,) = editor.selection
    eye, seen = np.array(window.studio.camera.position), np.array(FLOOR.position)
    thing = item.of(editor.document)
    if kind == "area":
        material = editor.document.materials[thing.material]
        assert material.emits
        place, facing = thing.world_from_object[:3, 3], thing.world_from_object[:3, 1]
        assert (facing / np.linalg.norm(facing)) @ (seen - place) / np.linalg.norm(seen - place) > 0.999
    elif kind == "directional":
        assert thing.direction[1] < 0.0
        return
    else:
        place = np.array(thing.position)
    spot = spot_of(window.studio.camera, FLOOR)
    lifted = (0.36 if kind == "area" else 0.2) * spot.height * window.studio.camera.basis()[1]
    assert place == pytest.approx(seen + 0.4 * (eye - seen) + lifted, abs=1e-3)
    if kind == "spot":
        assert np.array(thing.direction) @ (seen - place) / np.linalg.norm(seen - place) > 0.999


def test_where_there_is_only_sky_it_comes_to_the_target(window: MainWindow, clients: Clients, qtbot: QtBot) -> None:
    editor = add(window, clients, qtbot, "sphere", None)
    corners = box_corners(editor.document, 0)
    assert corners is not None
    target = window.studio.camera.target
    assert corners.mean(axis=0)[[0, 2]] == pytest.approx([target[0], target[2]], abs=1e-3)


def test_names_are_not_used_twice_and_each_has_its_own_material(
    window: MainWindow, clients: Clients, qtbot: QtBot
) -> None:
    for _ in range(3):
        editor = add(window, clients, qtbot, "box")
    scene = editor.document
    assert [instance.name for instance in scene.instances] == ["cube", "cube 2", "cube 3"]
    assert len({instance.material for instance in scene.instances}) == 3
    assert len({material.name for material in scene.materials}) == len(scene.materials)


def test_a_copy_stands_beside_the_original(window: MainWindow, clients: Clients, qtbot: QtBot) -> None:
    editor = add(window, clients, qtbot, "box")
    operations.duplicate(editor)
    first, second = (box_corners(editor.document, i) for i in (0, 1))
    assert first is not None and second is not None  # noqa: PT018
    right = editor.document.camera.basis()[0]
    assert (second @ right).min() > (first @ right).max()
    assert editor.selection == (Item("instances", 1),)


def test_the_journal_knows_new_shapes(window: MainWindow, clients: Clients, qtbot: QtBot) -> None:
    add(window, clients, qtbot, "torus")
    editor = add(window, clients, qtbot, "sphere", WALL)
    steps = [edit for step in editor.history.done for edit in step.forward]
    again = apply_all(from_json(to_json(steps)), editor.opened)
    assert [shape.primitive for shape in again.shapes] == ["torus", "sphere"]
    assert again.instances[0].name == editor.document.instances[0].name


def test_a_new_shape_travels_as_its_name() -> None:
    shape = new_shape("torus")
    data = pickle.dumps(shape)
    assert len(data) < 200
    again = pickle.loads(data)
    assert again.primitive == "torus"
    assert np.array_equal(again.positions, shape.positions)


def test_the_menu_offers_everything(window: MainWindow) -> None:
    menu = add_menu(window.studio, window)
    texts = [action.text() for action in menu.actions() if action.text()]
    assert len(texts) == len(OBJECTS) + len(LIGHTS) + 3
    assert all(not action.icon().isNull() for action in menu.actions() if action.text())


def test_a_heading_hides_and_shows_all_objects(window: MainWindow, clients: Clients, qtbot: QtBot) -> None:
    for kind in ("box", "sphere", "cone"):
        editor = add(window, clients, qtbot, kind)
    panel = OutlinerPanel(window.studio)
    qtbot.addWidget(panel)
    heading = panel.model.index(0, EYE)
    panel._clicked(heading)
    assert [i.visible for i in editor.document.instances] == [False] * 3
    panel._clicked(panel.model.index(0, EYE))
    assert [i.visible for i in editor.document.instances] == [True] * 3
    panel.search.setText("cube")
    panel._clicked(panel.model.index(0, EYE))
    assert [i.visible for i in editor.document.instances] == [False, True, True]
    editor.undo()
    assert all(i.visible for i in editor.document.instances)
    assert panel.model.data(panel.model.index(1, EYE)) is None
    assert panel.model.data(panel.model.index(0, NAME)) is not None


def test_nothing_turns_wrongly() -> None:
    for direction in ((0.0, 1.0, 0.0), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.3, -0.5, 0.7)):
        turned = turned_to(np.array(direction)) @ np.array([0.0, 1.0, 0.0, 0.0])
        assert turned[:3] == pytest.approx(np.array(direction) / np.linalg.norm(direction))
        assert np.linalg.det(turned_to(np.array(direction))[:3, :3]) == pytest.approx(1.0)
