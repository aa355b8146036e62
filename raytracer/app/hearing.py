"""What the workers say, as the studio's signals; failures as notices with a way on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.opening import Opening
from raytracer.app.workers import Worker
from raytracer.errors import RaytracerError
from raytracer.session.protocol import (
    CommandFailed,
    Event,
    FrameReady,
    ImageSaved,
    LoadFailed,
    SaveFailed,
    SceneLoaded,
    Stats,
    WorkerFailed,
)
from raytracer.session.scene_messages import SceneEdited

if TYPE_CHECKING:
    from raytracer.app.studio import Studio


class Hearing(QObject):
    """Takes note of an event first, then passes it on to the features."""

    def __init__(self, studio: Studio, opening: Opening) -> None:
        super().__init__(studio)
        self._studio = studio
        self._opening = opening
        studio.pool.heard.connect(self._hear)

    def _hear(self, worker: Worker, event: Event) -> None:
        self._note(worker, event)
        self._studio.heard.emit(worker, event)

    def _note(self, worker: Worker, event: Event) -> None:
        studio = self._studio
        if isinstance(event, FrameReady):
            if worker is studio.worker:
                studio.frame_ready.emit()
                studio.activity_changed.emit()
        elif isinstance(event, Stats):
            if not worker.contender.threads:  # a worker with fewer threads says nothing about the backend
                studio.stats_arrived.emit(worker.backend, event)
        elif isinstance(event, SceneLoaded):
            self._opening.take(worker, event)
            studio.activity_changed.emit()
        elif isinstance(event, LoadFailed):
            error = self._opening.take_failure(worker, event)
            if error is not None:
                self._complain(error)
            studio.activity_changed.emit()
        elif isinstance(event, SceneEdited):
            if studio.scene is not None and worker is studio.worker and event.bounds is not None:
                studio.scene = replace(studio.scene, bounds=event.bounds, triangles=event.triangles)
        elif isinstance(event, ImageSaved):
            studio.image_saved.emit(event.path)
        elif isinstance(event, (SaveFailed, CommandFailed)):
            self._complain(event.error)
        elif isinstance(event, WorkerFailed):
            self._take_failure(worker, event)
        else:
            studio.activity_changed.emit()

    def _take_failure(self, worker: Worker, event: WorkerFailed) -> None:
        """A process ended: it starts again, the CPU goes on instead of a GPU, or the user is asked."""
        studio = self._studio
        if event.asked:
            studio.activity_changed.emit()
            return
        if event.will_restart:
            what = event.error.message[:1].upper() + event.error.message[1:]
            studio.noticed.emit(Notice("warning", tr("{what}. It starts again; the scene is kept.").format(what=what)))
            return
        if worker is not studio.worker:
            self._complain(event.error)
        elif worker.backend != "cpu":
            studio.noticed.emit(Notice("error", tr("{error} Going on with the CPU.").format(error=event.error)))
            studio.activate("cpu")
        else:
            retry = Notice("error", str(event.error), tr("Start again"), lambda: studio.activate(worker.backend))
            studio.noticed.emit(retry)
        studio.activity_changed.emit()

    def _complain(self, error: RaytracerError) -> None:
        self._studio.noticed.emit(Notice("error", str(error)))
