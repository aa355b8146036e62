"""The app's state: the open scene, camera, settings and view, and which backend renders them. No widgets.

The scene and every edit live here, in the GUI process; a worker is only told what to do, and its death loses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

from raytracer.app import framing, navigation
from raytracer.app.collection import Collection
from raytracer.app.hearing import Hearing
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.opening import Opening
from raytracer.app.orders import Orders
from raytracer.app.parts import timer
from raytracer.app.pool import WorkerPool
from raytracer.app.sides import Sides
from raytracer.app.workers import ClientFactory, Worker
from raytracer.backends import BackendName
from raytracer.scene import Camera, RenderSettings, Scene, ViewSettings
from raytracer.scene.history import Step
from raytracer.session.frames import Frame
from raytracer.session.protocol import Restart, SaveImage, SceneLoaded

F = TypeVar("F", bound=QObject)

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
        self._rest_later = timer(self, REST_MS, self.rest_camera, once=True)
        self.orders = Orders(self)
        self._opening = Opening(self)
        Hearing(self, self._opening)
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
        self.orders.send()

    def activate(self, backend: BackendName) -> None:
        """Lets this backend go on with the same scene, camera and settings; the other one pauses and stays warm."""
        if backend == self.active and not self.worker.failed:
            return
        if backend != self.active:
            self.worker.pause(True)
        self.active = backend
        self._companions = tuple(worker for worker in self._companions if worker is not self.worker)
        self.worker.start()
        if self.opening is not None:
            self.open(self.opening)
        elif self.scene is not None:
            self.worker.follow(self.orders.target())
        self.sides_changed.emit()
        self.activity_changed.emit()

    def flip(self) -> None:
        """To the other side, if there is one."""
        side = self.sides.cpu() if self.active != "cpu" else self.sides.gpu()
        if side.backend is None:
            self.noticed.emit(Notice("info", tr("No GPU to switch to: {reason}").format(reason=side.reason)))
        else:
            self.activate(side.backend)

    # ------------------------------------------------------------ scene

    @property
    def opening(self) -> Path | None:
        """The scene that is being opened."""
        return self._opening.asked[1] if self._opening.asked else None

    @property
    def bounds(self) -> navigation.Bounds | None:
        """World-space box of the open scene."""
        return self.scene.bounds if self.scene else None

    @property
    def scene_size(self) -> float:
        """Diagonal of that box, metres."""
        return navigation.scene_size(self.bounds)

    @property
    def aspect(self) -> float:
        """Width of the film over its height."""
        return self.size[0] / self.size[1]

    def open(self, path: Path) -> None:
        """Opens a scene; the present one stays until that has succeeded."""
        self._opening.open(path)
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
        if self.opening is not None or camera == self.camera:
            return
        self.camera = camera
        self.camera_changed.emit()
        self.set_paused(False)
        self.orders.send_move()

    def nudge_camera(self, camera: Camera) -> None:
        """A move without a definite end, as by wheel, key or slider: at rest once nothing follows."""
        self.move_camera(camera)
        self._rest_later.start()

    def rest_camera(self) -> None:
        """The move is over."""
        self.orders.send_last_move()
        for worker in self.team:
            worker.rest()
        self.camera_rested.emit()

    def jump_camera(self, camera: Camera) -> None:
        """Another place at once."""
        self.move_camera(camera)
        self.rest_camera()

    def frame_all(self) -> None:
        """Shows the whole scene from the present direction."""
        self.jump_camera(framing.frame(self.camera, self.bounds, self.aspect))

    def frame_box(self, box: navigation.Bounds) -> None:
        """Shows a part of the scene from the present direction."""
        self.jump_camera(framing.frame(self.camera, box, self.aspect))

    def look_along(self, back: tuple[float, float, float]) -> None:
        """Shows the whole scene from the front, the right, above ..."""
        self.jump_camera(framing.look_along(self.camera, back, self.bounds, self.aspect))

    def reset_view(self) -> None:
        """Back to the scene's own camera."""
        self.jump_camera(self.home_camera)

    def choose_camera(self, index: int) -> None:
        """Goes to one of the scene's cameras."""
        if self.scene is not None:
            self.home_camera = self._opening.fitted(self.scene.outline.cameras[index])
            self.reset_view()

    def change_camera(self, **values: Any) -> None:
        """Changes fields of the camera, such as its field of view."""
        self.nudge_camera(self.camera.model_copy(update=values))

    def change_settings(self, **values: Any) -> None:
        """Changes how the light is estimated; the film starts again unless only limit, threshold or region differ."""
        settings = self.settings.model_copy(update=values)
        if settings != self.settings:
            self.settings = settings
            self.settings_changed.emit()
            self.set_paused(False)
            self.orders.send()

    def change_view(self, **values: Any) -> None:
        """Changes the picture only; the film goes on."""
        view = self.view.model_copy(update=values)
        if view != self.view:
            self.view = view
            self.view_changed.emit()
            self.orders.send()

    def edit(self, outline: Scene, steps: tuple[Step, ...]) -> None:
        """Shows and renders the scene after these steps; ``outline`` is what they make of it."""
        assert self.scene is not None
        self.scene = replace(self.scene, outline=outline)
        self.steps = steps
        self.set_paused(False)
        self.orders.send()
        self.scene_edited.emit()

    def resize(self, width: int, height: int) -> None:
        """The film's size, device pixels; nothing happens for an empty viewport."""
        if width < 1 or height < 1 or (width, height) == self.size:
            return
        self.size = (width, height)
        for worker in self.team:
            worker.resize(self.size)
        self.orders.send()
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
