"""Who renders which samples: every index once, whatever happens."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from raytracer.session.sharing import PART_SECONDS, Ledger, Pacer, Part


def test_every_index_is_rendered_once_whoever_dies() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        total = rng.randrange(1, 5000)
        ledger = Ledger(total)
        film = np.zeros(total, int)
        working: dict[int, list[Part]] = {worker: [] for worker in range(4)}
        while not ledger.complete:
            worker = rng.choice(list(working))
            if rng.random() < 0.02 and len(working) > 1:
                ledger.give_back(worker)
                del working[worker]
            elif working[worker] and rng.random() < 0.5:
                part = working[worker].pop(rng.randrange(len(working[worker])))
                film[part.first : part.end] += 1
                ledger.finished(worker, part)
            else:
                part = ledger.take(worker, rng.randrange(1, 400))
                if part is not None:
                    working[worker].append(part)
            assert ledger.done == film.sum()
        assert (film == 1).all()
        assert ledger.left == 0
        assert ledger.take(0, 10) is None


def test_a_part_cannot_be_booked_twice_or_by_another() -> None:
    ledger = Ledger(100)
    part = ledger.take(0, 30)
    assert part == Part(0, 30)
    with pytest.raises(AssertionError, match="not given"):
        ledger.finished(1, part)
    ledger.finished(0, part)
    with pytest.raises(AssertionError, match="not given"):
        ledger.finished(0, part)


def test_a_slip_that_books_an_index_twice_is_noticed() -> None:
    ledger = Ledger(100)
    first = ledger.take(0, 50)
    assert first is not None
    ledger.give_back(0)
    again = ledger.take(1, 50)
    assert again == first
    ledger.finished(1, first)
    ledger._outstanding[0] = [Part(40, 60)]  # a worker that was given up answers nevertheless
    with pytest.raises(AssertionError, match="on the film already"):
        ledger.finished(0, Part(40, 60))


def test_what_is_given_back_comes_first_and_in_the_size_asked_for() -> None:
    ledger = Ledger(100)
    ledger.take(0, 50)
    assert ledger.give_back(0) == 50
    assert ledger.left == 100
    assert ledger.take(1, 20) == Part(0, 20)
    assert ledger.take(2, 60) == Part(20, 50)
    assert ledger.take(2, 60) == Part(50, 100)


def test_parts_grow_to_their_time_and_shrink_at_the_end() -> None:
    pacer = Pacer(64)
    sizes = []
    for _ in range(8):
        count = pacer.next_count(10**9, pacer.rate)
        sizes.append(count)
        pacer.saw(count, count / 10_000.0)
    assert sizes[0] == 64
    assert all(b <= 4 * a for a, b in itertools.pairwise(sizes))
    assert sizes[-1] == int(10_000 * PART_SECONDS)
    assert pacer.next_count(1000, 30_000.0) <= 170
    assert pacer.next_count(1, 30_000.0) == 64
