"""Following a ray: the projection, the tool, the drawing and the panel, with a worker that answers by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from raytracer.app import line_projection as projection
from raytracer.app.layers.path import BOUNCE, CAMERA_RAY, REFRACTED, segment_colour
from raytracer.app.panels.follow_ray import FollowRayPanel
from raytracer.app.ray_follower import PARTS, RayFollower, RayTool
from raytracer.app.region_tool import RegionTool
from raytracer.app.window import MainWindow
from raytracer.errors import UsageError
from raytracer.scene import Camera
from raytracer.scene.path_record import PathRecord, PathVertex, ShadowRay
from raytracer.session.path_messages import FindHidden, HiddenFound, SampleTraced, TraceSample
from raytracer.session.protocol import CommandFailed
from tests.app.conftest import Clients, settle

UP, BLACK, WHITE = (0.0, 1.0, 0.0), (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)


def vertex(kind: str, position: tuple[float, float, float], **changes: object) -> PathVertex:
    """A vertex with nothing special about it."""
    plain = PathVertex(
        kind=kind,  # type: ignore[arg-type]
        position=position,
        what="floor",
        material=0,
        medium="",
        n_geometric=UP,
        n_shading=UP,
        outgoing=UP,
        incoming=UP,
        depth=1,
        throughput=WHITE,
        emission=BLACK,
        emission_weight=0.0,
        shadow=None,
        scattering="scatter",
        pdf=0.3,
        weight=WHITE,
        refracted=False,
        scattered=False,
        survival=1.0,
        survived=True,
        rays=1,
        radiance=BLACK,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


def record(x: int = 40, y: int = 30) -> PathRecord:
    """Camera, a floor with a blocked shadow ray, glass, the sky."""
    blocked = ShadowRay("lamp", UP, 3.0, 0.5, 0.7, WHITE, BLACK, "blocked", (0.2, 0.5, 0.0))
    vertices = (
        vertex("camera", (0.0, 0.0, 5.0), what="front", scattering="none"),
        vertex("surface", (0.0, 0.0, 0.0), shadow=blocked),
        vertex("surface", (0.5, 0.5, 1.0), what="glass", incoming=(0.0, -1.0, 0.0), scattering="delta", refracted=True),
        vertex("sky", (0.5, 0.5, 1.0), what="gradient", scattering="none", incoming=(0.6, 0.8, 0.0)),
    )
    return PathRecord(x, y, 0, 0, 80, 60, (0.1, 0.2, 0.3), 5, 2, "left the scene", vertices)


CAMERAS = [
    Camera(position=(1.0, 2.0, 4.0), target=(0.1, 0.2, 0.0), fov_y_deg=50.0),
    Camera(position=(-3.0, 0.5, 1.0), up=(0.1, 1.0, 0.3), projection="orthographic", ortho_height=3.0),
]


@pytest.mark.parametrize("camera", CAMERAS, ids=["perspective", "orthographic"])
def test_points_project_to_where_the_camera_looks_for_them(camera: Camera) -> None:
    # The same maths as kernels/camera.camera_ray, forwards: pixel to ray.
    width, height = 320, 200
    right, up, forward = camera.basis()
    pixels = np.array([[0.0, 0.0], [319.5, 0.5], [160.0, 100.0], [37.25, 181.75]])
    a = (2.0 * pixels[:, :1] / width - 1.0) * width / height
    b = 1.0 - 2.0 * pixels[:, 1:] / height
    if camera.projection == "orthographic":
        half = 0.5 * camera.ortho_height
        points = np.asarray(camera.position) + half * (a * right + b * up) + 2.5 * forward
    else:
        half = np.tan(np.radians(camera.fov_y_deg) / 2.0)
        points = np.asarray(camera.position) + 2.5 * (forward + half * (a * right + b * up))
    back = projection.to_film(camera, projection.in_camera(camera, points), (width, height))
    assert back == pytest.approx(pixels, abs=1e-6)


def test_lines_are_cut_at_the_camera() -> None:
    camera = Camera(position=(0.0, 0.0, 0.0), target=(0.0, 0.0, -1.0))
    front, behind = np.array([0.1, 0.0, -2.0]), np.array([0.1, 0.0, 3.0])
    assert projection.project_line(camera, behind, behind + 1.0, (100, 100)) is None
    cut = projection.project_line(camera, front, behind, (100, 100))
    whole = projection.project_line(camera, front, front * 0.5, (100, 100))
    assert cut is not None
    assert whole is not None
    assert cut[0] == pytest.approx(whole[0])
    assert cut[1, 0] > 1000.0, "far out on the side to which it passes the camera"


def test_a_click_follows_the_pixel_under_it(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    tool = window.studio.feature(RayTool)
    before = window.studio.camera
    qtbot.mouseClick(window.viewport, Qt.MouseButton.LeftButton, pos=QPoint(50, 40))
    assert clients.cpu.sent(TraceSample) == [], "the tool is not on"
    tool.set_on(True)
    assert window.viewport.cursor().shape() == Qt.CursorShape.CrossCursor
    qtbot.mousePress(window.viewport, Qt.MouseButton.LeftButton, pos=QPoint(50, 40))
    qtbot.mouseMove(window.viewport, QPoint(90, 80))
    qtbot.mouseRelease(window.viewport, Qt.MouseButton.LeftButton, pos=QPoint(90, 80))
    (command,) = clients.cpu.sent(TraceSample)
    ratio = window.viewport.devicePixelRatioF()
    assert (command.x, command.y) == (int(50 * ratio), int(40 * ratio))  # type: ignore[attr-defined]
    assert window.studio.camera == before, "a click of the tool does not orbit"
    qtbot.keyClick(window.viewport, Qt.Key.Key_Escape)
    assert not tool.on


def test_the_tool_and_another_one_make_way_for_each_other(window: MainWindow) -> None:
    tool, region = window.studio.feature(RayTool), window.studio.feature(RegionTool)
    tool.set_on(True)
    window.commands["region_tool"].trigger()
    assert region.on
    assert not tool.on
    assert window.viewport.cursor().shape() == Qt.CursorShape.CrossCursor, "the region's tool is in the hand"
    tool.set_on(True)
    assert not region.on


def answered(window: MainWindow, clients: Clients, qtbot: QtBot) -> RayFollower:
    """A follower whose question was answered with ``record``."""
    follower = window.studio.feature(RayFollower)
    follower.follow(40, 30)
    clients.cpu.emit(SampleTraced(clients.cpu.sent(TraceSample)[-1].request, record()))  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: follower.record is not None)
    return follower


def test_the_path_is_drawn_and_dimmed_where_it_is_hidden(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    plain = window.viewport.grab().toImage()
    follower = answered(window, clients, qtbot)
    settle(qtbot)
    drawn = window.viewport.grab().toImage()
    assert drawn != plain
    asked = clients.cpu.sent(FindHidden)[-1]
    points = len(asked.points)  # type: ignore[attr-defined]
    assert points == PARTS * 4, "three segments and a shadow ray"
    clients.cpu.emit(HiddenFound(asked.request, (True,) * points))  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: bool(follower.hidden))
    settle(qtbot)
    assert window.viewport.grab().toImage() != drawn
    follower.clear()
    settle(qtbot)
    assert window.viewport.grab().toImage() == plain


def test_colours_tell_what_happened() -> None:
    vertices = record().vertices
    assert [segment_colour(vertices, i) for i in (1, 2, 3)] == [CAMERA_RAY, BOUNCE, REFRACTED]


def test_keys_and_table_step_through_the_vertices(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    window.docks.docks["follow_ray"].toggleViewAction().trigger()
    panel = window.docks.panels["follow_ray"]
    assert isinstance(panel, FollowRayPanel)
    follower = answered(window, clients, qtbot)
    assert follower.selected == 1
    assert panel._table.rowCount() == 4
    assert "blocked" in panel.facts.fact("Light chosen")
    for key, expected in (
        (Qt.Key.Key_K, 2),
        (Qt.Key.Key_K, 3),
        (Qt.Key.Key_K, 3),
        (Qt.Key.Key_J, 2),
    ):
        qtbot.keyClick(window.viewport, key)
        assert follower.selected == expected
        assert panel._table.currentRow() == expected
    panel._table.setCurrentCell(1, 0)
    assert follower.selected == 1
    panel.sample.field.setValue(7)
    assert clients.cpu.sent(TraceSample)[-1].sample == 7  # type: ignore[attr-defined]
    assert "not measured" in panel._million.text()
    clients.cpu.count(2_000_000, 9_000_000, 1.0)
    qtbot.waitUntil(lambda: "0.5 s" in panel._million.text(), timeout=3000)


def test_failures_and_other_scenes_end_the_waiting(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    follower = answered(window, clients, qtbot)
    follower.follow(3, 4)
    assert follower.waiting
    clients.cpu.emit(CommandFailed("TraceSample", UsageError("no")))
    qtbot.waitUntil(lambda: not follower.waiting)
    follower.follow(100_000, 4)
    assert not follower.waiting, "there is no such pixel"
    window.studio.open(window.studio.scene.path)  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: follower.record is None)
