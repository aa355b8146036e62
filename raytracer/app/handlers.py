"""Carries out the commands: one method for each entry of ``commands.COMMANDS``, of the same name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QToolBar

from raytracer.app.about import AboutDialog
from raytracer.app.camera_handlers import CameraHandlers
from raytracer.app.commands import COMMANDS
from raytracer.app.dialogs import ShortcutSheet, ask_open, ask_save, ask_talk
from raytracer.app.docks import Docks
from raytracer.app.edit_handlers import EditHandlers
from raytracer.app.journal import Journal
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.pixel_zoom import PixelZoom
from raytracer.app.preferences import Preferences
from raytracer.app.race.handlers import RaceHandlers
from raytracer.app.relaunch import relaunch
from raytracer.app.render_handlers import RenderHandlers
from raytracer.app.settings_dialog import SettingsDialog
from raytracer.app.snapshots import Snapshots
from raytracer.app.studio import Studio
from raytracer.app.talk.script import bundled_talk
from raytracer.app.talk.stage import TalkStage
from raytracer.app.tour import Tour
from raytracer.app.viewport import Viewport
from raytracer.resources import user_dir


class CommandHandlers(CameraHandlers, EditHandlers, RaceHandlers, RenderHandlers):
    """Acts on the parts of one window. A checkable command's method takes its new state."""

    def __init__(
        self,
        window: QMainWindow,
        studio: Studio,
        viewport: Viewport,
        docks: Docks,
        preferences: Preferences,
        stage: TalkStage,
    ) -> None:
        self._window = window
        self._studio = studio
        self._viewport = viewport
        self._docks = docks
        self._preferences = preferences
        self._stage = stage
        self._journal = studio.feature(Journal)  # collects from the start, whether or not anybody reads it

    def table(self) -> dict[str, Callable[..., object]]:
        """The method of each command."""
        return {command.name: getattr(self, command.name) for command in COMMANDS}

    # ------------------------------------------------------------ file

    def open_dialog(self) -> None:
        """Asks which."""
        ask_open(self._window, self._preferences.folder("open"), self._open_chosen)

    def _open_chosen(self, path: Path) -> None:
        self._preferences.remember_folder("open", path.parent)
        self.open_guarded(path)

    def save_dialog(self) -> None:
        """Asks where to."""
        if not self._viewport.has_picture:
            self._studio.noticed.emit(Notice("info", tr("There is no picture to save yet")))
            return
        stem = self._studio.scene.path.stem if self._studio.scene else "picture"
        folder = Path(self._preferences.folder("save") or Path.home())
        ask_save(self._window, folder / f"{stem}.png", self.save_image)

    def save_image(self, path: Path) -> None:
        """Writes the picture; the worker does it and says when it is done."""
        self._preferences.remember_folder("save", path.parent)
        self._studio.save(path)

    def copy_image(self) -> None:
        """Puts the picture, as it is shown, on the clipboard."""
        picture = self._viewport.picture()
        if picture.isNull():
            self._studio.noticed.emit(Notice("info", tr("There is no picture to copy yet")))
            return
        QGuiApplication.clipboard().setImage(picture)
        self._studio.noticed.emit(
            Notice(
                "done", tr("Copied {width} × {height} pixels").format(width=picture.width(), height=picture.height())
            )
        )

    def allow_outside(self, on: bool) -> None:
        """Whether scenes may name files outside their own folder."""
        self._studio.allow_outside = on

    def present(self) -> None:
        """The talk that was presented last, or the one that ships with the program."""
        last = self._preferences.talk
        self.present_talk(last if last is not None and last.is_file() else bundled_talk())

    def present_dialog(self) -> None:
        """Asks which talk."""
        ask_talk(self._window, self._preferences.folder("talk"), self.present_talk)

    def present_talk(self, path: Path) -> None:
        """Presents a talk."""
        self._preferences.talk = path
        self._preferences.remember_folder("talk", path.parent)
        self.guard(lambda: self._stage.begin(path))

    def quit(self) -> None:
        """Closes the window, which ends the program."""
        self._window.close()

    # ------------------------------------------------------------ picture

    def take_snapshot(self) -> None:
        """Keeps the picture aside."""
        kept = self._studio.feature(Snapshots).take()
        if kept is None:
            self._studio.noticed.emit(Notice("info", tr("There is no picture to keep yet")))
        else:
            self._docks.open("snapshots")

    def flip_snapshot(self) -> None:
        """Between the chosen snapshot and the live picture."""
        snapshots = self._studio.feature(Snapshots)
        if snapshots.chosen is None:
            self._studio.noticed.emit(Notice("info", tr("There is no snapshot yet; Ctrl+T takes one")))
        snapshots.flip()

    def whole_picture(self) -> None:
        """Ends the zoom into the pixels."""
        self._studio.feature(PixelZoom).reset()

    # ------------------------------------------------------------ window and help

    def preferences(self) -> None:
        """What outlives the program."""
        dialog = SettingsDialog(self._window, self._studio, self._preferences, self._viewport.gestures)
        dialog.relaunch_wanted.connect(self.relaunch)
        dialog.open()

    def relaunch(self) -> None:
        """Closes the window and opens another one with the same scene, once nothing unsaved would be lost."""
        self.guard(self._relaunch)

    def _relaunch(self) -> None:
        self._preferences.flush()
        scene = self._studio.scene
        if relaunch(scene.path if scene is not None else None):
            self._window.close()
        else:
            self._studio.noticed.emit(
                Notice("error", tr("The program could not be started again; please do it yourself"))
            )

    def panels(self, visible: bool) -> None:
        """Shows or hides all panels."""
        self._docks.show_all(visible)

    def full_screen(self, on: bool) -> None:
        """Only the picture and the panels."""
        for bar in (self._window.menuBar(), *self._window.findChildren(QToolBar)):
            bar.setVisible(not on)
        others = self._window.windowState() & ~Qt.WindowState.WindowFullScreen
        self._window.setWindowState(others | Qt.WindowState.WindowFullScreen if on else others)

    def reset_layout(self) -> None:
        """Panels back to their places."""
        self._docks.reset()

    def shortcuts(self) -> None:
        """All keys and gestures."""
        ShortcutSheet(self._window, self._viewport.gestures.preset).open()

    def tour(self) -> None:
        """The four cards."""
        Tour(self._window).show()

    def show_log(self) -> None:
        """What happened since the start."""
        self._docks.open("log")

    def show_cache(self) -> None:
        """Opens the folder of compiled kernels and logs."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(user_dir("cache"))))

    def about(self) -> None:
        """Versions and devices."""
        sides = self._studio.sides
        gpu = sides.gpu()
        AboutDialog(self._window, [f"CPU: {sides.cpu().device}", f"GPU: {gpu.device or gpu.reason}"]).open()
