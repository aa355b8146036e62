"""The gap panel's chart, large figures and exports, and the table of this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from pytestqt.qtbot import QtBot

from raytracer.app import figures
from raytracer.app.layers.large_figures import LargeFiguresLayer
from raytracer.app.machine import Machine
from raytracer.app.measurements import Measurements
from raytracer.app.panels.machine import MachinePanel
from raytracer.app.panels.throughput import ThroughputPanel
from raytracer.app.race.race import Race
from raytracer.app.window import MainWindow
from raytracer.backends import BackendInfo
from raytracer.errors import BackendError
from raytracer.session.fake import FakeClient
from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.live_power import Reading
from raytracer.session.measure.power import Energy
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


class Watch:
    """Reads nothing by itself."""

    def __init__(self, on_reading: Callable[[Reading], None]) -> None:
        self.say = on_reading
        self.watched: list[tuple[str, int | None]] = []
        self.closed = False

    def watch(self, entrant: Entrant, pid: int | None) -> None:
        self.watched.append((entrant.key, pid))

    def close(self) -> None:
        self.closed = True


def test_watts_stand_with_the_side_that_worked(
    qtbot: QtBot, window: MainWindow, panel: ThroughputPanel, clients: Clients
) -> None:
    window.studio.sides.learn([CPU, CUDA])
    measurements = window.studio.feature(Measurements)
    power = measurements.power
    power.close()
    watches: list[Watch] = []

    def make(on_reading: Callable[[Reading], None]) -> Watch:
        watches.append(Watch(on_reading))
        return watches[-1]

    power._make, power._watch = make, None  # type: ignore[assignment]
    power._readings.deliver_to(power._mail.emit)
    package = Energy("CPU package", 65.0, 1.0)

    def read(client: FakeClient, rate: float, reading: Reading) -> None:
        """Two readings with work all the time."""
        for _ in range(2):
            work(client, rate)
            settle(qtbot)
            watches[0].say(reading)
            settle(qtbot)

    work(clients.cpu, 1.0e6)
    settle(qtbot)
    read(clients.cpu, 1.0e6, Reading(package))
    panel.refresh()
    assert panel.power_line.text() == "Power: CPU 65 W · GPU not measured"
    window.studio.flip()
    power._worked_at["cpu"] -= 10.0  # the CPU paused long ago
    read(clients.cuda, 24.0e6, Reading(Energy("CPU package", 30.0, 1.0), Energy("GPU board", 300.0, 1.0)))
    panel.refresh()
    assert watches[0].watched[-1] == ("cuda", None)
    assert panel.power_line.text() == "Power: CPU 65 W · GPU 300 W"
    assert "GPU: 300 W (GPU board)" in panel.power_line.toolTip()
    window.commands["large_figures"].trigger()
    layer = next(layer for layer in window.viewport.layers if isinstance(layer, LargeFiguresLayer))
    assert [row[-1].text for row in layer.rows()[2:]] == ["  65 W", "  300 W"]
    work(clients.cuda, 24.0e6)
    settle(qtbot)
    assert "300 W" in panel.chart_box.chart.values_at(0.0)
    read(clients.cuda, 24.0e6, Reading(package, Energy("GPU board", reason="NVML does not answer")))
    panel.refresh()
    assert panel.power_line.text() == "Power: CPU 65 W · GPU not available"
    assert "GPU: NVML does not answer" in panel.power_line.toolTip()
    window.commands["large_figures"].trigger()


def test_power_that_cannot_be_read_says_why(
    qtbot: QtBot, window: MainWindow, panel: ThroughputPanel, clients: Clients
) -> None:
    power = window.studio.feature(Measurements).power
    work(clients.cpu, 1.0e6)
    settle(qtbot)
    power._attribute(Reading(Energy("CPU package", reason="a virtual machine has no counter")))
    panel.refresh()
    assert panel.power_line.text() == "Power: not available"
    assert panel.power_line.toolTip() == "CPU: a virtual machine has no counter"


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


@pytest.mark.parametrize(
    ("age", "text"),
    [(0.2, "just now"), (12.3, "12 s ago"), (98.0, "98 s ago"), (170.0, "3 min ago"), (7300.0, "2 h ago")],
)
def test_age(age: float, text: str) -> None:
    assert figures.age(age) == text
