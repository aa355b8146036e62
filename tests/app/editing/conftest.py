"""A window in which a small scene is edited."""

from __future__ import annotations

import pytest

from raytracer.app.editor import Editor
from raytracer.app.items import Item
from raytracer.app.panels.properties import PropertiesPanel
from raytracer.app.scene_file import SceneFile
from raytracer.app.window import MainWindow
from raytracer.scene import Camera, Environment, Instance, Material, PointLight, Scene, Sphere, matte, transform
from raytracer.session.scene_messages import EditScene
from tests.app.conftest import Clients


def make_scene() -> Scene:
    """Two balls of different materials, a light and a sky."""
    return Scene(
        name="Balls",
        cameras=[Camera()],
        shapes=[Sphere(0.5, name="ball")],
        materials=[matte("red", (0.8, 0.1, 0.1)), Material(name="glass", surface="dielectric")],
        instances=[Instance(0, 0, name="left"), Instance(0, 1, transform.translate((1.0, 0.0, 0.0)), name="right")],
        lights=[PointLight(position=(0.0, 2.0, 0.0))],
        environment=Environment(sky="gradient"),
    )


@pytest.fixture
def clients(monkeypatch: pytest.MonkeyPatch) -> Clients:
    monkeypatch.setattr("tests.app.conftest.make_scene", make_scene)
    return Clients()


@pytest.fixture
def editor(window: MainWindow) -> Editor:
    editor = window.studio.feature(Editor)
    yield editor
    window.studio.feature(SceneFile).discard()


def edits(clients: Clients) -> list[EditScene]:
    return clients.cpu.sent(EditScene)  # type: ignore[return-value]


def properties(window: MainWindow, item: Item) -> PropertiesPanel:
    panel = window.docks.panel("properties")
    assert isinstance(panel, PropertiesPanel)
    window.studio.feature(Editor).select([item])
    return panel
