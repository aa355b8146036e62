"""Several workers fill one picture: runs a team in a thread, with workers of its own. No widgets.

The app's own rendering pauses meanwhile; whatever makes it go on ends the team, or the two would take each other's
processors.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtGui import QImage

from raytracer.app.activities import activity_text
from raytracer.app.background import Background, Run
from raytracer.app.language import tr
from raytracer.app.measure.conductor import Conductor
from raytracer.app.notice import Notice
from raytracer.app.studio import Studio
from raytracer.backends import BackendName, Contender
from raytracer.errors import CancelledError
from raytracer.session.protocol import Open
from raytracer.session.together import SOLO_SECONDS, Tally, Together

REPORT_SECONDS, SHOW_SECONDS = 0.25, 0.7
"""Least time between two reports, and between two pictures of the sum: one of the members has to make them."""

MakeTeam = Callable[..., Together]


@dataclass(frozen=True)
class MemberReport:
    """One worker, as the panel shows it. Rates in samples a second, None: not measured."""

    title: str
    backend: BackendName
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


class TeamRun(Background):
    """The studio's one team; the panel starts it and reads from it."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.make: MakeTeam = Together
        self.activity = ""
        self.problem = ""
        self.notes: list[str] = []
        self.report: Report | None = None
        self.picture: QImage | None = None
        studio.paused_changed.connect(self._watch)
        studio.activity_changed.connect(self._watch)

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
        run = Run(self._studio.paused)
        self.activity, self.problem, self.notes = tr("starting"), "", []
        self.report, self.picture = None, None
        opening = self._studio.feature(Conductor).work("together").opening
        opening = replace(opening, settings={**opening.settings, "noise": 0.0})
        software = any(info.software for info in self._studio.sides.found.values())
        self._begin(run, lambda: self._fill(run, contenders, opening, software), "team")
        self.changed.emit()

    def stop(self) -> None:
        """Ends it; the picture stays."""
        if self._run is not None:
            self._run.cancelled.set()
            self.activity = tr("ending")
            self.changed.emit()

    # ------------------------------------------------------------ the team's thread

    def _fill(self, run: Run, contenders: Sequence[Contender], opening: Open, software: bool) -> None:
        team = self.make(
            contenders,
            cancelled=run.cancelled.is_set,
            on_progress=lambda activity, fraction: self._say(run, activity),
            on_note=lambda text: self._say(run, Notice("warning", text)),
            force_software=software,
            live=True,
        )
        shower = _Shower(team, lambda message: self._say(run, message))
        try:
            team.start()
            team.open(opening)
            self._say(run, "")
            team.render(shower, seconds=math.inf, solo_seconds=SOLO_SECONDS)
            shower.last_picture()
        finally:
            team.close(timeout=1.0 if run.cancelled.is_set() else 5.0)

    # ------------------------------------------------------------ the window's thread

    def _hear(self, run: Run, message: object) -> None:
        if isinstance(message, Report):
            self.report = message
        elif isinstance(message, QImage):
            self.picture = message
        elif isinstance(message, Notice):
            self.notes.append(message.text)
            self._studio.noticed.emit(message)
        elif isinstance(message, str) and not run.cancelled.is_set():
            self.activity = activity_text(message)

    def _ended(self, why: Exception | None) -> None:
        self.activity = ""
        if why is not None and not isinstance(why, CancelledError):
            self.problem = str(why)
            self._studio.noticed.emit(Notice("error", self.problem))

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
