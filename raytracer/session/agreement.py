"""Whether two films show the same picture, apart from noise: a test with a stated rate of false alarms.

The films must be independent (other random numbers), with equally many samples. If they estimate the same light, their
difference d in a pixel is as likely to be +x as -x, and differences of different pixels are independent. For a block of
pixels the statistic

    T = sum d / sqrt(sum d^2)

then has mean 0 and variance 1, whatever the noise of each pixel is: the noise is measured by the differences
themselves, so nothing has to be known about it, and a bright outlier cannot make T large [1]. Its tail lies below
2 e^3 / 9 times that of a normal distribution, for every block and every kind of noise [2]. The whole picture is one
more block. All blocks and channels are tested at once, each at the level at which any false alarm is as rare as
stated [3].

References
    [1] B. Efron, "Student's t-test under symmetry conditions", Journal of the American Statistical Association 64,
        1969.
    [2] I. Pinelis, "Extremal probabilistic problems and Hotelling's T2 test under a symmetry condition", Annals of
        Statistics 22, 1994.
    [3] Z. Sidak, "Rectangular confidence regions for the means of multivariate normal distributions", Journal of the
        American Statistical Association 62, 1967.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np

Verdict = Literal["identical", "different", "too few samples"]

FALSE_ALARM_RATE = 1e-3
"""Highest chance that two films of the same picture are called different, in one test of all blocks together."""
BLOCK = 32
"""Side of a block, pixels."""
LEAST_SPP = 4.0
LARGEST_RATIO = 1.25
"""Films whose samples differ by more are not compared: d would not be symmetric."""
_PINELIS = 2.0 * math.e**3 / 9.0
_POWER_SIGMAS = 2.0
"""With so many standard errors beyond the threshold a difference is seen 98 times out of 100."""
RESOLUTION = 0.01
"""A difference in brightness of this share must be one that would have been seen, or there are too few samples."""


@dataclass(frozen=True)
class Agreement:
    """The outcome. ``seen_from`` is the smallest relative difference of the whole picture that would have been seen.

    ``largest`` is the largest |T| of all blocks, ``threshold`` where an alarm begins, ``place`` the upper left corner
    of that block in pixels, None for the whole picture. ``noise`` holds the relative error of a pixel of each film,
    root mean square over the picture, as far as the difference tells.
    """

    verdict: Verdict
    largest: float
    threshold: float
    seen_from: float
    place: tuple[int, int] | None
    noise: tuple[float, float]
    relative_difference: float
    tests: int


def compare(first: np.ndarray, second: np.ndarray, first_spp: float, second_spp: float) -> Agreement:
    """Tests two films, (height, width, 3) f32 scene-linear, of so many samples per pixel each."""
    sums, squares, corners = _per_block(first - second)
    total, total_square = sums.sum(axis=0), squares.sum(axis=0)
    statistics = _ratio(np.vstack([sums, total]), np.vstack([squares, total_square]))
    tests = statistics.size
    threshold = _threshold(tests)
    worst = int(np.abs(statistics).max(axis=1).argmax())
    largest = float(np.abs(statistics[worst]).max())
    level = max(0.5 * float(first.mean(dtype=np.float64) + second.mean(dtype=np.float64)), 1e-12)
    pixels = first.shape[0] * first.shape[1]
    seen_from = (threshold + _POWER_SIGMAS) * math.sqrt(float(total_square.mean())) / pixels / level
    fewer, more = sorted((first_spp, second_spp))
    verdict: Verdict = "identical"
    if fewer < LEAST_SPP or more > LARGEST_RATIO * fewer:
        verdict = "too few samples"
    elif largest > threshold:
        verdict = "different"
    elif seen_from > RESOLUTION:
        verdict = "too few samples"
    root = math.sqrt(float(total_square.mean()) / pixels) / level
    return Agreement(
        verdict,
        largest,
        threshold,
        seen_from,
        corners[worst] if worst < len(corners) else None,
        _shares(root, first_spp, second_spp),
        float(total.mean()) / pixels / level,
        tests,
    )


def _per_block(difference: np.ndarray) -> tuple[np.ndarray, np.ndarray, list[tuple[int, int]]]:
    """Sums of d and d^2 of each block and channel, (blocks, 3), and the blocks' corners (x, y)."""
    height, width = difference.shape[:2]
    rows, columns = np.arange(0, height, BLOCK), np.arange(0, width, BLOCK)
    sums = np.add.reduceat(np.add.reduceat(difference, rows, axis=0), columns, axis=1)
    squares = np.add.reduceat(np.add.reduceat(difference * difference, rows, axis=0), columns, axis=1)
    corners = [(int(x), int(y)) for y in rows for x in columns]
    return sums.reshape(-1, 3).astype(np.float64), squares.reshape(-1, 3).astype(np.float64), corners


def _ratio(sums: np.ndarray, squares: np.ndarray) -> np.ndarray:
    """T, and 0 where nothing differs at all."""
    return np.divide(sums, np.sqrt(squares), out=np.zeros_like(sums), where=squares > 0.0)


def _threshold(tests: int) -> float:
    """|T| that one of so many independent tests passes with the stated chance when nothing differs."""
    each = -math.expm1(math.log1p(-FALSE_ALARM_RATE) / tests) / _PINELIS
    return NormalDist().inv_cdf(1.0 - 0.5 * each)


def _shares(root: float, first_spp: float, second_spp: float) -> tuple[float, float]:
    """The error of each film, from that of their difference: variances go with one over the samples."""
    if first_spp <= 0.0 or second_spp <= 0.0:
        return math.inf, math.inf
    both = 1.0 / first_spp + 1.0 / second_spp
    return root * math.sqrt(1.0 / first_spp / both), root * math.sqrt(1.0 / second_spp / both)
