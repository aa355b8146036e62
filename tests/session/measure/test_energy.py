"""Joules from invented counters: trees of files, and an NVML that is not there."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from raytracer.session.measure import energy, entrants, power
from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.power import Energy, NoMeter, PackageMeter, board_meter, package_meter
from tests.session.measure.fake import CPU, CUDA, World, finished

GPU = Entrant("cuda", "NVIDIA Test 1")


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def zone(root: Path, name: str, label: str, energy_uj: int, top: int = 1_000_000) -> Path:
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "name").write_text(f"{label}\n")
    (folder / "energy_uj").write_text(f"{energy_uj}\n")
    (folder / "max_energy_range_uj").write_text(f"{top}\n")
    return folder


def test_packages_are_added_up_and_parts_of_them_are_not(tmp_path: Path) -> None:
    first = zone(tmp_path, "intel-rapl:0", "package-0", 100)
    second = zone(tmp_path, "intel-rapl:1", "package-1", 200)
    zone(tmp_path, "intel-rapl:0:0", "core", 5)
    zone(tmp_path, "intel-rapl:2", "psys", 7)
    (tmp_path / "intel-rapl").mkdir()
    meter = package_meter(tmp_path)
    assert isinstance(meter, PackageMeter)
    meter.start()
    (first / "energy_uj").write_text("400100")
    (second / "energy_uj").write_text("300200")
    assert meter.stop().joules == pytest.approx(0.7)


def test_a_counter_that_wraps_around_loses_nothing(tmp_path: Path) -> None:
    folder, clock = zone(tmp_path, "intel-rapl:0", "package-0", 900_000), Clock()
    meter = PackageMeter([folder], clock)
    meter.start()
    for value in (999_999, 4, 600_000, 999_999, 0, 100):
        (folder / "energy_uj").write_text(str(value))
        meter.read()
    clock.now += 2.0
    read = meter.stop()
    # 99,999 + 5 + 599,996 + 399,999 + 1 + 100 microjoules
    assert read.joules == pytest.approx(1.100100)
    assert read.seconds == 2.0
    assert read.watts == pytest.approx(0.55005)


def test_why_a_package_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text("flags : fpu hypervisor sse\n")
    virtual = package_meter(tmp_path / "none", cpuinfo)
    assert isinstance(virtual, NoMeter)
    assert "virtual machine" in virtual.reason
    cpuinfo.write_text("flags : fpu sse\n")
    bare = package_meter(tmp_path / "none", cpuinfo)
    assert isinstance(bare, NoMeter)
    assert "no energy counter" in bare.reason
    zone(tmp_path / "tree", "intel-rapl:0", "package-0", 1)

    def forbidden(path: Path) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(power, "_microjoules", forbidden)
    closed = package_meter(tmp_path / "tree", cpuinfo)
    assert isinstance(closed, NoMeter)
    assert "no permission" in closed.reason
    assert closed.stop().joules is None
    monkeypatch.setattr(power.sys, "platform", "darwin")
    elsewhere = package_meter(tmp_path / "tree", cpuinfo)
    assert isinstance(elsewhere, NoMeter)
    assert "only Linux" in elsewhere.reason


def test_a_counter_that_vanishes_gives_no_figure(tmp_path: Path) -> None:
    folder = zone(tmp_path, "intel-rapl:0", "package-0", 1)
    meter = PackageMeter([folder])
    meter.start()
    (folder / "energy_uj").unlink()
    read = meter.stop()
    assert read.joules is None
    assert "cannot be read" in read.reason


class FakeNvml:
    """Boards with a name, power in milliwatts, and (where given) an energy counter in millijoules."""

    class NVMLError(Exception):
        pass

    def __init__(self, boards: list[dict[str, Any]], driver: bool = True) -> None:
        self.boards, self.driver = boards, driver

    def nvmlInit(self) -> None:
        if not self.driver:
            raise self.NVMLError("Driver Not Loaded")

    def nvmlDeviceGetCount(self) -> int:
        return len(self.boards)

    def nvmlDeviceGetHandleByIndex(self, index: int) -> dict[str, Any]:
        return self.boards[index]

    def nvmlDeviceGetName(self, board: dict[str, Any]) -> bytes:
        return board["name"].encode()

    def nvmlDeviceGetComputeRunningProcesses(self, board: dict[str, Any]) -> list[SimpleNamespace]:
        return [SimpleNamespace(pid=pid) for pid in board.get("pids", [])]

    def nvmlDeviceGetUtilizationRates(self, board: dict[str, Any]) -> SimpleNamespace:
        return SimpleNamespace(gpu=board.get("busy", 0))

    def _value(self, board: dict[str, Any], name: str) -> int:
        if name not in board:
            raise self.NVMLError("Not Supported")
        return board[name]

    def nvmlDeviceGetPowerUsage(self, board: dict[str, Any]) -> int:
        return self._value(board, "mw")

    def nvmlDeviceGetTotalEnergyConsumption(self, board: dict[str, Any]) -> int:
        return self._value(board, "mj")


def test_the_energy_counter_of_a_board() -> None:
    board = {"name": "NVIDIA Test 1", "mj": 5000, "busy": 90}
    meter = board_meter(GPU, 1, lambda: FakeNvml([board]))
    assert not isinstance(meter, NoMeter)
    clock = meter._clock = Clock()  # type: ignore[union-attr]
    meter.start()
    board["mj"], clock.now = 605_000, 102.0
    read = meter.stop()
    assert (read.joules, read.watts, read.utilisation) == (600.0, 300.0, 0.9)
    meter.start()
    board["mj"] = 3
    assert "reset" in meter.stop().reason


def test_power_is_summed_over_time_where_there_is_no_counter() -> None:
    board, clock = {"name": "NVIDIA Test 1", "mw": 100_000}, Clock()
    meter = power.BoardMeter(FakeNvml([board]), board, clock)
    meter.start()
    for after, milliwatts in ((1.0, 200_000), (3.0, 200_000)):
        clock.now, board["mw"] = 100.0 + after, milliwatts
        meter.read()
    assert meter.stop().joules == pytest.approx(150.0 + 400.0)
    del board["mw"]
    meter.start()
    assert meter.stop().joules is None


def test_of_equal_boards_the_one_with_the_worker_is_read() -> None:
    boards = [{"name": "NVIDIA Test 1", "mj": 1}, {"name": "NVIDIA Test 1", "mj": 2, "pids": [77]}, {"name": "Other"}]
    meter = board_meter(GPU, 77, lambda: FakeNvml(boards))
    assert meter._handle is boards[1]  # type: ignore[union-attr]
    unknown = board_meter(GPU, 78, lambda: FakeNvml(boards))
    assert isinstance(unknown, NoMeter)
    assert "2 boards" in unknown.reason


def test_why_a_board_cannot_be_read() -> None:
    def missing() -> Any:
        raise ImportError

    for load, words in (
        (missing, "not installed"),
        (lambda: FakeNvml([], driver=False), "Driver Not Loaded"),
        (lambda: FakeNvml([{"name": "Other"}]), "no board named"),
    ):
        found = board_meter(GPU, 1, load)
        assert isinstance(found, NoMeter)
        assert words in found.reason
    assert "macOS" in board_meter(Entrant("metal"), 1, missing).stop().reason


class Fixed:
    def __init__(self, read: Energy) -> None:
        self._read = read

    def start(self) -> None:
        pass

    def stop(self) -> Energy:
        return self._read


def test_samples_per_joule_watt_and_price() -> None:
    def meters(entrant: Entrant, _pid: int | None) -> list[Fixed]:
        package = Fixed(Energy("CPU package", 600.0, 6.0))
        if entrant.backend == "cpu":
            return [package]
        return [Fixed(Energy("GPU board", 1800.0, 6.0, utilisation=0.95)), package]

    world = World({"cpu-8": 1e6, "cuda": 3e7})
    prices = {"cpu-8": 0.5, "cuda": 2.0}
    with world.lab() as lab:
        result = finished(energy.run(lab, entrants.pair([CPU, CUDA]), prices=prices, meters=meters))
    cpu, cuda = result.spent
    assert cpu.samples_per_joule() == pytest.approx(1e4)
    assert cuda.samples_per_joule() == pytest.approx(1e5)
    assert cuda.whole_samples_per_joule == pytest.approx(3e7 / 400.0)
    assert cuda.samples_per_price(2.0) == pytest.approx(3e7 * 3600 / 2.0)
    assert cuda.samples_per_price(0.0) is None
    texts = [str(sentence) for sentence in result.sentences()]
    assert any("A joule buys 10x as many samples on CUDA" in text for text in texts)
    assert any("same money buys 7.5x" in text for text in texts)
    assert len(result.table().rows) == 3


def test_what_cannot_be_read_is_no_figure() -> None:
    def meters(_entrant: Entrant, _pid: int | None) -> list[NoMeter]:
        return [NoMeter("CPU package", "no permission")]

    with World({"cpu-1": 1e6, "cpu-8": 5e6}).lab() as lab:
        result = finished(energy.run(lab, entrants.pair([CPU]), meters=meters))
    assert [spent.samples_per_joule() for spent in result.spent] == [None, None]
    assert all(row["watts"] is None and row["not_available"] == "no permission" for row in result.table().records())
    assert not any("joule buys" in str(sentence) for sentence in result.sentences())
