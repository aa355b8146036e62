"""Every thread of Taichi's pool on a processor of its own, when there are as many threads as processors.

The pool sleeps between launches. Woken all at once, threads are put on one processor together now and then, and the
launch of a viewport's pass is over before the system has noticed: on 2 processors a quarter of the passes of 12 ms ran
on one of them, and 15 to 25 % of the throughput was lost; 5 % of that of passes of 35 ms. Where fewer threads than
processors are wanted nothing is placed: another process might place its own on the same.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence

log = logging.getLogger(__name__)

_TASKS = "/proc/self/task"
_PIN: Callable[[int, set[int]], None] | None = getattr(os, "sched_setaffinity", None)


def thread_ids() -> frozenset[int]:
    """Threads of this process, as the system numbers them; none where it does not say (only Linux does)."""
    try:
        return frozenset(int(name) for name in os.listdir(_TASKS))
    except OSError:
        return frozenset()


def place_pool(
    born: frozenset[int],
    compiling: int,
    pool: int,
    processors: Sequence[int],
    pin: Callable[[int, set[int]], None] | None = _PIN,
) -> tuple[int, ...]:
    """Pins the pool's threads, and returns them; none where that is not in order.

    ``born``: threads that the start of Taichi 1.7.4 made: ``compiling`` that compile kernels, then ``pool`` that run
    them, in this order. Where there are others, too, nothing is known of any of them.
    """
    if pin is None or pool < 2 or pool != len(processors) or len(born) != compiling + pool:
        return ()
    threads = tuple(sorted(born)[compiling:])
    try:
        for thread, processor in zip(threads, processors, strict=True):
            pin(thread, {processor})
    except OSError as error:
        log.info("threads stay where the system puts them: %s", error)
        for thread in threads:
            _release(pin, thread, processors)
        return ()
    return threads


def _release(pin: Callable[[int, set[int]], None], thread: int, processors: Sequence[int]) -> None:
    try:
        pin(thread, set(processors))
    except OSError:
        log.info("thread %d could not be released", thread)
