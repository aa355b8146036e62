"""Rates and the gap, with a clock that the test turns."""

from __future__ import annotations

import math

import pytest

from raytracer.session.protocol import Stats
from raytracer.session.throughput import Throughput, format_ratio, format_si


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def throughput(clock: Clock) -> Throughput:
    return Throughput(clock)


def stats(samples: int, seconds: float, *, work: str = "scene", camera: str = "front") -> Stats:
    return Stats(samples, samples * 5, seconds, 1.0, samples, samples * 5, seconds, work=work, camera=camera)


def feed(
    throughput: Throughput, clock: Clock, backend: str, rate: float, reports: int = 8, busy: float = 1.0, **names: str
) -> None:
    """Reports every 0.25 s; ``busy`` is the share of that time spent in passes."""
    for _ in range(reports):
        clock.now += 0.25
        throughput.add(backend, stats(round(rate * 0.25 * busy), 0.25 * busy, **names))


def test_nothing_is_known_before_the_first_report(throughput: Throughput) -> None:
    rates = throughput.rates("cpu")
    assert rates.samples_per_s is None
    assert rates.mean_rays_per_s is None
    assert rates.age == math.inf
    assert not rates.live


def test_rates_are_work_divided_by_seconds_of_passes(throughput: Throughput, clock: Clock) -> None:
    # Passes fill only a fifth of the wall time (the rest is painting): the rate is that of the passes.
    feed(throughput, clock, "cpu", 1e6, busy=0.2)
    rates = throughput.rates("cpu")
    assert rates.samples_per_s == pytest.approx(1e6)
    assert rates.rays_per_s == pytest.approx(5e6)
    assert rates.mean_samples_per_s == pytest.approx(1e6)


def test_rolling_rate_follows_within_a_second_and_the_mean_remembers(throughput: Throughput, clock: Clock) -> None:
    feed(throughput, clock, "cpu", 1e6, reports=40)
    feed(throughput, clock, "cpu", 3e6, reports=4)
    rates = throughput.rates("cpu")
    assert rates.samples_per_s == pytest.approx(3e6)
    assert rates.mean_samples_per_s == pytest.approx((40 * 1e6 + 4 * 3e6) / 44)


def test_one_slow_report_longer_than_the_window_counts(throughput: Throughput, clock: Clock) -> None:
    clock.now += 6.0
    throughput.add("vulkan", stats(6000, 6.0))
    assert throughput.rates("vulkan").samples_per_s == pytest.approx(1000.0)


def test_a_pause_changes_no_rate_but_the_age(throughput: Throughput, clock: Clock) -> None:
    feed(throughput, clock, "cpu", 1e6)
    clock.now += 60.0
    rates = throughput.rates("cpu")
    assert rates.samples_per_s == pytest.approx(1e6)
    assert rates.age == pytest.approx(60.0)
    assert not rates.live
    feed(throughput, clock, "cpu", 2e6, reports=1)
    assert throughput.rates("cpu").samples_per_s == pytest.approx(2e6), "reports from before the pause are over"
    assert throughput.rates("cpu").live


def test_reports_without_time_are_left_out(throughput: Throughput) -> None:
    throughput.add("cpu", stats(100, 0.0))
    assert throughput.rates("cpu").samples_per_s is None


def test_gap_after_a_switch(throughput: Throughput, clock: Clock) -> None:
    feed(throughput, clock, "cpu", 1e6)
    feed(throughput, clock, "cuda", 23e6)
    gap = throughput.gap("cuda", "cpu")
    assert gap.ratio == pytest.approx(23.0)
    assert gap.age == pytest.approx(8 * 0.25), "the CPU was measured before the GPU"
    assert gap.same_camera
    assert str(gap) == "23x"
    assert throughput.gap("cpu", "cuda").ratio == pytest.approx(1 / 23.0)


def test_gap_says_who_was_not_measured(throughput: Throughput, clock: Clock) -> None:
    assert str(throughput.gap("cuda", "cpu")) == "cuda and cpu not measured"
    feed(throughput, clock, "cpu", 1e6)
    gap = throughput.gap("cuda", "cpu")
    assert gap.ratio is None
    assert str(gap) == "cuda not measured"


def test_gap_between_different_work_is_not_stated(throughput: Throughput, clock: Clock) -> None:
    feed(throughput, clock, "cpu", 1e6, work="scene at 960x540")
    feed(throughput, clock, "cuda", 23e6, work="scene at 1920x1080")
    gap = throughput.gap("cuda", "cpu")
    assert gap.ratio is None
    assert gap.reason.startswith("cpu not measured with this scene")
    feed(throughput, clock, "cpu", 1e6, work="scene at 1920x1080")
    assert throughput.gap("cuda", "cpu").ratio == pytest.approx(23.0)


def test_new_work_forgets_the_rates_of_the_old(throughput: Throughput, clock: Clock) -> None:
    feed(throughput, clock, "cpu", 9e6, work="easy")
    feed(throughput, clock, "cpu", 1e6, reports=1, work="hard")
    rates = throughput.rates("cpu")
    assert rates.samples_per_s == pytest.approx(1e6)
    assert rates.mean_samples_per_s == pytest.approx(1e6)


def test_gap_tells_when_the_camera_moved_in_between(throughput: Throughput, clock: Clock) -> None:
    feed(throughput, clock, "cpu", 1e6, camera="front")
    feed(throughput, clock, "cuda", 10e6, camera="side")
    gap = throughput.gap("cuda", "cpu")
    assert gap.ratio == pytest.approx(10.0)
    assert not gap.same_camera


def test_gap_waits_for_a_trustworthy_measurement(throughput: Throughput, clock: Clock) -> None:
    feed(throughput, clock, "cpu", 1e6)
    feed(throughput, clock, "cuda", 10e6, reports=1)
    assert str(throughput.gap("cuda", "cpu")) == "measuring"
    feed(throughput, clock, "cuda", 10e6, reports=1)
    assert throughput.gap("cuda", "cpu").ratio == pytest.approx(10.0)


def test_gap_of_a_backend_that_makes_nothing(throughput: Throughput, clock: Clock) -> None:
    feed(throughput, clock, "cpu", 0.0)
    feed(throughput, clock, "cuda", 1e6)
    assert throughput.gap("cuda", "cpu").ratio is None


def test_forget(throughput: Throughput, clock: Clock) -> None:
    feed(throughput, clock, "cpu", 1e6)
    throughput.forget("cpu")
    throughput.forget("cpu")
    assert throughput.rates("cpu").samples_per_s is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (math.inf, "–"),
        (math.nan, "–"),
        (0, "0"),
        (0.5, "0.50"),
        (7.346, "7.35"),
        (42.04, "42.0"),
        (456.4, "456"),
        (999.4, "999"),
        (999.6, "1.00 k"),
        (1234, "1.23 k"),
        (12_345, "12.3 k"),
        (123_456, "123 k"),
        (999_600, "1.00 M"),
        (2_500_000, "2.50 M"),
        (1.5e9, "1.50 G"),
        (3.21e12, "3.21 T"),
        (-1500, "-1.50 k"),
    ],
)
def test_si_prefixes(value: float | None, text: str) -> None:
    assert format_si(value) == text


def test_si_unit() -> None:
    assert format_si(1.23e6, "samples/s") == "1.23 Msamples/s"
    assert format_si(12, "rays/s") == "12.0 rays/s"


@pytest.mark.parametrize(
    ("ratio", "text"), [(23.4, "23x"), (9.96, "10x"), (4.56, "4.6x"), (1.0, "1.0x"), (0.352, "0.35x"), (0.04, "0.04x")]
)
def test_ratio(ratio: float, text: str) -> None:
    assert format_ratio(ratio) == text
