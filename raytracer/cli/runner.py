"""Renders a list of scenes: workers come and go, errors and signals end in the right place."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from raytracer.backends import BackendInfo
from raytracer.cli.batch import Batch, InterruptedRenderError, Opened
from raytracer.cli.interrupts import Interrupts
from raytracer.cli.options import choose_backend, describe_device, parse_team
from raytracer.cli.progress import Goal, Quiet, format_spp
from raytracer.cli.results import Results, complain, describe_result, failed, rendered
from raytracer.cli.team import TeamBatch
from raytracer.errors import BackendError, RaytracerError, WorkerError
from raytracer.scene.region import Box, pixel_box
from raytracer.session.protocol import Open, Stats


@dataclass(frozen=True)
class Job:
    """What to do with each scene. ``settings`` and ``view`` replace fields of the scene's own."""

    settings: dict[str, Any] = field(default_factory=dict)
    view: dict[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    camera: str | None = None
    allow_outside: bool = False
    keep_going: bool = False
    checkpoint: str | None = None
    resume: str | None = None

    layers: tuple[str, ...] = ()
    """What else goes into an EXR file, by name of ``scene.layers``."""
    region: Box | None = None
    """The part to render, pixels."""

    def checkpoint_of(self, scene: Path) -> Path | None:
        """Where the film of a scene is kept; beside what it was resumed from when nothing else was said."""
        return for_scene(self.checkpoint or self.resume, scene)


@dataclass(frozen=True)
class WorkerChoice:
    """Where to render. ``backend`` may be ``auto``; ``folders`` are trusted for shaders."""

    backend: str
    threads: int = 0
    folders: tuple[Path, ...] = ()
    software: bool = False


class Runner:
    """Renders one scene after the other with one worker, and with a new one where that died."""

    def __init__(
        self, job: Job, choice: WorkerChoice, interrupts: Interrupts, results: Results, reporter: Quiet
    ) -> None:
        self._job = job
        self._choice = choice
        self._interrupts = interrupts
        self._results = results
        self._reporter = reporter
        self._batch: Batch | TeamBatch | None = None
        self._info = BackendInfo("cpu", True)
        self._output = Path()
        interrupts.on_second = self._quit_at_once

    def run(self, work: list[tuple[Path, Path]]) -> int:
        """Renders scenes to files; the exit code of the first failure, or of the interrupt."""
        code = 0
        try:
            for scene, output in work:
                self._output = output
                now = self._try(scene, output)
                code = code or now
                if self._interrupts.signal is not None:
                    return self._interrupts.exit_code
        finally:
            self._close()
        return code

    def _try(self, scene: Path, output: Path) -> int:
        """Renders one scene; its exit code. One that fails does not keep the others from being rendered."""
        try:
            self._render(scene, output)
            return 0
        except InterruptedRenderError:
            self._reporter.end()
            self._reporter.line(f"interrupted before {scene} had a sample; nothing was saved")
            return self._interrupts.exit_code
        except RaytracerError as error:
            self._reporter.end()
            if isinstance(error, (WorkerError, BackendError)):
                self._close()
            self._results.add(failed(scene, error))
            complain(error)
            return error.exit_code

    def _render(self, scene: Path, output: Path) -> None:
        job, batch = self._job, self._batch or self._start()
        command = Open(
            scene,
            allow_outside=job.allow_outside,
            keep_going=job.keep_going,
            settings=job.settings,
            view=job.view,
        )
        opened = batch.open(command, job.camera)
        if isinstance(batch, Batch):
            opened = batch.restrict(opened, job.region)
            self._say_region(opened, job)
        checkpoint, resume = job.checkpoint_of(scene), for_scene(job.resume, scene)
        for note in opened.loaded.notes:
            self._reporter.line(f"{note.where}: {note.text}" if note.where else note.text)
        if resume is not None and isinstance(batch, Batch):
            spp = batch.resume(resume)
            self._reporter.line(f"going on with {resume}, {format_spp(spp)} samples per pixel")
        self._reporter.begin(str(scene), _goal(opened, job))
        stats = _Latest(self._reporter.update)
        stats(batch.render(stats, job.seconds, checkpoint))
        self._reporter.end()
        saved = batch.save(output, stats, rescue=True, layers=job.layers)
        for warning in saved.warnings:
            self._reporter.line(warning)
        if checkpoint is not None and isinstance(batch, Batch):
            batch.keep(checkpoint, stats)
            self._reporter.line(f"the samples are kept in {checkpoint}")
        interrupted = self._interrupts.signal is not None
        result = rendered(scene, output, self._info, opened, stats.last, interrupted=interrupted)
        result |= batch.facts()
        self._results.add(result)
        self._reporter.line(describe_result(result))

    def _say_region(self, opened: Opened, job: Job) -> None:
        settings = opened.loaded.outline.settings
        if settings.region is not None and job.region is None:
            where = "{}, {} to {}, {}".format(*pixel_box(settings.region, settings.width, settings.height))
            self._reporter.line(f"only the scene file's region is rendered, {where}; --region all renders everything")

    # ------------------------------------------------------------ workers

    def _start(self) -> Batch | TeamBatch:
        """A new worker, or several. ``auto`` falls back to the CPU when the GPU does not start."""
        if "+" in self._choice.backend or ":" in self._choice.backend:
            return self._start_team()
        info, why = choose_backend(self._choice.backend, software=self._choice.software)
        try:
            return self._start_on(info, why)
        except BackendError as error:
            self._close()
            if self._choice.backend != "auto" or info.name == "cpu":
                raise
            self._choice = replace(self._choice, backend="cpu")
            return self._start_on(BackendInfo("cpu", True), f"{info.name} did not start: {error}")

    def _start_on(self, info: BackendInfo, why: str) -> Batch:
        self._batch = Batch(
            info.name,
            interrupted=lambda: self._interrupts.signal is not None,
            on_progress=self._reporter.activity,
            threads=self._choice.threads if info.name == "cpu" else 0,
            force_software=self._choice.software,
            shader_path=self._choice.folders,
        )
        self._info = self._batch.start()
        self._reporter.line(f"rendering on {describe_device(self._info)}{f'; {why}' if why else ''}")
        return self._batch

    def _start_team(self) -> TeamBatch:
        choice = self._choice
        team = parse_team(choice.backend)
        team = [replace(c, threads=c.threads or choice.threads) if c.backend == "cpu" else c for c in team]
        for backend in {contender.backend for contender in team}:
            choose_backend(backend, software=choice.software)
        batch = self._batch = TeamBatch(
            team,
            interrupted=lambda: self._interrupts.signal is not None,
            on_progress=self._reporter.activity,
            on_note=self._reporter.line,
            force_software=choice.software,
            shader_path=choice.folders,
        )
        infos = batch.start()
        self._info = replace(infos[0], device=" + ".join(info.device for info in infos))
        self._reporter.line(f"rendering together on {' and '.join(describe_device(info) for info in infos)}")
        return batch

    def _close(self) -> None:
        batch, self._batch = self._batch, None
        if batch is not None:
            batch.close()

    def _quit_at_once(self) -> None:
        """After a second signal: no worker, no half-written file."""
        if self._batch is None:
            return
        pids = self._batch.pids
        self._batch.kill()
        for pid in pids:
            for leftover in self._output.parent.glob(f".{pid}-*{self._output.suffix.lower()}"):
                with contextlib.suppress(OSError):
                    leftover.unlink()


def _goal(opened: Opened, job: Job) -> Goal:
    settings = opened.loaded.outline.settings
    return Goal(settings.spp, job.seconds, settings.noise)


def for_scene(pattern: str | None, scene: Path) -> Path | None:
    """``{name}`` stands for the scene's file name without suffix."""
    return Path(pattern.replace("{name}", scene.stem)).absolute() if pattern is not None else None


class _Latest:
    """Keeps the last statistics on their way to the reporter."""

    def __init__(self, forward: Callable[[Stats], None]) -> None:
        self._forward = forward
        self.last: Stats

    def __call__(self, stats: Stats) -> None:
        self.last = stats
        self._forward(stats)
