"""Goes through a talk: puts the studio into the state of a step, whatever state it is in. No widgets."""

from __future__ import annotations

import time
from enum import Enum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from raytracer.app import framing
from raytracer.app.editor import Editor
from raytracer.app.measurements import Measurements
from raytracer.app.parts import timer
from raytracer.app.race.race import Race
from raytracer.app.ray_follower import RayFollower
from raytracer.app.studio import Studio
from raytracer.app.talk.flight import Flight
from raytracer.app.talk.readiness import Readiness
from raytracer.app.talk.script import Pose, Step, Talk, in_language, scene_path
from raytracer.backends import Contender
from raytracer.scene import Camera

FLIGHT_MS = 16


class Phase(Enum):
    """Where a presentation is."""

    OFF = "off"
    WAITING = "waiting"
    """Before the first step: scenes are being made ready."""
    RUNNING = "running"


class Presenter(QObject):
    """A feature of the studio: the talk, the present step, and the speaker's clock."""

    changed = Signal()
    """Phase, step, blank screen or language."""
    entered = Signal(object)
    """A step was entered, or entered again: its ``Step``. Whoever shows panels brings them to the step's state."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self.readiness = Readiness(studio, self)
        self.phase = Phase.OFF
        self.talk: Talk | None = None
        self.path = Path()
        self.index = 0
        self.blank = False
        self.language = ""
        self._began: float | None = None
        self._waiting_for: Path | None = None
        self._flight: Flight | None = None
        self._flight_began = 0.0
        self._flown_to: Camera | None = None
        self._tick = timer(self, FLIGHT_MS, self._fly)
        studio.scene_changed.connect(self._scene_arrived)

    # ------------------------------------------------------------ the talk

    def begin(self, talk: Talk, path: Path, *, language: str = "", step: int = 0) -> None:
        """Makes everything ready; the audience sees the talk's title until ``next``."""
        self.talk, self.path = talk, path
        self.language = language if language in talk.languages else (talk.languages or [""])[0]
        self.index, self.blank, self._began = max(0, min(step, len(talk.steps) - 1)), False, None
        self.phase = Phase.WAITING
        followed = [scene_path(s.scene, path) for s in talk.steps if s.follow is not None]
        self.readiness.prepare([scene_path(s.scene, path) for s in talk.steps], self._contenders(talk), followed)
        self.changed.emit()

    def end(self) -> None:
        """Back to ordinary work; the scene of the last step stays."""
        if self.phase is Phase.OFF:
            return
        self._stop_flight()
        self._waiting_for = None
        self._studio.feature(Measurements).set_large(False)
        self._studio.feature(RayFollower).clear()
        self.phase, self.blank = Phase.OFF, False
        self.readiness.release()
        self.changed.emit()

    @property
    def step(self) -> Step | None:
        """The present step; None outside a talk."""
        return self.talk.steps[self.index] if self.talk is not None and self.phase is not Phase.OFF else None

    def words(self, words: str | dict[str, str]) -> str:
        """In the talk's present language."""
        return in_language(words, self.language)

    @property
    def elapsed(self) -> float:
        """Seconds since the first step was shown."""
        return 0.0 if self._began is None else time.monotonic() - self._began

    def restart_clock(self) -> None:
        """The talk begins now."""
        self._began = time.monotonic()
        self.changed.emit()

    # ------------------------------------------------------------ moving

    def next(self) -> None:
        """To the next step; from the waiting screen to the first."""
        if self.phase is Phase.WAITING:
            self.go(self.index)
        elif self.talk is not None and self.index + 1 < len(self.talk.steps):
            self.go(self.index + 1)

    def previous(self) -> None:
        """One step back."""
        if self.phase is Phase.RUNNING and self.index > 0:
            self.go(self.index - 1)

    def go(self, index: int) -> None:
        """To a step by its number, counted from 0; an impossible number is ignored."""
        if self.talk is None or self.phase is Phase.OFF or not 0 <= index < len(self.talk.steps):
            return
        if self._began is None:
            self._began = time.monotonic()
        self.phase, self.index, self.blank = Phase.RUNNING, index, False
        self._enter()

    def again(self) -> None:
        """The present step as it was meant, whatever was done to it."""
        if self.phase is Phase.RUNNING:
            self._enter()

    def set_blank(self, on: bool) -> None:
        """Nothing on the screen, so that people look at the speaker."""
        self.blank = on
        self.changed.emit()

    def next_language(self) -> None:
        """The next of the talk's languages."""
        languages = self.talk.languages if self.talk else []
        if languages:
            self.language = languages[(languages.index(self.language) + 1) % len(languages)]
            self.changed.emit()

    # ------------------------------------------------------------ one step

    def _contenders(self, talk: Talk) -> list[Contender]:
        """Every renderer that the talk will use."""
        gpu = self._studio.sides.gpu().backend
        wanted = [Contender("cpu")]
        if gpu is not None and any(step.backend == "gpu" for step in talk.steps):
            wanted.append(Contender(gpu))
        if any(step.panel == "race" for step in talk.steps):
            wanted += self._studio.feature(Race).pair
        return list(dict.fromkeys(wanted))

    def _enter(self) -> None:
        step = self.step
        assert step is not None
        self._stop_flight()
        studio = self._studio
        studio.feature(Measurements).set_large(step.large_figures)
        gpu = studio.sides.gpu().backend
        studio.activate(gpu if step.backend == "gpu" and gpu is not None else "cpu")
        file = scene_path(step.scene, self.path)
        self._waiting_for = file
        # What was changed in the scene, by the step before or by hand, goes with opening it again; it is kept ready.
        as_it_was = studio.scene is not None and studio.scene.path == file and not studio.steps
        if not as_it_was or studio.opening is not None:
            studio.open(file)
        else:
            self._scene_arrived()
        self.changed.emit()

    def _scene_arrived(self) -> None:
        """The step's scene is there: now everything else of the step."""
        scene, step = self._studio.scene, self.step
        if step is None or scene is None or scene.path != self._waiting_for:
            return
        self._waiting_for = None
        studio, outline = self._studio, scene.outline
        settings = outline.settings.model_dump(exclude={"width", "height"})
        studio.change_settings(**settings | _given(step, ("max_depth", "bounce", "components")))
        if step.bounce is not None:
            studio.change_settings(up_to_bounce=step.up_to_bounce)
        studio.change_view(**outline.view.model_dump() | _given(step, ("view", "exposure_ev")))
        self._place_camera(step)
        self._follow(step)
        studio.set_paused(step.paused)
        self._settle()
        self.entered.emit(step)

    def _follow(self, step: Step) -> None:
        """The step's ray, and no other."""
        follower = self._studio.feature(RayFollower)
        follower.clear()
        if step.follow is not None:
            follower.aim_at(*step.follow)

    def _settle(self) -> None:
        """The step's own changes are nothing that anybody would want to save."""
        editor = self._studio.feature(Editor)
        editor.history.mark_saved()
        editor.changed.emit()

    def _place_camera(self, step: Step) -> None:
        assert self._studio.scene is not None
        outline = self._studio.scene.outline
        index = outline.active_camera
        if isinstance(step.camera, str):
            index = next((i for i, camera in enumerate(outline.cameras) if camera.name == step.camera), index)
        self._studio.choose_camera(index)
        if isinstance(step.camera, Pose):
            self._studio.jump_camera(self._posed(outline.cameras[index], step.camera))
        if step.path:
            poses = [
                pose.model_copy(update={"fov_y_deg": self._posed(outline.cameras[index], pose).fov_y_deg})
                for pose in step.path
            ]
            self._flight, self._flight_began = Flight(self._studio.camera, poses), time.monotonic()
            self._flown_to = self._studio.camera
            self._tick.start()

    def _posed(self, camera: Camera, pose: Pose) -> Camera:
        """One of the scene's cameras at another place; its name goes, as it is no longer the file's."""
        fov = pose.fov_y_deg or camera.fov_y_deg
        changes = {"position": pose.position, "target": pose.target, "fov_y_deg": fov, "focus_distance": None}
        placed = camera.model_copy(update={**changes, "name": "step"})
        assert self._studio.scene is not None
        return framing.fit(placed, self._studio.scene.designed_size, self._studio.size)

    @property
    def flying(self) -> bool:
        """Whether the step's flight is under way."""
        return self._flight is not None

    def _fly(self) -> None:
        flight = self._flight
        if flight is None:
            return
        if self._studio.camera != self._flown_to:  # the speaker took over
            self._stop_flight()
            return
        seconds = time.monotonic() - self._flight_began
        self._flown_to = flight.at(seconds)
        self._studio.move_camera(self._flown_to)
        if seconds >= flight.seconds:
            self._stop_flight()

    def _stop_flight(self) -> None:
        if self._flight is not None:
            self._flight = None
            self._tick.stop()
            self._studio.rest_camera()


def _given(step: Step, names: tuple[str, ...]) -> dict[str, Any]:
    """The fields of the step that are set."""
    return {name: value for name in names if (value := getattr(step, name)) is not None}
