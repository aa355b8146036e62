"""The benchmark, the comparison of pictures, and files of results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from raytracer.errors import InputError
from raytracer.session.measure import agreement, bench, bench_compare, bench_file, card, entrants
from raytracer.session.measure.agreement import permutation_test, share_within
from tests.session.measure.fake import CPU, CUDA, LLVMPIPE, World, finished


@pytest.fixture(scope="module")
def result() -> bench.BenchResult:
    """Two scenes on two devices; the GPU a hundred times as fast."""
    world = World({"cpu-8": 1e6, "cuda": 1e8})
    works = bench.built_in({"width": 32, "height": 32})[:2]
    with pytest.MonkeyPatch.context() as patch, world.lab() as lab:
        patch.setattr(agreement, "SIDE", 32)
        return finished(bench.run(lab, entrants.pair([CPU, CUDA]), works, seconds=2.0))


def blocks(seed: int, mean: float = 1.0, count: int = 16) -> np.ndarray:
    return np.random.default_rng(seed).gamma(20.0, mean / 20.0, (count, 6, 6, 3))


def test_equal_devices_raise_false_alarms_as_often_as_stated() -> None:
    alarms = [permutation_test(blocks(2 * i), blocks(2 * i + 1))[0] <= 0.05 for i in range(20)]
    # 20 at 5 %: more than 5 happen three times in 10,000; this is one fixed case.
    assert sum(alarms) <= 5


def test_a_difference_that_is_called_detectable_is_detected() -> None:
    same, detectable = permutation_test(blocks(1), blocks(2))
    assert same > 0.001
    assert 0.005 < detectable < 0.1
    different, _ = permutation_test(blocks(1), blocks(2, 1.0 + 2.0 * detectable))
    assert different <= 0.001


def test_one_block_alone_is_noticed() -> None:
    first, second = blocks(1), blocks(2)
    second[:, 3, 2, 1] *= 2.0
    assert permutation_test(first, second)[0] <= 0.001


def test_black_and_equal_pictures_say_nothing_wrong() -> None:
    black = np.zeros((16, 2, 2, 3))
    assert permutation_test(black, black) == (1.0, 0.0)
    lit = black + 1.0
    assert permutation_test(lit, lit)[0] == 1.0
    assert permutation_test(black, lit)[0] <= 0.001


def test_the_share_within_the_tolerance() -> None:
    first = np.ones((10, 10, 3))
    second = first * 1.0005
    second[0, 0] = 1.1
    assert share_within(first, second, 1e-3) == pytest.approx(0.99)
    assert share_within(first, first, 0.0) == 1.0


def test_rates_gap_and_agreement(result: bench.BenchResult) -> None:
    assert [e.key for e in result.entrants] == ["cpu-8", "cuda"]
    gpu = result.entrants[1]
    assert result.gap(gpu) == pytest.approx(100.0, rel=1e-3)
    assert result.rate(gpu) == pytest.approx(1e8, rel=1e-3)
    assert result.agrees is True
    assert len(result.table().rows) == 4
    assert any("100x the samples/s of 8 CPU threads" in str(sentence) for sentence in result.sentences())


def test_the_json_holds_what_was_promised(result: bench.BenchResult) -> None:
    facts = json.loads(bench_file.as_json(result, {"metal": "only on macOS"}))
    assert (facts["kind"], facts["schema"], facts["scene"]) == ("raytracer-bench", 1, "built-in")
    assert facts["not_measured"] == {"metal": "only on macOS"}
    assert facts["gap_to_cpu"] == {"cuda": pytest.approx(100.0, rel=1e-3)}
    first = facts["scenes"][0]["backends"][0]
    assert first["compile_seconds"] == 2.5
    assert first["samples_per_s"] == pytest.approx(first["samples"] / first["seconds"])
    assert facts["scenes"][0]["agreements"][0]["false_alarm_rate"] == 0.001


def test_the_card_has_the_size_of_a_slide_and_shows_both_colours(result: bench.BenchResult, tmp_path: Path) -> None:
    figure, what, colour = card.headline(result)
    assert (figure, colour) == ("100x", "#56B4E9")
    assert "8 CPU threads" in what
    card.save(result, tmp_path / "card.png", "2026-01-02")
    picture = np.asarray(card.draw(result))
    assert picture.shape == (1080, 1920, 3)
    for rgb in ((0xE6, 0x9F, 0x00), (0x56, 0xB4, 0xE9)):
        assert (picture == rgb).all(axis=2).sum() > 500
    assert [path.name for path in tmp_path.iterdir()] == ["card.png"]


def test_software_is_never_the_headline_of_a_gpu() -> None:
    world = World({"cpu-8": 1e6, "vulkan": 5e4})
    works = bench.built_in({"width": 32, "height": 32})[:1]
    with world.lab() as lab:
        found = finished(bench.run(lab, entrants.pair([CPU, LLVMPIPE], software=True), works, compared=False))
    figure, what, colour = card.headline(found)
    assert figure == "0.05x"
    assert "software" in what
    assert colour != "#56B4E9"
    assert card.draw(found).size == (1920, 1080)


def test_a_busy_machine_is_named_on_the_card_too() -> None:
    world = World({"cpu-8": 1e6}, busy=0.3)
    works = bench.built_in({"width": 32, "height": 32})[:1]
    with world.lab() as lab:
        found = finished(bench.run(lab, [e for e in entrants.pair([CPU]) if e.threads == 8], works))
    assert any("only 30 % of their processor time" in str(sentence) for sentence in found.sentences())
    assert (np.asarray(card.draw(found)) == (0xFF, 0x7B, 0x72)).all(axis=2).sum() > 100


def test_signs_that_the_typeface_lacks_are_spelt() -> None:
    assert card.plain("Radeon™ RX 7900 – 3× Gerät µ") == "Radeon RX 7900 - 3x Gerat u"


# ---------------------------------------------------------------- files


def written(tmp_path: Path, result: bench.BenchResult, name: str, **changes: Any) -> Path:
    facts = json.loads(bench_file.as_json(result))
    for scene in facts["scenes"]:
        scene.update(changes.get("scene", {}))
        for line in scene["backends"]:
            line["samples_per_s"] *= changes.get("factor", 1.0)
    facts.update(changes.get("top", {}))
    path = tmp_path / name
    path.write_text(json.dumps(facts))
    return path


def test_the_same_work_is_compared_as_ratios(result: bench.BenchResult, tmp_path: Path) -> None:
    first = bench_file.read(written(tmp_path, result, "a.json"))
    second = bench_file.read(written(tmp_path, result, "b.json", factor=2.5))
    compared = bench_compare.compare(first, second)
    assert [row.ratio for row in compared.rows] == [pytest.approx(2.5)] * 4
    assert compared.remarks == ()
    assert compared.devices()[0] == ("cpu", "Test CPU, 8 threads", "Test CPU, 8 threads")


def test_other_work_is_named_and_not_compared(result: bench.BenchResult, tmp_path: Path) -> None:
    first = bench_file.read(written(tmp_path, result, "a.json"))
    other = {"picture_hash": "x", "settings": {"width": 64, "height": 32}}
    second = bench_file.read(written(tmp_path, result, "b.json", scene=other))
    with pytest.raises(InputError, match="width 32 and 64"):
        bench_compare.compare(first, second)
    newer = bench_file.read(written(tmp_path, result, "c.json", top={"engine_hash": "abcdef0123"}))
    assert "the renderers differ" in bench_compare.compare(first, newer).remarks[0]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("", "no JSON"),
        ("{]", "no JSON"),
        ("[1, 2]", "no benchmark result"),
        ('{"kind": "raytracer-bench", "schema": 99}', "schema 99"),
        ('{"kind": "raytracer-bench", "schema": 1, "version": "1", "scenes": []}', "scenes"),
        ('{"kind": "raytracer-bench", "schema": 1, "version": "1", "scenes": [{"name": 3}]}', "scenes.0"),
        ("\ufeff\u0000", "no JSON"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_garbage_gives_one_clear_line(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=words) as caught:
        bench_file.read(path)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


def test_binary_and_missing_files_too(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(bytes(range(256)))
    with pytest.raises(InputError, match="no JSON"):
        bench_file.read(path)
    with pytest.raises(InputError, match="No such file"):
        bench_file.read(tmp_path / "none.json")
    with pytest.raises(InputError):
        bench_file.read(tmp_path)
