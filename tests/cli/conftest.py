"""Runs the command line in a process of its own, with the real worker or with one that needs no engine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

SESSION_TESTS = Path(__file__).parent.parent / "session"

STAND_IN = f"""
import sys
sys.path.insert(0, {str(SESSION_TESTS)!r})
from raytracer.session import launch
launch.ENTRY = "stand_in"
if __name__ == "__main__":
    from raytracer.__main__ import main
    main()
"""

Run = Callable[..., subprocess.CompletedProcess]


def without_display() -> dict[str, str]:
    """The environment of a server: no display, no session."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR")
    return {name: value for name, value in os.environ.items() if name not in hidden}


@pytest.fixture
def driver(tmp_path: Path) -> list[str]:
    """The program whose worker is the stand-in."""
    script = tmp_path / "driver.py"
    script.write_text(STAND_IN)
    return [sys.executable, str(script)]


@pytest.fixture
def raytracer(driver: list[str], tmp_path: Path) -> Run:
    """Runs a command line with the stand-in worker in ``tmp_path``."""
    return lambda *words, **options: execute([*driver, *words], tmp_path, **options)


@pytest.fixture
def real_raytracer(tmp_path: Path) -> Run:
    """Runs a command line with the real worker in ``tmp_path``, without a display."""
    return lambda *words, **options: execute([sys.executable, "-m", "raytracer", *words], tmp_path, **options)


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


@pytest.fixture
def scene(tmp_path: Path) -> Callable[[str], Path]:
    """Makes an empty file of that name; the stand-in goes by the name."""

    def make(name: str) -> Path:
        path = tmp_path / name
        path.write_text("")
        return path

    return make
