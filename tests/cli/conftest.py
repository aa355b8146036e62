"""Runs the command line in a process of its own, with the real worker or with one that needs no engine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.cli_process import STAND_IN, Run, execute


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


@pytest.fixture
def scene(tmp_path: Path) -> Callable[[str], Path]:
    """Makes an empty file of that name; the stand-in goes by the name."""

    def make(name: str) -> Path:
        path = tmp_path / name
        path.write_text("")
        return path

    return make
