"""``raytracer render``: scenes to pictures, without a display."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from raytracer.backends import BackendInfo, BackendName
from raytracer.cli.batch import Batch, InterruptedRenderError
from raytracer.cli.interrupts import Interrupts
from raytracer.cli.options import (
    AllowOutside,
    BackendChoice,
    KeepGoing,
    ShaderPath,
    Size,
    Software,
    Threads,
    check_folders,
    choose_backend,
    describe_device,
    parse_size,
)
from raytracer.cli.outputs import plan_outputs
from raytracer.cli.progress import Goal, Quiet, make_reporter
from raytracer.cli.results import Results, describe_result, failed, rendered
from raytracer.errors import BackendError, RaytracerError, WorkerError
from raytracer.session.protocol import Open, Stats

_NO_LIMIT = 2**31 - 1


@dataclass(frozen=True)
class Job:
    """What to do with each scene. ``settings`` and ``view`` replace fields of the scene's own."""

    settings: dict[str, Any] = field(default_factory=dict)
    view: dict[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    camera: str | None = None
    allow_outside: bool = False
    keep_going: bool = False


def render(
    scenes: Annotated[list[Path], typer.Argument(metavar="SCENE...", help="Scene files.", show_default=False)],
    out: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT",
            help="Picture to write: .png .jpg .webp .tif as seen, .exr .hdr linear. For several scenes a folder, or a "
            "pattern with {name}.",
        ),
    ],
    backend: Annotated[
        BackendChoice, typer.Option(help="Where to render; auto takes the best GPU, or the CPU.")
    ] = "auto",
    size: Size = None,
    spp: Annotated[int | None, typer.Option(help="Samples per pixel.", min=1, max=_NO_LIMIT)] = None,
    time: Annotated[float | None, typer.Option(help="Stop after so many seconds of rendering.", min=0.001)] = None,
    max_depth: Annotated[int | None, typer.Option(help="Longest path, in rays.", min=1, max=65535)] = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same picture.", min=0, max=2**32 - 1)] = None,
    camera: Annotated[str | None, typer.Option(help="Name of one of the scene's cameras.")] = None,
    exposure: Annotated[float | None, typer.Option(help="Exposure compensation in EV.", min=-64.0, max=64.0)] = None,
    view: Annotated[str | None, typer.Option(help="agx, aces, filmic, neutral, standard or raw.")] = None,
    threads: Threads = 0,
    json_to: Annotated[
        str | None, typer.Option("--json", metavar="FILE|-", help="Write one JSON object a scene, one a line.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print errors only.")] = False,
    allow_outside: AllowOutside = False,
    keep_going: KeepGoing = False,
    shader_path: ShaderPath = None,
    software: Software = False,
) -> int:
    """Render scenes to pictures. Ctrl-C saves what there is; a second one quits at once."""
    folders = check_folders(shader_path)
    outputs = plan_outputs(scenes, out)
    settings: dict[str, Any] = {"spp": spp, "max_depth": max_depth, "seed": seed}
    if size is not None:
        settings["width"], settings["height"] = parse_size(size)
    if time is not None and spp is None:
        settings["spp"] = _NO_LIMIT
    job = Job(
        _given(settings),
        _given({"exposure_ev": exposure, "view": _known_view(view, folders)}),
        time,
        camera,
        allow_outside,
        keep_going,
    )
    _check_outputs(outputs)
    with Results(json_to) as results, make_reporter(quiet=quiet) as reporter:
        info, why = choose_backend(backend, software=software)
        runner = _Runner(job, results, reporter, info.name, backend == "auto", threads, folders, software, why)
        return runner.run(list(zip(scenes, outputs, strict=True)))


def _given(fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _known_view(name: str | None, folders: tuple[Path, ...]) -> str | None:
    """Raises ``InputError`` that lists the views there are."""
    if name is not None:
        from raytracer.scene import shader_catalog

        for folder in folders:
            shader_catalog.add_folder(folder)
        shader_catalog.get("views", name)
    return name


def _check_outputs(outputs: list[Path]) -> None:
    from raytracer.io.image_output import check_writable

    for output in outputs:
        check_writable(output)


@dataclass
class _Runner:
    """Renders one scene after the other with one worker, and a new one where that died."""

    job: Job
    results: Results
    reporter: Quiet
    backend: BackendName
    automatic: bool
    threads: int
    folders: tuple[Path, ...]
    software: bool
    why: str
    entry: str = "raytracer.session.worker"
    _batch: Batch | None = None
    _info: BackendInfo | None = None
    _output: Path = Path()

    def run(self, work: list[tuple[Path, Path]]) -> int:
        """The exit code: of the first failure, or of the interrupt."""
        code = 0
        with Interrupts(self._quit_at_once) as interrupts:
            try:
                for scene, self._output in work:
                    code = code or self._try(scene, self._output, interrupts)
                    if interrupts.signal is not None:
                        return interrupts.exit_code
            finally:
                self._close()
        return code

    def _try(self, scene: Path, output: Path, interrupts: Interrupts) -> int:
        try:
            self._render(scene, output, interrupts)
            return 0
        except InterruptedRenderError:
            self.reporter.end()
            self.reporter.line(f"interrupted before {scene} had a sample; nothing was saved")
            return interrupts.exit_code
        except RaytracerError as error:
            self.reporter.end()
            if isinstance(error, (WorkerError, BackendError)):
                self._close()
            self.results.add(failed(scene, error))
            self.results.complain(error)
            return error.exit_code

    def _render(self, scene: Path, output: Path, interrupts: Interrupts) -> None:
        batch, info = self._worker(interrupts)
        job = self.job
        command = Open(
            scene,
            allow_outside=job.allow_outside,
            keep_going=job.keep_going,
            settings=job.settings,
            view=job.view,
        )
        opened = batch.open(command, job.camera)
        for note in opened.loaded.notes:
            self.reporter.line(f"{note.where}: {note.text}" if note.where else note.text)
        goal = Goal(opened.loaded.outline.settings.spp, job.seconds)
        self.reporter.begin(str(scene), goal)
        stats = _Latest(self.reporter.update)
        stats(batch.render(stats, job.seconds))
        self.reporter.end()
        saved = batch.save(output, stats, fallback=_fallback(output))
        for warning in saved.warnings:
            self.reporter.line(warning)
        result = rendered(scene, output, info, opened, stats.last, interrupted=interrupts.signal is not None)
        self.results.add(result)
        self.reporter.line(describe_result(result))

    def _worker(self, interrupts: Interrupts) -> tuple[Batch, BackendInfo]:
        """The running worker, or a new one. ``auto`` falls back to the CPU when the GPU does not start."""
        if self._batch is not None and self._info is not None:
            return self._batch, self._info
        try:
            return self._start(interrupts)
        except BackendError as error:
            if not self.automatic or self.backend == "cpu":
                raise
            self._close()
            self.why, self.backend = str(error), "cpu"
            return self._start(interrupts)

    def _start(self, interrupts: Interrupts) -> tuple[Batch, BackendInfo]:
        batch = Batch(
            self.backend,
            interrupted=lambda: interrupts.signal is not None,
            on_progress=self.reporter.activity,
            threads=self.threads if self.backend == "cpu" else 0,
            force_software=self.software,
            shader_path=self.folders,
            entry=self.entry,
        )
        self._batch = batch
        self._info = batch.start()
        because = f"; {self.why}" if self.why else ""
        self.reporter.line(f"rendering on {describe_device(self._info)}{because}")
        return batch, self._info

    def _close(self) -> None:
        batch, self._batch, self._info = self._batch, None, None
        if batch is not None:
            batch.close()

    def _quit_at_once(self) -> None:
        """After a second signal: no worker, no half-written file."""
        if self._batch is None:
            return
        pid = self._batch.client.pid
        self._batch.kill()
        for leftover in self._output.parent.glob(f".{pid}-*{self._output.suffix.lower()}"):
            with contextlib.suppress(OSError):
                leftover.unlink()


class _Latest:
    """Keeps the last statistics on their way to the reporter."""

    def __init__(self, forward: Callable[[Stats], None]) -> None:
        self._forward = forward
        self.last: Stats

    def __call__(self, stats: Stats) -> None:
        self.last = stats
        self._forward(stats)


def _fallback(output: Path) -> Path:
    """Where a finished picture goes when its own place fails."""
    return Path(tempfile.gettempdir()) / f"rescued-{output.name[-100:]}"
