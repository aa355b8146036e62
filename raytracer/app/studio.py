"""The app's state: the open scene, camera, settings and view, and which backend renders them. No widgets.

The scene and every edit live here, in the GUI process; a worker is only told what to do, and its death loses nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from raytracer.app import navigation
from raytracer.app.collection import Collection
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.parts import timer
from raytracer.app.pool import WorkerPool
from raytracer.app.sides import Sides
from raytracer.app.workers import ClientFactory, Phase, Target, Worker
from raytracer.backends import BackendName
from raytracer.errors import RaytracerError
from raytracer.scene import Camera, RenderSettings, Scene, ViewSettings
from raytracer.scene.history import Step
from raytracer.session.frames import Frame
from raytracer.session.protocol import (
    CommandFailed,
    Event,
    FrameReady,
    ImageSaved,
    LoadFailed,
    Open,
    Restart,
    SaveFailed,
    SaveImage,
    SceneLoaded,
    Stats,
    WorkerFailed,
)
from raytracer.session.scene_messages import SceneEdited

F = TypeVar("F", bound=QObject)

SEND_MS = 12
"""Least time between two camera moves sent: a fast mouse reports a thousand a second."""
REST_MS = 100
"""Quiet time after a nudge (wheel, key, slider) before the camera counts as at rest."""


class Studio(QObject):
    """Everything panels show and change. Each signal names what to read again."""

    scene_changed = Signal()
    """Another scene was opened."""
    scene_edited = Signal()
    """The open scene's contents changed."""
    camera_changed = Signal()
    camera_rested = Signal()
    settings_changed = Signal()
    view_changed = Signal()
    paused_changed = Signal()
    resized = Signal()
    """The film has another size."""
    restarted = Signal()
    """The user threw the samples away."""
    sides_changed = Signal()
    """Which backends there are, which one is active, or how a worker is."""
    activity_changed = Signal()
    frame_ready = Signal()
    stats_arrived = Signal(str, object)
    """Backend name and ``Stats``."""
    image_saved = Signal(Path)
    heard = Signal(object, object)
    """A worker and an event of it, for features; after the studio took note of it."""
    noticed = Signal(object)

    def __init__(self, factory: ClientFactory, parent: QObject | None = None) -> None:
        super().__init__(parent)
        Collection(self)
        self.pool = WorkerPool(factory, self)
        self._requests = itertools.count(1)
        self._opening: tuple[int, Path] | None = None
        self._frame_owner: Worker | None = None
        self._companions: tuple[Worker, ...] = ()
        self.active: BackendName = "cpu"
        self.scene: SceneLoaded | None = None
        """The open scene; its outline follows the edits."""
        self.steps: tuple[Step, ...] = ()
        """What was edited since it was opened."""
        self.text: str | None = None
        """What stood in its file then, once that has been overwritten."""
        self.camera = Camera()
        self.home_camera = Camera()
        """What "reset view" returns to."""
        self.settings = RenderSettings()
        self.view = ViewSettings()
        self.size = (960, 540)
        self.fitted_size = self.size
        """The film for which the camera in use was widened."""
        self.paused = False
        self.allow_outside = False
        self._send_later = timer(self, SEND_MS, self._send_moved, once=True)
        self._unsent = False
        self._rest_later = timer(self, REST_MS, self.rest_camera, once=True)
        self.pool.heard.connect(self._hear)
        self.pool.changed.connect(self.sides_changed)
        self.pool.changed.connect(self.activity_changed)

    def feature(self, kind: type[F]) -> F:
        """The studio's one object of this kind, made as ``kind(studio)`` when it is asked for first.

        What a panel and a layer over the picture share lives in a feature, so that neither needs to know the other.
        """
        found = self.findChild(kind, options=Qt.FindChildOption.FindDirectChildrenOnly)
        return found if found is not None else kind(self)

    # ------------------------------------------------------------ backends

    @property
    def sides(self) -> Sides:
        """What is known about the backends."""
        return self.pool.sides

    @property
    def worker(self) -> Worker:
        """The active backend's worker."""
        return self.pool.worker(self.active)

    @property
    def team(self) -> tuple[Worker, ...]:
        """The workers that do what the user sees: the active one and its companions."""
        return (self.worker, *self._companions)

    def accompany(self, companions: Iterable[Worker]) -> None:
        """Lets these do the same as the active one from now on; former companions pause and stay warm."""
        former, self._companions = self._companions, tuple(w for w in companions if w is not self.worker)
        for worker in former:
            if worker not in self.team:
                worker.pause(True)
        for worker in self._companions:
            worker.start()
        self.instruct()

    def activate(self, backend: BackendName) -> None:
        """Lets this backend go on with the same scene, camera and settings; the other one pauses and stays warm."""
        if backend == self.active and self.worker.phase is not Phase.FAILED:
            return
        if backend != self.active:
            self.worker.pause(True)
        self.active = backend
        self._companions = tuple(worker for worker in self._companions if worker is not self.worker)
        self.worker.start()
        if self._opening is not None:
            self.open(self._opening[1])
        elif self.scene is not None:
            self.worker.follow(self._target())
        self.sides_changed.emit()
        self.activity_changed.emit()

    def set_threads(self, threads: int) -> None:
        """Lets the CPU renderer go on with so many threads, 0 for automatic; everything else stays as it is."""
        self.pool.worker("cpu").restart(threads)

    def flip(self) -> None:
        """To the other side, if there is one."""
        side = self.sides.cpu() if self.active != "cpu" else self.sides.gpu()
        if side.backend is None:
            self.noticed.emit(Notice("info", tr("No GPU to switch to: {reason}").format(reason=side.reason)))
        else:
            self.activate(side.backend)

    def set_force_software(self, on: bool) -> None:
        """Lets a software driver fill the GPU side, for testing; leaves it when it was active."""
        self.sides.force_software = on
        if not on and self.active not in ("cpu", *(info.name for info in self.sides.choices)):
            self.activate("cpu")
        self.sides_changed.emit()

    def set_gpu(self, backend: BackendName) -> None:
        """Chooses what fills the GPU side."""
        self.sides.preferred = backend
        if self.active not in ("cpu", backend):
            self.activate(backend)
        self.sides_changed.emit()

    # ------------------------------------------------------------ scene

    @property
    def opening(self) -> Path | None:
        """The scene that is being opened."""
        return self._opening[1] if self._opening else None

    @property
    def bounds(self) -> navigation.Bounds | None:
        """World-space box of the open scene."""
        return self.scene.bounds if self.scene else None

    @property
    def scene_size(self) -> float:
        """Diagonal of that box, metres."""
        return navigation.scene_size(self.bounds)

    def open(self, path: Path) -> None:
        """Opens a scene; the present one stays until that has succeeded."""
        request = next(self._requests)
        self._opening = (request, path)
        self.worker.start()
        self.worker.resize(self.size)
        self.worker.open(Open(path, request, allow_outside=self.allow_outside, keep_going=True))
        self.activity_changed.emit()

    def save(self, path: Path) -> None:
        """Writes the picture as it is now; the format follows the suffix."""
        self.worker.client.send(SaveImage(path))

    def acquire_frame(self) -> Frame | None:
        """The active backend's newest picture. It stays valid until the next call."""
        owner, self._frame_owner = self._frame_owner, self.worker
        frame = self.worker.frame
        if owner is not None and owner not in self.team:
            owner.release_frame()
        return frame

    # ------------------------------------------------------------ edits

    def move_camera(self, camera: Camera) -> None:
        """One step of a continuing move; ``rest_camera`` ends it. Goes on rendering when paused."""
        if self._opening is not None or camera == self.camera:
            return
        self.camera = camera
        self.camera_changed.emit()
        self.set_paused(False)
        if self._send_later.isActive():
            self._unsent = True
        else:
            self._send(moving=True)
            self._send_later.start()

    def nudge_camera(self, camera: Camera) -> None:
        """A move without a definite end, as by wheel, key or slider: at rest once nothing follows."""
        self.move_camera(camera)
        self._rest_later.start()

    def rest_camera(self) -> None:
        """The move is over."""
        self._send_moved()
        for worker in self.team:
            worker.rest()
        self.camera_rested.emit()

    def jump_camera(self, camera: Camera) -> None:
        """Another place at once."""
        self.move_camera(camera)
        self.rest_camera()

    def frame_all(self) -> None:
        """Shows the whole scene from the present direction."""
        self.jump_camera(navigation.frame(self.camera, self.bounds, self._aspect()))

    def frame_box(self, box: navigation.Bounds) -> None:
        """Shows a part of the scene from the present direction."""
        self.jump_camera(navigation.frame(self.camera, box, self._aspect()))

    def look_along(self, back: tuple[float, float, float]) -> None:
        """Shows the whole scene from the front, the right, above ..."""
        self.jump_camera(navigation.look_along(self.camera, back, self.bounds, self._aspect()))

    def reset_view(self) -> None:
        """Back to the scene's own camera."""
        self.jump_camera(self.home_camera)

    def choose_camera(self, index: int) -> None:
        """Goes to one of the scene's cameras."""
        if self.scene is not None:
            self.home_camera = self._fitted(self.scene.outline.cameras[index])
            self.reset_view()

    def change_camera(self, **values: Any) -> None:
        """Changes fields of the camera, such as its field of view."""
        self.nudge_camera(self.camera.model_copy(update=values))

    def change_settings(self, **values: Any) -> None:
        """Changes how the light is estimated; restarts the film."""
        settings = self.settings.model_copy(update=values)
        if settings != self.settings:
            self.settings = settings
            self.settings_changed.emit()
            self.set_paused(False)
            self._send()

    def change_view(self, **values: Any) -> None:
        """Changes the picture only; the film goes on."""
        view = self.view.model_copy(update=values)
        if view != self.view:
            self.view = view
            self.view_changed.emit()
            self._send()

    def edit(self, outline: Scene, steps: tuple[Step, ...]) -> None:
        """Shows and renders the scene after these steps; ``outline`` is what they make of it."""
        assert self.scene is not None
        self.scene = replace(self.scene, outline=outline)
        self.steps = steps
        self.set_paused(False)
        self._send()
        self.scene_edited.emit()

    def resize(self, width: int, height: int) -> None:
        """The film's size, device pixels; nothing happens for an empty viewport."""
        if width < 1 or height < 1 or (width, height) == self.size:
            return
        self.size = (width, height)
        for worker in self.team:
            worker.resize(self.size)
        self._send()
        self.resized.emit()

    def set_paused(self, paused: bool) -> None:
        """Stops or goes on; nothing is lost."""
        if paused != self.paused:
            self.paused = paused
            for worker in self.team:
                worker.pause(paused)
            self.paused_changed.emit()
            self.activity_changed.emit()

    def restart(self) -> None:
        """Throws the samples away and starts again."""
        self.set_paused(False)
        for worker in self.team:
            worker.client.send(Restart())
        self.restarted.emit()

    # ------------------------------------------------------------ telling the worker

    def _target(self) -> Target:
        assert self.scene is not None
        return Target(
            self.scene.path,
            self.scene.request,
            self.allow_outside,
            self.camera,
            self.settings,
            # Contenders show what they rendered themselves, and denoising would take from the time of one of them.
            self.view.model_copy(update={"denoise": False}) if self._companions else self.view,
            self.size,
            self.paused,
            self.steps,
            self.text,
        )

    def instruct(self) -> None:
        """Tells every worker of the team again what to do, as after a change of its own settings."""
        self._send()

    def _send(self, *, moving: bool = False) -> None:
        self._unsent = False
        # While another scene is being opened, an edit would arrive after it and change that scene.
        if self.scene is not None and self._opening is None:
            for worker in self.team:
                worker.follow(self._target(), moving=moving)

    def _send_moved(self) -> None:
        if self._unsent:
            self._send(moving=True)
            self._send_later.start()

    def _fitted(self, camera: Camera) -> Camera:
        """One of the file's cameras, for a film of another aspect than the file's."""
        self.fitted_size = self.size
        if camera.name == navigation.BARE_MODEL_CAMERA:
            return navigation.frame(camera, self.bounds, self._aspect())
        return navigation.fit(camera, self.scene.designed_size if self.scene else None, self.size)

    def _aspect(self) -> float:
        return self.size[0] / self.size[1]

    # ------------------------------------------------------------ hearing the workers

    def _hear(self, worker: Worker, event: Event) -> None:
        self._note(worker, event)
        self.heard.emit(worker, event)

    def _note(self, worker: Worker, event: Event) -> None:
        if isinstance(event, FrameReady):
            if worker is self.worker:
                self.frame_ready.emit()
                self.activity_changed.emit()
        elif isinstance(event, Stats):
            if not worker.contender.threads:  # a worker with fewer threads says nothing about the backend
                self.stats_arrived.emit(worker.backend, event)
        elif isinstance(event, SceneLoaded):
            self._take_scene(worker, event)
        elif isinstance(event, LoadFailed):
            self._take_load_failure(worker, event)
        elif isinstance(event, SceneEdited):
            if self.scene is not None and worker is self.worker and event.bounds is not None:
                self.scene = replace(self.scene, bounds=event.bounds, triangles=event.triangles)
        elif isinstance(event, ImageSaved):
            self.image_saved.emit(event.path)
        elif isinstance(event, (SaveFailed, CommandFailed)):
            self._complain(event.error)
        elif isinstance(event, WorkerFailed):
            self._take_worker_failure(worker, event)
        else:
            self.activity_changed.emit()

    def _take_scene(self, worker: Worker, event: SceneLoaded) -> None:
        if self._opening is not None and event.request == self._opening[0]:
            self._opening = None
            self.scene, self.steps, self.text = event, (), None
            self.camera = event.outline.camera
            self.settings, self.view = event.outline.settings, event.outline.view
            worker.settle(self._target())
            self.camera = self.home_camera = self._fitted(self.camera)
            self._send()
            for changed in (self.scene_changed, self.camera_changed, self.settings_changed, self.view_changed):
                changed.emit()
        elif self.scene is not None and event.request == self.scene.request and worker in self.team:
            worker.reassert(self._target())
        self.activity_changed.emit()

    def _take_load_failure(self, worker: Worker, event: LoadFailed) -> None:
        if self._opening is not None and event.request == self._opening[0]:
            self._opening = None
            self._complain(event.error)
        elif worker in self.team and worker.phase is Phase.READY:
            worker.forget()
            self._complain(event.error)
        self.activity_changed.emit()

    def _take_worker_failure(self, worker: Worker, event: WorkerFailed) -> None:
        if event.asked:
            self.activity_changed.emit()
            return
        if event.will_restart:
            what = event.error.message[:1].upper() + event.error.message[1:]
            self.noticed.emit(Notice("warning", tr("{what}. It starts again; the scene is kept.").format(what=what)))
            return
        if worker is not self.worker:
            self._complain(event.error)
        elif worker.backend != "cpu":
            self.noticed.emit(Notice("error", tr("{error} Going on with the CPU.").format(error=event.error)))
            self.activate("cpu")
        else:
            retry = Notice("error", str(event.error), tr("Start again"), lambda: self.activate(worker.backend))
            self.noticed.emit(retry)
        self.activity_changed.emit()

    def _complain(self, error: RaytracerError) -> None:
        self.noticed.emit(Notice("error", str(error)))
