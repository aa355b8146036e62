"""The gap panel's chart, large figures and exports, and the table of this machine."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from raytracer.app.layers.large_figures import LargeFiguresLayer
from raytracer.app.machine import Machine
from raytracer.app.measurements import Measurements
from raytracer.app.panels.machine import MachinePanel
from raytracer.app.panels.throughput import ThroughputPanel
from raytracer.app.race.race import Race
from raytracer.app.window import MainWindow
from raytracer.backends import BackendInfo
from raytracer.errors import BackendError
from raytracer.session.protocol import BandwidthMeasured, CommandFailed, MeasureBandwidth, Pause, Resume
from tests.app.conftest import CUDA, LLVMPIPE, Clients, settle
from tests.app.test_switch import work

CPU = BackendInfo("cpu", True, "Test CPU", threads=8, cores=4, memory_bytes=16 << 30)


@pytest.fixture
def panel(window: MainWindow) -> ThroughputPanel:
    found = window.docks.panels["throughput"]
    assert isinstance(found, ThroughputPanel)
    return found


def test_camera_and_scene_changes_are_marked(qtbot: QtBot, window: MainWindow, panel: ThroughputPanel) -> None:
    events = window.studio.feature(Measurements).history.events
    events.clear()
    window.studio.open(Path("/scenes/second.toml"))
    settle(qtbot)
    assert [(e.kind, e.text) for e in events] == [("scene", "Test scene")]
    qtbot.wait(1100)
    window.studio.change_camera(fov_y_deg=20.0)
    window.studio.change_settings(max_depth=2)
    settle(qtbot)
    assert [e.kind for e in events] == ["scene", "camera", "settings"]
    panel.refresh()
    assert sum(line.isVisible() for line in panel.chart_box.chart._marks) == 3
    assert "camera moved" in panel.chart_box.chart.values_at(0.0)


def test_values_under_the_pointer_and_both_exports(
    qtbot: QtBot, window: MainWindow, panel: ThroughputPanel, clients: Clients, tmp_path: Path
) -> None:
    work(clients.cpu, 2.0e6)
    settle(qtbot)
    assert "CPU 2.00 M/s" in panel.chart_box.chart.values_at(0.0)
    panel.chart_box.save(tmp_path / "out.csv")
    assert ",cpu,2000000.0," in (tmp_path / "out.csv").read_text()
    panel.chart_box.save(tmp_path / "chart.png")
    with Image.open(tmp_path / "chart.png") as picture:
        assert picture.width > 100
    panel.chart_box.save(tmp_path / "no" / "folder.csv")
    panel.chart_box.save(tmp_path / "chart.nonsense")
    assert [bar.notice.kind for bar in window.overlay.notices][-2:] == ["error", "error"]


def test_the_large_figures_say_what_the_panel_says(qtbot: QtBot, window: MainWindow, clients: Clients) -> None:
    window.studio.sides.learn([CPU, CUDA])
    window.commands["large_figures"].trigger()
    layer = next(layer for layer in window.viewport.layers if isinstance(layer, LargeFiguresLayer))
    assert "not measured" in layer.rows()[0][0].text
    work(clients.cpu, 1.0e6)
    window.studio.flip()
    work(clients.cuda, 24.0e6)
    settle(qtbot)
    rows = layer.rows()
    assert rows[0][0].text == "24×"
    assert "over all CPU threads" in rows[1][0].text
    assert [row[1].text for row in rows[2:]] == ["1.00 M", "24.0 M"]
    before = window.viewport.grab().toImage()
    window.commands["large_figures"].trigger()
    settle(qtbot)
    assert window.viewport.grab().toImage() != before


def test_a_slower_side_is_called_slower(
    qtbot: QtBot, window: MainWindow, panel: ThroughputPanel, clients: Clients
) -> None:
    window.studio.sides.learn([CPU, CUDA])
    work(clients.cpu, 4.0e6)
    window.studio.flip()
    work(clients.cuda, 1.0e6)
    settle(qtbot)
    panel.refresh()
    assert panel.gap_text == "0.25×"
    assert "slower" in panel.gap_caption


def test_contenders_that_disturb_each_other_are_not_counted(
    qtbot: QtBot, window: MainWindow, panel: ThroughputPanel, clients: Clients
) -> None:
    race = window.studio.feature(Race)
    race.set_turns(False)
    race.set_on(True)
    settle(qtbot)
    work(clients.cpu, 1.0e6)
    settle(qtbot)
    assert panel.throughput.rates("cpu").samples_per_s is None


def test_this_machine_is_measured_one_device_after_the_other(
    qtbot: QtBot, window: MainWindow, clients: Clients
) -> None:
    window.studio.sides.learn([CPU, LLVMPIPE, BackendInfo("cuda", False, reason="no CUDA driver")])
    window.docks.open("machine")
    panel = window.docks.panels["machine"]
    assert isinstance(panel, MachinePanel)
    assert panel.facts["cpu"].fact("Bandwidth") == "not measured"
    assert panel.facts["cpu"].fact("Cores") == "4"
    assert panel.facts["cuda"].fact("Missing") == "no CUDA driver"
    panel.button.click()
    settle(qtbot)
    assert window.studio.feature(Machine).measuring == "cpu"
    kinds = [type(command) for command in clients.cpu.commands]
    assert kinds.index(Pause) < kinds.index(MeasureBandwidth)  # the picture waits
    clients.cpu.emit(BandwidthMeasured(23.4e9, 256 << 20))
    settle(qtbot)
    vulkan = next(client for who, client in clients.made.items() if who.backend == "vulkan")
    assert vulkan.sent(MeasureBandwidth)
    vulkan.emit(CommandFailed("MeasureBandwidth", BackendError("no memory")))
    settle(qtbot)
    assert panel.facts["cpu"].fact("Bandwidth") == "23.4 GB/s, copying 256 MiB (read + written)"
    assert panel.facts["vulkan"].fact("Bandwidth") == "no memory"
    assert "software" in panel.facts["vulkan"].fact("Device")
    assert Resume in [type(command) for command in clients.cpu.commands][len(kinds) :]
    assert panel.button.isEnabled()
