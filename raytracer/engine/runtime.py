"""The only ``ti.init``: starts one backend in this process, and ends it so that the kernel cache is written.

One runtime per process, one backend per runtime; the thread that starts it owns it. Nothing here falls back silently:
the backend that was asked for runs, or ``BackendError`` says why not.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
import time
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import taichi as ti

import raytracer
from raytracer.backends import BackendName
from raytracer.engine import taichi_frontend, thread_placement
from raytracer.engine.probe import usable_threads
from raytracer.errors import BackendError
from raytracer.resources import user_dir

_STALE_LOCK_SECONDS = 60.0

# Kernels bundle their buffers in a plain Python object while they are compiled; Taichi warns about that call.
warnings.filterwarnings("ignore", message=".*Calling non-taichi function.*", category=SyntaxWarning)
taichi_frontend.install()


@dataclass(frozen=True)
class Runtime:
    """What is running. ``threads`` is 0 on a GPU."""

    backend: BackendName
    threads: int
    cache: Path


_running: Runtime | None = None


def start(backend: BackendName, *, threads: int = 0) -> Runtime:
    """Starts ``backend``; 0 threads means all. Starting the same again is free, another one raises ``BackendError``."""
    global _running
    threads = (threads or usable_threads()) if backend == "cpu" else 0
    if _running is not None:
        if (_running.backend, _running.threads) != (backend, threads):
            raise BackendError(f"this process already runs {_running.backend}; one process runs one backend")
        return _running
    options: dict[str, Any] = {
        "arch": getattr(ti, backend),
        "enable_fallback": False,
        "offline_cache": True,
        "log_level": ti.ERROR,
        "default_fp": ti.f32,
        "default_ip": ti.i32,
        # Reordered products lost hits (249 of a million short bounce rays) and gained no speed.
        "fast_math": False,
        # Taichi's own optimiser takes most of the time and gains nothing: LLVM and the drivers optimise anyway.
        # A path kernel compiled in 1.5 s instead of 9 s and ran equally fast (measured on the CPU, medians).
        "advanced_optimization": False,
    }
    if backend == "cpu":
        # Dynamic hand-out of blocks of pixels instead of one static chunk per thread.
        options |= {"make_cpu_multithreading_loop": False, "cpu_max_num_threads": threads}
    cache = kernel_cache_dir(backend, options)
    sweep_stale_lock(cache)
    before = thread_placement.thread_ids()
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # Taichi announces itself; the CLI's output is for its user
            ti.init(offline_cache_file_path=str(cache), **options)
        started = ti.lang.impl.current_cfg().arch
    except Exception as error:
        raise BackendError(f"{backend} did not start: {error}", remedy="see 'raytracer devices'") from error
    if started != getattr(ti, backend) and not (backend == "cpu" and started in (ti.x64, ti.arm64)):
        ti.reset()
        raise BackendError(f"{backend} is not available on this machine", remedy="see 'raytracer devices'")
    if backend == "cpu" and hasattr(os, "sched_getaffinity"):
        born = thread_placement.thread_ids() - before
        processors = sorted(os.sched_getaffinity(0))
        thread_placement.place_pool(born, ti.lang.impl.current_cfg().num_compile_threads, threads, processors)
    _running = Runtime(backend, threads, cache)
    return _running


def stop() -> None:
    """Ends the runtime; this is what writes the kernel cache."""
    global _running
    if _running is not None:
        ti.reset()
        _running = None


def kernel_cache_dir(backend: str, options: dict[str, Any]) -> Path:
    """A folder per version, backend and set of flags: Taichi's own cache key leaves some of the flags out."""
    key = repr((raytracer.__version__, ti.__version__, sorted((k, str(v)) for k, v in options.items())))
    path = user_dir("cache") / "kernels" / f"{backend}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"
    path.mkdir(parents=True, exist_ok=True)
    return path


def sweep_stale_lock(cache: Path) -> None:
    """Removes a lock that a killed process left; with it every later start would compile from nothing."""
    for lock in cache.rglob("metadata.lock"):
        try:
            if time.time() - lock.stat().st_mtime > _STALE_LOCK_SECONDS:
                lock.unlink()
        except OSError:
            pass  # another process was faster
