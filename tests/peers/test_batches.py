"""The comparison itself: it sees a difference, and it does not cry wolf."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.peers.batches import REPETITIONS, assert_same_picture


def noisy(seed: int, mean: np.ndarray | float = 1.0) -> np.ndarray:
    """Pictures whose pixels scatter by 20 %, with a long tail."""
    generator = np.random.default_rng(seed)
    return mean * generator.gamma(25.0, 1.0 / 25.0, (REPETITIONS, 64, 64, 3))


def test_equal_pictures_pass(tmp_path: Path) -> None:
    for seed in range(20):
        assert_same_picture(noisy(seed), noisy(1000 + seed), tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_small_difference_everywhere_is_seen(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="whole picture"):
        assert_same_picture(noisy(1, 1.01), noisy(2), tmp_path / "artifacts")
    assert {p.name for p in (tmp_path / "artifacts").iterdir()} == {
        "ours.png", "theirs.png", "difference.png", "pictures.npz",
    }  # fmt: skip


def test_noise_that_hides_everything_is_no_agreement(tmp_path: Path) -> None:
    wild = 80.0 * (noisy(1) - 1.0) + 1.0
    with pytest.raises(AssertionError, match="too noisy"):
        assert_same_picture(wild, noisy(2), tmp_path)


def test_a_difference_in_one_block_is_seen(tmp_path: Path) -> None:
    mean = np.ones((64, 64, 3))
    mean[8:16, 24:32, 1] = 1.1
    with pytest.raises(AssertionError, match="1 of 195 means differ"):
        assert_same_picture(noisy(1, mean), noisy(2), tmp_path)
