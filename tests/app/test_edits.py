"""What an edit tells the worker, and what it must not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from pytestqt.qtbot import QtBot

from raytracer.app import navigation
from raytracer.app.panels.camera import CameraPanel
from raytracer.app.panels.picture import PicturePanel, views
from raytracer.app.panels.render import RenderPanel
from raytracer.app.statusbar import StatusBar
from raytracer.app.window import MainWindow
from raytracer.scene import Camera, Scene
from raytracer.scene.shader_catalog import catalog
from raytracer.session.protocol import (
    Open,
    Pause,
    Resize,
    Restart,
    Resume,
    SceneLoaded,
    SetCamera,
    SetSettings,
    SetView,
)
from tests.app.conftest import Clients, settle


def told(clients: Clients, since: int) -> list[type]:
    """Kinds of commands sent since then."""
    return [type(command) for command in clients.cpu.commands[since:]]


def test_exposure_and_view_change_only_the_picture(window: MainWindow, clients: Clients) -> None:
    panel = window.docks.panels["view"]
    assert isinstance(panel, PicturePanel)
    before = len(clients.cpu.commands)
    panel.fields["exposure_ev"].field.setValue(1.25)
    panel.fields["exposure_ev"].slider.setValue(900)
    panel.fields["view"].field.setCurrentIndex(panel.fields["view"].field.findData("raw"))
    panel.fields["view"].field.activated.emit(panel.fields["view"].field.currentIndex())
    window.commands["more_exposure"].trigger()
    assert told(clients, before) == [SetView] * 4
    assert window.studio.view.view == "raw"
    assert panel.fields["exposure_ev"].value() == window.studio.view.exposure_ev


def test_double_clicking_a_label_restores_the_default(qtbot: QtBot, window: MainWindow) -> None:
    panel = window.docks.panels["view"]
    assert isinstance(panel, PicturePanel)
    panel.fields["exposure_ev"].field.setValue(3.0)
    qtbot.mouseDClick(panel.fields["exposure_ev"]._label, Qt.MouseButton.LeftButton)
    assert window.studio.view.exposure_ev == 0.0


def test_double_clicking_focus_gives_a_metre_and_not_the_nearest_there_is(qtbot: QtBot, window: MainWindow) -> None:
    panel = window.docks.panels["camera"]
    assert isinstance(panel, CameraPanel)
    panel.at_target.click()
    panel.focus.field.setValue(3.0)
    assert window.studio.camera.focus_distance == 3.0
    qtbot.mouseDClick(panel.focus._label, Qt.MouseButton.LeftButton)
    assert window.studio.camera.focus_distance == 1.0
    assert panel.focus._label.toolTip().endswith("back to 1 m")


def test_every_view_shader_is_offered() -> None:
    assert {shader.name for shader in views()} == set(catalog("views"))
    assert {"standard", "agx", "aces", "filmic", "neutral", "raw"} <= {shader.name for shader in views()}


def test_settings_are_told_once_and_restart_a_paused_picture(window: MainWindow, clients: Clients) -> None:
    panel = window.docks.panels["render"]
    assert isinstance(panel, RenderPanel)
    window.studio.set_paused(True)
    before = len(clients.cpu.commands)
    panel.fields["max_depth"].field.setValue(4)
    panel.fields["max_depth"].field.setValue(4)
    assert told(clients, before) == [Resume, SetSettings]
    before = len(clients.cpu.commands)
    panel.fields["spp"].field.setValue(64)
    panel.fields["seed"].field.setValue(7)
    panel.fields["clamp"].field.setValue(2.5)
    panel.fields["filter_width"].field.setValue(1.0)
    panel.fields["filter"].chosen.emit("box")
    assert told(clients, before) == [SetSettings] * 5
    last = clients.cpu.commands[-1].settings
    assert (last.max_depth, last.spp, last.seed, last.clamp, last.filter_width, last.filter) == (
        4,
        64,
        7,
        2.5,
        1.0,
        "box",
    )


def test_a_camera_move_is_told_as_moving_and_then_at_rest(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    studio = window.studio
    before = len(clients.cpu.commands)
    studio.move_camera(navigation.orbit(studio.camera, 0.1, 0.0))
    studio.move_camera(navigation.orbit(studio.camera, 0.1, 0.0))
    studio.move_camera(navigation.orbit(studio.camera, 0.1, 0.0))
    studio.rest_camera()
    moves = clients.cpu.commands[before:]
    assert [command.moving for command in moves] == [True, True, False]  # the second move was skipped
    assert moves[-1].camera == moves[-2].camera == studio.camera


def test_a_camera_at_rest_for_long_is_not_told_again(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    """The worker notices by itself; telling it would throw the samples away that it made since."""
    studio = window.studio
    studio.move_camera(navigation.orbit(studio.camera, 0.1, 0.0))
    qtbot.wait(300)
    before = len(clients.cpu.commands)
    studio.rest_camera()
    assert told(clients, before) == []


def test_moving_goes_on_when_paused(window: MainWindow, clients: Clients) -> None:
    window.commands["toggle_pause"].trigger()
    assert isinstance(clients.cpu.commands[-1], Pause)
    assert window.commands["toggle_pause"].text() == "&Go on"
    before = len(clients.cpu.commands)
    window.studio.frame_all()
    assert told(clients, before)[0] is Resume
    assert not window.studio.paused


def test_restart_clears_the_film(window: MainWindow, clients: Clients) -> None:
    window.commands["restart"].trigger()
    assert isinstance(clients.cpu.commands[-1], Restart)
    assert not clients.cpu.commands[-1].timed  # the picture becomes sharp as ever


def test_lens_and_cameras_of_the_file(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    panel = window.docks.panels["camera"]
    assert isinstance(panel, CameraPanel)
    assert [panel.cameras.field.itemText(i) for i in range(2)] == ["front", "side"]
    panel.fov.field.setValue(25.0)
    panel.aperture.field.setValue(10.0)
    assert not panel.focus.isEnabled()
    panel.at_target.click()
    assert panel.focus.isEnabled()
    panel.focus.field.setValue(2.5)
    camera = window.studio.camera
    assert (camera.fov_y_deg, camera.aperture_radius, camera.focus_distance) == (25.0, 0.01, 2.5)
    panel.cameras.chosen.emit("1")
    assert window.studio.camera.name == "side"
    window.studio.frame_all()
    window.commands["reset_view"].trigger()
    assert window.studio.camera.position == (4.0, 1.0, 0.0)


@pytest.mark.parametrize("size", [(0, 0), (0, 200), (200, 0), (1, 1)])
def test_a_viewport_of_no_size_never_asks_for_an_empty_film(
    qtbot: QtBot, window: MainWindow, clients: Clients, size: tuple[int, int]
) -> None:
    """Case 82: minimised and squeezed windows report 0 x 0."""
    viewport = window.viewport
    viewport.setParent(None)
    qtbot.addWidget(viewport)
    viewport.show()
    before = len(clients.cpu.commands)
    viewport.resize(*size)
    qtbot.wait(160)
    viewport.grab()
    assert all(c.width >= 1 and c.height >= 1 for c in clients.cpu.commands[before:] if isinstance(c, Resize))
    viewport.resize(300, 200)
    qtbot.waitUntil(lambda: window.studio.size == (300, 200))
    assert clients.cpu.sent(Resize)[-1] == Resize(300, 200)


def test_minimised_keeps_the_film(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    before = clients.cpu.sent(Resize)[-1]
    window.showMinimized()
    qtbot.wait(160)
    window.showNormal()
    qtbot.wait(160)
    assert clients.cpu.sent(Resize)[-1] == before


def test_a_hundred_resizes_end_in_the_last_size(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    before = len(clients.cpu.sent(Resize))
    for step in range(100):
        window.resize(1000 + step, 640)
        if step % 10 == 0:
            settle(qtbot, 5)
    expected = window.viewport.film_size()
    qtbot.waitUntil(lambda: QSize(*window.studio.size) == expected)
    assert len(clients.cpu.sent(Resize)) - before <= 3  # debounced


def test_the_viewport_hidden_behind_panels_still_opens_scenes(
    qtbot: QtBot, window: MainWindow, clients: Clients
) -> None:
    window.viewport.hide()
    window.open_scene(Path("/scenes/other.toml"))
    settle(qtbot)
    assert window.studio.scene is not None
    assert window.studio.scene.path.name == "other.toml"
    assert len(clients.cpu.sent(Open)) == 2


def test_the_status_bar_follows(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    bar = window.statusBar()
    assert isinstance(bar, StatusBar)
    clients.cpu.show_picture(37.5)
    clients.cpu.count(1000, 5000, 12.3)
    settle(qtbot)
    bar.refresh()
    assert bar.state.text() == "Rendering"
    assert bar.spp.text() == "37 / 256 spp"
    assert bar.time.text() == "12.3 s"
    assert bar.film.text() == "{} × {}".format(*window.studio.size)
    window.studio.set_paused(True)
    assert bar.state.text() == "Paused"
    window.studio.set_paused(False)
    clients.cpu.show_picture(256.0)
    clients.cpu.count(1000, 5000, 1.0, finished=True)
    settle(qtbot)
    bar.refresh()
    assert bar.state.text() == "Done"


def open_with(window: MainWindow, clients: Clients, camera: Camera, designed: tuple[int, int]) -> None:
    """Opens a scene of one camera whose file asks for that size."""
    clients.cpu._answers = False
    window.open_scene(Path("/scenes/another.toml"))
    request = clients.cpu.sent(Open)[-1].request
    scene = Scene("another", cameras=[camera])
    box = ((-1.0, 0.0, -1.0), (1.0, 1.0, 1.0))
    clients.cpu.emit(SceneLoaded(request, Path("/scenes/another.toml"), scene, box, 1, designed_size=designed))


def test_a_scene_made_for_a_wider_picture_keeps_its_sides(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    open_with(window, clients, Camera(), (4000, 1000))
    settle(qtbot)
    wider = window.studio.camera
    assert wider.fov_y_deg > Camera().fov_y_deg
    assert clients.cpu.sent(SetCamera)[-1].camera == wider
    window.studio.frame_all()
    window.studio.reset_view()
    assert window.studio.camera == wider


def test_a_model_without_a_camera_fills_the_viewport(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    loose = Camera.framing(np.array([-1.0, 0.0, -1.0]), np.array([1.0, 1.0, 1.0]))
    open_with(window, clients, loose, (960, 540))
    settle(qtbot)
    assert window.studio.camera.target_distance < loose.target_distance
    assert window.studio.camera.basis()[2] == pytest.approx(loose.basis()[2])
