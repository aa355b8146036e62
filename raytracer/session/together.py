"""Several workers fill one film: parts are handed out, what comes back is added up, a worker that dies costs nothing.

Before all of them work at once, each works alone for a moment, so that the speed-up is measured and not estimated. What
it renders then is on the film like everything else.
"""

from __future__ import annotations

import math
import queue
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from raytracer.backends import BackendInfo, Contender
from raytracer.errors import CancelledError, OutputError, RaytracerError, WorkerError
from raytracer.scene import Scene
from raytracer.session.client import RenderClient
from raytracer.session.film_parts import PartDone, RenderPart, SharedFilm, TakeFilm
from raytracer.session.protocol import (
    CommandFailed,
    Compiled,
    Event,
    ImageSaved,
    LoadFailed,
    Open,
    Pause,
    Progress,
    SaveFailed,
    SaveImage,
    SceneLoaded,
    SetCamera,
    Started,
    WorkerFailed,
)
from raytracer.session.rounds import OneRound, Rounds
from raytracer.session.sharing import Ledger, Pacer
from raytracer.session.team import Member, Tally

TILE = 8
SOLO_SECONDS = 1.0
_FIRST_TILES = 64
"""Of a member's first part."""
_TICK_SECONDS = 0.1
_SAVING_SECONDS = 600.0
_E = TypeVar("_E")


class Together:
    """The team. Every method blocks; ``cancelled`` is asked several times a second.

    ``live``: there is a window, to which all workers leave processor time alike, and the first one draws (``show``).
    Raises what workers report as ``RaytracerError``, and ``CancelledError``.
    """

    def __init__(
        self,
        contenders: Sequence[Contender],
        *,
        cancelled: Callable[[], bool] = lambda: False,
        on_progress: Callable[[str, float | None], None] = lambda activity, fraction: None,
        on_note: Callable[[str], None] = lambda text: None,
        force_software: bool = False,
        shader_path: tuple[Path, ...] = (),
        live: bool = False,
    ) -> None:
        self._events: queue.SimpleQueue[tuple[int, Event]] = queue.SimpleQueue()
        self._cancelled, self._on_progress, self._on_note = cancelled, on_progress, on_note
        self._request = 0
        self._backlog: list[tuple[int, Event]] = []
        self._shown: SharedFilm | None = None
        self.members = [
            Member(
                number,
                contender,
                RenderClient(
                    contender.backend,
                    lambda event, number=number: self._events.put((number, event)),  # type: ignore[misc]
                    force_software=force_software,
                    threads=contender.threads,
                    batch=not live,
                    shader_path=shader_path,
                ),
            )
            for number, contender in enumerate(contenders)
        ]

    @property
    def alive(self) -> list[Member]:
        """The members that still work."""
        return [member for member in self.members if member.alive]

    # ------------------------------------------------------------ before and after

    def start(self) -> list[BackendInfo]:
        """Starts all workers and waits for their runtimes."""
        for member in self.members:
            member.client.start()
        infos = self._from_all(Started)
        for member, started in zip(self.members, infos, strict=True):
            member.info = started.info
        return [started.info for started in infos]

    def open(
        self,
        command: Open,
        choose_camera: Callable[[SceneLoaded], SetCamera | None] | None = None,
        make_rounds: Callable[[Scene], Rounds] = lambda outline: OneRound(outline.settings.spp),
    ) -> SceneLoaded:
        """Loads the scene in every worker and compiles; what the first one found in the file. Regions are left out.

        ``make_rounds`` is told the scene and says what is rendered, all samples of all pixels without it.
        """
        self._request += 1
        command = replace(command, settings={**command.settings, "region": None})
        for member in self.alive:
            member.client.send(Pause())
            member.client.send(replace(command, request=self._request))
        loaded = self._from_all(SceneLoaded)[0]
        self.compile_seconds = max(compiled.seconds for compiled in self._from_all(Compiled))
        camera = choose_camera(loaded) if choose_camera else None
        if camera is not None:
            for member in self.alive:
                member.client.send(camera)
        settings = loaded.outline.settings
        self._begin(settings.width, settings.height, make_rounds(loaded.outline))
        return loaded

    def close(self, timeout: float = 10.0) -> None:
        """Ends all workers and frees the memory."""
        for member in self.members:
            member.client.close(timeout=timeout)
        self._free_memory()

    def _free_memory(self) -> None:
        for member in self.members:
            for film in member.films.values():
                film.close(unlink=True)
            member.films, member.free = {}, []
        if self._shown is not None:
            self._shown.close(unlink=True)
            self._shown = None

    def _begin(self, width: int, height: int, rounds: Rounds) -> None:
        """A new film and a new ledger."""
        self.size = (width, height)
        self.tiles = -(-width // TILE) * -(-height // TILE)
        self.sums = np.zeros(3 * width * height, np.float64)
        self.counts = np.zeros(width * height, np.int64)
        self.rounds = rounds
        self._open_round()
        self._seconds = self._measuring_since = 0.0
        self._together_per_s: float | None = None
        self._free_memory()
        for member in self.members:
            member.begin(Pacer(min(self.tiles, _FIRST_TILES)))
        for member in self.alive:
            films = [SharedFilm.create(width, height) for _ in range(2)]
            member.films = {film.place.segment: film for film in films}
            member.free = films

    def _open_round(self) -> None:
        """A new ledger, of what is to be rendered next, if there is anything."""
        of = self.rounds.open(self.sums, self.counts)
        if of is not None:
            self._round = of
            self.ledger = Ledger((self.tiles if of.tiles is None else len(of.tiles)) * of.samples)

    # ------------------------------------------------------------ rendering

    def render(
        self,
        on_tally: Callable[[Tally], None] = lambda tally: None,
        *,
        seconds: float = math.inf,
        solo_seconds: float = SOLO_SECONDS,
    ) -> Tally:
        """Until every sample is on the film, for ``seconds``, or until cancelled: what is there stays.

        Each member first works alone for ``solo_seconds``; 0 leaves that out, and the speed-up is then not measured.
        """
        begin = time.perf_counter()
        end = begin + seconds
        for member in self.alive if solo_seconds > 0.0 and len(self.alive) > 1 else []:
            self._run([member], min(time.perf_counter() + solo_seconds, end), begin, on_tally)
        self._run(self.members, end, begin, on_tally)
        tally = self.tally()
        on_tally(tally)
        return tally

    def tally(self) -> Tally:
        """How far the film is."""
        samples = int(self.counts.sum()) + sum(member.nonfinite for member in self.members)
        return Tally(
            samples / len(self.counts),
            self._seconds,
            self._together_per_s,
            self.ledger.complete and self.rounds.finished,
            tuple(self.members),
            self.rounds.noise,
            self.rounds.done_share,
        )

    def _run(self, team: list[Member], until: float, begin: float, on_tally: Callable[[Tally], None]) -> None:
        """Keeps these members busy until then, and waits for what they are at. Measures their rate while all work."""
        self._need_somebody()
        self._finish_warm_up(team)
        self._measuring_since = time.perf_counter()
        for member in team:
            member.window = (0, 0.0)
            if not self._cancelled():
                self._hand_out(member)
        while any(member.waiting for member in team):
            self._step()
            now = time.perf_counter()
            self._seconds = now - begin
            if all(member.waiting for member in team if member.alive):
                self._note_rate(team)
            if now < until and not self._cancelled():
                for member in team:
                    if not member.waiting:
                        self._hand_out(member)
            on_tally(self.tally())
            self._need_somebody()

    def _need_somebody(self) -> None:
        """Raises what the first member died of when none is left: what is missing would never come."""
        if not self.alive:
            raise next(m.failure for m in self.members if m.failure is not None)

    def _finish_warm_up(self, team: list[Member]) -> None:
        """A member's first part is small: caches and clocks warm up, its rate becomes known."""
        fresh = [member for member in team if member.alive and not member.parts]
        for member in fresh:
            if not self._cancelled():
                self._hand_out(member, pieces=1)
        while any(member.waiting for member in fresh):
            self._step()
            self._need_somebody()

    def _note_rate(self, team: list[Member]) -> None:
        """Each member's samples over the time until its last part was done, so that no part counts by half."""
        rates = [samples / seconds if samples else None for samples, seconds in (m.window for m in team)]
        if len(team) == 1 < len(self.members):
            team[0].alone_per_s = rates[0]
        elif len(team) == len(self.members) and all(member.alive for member in team) and None not in rates:
            self._together_per_s = sum(rate for rate in rates if rate is not None)

    def _hand_out(self, member: Member, pieces: int = 2) -> None:
        """Gives a member as many parts as it has room for: while one is fetched and added, it works on the next."""
        if self.ledger.complete:
            self._open_round()
        while member.alive and member.free and member.waiting < pieces:
            rates = sum(other.pacer.rate for other in self.members if other.alive)
            part = self.ledger.take(member.number, member.pacer.next_count(self.ledger.left, rates))
            if part is None:
                return
            film = member.free.pop()
            member.waiting += 1
            member.client.send(RenderPart(part, film.place, self._round))

    def _step(self) -> None:
        """Waits a moment for something to happen, and takes note of it."""
        try:
            number, event = self._events.get(timeout=_TICK_SECONDS)
        except queue.Empty:
            return
        member = self.members[number]
        if isinstance(event, PartDone) and member.alive:
            self._add(member, event)
        elif isinstance(event, (CommandFailed, WorkerFailed)):
            self._lose(member, event.error)

    def _add(self, member: Member, done: PartDone) -> None:
        """Adds a part to the film."""
        film = member.films[done.place.segment]
        self.ledger.finished(member.number, done.part)
        self.sums += film.sums
        self.counts += film.counts
        member.free.append(film)
        member.waiting -= 1
        member.parts += 1
        member.samples += done.samples
        member.rays += done.rays
        member.nonfinite += done.nonfinite
        member.busy_seconds += done.seconds
        member.window = (member.window[0] + done.samples, time.perf_counter() - self._measuring_since)
        member.pacer.saw(done.part.count, done.seconds)
        if self.ledger.complete:
            self.rounds.close(self.sums, self.counts)

    def _lose(self, member: Member, error: RaytracerError) -> None:
        """A member is gone: the others get what it was at."""
        if not member.alive:
            return
        member.failure = error
        member.waiting = 0
        returned = self.ledger.give_back(member.number)
        others = self.alive
        if others:
            heirs = "the others" if len(others) > 1 else others[0].title
            spp = returned / self.tiles
            self._on_note(
                f"{member.title} dropped out: {error}; {heirs} took over what it was at ({spp:.2g} samples per pixel), "
                f"nothing is lost"
            )
        member.client.close(timeout=0.0)

    # ------------------------------------------------------------ the sum

    def show(self) -> None:
        """Gives the sum to the member that draws; its picture follows as a frame of ``members[0].client``."""
        self._give_sum(self.members[0])

    def save(self, path: Path) -> ImageSaved:
        """Writes the sum. Raises ``OutputError``."""
        if not self.alive:
            raise WorkerError("no worker is left to write the picture")
        member = self.alive[0]
        self._give_sum(member)
        member.client.send(SaveImage(path))
        end = time.monotonic() + _SAVING_SECONDS
        while time.monotonic() < end:
            event = self._next_of(member)
            if isinstance(event, ImageSaved) and event.path == path:
                return event
            if isinstance(event, (SaveFailed, WorkerFailed)):
                raise event.error
        raise OutputError("saving takes too long", where=str(path))

    def _give_sum(self, member: Member) -> None:
        width, height = self.size
        self._shown = self._shown or SharedFilm.create(width, height)
        self._shown.sums[:] = self.sums
        self._shown.counts[:] = self.counts
        member.client.send(TakeFilm(self._shown.place))

    # ------------------------------------------------------------ events

    def _next_of(self, member: Member) -> Event | None:
        """The next event of one member, or None when nothing happens for a moment."""
        try:
            number, event = self._events.get(timeout=_TICK_SECONDS)
        except queue.Empty:
            return None
        return event if number == member.number else None

    def _from_all(self, kind: type[_E]) -> list[_E]:
        """One event of that kind from every member; their failures are raised."""
        found: dict[int, _E] = {}
        waiting, self._backlog = self._backlog, []
        while len(found) < len(self.alive):
            if self._cancelled():
                raise CancelledError
            if waiting:
                number, event = waiting.pop(0)
            else:
                try:
                    number, event = self._events.get(timeout=_TICK_SECONDS)
                except queue.Empty:
                    continue
            if isinstance(event, kind):
                found[number] = event
            elif isinstance(event, Compiled):  # a fast one is ahead of a slow one
                self._backlog.append((number, event))
            elif isinstance(event, (LoadFailed, WorkerFailed)):
                raise event.error
            elif isinstance(event, Progress) and number == 0:
                self._on_progress(event.activity, event.fraction)
        return [found[member.number] for member in self.alive]
