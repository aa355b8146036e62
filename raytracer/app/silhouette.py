"""Where the selected objects are seen, asked of the active worker."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QObject, Signal

from raytracer.app.studio import Studio
from raytracer.app.workers import Worker
from raytracer.session.protocol import Event
from raytracer.session.scene_messages import FindSilhouette, SilhouetteFound


class Silhouettes(QObject):
    """Only the answer to the newest question is passed on."""

    found = Signal(object)
    """A ``SilhouetteFound``."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._requests = itertools.count(1)
        self._newest = 0
        studio.heard.connect(self._hear)

    def ask(self, instances: tuple[int, ...]) -> None:
        """Asks where some objects are seen; ``found`` follows."""
        self._newest = next(self._requests)
        self._studio.worker.client.send(FindSilhouette(instances, self._newest))

    def _hear(self, worker: Worker, event: Event) -> None:
        if isinstance(event, SilhouetteFound) and event.request == self._newest and worker is self._studio.worker:
            self.found.emit(event)
