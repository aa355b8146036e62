"""Batches, medians and where two curves cross."""

from __future__ import annotations

import pytest

from raytracer.session.measure import dial, entrants
from raytracer.session.measure.dial import Batch, Curve, compare, format_seconds, summarise
from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.messages import Launched
from tests.session.measure.fake import CPU, CUDA, LLVMPIPE, World, finished

ONE, OTHER = Entrant("cpu", threads=8), Entrant("cuda")


def curve(who: Entrant, latency: float, rate: float, sizes: tuple[int, ...] = dial.SIZES) -> Curve:
    batches = [Batch(n, latency + n / rate, 0.0, 0.0, 9) for n in sizes]
    return Curve(who, tuple(batches))


def test_the_median_ignores_a_cold_start_and_an_accident() -> None:
    batch = summarise(Launched(64, (9.0, 1.0, 1.0, 50.0, 1.0, 1.0, 1.0), 448, 1000))
    assert (batch.seconds, batch.repeats) == (1.0, 6)
    assert batch.samples_per_s == 64.0
    assert summarise(Launched(64, (2.0,), 64, 300)).seconds == 2.0


def test_the_crossing_lies_where_both_take_the_same_time() -> None:
    # 5 us + n / 1e6 = 3 ms + n / 1e9 at n = 2995 / 0.999
    verdict = compare(curve(ONE, 5e-6, 1e6), curve(OTHER, 3e-3, 1e9))
    assert verdict is not None
    assert verdict.crossing is not None
    assert verdict.crossing.items == pytest.approx(2998, rel=0.1)
    assert (verdict.crossing.below, verdict.crossing.above) == (ONE, OTHER)
    swapped = compare(curve(OTHER, 3e-3, 1e9), curve(ONE, 5e-6, 1e6))
    assert swapped is not None
    assert swapped.crossing is not None
    assert (swapped.crossing.below, swapped.crossing.above) == (ONE, OTHER)


def test_no_crossing_is_said_and_only_for_what_was_measured() -> None:
    verdict = compare(curve(ONE, 5e-6, 1e6, (1, 4, 16)), curve(OTHER, 3e-3, 1e9))
    assert verdict is not None
    assert (verdict.always, verdict.largest, verdict.crossing) == (ONE, 16, None)
    assert "16 paths" in str(dial._in_words(verdict))


def test_equal_curves_are_too_close_to_call() -> None:
    verdict = compare(curve(ONE, 1e-5, 1e6), curve(OTHER, 1.02e-5, 0.99e6))
    assert verdict is not None
    assert verdict.crossing is None
    assert verdict.always is None
    assert "too close" in str(dial._in_words(verdict))
    assert compare(curve(ONE, 1.0, 1.0, (1,)), curve(OTHER, 1.0, 1.0, (4,))) is None


def test_the_whole_dial() -> None:
    world = World({"cpu-8": 4e6, "cuda": 1e9}, {"cpu-8": 1e-5, "cuda": 2e-4})
    with world.lab() as lab:
        result = finished(dial.run(lab, entrants.pair([CPU, CUDA])))
    cpu, cuda = result.curves
    assert [batch.items for batch in cuda.batches] == list(dial.SIZES)
    assert cpu.latency == pytest.approx(1e-5 + 1 / 4e6)
    assert cpu.batches[-1].items == 4**11, "16 million paths would take longer than allowed"
    assert "4.19 s" in cpu.stopped
    assert cuda.best.samples_per_s == pytest.approx(1e9, rel=0.05)
    texts = [str(sentence) for sentence in result.sentences()]
    assert texts[0].startswith("Below 7")
    assert texts[0].endswith("CPU, 8 threads answers first, above it CUDA does.")
    assert len(result.table().rows) == len(cpu.batches) + len(cuda.batches)


def test_without_a_gpu_one_thread_against_all() -> None:
    world = World({"cpu-1": 1e6, "cpu-8": 7e6}, {"cpu-1": 1e-5, "cpu-8": 2e-5})
    with world.lab() as lab:
        result = finished(dial.run(lab, entrants.pair([CPU, LLVMPIPE])))
    assert [c.entrant.key for c in result.curves] == ["cpu-1", "cpu-8"]
    assert "CPU, 1 thread answers first" in str(result.sentences()[0])


def test_software_is_labelled() -> None:
    world = World({"cpu-8": 1e6, "vulkan": 1e4}, {"cpu-8": 1e-5, "vulkan": 1e-2})
    with world.lab() as lab:
        result = finished(dial.run(lab, entrants.pair([CPU, LLVMPIPE], software=True)))
    assert any("is no GPU" in str(sentence) for sentence in result.sentences())


@pytest.mark.parametrize(
    ("seconds", "text"), [(85e-6, "85 µs"), (9.999e-4, "1 ms"), (0.0123, "12.3 ms"), (1.5, "1.5 s"), (0.9999, "1 s")]
)
def test_seconds_in_words(seconds: float, text: str) -> None:
    assert format_seconds(seconds) == text
