"""Opening a scene: the present one stays until the other is there; then its camera, settings and view are in force."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from raytracer.app import framing
from raytracer.app.worker_state import Phase
from raytracer.app.workers import Worker
from raytracer.errors import RaytracerError
from raytracer.scene import Camera
from raytracer.session.protocol import LoadFailed, Open, SceneLoaded

if TYPE_CHECKING:
    from raytracer.app.studio import Studio


class Opening:
    """At most one scene is being opened; asking for another one forgets it."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._requests = itertools.count(1)
        self.asked: tuple[int, Path] | None = None
        """Number of the request, and the file; None while no scene is being opened."""

    def open(self, path: Path) -> None:
        """Asks the active worker for a scene."""
        self.asked = (next(self._requests), path)
        worker = self._studio.worker
        worker.start()
        worker.resize(self._studio.size)
        worker.open(Open(path, self.asked[0], allow_outside=self._studio.allow_outside, keep_going=True))

    def take(self, worker: Worker, event: SceneLoaded) -> None:
        """A worker has read a scene: the one asked for, or again the open one, as after a new start."""
        studio = self._studio
        if self.asked is not None and event.request == self.asked[0]:
            self.asked = None
            self._begin(worker, event)
        elif studio.scene is not None and event.request == studio.scene.request and worker in studio.team:
            worker.reassert(studio.orders.target())

    def _begin(self, worker: Worker, loaded: SceneLoaded) -> None:
        studio = self._studio
        studio.scene, studio.steps, studio.text = loaded, (), None
        studio.camera = loaded.outline.camera
        studio.settings, studio.view = loaded.outline.settings, loaded.outline.view
        worker.settle(studio.orders.target())
        studio.camera = studio.home_camera = self.fitted(studio.camera)
        studio.orders.send()
        for changed in (studio.scene_changed, studio.camera_changed, studio.settings_changed, studio.view_changed):
            changed.emit()

    def fitted(self, camera: Camera) -> Camera:
        """One of the file's cameras, for a film of another aspect than the file's."""
        studio = self._studio
        studio.fitted_size = studio.size
        if camera.name == framing.BARE_MODEL_CAMERA:
            return framing.frame(camera, studio.bounds, studio.aspect)
        return framing.fit(camera, studio.scene.designed_size if studio.scene else None, studio.size)

    def take_failure(self, worker: Worker, event: LoadFailed) -> RaytracerError | None:
        """A worker could not read a scene: nothing changes on the screen. The error, if the user is to hear of it."""
        if self.asked is not None and event.request == self.asked[0]:
            self.asked = None
            return event.error
        if worker in self._studio.team and worker.phase is Phase.READY:
            worker.forget()
            return event.error
        return None
