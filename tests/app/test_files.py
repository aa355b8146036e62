"""Opening and saving: dialogs, drops, recent files, failures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from raytracer.app import dialogs
from raytracer.app.menus import bundled_scenes
from raytracer.app.panels.scene import ScenePanel
from raytracer.app.preferences import RECENT_FILES, Preferences
from raytracer.app.window import MainWindow
from raytracer.errors import InputError, OutputError
from raytracer.session.protocol import LoadFailed, Note, Open, SaveFailed, SaveImage, SceneLoaded, SetCamera
from tests.app.conftest import Clients, make_scene, settle

BOX = ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))


def drop(window: MainWindow, mime: QMimeData) -> None:
    """Drags over the window and lets go."""
    actions, buttons, keys = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(50, 50), actions, mime, buttons, keys))
    QApplication.sendEvent(window, QDropEvent(QPointF(50, 50), actions, mime, buttons, keys))


def opened(clients: Clients) -> list[str]:
    """Names of the scenes the worker was told to open."""
    return [command.path.name for command in clients.cpu.sent(Open) if isinstance(command, Open)]


def test_a_failure_keeps_the_scene_and_says_why(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    scene, picture, title = window.studio.scene, window.viewport.picture(), window.windowTitle()
    clients.cpu._answers = False
    window.open_scene(Path("/scenes/broken.glb"))
    assert window.studio.opening == Path("/scenes/broken.glb")
    request = clients.cpu.sent(Open)[-1].request
    error = InputError("the file is truncated", where="broken.glb: chunk 2", remedy="export it again")
    clients.cpu.emit(LoadFailed(request, Path("/scenes/broken.glb"), error))
    settle(qtbot)
    assert window.studio.scene is scene
    assert window.studio.opening is None
    assert window.viewport.picture() == picture
    assert window.windowTitle() == title
    (bar,) = window.overlay.notices
    assert bar.notice.kind == "error"
    assert bar.notice.text == "broken.glb: chunk 2: the file is truncated (export it again)"
    assert bar.notice.stays
    assert window.preferences.recent[0].name == "first.toml"


def test_edits_while_a_scene_opens_do_not_reach_it(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu._answers = False
    window.open_scene(Path("/scenes/second.toml"))
    before = len(clients.cpu.commands)
    window.studio.frame_all()
    window.studio.change_settings(max_depth=2)
    assert not [c for c in clients.cpu.commands[before:] if isinstance(c, SetCamera)]
    request = clients.cpu.sent(Open)[-1].request
    clients.cpu.emit(SceneLoaded(request, Path("/scenes/second.toml"), make_scene(), BOX, 12))
    settle(qtbot)
    assert window.studio.scene is not None
    assert window.studio.scene.path.name == "second.toml"
    assert window.studio.settings == make_scene().settings
    assert window.studio.camera == make_scene().camera


def test_only_the_answer_to_the_last_request_counts(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu._answers = False
    window.open_scene(Path("/scenes/a.toml"))
    stale = clients.cpu.sent(Open)[-1].request
    window.open_scene(Path("/scenes/b.toml"))
    clients.cpu.emit(SceneLoaded(stale, Path("/scenes/a.toml"), make_scene(), BOX, 12))
    settle(qtbot)
    assert window.studio.scene is not None
    assert window.studio.scene.path.name == "first.toml"
    assert window.studio.opening == Path("/scenes/b.toml")


def test_dropping_a_file_opens_it(window: MainWindow, clients: Clients) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile("/models/Фокс 狐.glb")])
    drop(window, mime)
    assert opened(clients)[-1] == "Фокс 狐.glb"
    assert not window.overlay.drop.isVisible()


def test_dropping_a_file_address_as_text_opens_it(window: MainWindow, clients: Clients) -> None:
    mime = QMimeData()
    mime.setText("file:///models/fox.glb\n")
    drop(window, mime)
    assert opened(clients)[-1] == "fox.glb"


def test_dropping_a_web_address_says_why_not(window: MainWindow, clients: Clients) -> None:
    before = opened(clients)
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/fox.glb")])
    drop(window, mime)
    assert opened(clients) == before
    assert "not on this computer" in window.overlay.notices[-1].notice.text


def test_dropping_anything_else_is_not_accepted(window: MainWindow, clients: Clients) -> None:
    before = opened(clients)
    mime = QMimeData()
    mime.setText("just words")
    drop(window, mime)
    assert opened(clients) == before
    assert not window.overlay.drop.isVisible()


def test_recent_files_put_the_last_first_without_doubles(home: Path) -> None:
    preferences = Preferences()
    for name in ("a", "b", "a", *(f"n{i}" for i in range(RECENT_FILES))):
        preferences.remember(Path(f"/s/{name}.toml"))
    preferences.remember(Path("/s/b.toml"))
    preferences.flush()
    recent = Preferences().recent
    assert len(recent) == RECENT_FILES
    assert recent[0] == Path("/s/b.toml")
    assert recent[1] == Path(f"/s/n{RECENT_FILES - 1}.toml")
    assert len(set(recent)) == len(recent)
    assert Path("/s/a.toml") not in recent


def test_the_recent_menu_opens_what_it_names(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    window.open_scene(Path("/scenes/A & B.toml"))
    settle(qtbot)
    menu = window.menus.recent
    menu.aboutToShow.emit()
    texts = [action.text() for action in menu.actions()]
    assert texts[:2] == ["A && B.toml", "first.toml"]
    menu.actions()[1].trigger()
    assert opened(clients)[-1] == "first.toml"
    menu.actions()[-1].trigger()
    assert window.preferences.recent == []


def test_bundled_scenes_have_names_and_descriptions(window: MainWindow, clients: Clients) -> None:
    scenes = bundled_scenes()
    assert scenes[0].path.stem == "start"
    assert all(scene.name and scene.description for scene in scenes)
    menu = window.menus.scenes
    menu.aboutToShow.emit()
    menu.actions()[1].trigger()
    assert opened(clients)[-1] == scenes[1].path.name
    assert menu.actions()[1].toolTip() == scenes[1].description


def test_damaged_preferences_read_as_defaults(home: Path) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "app.ini").write_text("[General]\ntheme=pink\nbackend=7\nrecent=@Invalid()\n")
    preferences = Preferences()
    assert preferences.theme == "dark"
    assert preferences.backend == "cpu"
    assert preferences.recent == []
    assert preferences.layout("geometry").isEmpty()


def test_the_open_dialog_offers_every_loadable_suffix(window: MainWindow) -> None:
    from raytracer.io.table import LOADERS

    first = dialogs.open_filters()[0]
    for loader in LOADERS:
        for suffix in loader.suffixes:
            assert f"*{suffix}" in first


def test_the_open_dialog_does_not_block(qtbot: QtBot, window: MainWindow, clients: Clients, tmp_path: Path) -> None:
    window.commands["open_dialog"].trigger()
    (dialog,) = window.findChildren(QFileDialog)
    assert dialog.isVisible()
    target = tmp_path / "chosen.toml"
    dialog.fileSelected.emit(str(target))
    assert opened(clients)[-1] == "chosen.toml"
    assert window.preferences.folder("open") == str(tmp_path)
    dialog.close()


def test_saving_asks_the_worker_and_reports(qtbot: QtBot, window: MainWindow, clients: Clients, tmp_path: Path) -> None:
    window.commands["save_dialog"].trigger()
    (dialog,) = window.findChildren(QFileDialog)
    assert dialog.selectedFiles()[0].endswith("first.png")
    dialog.fileSelected.emit(str(tmp_path / "picture.exr"))
    dialog.close()
    assert clients.cpu.commands[-1] == SaveImage(tmp_path / "picture.exr")
    settle(qtbot)
    assert window.overlay.notices[-1].notice.text == "Saved picture.exr"


def test_a_failed_save_says_why(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu._answers = False
    window.handlers.save_image(Path("/nowhere/a.png"))
    clients.cpu.emit(SaveFailed(Path("/nowhere/a.png"), OutputError("permission denied", where="/nowhere/a.png")))
    settle(qtbot)
    assert window.overlay.notices[-1].notice.text == "/nowhere/a.png: permission denied"


def test_copying_puts_the_shown_picture_on_the_clipboard(window: MainWindow) -> None:
    window.commands["copy_image"].trigger()
    copied = QApplication.clipboard().image()
    assert (copied.width(), copied.height()) == window.studio.size


@pytest.mark.parametrize("command", ["save_dialog", "copy_image"])
def test_without_a_picture_there_is_nothing_to_take(qtbot: QtBot, studio: object, home: Path, command: str) -> None:
    window = MainWindow(studio, Preferences())  # type: ignore[arg-type]
    qtbot.addWidget(window)
    window.commands[command].trigger()
    assert "no picture" in window.overlay.notices[-1].notice.text
    assert not window.findChildren(QFileDialog)


def test_notes_of_the_loader_are_listed_and_announced(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu._answers = False
    window.open_scene(Path("/scenes/fox.glb"))
    notes = [Note("unsupported", "KHR_materials_clearcoat", "materials[3]"), Note("missing", "bark.png", "images[1]")]
    request = clients.cpu.sent(Open)[-1].request
    clients.cpu.emit(SceneLoaded(request, Path("/scenes/fox.glb"), make_scene(), BOX, 1234567, notes=notes))
    settle(qtbot)
    notice = window.overlay.notices[-1].notice
    assert "2 things" in notice.text
    assert notice.act is not None
    notice.act()
    panel = window.docks.panels["scene"]
    assert isinstance(panel, ScenePanel)
    assert panel.notes == notes
    assert panel.facts.fact("Triangles") == "1\u2009234\u2009567"
    texts = [child.text() for child in panel.findChildren(type(panel._heading))]
    assert any("KHR_materials_clearcoat" in text and "materials[3]" in text for text in texts)
    assert "unsupported" in texts


def test_two_runs_of_the_app_remember_what_both_have_opened(home: Path, tmp_path: Path) -> None:
    mine = Preferences()
    mine.remember(tmp_path / "first.toml")
    mine.set_cameras(tmp_path / "first.toml", {1: "a"})
    other = (
        "from pathlib import Path; from raytracer.app.preferences import Preferences; other = Preferences(); "
        f"other.remember(Path({str(tmp_path / 'second.toml')!r})); "
        f"other.set_cameras(Path({str(tmp_path / 'second.toml')!r}), {{2: 'b'}})"
    )
    subprocess.run([sys.executable, "-c", other], check=True, timeout=60.0)
    mine.remember(tmp_path / "third.toml")
    mine.set_cameras(tmp_path / "third.toml", {3: "c"})
    assert [path.name for path in mine.recent] == ["third.toml", "second.toml", "first.toml"]
    assert mine.cameras(tmp_path / "second.toml") == {2: "b"}
    assert mine.cameras(tmp_path / "first.toml") == {1: "a"}
