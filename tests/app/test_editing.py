"""Editing in the window: what panels, commands and the pointer do to the scene, and that all of it can be undone."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from raytracer.app import operations, recovery
from raytracer.app.editor import Editor
from raytracer.app.gizmo import Drag, Frame
from raytracer.app.items import Item
from raytracer.app.panels.outliner import OutlinerPanel
from raytracer.app.panels.properties import PropertiesPanel
from raytracer.app.panels.sections import MaterialSection, ObjectSection
from raytracer.app.preferences import Preferences
from raytracer.app.projection import box_corners, project, ray
from raytracer.app.scene_file import SceneFile
from raytracer.app.studio import Studio
from raytracer.app.tools import Tools
from raytracer.app.value_rows import ColorRow
from raytracer.app.window import MainWindow
from raytracer.errors import InputError
from raytracer.scene import (
    Camera,
    Environment,
    Image,
    Input,
    Instance,
    Material,
    PointLight,
    Scene,
    Sphere,
    matte,
    transform,
)
from raytracer.session.protocol import SaveFailed, SceneLoaded, Started, WorkerFailed
from raytracer.session.scene_messages import EditFailed, EditScene, Pick, PickHit, SaveScene
from tests.app.conftest import CPU, Clients, settle


def make_scene() -> Scene:
    """Two balls of different materials, a light and a sky."""
    return Scene(
        name="Balls",
        cameras=[Camera()],
        shapes=[Sphere(0.5, name="ball")],
        materials=[matte("red", (0.8, 0.1, 0.1)), Material(name="glass", surface="dielectric")],
        instances=[Instance(0, 0, name="left"), Instance(0, 1, transform.translate((1.0, 0.0, 0.0)), name="right")],
        lights=[PointLight(position=(0.0, 2.0, 0.0))],
        environment=Environment(sky="gradient"),
    )


@pytest.fixture
def clients(monkeypatch: pytest.MonkeyPatch) -> Clients:
    monkeypatch.setattr("tests.app.conftest.make_scene", make_scene)
    return Clients()


@pytest.fixture
def editor(window: MainWindow) -> Editor:
    editor = window.studio.feature(Editor)
    yield editor
    window.studio.feature(SceneFile).discard()


def edits(clients: Clients) -> list[EditScene]:
    return clients.cpu.sent(EditScene)  # type: ignore[return-value]


def properties(window: MainWindow, item: Item) -> PropertiesPanel:
    panel = window.docks.panel("properties")
    assert isinstance(panel, PropertiesPanel)
    window.studio.feature(Editor).select([item])
    return panel


def test_a_slider_is_one_step_and_undo_brings_the_old_value_back(
    window: MainWindow, editor: Editor, clients: Clients
) -> None:
    panel = properties(window, Item("instances", 1))
    section = next(s for s in panel.sections if isinstance(s, MaterialSection))
    row = next(r for r in section.findChildren(object) if getattr(r, "text", "") == "" and hasattr(r, "slider"))
    for value in (1.2, 1.3, 1.4):
        row.field.setValue(value)
    assert editor.document.materials[1].parameters["ior"].value == 1.4
    assert len(editor.history.done) == 1
    assert "glass" in editor.history.done[0].label
    assert window.commands["undo"].text() == f"&Undo {editor.history.done[0].label}"
    window.commands["undo"].trigger()
    assert editor.document.materials[1].parameters == {}
    assert row.field.value() == pytest.approx(1.5)
    window.commands["redo"].trigger()
    assert editor.document.materials[1].parameters["ior"].value == 1.4
    assert window.studio.scene.outline.materials == editor.document.materials
    states = [(e.base, e.state) for e in edits(clients)]
    assert all(one[1] == other[0] for one, other in itertools.pairwise(states)), "no state is skipped"


def test_exposure_settings_and_lens_are_undone_too(window: MainWindow, editor: Editor) -> None:
    studio = window.studio
    before = (studio.view, studio.settings, studio.camera)
    studio.change_view(exposure_ev=2.0)
    studio.change_settings(max_depth=3)
    studio.change_camera(fov_y_deg=20.0)
    studio.rest_camera()
    assert [step.label for step in editor.history.done] == ["Exposure 2", "Path length 3", "Field of view 20"]
    assert not window.isWindowModified(), "how the scene is looked at is no reason to ask"
    for _ in range(3):
        editor.undo()
    assert (studio.view, studio.settings, studio.camera) == before


def test_camera_moves_are_steps_only_if_the_user_wants(window: MainWindow, editor: Editor) -> None:
    studio = window.studio
    before = studio.camera
    studio.frame_all()
    assert editor.history.done == ()
    window.commands["camera_steps"].trigger()
    moved = studio.camera
    for x in (1.0, 2.0, 3.0):
        studio.move_camera(studio.camera.model_copy(update={"position": (x, 0.0, 9.0)}))
    studio.rest_camera()
    assert [step.label for step in editor.history.done] == ["Camera move"]
    editor.undo()
    assert studio.camera == moved != before
    window.preferences.flush()
    assert Preferences().flag("camera-steps")


def test_delete_duplicate_hide_and_their_way_back(window: MainWindow, editor: Editor) -> None:
    commands, first = window.commands, editor.document
    assert not commands["delete"].isEnabled()
    editor.select([Item("instances", 0), Item("lights", 0), Item("environment")])
    commands["delete"].trigger()
    scene = editor.document
    assert ([i.name for i in scene.instances], scene.lights, scene.environment) == (["right"], [], None)
    assert editor.selection == ()
    editor.undo()
    assert [i.name for i in editor.document.instances] == ["left", "right"]
    assert editor.document.environment is first.environment
    assert set(editor.selection) == {Item("instances", 0), Item("lights", 0)}
    editor.select([Item("instances", 1)])
    commands["duplicate"].trigger()
    assert [i.name for i in editor.document.instances] == ["left", "right", "right 2"]
    assert editor.selection == (Item("instances", 2),)
    commands["hide"].trigger()
    assert [i.visible for i in editor.document.instances] == [True, True, False]
    commands["hide"].trigger()
    assert editor.document.instances[2].visible
    commands["select_all"].trigger()
    assert len(editor.selection) == 3
    commands["select_none"].trigger()
    assert editor.selection == ()


def test_a_material_in_use_is_not_deleted_and_the_user_is_told(window: MainWindow, editor: Editor) -> None:
    editor.select([Item("materials", 1)])
    window.commands["delete"].trigger()
    assert len(editor.document.materials) == 2
    assert "used by 1 object" in window.overlay.notices[-1].notice.text
    editor.select([Item("materials", 1), Item("instances", 1)])
    window.commands["delete"].trigger()
    assert [m.name for m in editor.document.materials] == ["red"]


def test_the_worker_refuses_an_edit(qtbot: QtBot, window: MainWindow, editor: Editor, clients: Clients) -> None:
    editor.select([Item("instances", 0)])
    editor.set("fine", ("instances", 0, "name"), "one", merge=False)
    clients.cpu._answers = False
    good = editor.history.state
    operations.environment_image(editor, "/nowhere/sky.hdr")
    sent = edits(clients)[-1]
    assert sent.edits[-1].value.image.key == "sky:/nowhere/sky.hdr"
    clients.cpu.emit(EditFailed(sent.state, sent.base, InputError("picture file not found")))
    settle(qtbot)
    assert editor.history.state == good
    assert editor.document.environment.sky == "gradient"
    assert "picture file not found" in window.overlay.notices[-1].notice.text
    editor.set("again", ("instances", 0, "name"), "two", merge=False)
    assert edits(clients)[-1].base == good, "told from the state in which the worker stands"


def test_a_restarted_worker_is_told_every_edit(
    qtbot: QtBot, window: MainWindow, editor: Editor, clients: Clients
) -> None:
    editor.set("hidden", ("instances", 0, "visible"), False)
    state = editor.history.state
    clients.cpu.emit(WorkerFailed("cpu", InputError("died"), will_restart=True))
    settle(qtbot)
    scene = window.studio.scene
    before = len(edits(clients))
    clients.cpu.emit(Started(CPU), SceneLoaded(scene.request, scene.path, make_scene(), scene.bounds, 1))
    settle(qtbot)
    (again,) = edits(clients)[before:]
    assert (again.base, again.state) == (0, state)
    assert not editor.document.instances[0].visible


def test_the_other_backend_opens_the_edited_scene(window: MainWindow, editor: Editor, clients: Clients) -> None:
    window.studio.sides.learn([CPU, replace(CPU, name="cuda", device="Test GPU", memory_bytes=1 << 33)])
    editor.set("hidden", ("instances", 0, "visible"), False)
    window.studio.activate("cuda")
    opened = [c for c in clients.cuda.commands if type(c).__name__ == "Open"][-1]
    assert [edit.value for edit in opened.edits] == [False]
    assert opened.state == editor.history.state
    window.studio.activate("cpu")


# ---------------------------------------------------------------- pointer


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


# ---------------------------------------------------------------- panels


def test_the_outliner_shows_searches_selects_and_renames(window: MainWindow, editor: Editor) -> None:
    panel = window.docks.panel("outliner")
    assert isinstance(panel, OutlinerPanel)
    model = panel.model
    names = [model.data(model.index(r, 0, model.index(0, 0))) for r in range(model.rowCount(model.index(0, 0)))]
    assert names == ["left", "right"]
    panel.tree.setCurrentIndex(model.index_of(Item("instances", 1)))
    assert editor.selection == (Item("instances", 1),)
    editor.select([Item("materials", 0)])
    assert model.item(panel.tree.selectionModel().selectedIndexes()[0]) == Item("materials", 0)
    panel.search.setText("glass")
    assert [model.data(model.index(r, 0)) for r in range(model.rowCount())] == ["Materials  1"]
    panel.search.setText("")
    assert model.setData(model.index_of(Item("materials", 0)), "glass")
    assert editor.document.materials[0].name == "glass 2", "a file needs names that differ"
    panel._clicked(model.index_of(Item("instances", 0)).siblingAtColumn(1))
    assert not editor.document.instances[0].visible


@pytest.mark.parametrize(
    "item", [Item("instances", 0), Item("materials", 1), Item("lights", 0), Item("environment"), Item("cameras", 0)]
)
def test_every_kind_of_thing_has_properties_that_a_screen_reader_can_name(
    window: MainWindow, editor: Editor, item: Item
) -> None:
    from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QComboBox, QLineEdit, QSlider

    panel = properties(window, item)
    controls = [c for kind in (QAbstractSpinBox, QCheckBox, QComboBox, QSlider) for c in panel.findChildren(kind)]
    assert len(controls) >= 3
    assert [c for c in controls if not c.accessibleName() or not c.toolTip()] == []
    assert [w for w in panel.findChildren(QLineEdit) if w.accessibleName() == "" and w.parent() not in controls] == []


def test_place_by_numbers(window: MainWindow, editor: Editor) -> None:
    panel = properties(window, Item("instances", 0))
    section = next(s for s in panel.sections if isinstance(s, ObjectSection))
    position, rotation, scale = section._vectors
    position.fields[1].setValue(2.0)
    rotation.fields[2].setValue(90.0)
    scale.fields[0].setValue(3.0)
    expected = transform.compose((0.0, 2.0, 0.0), (0.0, 0.0, 90.0), (3.0, 1.0, 1.0))
    assert np.array_equal(editor.document.instances[0].world_from_object, expected)
    assert rotation.value() == (0.0, 0.0, 90.0)
    scale.fields[1].setValue(0.0)
    assert "flattens" in window.overlay.notices[-1].notice.text
    assert scale.value() == (3.0, 1.0, 1.0), "the refused value is taken off the screen"


def test_a_picked_colour_is_stored_as_linear_light(qtbot: QtBot, window: MainWindow, editor: Editor) -> None:
    panel = properties(window, Item("materials", 0))
    row = panel.findChildren(ColorRow)[0]
    dialog = row.pick()
    dialog.setCurrentColor(QColor(188, 188, 188))
    assert editor.document.materials[0].parameters["reflectance"].value == pytest.approx((0.5, 0.5, 0.5), abs=0.01)
    dialog.setCurrentColor(QColor(255, 255, 255))
    assert len(editor.history.done) == 1
    dialog.reject()
    assert editor.document.materials[0].parameters["reflectance"].value == pytest.approx((0.8, 0.1, 0.1))


def test_another_shader_keeps_what_it_knows_too(window: MainWindow, editor: Editor) -> None:
    operations.choose_surface(editor, 0, "plastic")
    material = editor.document.materials[0]
    assert (material.surface, material.parameters["reflectance"].value) == ("plastic", (0.8, 0.1, 0.1))
    operations.choose_surface(editor, 0, "null")
    assert editor.document.materials[0].parameters == {}
    properties(window, Item("materials", 0))


def test_a_texture_is_named_by_its_file_and_taken_off_again(window: MainWindow, editor: Editor) -> None:
    path = ("materials", 0, "parameters", "reflectance")
    operations.replace_texture(editor, path, "/x/wood.png", color=True)
    given = editor.document.materials[0].parameters["reflectance"]
    assert isinstance(given, Input)
    assert given.texture.image.key == "srgb:/x/wood.png"
    editor.undo()
    assert editor.document.materials[0].parameters["reflectance"].texture is None


def test_an_hdr_dropped_becomes_the_sky(window: MainWindow, editor: Editor) -> None:
    window.open_scene(Path("/x/studio.HDR"))
    assert editor.document.environment.image.key == f"sky:{Path('/x/studio.HDR').absolute()}"
    assert window.studio.opening is None


# ---------------------------------------------------------------- file, journal


def test_closing_asks_while_something_is_unsaved(
    qtbot: QtBot, window: MainWindow, editor: Editor, clients: Clients
) -> None:
    file = window.studio.feature(SceneFile)
    editor.set("hidden", ("instances", 0, "visible"), False)
    assert window.isWindowModified()
    window.close()
    assert window.isVisible()
    box = window.findChild(QMessageBox)
    next(b for b in box.buttons() if "Cancel" in b.text()).click()
    assert window.isVisible()
    window.open_scene(Path("/scenes/other.toml"))
    box = next(b for b in window.findChildren(QMessageBox) if b.isVisible())
    next(b for b in box.buttons() if "Save" in b.text()).click()
    qtbot.waitUntil(lambda: window.studio.scene.path.name == "other.toml")
    saved = clients.cpu.sent(SaveScene)[-1]
    assert saved.path == Path("/scenes/first.toml")
    assert not saved.document.instances[0].visible
    assert file.path == Path("/scenes/other.toml")
    assert not window.isWindowModified()


def test_what_could_not_be_saved_stays_unsaved(
    qtbot: QtBot, window: MainWindow, editor: Editor, clients: Clients
) -> None:
    editor.set("hidden", ("instances", 0, "visible"), False)
    clients.cpu._answers = False
    window.commands["save_scene"].trigger()
    clients.cpu.emit(SaveFailed(Path("/scenes/first.toml"), InputError("read-only")))
    settle(qtbot)
    assert window.isWindowModified()
    assert "read-only" in window.overlay.notices[-1].notice.text


def test_the_camera_is_saved_where_the_user_left_it(window: MainWindow, editor: Editor, clients: Clients) -> None:
    window.commands["save_scene"].trigger()
    assert clients.cpu.sent(SaveScene)[-1].document.cameras == make_scene().cameras, "nobody moved it"
    window.studio.resize(500, 500)
    moved = window.studio.camera.model_copy(update={"position": (3.0, 1.0, 4.0)})
    window.studio.jump_camera(moved)
    window.commands["save_scene"].trigger()
    camera = clients.cpu.sent(SaveScene)[-1].document.camera
    assert camera.position == (3.0, 1.0, 4.0)
    assert camera.fov_y_deg == 40.0, "as the file's own aspect shows it, whatever became of the window since"


def test_edits_survive_a_crash(qtbot: QtBot, window: MainWindow, editor: Editor, clients: Clients) -> None:
    file = window.studio.feature(SceneFile)
    editor.set("hidden", ("instances", 0, "visible"), False)
    operations.replace_texture(editor, ("materials", 0, "parameters", "reflectance"), "/x/wood.png", color=True)
    qtbot.waitUntil(lambda: list(recovery.journal_folder().glob("*.journal")) != [], timeout=5000)
    assert recovery.find() == [], "a run that is alive keeps its own"
    file._journal.release()  # as the system does when the process is gone
    (found,) = recovery.find()
    assert found.scene == Path("/scenes/first.toml")
    file.discard()
    file.recover(found)
    settle(qtbot)
    assert [step.label for step in editor.history.done] == ["Recovered changes"]
    assert not editor.document.instances[0].visible
    assert editor.document.materials[0].parameters["reflectance"].texture.image.key == "srgb:/x/wood.png"
    assert not found.file.exists()


def test_a_damaged_journal_is_no_trouble(home: Path) -> None:
    folder = recovery.journal_folder()
    folder.mkdir(parents=True)
    (folder / "a.journal").write_text("{")
    (folder / "b.journal").write_text('{"scene": "x", "edits": "[{\\"set\\": 3}]"}')
    assert recovery.find() == []
    assert list(folder.glob("*.journal")) == []


def test_an_edit_of_anything_goes_through_the_journal(window: MainWindow, editor: Editor) -> None:
    from raytracer.scene.edit_json import from_json, to_json
    from raytracer.scene.edits import Insert, Remove, Set
    from tests.unit.test_edits import make_scene as everything
    from tests.unit.test_edits import same

    scene = everything()
    steps = [
        Insert("instances", 0, scene.instances[2]),
        Insert("lights", 1, scene.lights[1]),
        Set(("environment",), None),
        Set(("materials", 1), scene.materials[0]),
        Set(("view",), scene.view),
        Remove("cameras", 1),
    ]
    again = from_json(to_json(steps))
    assert [type(edit) for edit in again] == [type(edit) for edit in steps]
    assert all(same(vars(one), vars(other)) for one, other in zip(again, steps, strict=True))
    (textured,) = from_json(to_json([Set(("materials", 0), scene.materials[1])]))
    image = textured.value.parameters["reflectance"].texture.image
    assert isinstance(image, Image)
    assert (image.key, image.pixels.tolist()) == ("0:wood.png", [[[90, 90, 90]]])
    with pytest.raises(InputError, match="journal"):
        from_json('[{"set": ["view"], "to": {"is": "ViewSettings", "fields": {"exposure_ev": "bright"}}}]')


def test_studio_and_editor_are_one_of_each(studio: Studio) -> None:
    assert studio.feature(Editor) is studio.feature(Editor)


def test_framing_shows_what_is_selected(window: MainWindow, editor: Editor) -> None:
    window.commands["frame_all"].trigger()
    everything = window.studio.camera
    editor.select([Item("instances", 1)])
    window.commands["frame_selection"].trigger()
    near = window.studio.camera
    assert near != everything
    corners = box_corners(editor.document, 1)
    assert corners is not None
    assert near.target == pytest.approx(corners.mean(axis=0))
    assert near.target_distance < everything.target_distance
    editor.select([])
    window.commands["frame_selection"].trigger()
    assert window.studio.camera.position == pytest.approx(everything.position)
