"""Rungs, perfect scaling and the fit of Amdahl's law."""

from __future__ import annotations

from pathlib import Path

import pytest

from raytracer.errors import CancelledError, WorkerError
from raytracer.session.measure import entrants, ladder
from raytracer.session.measure.ladder import fit_amdahl
from raytracer.session.measure.processors import usable_processors
from tests.session.measure.fake import CPU, CUDA, LLVMPIPE, World, finished


def amdahl(single: float, parallel: float, threads: int) -> float:
    return single / ((1.0 - parallel) + parallel / threads)


def world(parallel: float = 0.95, **changes: object) -> World:
    rates = {f"cpu-{n}": amdahl(1e6, parallel, n) for n in (1, 2, 3, 4, 6, 8)}
    return World(rates | {"cuda": 1e8, "vulkan": 5e4}, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(("threads", "rungs"), [(1, [1]), (2, [1, 2]), (6, [1, 2, 4, 6]), (8, [1, 2, 4, 8])])
def test_rungs_are_powers_of_two_and_all(threads: int, rungs: list[int]) -> None:
    found = entrants.ladder([CPU, CUDA, LLVMPIPE], most=threads)
    assert [e.threads for e in found if e.backend == "cpu"] == rungs
    assert [e.key for e in found if e.backend != "cpu"] == ["cuda"]


def test_software_takes_part_only_when_allowed_and_comes_last() -> None:
    found = entrants.ladder([LLVMPIPE, CPU, CUDA], software=True)
    assert [e.key for e in found[-2:]] == ["cuda", "vulkan"]
    assert not found[-1].is_gpu
    assert "software" in found[-1].title


def test_the_fit_finds_the_law_that_made_the_times() -> None:
    times = [(n, 1.0 / amdahl(2e6, 0.9, n)) for n in (1, 2, 4, 8)]
    fit = fit_amdahl(times)
    assert fit is not None
    assert fit.parallel == pytest.approx(0.9, abs=1e-9)
    assert fit.single == pytest.approx(2e6)
    assert fit.limit == pytest.approx(10.0)
    assert fit.worst == pytest.approx(0.0, abs=1e-9)
    assert fit.rate(16) == pytest.approx(amdahl(2e6, 0.9, 16))


def test_noise_moves_the_fit_a_little_and_is_stated() -> None:
    times = [(n, (1.05 if n == 4 else 1.0) / amdahl(2e6, 0.9, n)) for n in (1, 2, 4, 8)]
    fit = fit_amdahl(times)
    assert fit is not None
    assert fit.parallel == pytest.approx(0.9, abs=0.03)
    assert 0.01 < (fit.worst or 0.0) < 0.06


def test_the_fit_stays_within_the_law() -> None:
    faster = fit_amdahl([(1, 1.0), (2, 0.45), (4, 0.2)])
    assert faster is not None
    assert (faster.parallel, faster.limit) == (1.0, None)
    slower = fit_amdahl([(1, 1.0), (2, 1.1), (4, 1.3)])
    assert slower is not None
    assert slower.parallel == 0.0
    assert fit_amdahl([(1, 1.0)]) is None
    two = fit_amdahl([(1, 1.0), (2, 0.6)])
    assert two is not None
    assert two.worst is None, "two points test nothing"


def test_the_whole_ladder() -> None:
    here = world()
    found = entrants.ladder([CPU, CUDA, LLVMPIPE], software=True)
    with here.lab() as lab:
        result = finished(ladder.run(lab, found))
    assert [rung.entrant.key for rung in result.rungs] == [e.key for e in found]
    assert result.fit.parallel == pytest.approx(0.95, abs=1e-3)
    rows = result.table().records()
    assert rows[0]["speed_up"] == 1.0
    assert rows[3]["perfect_samples_per_s"] == pytest.approx(8.0 * rows[0]["samples_per_s"])
    assert rows[-2]["perfect_samples_per_s"] is None
    texts = [str(sentence) for sentence in result.sentences()]
    assert any("CUDA does 17x the work of all 8 threads" in text for text in texts)
    assert any("is no GPU" in text and "software" in text for text in texts)
    assert any("95.0 % of the work is parallel" in text for text in texts)
    assert sorted(here.closed) == sorted(e.key for e in found)


def test_a_busy_machine_is_named() -> None:
    with world(busy=0.4).lab() as lab:
        result = finished(ladder.run(lab, entrants.ladder([CPU])))
    assert result.rungs[0].busy == pytest.approx(0.4)
    assert any("40 % of their processor time" in str(sentence) for sentence in result.sentences())


def test_a_backend_that_fails_is_left_out_and_named() -> None:
    with world(broken=("cuda",)).lab() as lab:
        result = finished(ladder.run(lab, entrants.ladder([CPU, CUDA])))
    assert [rung.entrant.key for rung in result.rungs] == ["cpu-1", "cpu-2", "cpu-4", "cpu-8"]
    assert any("CUDA: not measured: no such device" in str(sentence) for sentence in result.sentences())


def test_nothing_at_all_is_an_error_and_cancelling_ends_every_worker() -> None:
    only = entrants.ladder([CUDA])
    with world(broken=("cuda",)).lab() as lab, pytest.raises(WorkerError, match="no such device"):
        list(ladder.run(lab, only))
    here, seen = world(), []

    def consume() -> None:
        with here.lab(lambda: len(seen) == 2) as lab:
            for snapshot in ladder.run(lab, entrants.ladder([CPU])):
                seen.append(snapshot)

    with pytest.raises(CancelledError):
        consume()
    assert [len(snapshot.rungs) for snapshot in seen] == [1, 2]
    assert len(here.closed) == 4


def test_hyperthreads_quota_and_virtual_machines(tmp_path: Path) -> None:
    import os

    allowed = sorted(os.sched_getaffinity(0))
    for processor in allowed:
        topology = tmp_path / f"sys/devices/system/cpu/cpu{processor}/topology"
        topology.mkdir(parents=True)
        (topology / "physical_package_id").write_text("0\n")
        (topology / "core_id").write_text("0\n")
    (tmp_path / "sys/fs/cgroup").mkdir(parents=True)
    (tmp_path / "sys/fs/cgroup/cpu.max").write_text("50000 100000\n")
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/cpuinfo").write_text("processor : 0\nflags : fpu sse hypervisor\n")
    found = usable_processors(tmp_path)
    assert (found.threads, found.cores, found.quota, found.virtual) == (len(allowed), 1, 0.5, True)
    texts = " ".join(str(sentence) for sentence in found.remarks())
    assert "0.5 processors" in texts
    assert "virtual machine" in texts
    assert ("share 1 core" in texts) == (len(allowed) > 1)
    empty = usable_processors(tmp_path / "nothing")
    assert (empty.cores, empty.quota, empty.virtual) == (None, None, False)
