"""The experiment's side of a measuring worker: questions that block until they are answered or the user cancels."""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from raytracer.errors import BackendError, CancelledError, RaytracerError, WorkerError
from raytracer.session.client import RenderClient
from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.messages import (
    Compare,
    Compared,
    Counted,
    FilmKind,
    FilmRead,
    Launch,
    Launched,
    Opened,
    ReadFilm,
    Ready,
    Refused,
    RenderFor,
    Restart,
    Started,
)
from raytracer.session.measure.result import Sentence, say
from raytracer.session.protocol import Open, Progress, WorkerFailed

ENTRY = "raytracer.session.measure.worker"
"""The module whose ``run`` is a measuring worker's life; tests put one without an engine here."""
NO_LIMIT = 2**31 - 1
_TICK_SECONDS = 0.1
_SLICE_SECONDS = 0.5
"""A longer measurement is asked for in pieces, so that it can be cancelled between them."""
_CLOSE_SECONDS, _CANCEL_SECONDS = 20.0, 1.5
"""How long a worker may take to end: it writes the kernel cache, unless somebody is waiting to get out."""

_A = TypeVar("_A")
OnProgress = Callable[[Sentence, float | None], None]


@dataclass(frozen=True)
class Work:
    """What every entrant does: the scene that ``opening`` opens, with its camera, edits and settings."""

    opening: Open
    shader_path: tuple[Path, ...] = ()

    @classmethod
    def of(cls, path: Path, settings: Mapping[str, object], *, allow_outside: bool = False) -> Work:
        """A file as it is, with some of its render settings replaced."""
        return cls(Open(path.absolute(), allow_outside=allow_outside, settings=settings))

    @property
    def path(self) -> Path:
        """The scene's file."""
        return self.opening.path

    def command(self, changes: Mapping[str, object]) -> Open:
        """Opens it, with ``changes`` to its settings; without a limit on samples, and the whole picture."""
        return replace(self.opening, settings={**self.opening.settings, "spp": NO_LIMIT, "region": None, **changes})


class Subject:
    """One entrant in a process of its own. Every method may raise ``RaytracerError`` or ``CancelledError``."""

    def __init__(self, entrant: Entrant, work: Work, cancelled: Callable[[], bool], on_progress: OnProgress) -> None:
        self.entrant = entrant
        self.opened: Opened | None = None
        self._work = work
        self._cancelled = cancelled
        self._on_progress = on_progress
        self._answers: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._client = RenderClient(
            entrant.backend,
            self._answers.put,
            force_software=entrant.software,
            threads=entrant.threads if entrant.backend == "cpu" else 0,
            batch=True,
            shader_path=work.shader_path,
            entry=ENTRY,
        )

    @property
    def pid(self) -> int | None:
        """Process id of the worker."""
        return self._client.pid

    def prepare(self, **settings: Any) -> None:
        """Starts the process and lets it load and compile; several may do so at the same time."""
        self._client.start()
        self._send(self._work.command(settings))

    def ready(self) -> Opened:
        """Waits until that is done."""
        if self.opened is None:
            self.entrant = self.entrant.running(self._wait(Started).info)
        self.opened = self._wait(Opened)
        return self.opened

    def load(self, work: Work, **settings: Any) -> None:
        """Lets a worker that is ready load another scene; ``ready`` waits for it."""
        self._work = work
        self._send(work.command(settings))

    def restart(self, **settings: Any) -> None:
        """Clears the film, with other settings."""
        self._send(Restart(settings))
        self._wait(Ready)

    def render(self, seconds: float, on_counted: Callable[[Counted], None] = lambda counted: None) -> Counted:
        """Adds passes for so many seconds of work, or to the settings' limit; ``on_counted`` hears the sum so far."""
        total: Counted | None = None
        while total is None or (total.seconds < 0.95 * seconds and not total.finished):
            left = seconds - (total.seconds if total else 0.0)
            self._send(RenderFor(min(left, _SLICE_SECONDS)))
            counted = self._wait(Counted)
            total = total + counted if total else counted
            on_counted(total)
        return total

    def launch(self, items: int, repeats: int, budget_seconds: float) -> Launched:
        """Times launches of exactly so many paths."""
        self._send(Launch(items, repeats, budget_seconds))
        return self._wait(Launched)

    def read(self, kind: FilmKind, block: int = 16) -> FilmRead:
        """The film as it is now."""
        self._send(ReadFilm(kind, block))
        return self._wait(FilmRead)

    def compare(self, reference: Path) -> Compared:
        """The film's error now."""
        self._send(Compare(reference))
        return self._wait(Compared)

    def close(self) -> None:
        """Ends the process."""
        self._client.close(timeout=_CANCEL_SECONDS if self._cancelled() else _CLOSE_SECONDS)

    def kill(self) -> None:
        """Ends the process at once."""
        self._client.close(timeout=0.0)

    def _send(self, question: object) -> None:
        self._client.send(question)  # type: ignore[arg-type]  # a measuring worker speaks ``messages``

    def _wait(self, kind: type[_A]) -> _A:
        """The answer, while progress is passed on."""
        while not self._cancelled():
            try:
                answer = self._answers.get(timeout=_TICK_SECONDS)
            except queue.Empty:
                continue
            if isinstance(answer, kind):
                return answer
            if isinstance(answer, (WorkerFailed, Refused)):
                raise answer.error
            if isinstance(answer, Progress):
                doing = say("{who}: {activity}", who=self.entrant.title, activity=answer.activity)
                self._on_progress(doing, answer.fraction)
        raise CancelledError


MakeSubject = Callable[[Entrant, Work, Callable[[], bool], OnProgress], Subject]


class Lab:
    """The workers of one experiment: opened as it needs them, all gone when it ends, however it ends.

    An entrant whose backend fails is left out and listed in ``failures`` by its title; what is wrong with the scene
    concerns all and is raised.
    """

    def __init__(
        self,
        work: Work,
        *,
        cancelled: Callable[[], bool] = lambda: False,
        on_progress: OnProgress = lambda activity, fraction: None,
        make: MakeSubject = Subject,
    ) -> None:
        self.work = work
        self.progress = on_progress
        self.failures: dict[str, str] = {}
        self._cancelled = cancelled
        self._make = make
        self._subjects: list[Subject] = []

    def __enter__(self) -> Lab:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def check(self) -> None:
        """Raises ``CancelledError`` when the user wants no more."""
        if self._cancelled():
            raise CancelledError

    def prepare(self, entrant: Entrant, work: Work | None = None, **settings: Any) -> Subject:
        """A worker that starts to load and compile; does not wait for it."""
        self.check()
        subject = self._make(entrant, work or self.work, self._cancelled, self.progress)
        self._subjects.append(subject)
        subject.prepare(**settings)
        return subject

    def ready(self, subject: Subject) -> bool:
        """Waits for a prepared worker; false when its backend failed."""
        try:
            subject.ready()
        except (BackendError, WorkerError) as error:
            self.fail(subject, error)
            return False
        return True

    def open_all(self, entrants: list[Entrant], **settings: Any) -> list[Subject]:
        """All that work, ready. They load and compile at the same time where there are processors for it."""
        subjects = [self.prepare(entrant, **settings) for entrant in entrants]
        ready = [subject for subject in subjects if self.ready(subject)]
        if not ready:
            raise BackendError("nothing could be measured: " + "; ".join(self.failures.values()))
        return ready

    def fail(self, subject: Subject, error: RaytracerError) -> None:
        """Leaves an entrant out from now on."""
        self.failures[subject.entrant.title] = str(error)
        self.end(subject)

    def end(self, subject: Subject) -> None:
        """Ends one worker early, to give its memory back."""
        if subject in self._subjects:
            self._subjects.remove(subject)
        subject.close()

    def close(self) -> None:
        """Ends all workers."""
        for subject in [*self._subjects]:
            self.end(subject)

    def kill(self) -> None:
        """Ends all workers at once."""
        for subject in [*self._subjects]:
            subject.kill()
