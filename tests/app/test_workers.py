"""A worker that fails, dies or is busy."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from raytracer.app.statusbar import StatusBar
from raytracer.app.window import MainWindow
from raytracer.app.worker_state import Phase
from raytracer.errors import BackendError, RaytracerError
from raytracer.session.protocol import (
    Compiled,
    Compiling,
    LoadFailed,
    Open,
    Progress,
    SceneLoaded,
    SetCamera,
    SetSettings,
    SetView,
    Started,
    WorkerFailed,
)
from tests.app.conftest import CPU, CUDA, Clients, make_scene, settle

BOX = ((0.0, 0.0, 0.0), (1.0, 1.0, 1.0))
DIED = RaytracerError("the renderer was ended by SIGKILL")


def status(window: MainWindow) -> str:
    """The state in words."""
    bar = window.statusBar()
    assert isinstance(bar, StatusBar)
    bar.refresh()
    return bar.state.text()


def test_death_is_noticed_and_the_new_process_is_told_everything(
    qtbot: QtBot, window: MainWindow, clients: Clients
) -> None:
    studio = window.studio
    studio.change_camera(fov_y_deg=33.0)
    studio.rest_camera()
    studio.change_settings(max_depth=3)
    studio.change_view(exposure_ev=1.0)
    picture = window.viewport.picture()
    clients.cpu.emit(WorkerFailed("cpu", DIED, will_restart=True))
    settle(qtbot)
    assert studio.worker.phase is Phase.STARTING
    notice = window.overlay.notices[-1].notice
    assert notice.kind == "warning"
    assert "SIGKILL" in notice.text
    assert window.viewport.picture() == picture
    assert "Restarting" in status(window)
    before = len(clients.cpu.commands)
    assert studio.scene is not None
    clients.cpu.emit(Started(CPU), SceneLoaded(studio.scene.request, studio.scene.path, make_scene(), BOX, 1))
    clients.cpu.show_picture()
    settle(qtbot)
    settings, camera, view = clients.cpu.commands[before:]
    assert isinstance(settings, SetSettings)
    assert isinstance(camera, SetCamera)
    assert isinstance(view, SetView)
    assert (camera.camera.fov_y_deg, settings.settings.max_depth, view.view.exposure_ev) == (33.0, 3, 1.0)
    assert status(window) == "Rendering"


def test_a_second_death_can_be_retried_by_hand(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu.emit(WorkerFailed("cpu", DIED))
    settle(qtbot)
    assert window.studio.worker.phase is Phase.FAILED
    assert status(window).startswith("Stopped")
    notice = window.overlay.notices[-1].notice
    assert notice.action == "Start again"
    clients.cpu.started = False
    assert notice.act is not None
    notice.act()
    settle(qtbot)
    assert clients.cpu.started
    assert window.studio.worker.phase is Phase.READY


def test_a_failing_gpu_hands_over_to_the_cpu(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    studio = window.studio
    studio.sides.learn([CPU, CUDA])
    studio.flip()
    clients.cuda.emit(WorkerFailed("cuda", BackendError("out of device memory")))
    settle(qtbot)
    assert studio.active == "cpu"
    assert studio.scene is not None
    assert "out of device memory" in window.overlay.notices[-1].notice.text
    assert "CPU" in window.overlay.notices[-1].notice.text


def test_a_scene_that_kills_the_worker_leaves_the_old_one(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    studio = window.studio
    old = studio.scene
    clients.cpu._answers = False
    studio.open(Path("/scenes/deadly.glb"))
    request = clients.cpu.sent(Open)[-1].request
    clients.cpu.emit(
        LoadFailed(request, Path("/scenes/deadly.glb"), DIED), WorkerFailed("cpu", DIED, will_restart=True)
    )
    settle(qtbot)
    assert studio.scene is old
    assert studio.opening is None
    assert [bar.notice.kind for bar in window.overlay.notices] == ["error", "warning"]


def test_compiling_is_shown_with_its_time_and_apart_from_the_rates(
    qtbot: QtBot, window: MainWindow, clients: Clients
) -> None:
    clients.cpu.emit(Compiling("kernels"))
    qtbot.waitUntil(window.overlay.activity.isVisible, timeout=2000)
    assert window.overlay.activity._text.text() == "Compiling kernels"
    first = status(window)
    assert first.startswith("Compiling kernels … ")
    qtbot.wait(150)
    assert status(window) > first
    clients.cpu.emit(Compiled(3.21))
    clients.cpu.show_picture()
    settle(qtbot)
    assert not window.overlay.activity.isVisible()
    assert window.studio.worker.compile_seconds == 3.21
    panel = window.docks.panels["throughput"]
    panel.refresh()  # type: ignore[attr-defined]
    assert "compile 3.2 s" in panel._rows["cpu"].note.text()  # type: ignore[attr-defined]


def test_what_passes_quickly_does_not_flicker(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu.emit(Progress("reading x.glb", 0.5), Compiling("kernels"), Compiled(0.01))
    clients.cpu.show_picture()
    qtbot.wait(120)
    assert not window.overlay.activity.isVisible()


def test_progress_names_the_file_and_the_fraction(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    clients.cpu.emit(Progress("reading buddha.glb", 0.25))
    settle(qtbot)
    assert status(window).startswith("Reading buddha.glb … ")
    qtbot.waitUntil(window.overlay.activity.isVisible, timeout=2000)
    assert window.overlay.activity._bar.value() == 250
    clients.cpu.emit(Progress("reading buddha.glb"))
    settle(qtbot, 150)
    assert window.overlay.activity._bar.maximum() == 0  # unknown: the bar runs


@pytest.mark.parametrize("name", ["a-name-of-a-file-that-is-rather-long.glb", "a-name-without-end-" * 40])
def test_what_goes_on_is_never_cut_off(qtbot: QtBot, window: MainWindow, clients: Clients, name: str) -> None:
    card = window.overlay.activity
    clients.cpu.emit(Progress("uploading"))
    qtbot.waitUntil(card.isVisible, timeout=2000)
    narrow = card.width()
    clients.cpu.emit(Progress(f"reading {name}"))
    qtbot.waitUntil(lambda: card._text.text().startswith("Reading"), timeout=2000)
    settle(qtbot)
    assert card.width() > narrow
    assert card._text.width() >= card._text.sizeHint().width()
    assert card._time.width() >= card._time.fontMetrics().horizontalAdvance("12:34 min")
    assert window.viewport.rect().contains(card.geometry())


def test_closing_ends_every_worker(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    window.studio.sides.learn([CPU, CUDA])
    window.studio.flip()
    window.close()
    assert clients.cpu.closed
    assert clients.cuda.closed
    clients.cpu.show_picture()  # a straggler finds nobody
    settle(qtbot)
