"""The CPU | GPU switch and the gap."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

import raytracer
from raytracer.app.panels.throughput import ThroughputPanel
from raytracer.app.sides import REASONS, Sides, reason_text
from raytracer.app.statusbar import StatusBar
from raytracer.app.window import MainWindow
from raytracer.backends import BackendInfo, Contender
from raytracer.resources import assets_dir
from raytracer.session.fake import FakeClient
from raytracer.session.protocol import Open, Pause, Resume, SetCamera, Stats
from tests.app.conftest import CPU, CUDA, LLVMPIPE, NO_CUDA, Clients, settle


@pytest.fixture
def panel(window: MainWindow) -> ThroughputPanel:
    found = window.docks.panels["throughput"]
    assert isinstance(found, ThroughputPanel)
    return found


def work(client: FakeClient, samples_per_s: float, *, work: str = "same", camera: str = "same") -> None:
    """Reports one second of work in four parts."""
    count = round(samples_per_s / 4)
    for _ in range(4):
        client.emit(Stats(count, 5 * count, 0.25, 10.0, count, 5 * count, 1.0, work=work, camera=camera))


def test_without_a_gpu_its_half_is_off_and_says_why(window: MainWindow, panel: ThroughputPanel) -> None:
    window.studio.sides.learn([CPU, NO_CUDA, LLVMPIPE])
    panel.show_sides()
    assert not panel.switch.gpu.isEnabled()
    assert panel.switch.cpu.isChecked()
    reason = "no CUDA driver; Vulkan offers only llvmpipe, a software driver"
    assert panel.switch.gpu.caption == reason
    assert reason in panel.switch.gpu.toolTip()
    assert panel.gap_text == "not measured"
    assert panel.gap_caption == reason


def test_reasons_are_told_in_the_language_of_the_app(qapp: QApplication) -> None:
    outright: set[str] = set()
    begun: set[str] = set()
    engine = Path(raytracer.__file__).parent / "engine"
    for name in ("probe.py", "vulkan_devices.py"):
        for reason in _reasons(ast.parse((engine / name).read_text(encoding="utf-8"))):
            if isinstance(reason, ast.JoinedStr):
                begun.add(ast.literal_eval(reason.values[0]))
            elif isinstance(reason, ast.Constant) and reason.value:
                outright.add(str(reason.value))
    assert {"no CUDA driver", "only on macOS", "no Vulkan loader"} <= outright
    assert outright <= set(REASONS) <= outright | begun
    translator = QTranslator()
    assert translator.load(str(assets_dir() / "languages" / "nl.qm"))
    qapp.installTranslator(translator)
    try:
        assert reason_text(BackendInfo("metal", False, reason="only on macOS")) == "alleen op macOS"
        assert reason_text(BackendInfo("cuda", False, reason="something else")) == "something else"
        assert reason_text(LLVMPIPE) == "Vulkan biedt alleen llvmpipe, een softwaredriver"
        assert reason_text(CPU) == ""
    finally:
        qapp.removeTranslator(translator)


def _reasons(tree: ast.AST) -> Iterator[ast.expr]:
    """What is given as ``reason``, or returned in second place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "reason":
            yield node.value
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            yield node.value.elts[1]


def test_before_the_probe_it_says_that_it_is_looking(panel: ThroughputPanel) -> None:
    assert "looking" in panel.switch.gpu.caption


def test_flipping_pauses_one_worker_and_hands_the_view_to_the_other(
    qtbot: QtBot, window: MainWindow, panel: ThroughputPanel, clients: Clients
) -> None:
    studio = window.studio
    studio.sides.learn([CPU, CUDA])
    studio.sides_changed.emit()
    studio.change_camera(fov_y_deg=55.0)
    studio.change_settings(max_depth=3)
    studio.change_view(exposure_ev=1.5)
    assert Contender("cuda") not in clients.made  # started lazily
    qtbot.mouseClick(panel.switch.gpu, qtbot_left())
    assert studio.active == "cuda"
    assert isinstance(clients.cpu.commands[-1], Pause)
    (opened,) = clients.cuda.sent(Open)
    assert isinstance(opened, Open)
    assert opened.path.name == "first.toml"
    assert opened.camera is not None
    assert opened.camera.fov_y_deg == 55.0
    assert opened.settings["max_depth"] == 3
    assert opened.view["exposure_ev"] == 1.5


def qtbot_left() -> object:
    from PySide6.QtCore import Qt

    return Qt.MouseButton.LeftButton


def test_flipping_back_is_instant_and_keeps_the_samples(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    studio = window.studio
    studio.sides.learn([CPU, CUDA])
    window.commands["flip"].trigger()
    settle(qtbot)
    before = len(clients.cpu.commands)
    window.commands["flip"].trigger()
    assert studio.active == "cpu"
    assert [type(command) for command in clients.cpu.commands[before:]] == [Resume]
    assert isinstance(clients.cuda.commands[-1], Pause)


def test_what_changed_meanwhile_is_told_on_the_way_back(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    studio = window.studio
    studio.sides.learn([CPU, CUDA])
    studio.flip()
    settle(qtbot)
    studio.reset_view()
    studio.change_camera(fov_y_deg=20.0)
    before = len(clients.cpu.commands)
    studio.flip()
    told = clients.cpu.commands[before:]
    assert [type(command) for command in told] == [Resume, SetCamera]
    assert told[1].camera.fov_y_deg == 20.0


def test_the_old_picture_stays_until_the_other_side_delivers(
    qtbot: QtBot, window: MainWindow, clients: Clients
) -> None:
    studio = window.studio
    studio.sides.learn([CPU, CUDA])
    clients.answers = False
    old = window.viewport.picture()
    studio.flip()
    settle(qtbot)
    assert window.viewport.picture() == old
    assert clients.cpu.frames_held == 1
    for _ in range(5):  # the pattern's colour tells pictures apart
        clients.cuda.show_picture()
    settle(qtbot)
    assert window.viewport.picture() != old
    assert clients.cuda.frames_held == 1
    assert clients.cpu.frames_held == 0


def test_the_gap_of_both_sides(qtbot: QtBot, window: MainWindow, panel: ThroughputPanel, clients: Clients) -> None:
    studio = window.studio
    studio.sides.learn([CPU, CUDA])
    work(clients.cpu, 1.0e6)
    settle(qtbot)
    panel.refresh()
    assert panel.gap_text == "not measured"
    assert "Switch to GPU" in panel.gap_caption
    studio.flip()
    work(clients.cuda, 23.0e6)
    settle(qtbot)
    panel.refresh()
    assert panel.gap_text == "23×"
    assert "GPU" in panel.gap_caption
    assert "8 CPU threads" in panel.gap_caption


@pytest.mark.parametrize(("other", "shown"), [("another scene", "not measured"), ("same", "2.0×")])
def test_the_gap_compares_only_the_same_work(
    qtbot: QtBot, window: MainWindow, panel: ThroughputPanel, clients: Clients, other: str, shown: str
) -> None:
    window.studio.sides.learn([CPU, CUDA])
    work(clients.cpu, 1.0e6, work=other)
    window.studio.flip()
    work(clients.cuda, 2.0e6)
    settle(qtbot)
    panel.refresh()
    assert panel.gap_text == shown


def test_a_gap_of_different_views_says_so(
    qtbot: QtBot, window: MainWindow, panel: ThroughputPanel, clients: Clients
) -> None:
    window.studio.sides.learn([CPU, CUDA])
    work(clients.cpu, 1.0e6, camera="here")
    window.studio.flip()
    work(clients.cuda, 2.0e6, camera="there")
    settle(qtbot)
    panel.refresh()
    assert "views differ" in panel.gap_caption


def test_forced_software_is_labelled_and_never_called_a_gpu(
    qtbot: QtBot, window: MainWindow, panel: ThroughputPanel, clients: Clients
) -> None:
    studio = window.studio
    studio.sides.learn([CPU, NO_CUDA, LLVMPIPE])
    window.commands["force_software"].trigger()
    assert panel.switch.gpu.isEnabled()
    assert "software" in panel.switch.gpu.caption
    studio.flip()
    assert studio.active == "vulkan"
    assert clients.made[Contender("vulkan")].force_software
    work(clients.cpu, 1.0e6)
    work(clients.made[Contender("vulkan")], 0.5e6)
    settle(qtbot)
    panel.refresh()
    assert panel.gap_text == "0.5×"
    assert "Software Vulkan" in panel.gap_caption
    assert "GPU" not in panel.gap_caption
    bar = window.statusBar()
    assert isinstance(bar, StatusBar)
    bar.refresh()
    assert "Software Vulkan" in bar.device.text()
    window.commands["force_software"].trigger()
    assert studio.active == "cpu"


def test_flip_without_a_gpu_explains_instead_of_failing(qtbot: QtBot, window: MainWindow) -> None:
    window.studio.sides.learn([CPU, NO_CUDA])
    window.commands["flip"].trigger()
    assert window.studio.active == "cpu"
    assert "no CUDA driver" in window.overlay.notices[-1].notice.text


def test_gpu_order_and_choice() -> None:
    vulkan = BackendInfo("vulkan", True, "Test GPU")
    sides = Sides()
    sides.learn([CPU, CUDA, vulkan])
    assert sides.gpu().backend == "cuda"
    sides.preferred = "vulkan"
    assert sides.gpu().backend == "vulkan"
    assert [info.name for info in sides.choices] == ["cuda", "vulkan"]


def test_the_status_bar_names_threads_and_device(qtbot: QtBot, window: MainWindow) -> None:
    bar = window.statusBar()
    assert isinstance(bar, StatusBar)
    bar.refresh()
    assert bar.device.text() == "CPU · fake cpu · 2 threads"
