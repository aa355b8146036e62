"""``raytracer warmup``: compiles the kernels of scenes for every backend, so that the first start finds them ready."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from raytracer.cli.options import (
    AllowOutside,
    BackendChoice,
    KeepGoing,
    ShaderPath,
    Software,
    Threads,
    check_folders,
    choose_backend,
    describe_device,
)
from raytracer.cli.table import format_table
from raytracer.errors import BackendError, InputError, RaytracerError, WorkerError
from raytracer.resources import scenes_dir, start_scene

if TYPE_CHECKING:
    from raytracer.backends import BackendInfo
    from raytracer.cli.batch import Batch, Opened
    from raytracer.cli.progress import Quiet

_SMALL = {"width": 64, "height": 64}
"""Kernels do not depend on the size of the picture."""


@dataclass(frozen=True)
class Warmed:
    """One scene on one backend. ``seconds`` is compiling, or fetching from the cache what was there already."""

    backend: str
    device: str
    software: bool
    threads: int
    scene: str
    seconds: float


def warmup(
    scenes: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[SCENE...]", help="Default: all bundled scenes.", show_default=False),
    ] = None,
    backend: Annotated[BackendChoice, typer.Option(help="Where; auto is every backend that is available.")] = "auto",
    threads: Threads = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
    allow_outside: AllowOutside = False,
    keep_going: KeepGoing = False,
    shader_path: ShaderPath = None,
    software: Software = False,
) -> int:
    """Compile the kernels of scenes now, so that the first start is as fast as every later one.

    For all backends that are available, with the threads that the app and 'render' use, and for all views.
    """
    from raytracer.cli.batch import Batch, InterruptedRenderError
    from raytracer.cli.interrupts import Interrupts
    from raytracer.cli.progress import make_reporter

    paths = [path.absolute() for path in scenes or _bundled()]
    for path in paths:
        if not path.exists():
            raise InputError("file not found", where=str(path))
    folders = check_folders(shader_path)
    opening = Opening(paths, allow_outside, keep_going)
    with make_reporter(quiet=quiet) as reporter, Interrupts() as interrupts:
        for info in _chosen(backend, software):
            for count in _thread_counts(info, threads):
                batch = Batch(
                    info.name,
                    interrupted=lambda: interrupts.signal is not None,
                    on_progress=reporter.activity,
                    threads=count,
                    force_software=software,
                    shader_path=folders,
                )
                try:
                    opening.warm(batch, reporter)
                except InterruptedRenderError:
                    return interrupts.exit_code
                finally:
                    reporter.end()
                    batch.close()
    print(opening.as_json() if as_json else opening.as_text())
    return opening.exit_code


class Opening:
    """Opens scenes on one backend after the other and keeps what that took and what went wrong."""

    def __init__(self, paths: list[Path], allow_outside: bool, keep_going: bool) -> None:
        self._paths = paths
        self._allow_outside, self._keep_going = allow_outside, keep_going
        self.done: list[Warmed] = []
        self.failures: list[dict[str, str]] = []
        self.exit_code = 0

    def warm(self, batch: Batch, reporter: Quiet) -> None:
        """Compiles for every scene, then for every view. A scene that fails does not keep the others from it."""
        try:
            info = batch.start()
        except RaytracerError as error:
            self._failed(batch.client.backend, "", error)
            return
        from raytracer.scene import shader_catalog
        from raytracer.session.protocol import Open

        reporter.line(f"compiling for {describe_device(info)}")
        opened: Opened | None = None
        for path in self._paths:
            try:
                opened = batch.open(
                    Open(path, allow_outside=self._allow_outside, keep_going=self._keep_going, settings=_SMALL)
                )
                self._note(info, path.name, opened.compile_seconds, reporter)
            except RaytracerError as error:
                self._failed(info.name, str(path), error)
                if isinstance(error, (WorkerError, BackendError)):
                    return
        if opened is not None:
            self._note(info, "views", batch.compile_views(opened, shader_catalog.catalog("views")), reporter)

    def as_text(self) -> str:
        """A table of what was compiled."""
        header = ("backend", "threads", "scene", "compiled in")
        rows = [
            (
                f"{w.backend} (software)" if w.software else w.backend,
                str(w.threads) if w.threads else "–",
                w.scene,
                f"{w.seconds:.2f} s",
            )
            for w in self.done
        ]
        return format_table(header, rows, right=("threads", "compiled in")) if rows else "nothing was compiled"

    def as_json(self) -> str:
        """The same for programs."""
        return json.dumps({"compiled": [asdict(w) for w in self.done], "failed": self.failures}, indent=2)

    def _note(self, info: BackendInfo, scene: str, seconds: float, reporter: Quiet) -> None:
        self.done.append(Warmed(info.name, info.device, info.software, info.threads, scene, round(seconds, 4)))
        reporter.line(f"{info.name}: {scene} compiled in {seconds:.1f} s")

    def _failed(self, backend: str, scene: str, error: RaytracerError) -> None:
        self.failures.append({"backend": backend, "scene": scene, "error": str(error)})
        self.exit_code = self.exit_code or error.exit_code
        print(f"raytracer: {error}", file=sys.stderr, flush=True)


def _bundled() -> list[Path]:
    """The scenes that come along, the start scene first."""
    others = sorted(path for path in scenes_dir().glob("*.toml") if path.name != start_scene().name)
    return [start_scene(), *others]


def _chosen(backend: str, software: bool) -> list[BackendInfo]:
    """The backend asked for, or all that are available. ``BackendError`` says why one is not."""
    from raytracer.session.devices import find_backends

    if backend != "auto":
        return [choose_backend(backend, software=software)[0]]
    return [info for info in find_backends() if info.available and (software or not info.software)]


def _thread_counts(info: BackendInfo, threads: int) -> list[int]:
    """Kernels of the CPU are compiled for a number of threads: all for 'render', one less beside a window."""
    from raytracer.engine.probe import usable_threads
    from raytracer.session.launch import window_threads

    if info.name != "cpu":
        return [0]
    usable = usable_threads()
    return [threads] if threads else list(dict.fromkeys((window_threads(usable), usable)))
