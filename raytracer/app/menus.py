"""The menu bar and toolbar: the table of commands, and the menus whose entries come and go."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QSizePolicy, QToolBar, QToolButton, QWidget

from raytracer.app.backend_wishes import BackendWishes
from raytracer.app.camera_menus import CameraMenus
from raytracer.app.commands import MENUS
from raytracer.app.icons import icon
from raytracer.app.language import LANGUAGES, chosen, tr
from raytracer.app.notice import Notice
from raytracer.app.preferences import Preferences
from raytracer.app.sides import TITLES
from raytracer.app.studio import Studio
from raytracer.app.theme import THEME_TITLES, THEMES, Theme, ThemeChoice, theme
from raytracer.resources import scenes_dir

TOOLBAR: tuple[str, ...] = (
    "open_dialog",
    "scenes",
    "|",
    "toggle_pause",
    "restart",
    "race",
    "|",
    "frame_all",
    "reset_view",
    "fly",
    "focus_tool",
    "region_tool",
    "|",
    "save_dialog",
    "copy_image",
    "|",
    "undo",
    "redo",
    "editing",
    ">",
    "shortcuts",
    "full_screen",
    "panels",
)


@dataclass(frozen=True)
class BundledScene:
    """A scene that ships with the project."""

    path: Path
    name: str
    description: str


@cache
def bundled_scenes() -> list[BundledScene]:
    """The scenes in ``scenes/``, the start scene first; a file that cannot be read is listed by its name."""
    found = [_bundled(path) for path in sorted(scenes_dir().glob("*.toml"))]
    return sorted(found, key=lambda scene: scene.path.stem != "start")


def _bundled(path: Path) -> BundledScene:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib  # type: ignore[import-not-found, unused-ignore]
    try:
        head = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        head = {}
    return BundledScene(path, str(head.get("name", path.stem)), str(head.get("description", "")))


class Menus:
    """Builds the menu bar and the toolbar of the window, and keeps the changing menus right."""

    def __init__(
        self,
        window: QMainWindow,
        actions: dict[str, QAction],
        studio: Studio,
        preferences: Preferences,
        acts: tuple[Callable[[Path], None], Callable[[], None]],
        camera: CameraMenus,
    ) -> None:
        self._window = window
        self._actions = actions
        self._studio = studio
        self._preferences = preferences
        self._open_scene, self._relaunch = acts
        self.scenes = QMenu(tr("&Bundled scenes"), window)
        self.recent = QMenu(tr("Open &recent"), window)
        for menu in (self.scenes, self.recent):
            menu.setToolTipsVisible(True)
        self.gpus = QMenu(tr("&GPU backend"), window)
        self.theme = QMenu(tr("&Theme"), window)
        self.language = QMenu(tr("&Language"), window)
        self.scenes.aboutToShow.connect(self._fill_scenes)
        self.recent.aboutToShow.connect(self._fill_recent)
        self.gpus.aboutToShow.connect(self._fill_gpus)
        self._fill_theme()
        self.theme.aboutToShow.connect(self._fill_theme)
        self._fill_language()
        self._after: dict[str, tuple[QMenu, ...]] = {
            "open_dialog": (self.recent, self.scenes),
            "flip": (self.gpus,),
            "fly": camera.menus,
            "full_screen": (self.theme, self.language),
        }
        self.menus = self._build_bar(window.menuBar())
        self.toolbar = self._build_toolbar()

    def _build_bar(self, bar: QMenuBar) -> dict[str, QMenu]:
        menus = {name: bar.addMenu("&" + tr(name)) for name in MENUS}
        for name, menu in menus.items():
            for command in MENUS[name]:
                if command.separate:
                    menu.addSeparator()
                menu.addAction(self._actions[command.name])
                for submenu in self._after.get(command.name, ()):
                    menu.addMenu(submenu)
        return menus

    def hide_empty(self) -> None:
        """A menu without entries is not shown."""
        for menu in self.menus.values():
            menu.menuAction().setVisible(not menu.isEmpty())

    def _build_toolbar(self) -> QToolBar:
        bar = QToolBar(tr("Toolbar"), self._window)
        bar.setObjectName("toolbar")
        bar.setMovable(False)
        bar.setIconSize(QSize(20, 20))
        for name in TOOLBAR:
            if name == "|":
                bar.addSeparator()
            elif name == ">":
                spring = QWidget()
                spring.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
                bar.addWidget(spring)
            elif name == "scenes":
                self._scenes_button = QToolButton()
                self._scenes_button.setText(tr("Scenes"))
                self._scenes_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
                self._scenes_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
                self._scenes_button.setToolTip(tr("Scenes that ship with the program"))
                self._scenes_button.setMenu(self.scenes)
                bar.addWidget(self._scenes_button)
            else:
                bar.addAction(self._actions[name])
        for child in bar.findChildren(QToolButton):
            child.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            child.setAccessibleName(child.toolTip().split("   ")[0])
        self.recolour()
        return bar

    def recolour(self) -> None:
        """Gives the toolbar's own icons the colours of the theme."""
        self._scenes_button.setIcon(icon("scenes", theme().colours.text))

    def _fill_scenes(self) -> None:
        self.scenes.clear()
        for scene in bundled_scenes():
            self._add_file(self.scenes, scene.path, scene.name, scene.description)
        if self.scenes.isEmpty():
            self.scenes.addAction(tr("None found")).setEnabled(False)

    def _fill_recent(self) -> None:
        self.recent.clear()
        for path in self._preferences.recent:
            self._add_file(self.recent, path, path.name, str(path))
        if self.recent.isEmpty():
            self.recent.addAction(tr("Nothing opened yet")).setEnabled(False)
        else:
            self.recent.addSeparator()
            self.recent.addAction(tr("Clear this list"), self._preferences.forget)

    def _add_file(self, menu: QMenu, path: Path, text: str, tip: str) -> None:
        action = menu.addAction(text.replace("&", "&&"), lambda: self._open_scene(path))
        action.setToolTip(tip)

    def _fill_gpus(self) -> None:
        self.gpus.clear()
        group = QActionGroup(self.gpus)
        shown = self._studio.sides.gpu().backend
        for info in self._studio.sides.choices:
            text = f"{TITLES[info.name]}: {info.device}" + (" " + tr("(software)") if info.software else "")
            action = self.gpus.addAction(text, partial(self._studio.feature(BackendWishes).set_gpu, info.name))
            action.setCheckable(True)
            action.setChecked(info.name == shown)
            group.addAction(action)
        if self.gpus.isEmpty():
            self.gpus.addAction(self._studio.sides.gpu().reason).setEnabled(False)

    def _fill_theme(self) -> None:
        self.theme.clear()
        group = QActionGroup(self.theme)
        for choice in THEMES:
            action = self.theme.addAction(tr(THEME_TITLES[choice]), partial(self._choose_theme, choice))
            action.setCheckable(True)
            action.setChecked(theme().choice == choice)
            group.addAction(action)

    def _choose_theme(self, choice: ThemeChoice) -> None:
        current: Theme = theme()
        current.set_choice(choice)
        self._preferences.theme = choice

    def _fill_language(self) -> None:
        group = QActionGroup(self.language)
        for choice, title in {"system": tr("Like the system"), **LANGUAGES}.items():
            action = self.language.addAction(title, partial(self._choose_language, choice))
            action.setCheckable(True)
            action.setChecked(self._preferences.language == choice)
            group.addAction(action)

    def _choose_language(self, choice: str) -> None:
        self._preferences.language = choice
        title = LANGUAGES[chosen(choice)]
        text = tr("{language} from the next start on").format(language=title)
        self._studio.noticed.emit(Notice("info", text, tr("Restart now"), self._relaunch))
