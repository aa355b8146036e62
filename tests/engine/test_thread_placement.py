"""Where the threads of the pool run."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from raytracer.engine.probe import usable_threads
from raytracer.engine.thread_placement import place_pool

BORN = frozenset(range(100, 106))

START = """
import json, os
from raytracer.engine import runtime, thread_placement
before = thread_placement.thread_ids()
runtime.start("cpu", threads={threads})
born = thread_placement.thread_ids() - before
print(json.dumps([sorted(os.sched_getaffinity(thread)) for thread in sorted(born)]))
"""


class Pins:
    """Notes what is asked of the system. ``refused``: the thread that it does not let go where it is told to."""

    def __init__(self, refused: int | None = None) -> None:
        self.made: dict[int, set[int]] = {}
        self._refused = refused

    def __call__(self, thread: int, processors: set[int]) -> None:
        if thread == self._refused and len(processors) == 1:
            raise PermissionError("not here")
        self.made[thread] = processors


def test_threads_of_the_pool_get_a_processor_each() -> None:
    pins = Pins()
    assert place_pool(BORN, 4, 2, [3, 5], pins) == (104, 105)
    assert pins.made == {104: {3}, 105: {5}}


@pytest.mark.parametrize(
    ("born", "pool", "processors"),
    [(BORN, 2, [0, 1, 2]), (BORN | {200}, 2, [0, 1]), (frozenset(range(5)), 1, [0]), (frozenset(), 2, [0, 1])],
    ids=["processors to spare", "unknown threads", "one thread", "no list of threads"],
)
def test_otherwise_nothing_is_placed(born: frozenset[int], pool: int, processors: list[int]) -> None:
    pins = Pins()
    assert place_pool(born, 4, pool, processors, pins) == ()
    assert pins.made == {}


def test_a_refusal_leaves_all_threads_free() -> None:
    pins = Pins(refused=105)
    assert place_pool(BORN, 4, 2, [0, 1], pins) == ()
    assert pins.made == {104: {0, 1}, 105: {0, 1}}


def test_a_system_without_such_a_thing() -> None:
    assert place_pool(BORN, 4, 2, [0, 1], None) == ()


@pytest.mark.parametrize("spare", [0, 1], ids=["all processors", "one to spare"])
def test_taichi_makes_the_threads_that_are_counted_on(spare: int) -> None:
    if not hasattr(os, "sched_getaffinity") or usable_threads() < 2:
        pytest.skip("threads are placed on Linux, where there are two processors")
    everywhere = sorted(os.sched_getaffinity(0))
    threads = len(everywhere) - spare
    code = START.format(threads=threads)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    places = json.loads(done.stdout.splitlines()[-1])
    placed = [place for place in places if place != everywhere]
    assert placed == ([] if spare else [[processor] for processor in everywhere])
