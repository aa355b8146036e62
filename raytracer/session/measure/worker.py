"""The process that an experiment measures: one backend, one scene, and answers to the questions of ``messages``.

It is not the app's worker and shares nothing with it, so that no experiment disturbs the picture on the screen. It
makes no pictures while it measures, and nothing runs between two questions.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from raytracer.errors import BackendError, RaytracerError, UsageError
from raytracer.scene import Scene, shader_catalog
from raytracer.session import memory
from raytracer.session.changes import with_changes
from raytracer.session.document import Document
from raytracer.session.inbox import Inbox
from raytracer.session.launch import WorkerOptions
from raytracer.session.measure import errors, fingerprint
from raytracer.session.measure.messages import (
    Compare,
    Compared,
    Counted,
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
from raytracer.session.protocol import Open, Progress, Shutdown, WorkerFailed

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer
    from raytracer.session.worker import Parts

log = logging.getLogger(__name__)

_PASS_SECONDS = 0.25


def run(connection: Connection, options: WorkerOptions, parts: Callable[[], Parts] | None = None) -> None:
    """The life of a measuring worker, until ``Shutdown`` or until the other end of the pipe closes."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s measure %(name)s: %(message)s")
    inbox = Inbox(connection)
    try:
        _work(inbox, connection.send, options, parts or _engine_parts)
    except (BrokenPipeError, ConnectionError):
        log.info("nobody listens any more")
    except Exception as error:
        log.exception("measuring failed")
        known = error if isinstance(error, RaytracerError) else BackendError(f"{type(error).__name__}: {error}")
        with contextlib.suppress(OSError):
            connection.send(WorkerFailed(options.backend, known))
        sys.exit(1)
    finally:
        with contextlib.suppress(OSError):
            connection.close()


def _engine_parts() -> Parts:
    from raytracer.session.worker import engine_parts

    return engine_parts()


def _work(
    inbox: Inbox, send: Callable[[object], None], options: WorkerOptions, make_parts: Callable[[], Parts]
) -> None:
    for folder in options.shader_path:
        shader_catalog.add_folder(folder)
    parts = make_parts()
    renderer = parts.renderer(options.backend, options.threads)
    try:
        if renderer.info.software and not options.force_software:
            raise BackendError(f"{options.backend} offers only {renderer.info.device}, a software driver")
        send(Started(renderer.info))
        subject = Answers(renderer, parts, inbox, send)
        while True:
            for question in inbox.take(None):
                if isinstance(question, Shutdown):
                    return
                send(subject.answer(question))
    finally:
        renderer.close()


@dataclass
class Answers:
    """Carries out questions on one renderer."""

    renderer: Renderer
    parts: Parts
    inbox: Inbox
    send: Callable[[object], None]

    def __post_init__(self) -> None:
        self._references: dict[Path, np.ndarray] = {}
        self._kinds: dict[type, Callable[..., object]] = {
            Open: self._open,
            Restart: self._restart,
            RenderFor: self._render,
            Launch: self._launch,
            ReadFilm: self._read,
            Compare: self._compare,
        }

    def answer(self, question: object) -> object:
        """The answer; an error that was foreseen becomes one, too."""
        try:
            return self._kinds[type(question)](question)
        except MemoryError:
            return Refused(BackendError("not enough memory for this measurement"))
        except RaytracerError as error:
            return Refused(error)

    def _open(self, command: Open) -> Opened:
        begin = time.perf_counter()
        try:
            loaded_file = self.parts.load(command, self._progress)
            document = Document(loaded_file, command, self.parts.scene)
            scene = document.opened(with_changes(loaded_file.scene, command, None), command)
            load_seconds = time.perf_counter() - begin
            memory.check_fits(scene, self.renderer.info)
            loaded = self.renderer.load(scene, progress=self._progress)
        except KeyboardInterrupt:
            raise RaytracerError("loading was cancelled") from None
        self._progress("compiling kernels", None)
        contents = fingerprint.scene_hash(scene)
        picture = fingerprint.picture_hash(scene, contents)
        return Opened(
            name=scene.name,
            scene_hash=contents,
            picture_hash=picture,
            work_hash=fingerprint.work_hash(picture),
            settings=_facts(scene),
            triangles=loaded.triangles,
            device_bytes=loaded.device_bytes,
            load_seconds=load_seconds,
            build_seconds=loaded.build_seconds,
            compile_seconds=self.renderer.compile(),
        )

    def _restart(self, command: Restart) -> Ready:
        settings = type(self.renderer.settings).model_validate(
            {**self.renderer.settings.model_dump(), **command.settings}
        )
        self.renderer.set_settings(settings)
        self.renderer.clear()
        self.renderer.compile()
        return Ready()

    def _render(self, command: RenderFor) -> Counted:
        done = Counted(0, 0, 0.0, 0.0, self.renderer.spp, self.renderer.finished)
        while done.seconds < 0.95 * command.seconds and not self.renderer.finished:
            busy = time.process_time()
            stats = self.renderer.render_pass(target_seconds=min(_PASS_SECONDS, command.seconds - done.seconds))
            if stats.compile_seconds > 0.0:  # a pass that compiled measures something else
                continue
            busy = time.process_time() - busy
            spp, finished = self.renderer.spp, self.renderer.finished
            done += Counted(stats.samples, stats.rays, stats.seconds, busy, spp, finished)
        return done

    def _launch(self, command: Launch) -> Launched:
        from raytracer.engine.launches import launch_exactly

        times = launch_exactly(
            self.renderer, command.items, repeats=command.repeats, budget_seconds=command.budget_seconds
        )
        return Launched(times.items, times.seconds, times.samples, times.rays)

    def _read(self, command: ReadFilm) -> FilmRead:
        linear = self.renderer.linear()
        if command.kind == "display":
            pixels = np.empty((*linear.shape[:2], 4), np.uint8)
            self.renderer.display(pixels)
            return FilmRead(pixels, self.renderer.spp)
        pixels = errors.block_means(linear, command.block) if command.kind == "blocks" else linear
        return FilmRead(pixels, self.renderer.spp)

    def _compare(self, command: Compare) -> Compared:
        reference = self._references.get(command.reference)
        if reference is None:
            reference = self._references[command.reference] = np.load(command.reference, allow_pickle=False)
        picture = self.renderer.linear()
        if picture.shape != reference.shape:
            raise UsageError(f"the reference has {reference.shape[1]}x{reference.shape[0]} pixels, the film has not")
        return Compared(errors.rel_mse(picture, reference), errors.rmse(picture, reference), self.renderer.spp)

    def _progress(self, activity: str, fraction: float | None = None) -> None:
        if self.inbox.wants_cancel():
            raise KeyboardInterrupt
        self.send(Progress(activity, fraction))


def _facts(scene: Scene) -> dict[str, object]:
    return {**scene.settings.model_dump(mode="json"), "camera": scene.camera.name}
