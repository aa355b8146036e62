"""The app without a display and without a renderer: Qt's offscreen platform and the fake client."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from raytracer.app.preferences import Preferences
from raytracer.app.studio import Studio
from raytracer.app.theme import Theme
from raytracer.app.window import MainWindow
from raytracer.backends import BackendInfo, BackendName, Contender
from raytracer.scene import Camera, RenderSettings, Scene, matte
from raytracer.session.fake import FakeClient
from raytracer.session.protocol import Event

CPU = BackendInfo("cpu", True, "Test CPU", threads=8)
CUDA = BackendInfo("cuda", True, "Test GPU", memory_bytes=8 << 30)
NO_CUDA = BackendInfo("cuda", False, reason="no CUDA driver")
LLVMPIPE = BackendInfo("vulkan", True, "llvmpipe", software=True)


def make_scene() -> Scene:
    """A scene with two cameras."""
    cameras = [Camera(name="front"), Camera(name="side", position=(4.0, 1.0, 0.0))]
    return Scene("Test scene", "For tests", cameras, materials=[matte("a", (0.5, 0.5, 0.5))], settings=RenderSettings())


class Clients:
    """Makes fake clients and keeps them, by backend and threads."""

    def __init__(self) -> None:
        self.made: dict[Contender, FakeClient] = {}
        self.answers = True

    def __call__(
        self, backend: BackendName, on_event: Callable[[Event], None], *, force_software: bool, threads: int = 0
    ) -> FakeClient:
        client = FakeClient(
            backend,
            on_event,
            force_software=force_software,
            threads=threads,
            scene=make_scene(),
            answers=self.answers,
        )
        self.made[Contender(backend, threads)] = client
        return client

    @property
    def cpu(self) -> FakeClient:
        return self.made[Contender("cpu")]

    @property
    def cuda(self) -> FakeClient:
        return self.made[Contender("cuda")]


@pytest.fixture(scope="session")
def qapp_cls() -> type[QApplication]:
    """An application with the app's theme."""
    return QApplication


@pytest.fixture
def _theme(qapp: QApplication) -> Iterator[None]:
    old = qapp.findChild(Theme)
    if old is None:
        old = Theme(qapp, "dark")
    old.set_choice("dark")
    yield
    old.set_choice("dark")


@pytest.fixture
def clients() -> Clients:
    return Clients()


@pytest.fixture(autouse=True)
def _collects_again() -> Iterator[None]:
    """A studio turns Python's automatic collection off; other tests have it."""
    yield
    gc.enable()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty configuration folder."""
    monkeypatch.setenv("RAYTRACER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def studio(qtbot: QtBot, _theme: None, clients: Clients) -> Studio:
    return Studio(clients)


@pytest.fixture
def window(qtbot: QtBot, studio: Studio, home: Path) -> Iterator[MainWindow]:
    """A visible window with a scene open and its first picture shown."""
    window = MainWindow(studio, Preferences())
    window.resize(1000, 640)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    studio.open(Path("/scenes/first.toml"))
    size = window.viewport.film_size()
    qtbot.waitUntil(lambda: studio.size == (size.width(), size.height()) and window.viewport.has_picture)
    yield window
    window.close()


def settle(qtbot: QtBot, milliseconds: int = 30) -> None:
    """Lets queued events through."""
    qtbot.wait(milliseconds)
