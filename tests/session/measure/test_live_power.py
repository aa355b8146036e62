"""The thread that reads watts, with meters that the test turns."""

from __future__ import annotations

import queue
from pathlib import Path

from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.live_power import PowerWatch, Reading
from raytracer.session.measure.power import Energy, NoMeter, PackageMeter
from tests.session.measure.test_energy import Clock, zone

PATIENCE = 20.0


class Board:
    """A board that needs 200 W."""

    def __init__(self, entrant: Entrant, pid: int | None) -> None:
        self.asked = (entrant.backend, pid)

    def start(self) -> None: ...

    def read(self) -> None: ...

    def stop(self) -> Energy:
        return Energy("GPU board", 100.0, 0.5)


def test_it_reads_over_and_over_and_follows_the_board(tmp_path: Path) -> None:
    folder, clock = zone(tmp_path, "intel-rapl:0", "package-0", 0, 1 << 60), Clock()

    class Turned(PackageMeter):
        def stop(self) -> Energy:
            clock.now += 2.0
            (folder / "energy_uj").write_text(str(int((folder / "energy_uj").read_text()) + 90_000_000))
            return super().stop()

    readings: queue.Queue[Reading] = queue.Queue()
    watch = PowerWatch(readings.put, interval=0.0, package=lambda: Turned([folder], clock), board=Board)
    for _ in range(3):
        reading = readings.get(timeout=PATIENCE)
        assert reading.package.watts == 45.0
        assert reading.board is None
    watch.watch(Entrant("cuda", "Test GPU"), 7)
    while reading.board is None:
        reading = readings.get(timeout=PATIENCE)
    assert reading.board.watts == 200.0
    watch.close()
    watch._thread.join(PATIENCE)
    assert not watch._thread.is_alive()


def test_where_nothing_can_be_read_it_says_so_once_and_waits() -> None:
    readings: queue.Queue[Reading] = queue.Queue()
    watch = PowerWatch(
        readings.put,
        interval=0.0,
        package=lambda: NoMeter("CPU package", "a secret"),
        board=lambda entrant, pid: NoMeter("GPU board", "no driver"),
    )
    assert readings.get(timeout=PATIENCE).package.reason == "a secret"
    watch.watch(Entrant("cuda"), None)
    board = readings.get(timeout=PATIENCE).board
    assert board is not None
    assert board.reason == "no driver"
    watch.watch(Entrant("cuda"), None)  # the same again: nothing new
    watch.close()
    watch._thread.join(PATIENCE)
    assert readings.empty()
