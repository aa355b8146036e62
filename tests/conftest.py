"""Where test material lies, and isolation from the user's own caches."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer


def _material(name: str) -> Path:
    root = os.environ.get("RAYTRACER_TEST_DATA")
    if not root:
        pytest.skip("RAYTRACER_TEST_DATA is not set: the collected scenes and cases are not here")
    path = Path(root).resolve() / name
    if not path.is_dir():
        pytest.skip(f"RAYTRACER_TEST_DATA has no folder {name!r}")
    return path


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Real scenes and meshes."""
    return _material("data")


@pytest.fixture(scope="session")
def cases_dir() -> Path:
    """Inputs from public bug reports, with the right answers in each folder's expected.json."""
    return _material("cases")


@pytest.fixture(scope="session", autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Settings and caches go to a temporary folder, unless the caller keeps one to stay warm."""
    os.environ.setdefault("RAYTRACER_HOME", str(tmp_path_factory.mktemp("home")))


@pytest.fixture(scope="session")
def renderer() -> Iterator[Renderer]:
    """The one CPU renderer of this process; every test loads its own scene."""
    from raytracer.engine.renderer import Renderer

    made = Renderer("cpu", threads=2)
    yield made
    made.close()
