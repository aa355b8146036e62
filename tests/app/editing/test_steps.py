"""What commands do to the scene: every change is a step that can be undone, and the workers follow."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from raytracer.app import operations
from raytracer.app.editor import Editor
from raytracer.app.items import Item
from raytracer.app.panels.sections import MaterialSection
from raytracer.app.preferences import Preferences
from raytracer.app.projection import box_corners
from raytracer.app.studio import Studio
from raytracer.app.window import MainWindow
from raytracer.errors import InputError
from raytracer.session.protocol import SceneLoaded, Started, WorkerFailed
from raytracer.session.scene_messages import EditFailed
from tests.app.conftest import CPU, Clients, settle
from tests.app.editing.conftest import edits, make_scene, properties


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


def test_whoever_hears_of_a_change_finds_all_that_is_selected(window: MainWindow, editor: Editor) -> None:
    panel = properties(window, Item("instances", 1))
    found = []
    editor.changed.connect(lambda: found.append([item.of(editor.document) for item in editor.selection]))
    operations.delete(editor)
    assert editor.selection == ()
    assert panel.sections == []
    editor.undo()
    assert editor.selection == (Item("instances", 1),)
    assert panel.sections
    editor.select([Item("environment", 0), Item("instances", 0)])
    operations.delete(editor)
    editor.undo()
    editor.redo()
    editor.undo()
    editor.select([Item("instances", 1)])
    assert len(found) == 6
    window.studio.scene_changed.emit()
    assert editor.selection == ()
    assert panel.sections == []
    assert len(found) == 7
    assert all(thing is not None for things in found for thing in things)


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
