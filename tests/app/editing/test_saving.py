"""Files and the journal: what was edited is saved, asked about, and survives a crash."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from raytracer.app import operations, recovery
from raytracer.app.editor import Editor
from raytracer.app.scene_file import SceneFile
from raytracer.app.window import MainWindow
from raytracer.errors import InputError
from raytracer.scene import Image
from raytracer.session.protocol import SaveFailed
from raytracer.session.scene_messages import SaveScene
from tests.app.conftest import Clients, settle
from tests.app.editing.conftest import make_scene


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
