"""Runs experiments for the panels: one at a time, in a thread, with workers of their own. No widgets.

The app's own rendering pauses meanwhile, or the two would take each other's processors; it goes on afterwards where it
was. Whatever makes the app work (another scene, another backend) ends the experiment: its figures would be wrong.
"""

from __future__ import annotations

from PySide6.QtCore import Signal

from raytracer.app.background import Background, Run
from raytracer.app.language import tr
from raytracer.app.measure.words import shown
from raytracer.app.notice import Notice
from raytracer.app.studio import Studio
from raytracer.errors import CancelledError
from raytracer.scene.edits import rendered
from raytracer.scene.history import difference, state_after
from raytracer.session.measure.entrants import Entrant, unshared
from raytracer.session.measure.experiments import Experiment, Options
from raytracer.session.measure.result import Result, Sentence
from raytracer.session.measure.subject import Lab, MakeSubject, Subject, Work
from raytracer.session.protocol import Open

LONGEST_SIDE = 1280
"""Of the film that is measured, pixels: as large as on the screen, but no larger than this."""
QUALITY_HEIGHT, QUALITY_STEP = 240, 16
"""A reference takes long, so its film is small; widths are rounded, so that a few pixels need no new one."""


class Conductor(Background):
    """The studio's one object that measures; panels start it and read from it."""

    advanced = Signal(str)
    """There is a new snapshot of the experiment of this name."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._experiment: Experiment | None = None
        self._active = ""
        """The backend that was active when it began."""
        self._warned = False
        self.make: MakeSubject = Subject
        self.activity = ""
        self.fraction: float | None = None
        self.results: dict[str, Result] = {}
        self.problems: dict[str, str] = {}
        """Why the last run of an experiment did not finish, by its name."""
        studio.paused_changed.connect(self._keep_paused)
        studio.activity_changed.connect(self._watch)

    @property
    def running(self) -> str:
        """Name of the experiment under way; empty when there is none."""
        return self._experiment.name if self._run and self._experiment else ""

    @property
    def ready(self) -> bool:
        """Whether one could be started: a scene is open, the backends are known, nothing runs."""
        return not self._run and self._studio.scene is not None and bool(self._studio.sides.found)

    def start(self, experiment: Experiment, options: Options) -> None:
        """Starts to measure the open scene as it is now."""
        if not self.ready:
            return
        studio = self._studio
        run = Run(studio.paused)
        self._experiment, self._active, self._warned = experiment, studio.active, False
        self.activity, self.fraction = tr("starting"), None
        self.problems.pop(experiment.name, None)
        self.results.pop(experiment.name, None)
        entrants, work = self.entrants(experiment, options), self.work(experiment.name)
        self._begin(run, lambda: self._measure(run, experiment, entrants, options, work), "experiment")
        self.changed.emit()
        self.advanced.emit(experiment.name)

    def entrants(self, experiment: Experiment, options: Options) -> list[Entrant]:
        """Who would be measured."""
        return experiment.find(unshared(self._studio.sides.found.values()), options)

    def cancel(self) -> None:
        """Ends it; what was measured stays."""
        if self._run is not None:
            self._run.cancelled.set()
            self.activity, self.fraction = tr("ending"), None
            self.changed.emit()

    def work(self, name: str) -> Work:
        """The open scene with camera, edits and settings, at the size to measure."""
        studio = self._studio
        assert studio.scene is not None
        width, height = self._size(name)
        settings = {**studio.settings.model_dump(), "width": width, "height": height}
        return Work(
            Open(
                studio.scene.path,
                1,
                camera=studio.camera,
                allow_outside=studio.allow_outside,
                keep_going=True,
                settings=settings,
                view=studio.view.model_dump(),
                edits=rendered(difference((), studio.steps)),
                state=state_after(studio.steps),
                text=studio.text,
            )
        )

    def _size(self, name: str) -> tuple[int, int]:
        width, height = self._studio.size
        if name == "quality":
            return max(round(QUALITY_HEIGHT * width / height / QUALITY_STEP), 1) * QUALITY_STEP, QUALITY_HEIGHT
        shrink = min(1.0, LONGEST_SIDE / max(width, height))
        return max(round(shrink * width), 1), max(round(shrink * height), 1)

    # ------------------------------------------------------------ the experiment's thread

    def _measure(self, run: Run, experiment: Experiment, entrants: list[Entrant], options: Options, work: Work) -> None:
        def report(activity: Sentence, fraction: float | None) -> None:
            self._say(run, (activity, fraction))

        with Lab(work, cancelled=run.cancelled.is_set, on_progress=report, make=self.make) as lab:
            for snapshot in experiment.run(lab, entrants, options):
                self._say(run, snapshot)

    # ------------------------------------------------------------ the window's thread

    def _hear(self, run: Run, message: object) -> None:
        assert self._experiment is not None
        if isinstance(message, tuple):
            if not run.cancelled.is_set():
                activity, self.fraction = message
                self.activity = shown(activity)
        else:
            self.results[self._experiment.name] = message  # type: ignore[assignment]
            self.advanced.emit(self._experiment.name)

    def _ended(self, why: Exception | None) -> None:
        assert self._experiment is not None
        name = self._experiment.name
        self.activity, self.fraction = "", None
        if isinstance(why, CancelledError):
            self.problems[name] = tr("Cancelled")
        elif why is not None:
            self.problems[name] = str(why)
            self._studio.noticed.emit(Notice("error", str(why)))
        self.advanced.emit(name)

    def _keep_paused(self) -> None:
        """Edits and moves go on rendering by themselves; not while something is measured."""
        run = self._run
        if run is None or self._studio.paused:
            return
        self._studio.set_paused(True)
        if not self._warned:
            self._warned = True
            text = tr("The picture waits while an experiment measures")
            self._studio.noticed.emit(Notice("info", text, tr("Cancel the experiment"), self.cancel))

    def _watch(self) -> None:
        """Another scene or backend takes the processors."""
        run = self._run
        if run is None or run.cancelled.is_set():
            return
        if self._studio.opening is not None or self._studio.active != self._active:
            self.cancel()
            self._studio.noticed.emit(Notice("info", tr("The experiment was ended: the app has other work to do")))
