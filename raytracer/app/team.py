"""Several workers fill one picture: runs a team in a thread, with workers of its own. No widgets.

The app's own rendering pauses meanwhile; whatever makes it go on ends the team, or the two would take each other's
processors.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QImage

from raytracer.app.language import tr
from raytracer.app.mailbox import Mailbox
from raytracer.app.measure.conductor import Conductor
from raytracer.app.notice import Notice
from raytracer.app.studio import Studio
from raytracer.backends import Contender
from raytracer.errors import RaytracerError
from raytracer.session.protocol import Open
from raytracer.session.together import SOLO_SECONDS, CancelledError, Tally, Together

REPORT_SECONDS, SHOW_SECONDS = 0.25, 0.7
"""Least time between two reports, and between two pictures of the sum: one of the members has to make them."""
_ENDING_SECONDS = 4.0

MakeTeam = Callable[..., Together]


@dataclass(frozen=True)
class MemberReport:
    """One worker, as the panel shows it. Rates in samples a second, None: not measured."""

    title: str
    backend: str
    device: str
    share: float
    alone_per_s: float | None
    lost: bool


@dataclass(frozen=True)
class Report:
    """How far the picture is."""

    members: tuple[MemberReport, ...]
    spp: float
    seconds: float
    together_per_s: float | None
    speedup: float | None
    finished: bool


@dataclass
class _Run:
    """One team at work; what it says after its end is ignored."""

    contenders: Sequence[Contender]
    was_paused: bool
    cancelled: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None


class TeamRun(QObject):
    """The studio's one team; the panel starts it and reads from it."""

    changed = Signal()
    _mail = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._run: _Run | None = None
        self.make: MakeTeam = Together
        self.activity = ""
        self.problem = ""
        self.notes: list[str] = []
        self.report: Report | None = None
        self.picture: QImage | None = None
        self._box: Mailbox[tuple[_Run, object]] = Mailbox()
        self._mail.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self._box.deliver_to(self._mail.emit)
        studio.paused_changed.connect(self._watch)
        studio.activity_changed.connect(self._watch)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    @property
    def running(self) -> bool:
        """Whether a team is at work."""
        return self._run is not None

    @property
    def ready(self) -> bool:
        """Whether one could be started: a scene is open, the backends are known, nothing is measured."""
        busy = self._studio.feature(Conductor).running
        return not self._run and not busy and self._studio.scene is not None and bool(self._studio.sides.found)

    def start(self, contenders: Sequence[Contender]) -> None:
        """Fills a picture of the open scene as it is now, up to the sample limit."""
        if not self.ready:
            return
        run = self._run = _Run(contenders, self._studio.paused)
        self.activity, self.problem, self.notes = tr("starting"), "", []
        self.report, self.picture = None, None
        self._studio.set_paused(True)
        opening = self._studio.feature(Conductor).work("together").opening
        opening = replace(opening, settings={**opening.settings, "noise": 0.0})
        software = any(info.software for info in self._studio.sides.found.values())
        run.thread = threading.Thread(target=self._fill, args=(run, opening, software), name="team", daemon=True)
        run.thread.start()
        self.changed.emit()

    def stop(self) -> None:
        """Ends it; the picture stays."""
        if self._run is not None:
            self._run.cancelled.set()
            self.activity = tr("ending")
            self.changed.emit()

    def close(self) -> None:
        """Ends it and waits for its workers; the app is closing."""
        run = self._run
        self._box.deliver_to(None)
        if run is not None and run.thread is not None:
            run.cancelled.set()
            run.thread.join(_ENDING_SECONDS)

    # ------------------------------------------------------------ the team's thread

    def _fill(self, run: _Run, opening: Open, software: bool) -> None:
        end: object = None
        team = self.make(
            run.contenders,
            cancelled=run.cancelled.is_set,
            on_progress=lambda activity, fraction: self._box.put((run, activity)),
            on_note=lambda text: self._box.put((run, Notice("warning", text))),
            force_software=software,
            live=True,
        )
        shower = _Shower(team, lambda message: self._box.put((run, message)))
        try:
            team.start()
            team.open(opening)
            self._box.put((run, ""))
            team.render(shower, seconds=math.inf, solo_seconds=SOLO_SECONDS)
            shower.last_picture()
        except CancelledError:
            pass
        except RaytracerError as error:
            end = error
        except Exception as error:  # a bug must not leave the app paused for ever
            end = RaytracerError(f"internal error: {type(error).__name__}: {error}")
        finally:
            team.close(timeout=1.0 if run.cancelled.is_set() else 5.0)
        self._box.put((run, end))

    # ------------------------------------------------------------ the window's thread

    def _take(self) -> None:
        for run, message in self._box.take():
            if run is not self._run:
                continue
            if message is None or isinstance(message, Exception):
                self._end(run, message)
            elif isinstance(message, Report):
                self.report = message
            elif isinstance(message, QImage):
                self.picture = message
            elif isinstance(message, Notice):
                self.notes.append(message.text)
                self._studio.noticed.emit(message)
            elif isinstance(message, str) and not run.cancelled.is_set():
                self.activity = message
        self.changed.emit()

    def _end(self, run: _Run, why: Exception | None) -> None:
        self._run = None
        self.activity = ""
        if why is not None:
            self.problem = str(why)
            self._studio.noticed.emit(Notice("error", self.problem))
        if not run.was_paused:
            self._studio.set_paused(False)

    def _watch(self) -> None:
        """The app has other work to do."""
        run = self._run
        if run is None or run.cancelled.is_set():
            return
        if not self._studio.paused or self._studio.opening is not None:
            self.stop()


class _Shower:
    """Takes the team's tallies, in its thread: reports now and then, asks for pictures and fetches them."""

    def __init__(self, team: Together, put: Callable[[object], None]) -> None:
        self._team, self._put = team, put
        self._shown_at = self._reported_at = 0.0
        self._sequence = -1
        self._awaiting = False

    def __call__(self, tally: Tally) -> None:
        self._fetch()
        now = time.monotonic()
        if tally.finished or now - self._reported_at >= REPORT_SECONDS:
            self._put(_report(tally))
            self._reported_at = now
        measured = tally.together_per_s is not None  # who is measured alone makes no pictures
        if measured and not self._awaiting and now - self._shown_at >= SHOW_SECONDS and self._team.members[0].alive:
            self._team.show()
            self._awaiting = True
            self._shown_at = now

    def last_picture(self, patience: float = 3.0) -> None:
        """The picture of everything: waits for it."""
        end = time.monotonic() + patience
        while self._awaiting and time.monotonic() < end:
            time.sleep(0.02)
            self._fetch()
        if self._team.members[0].alive:
            self._team.show()
            self._awaiting = True
        while self._awaiting and time.monotonic() < end:
            time.sleep(0.02)
            self._fetch()

    def _fetch(self) -> None:
        client = self._team.members[0].client
        frame = client.acquire_frame()
        if frame is not None and frame.sequence != self._sequence:
            self._sequence, self._awaiting = frame.sequence, False
            pixels = np.ascontiguousarray(frame.pixels)
            image = QImage(pixels.data, frame.width, frame.height, 4 * frame.width, QImage.Format.Format_RGBX8888)
            self._put(image.copy())
        client.release_frame()


def _report(tally: Tally) -> Report:
    members = tuple(
        MemberReport(
            member.title,
            member.contender.backend,
            member.info.device if member.info else "",
            tally.share(member),
            member.alone_per_s,
            not member.alive,
        )
        for member in tally.members
    )
    return Report(members, tally.spp, tally.seconds, tally.together_per_s, tally.speedup, tally.finished)
