"""The folder of compiled kernels: how large it is, and emptying it. Both may take a while and run in a thread."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

from raytracer.resources import user_dir


def folder() -> Path:
    """Where compiled kernels lie; may not exist yet."""
    return user_dir("cache") / "kernels"


def size(of: Path) -> int:
    """Bytes in all files below a folder; what vanishes meanwhile does not count."""
    total = 0
    for path in of.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:
            continue
    return total


def measure(done: Callable[[int], object]) -> None:
    """Calls ``done`` with the bytes, from another thread."""
    threading.Thread(target=lambda: done(size(folder())), name="cache size", daemon=True).start()


def clear(done: Callable[[int], object]) -> None:
    """Removes all compiled kernels and calls ``done`` with the bytes that are left, from another thread.

    Renderers that run keep theirs; what is in use and cannot be removed stays.
    """

    def work() -> None:
        shutil.rmtree(folder(), ignore_errors=True)
        done(size(folder()))

    threading.Thread(target=work, name="cache clearing", daemon=True).start()
