"""Carries out the commands of the menu Camera."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from raytracer.app import lens, navigation
from raytracer.app.camera_text import from_text, to_text
from raytracer.app.editor import Editor
from raytracer.app.focus_tool import FocusTool
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.projection import corners
from raytracer.app.studio import Studio
from raytracer.app.viewport import Viewport
from raytracer.errors import RaytracerError


class CameraHandlers:
    """One method for each command; a checkable command's method takes its new state."""

    _studio: Studio
    _viewport: Viewport

    def frame_all(self) -> None:
        """Shows the whole scene."""
        self._studio.frame_all()

    def frame_selection(self) -> None:
        """Shows the selected objects from the present direction; the whole scene when there are none."""
        editor = self._studio.feature(Editor)
        points = corners(editor.document, editor.selected("instances"))
        if points is None:
            self._studio.frame_all()
            return
        lower, upper = points.min(axis=0), points.max(axis=0)
        self._studio.frame_box((navigation.as_point(lower), navigation.as_point(upper)))

    def reset_view(self) -> None:
        """Back to the scene's own camera."""
        self._studio.reset_view()

    def fly(self, on: bool) -> None:
        """Enters or leaves fly mode."""
        self._viewport.gestures.flight.set_on(on)
        self._viewport.setFocus()

    def look_front(self) -> None:
        """From +Z."""
        self._studio.look_along((0.0, 0.0, 1.0))

    def look_back(self) -> None:
        """From -Z."""
        self._studio.look_along((0.0, 0.0, -1.0))

    def look_right(self) -> None:
        """From +X."""
        self._studio.look_along((1.0, 0.0, 0.0))

    def look_left(self) -> None:
        """From -X."""
        self._studio.look_along((-1.0, 0.0, 0.0))

    def look_top(self) -> None:
        """From +Y."""
        self._studio.look_along((0.0, 1.0, 0.0))

    def look_below(self) -> None:
        """From -Y."""
        self._studio.look_along((0.0, -1.0, 0.0))

    def orthographic(self, on: bool) -> None:
        """Parallel or perspective view; what lies in the target's plane keeps its size."""
        camera = self._studio.camera
        self._studio.jump_camera(lens.orthographic(camera) if on else lens.perspective(camera))

    def level(self) -> None:
        """Takes the roll out of the view."""
        self._studio.jump_camera(navigation.roll(self._studio.camera, 0.0, self._studio.home_camera.up))

    def focus_tool(self, on: bool) -> None:
        """Takes or puts away the focus tool."""
        self._studio.feature(FocusTool).set_on(on)
        self._viewport.setFocus()

    def copy_camera(self) -> None:
        """Puts the camera on the clipboard, as text."""
        QGuiApplication.clipboard().setText(to_text(self._studio.camera))
        self._studio.noticed.emit(Notice("done", tr("Copied the camera as text")))

    def paste_camera(self) -> None:
        """Goes to the camera on the clipboard, or says what is wrong with it."""
        text = QGuiApplication.clipboard().text()
        if not text.strip():
            self._studio.noticed.emit(Notice("info", tr("There is no text on the clipboard")))
            return
        try:
            self._studio.jump_camera(from_text(text))
        except RaytracerError as error:
            self._studio.noticed.emit(Notice("error", str(error)))
