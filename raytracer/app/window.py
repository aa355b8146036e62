"""The main window: puts viewport, docks, bars and menus together, and carries out the commands."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, Qt, QTimer, QUrl
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QComboBox,
    QMainWindow,
    QTabBar,
)

from raytracer.app.actions import colour_actions, key_text, make_actions
from raytracer.app.dialogs import AboutDialog, ShortcutSheet, ask_open, ask_save
from raytracer.app.docks import Docks
from raytracer.app.icons import icon
from raytracer.app.menus import Menus
from raytracer.app.notice import Notice
from raytracer.app.overlay import Overlay
from raytracer.app.panels.throughput import ThroughputPanel
from raytracer.app.preferences import Preferences
from raytracer.app.statusbar import StatusBar
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.app.viewport import Viewport
from raytracer.resources import user_dir

EXPOSURE_STEP = 0.5
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
        handlers = {name: getattr(self, name) for name in _handlers()}
        self.commands = make_actions(self, handlers)
        self.menus = Menus(self, self.commands, studio, preferences, self.open_scene)
        self.addToolBar(self.menus.toolbar)
        self._add_panel_actions()
        self._connect()
        self._restore()
        self.viewport.setFocus()

    def _connect(self) -> None:
        studio = self.studio
        studio.scene_changed.connect(self._scene_opened)
        studio.activity_changed.connect(self._show_title)
        studio.paused_changed.connect(self._show_paused)
        studio.image_saved.connect(self._image_saved)
        studio.sides_changed.connect(self._show_sides)
        self.viewport.gestures.fly_changed.connect(self._show_fly)
        theme().changed.connect(self._recolour)
        for dock in self.docks.docks.values():
            dock.visibilityChanged.connect(self._show_panels_state)
        self._show_title()
        self._show_sides()

    def _add_panel_actions(self) -> None:
        menu = self.menus.menus["Window"]
        before = self.commands["full_screen"]
        for number, dock in enumerate(self.docks.docks.values(), 1):
            action = dock.toggleViewAction()
            action.setShortcut(f"Ctrl+{number}")
            menu.insertAction(before, action)
        menu.insertSeparator(before)

    # ------------------------------------------------------------ file

    def open_scene(self, path: Path) -> None:
        """Opens a scene; the present one stays until that has succeeded."""
        self.studio.open(path)

    def open_dialog(self) -> None:
        """Asks which."""
        ask_open(self, self.preferences.folder("open"), self._open_chosen)

    def _open_chosen(self, path: Path) -> None:
        self.preferences.remember_folder("open", path.parent)
        self.open_scene(path)

    def save_dialog(self) -> None:
        """Asks where to."""
        if not self.viewport.has_picture:
            self.studio.noticed.emit(Notice("info", "There is no picture to save yet"))
            return
        stem = self.studio.scene.path.stem if self.studio.scene else "picture"
        folder = Path(self.preferences.folder("save") or Path.home())
        ask_save(self, folder / f"{stem}.png", self.save_image)

    def save_image(self, path: Path) -> None:
        """Writes the picture; the worker does it and says when it is done."""
        self.preferences.remember_folder("save", path.parent)
        self.studio.save(path)

    def _image_saved(self, path: Path) -> None:
        folder = QUrl.fromLocalFile(str(path.absolute().parent))
        show = Notice("done", f"Saved {path.name}", "Show folder", lambda: QDesktopServices.openUrl(folder))
        self.studio.noticed.emit(show)

    def copy_image(self) -> None:
        """Puts the picture, as it is shown, on the clipboard."""
        picture = self.viewport.picture()
        if picture.isNull():
            self.studio.noticed.emit(Notice("info", "There is no picture to copy yet"))
            return
        QGuiApplication.clipboard().setImage(picture)
        self.studio.noticed.emit(Notice("done", f"Copied {picture.width()} × {picture.height()} pixels"))

    def allow_outside(self, on: bool) -> None:
        """Whether scenes may name files outside their own folder."""
        self.studio.allow_outside = on

    def quit(self) -> None:
        """Closes the window, which ends the program."""
        self.close()

    # ------------------------------------------------------------ render

    def toggle_pause(self) -> None:
        """Stops or goes on."""
        self.studio.set_paused(not self.studio.paused)

    def restart(self) -> None:
        """Throws the samples away."""
        self.studio.restart()

    def flip(self) -> None:
        """To the other side."""
        self.studio.flip()

    def force_software(self, on: bool) -> None:
        """Lets a software driver stand in for a GPU."""
        self.studio.set_force_software(on)
        if on and self.studio.sides.probed and self.studio.sides.software_driver is None:
            self.studio.noticed.emit(Notice("info", "There is no software Vulkan driver on this computer"))

    def more_exposure(self) -> None:
        """Brighter."""
        self.studio.change_view(exposure_ev=self.studio.view.exposure_ev + EXPOSURE_STEP)

    def less_exposure(self) -> None:
        """Darker."""
        self.studio.change_view(exposure_ev=self.studio.view.exposure_ev - EXPOSURE_STEP)

    # ------------------------------------------------------------ camera

    def frame_all(self) -> None:
        """Shows the whole scene."""
        self.studio.frame_all()

    def reset_view(self) -> None:
        """Back to the scene's own camera."""
        self.studio.reset_view()

    def fly(self, on: bool) -> None:
        """Enters or leaves fly mode."""
        self.viewport.gestures.set_flying(on)
        self.viewport.setFocus()

    def look_front(self) -> None:
        """From +Z."""
        self.studio.look_along((0.0, 0.0, 1.0))

    def look_right(self) -> None:
        """From +X."""
        self.studio.look_along((1.0, 0.0, 0.0))

    def look_top(self) -> None:
        """From +Y."""
        self.studio.look_along((0.0, 1.0, 0.0))

    # ------------------------------------------------------------ window and help

    def panels(self, visible: bool) -> None:
        """Shows or hides all panels."""
        self.docks.show_all(visible)

    def full_screen(self, on: bool) -> None:
        """Only the picture and the panels."""
        self.menuBar().setVisible(not on)
        self.menus.toolbar.setVisible(not on)
        self.showFullScreen() if on else self.showNormal()

    def reset_layout(self) -> None:
        """Panels back to their places."""
        self.docks.reset()

    def shortcuts(self) -> None:
        """All keys and gestures."""
        ShortcutSheet(self, self.commands).open()

    def show_cache(self) -> None:
        """Opens the folder of compiled kernels and logs."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(user_dir("cache"))))

    def about(self) -> None:
        """Versions and devices."""
        sides = self.studio.sides
        gpu = sides.gpu()
        AboutDialog(self, [f"CPU: {sides.cpu().device}", f"GPU: {gpu.device or gpu.reason}"]).open()

    # ------------------------------------------------------------ showing

    def _scene_opened(self) -> None:
        scene = self.studio.scene
        if scene is None:
            return
        self.preferences.remember(scene.path)
        self._show_title()
        if scene.notes:
            count = len(scene.notes)
            text = f"{scene.path.name}: {count} thing{'s' if count > 1 else ''} not taken over as written"
            self.studio.noticed.emit(Notice("info", text, "Show", self._show_notes))

    def _show_notes(self) -> None:
        dock = self.docks.docks["scene"]
        dock.show()
        dock.raise_()

    def _show_title(self) -> None:
        scene = self.studio.scene
        self.setWindowTitle(f"{scene.outline.name} – Raytracer" if scene else "Raytracer")

    def _show_paused(self) -> None:
        action = self.commands["toggle_pause"]
        paused = self.studio.paused
        action.setText("&Go on" if paused else "&Pause")
        action.setToolTip(f"{'Go on' if paused else 'Pause'}   {key_text(action)}")
        c = theme().colours
        action.setIcon(icon("play" if paused else "pause", c.text, c.text_off))

    def _show_sides(self) -> None:
        self.commands["force_software"].setChecked(self.studio.sides.force_software)

    def _show_fly(self) -> None:
        gestures = self.viewport.gestures
        self.commands["fly"].setChecked(gestures.flying)
        if gestures.flying:
            self.overlay.fly.show_speed(gestures.fly_speed)
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

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        panel = self.docks.panels["throughput"]
        if isinstance(panel, ThroughputPanel):
            # After the first paint: the chart's library must not delay the window.
            QTimer.singleShot(0, panel.chart.load)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        path, remote = _dropped(event)
        if path is None and not remote:
            return
        event.acceptProposedAction()
        text = f"Open {path.name}" if path else "Only files on this computer can be opened"
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
            self.studio.noticed.emit(Notice("error", f"{remote} is not on this computer; save it first"))

    def _restore(self) -> None:
        geometry, state = self.preferences.layout("geometry"), self.preferences.layout("docks")
        if geometry.isEmpty() or not self.restoreGeometry(geometry):
            self.resize(1280, 720)
        if not state.isEmpty():
            self.restoreState(state)

    def closeEvent(self, event: QCloseEvent) -> None:
        """The window goes at once; the workers get their time to end politely."""
        if not self.isFullScreen():
            self.preferences.set_layout("geometry", QByteArray(self.saveGeometry()))
            self.preferences.set_layout("docks", QByteArray(self.saveState()))
        self.preferences.backend = self.studio.active
        self.preferences.flush()
        self.hide()
        super().closeEvent(event)
        if isinstance(panel := self.docks.panels["throughput"], ThroughputPanel):
            panel.chart.wait()
        self.studio.close()


def _handlers() -> list[str]:
    from raytracer.app.actions import COMMANDS

    return [command.name for command in COMMANDS]


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
