"""What a batch says while it works."""

from __future__ import annotations

import io

import pytest

from raytracer.cli.progress import Goal, PlainLines, describe, format_duration, format_spp
from raytracer.session.protocol import Stats


def stats(spp: float, *, total_samples: int = 0, total_seconds: float = 0.0) -> Stats:
    return Stats(0, 0, 0.25, spp, total_samples, 0, total_seconds)


def test_what_is_left_by_samples_and_by_time() -> None:
    by_samples = Goal(100)
    assert by_samples.fraction(stats(25.0), 10.0) == 0.25
    assert by_samples.left(stats(25.0), 10.0) == pytest.approx(30.0)
    assert by_samples.left(stats(0.0), 10.0) is None
    by_time = Goal(2**31 - 1, seconds=20.0)
    assert by_time.fraction(stats(25.0), 5.0) == 0.25
    assert by_time.left(stats(25.0), 5.0) == pytest.approx(15.0)
    first_of_both = Goal(50, seconds=1000.0)
    assert first_of_both.fraction(stats(25.0), 10.0) == 0.5
    assert first_of_both.fraction(stats(99.0), 10.0) == 1.0


def test_description() -> None:
    text = describe(Goal(256), stats(64.0, total_samples=1_000_000, total_seconds=2.0), 20.0)
    assert text == "25 %, 64 of 256 spp, 500 ksamples/s, 1:00 left"
    unlimited = describe(Goal(2**31 - 1, seconds=60.0), stats(64.0), 15.0)
    assert unlimited == "25 %, 64 spp, 0:45 left"


@pytest.mark.parametrize(
    ("spp", "text"), [(0.03125, "0.0312"), (12.5, "12.5"), (256, "256"), (999.7, "1000"), (20000, "20000")]
)
def test_samples_per_pixel(spp: float, text: str) -> None:
    assert format_spp(spp) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.2, "0:00"), (7.4, "0:07"), (754.0, "12:34"), (3599.7, "1:00:00"), (11105.0, "3:05:05")]
)
def test_durations(seconds: float, text: str) -> None:
    assert format_duration(seconds) == text


def test_plain_lines_are_few_and_plain() -> None:
    stream, now = io.StringIO(), [100.0]
    lines = PlainLines(stream, lambda: now[0])
    for fraction in (0.0, 0.3, 0.6):
        lines.activity(f"reading {fraction}", fraction)
    lines.activity("compiling kernels", None)
    lines.begin("box.toml", Goal(100))
    for _ in range(100):  # 25 s, four reports a second
        now[0] += 0.25
        lines.update(stats((now[0] - 100.0), total_samples=1000, total_seconds=1.0))
    lines.line("done")
    assert stream.getvalue().splitlines() == [
        "reading 0.0",
        "compiling kernels",
        "box.toml: 10 %, 10 of 100 spp, 1.00 ksamples/s, 1:30 left",
        "box.toml: 20 %, 20 of 100 spp, 1.00 ksamples/s, 1:20 left",
        "done",
    ]
