"""The history of rates, with a clock that the test turns."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest

from raytracer.errors import OutputError
from raytracer.session.history import COLUMNS, KEPT_SECONDS, History


class Clock:
    def __init__(self) -> None:
        self.now = 500.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def history(clock: Clock) -> History:
    return History(clock)


def feed(history: History, clock: Clock, rate: float, count: int = 4) -> None:
    for _ in range(count):
        clock.now += 0.25
        history.add("cpu", rate, 5 * rate, 3.0)


def test_a_pause_breaks_the_line(history: History, clock: Clock) -> None:
    feed(history, clock, 1e6)
    clock.now += 10.0
    feed(history, clock, 2e6)
    ages, rates = history.line("cpu", 60.0)
    assert ages[-1] == 0.0
    assert ages[0] == pytest.approx(-11.75)
    assert [r for r in rates if not math.isnan(r)] == [1e6] * 4 + [2e6] * 4
    assert sum(math.isnan(r) for r in rates) == 1
    assert history.line("cpu", 5.0)[1] == [2e6] * 4
    assert history.line("cuda", 60.0) == ([], [])


def test_a_drag_is_one_event(history: History, clock: Clock) -> None:
    for _ in range(50):
        clock.now += 0.02
        history.mark("camera")
    clock.now += 5.0
    history.mark("camera")
    history.mark("scene", "Glass")
    assert [(e.kind, e.text) for e in history.events] == [("camera", ""), ("camera", ""), ("scene", "Glass")]


def test_the_nearest_measurement_or_none(history: History, clock: Clock) -> None:
    feed(history, clock, 1e6)
    clock.now += 10.0
    feed(history, clock, 2e6)
    point = history.at("cpu", -0.3)
    assert point is not None
    assert (point.samples_per_s, point.rays_per_s, point.spp) == (2e6, 1e7, 3.0)
    assert history.at("cpu", -6.0) is None  # it did not run then
    assert history.at("metal", 0.0) is None


def test_the_table_holds_everything_in_order(history: History, clock: Clock, tmp_path: Path) -> None:
    history.mark("scene", "Start, with a comma")
    feed(history, clock, 1e6, 2)
    history.mark("camera")
    feed(history, clock, 2e6, 1)
    clock.now += 0.25
    history.add("cuda", 9e6, 45e6, 4.0, 210.5)
    history.write_csv(tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert tuple(rows[0]) == COLUMNS
    assert [row[6] for row in rows[1:]] == ["scene: Start, with a comma", "", "", "camera", "", ""]
    assert rows[-1][1:6] == ["cuda", "9000000.0", "45000000.0", "4.0", "210.5"]
    assert rows[2] == ["0.250", "cpu", "1000000.0", "5000000.0", "3.0", "", ""]


def test_a_table_that_cannot_be_written_says_why(history: History, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="cannot write the table"):
        history.write_csv(tmp_path / "no" / "such" / "folder.csv")


def test_only_the_last_hour_is_kept(history: History, clock: Clock) -> None:
    history.mark("camera")
    feed(history, clock, 1e6)
    clock.now += KEPT_SECONDS + 10.0
    feed(history, clock, 2e6, 1)
    assert history.line("cpu", 1e9)[1] == [2e6]
    assert not history.events
