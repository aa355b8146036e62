"""Every experiment once on the real engine, tiny and short: one CPU thread against two, and software Vulkan."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from raytracer.engine.probe import usable_threads
from raytracer.resources import scenes_dir
from raytracer.session.devices import find_backends
from raytracer.session.measure import agreement, bench, dial, entrants, ladder, quality
from raytracer.session.measure.entrants import Entrant
from raytracer.session.measure.subject import Lab, Work
from tests.session.measure.fake import finished

SCENE = scenes_dir() / "cornell.toml"
SETTINGS = {"width": 64, "height": 64}

pytestmark = pytest.mark.skipif(usable_threads() < 2, reason="needs two processors")


@pytest.fixture(scope="module")
def pair() -> list[Entrant]:
    """One thread and two."""
    cpu = next(info for info in find_backends() if info.name == "cpu")
    return [entrants.from_info(cpu, 1), entrants.from_info(cpu, 2)]


@pytest.fixture
def lab() -> Iterator[Lab]:
    with Lab(Work.of(SCENE, SETTINGS)) as lab:
        yield lab


def test_the_ladder(lab: Lab, pair: list[Entrant]) -> None:
    found = finished(ladder.run(lab, pair, seconds=0.5))
    one, two = found.rungs
    assert (one.entrant.threads, two.entrant.threads) == (1, 2)
    # Other programs may run beside the tests: only what cannot be is refused.
    assert 0.3 < two.samples_per_s / one.samples_per_s < 3.0
    assert one.rays_per_s > 2.0 * one.samples_per_s
    assert 0.0 < one.busy <= 1.0
    assert found.scene == "Cornell box"


def test_the_dial(lab: Lab, pair: list[Entrant]) -> None:
    found = finished(dial.run(lab, pair[1:], sizes=(1, 64, 4096), budget_seconds=0.1))
    batches = found.curves[0].batches
    assert [batch.items for batch in batches] == [1, 64, 4096]
    assert batches[2].seconds > batches[1].seconds
    assert batches[2].samples_per_s > 20.0 * batches[0].samples_per_s


def test_equal_quality(lab: Lab, pair: list[Entrant], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raytracer.session.measure.reference.user_dir", lambda kind: tmp_path)
    found = finished(quality.run(lab, pair[1:], seconds=1.0, reference_seconds=4.0))
    points = found.curves[0].points
    assert points[-1].rel_mse < points[0].rel_mse
    assert found.reference.floor_rel_mse < points[-1].rel_mse
    # The error falls with the number of samples, whatever the clock says.
    first, last = points[0], points[-1]
    gained, fewer = last.spp / first.spp, first.rel_mse / last.rel_mse
    assert 0.3 * gained < fewer < 3.0 * gained
    assert list(tmp_path.glob("references/*.npy"))


def same_pictures(lab: Lab, who: list[Entrant], monkeypatch: pytest.MonkeyPatch, spp: int) -> Any:
    monkeypatch.setattr(agreement, "SIDE", 64)
    monkeypatch.setattr(agreement, "SAME_SEED_SPP", spp)
    return finished(bench.run(lab, who, [lab.work], seconds=0.5)).scenes[0].agreements[0]


def test_threads_render_the_same_picture_bit_for_bit(
    lab: Lab, pair: list[Entrant], monkeypatch: pytest.MonkeyPatch
) -> None:
    agreed = same_pictures(lab, pair, monkeypatch, 16)
    assert agreed.within == 1.0
    assert agreed.same_statistics


@pytest.mark.vulkan
def test_software_vulkan_renders_the_same_picture_and_is_no_gpu(
    lab: Lab, pair: list[Entrant], monkeypatch: pytest.MonkeyPatch, skip_without_vulkan: Callable[[], Entrant]
) -> None:
    vulkan = skip_without_vulkan()
    monkeypatch.setattr(agreement, "PICTURES", 6)
    agreed = same_pictures(lab, [pair[1], vulkan], monkeypatch, 4)
    assert agreed.within >= agreement.WITHIN
    assert agreed.p_value > 1e-3


@pytest.fixture
def skip_without_vulkan() -> Callable[[], Entrant]:
    def find() -> Entrant:
        info = next(info for info in find_backends() if info.name == "vulkan")
        if not info.available:
            pytest.skip(f"no Vulkan driver: {info.reason}")
        return replace(entrants.from_info(info), software=info.software)

    return find
