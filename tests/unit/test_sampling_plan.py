"""The order of the work, without a device: every pixel gets what it needs, however the work is cut."""

from __future__ import annotations

import numpy as np
import pytest

from raytracer.engine.sampling_plan import FEWEST_SAMPLES, SamplingPlan, next_stop


def follow(plan: SamplingPlan, limit: int, threshold: float, items: int, noise_of_tile: np.ndarray) -> np.ndarray:
    """Carries the plan out and counts the samples of each tile; noise falls with the root of the samples."""
    counted = np.zeros(len(plan.everything))
    for _ in range(1_000_000):
        if plan.finished(limit, threshold):
            return counted
        if not plan.round_open:
            plan.open_round(limit, threshold)
        work = plan.next_work(items, limit)
        if work.stride == 0:
            for item in range(work.first_item, work.first_item + work.items):
                counted[plan.group[item // 64]] += work.samples / 64.0
                assert work.first_sample >= plan.samples[plan.group[item // 64]]
        elif work.stride == 1 and plan.stride == 0:
            counted += 1.0  # the lattices are through
        if plan.round_is_over(limit):
            plan.close_round(noise_of_tile[plan.group] / np.sqrt(plan.sample))
    raise AssertionError("the plan does not end")


def test_rounds_end_at_powers_of_two_and_halfway() -> None:
    stops = [1]
    while stops[-1] < 128:
        stops.append(next_stop(stops[-1]))
    assert stops == [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128]
    assert next_stop(100) == 128
    assert next_stop(65) == 96


@pytest.mark.parametrize("items", [64, 1000, 10**6])
@pytest.mark.parametrize("limit", [1, 2, 5, 24, 70])
def test_without_a_threshold_every_tile_gets_the_limit(items: int, limit: int) -> None:
    plan = SamplingPlan(50, 30)
    counted = follow(plan, limit, 0.0, items, np.ones(28))
    assert counted == pytest.approx(limit)


def test_tiles_get_what_their_noise_asks_for_however_the_work_is_cut() -> None:
    noise = np.full(64, 0.1)
    noise[0] = 1.0  # a corner: its neighbours have a say, too
    results = []
    for items in (64, 777, 10**6):
        plan = SamplingPlan(64, 64)
        results.append(follow(plan, 1024, 0.1, items, noise))
        assert plan.finished(1024, 0.1)
    assert results[0] == pytest.approx(results[1])
    assert results[0] == pytest.approx(results[2])
    counted = results[0]
    assert counted.min() == FEWEST_SAMPLES
    assert counted[0] == 128  # 1 / sqrt(n) below 0.1 at the first stop from 100 on
    assert counted[0] > counted[1] > FEWEST_SAMPLES
    assert counted[63] == FEWEST_SAMPLES


def test_another_limit_and_threshold_go_on_where_the_film_is() -> None:
    plan = SamplingPlan(64, 32)
    noise = np.linspace(0.1, 1.0, 32)
    first = follow(plan, 64, 0.2, 500, noise)
    more = follow(plan, 64, 0.1, 500, noise) + first
    fresh = follow(SamplingPlan(64, 32), 64, 0.1, 500, noise)
    assert (more >= fresh - 1e-9).all()
    assert more.max() == pytest.approx(64)
    all_of_them = follow(plan, 64, 0.0, 500, noise) + more
    assert all_of_them == pytest.approx(64)


def test_the_limit_counts_more_than_the_threshold() -> None:
    counted = follow(SamplingPlan(16, 16), 20, 1e-6, 64, np.ones(4))
    assert counted == pytest.approx(20)


def test_the_film_noise_is_weighted_by_pixels() -> None:
    plan = SamplingPlan(9, 8)  # a whole tile and one of a single column
    assert plan.film_noise is None
    follow(plan, 4, 0.0, 10**6, np.array([0.2, 2.0]))
    assert plan.film_noise == pytest.approx(np.sqrt((64 * 0.1**2 + 8 * 1.0**2) / 72), rel=1e-6)


def test_the_size_of_a_lattice_is_told_before_it_begins_and_not_within() -> None:
    plan = SamplingPlan(64, 48)
    sizes = []
    while plan.stride > 0:
        size = plan.items_of_lattice
        if size:
            sizes.append(size)
        plan.next_work(10, 4)
    assert sizes == [8 * 6, 3 * 8 * 6, 3 * 16 * 12, 3 * 32 * 24]
    assert plan.items_of_lattice == 0
