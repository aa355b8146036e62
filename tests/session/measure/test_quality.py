"""Errors against a reference that knows its own, and the time to an error."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from raytracer.session.measure import entrants, errors, quality, reference
from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.quality import ErrorCurve, Point
from tests.session.measure.fake import CPU, CUDA, World, finished


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RAYTRACER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def curve(points: list[tuple[float, float]]) -> ErrorCurve:
    return ErrorCurve(Entrant("cpu"), tuple(Point(t, 1.0, e, e) for t, e in points))


def test_the_time_to_an_error_is_interpolated_and_never_extrapolated() -> None:
    line = curve([(1.0, 1.0), (10.0, 0.1), (100.0, 0.01)])
    assert line.time_to(0.05) == pytest.approx(20.0)
    assert line.time_to(0.01) == 100.0
    assert line.time_to(0.001) is None
    assert line.time_to(2.0) is None


def test_errors_of_known_pictures() -> None:
    ones = np.ones((40, 50, 3))
    assert errors.rel_mse(1.1 * ones, ones) == pytest.approx(0.01 / 1.01)
    assert errors.rmse(1.1 * ones, ones) == pytest.approx(0.1)
    spiked = ones.copy()
    spiked[3, 4] = 1e6
    assert errors.rel_mse(spiked, ones) == 0.0, "2 of 2,000 pixels may be anything"
    spiked[:3] = 2.0
    assert errors.rel_mse(spiked, ones) > 0.01
    assert errors.rel_mse(7.0 * 1.1 * ones, 7.0 * ones) == pytest.approx(errors.rel_mse(1.1 * ones, ones))


def test_block_means_leave_the_rest_out() -> None:
    picture = np.arange(5 * 7 * 3, dtype=float).reshape(5, 7, 3)
    means = errors.block_means(picture, 2)
    assert means.shape == (2, 3, 3)
    assert means[0, 0] == pytest.approx(picture[:2, :2].mean(axis=(0, 1)))
    assert errors.block_means(picture[:1, :1], 16).shape == (1, 1, 3)


def test_difference_ignores_noise_and_sees_a_shift() -> None:
    random = np.random.default_rng(5)
    first, noise = (random.exponential(1.0, (64, 96, 3)).astype(np.float32) for _ in range(2))

    def difference(second: np.ndarray) -> float:
        return errors.block_difference(errors.block_means(first, 16), errors.block_means(second, 16))

    # A block's mean of 768 values of standard deviation 1 differs by 0.051; its mean absolute value is 0.041.
    assert difference(noise) < 0.06
    assert difference(first * 1.25) == pytest.approx(0.25, rel=0.01)
    half = first.copy()
    half[:32] *= 1.2
    half[32:] *= 0.8
    assert difference(half) > 0.15, "brighter above and darker below do not cancel"
    assert difference(first) == 0.0
    black = np.zeros((2, 2, 3))
    assert errors.block_difference(black, black + 1.0) == 0.0


def test_the_whole_experiment_and_its_cache() -> None:
    world = World({"cpu-8": 1e5, "cuda": 5e6})
    who = entrants.pair([CPU, CUDA])
    with world.lab() as lab:
        result = finished(quality.run(lab, who, seconds=5.0, reference_seconds=20.0))
    kept = result.reference
    assert kept.device == "CUDA", "the reference is made on the GPU"
    assert kept.spp == pytest.approx(20.0 * 5e6 / 1024, rel=0.01)
    assert kept.path.is_file()
    # relMSE of noise 1 / sqrt(spp) on 1 .. 2, and the estimate may be twice too high, never too low.
    expected = float(np.mean(1.0 / (1.0 + np.linspace(0, 1, 32)) ** 2)) / kept.spp
    assert 0.9 * expected < kept.floor_rel_mse < 2.2 * expected
    error = result.good_error()
    (_, slow), (_, fast) = result.times(error)
    assert slow / fast == pytest.approx(50.0, rel=0.35), "fifty times the samples are the same error fifty times sooner"
    assert any("sooner" in str(sentence) for sentence in result.sentences())
    before = kept.path.stat().st_mtime_ns
    asked = len(world.asked)
    with world.lab() as lab:
        again = finished(quality.run(lab, who, seconds=1.0, reference_seconds=20.0))
    assert again.reference.spp == kept.spp
    assert len(world.asked) == asked + 2
    assert kept.path.stat().st_mtime_ns >= before


def test_nothing_is_claimed_below_what_the_reference_can_vouch_for() -> None:
    world = World({"cpu-8": 1e6, "cuda": 2e6})
    with world.lab() as lab:
        result = finished(quality.run(lab, entrants.pair([CPU, CUDA]), seconds=20.0, reference_seconds=1.0))
    limit = result.reference.trusted_rel_mse
    assert min(p.rel_mse for c in result.curves for p in c.points) < limit, "they are better than the reference"
    assert result.good_error() >= limit
    assert all(seconds is None for _, seconds in result.times(0.5 * limit))
    assert {row["trusted"] for row in result.table().records()} == {True, False}


def test_a_damaged_reference_is_made_anew(home: Path) -> None:
    world = World({"cpu-8": 1e6})
    who = [e for e in entrants.pair([CPU]) if e.threads == 8]
    with world.lab() as lab:
        path = finished(quality.run(lab, who, seconds=0.2, reference_seconds=1.0)).reference.path
    path.write_bytes(path.read_bytes()[:50])
    assert reference.find(path.stem) is None
    path.with_suffix(".json").write_text("[1")
    assert reference.find(path.stem) is None
    with world.lab() as lab:
        assert finished(quality.run(lab, who, seconds=0.2, reference_seconds=1.0)).reference.path == path
    assert reference.find(path.stem) is not None
    assert not [name for name in os.listdir(path.parent) if name.startswith(".")]


def test_the_folder_is_kept_small() -> None:
    for index in range(4):
        path = reference.folder() / f"{index}.npy"
        path.write_bytes(b"x" * 1000)
        path.with_suffix(".json").write_text("{}")
        os.utime(path, (1000.0 + index, 1000.0 + index))
    reference.tidy(2500, keep=reference.folder() / "0.npy")
    assert sorted(p.name for p in reference.folder().glob("*.npy")) == ["0.npy", "2.npy", "3.npy"]
    assert not (reference.folder() / "1.json").exists()
