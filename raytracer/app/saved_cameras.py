"""Nine places to keep a camera in, for each scene; they outlive the program."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from raytracer.app.camera_text import from_text, to_text
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.preferences import Preferences
from raytracer.app.studio import Studio
from raytracer.errors import RaytracerError
from raytracer.scene import Camera

SLOTS = range(1, 10)


class SavedCameras(QObject):
    """The saved cameras of the open scene, by the number of their place."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._preferences = Preferences()
        self.cameras: dict[int, Camera] = {}
        studio.scene_changed.connect(self._read)
        self._read()

    def save(self, slot: int) -> None:
        """Keeps the present camera; what was there is gone."""
        self.cameras[slot] = self._studio.camera
        self._write()
        self._studio.noticed.emit(Notice("done", tr("Camera saved in place {number}").format(number=slot)))

    def clear(self, slot: int) -> None:
        """Empties a place."""
        self.cameras.pop(slot, None)
        self._write()

    def go(self, slot: int) -> None:
        """Goes to a saved camera, or says that there is none."""
        camera = self.cameras.get(slot)
        if camera is not None:
            self._studio.jump_camera(camera)
        else:
            text = tr("There is no camera in place {number}; Ctrl+{number} saves this one there")
            self._studio.noticed.emit(Notice("info", text.format(number=slot)))

    def _read(self) -> None:
        self.cameras = {}
        if self._studio.scene is not None:
            for slot, text in self._preferences.cameras(self._studio.scene.path).items():
                try:
                    self.cameras[slot] = from_text(text)
                except RaytracerError:  # from another version, or damaged: an empty place
                    continue
        self.changed.emit()

    def _write(self) -> None:
        if self._studio.scene is not None:
            texts = {slot: to_text(camera) for slot, camera in self.cameras.items()}
            self._preferences.set_cameras(self._studio.scene.path, texts)
        self.changed.emit()
