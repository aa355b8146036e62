"""Carries out the commands that edit and save the scene, and keeps the window right about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QCursor
from PySide6.QtWidgets import QMainWindow

from raytracer.app import operations
from raytracer.app.commands import find_command
from raytracer.app.commands.command import key_text, plain
from raytracer.app.dialogs import ask_save_scene
from raytracer.app.docks import Docks
from raytracer.app.editor import Editor
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.preferences import Preferences
from raytracer.app.scene_file import SceneFile
from raytracer.app.studio import Studio
from raytracer.app.tools import Tools

SKY_SUFFIXES = (".hdr", ".exr")
EDITING_PANELS = ("outliner", "properties")
EDITING_WIDTH = 324


class EditHandlers:
    """A part of ``CommandHandlers``."""

    _window: QMainWindow
    _studio: Studio
    _docks: Docks
    _preferences: Preferences

    @property
    def _editor(self) -> Editor:
        return self._studio.feature(Editor)

    @property
    def _scene_file(self) -> SceneFile:
        return self._studio.feature(SceneFile)

    # ------------------------------------------------------------ the window

    def watch_edits(self, actions: dict[str, QAction]) -> None:
        """From now on the actions and the title follow the document."""
        self._actions = actions
        editor, tools = self._editor, self._studio.feature(Tools)
        editor.moves_are_steps = self._preferences.flag("camera-steps")
        actions["camera_steps"].setChecked(editor.moves_are_steps)
        editor.changed.connect(self._show_edits)
        editor.selection_changed.connect(self._show_edits)
        editor.details_wanted.connect(lambda: self.editing(True))
        tools.changed.connect(self._show_edits)
        self._scene_file.changed.connect(self._show_edits)
        for name in EDITING_PANELS:
            self._docks.docks[name].visibilityChanged.connect(self._show_editing)
        self._show_edits()
        self._show_editing()

    def _show_edits(self) -> None:
        editor, actions = self._editor, self._actions
        self._window.setWindowModified(self._scene_file.unsaved)
        for name, steps, text in (
            ("undo", editor.history.done, tr("&Undo {step}")),
            ("redo", editor.history.undone, tr("&Redo {step}")),
        ):
            step = steps[-1].label if steps else ""
            actions[name].setEnabled(bool(steps))
            actions[name].setText(text.format(step=step).strip())
            actions[name].setToolTip(f"{plain(actions[name].text())}   {key_text(find_command(name))}")
        for name in ("delete", "duplicate", "hide", "select_none"):
            actions[name].setEnabled(bool(editor.selection))
        tool = self._studio.feature(Tools).tool
        for name in ("move", "rotate", "scale"):
            actions[f"tool_{name}"].setChecked(name == tool)

    def _show_editing(self) -> None:
        open_panels = [not self._docks.docks[name].isHidden() for name in EDITING_PANELS]
        self._actions["editing"].setChecked(any(open_panels))

    def open_guarded(self, path: Path) -> None:
        """Opens a scene once nothing unsaved would be lost; a picture of a sky becomes the sky of the present one."""
        if path.suffix.lower() in SKY_SUFFIXES and self._studio.scene is not None:
            operations.environment_image(self._editor, str(path.absolute()))
            return
        self.guard(lambda: self._studio.open(path))

    def guard(self, then: Callable[[], object]) -> None:
        """``then``, after asking what becomes of unsaved changes."""
        self._scene_file.guard(self._window, then, self._ask_where)

    # ------------------------------------------------------------ file

    def save_scene(self) -> None:
        """Writes the scene to its file; asks where to when it has none."""
        if self._scene_file.path is not None:
            self._scene_file.save(self._scene_file.path)
        else:
            self._ask_where(None)

    def save_scene_as(self) -> None:
        """Asks where to."""
        self._ask_where(None)

    def _ask_where(self, then: Callable[[], object] | None) -> None:
        if self._studio.scene is None:
            self._studio.noticed.emit(Notice("info", tr("There is no scene to save yet")))
            return
        ask_save_scene(self._window, self._scene_file.suggestion(), lambda path: self._scene_file.save(path, then))

    def undo(self) -> None:
        """Takes the last change back."""
        self._editor.undo()

    def redo(self) -> None:
        """Makes it again."""
        self._editor.redo()

    def add(self) -> None:
        """Asks what, at the pointer."""
        from raytracer.app.add_menu import add_menu  # with the shapes that can be added, when they are asked for

        menu = add_menu(self._studio, self._window)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(QCursor.pos())

    def delete(self) -> None:
        """Deletes what is selected."""
        operations.delete(self._editor)

    def duplicate(self) -> None:
        """Copies what is selected."""
        operations.duplicate(self._editor)

    def hide(self) -> None:
        """Hides or shows the selected objects."""
        operations.hide(self._editor)

    def select_all(self) -> None:
        """All visible objects."""
        operations.select_all(self._editor)

    def select_none(self) -> None:
        """Nothing."""
        self._editor.select(())

    def tool_move(self, _on: bool) -> None:
        """Handles to move."""
        self._studio.feature(Tools).choose("move")

    def tool_rotate(self, _on: bool) -> None:
        """Handles to turn."""
        self._studio.feature(Tools).choose("rotate")

    def tool_scale(self, _on: bool) -> None:
        """Handles to scale."""
        self._studio.feature(Tools).choose("scale")

    def editing(self, on: bool) -> None:
        """The panels on the left."""
        first = all(self._docks.docks[name].isHidden() for name in EDITING_PANELS)
        for name in ("outliner", "properties"):
            if on:
                self._docks.open(name)
            else:
                self._docks.docks[name].hide()
        if on and first:
            docks, tall = [self._docks.docks[name] for name in EDITING_PANELS], Qt.Orientation.Vertical
            self._window.resizeDocks(docks, [EDITING_WIDTH] * 2, Qt.Orientation.Horizontal)
            self._window.resizeDocks(docks, [40, 60], tall)

    def camera_steps(self, on: bool) -> None:
        """Whether camera moves are steps."""
        self._editor.moves_are_steps = on
        self._preferences.set_flag("camera-steps", on)
