"""The parts of the menu Camera whose entries come and go: the file's cameras, the saved ones, how to navigate."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMainWindow, QMenu

from raytracer.app.bindings import PRESETS, preset
from raytracer.app.gestures import Gestures
from raytracer.app.language import tr
from raytracer.app.preferences import Preferences
from raytracer.app.saved_cameras import SLOTS, SavedCameras
from raytracer.app.studio import Studio


class CameraMenus:
    """Submenus; the keys 1 to 9 and Ctrl+1 to Ctrl+9 work without them."""

    def __init__(self, window: QMainWindow, studio: Studio, gestures: Gestures, preferences: Preferences) -> None:
        self._studio = studio
        self._gestures = gestures
        self._preferences = preferences
        self._saved = studio.feature(SavedCameras)
        self.of_file = QMenu(tr("&Cameras of the file"), window)
        self.go = QMenu(tr("&Go to saved camera"), window)
        self.save = QMenu(tr("&Save camera"), window)
        self.navigation = QMenu(tr("&Navigation"), window)
        self._goes = [self._action(window, self.go, str(slot), partial(self._saved.go, slot)) for slot in SLOTS]
        self._saves = [
            self._action(window, self.save, f"Ctrl+{slot}", partial(self._saved.save, slot)) for slot in SLOTS
        ]
        gestures.preset = preset(preferences.navigation)
        self.of_file.aboutToShow.connect(self._fill_of_file)
        self.navigation.aboutToShow.connect(self._fill_navigation)
        self._saved.changed.connect(self._show_saved)
        studio.scene_changed.connect(self._show_saved)
        self._show_saved()

    @property
    def menus(self) -> tuple[QMenu, ...]:
        """All of them, in the order in which they are shown."""
        return self.of_file, self.go, self.save, self.navigation

    def choose_navigation(self, name: str) -> None:
        """Navigates by another table from now on."""
        self._gestures.preset = preset(name)
        self._preferences.navigation = name

    @staticmethod
    def _action(window: QMainWindow, menu: QMenu, key: str, act: partial[None]) -> QAction:
        action = menu.addAction("", act)
        action.setShortcut(key)
        window.addAction(action)
        return action

    def _show_saved(self) -> None:
        for slot, go, save in zip(SLOTS, self._goes, self._saves, strict=True):
            camera = self._saved.cameras.get(slot)
            place = tr("Place {number}").format(number=slot)
            text = f"{place}: {camera.name}" if camera is not None else tr("{place}: empty").format(place=place)
            go.setText(text)
            save.setText(text)
            save.setEnabled(self._studio.scene is not None)

    def _fill_of_file(self) -> None:
        self.of_file.clear()
        cameras = self._studio.scene.outline.cameras if self._studio.scene else []
        for index, camera in enumerate(cameras):
            self.of_file.addAction(camera.name.replace("&", "&&"), partial(self._studio.choose_camera, index))
        if not cameras:
            self.of_file.addAction(tr("None")).setEnabled(False)

    def _fill_navigation(self) -> None:
        self.navigation.clear()
        group = QActionGroup(self.navigation)
        for choice in PRESETS:
            action = self.navigation.addAction(tr(choice.title), partial(self.choose_navigation, choice.name))
            action.setCheckable(True)
            action.setChecked(choice == self._gestures.preset)
            group.addAction(action)
