"""How a worker's process ended, in words."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING

from raytracer.backends import BackendName
from raytracer.errors import RaytracerError, WorkerError

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

_EXIT_SECONDS = 10.0
"""How long a worker that has closed its pipe may take to end (it may be writing the kernel cache)."""


def exit_code(process: SpawnProcess) -> int | None:
    """Waits for the process to end, and ends it when that takes too long."""
    process.join(_EXIT_SECONDS)
    if process.exitcode is None:
        process.kill()
        process.join(1.0)
    return process.exitcode


def death(backend: BackendName, code: int | None, path: Path) -> RaytracerError:
    """Why a process that said nothing ended."""
    if code is not None and code < 0:
        known = -code in {int(s) for s in signal.Signals}
        name = signal.Signals(-code).name if known else f"signal {-code}"
        cause = " (the system does this when memory runs out)" if name == "SIGKILL" else ""
        message = f"the {backend} renderer was ended by {name}{cause}"
    else:
        message = f"the {backend} renderer ended unexpectedly (exit code {code})"
    return WorkerError(message, remedy=f"details in {path}")
