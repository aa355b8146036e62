"""The benchmark of what measuring costs: it finds the counters in the kernel's source, and nothing else."""

from __future__ import annotations

import inspect
from pathlib import Path

from benchmarks.overhead import Spent, uncounted
from raytracer.engine.kernels import film


def test_the_kernel_without_counters_differs_by_its_counters_only(tmp_path: Path) -> None:
    made = uncounted(tmp_path)
    assert made.__name__ == film.make_render_kernel.__name__
    ours = inspect.getsource(film.make_render_kernel).splitlines()
    theirs = inspect.getsource(made).splitlines()
    gone = [line for line in ours if line not in theirs]
    assert [line.strip().partition("[")[0] for line in gone] == ["ti.atomic_add(counters"] * 3
    assert len(theirs) == len(ours) - 3


def test_calls_are_counted_and_still_do_what_they_did() -> None:
    class Adder:
        def add(self, a: int, b: int) -> int:
            return a + b

    spent = Spent(Adder, "add")
    assert [Adder().add(1, k) for k in range(3)] == [1, 2, 3]
    assert spent.count == 3
    assert spent.seconds >= 0.0
