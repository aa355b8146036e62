"""Asks a throw-away process which backends there are: a driver that aborts or hangs takes only that process along."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import raytracer
from raytracer.backends import BACKENDS, BackendInfo, BackendName
from raytracer.errors import BackendError

_PROBE = ("-m", "raytracer.engine.probe", "--json")


def find_backends(timeout: float = 10.0) -> list[BackendInfo]:
    """One entry per backend, in the order of ``BACKENDS``. Never raises; what cannot be asked is not available.

    When asking for all at once fails, each is asked alone, so that one bad driver does not hide the others.
    """
    try:
        return _ask(BACKENDS, timeout)
    except BackendError:
        return [_ask_one(name, timeout) for name in BACKENDS]


def find_backends_async(on_found: Callable[[list[BackendInfo]], None], timeout: float = 10.0) -> threading.Thread:
    """As ``find_backends``, from a thread that then calls ``on_found``."""
    thread = threading.Thread(target=lambda: on_found(find_backends(timeout)), name="find backends", daemon=True)
    thread.start()
    return thread


def best_backend(backends: list[BackendInfo]) -> BackendName:
    """The fastest kind of device there is: a real GPU (CUDA and Metal before Vulkan), else the CPU."""
    for name in ("cuda", "metal", "vulkan"):
        for info in backends:
            if info.name == name and info.is_gpu:
                return info.name
    return "cpu"


def _ask_one(name: BackendName, timeout: float) -> BackendInfo:
    try:
        return _ask((name,), timeout)[0]
    except BackendError as error:
        # The CPU backend is what everything else falls back to; only its name is unknown here.
        return BackendInfo(name, name == "cpu", device="CPU" if name == "cpu" else "", reason=error.message)


def _ask(names: tuple[BackendName, ...], timeout: float) -> list[BackendInfo]:
    """Raises ``BackendError`` when the process does not answer."""
    try:
        done = subprocess.run(
            [sys.executable, *_PROBE, *names],
            capture_output=True,
            text=True,
            timeout=timeout,
            stdin=subprocess.DEVNULL,
            env=_environment(),
            encoding="utf-8",
            errors="replace",
        )
    except subprocess.TimeoutExpired as error:
        raise BackendError(f"the driver did not answer within {timeout:g} s") from error
    except OSError as error:
        raise BackendError(f"cannot start a process: {error}") from error
    if done.returncode != 0:
        raise BackendError(f"asking the driver ended with {_ending(done.returncode)}")
    try:
        found = [BackendInfo(**entry) for entry in json.loads(done.stdout.splitlines()[-1])]
    except (ValueError, TypeError, IndexError) as error:
        raise BackendError("asking the driver gave no answer") from error
    if [info.name for info in found] != list(names):
        raise BackendError("asking the driver gave another answer than asked for")
    return found


def _environment() -> dict[str, str]:
    """Finds this very package, and never runs a module that happens to lie in the current folder."""
    home = str(Path(raytracer.__file__).resolve().parent.parent)
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH"))))
    return {**os.environ, "PYTHONPATH": path, "PYTHONSAFEPATH": "1", "PYTHONIOENCODING": "utf-8"}


def _ending(code: int) -> str:
    if code < 0 and -code in {int(s) for s in signal.Signals}:
        return signal.Signals(-code).name
    return f"exit code {code}"
