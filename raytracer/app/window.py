"""The main window: puts viewport, docks, bars and menus together."""

from __future__ import annotations

import itertools
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, Qt, QUrl
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QComboBox,
    QMainWindow,
    QTabBar,
)

from raytracer.app.actions import colour_actions, make_actions
from raytracer.app.camera_menus import CameraMenus
from raytracer.app.check_marks import CheckMarks
from raytracer.app.docks import Docks
from raytracer.app.edit_handlers import SKY_SUFFIXES
from raytracer.app.handlers import CommandHandlers
from raytracer.app.icons import icon
from raytracer.app.language import tr
from raytracer.app.menus import Menus
from raytracer.app.notice import Notice
from raytracer.app.overlay import Overlay
from raytracer.app.panels import PANELS
from raytracer.app.panels.throughput import ThroughputPanel
from raytracer.app.preferences import Preferences
from raytracer.app.scene_file import SceneFile
from raytracer.app.statusbar import StatusBar
from raytracer.app.studio import Studio
from raytracer.app.talk.stage import TalkStage
from raytracer.app.theme import theme
from raytracer.app.viewport import Viewport

_CONTROL_KEYS = frozenset(
    (Qt.Key.Key_Space, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Return, Qt.Key.Key_Left, Qt.Key.Key_Right)
)


class MainWindow(QMainWindow):
    """One window, one scene."""

    def __init__(self, studio: Studio, preferences: Preferences) -> None:
        super().__init__()
        self.studio = studio
        self.preferences = preferences
        self.setObjectName("window")
        self.setAcceptDrops(True)
        self.viewport = Viewport(studio)
        self.setCentralWidget(self.viewport)
        self.overlay = Overlay(studio, self.viewport)
        self.docks = Docks(self, studio)
        self.setStatusBar(StatusBar(studio))
        self.stage = TalkStage(self, studio, self.docks, self.overlay)
        self.handlers = CommandHandlers(self, studio, self.viewport, self.docks, preferences, self.stage)
        self.commands = make_actions(self, self.handlers.table())
        self.camera_menus = CameraMenus(self, studio, self.viewport.gestures, preferences)
        acts = (self.open_scene, self.handlers.relaunch)
        self.menus = Menus(self, self.commands, studio, preferences, acts, self.camera_menus)
        self.addToolBar(self.menus.toolbar)
        self._add_panel_actions()
        self.handlers.watch_edits(self.commands)
        self._connect()
        self._restore()
        self.viewport.setFocus()

    def _connect(self) -> None:
        studio = self.studio
        studio.scene_changed.connect(self._scene_opened)
        studio.activity_changed.connect(self._show_title)
        studio.paused_changed.connect(self._show_paused)
        studio.image_saved.connect(self._image_saved)
        self.viewport.gestures.flight.changed.connect(self._show_fly)
        theme().changed.connect(self._recolour)
        for dock in self.docks.docks.values():
            dock.visibilityChanged.connect(self._show_panels_state)
        self._show_title()
        CheckMarks(studio, self.commands)

    def _add_panel_actions(self) -> None:
        window_menu = self.menus.menus["Window"]
        before = self.commands["full_screen"]
        opened = itertools.count(1)
        for panel in PANELS:
            action = self.docks.docks[panel.name].toggleViewAction()
            if panel.opened:
                action.setShortcut(f"Alt+{next(opened)}")
            if panel.menu == "Window":
                window_menu.insertAction(before, action)
            else:
                self.menus.menus[panel.menu].addAction(action)
        window_menu.insertSeparator(before)
        self.menus.hide_empty()

    def offer_tour(self) -> None:
        """Shows the tour at the very first start."""
        if not self.preferences.flag("toured"):
            self.preferences.set_flag("toured", True)
            self.handlers.tour()

    # ------------------------------------------------------------ file

    def open_scene(self, path: Path) -> None:
        """Opens a scene; the present one stays until that has succeeded, and is saved first if the user wants."""
        self.handlers.open_guarded(path)

    # ------------------------------------------------------------ showing

    def _scene_opened(self) -> None:
        scene = self.studio.scene
        if scene is None:
            return
        self.preferences.remember(scene.path)
        self._show_title()
        if scene.notes:
            count = len(scene.notes)
            one, more = (
                tr("{file}: 1 thing not taken over as written"),
                tr("{file}: {count} things not taken over as written"),
            )
            text = (more if count > 1 else one).format(file=scene.path.name, count=count)
            self.studio.noticed.emit(Notice("info", text, tr("Show"), self._show_notes))

    def _image_saved(self, path: Path) -> None:
        folder = QUrl.fromLocalFile(str(path.absolute().parent))
        show = Notice(
            "done",
            tr("Saved {name}").format(name=path.name),
            tr("Show folder"),
            lambda: QDesktopServices.openUrl(folder),
        )
        self.studio.noticed.emit(show)

    def _show_notes(self) -> None:
        self.docks.open("scene")

    def _show_title(self) -> None:
        scene = self.studio.scene
        self.setWindowTitle(f"{scene.outline.name}[*] – Raytracer" if scene else "Raytracer")

    def _show_paused(self) -> None:
        action = self.commands["toggle_pause"]
        paused = self.studio.paused
        action.setText(tr("&Go on") if paused else tr("&Pause"))
        action.setToolTip((tr("Go on") if paused else tr("Pause")) + f"   {action.shortcut().toString()}")
        c = theme().colours
        action.setIcon(icon("play" if paused else "pause", c.text, c.text_off))

    def _show_fly(self) -> None:
        flight = self.viewport.gestures.flight
        self.commands["fly"].setChecked(flight.on)
        if flight.on:
            self.overlay.fly.show_speed(flight.speed)
        else:
            self.overlay.fly.hide()

    def _show_panels_state(self) -> None:
        self.commands["panels"].setChecked(self.docks.any_visible)

    def _recolour(self) -> None:
        colour_actions(self.commands)
        self.menus.recolour()
        self._show_paused()

    # ------------------------------------------------------------ events

    def event(self, event: QEvent) -> bool:
        """Keys that mean something to the focused control are not taken from it by a shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            focus = self.focusWidget()
            control = isinstance(focus, (QAbstractButton, QAbstractSlider, QComboBox, QTabBar, QAbstractItemView))
            if control and event.key() in _CONTROL_KEYS and not event.modifiers():
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.isFullScreen():
            self.commands["full_screen"].trigger()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        path, remote = _dropped(event)
        if path is None and not remote:
            return
        event.acceptProposedAction()
        text = tr("Only files on this computer can be opened")
        if path is not None:
            sky = path.suffix.lower() in SKY_SUFFIXES
            text = (tr("Use {name} as the sky") if sky else tr("Open {name}")).format(name=path.name)
        self.overlay.drop.offer(text, welcome=path is not None)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self.overlay.drop.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.overlay.drop.hide()
        path, remote = _dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.open_scene(path)
        elif remote:
            self.studio.noticed.emit(
                Notice("error", tr("{address} is not on this computer; save it first").format(address=remote))
            )

    @property
    def _throughput(self) -> ThroughputPanel:
        panel = self.docks.panels["throughput"]
        assert isinstance(panel, ThroughputPanel)
        return panel

    def _restore(self) -> None:
        geometry, state = self.preferences.layout("geometry"), self.preferences.layout("docks")
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            self.resize(1280, 720)
        if not state.isEmpty():
            self.restoreState(state)
        self._throughput.chart_box.log_button.setChecked(self.preferences.flag("logarithmic-chart"))

    def closeEvent(self, event: QCloseEvent) -> None:
        """The window goes at once, unless something is unsaved; the workers get their time to end politely."""
        if self.studio.feature(SceneFile).unsaved:
            event.ignore()
            self.handlers.guard(self.close_now)
            return
        self.stage.end()
        if not self.isFullScreen():
            self.preferences.set_layout("geometry", QByteArray(self.saveGeometry()))
            self.preferences.set_layout("docks", QByteArray(self.saveState()))
        self.preferences.backend = self.studio.active
        self.preferences.set_flag("logarithmic-chart", self._throughput.chart_box.log_button.isChecked())
        self.preferences.flush()
        self.hide()
        super().closeEvent(event)
        self.studio.pool.close()

    def close_now(self) -> None:
        """Closes without asking; what is unsaved is in the journal, and offered at the next start."""
        self.studio.feature(SceneFile).let_go()
        self.close()


def _dropped(event: QDropEvent) -> tuple[Path | None, str]:
    """The first local file of a drop, or else the first address that is not local; text may hold either."""
    mime = event.mimeData()
    urls = mime.urls() if mime.hasUrls() else []
    if not urls and mime.hasText() and mime.text().strip():
        urls = [QUrl(mime.text().strip().splitlines()[0])]
    for url in urls:
        if url.isLocalFile():
            return Path(url.toLocalFile()), ""
    return None, urls[0].toString() if urls and urls[0].scheme() in ("http", "https", "ftp") else ""
