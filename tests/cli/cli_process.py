"""Command lines in processes of their own, on a server without a display."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]

STAND_IN = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from raytracer.session import launch
from raytracer.session.measure import subject
launch.ENTRY = "tests.session.stand_in"
subject.ENTRY = "tests.session.measure_stand_in"
if __name__ == "__main__":
    from raytracer.__main__ import main
    main()
"""

Run = Callable[..., subprocess.CompletedProcess]


def without_display() -> dict[str, str]:
    """The environment of a server: no display, no session."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR")
    return {name: value for name, value in os.environ.items() if name not in hidden}


def execute(
    command: Sequence[str], folder: Path, env: dict[str, str] | None = None, timeout: float = 180.0
) -> subprocess.CompletedProcess:
    """The finished process; its output as text."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**without_display(), **(env or {})},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout,
        stdin=subprocess.DEVNULL,
    )
