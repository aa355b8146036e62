"""Runs experiments for the panels: one at a time, in a thread, with workers of their own. No widgets.

The app's own rendering pauses meanwhile, or the two would take each other's processors; it goes on afterwards where it
was. Whatever makes the app work (another scene, another backend) ends the experiment: its figures would be wrong.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from raytracer.app.language import tr
from raytracer.app.mailbox import Mailbox
from raytracer.app.notice import Notice
from raytracer.app.studio import Studio
from raytracer.errors import RaytracerError
from raytracer.scene.edits import rendered
from raytracer.scene.history import difference, state_after
from raytracer.session.measure.entrants import Entrant, unshared
from raytracer.session.measure.experiments import Experiment, Options
from raytracer.session.measure.result import Result
from raytracer.session.measure.subject import CancelledError, Lab, MakeSubject, Subject, Work
from raytracer.session.protocol import Open

LONGEST_SIDE = 1280
"""Of the film that is measured, pixels: as large as on the screen, but no larger than this."""
QUALITY_HEIGHT, QUALITY_STEP = 240, 16
"""A reference takes long, so its film is small; widths are rounded, so that a few pixels need no new one."""
_ENDING_SECONDS = 4.0


@dataclass
class _Run:
    """One experiment under way; what it says later than its end is ignored."""

    experiment: Experiment
    was_paused: bool
    active: str
    cancelled: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None
    warned: bool = False


class Conductor(QObject):
    """The studio's one object that measures; panels start it and read from it."""

    changed = Signal()
    """Something began, went on or ended."""
    advanced = Signal(str)
    """There is a new snapshot of the experiment of this name."""
    _mail = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._run: _Run | None = None
        self.make: MakeSubject = Subject
        self.activity = ""
        self.fraction: float | None = None
        self.results: dict[str, Result] = {}
        self.problems: dict[str, str] = {}
        """Why the last run of an experiment did not finish, by its name."""
        self._box: Mailbox[tuple[_Run, object]] = Mailbox()
        self._mail.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._box.deliver_to(self._mail.emit)
        studio.paused_changed.connect(self._keep_paused)
        studio.activity_changed.connect(self._watch)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    @property
    def running(self) -> str:
        """Name of the experiment under way; empty when there is none."""
        return self._run.experiment.name if self._run else ""

    @property
    def ready(self) -> bool:
        """Whether one could be started: a scene is open, the backends are known, nothing runs."""
        return not self._run and self._studio.scene is not None and bool(self._studio.sides.found)

    def start(self, experiment: Experiment, options: Options) -> None:
        """Starts to measure the open scene as it is now."""
        if not self.ready:
            return
        studio = self._studio
        run = self._run = _Run(experiment, studio.paused, studio.active)
        self.activity, self.fraction = tr("starting"), None
        self.problems.pop(experiment.name, None)
        self.results.pop(experiment.name, None)
        studio.set_paused(True)
        arguments = (run, self.entrants(experiment, options), options, self.work(experiment.name))
        run.thread = threading.Thread(target=self._conduct, args=arguments, name="experiment", daemon=True)
        run.thread.start()
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

    def close(self) -> None:
        """Ends it and waits for its workers; the app is closing."""
        run = self._run
        self._box.deliver_to(None)
        if run is not None and run.thread is not None:
            run.cancelled.set()
            run.thread.join(_ENDING_SECONDS)

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

    def _conduct(self, run: _Run, entrants: list[Entrant], options: Options, work: Work) -> None:
        def report(activity: str, fraction: float | None) -> None:
            self._box.put((run, (activity, fraction)))

        lab = Lab(work, cancelled=run.cancelled.is_set, on_progress=report, make=self.make)
        end: object = None
        try:
            with lab:
                for snapshot in run.experiment.run(lab, entrants, options):
                    self._box.put((run, snapshot))
        except CancelledError:
            end = CancelledError()
        except RaytracerError as error:
            end = error
        except Exception as error:  # a bug in an experiment must not leave the app paused for ever
            end = RaytracerError(f"internal error while measuring: {type(error).__name__}: {error}")
        self._box.put((run, end))

    # ------------------------------------------------------------ the window's thread

    def _take(self) -> None:
        for run, message in self._box.take():
            if run is not self._run:
                continue
            if message is None or isinstance(message, Exception):
                self._end(run, message)
            elif isinstance(message, tuple):
                if not run.cancelled.is_set():
                    self.activity, self.fraction = message
            else:
                self.results[run.experiment.name] = message  # type: ignore[assignment]
                self.advanced.emit(run.experiment.name)
        self.changed.emit()

    def _end(self, run: _Run, why: Exception | None) -> None:
        self._run = None
        self.activity, self.fraction = "", None
        if isinstance(why, CancelledError):
            self.problems[run.experiment.name] = tr("Cancelled")
        elif why is not None:
            self.problems[run.experiment.name] = str(why)
            self._studio.noticed.emit(Notice("error", str(why)))
        if not run.was_paused:
            self._studio.set_paused(False)
        self.advanced.emit(run.experiment.name)

    def _keep_paused(self) -> None:
        """Edits and moves go on rendering by themselves; not while something is measured."""
        run = self._run
        if run is None or self._studio.paused:
            return
        self._studio.set_paused(True)
        if not run.warned:
            run.warned = True
            text = tr("The picture waits while an experiment measures")
            self._studio.noticed.emit(Notice("info", text, tr("Cancel the experiment"), self.cancel))

    def _watch(self) -> None:
        """Another scene or backend takes the processors."""
        run = self._run
        if run is None or run.cancelled.is_set():
            return
        if self._studio.opening is not None or self._studio.active != run.active:
            self.cancel()
            self._studio.noticed.emit(Notice("info", tr("The experiment was ended: the app has other work to do")))
