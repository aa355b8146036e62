"""The window: shortcuts, theme, panels, notices, accessibility."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QTabBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from raytracer.app import tokens
from raytracer.app.about import AboutDialog
from raytracer.app.commands import COMMANDS
from raytracer.app.commands.command import key_text
from raytracer.app.dialogs import ShortcutSheet
from raytracer.app.menus import TOOLBAR
from raytracer.app.notice import Notice
from raytracer.app.overlay import MAX_NOTICES
from raytracer.app.panels import PANELS
from raytracer.app.panels.throughput import ThroughputPanel
from raytracer.app.preferences import Preferences
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.app.window import MainWindow
from tests.app.conftest import Clients, settle


def test_shortcuts_are_unambiguous(window: MainWindow) -> None:
    keys = [keys.toString() for action in window.actions() for keys in action.shortcuts()]
    keys += [dock.toggleViewAction().shortcut().toString() for dock in window.docks.docks.values()]
    keys = [key for key in keys if key]  # panels that are not open at first have none
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("key", "name"),
    [
        (Qt.Key.Key_Space, "toggle_pause"),
        (Qt.Key.Key_F, "frame_selection"),
        (Qt.Key.Key_Home, "frame_all"),
        (Qt.Key.Key_R, "reset_view"),
        (Qt.Key.Key_B, "flip"),
        (Qt.Key.Key_F5, "present"),
        (Qt.Key.Key_BracketRight, "more_exposure"),
    ],
)
def test_keys_trigger_their_commands(qtbot: QtBot, window: MainWindow, key: Qt.Key, name: str) -> None:
    window.activateWindow()
    window.viewport.setFocus()
    with qtbot.waitSignal(window.commands[name].triggered, timeout=1000):
        qtbot.keyClick(window.viewport, key)


def test_space_presses_a_focused_button_instead_of_pausing(qtbot: QtBot, window: MainWindow) -> None:
    from raytracer.app.panels.throughput import ThroughputPanel

    panel = window.docks.panels["throughput"]
    assert isinstance(panel, ThroughputPanel)
    window.activateWindow()
    panel.chart_box.log_button.setFocus()
    qtbot.waitUntil(panel.chart_box.log_button.hasFocus)
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " ")
    event.ignore()
    QApplication.sendEvent(window, event)
    assert event.isAccepted()
    window.viewport.setFocus()
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " ")
    event.ignore()
    QApplication.sendEvent(window, event)
    assert not event.isAccepted()


def test_digits_typed_into_a_field_are_no_shortcuts(qtbot: QtBot, window: MainWindow) -> None:
    field = window.docks.panels["render"].fields["spp"].field  # type: ignore[attr-defined]
    window.docks.docks["render"].raise_()
    window.activateWindow()
    field.setFocus()
    field.selectAll()
    before = window.studio.camera
    qtbot.keyClicks(field.lineEdit(), "137")
    qtbot.keyClick(field.lineEdit(), Qt.Key.Key_Return)
    assert window.studio.settings.spp == 137
    assert window.studio.camera == before


def test_the_sheet_lists_every_shortcut(qtbot: QtBot, window: MainWindow) -> None:
    window.commands["shortcuts"].trigger()
    (sheet,) = window.findChildren(ShortcutSheet)
    texts = {label.text() for label in sheet.findChildren(QLabel)}
    for command in COMMANDS:
        if command.shortcuts:
            assert key_text(command) in texts
    sheet.close()


def test_about_names_versions_and_devices(qtbot: QtBot, window: MainWindow) -> None:
    window.commands["about"].trigger()
    (dialog,) = window.findChildren(AboutDialog)
    text = dialog.facts.text()
    for part in ("Raytracer", "Taichi", "Qt", "Python", "CPU: fake cpu", "GPU:"):
        assert part in text
    dialog.close()


def test_the_theme_changes_everything_and_is_remembered(window: MainWindow) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    dark = app.styleSheet()
    window.menus._choose_theme("light")
    assert theme().colours is tokens.LIGHT
    assert app.styleSheet() != dark
    assert Preferences().theme == "light"
    light_icon = window.commands["open_dialog"].icon().pixmap(20, 20).toImage()
    window.menus._choose_theme("dark")
    assert app.styleSheet() == dark
    assert window.commands["open_dialog"].icon().pixmap(20, 20).toImage() != light_icon


@pytest.mark.parametrize("colours", [tokens.DARK, tokens.LIGHT, tokens.HIGH_CONTRAST])
def test_text_is_legible_in_both_themes(colours: tokens.Colours) -> None:
    for background in (colours.window, colours.panel, colours.raised):
        assert tokens.contrast(colours.text, background) >= 7.0
        for text in (colours.text_dim, colours.cpu, colours.gpu, colours.error, colours.warning):
            assert tokens.contrast(text, background) >= 4.5
    assert tokens.contrast(colours.on_accent, colours.accent) >= 4.5


def test_every_panel_is_a_dock_with_a_menu_entry_and_a_key(window: MainWindow) -> None:
    assert list(window.docks.docks) == [panel.name for panel in PANELS]
    for panel in PANELS:
        action = window.docks.docks[panel.name].toggleViewAction()
        assert action in window.menus.menus[panel.menu].actions()
    for number, panel in enumerate((p for p in PANELS if p.opened), 1):
        assert window.docks.docks[panel.name].toggleViewAction().shortcut().toString() == f"Alt+{number}"


def test_a_panel_that_is_not_open_at_first_is_made_when_it_is_opened(qtbot: QtBot, window: MainWindow) -> None:
    later = [panel.name for panel in PANELS if not panel.opened]
    assert not set(later) & set(window.docks.panels)
    for name in later:
        window.docks.docks[name].toggleViewAction().trigger()
        assert window.docks.panels[name] is window.docks.docks[name].widget()
    window.docks.reset()
    assert all(window.docks.docks[name].isHidden() for name in later)


def test_panels_hide_together_and_come_back(qtbot: QtBot, window: MainWindow) -> None:
    window.commands["panels"].trigger()
    assert not window.docks.any_visible
    assert not window.commands["panels"].isChecked()
    window.commands["panels"].trigger()
    assert window.docks.any_visible
    assert window.commands["panels"].isChecked()


def test_full_screen_hides_the_bars_and_escape_leaves(qtbot: QtBot, window: MainWindow) -> None:
    window.commands["full_screen"].trigger()
    assert window.isFullScreen()
    assert not window.menuBar().isVisible()
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    assert window.menuBar().isVisible()


def test_layout_is_remembered(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    window.docks.docks["scene"].hide()
    window._throughput.chart_box.log_button.setChecked(True)
    window.close()
    again = MainWindow(Studio(clients), Preferences())
    qtbot.addWidget(again)
    assert again.docks.docks["scene"].isHidden()
    assert again._throughput.chart_box.log_button.isChecked()
    again.commands["reset_layout"].trigger()
    assert not again.docks.docks["scene"].isHidden()


def test_the_layout_after_a_reset_is_the_first_one(qtbot: QtBot, window: MainWindow) -> None:
    """Without bars of tabs that stay behind, and without making panels that nobody opened."""
    made = set(window.docks.panels)
    for _ in range(3):
        window.docks.show_all(False)
        qtbot.wait(50)
        window.commands["reset_layout"].trigger()
        qtbot.wait(50)
        bars = window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        seen = [bar for bar in bars if bar.isVisible() and window.rect().intersects(bar.geometry())]
        assert [[bar.tabText(i) for i in range(bar.count())] for bar in seen] == [["View", "Camera", "Render", "Scene"]]
    assert set(window.docks.panels) == made


def test_notices_stack_without_doubles_and_errors_stay(qtbot: QtBot, window: MainWindow) -> None:
    overlay = window.overlay
    for text in ("one", "two", "two", "three", "four"):
        overlay.notify(Notice("error", text))
    assert [bar.notice.text for bar in overlay.notices] == ["two", "three", "four"]
    assert len(overlay.notices) == MAX_NOTICES
    tops = [bar.y() for bar in overlay.notices]
    assert tops == sorted(set(tops))
    close = [b for b in overlay.notices[0].findChildren(QAbstractButton) if b.accessibleName().startswith("Close")]
    close[0].click()
    assert [bar.notice.text for bar in overlay.notices] == ["three", "four"]
    assert not Notice("done", "saved").stays


def test_a_notice_never_moves_the_picture(qtbot: QtBot, window: MainWindow) -> None:
    before = window.viewport.size()
    window.overlay.notify(Notice("error", "long " * 60))
    assert window.viewport.size() == before
    bar = window.overlay.notices[-1]
    assert bar.width() <= window.viewport.width()
    assert bar.height() >= bar.minimumSizeHint().height()


def test_every_control_has_a_name_for_screen_readers(window: MainWindow) -> None:
    kinds = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox)
    nameless = [
        widget
        for kind in kinds
        for widget in window.findChildren(kind)
        if widget.isVisibleTo(window) and not (widget.accessibleName() or _text(widget)) and _own(widget)
    ]
    assert nameless == []


def _text(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QAbstractButton) else ""


def _own(widget: QWidget) -> bool:
    """Not one of Qt's internal parts: scroll bars, tab scrollers and the like."""
    parent = widget.parentWidget()
    family = f"{widget.objectName()} {parent.objectName() if parent else ''} {type(parent).__name__}"
    return "qt_" not in family and "Tab" not in family


def test_the_toolbar_shows_only_known_commands(window: MainWindow) -> None:
    known = {command.name for command in COMMANDS} | {"|", ">", "scenes"}
    assert set(TOOLBAR) <= known
    for command in COMMANDS:
        if command.name in TOOLBAR:
            assert not window.commands[command.name].icon().isNull()
            assert window.commands[command.name].toolTip()


def test_the_window_fits_a_small_screen(window: MainWindow) -> None:
    """1280 x 720 less a task bar; nothing may force the window larger."""
    assert window.minimumSizeHint().width() <= 1024
    assert window.minimumSizeHint().height() <= 680


def test_the_throughput_panel_asks_for_room_for_wrapped_lines(qtbot: QtBot, window: MainWindow) -> None:
    panel = window.docks.panel("throughput")
    assert isinstance(panel, ThroughputPanel)
    panel._timer.stop()
    panel.power_line.setText("Power: a reason that takes some lines to tell. " * 6)
    settle(qtbot)
    lines = panel.power_line
    needed = lines.heightForWidth(lines.width()) + panel.chart_box.minimumSizeHint().height()
    above = lines.mapTo(panel, lines.rect().topLeft()).y()
    assert panel.minimumSizeHint().height() >= above + needed
