"""Whether two entrants compute the same picture: pixel by pixel with the same seed, and statistically with others.

The statistical test is a permutation test (Fisher 1935) of the largest difference of block means, after Westfall and
Young 1993. Both render several pictures, all of different seeds. If they compute the same thing, it is mere chance
which of those pictures are whose: the largest difference that was found must not stand out among those of other ways
to deal the pictures out in two halves, thousands of them, chosen at random. That needs no assumption about how noise is
distributed, and it holds for all blocks together, so the rate of false alarms is what it says.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from raytracer.session.measure.result import Sentence, say
from raytracer.session.measure.subject import Lab, Subject

SIDE = 192
"""Side of the compared pictures, pixels."""
BLOCK = 16
PICTURES = 16
"""Of each entrant."""
DEALS = 9_999
"""Ways to deal the pictures out that are tried, of 300 million; the test is exact for any choice at random."""
SAME_SEED_SPP = 16
TOLERANCE = 1e-3
"""Of a pixel's value, plus as much of the picture's mean: float arithmetic differs in the last digits, and paths at an
edge may then part."""
WITHIN = 0.999
"""Share of the pixels that must be within the tolerance."""
FALSE_ALARM_RATE = 0.001
_FIRST_SEED = 0xA11CE
_MOST_SPP = 16


@dataclass(frozen=True)
class Agreement:
    """What the comparison of two entrants (their keys) found.

    ``within`` is the share of pixels that differ by no more than ``tolerance`` at ``same_seed_spp`` with one seed.
    ``p_value`` is the share of all deals with a difference as large as the one found; ``detectable`` is the difference
    of the whole picture's brightness, relative, that would have been noticed.
    """

    first: str
    second: str
    titles: tuple[str, str]
    within: float
    tolerance: float
    same_seed_spp: int
    p_value: float
    false_alarm_rate: float
    detectable: float
    pictures: int
    spp: int

    @property
    def same_pixels(self) -> bool:
        """Whether enough pixels are equal within the tolerance."""
        return self.within >= WITHIN

    @property
    def same_statistics(self) -> bool:
        """Whether the difference could be chance."""
        return self.p_value > self.false_alarm_rate

    @property
    def within_percent(self) -> str:
        """Rounded down: 100.00 means all."""
        return f"{math.floor(1e4 * self.within + 1e-9) / 100:.2f}"

    def facts(self) -> dict[str, object]:
        """For JSON."""
        return {**asdict(self), "same_pixels": self.same_pixels, "same_statistics": self.same_statistics}

    def sentence(self, scene: str) -> Sentence:
        """Both findings in one line."""
        first, second = self.titles
        values = {"scene": scene, "first": first, "second": second, "p": f"{self.p_value:.3f}"}
        values |= {"within": self.within_percent, "tolerance": f"{100 * self.tolerance:g}"}
        if self.same_statistics:
            text = (
                "{scene}, {first} and {second}: {within} % of pixels within {tolerance} %, same within noise (p = {p})."
            )
        else:
            text = (
                "{scene}, {first} and {second} DIFFER: {within} % of pixels within {tolerance} %, no noise (p = {p})."
            )
        return say(text, **values)


def about_the_test(found: Sequence[Agreement]) -> list[Sentence]:
    """How often the test is wrong, and what it would have noticed in every one of these."""
    if not found:
        return []
    text = "Permutation test: false alarms in {rate} % of comparisons; {least} % more or less light would show."
    least = max(agreed.detectable for agreed in found)
    return [say(text, rate=f"{100 * found[0].false_alarm_rate:g}", least=f"{100 * least:.2g}")]


def check(lab: Lab, first: Subject, second: Subject, seconds: float, rates: tuple[float, float]) -> Agreement:
    """Renders the pictures, for about ``seconds`` on the slower of the two (samples/s in ``rates``); compares them."""
    affordable = seconds * min(rates) / (PICTURES * SIDE * SIDE)
    spp = int(min(max(affordable, 1.0), _MOST_SPP))
    same_spp = SAME_SEED_SPP if affordable >= 1.0 else 1
    linear: list[np.ndarray] = []
    blocks: list[np.ndarray] = []
    for index, subject in enumerate((first, second)):
        lab.progress(say("comparing pictures: {who}", who=subject.entrant.title), 0.5 * index)
        subject.restart(width=SIDE, height=SIDE, seed=_FIRST_SEED, spp=same_spp)
        subject.render(float("inf"))
        linear.append(subject.read("linear").pixels)
        for picture in range(PICTURES):
            subject.restart(width=SIDE, height=SIDE, seed=_FIRST_SEED + 1 + picture + index * PICTURES, spp=spp)
            subject.render(float("inf"))
            blocks.append(subject.read("blocks", BLOCK).pixels)
    p_value, detectable = permutation_test(np.stack(blocks[:PICTURES]), np.stack(blocks[PICTURES:]))
    return Agreement(
        first.entrant.key,
        second.entrant.key,
        (first.entrant.title, second.entrant.title),
        share_within(linear[0], linear[1], TOLERANCE),
        TOLERANCE,
        same_spp,
        p_value,
        FALSE_ALARM_RATE,
        detectable,
        PICTURES,
        spp,
    )


def share_within(first: np.ndarray, second: np.ndarray, tolerance: float) -> float:
    """Share of the pixels of (h, w, 3) whose every channel agrees within ``tolerance`` of its value and of the mean."""
    one, other = first.astype(np.float64), second.astype(np.float64)
    allowed = tolerance * (np.maximum(np.abs(one), np.abs(other)) + float(one.mean()))
    return float((np.abs(one - other) <= allowed).all(axis=2).mean())


def permutation_test(first: np.ndarray, second: np.ndarray) -> tuple[float, float]:
    """(pictures, rows, columns, 3) block means of each: the p-value, and the relative difference that would be noticed.

    The mean of the whole picture counts as one more block. Blocks that never differ (black ones) say nothing.
    """
    count = len(first)
    values = np.concatenate([first, second]).reshape(2 * count, -1, 3)
    whole = values.mean(axis=1, keepdims=True)
    columns = np.concatenate([values, whole, whole.mean(axis=2, keepdims=True).repeat(3, axis=2)], axis=1)
    columns = columns.reshape(2 * count, -1)
    spread = columns.std(axis=0, ddof=1)
    varied = spread > 1e-12 * max(float(np.abs(columns).max()), 1e-300)
    if not varied.any():
        return 1.0, 0.0
    scaled = (columns[:, varied] - columns[:, varied].mean(axis=0)) / spread[varied]
    largest = np.abs(_deals(count) @ scaled).max(axis=1)
    p_value = float((largest >= largest[0] * (1.0 - 1e-9)).mean())
    critical = float(np.quantile(largest, 1.0 - FALSE_ALARM_RATE))
    brightness = float(whole.mean())
    return p_value, critical * float(spread[-1]) / brightness if brightness > 0.0 else 0.0


@functools.lru_cache(maxsize=2)
def _deals(count: int) -> np.ndarray:
    """Ways to split twice ``count`` pictures in halves: rows of +-1/count. The first is the way they are."""
    random = np.random.default_rng(0)
    rows = np.repeat(np.array([[1.0, -1.0]]), count, axis=1) / count
    shuffled = random.permuted(np.repeat(rows, DEALS, axis=0), axis=1)
    return np.concatenate([rows, shuffled])
