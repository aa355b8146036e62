"""Starts a worker process. The app imports this, so nothing here imports Taichi or the engine: the child does."""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from raytracer.backends import BackendName
from raytracer.resources import user_dir

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess


ENTRY = "raytracer.session.worker"
"""The module whose ``run`` is a worker's life; tests put one without an engine here."""


@dataclass(frozen=True)
class WorkerOptions:
    """Everything a worker is told at its start.

    ``batch``: no pictures are published, passes are long, all processors used. ``threads`` 0 lets the worker choose.
    ``force_software`` accepts a driver that runs on the CPU. ``first_sequence`` goes on counting pictures where a
    predecessor stopped. ``shader_path`` are further trusted folders of shaders.
    """

    backend: BackendName
    frame_prefix: str
    threads: int = 0
    batch: bool = False
    force_software: bool = False
    first_sequence: int = 0
    shader_path: tuple[Path, ...] = ()
    log: Path | None = None


def window_threads(usable: int) -> int:
    """Threads of the CPU backend beside a window, of those that there are: it needs one too, where there are three."""
    return usable - 1 if usable > 2 else usable


def log_file(backend: BackendName, threads: int = 0) -> Path:
    """Where a worker of this backend, with so many threads, writes tracebacks and whatever drivers print."""
    folder = user_dir("cache") / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / (f"worker-{backend}-{threads}.log" if threads else f"worker-{backend}.log")


def start_worker(options: WorkerOptions, entry: str) -> tuple[SpawnProcess, Connection]:
    """Spawns a process that runs ``entry``'s ``run(connection, options)``; returns it and our end of the pipe."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=True)
    process = context.Process(target=_child, args=(theirs, options, entry), name=f"raytracer {options.backend}")
    with _terminal_signals_blocked():
        process.start()
    theirs.close()
    return process, ours


def _child(connection: Connection, options: WorkerOptions, entry: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if options.log is not None and not os.environ.get("RAYTRACER_DEBUG"):
        _redirect_output(options.log)
    importlib.import_module(entry).run(connection, options)


@contextlib.contextmanager
def _terminal_signals_blocked() -> Iterator[None]:
    """A child inherits the signal mask: Ctrl-C in the terminal is the parent's alone, from the child's first moment."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it later would unblock the signals again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _redirect_output(log: Path) -> None:
    """Sends stdout and stderr, native code's too, to the log: what drivers print is no message for the user."""
    _keep_small(log)
    handle = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    os.dup2(handle, 1)
    os.dup2(handle, 2)
    os.close(handle)
    sys.stdout = open(1, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="replace", buffering=1, closefd=False)  # noqa: SIM115


def _keep_small(log: Path, limit: int = 1 << 20) -> None:
    """Keeps one previous log once the current one has grown."""
    with contextlib.suppress(OSError):
        if log.stat().st_size > limit:
            log.replace(log.with_suffix(".old.log"))
