"""Preferences, tour, log and About: what they show, what they change, and that they are reachable."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QDockWidget, QLineEdit
from pytestqt.qtbot import QtBot

from raytracer.app import cache_folder, main, tokens
from raytracer.app.about import AboutDialog
from raytracer.app.dialogs import ShortcutSheet
from raytracer.app.panels import PANELS
from raytracer.app.panels.log import LogPanel
from raytracer.app.preferences import Preferences
from raytracer.app.relaunch import relaunch
from raytracer.app.settings_dialog import SettingsDialog
from raytracer.app.theme import theme
from raytracer.app.tour import CARDS, Tour
from raytracer.app.window import MainWindow
from raytracer.app.worker_state import Phase
from raytracer.errors import WorkerError
from raytracer.session.protocol import SetView, WorkerFailed
from tests.app.conftest import Clients, settle


def dialog_of(window: MainWindow) -> SettingsDialog:
    window.commands["preferences"].trigger()
    dialog = window.findChildren(SettingsDialog)[-1]
    assert isinstance(dialog, SettingsDialog)
    return dialog


def choose(box: QComboBox, value: str) -> None:
    """As a person does: ``activated`` is not emitted by code."""
    index = box.findData(value)
    box.setCurrentIndex(index)
    box.activated.emit(index)


def test_choices_act_and_are_remembered(window: MainWindow) -> None:
    dialog = dialog_of(window)
    choose(dialog.theme, "contrast")
    assert theme().colours is tokens.HIGH_CONTRAST
    choose(dialog.navigation, "cad")
    assert window.viewport.gestures.preset.name == "cad"
    choose(dialog.language, "nl")
    dialog.threads.setValue(3)
    kept = Preferences()
    assert (kept.theme, kept.navigation, kept.language, kept.threads) == ("contrast", "cad", "nl", 3)
    kept.flush()
    assert main.preferred_threads() == 3, "read by the program's start without Qt"
    dialog.close()


@pytest.mark.parametrize("text", ["[General]\nthreads=-4\n", "threads=3", "[General]\nthreads=many\n", "\x00\xff", ""])
def test_damaged_preferences_mean_automatic_threads(home: Path, text: str) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "app.ini").write_text(text, encoding="latin-1")
    assert main.preferred_threads() == 0


def test_the_search_hides_what_does_not_match(window: MainWindow) -> None:
    dialog = dialog_of(window)
    dialog.search.setText("kernels")
    visible = [content for content, row in dialog.rows if not row.isHidden()]
    assert len(visible) == 1
    assert visible[0].startswith("cache")
    dialog.search.setText("no such thing")
    assert all(row.isHidden() for _, row in dialog.rows)
    assert not dialog._nothing.isHidden()
    dialog.search.clear()
    assert not any(row.isHidden() for _, row in dialog.rows)


def test_the_cache_is_measured_and_cleared(qtbot: QtBot, window: MainWindow) -> None:
    folder = cache_folder.folder() / "cpu-123"
    folder.mkdir(parents=True)
    (folder / "kernel").write_bytes(bytes(3 << 20))
    logs = folder.parent.parent / "logs" / "worker-cpu.log"
    logs.parent.mkdir(exist_ok=True)
    logs.write_text("kept")
    dialog = dialog_of(window)
    qtbot.waitUntil(lambda: dialog.cache.text() == "3 MiB")
    dialog.clear_cache.click()
    qtbot.waitUntil(lambda: dialog.cache.text() == "0 B")
    assert not folder.exists()
    assert logs.read_text() == "kept"


def test_closing_while_the_cache_is_measured_is_harmless(qtbot: QtBot, window: MainWindow) -> None:
    for _ in range(5):
        dialog_of(window).close()
    settle(qtbot, 80)


def test_the_tour_is_offered_once_and_ends(window: MainWindow) -> None:
    window.offer_tour()
    tours = window.findChildren(Tour)
    assert len(tours) == 1
    tour = tours[0]
    assert isinstance(tour, Tour)
    for number in range(len(CARDS)):
        assert tour.card == number
        assert tour._title.text() == CARDS[number][1]
        tour.next.click()
    assert not tour.isVisible()
    window.offer_tour()
    assert [t for t in window.findChildren(Tour) if t.isVisible()] == []
    assert Preferences().flag("toured")


def test_the_log_has_scenes_notices_and_failures(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    window.commands["paste_camera"].trigger()
    clients.cpu.emit(WorkerFailed("cpu", WorkerError("it broke\nin two"), will_restart=True))
    settle(qtbot)
    panel = window.docks.panel("log")
    assert isinstance(panel, LogPanel)
    text = panel.text.toPlainText()
    for part in ("first.toml", "started on fake cpu", "it broke"):
        assert part in text
    window.docks.open("log")
    panel.copy.click()
    report = QGuiApplication.clipboard().text()
    assert "Raytracer " in report
    assert "Python " in report
    assert "it broke" in report
    panel.clear.click()
    assert panel.text.toPlainText() == ""


def test_the_sheet_of_keys_is_searched(window: MainWindow) -> None:
    window.commands["shortcuts"].trigger()
    sheet = window.findChildren(ShortcutSheet)[-1]
    sheet.search.setText("snapshot ctrl")
    shown = [name.text() for name, _ in sheet._lines() if not name.isHidden()]
    assert shown == ["Take a snapshot"]
    sheet.search.clear()
    assert not any(name.isHidden() for name, _ in sheet._lines())


def test_no_two_commands_share_a_key(window: MainWindow) -> None:
    keys = [keys.toString() for action in window.actions() for keys in action.shortcuts()]
    keys += [
        action.shortcut().toString() for dock in window.docks.docks.values() for action in [dock.toggleViewAction()]
    ]
    shared = {key for key in keys if key and keys.count(key) > 1}
    assert shared == set()


def test_about_is_copied(window: MainWindow) -> None:
    dialog = AboutDialog(window, ["CPU: x"])
    dialog.copy.click()
    assert "CPU: x" in QGuiApplication.clipboard().text()


def test_every_control_has_a_name_for_screen_readers_and_a_tooltip(window: MainWindow) -> None:
    own = ("inspector", "snapshots", "log", "camera", "view", "render")
    for panel in (p for p in PANELS if p.name in own):
        dock = window.docks.docks[panel.name]
        widget = window.docks.panel(panel.name)
        assert isinstance(dock, QDockWidget)
        for kind in (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox):
            for control in widget.findChildren(kind):
                inner = control.objectName().startswith("qt_") or type(control).__name__ == "QScrollBar"
                named = control.accessibleName() or (isinstance(control, QAbstractButton) and control.text())
                assert inner or named, f"{panel.name}: {control}"
                assert inner or control.toolTip(), f"{panel.name}: {control.accessibleName()}"
    assert window.findChildren(QLineEdit)


def test_another_number_of_threads_acts_at_once_and_the_scene_stays(
    qtbot: QtBot, window: MainWindow, clients: Clients
) -> None:
    studio, scene = window.studio, window.studio.scene
    studio.change_view(exposure_ev=2.0)
    dialog = dialog_of(window)
    for threads in (2, 3, 4):
        dialog.threads.setValue(threads)
    assert clients.cpu.threads == 0, "whoever counts up does not start a renderer each time"
    settle(qtbot)
    told = len(clients.cpu.sent(SetView))
    dialog.close()
    assert clients.cpu.threads == 4
    qtbot.waitUntil(lambda: studio.worker.info is not None and studio.worker.info.threads == 4)
    assert studio.worker.phase is Phase.READY
    qtbot.waitUntil(lambda: len(clients.cpu.sent(SetView)) > told)
    assert studio.scene is scene or studio.scene == scene
    last = clients.cpu.sent(SetView)[-1]
    assert isinstance(last, SetView)
    assert last.view.exposure_ev == 2.0
    assert all(bar.notice.kind not in ("warning", "error") for bar in window.overlay.notices)


def test_another_language_offers_to_start_anew(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    started: list[Path | None] = []
    monkeypatch.setattr("raytracer.app.handlers.relaunch", lambda scene: started.append(scene) or len(started) > 1)
    dialog = dialog_of(window)
    assert dialog.relaunch.isHidden()
    choose(dialog.language, "nl")
    assert not dialog.relaunch.isHidden()
    choose(dialog.language, "en")
    assert dialog.relaunch.isHidden()
    choose(dialog.language, "nl")
    dialog.relaunch.click()
    assert started == [Path("/scenes/first.toml")]
    assert window.isVisible(), "it could not be started"
    assert "could not be started" in window.overlay.notices[-1].notice.text
    window.handlers.relaunch()
    qtbot.waitUntil(lambda: not window.isVisible())
    assert Preferences().language == "nl"


def test_the_menu_offers_it_too(window: MainWindow) -> None:
    action = next(action for action in window.menus.language.actions() if action.text() == "Nederlands")
    action.trigger()
    assert window.overlay.notices[-1].notice.action


def test_a_process_is_started_with_the_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        "raytracer.app.relaunch.QProcess.startDetached", lambda *words: calls.append(words) or (True, 1)
    )
    assert relaunch(Path("/scenes/a b.toml"))
    assert relaunch(None)
    assert [call[1] for call in calls] == [["-m", "raytracer", "/scenes/a b.toml"], ["-m", "raytracer"]]
