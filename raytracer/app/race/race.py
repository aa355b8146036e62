"""The race: two contenders, one scene, one camera, two films that grow side by side."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.race.contenders import Entrant, default_pair, entrant, entrants, fairness, sharing
from raytracer.app.race.difference import Difference
from raytracer.app.race.lane import Lane
from raytracer.app.race.score import Limit, LimitKind, Score
from raytracer.app.race.turns import Turns
from raytracer.app.race.view import RaceView
from raytracer.app.studio import Studio
from raytracer.app.workers import Worker
from raytracer.backends import BackendName, Contender
from raytracer.scene import RenderSettings
from raytracer.session.agreement import LEAST_SPP
from raytracer.session.protocol import (
    CommandFailed,
    Compiled,
    Event,
    FilmRead,
    FrameReady,
    Halted,
    Restart,
    SceneLoaded,
    Started,
    Stats,
    WorkerFailed,
)
from raytracer.session.scene_messages import SceneEdited


class Race(QObject):
    """Off, getting ready, or on. Everything that layer, panel and commands show and change.

    Both workers are on the studio's team, so that every edit and camera move acts on both. The race starts when both
    are ready; films are cleared together.
    """

    changed = Signal()
    """Who races and how; on and off."""
    figures_changed = Signal()
    """Samples, rates, times."""
    picture_changed = Signal(int)
    """The lane (0 or 1) that has a new picture."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self.on = False
        self.ready = False
        self.limit = Limit()
        self.lanes: tuple[Lane, ...] = ()
        """Both sides while the race is on, in the order of ``pair``."""
        self.view = RaceView(self)
        self.score = Score()
        self.difference = Difference(self)
        self._pair: tuple[Contender, Contender] | None = None
        self._turns_wanted: bool | None = None
        self._before: BackendName = studio.active
        self._leader: BackendName = studio.active
        self._settings: RenderSettings | None = None
        self._turns = Turns(self)
        self._turns.fell_silent.connect(self._report_silent)
        self.view.layout_changed.connect(self._look_at_difference)
        studio.pool.heard.connect(self._hear)
        studio.pool.changed.connect(self.changed)
        studio.sides_changed.connect(self._check_leader)
        studio.scene_changed.connect(self._prepare)
        studio.settings_changed.connect(self._settings_changed)
        studio.camera_changed.connect(self._start_over)
        studio.resized.connect(self._start_over)
        studio.restarted.connect(self._prepare)

    # ------------------------------------------------------------ who races

    @property
    def pair(self) -> tuple[Contender, Contender]:
        """The two contenders, left or above first."""
        return self._pair or default_pair(self._studio.pool)

    @property
    def entrants(self) -> tuple[Entrant, Entrant]:
        """The two in words."""
        first, second = self.pair
        return entrant(first, self._studio.pool), entrant(second, self._studio.pool)

    @property
    def choices(self) -> list[Entrant]:
        """Everyone who can race here."""
        return entrants(self._studio.pool)

    def set_pair(self, first: Contender, second: Contender) -> None:
        """Chooses both. Someone chosen for both sides changes places with who was on the other one."""
        if first == second:
            old = self.pair
            first, second = old[::-1] if first in old else old
        self._pair = (first, second)
        if self.on:
            self._line_up()
        self.changed.emit()

    def swap(self) -> None:
        """Left and right change places; both films go on."""
        self._pair = self.pair[::-1]
        self.lanes = self.lanes[::-1]
        self.difference.watch(self.lanes)
        self.changed.emit()

    @property
    def turns(self) -> bool:
        """Whether they take turns; without a wish of the user they do when both need the processors."""
        if self._turns_wanted is not None:
            return self._turns_wanted
        return all(one.on_cpu for one in self.entrants)

    def set_turns(self, on: bool) -> None:
        """One after the other, or both at the same time; starts again, since times would not compare."""
        self._turns_wanted = on
        self._prepare()
        self.changed.emit()

    @property
    def fairness(self) -> list[str]:
        """The conditions, in sentences."""
        return fairness(self.entrants, self._studio.pool, turns=self.turns)

    @property
    def sharing(self) -> str:
        """The most important of them, in a few words."""
        return sharing(self.entrants, turns=self.turns)

    @property
    def disturbs(self) -> bool:
        """Whether contenders slow each other down, so that their rates say nothing about each alone."""
        return self.on and not self.turns and all(one.on_cpu for one in self.entrants)

    # ------------------------------------------------------------ on and off

    def set_on(self, on: bool) -> None:
        """Starts or ends the race; afterwards the backend goes on that was active before."""
        if on and self._studio.scene is None and self._studio.opening is None:
            self._studio.noticed.emit(Notice("info", tr("Open a scene first: there is nothing to race on")))
        elif on != self.on:
            self.on = on
            if on:
                self._before = self._studio.active
                self._line_up()
            else:
                self._disband()
            self._look_at_difference()
        self.changed.emit()

    def _line_up(self) -> None:
        """Puts the pair on the studio's team."""
        studio = self._studio
        old, self._pair = self.lanes, self.pair
        if Contender(studio.active) not in self._pair:
            self._leader = next((who.backend for who in self._pair if not who.threads), studio.active)
            studio.activate(self._leader)
        self._leader = studio.active
        workers = [studio.pool.worker(who.backend, who.threads) for who in self._pair]
        # The active worker keeps the scene's seed, so that its film goes on when the race ends.
        own = workers.index(studio.worker) if studio.worker in workers else 0
        self.lanes = tuple(Lane(worker, int(index != own)) for index, worker in enumerate(workers))
        self._settings = studio.settings
        self._apply_limit()
        studio.accompany(workers)
        self._release([lane.worker for lane in old])
        self._prepare()

    def _disband(self) -> None:
        lanes, self.lanes = self.lanes, ()
        self.ready = False
        self._turns.stop()
        self._studio.accompany(())
        self._release([lane.worker for lane in lanes])
        self._studio.orders.send()
        if self._studio.active != self._before:
            self._studio.activate(self._before)

    def _release(self, workers: list[Worker]) -> None:
        """These are as free as before the race."""
        racing = [lane.worker for lane in self.lanes]
        for worker in (*workers, self._studio.worker):
            if worker not in racing:
                worker.own = {}
                worker.hold(False)

    def _prepare(self) -> None:
        """Holds both until both are ready; then their films start together."""
        if not self.on:
            return
        self.ready = False
        self._turns.stop()
        for worker in (self._studio.worker, *(lane.worker for lane in self.lanes)):
            worker.hold(True)
        self._start_when_ready()
        self.figures_changed.emit()

    def _start_when_ready(self) -> None:
        scene = self._studio.scene
        able = [lane for lane in self.lanes if not lane.dropped]
        if self.ready or scene is None or not able or not all(lane.ready(scene.request) for lane in able):
            return
        self.ready = True
        for lane in able:
            lane.clear()
            lane.worker.client.send(Restart(timed=True))
            self.score.forget(lane.worker.contender)
        self.difference.exposure_ev = self._studio.view.exposure_ev
        self.difference.watch(self.lanes)
        self._go()

    def _go(self) -> None:
        if self.turns:
            self._turns.begin(list(self.lanes))
            return
        self._turns.stop()
        for lane in self.lanes:
            lane.worker.hold(lane.over)

    # ------------------------------------------------------------ how long

    def set_limit(self, kind: LimitKind, *, spp: int | None = None, seconds: float | None = None) -> None:
        """Ends at a number of samples, or after a time of own work, or only at the scene's own sample limit."""
        self.limit = replace(self.limit, kind=kind, spp=spp or self.limit.spp, seconds=seconds or self.limit.seconds)
        self._instruct()
        self.changed.emit()

    @property
    def finish_spp(self) -> int:
        """Where the finishing line is, samples per pixel: never beyond what both are going to have."""
        return self.limit.spp if self.limit.kind == "samples" else min(self.limit.line, self._studio.settings.spp)

    def set_line(self, spp: int) -> None:
        """Moves the finishing line, one of ``FINISH_LINES``; nobody stops at it."""
        self.limit = replace(self.limit, line=spp)
        self.changed.emit()

    def _apply_limit(self) -> None:
        for lane in self.lanes:
            lane.worker.own = self.limit.own_settings(self._studio.settings, lane)

    def _instruct(self) -> None:
        """After other settings or another limit: whoever has something left to do goes on."""
        if not self.on:
            return
        self._apply_limit()
        self._studio.orders.send()
        for lane in self.lanes:
            self.limit.judge(lane, self._studio.settings)
        if self.ready:
            self._go()

    def _settings_changed(self) -> None:
        if not self.on:
            return
        settings, before = self._studio.settings, self._settings
        self._settings = settings
        if before is None or settings != before.model_copy(update={"spp": settings.spp}):
            self._start_over()
        self._instruct()
        if before is not None and settings.region != before.region:
            self._prepare()  # a region keeps the film; the two sides start it together

    def _start_over(self) -> None:
        """Both films were cleared by an edit; whoever was at its end goes on."""
        if not self.on:
            return
        for lane in self.lanes:
            lane.clear()
        self.difference.watch(self.lanes)
        if self.ready and (not self.turns or self._turns.running is None):
            self._go()
        self.figures_changed.emit()

    def _look_at_difference(self) -> None:
        self.difference.set_live(self.on and self.view.layout == "difference")

    # ------------------------------------------------------------ hearing

    def _hear(self, worker: Worker, event: Event) -> None:
        index = next((i for i, lane in enumerate(self.lanes) if lane.worker is worker), None)
        if index is None:
            return
        lane = self.lanes[index]
        if lane.note(event) and lane.spp >= LEAST_SPP:
            self.difference.ask(lane)
        if isinstance(event, FrameReady):
            self.picture_changed.emit(index)
        elif isinstance(event, Stats):
            self._count(lane, event)
        elif isinstance(event, FilmRead):
            self.difference.note(lane, event)
        elif isinstance(event, CommandFailed):
            self.difference.lost(lane)
        elif isinstance(event, SceneEdited):
            self._start_over()
        elif isinstance(event, (Started, SceneLoaded, Compiled)):
            self._start_when_ready()
        elif isinstance(event, WorkerFailed):
            self._lost(lane, event)
        if isinstance(event, (Halted, Compiled, Stats, WorkerFailed)) and self.ready and self.turns:
            self._turns.step()

    def _count(self, lane: Lane, stats: Stats) -> None:
        self.score.add(lane.worker.contender, stats)
        if self.limit.kind == "time" and lane.seconds >= self.limit.seconds and not lane.time_up:
            lane.time_up = True
            lane.worker.hold(True)
        self.figures_changed.emit()

    def _lost(self, lane: Lane, event: WorkerFailed) -> None:
        """The other one goes on; one that comes back starts with an empty film."""
        self.score.forget(lane.worker.contender)
        self.difference.lost(lane)
        if not event.will_restart:
            name = entrant(lane.worker.contender, self._studio.pool).title
            text = tr("{name} dropped out of the race; the other one goes on").format(name=name)
            self._studio.noticed.emit(Notice("warning", text))
            self._start_when_ready()
        self.figures_changed.emit()

    def _report_silent(self, lane: Lane) -> None:
        name = entrant(lane.worker.contender, self._studio.pool).title
        text = tr("{name} does not answer; the other one goes on").format(name=name)
        self._studio.noticed.emit(Notice("warning", text, tr("Start it again"), lambda: self._revive(lane)))
        self.figures_changed.emit()

    def _revive(self, lane: Lane) -> None:
        """Unless it has answered in the meantime."""
        if lane.silent:
            lane.worker.client.kill()

    def _check_leader(self) -> None:
        """The user, or a failure, made another backend active."""
        if not self.on or self._studio.active == self._leader:
            return
        if any(lane.dropped and lane.worker.backend == self._leader for lane in self.lanes):
            self._leader = self._studio.active
            if Contender(self._leader) not in self.pair:
                self._studio.worker.hold(True)
            return
        self._before = self._studio.active
        self.set_on(False)
