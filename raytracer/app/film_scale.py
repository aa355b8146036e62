"""Rendering fewer pixels than the screen has: by choice, or because the device has no memory for more."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.studio import Studio
from raytracer.app.workers import Worker
from raytracer.errors import DeviceMemoryError
from raytracer.session.protocol import CommandFailed, Event, LoadFailed

SMALLEST = 1.0 / 16.0


class FilmScale(QObject):
    """The film's sides as a fraction of the viewport's; the picture is enlarged to fill it."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self.scale = 1.0
        studio.heard.connect(self._hear)

    def film(self, width: int, height: int) -> tuple[int, int]:
        """Size of the film for a viewport of so many device pixels."""
        return max(round(width * self.scale), 1), max(round(height * self.scale), 1)

    def set_scale(self, scale: float) -> None:
        """Another share of the viewport's resolution."""
        if scale != self.scale:
            self.scale = scale
            self.changed.emit()

    def _hear(self, worker: Worker, event: Event) -> None:
        failed = isinstance(event, (LoadFailed, CommandFailed)) and isinstance(event.error, DeviceMemoryError)
        if not failed or worker is not self._studio.worker:
            return
        if self.scale > SMALLEST:
            text = tr("A picture with half as many pixels in both directions may fit")
            self._offer(text, tr("Render smaller"), self._halve, event)
        if worker.backend != "cpu":
            text = tr("The CPU may have more memory than this GPU")
            self._offer(text, tr("Go on with the CPU"), lambda: self._studio.activate("cpu"), event)

    def _offer(self, text: str, label: str, act: object, event: Event) -> None:
        def accept() -> None:
            assert callable(act)
            act()
            if isinstance(event, LoadFailed):
                self._studio.open(event.path)

        self._studio.noticed.emit(Notice("warning", text, label, accept))

    def _halve(self) -> None:
        self.set_scale(self.scale / 2.0)
