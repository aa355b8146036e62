"""The test whether two films agree: as many false alarms as it says, and real differences are found."""

from __future__ import annotations

import numpy as np
import pytest

from raytracer.session.agreement import BLOCK, FALSE_ALARM_RATE, Agreement, compare

HEIGHT, WIDTH = 130, 150  # the last blocks are not whole


def film(random: np.random.Generator, spp: float, kind: str = "normal") -> np.ndarray:
    """A picture from dark to bright with the noise of so many samples, (height, width, 3) f32."""
    picture = np.linspace(0.01, 2.0, WIDTH)[None, :, None] * np.ones((HEIGHT, 1, 3))
    if kind == "fireflies":  # a twentieth of the light comes in rare flashes
        flashes = random.poisson(0.001 * spp, (HEIGHT, WIDTH, 1)) / (0.001 * spp)
        relative = 0.95 * random.gamma(spp, 1.0 / spp, picture.shape) + 0.05 * flashes
    else:
        relative = random.normal(1.0, 1.0 / np.sqrt(spp), picture.shape)
    return (picture * relative).astype(np.float32)


@pytest.mark.parametrize("kind", ["normal", "fireflies"])
def test_films_of_one_picture_are_hardly_ever_called_different(kind: str) -> None:
    random = np.random.default_rng(3)
    found = [compare(film(random, 64, kind), film(random, 64, kind), 64, 64) for _ in range(120)]
    assert FALSE_ALARM_RATE == 1e-3
    assert sum(one.verdict == "different" for one in found) == 0
    # The statistic is what it should be: its largest value of some 80 is about 2.7, not 0 and not 10.
    assert 2.0 < np.median([one.largest for one in found]) < 3.3


def test_enough_samples_prove_identity_and_say_how_well() -> None:
    random = np.random.default_rng(5)
    found = compare(film(random, 4096), film(random, 4096), 4096, 4096)
    assert found.verdict == "identical"
    assert found.seen_from < 0.01
    assert found.noise[0] == pytest.approx(found.noise[1])
    # Noise is 1/64 of each pixel's value: relative to the mean of a ramp that is its root mean square over its mean.
    assert found.noise[0] == pytest.approx(1.154 / 64, rel=0.03)


def test_a_small_error_everywhere_is_found() -> None:
    random = np.random.default_rng(6)
    found = compare(film(random, 1024), film(random, 1024) * np.float32(1.02), 1024, 1024)
    assert found.verdict == "different"
    assert found.relative_difference == pytest.approx(-0.02, abs=0.004)


def test_an_error_in_one_block_is_found_and_named() -> None:
    random = np.random.default_rng(7)
    first, second = film(random, 256), film(random, 256)
    second[BLOCK : 2 * BLOCK, 2 * BLOCK : 3 * BLOCK] *= 1.05
    found = compare(first, second, 256, 256)
    assert found.verdict == "different"
    assert found.place == (2 * BLOCK, BLOCK)


@pytest.mark.parametrize(("first", "second"), [(1.0, 1.0), (3.9, 64.0), (64.0, 200.0)])
def test_too_few_or_unequal_samples_claim_nothing(first: float, second: float) -> None:
    random = np.random.default_rng(8)
    assert compare(film(random, first), film(random, second) * 3, first, second).verdict == "too few samples"


def test_noise_too_strong_to_see_anything_claims_nothing() -> None:
    random = np.random.default_rng(9)
    found = compare(film(random, 4), film(random, 4), 4, 4)
    assert found.verdict == "too few samples"
    assert found.seen_from > 0.01


def test_equal_films_and_black_films_are_no_trouble() -> None:
    black = np.zeros((64, 64, 3), np.float32)
    found: Agreement = compare(black, black, 64, 64)
    assert found.largest == 0.0
    assert found.verdict == "identical"


def test_more_samples_have_less_noise() -> None:
    random = np.random.default_rng(10)
    found = compare(film(random, 400), film(random, 100), 400, 100)
    assert found.noise[1] == pytest.approx(2 * found.noise[0])
