"""``raytracer bench`` and ``devices`` around a stand-in worker."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from raytracer.cli.table import format_table
from raytracer.engine.probe import usable_threads

QUICK = ("--seconds", "0.5", "--size", "64x32", "-q")
NO_VULKAN = {"TI_ENABLE_VULKAN": "0"}
two_threads = pytest.mark.skipif(usable_threads() < 2, reason="needs two processors")


def measured(raytracer: Callable, *words: str, env: dict[str, str] | None = None) -> dict[str, Any]:
    """The JSON of a short benchmark."""
    done = raytracer("bench", *words, *QUICK, "--json", env=env or NO_VULKAN)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_table_of_one_backend_and_a_gap_that_is_not_made_up(raytracer: Callable, scene: Callable) -> None:
    scene("any.toml")
    words = ("bench", "any.toml", "--seconds", "0.5", "--size", "8x4")
    done = raytracer(*words, env={**NO_VULKAN, "TI_ENABLE_CUDA": "0"})
    assert done.returncode == 0, done.stderr
    assert "any.toml, 8x4" in done.stdout
    cpu = next(line for line in done.stdout.splitlines() if line.startswith("cpu"))
    assert "stand-in" in cpu
    assert "vulkan: not measured: switched off by TI_ENABLE_VULKAN=0" in done.stdout
    assert "gap: not measured" in done.stdout


@two_threads
def test_without_a_gpu_one_thread_is_compared_with_all(raytracer: Callable, scene: Callable) -> None:
    scene("any.toml")
    result = measured(raytracer, "any.toml", env={**NO_VULKAN, "TI_ENABLE_CUDA": "0"})
    one, every = result["backends"]
    assert (one["key"], one["threads"]) == ("cpu-1", 1)
    assert every["threads"] == usable_threads()
    assert result["gap_to_cpu"] == {}
    assert result["pictures_agree"] is True
    agreed = result["scenes"][0]["agreements"][0]
    assert (agreed["within"], agreed["false_alarm_rate"]) == (1.0, 0.001)
    assert agreed["same_pixels"]
    assert agreed["same_statistics"]


@two_threads
def test_pictures_that_differ_are_noticed_twice(raytracer: Callable, scene: Callable) -> None:
    scene("brighter.toml")
    result = measured(raytracer, "brighter.toml", env={**NO_VULKAN, "TI_ENABLE_CUDA": "0"})
    agreed = result["scenes"][0]["agreements"][0]
    assert result["pictures_agree"] is False
    assert agreed["within"] < 0.5
    assert agreed["p_value"] <= agreed["false_alarm_rate"]


@pytest.mark.vulkan
def test_two_backends_give_a_gap_and_a_difference(raytracer: Callable, scene: Callable) -> None:
    scene("any.toml")
    result = measured(raytracer, "any.toml", "--software-vulkan", env={"TI_ENABLE_CUDA": "0"})
    if "vulkan" in result["not_measured"]:
        pytest.skip(f"no Vulkan driver: {result['not_measured']['vulkan']}")
    cpu, vulkan = result["backends"]
    assert (cpu["backend"], vulkan["backend"], vulkan["software"]) == ("cpu", "vulkan", True)
    assert (cpu["difference"], vulkan["difference"]) == (None, 0.0)
    assert result["gap_to_cpu"]["vulkan"] == pytest.approx(vulkan["samples_per_s"] / cpu["samples_per_s"])
    assert cpu["samples"] > 0
    assert cpu["samples_per_s"] == pytest.approx(cpu["samples"] / cpu["seconds"])
    assert (result["width"], result["height"]) == (64, 32)


def test_a_card_is_a_picture_and_a_file_that_can_be_compared(
    raytracer: Callable, scene: Callable, tmp_path: Path
) -> None:
    scene("any.toml")
    done = raytracer("bench", "any.toml", *QUICK, "--card", "out/a.png", env=NO_VULKAN)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.json", "a.png"]
    with Image.open(tmp_path / "out" / "a.png") as picture:
        assert picture.size == (1920, 1080)
        assert len(picture.getcolors(1 << 22) or ()) > 50
    facts = json.loads((tmp_path / "out" / "a.json").read_text())
    assert (facts["kind"], facts["schema"]) == ("raytracer-bench", 1)
    assert len(facts["scenes"][0]["scene_hash"]) == 16
    done = raytracer("bench", "compare", "out/a.json", "out/a.json")
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("any.toml")]
    assert rows
    assert all("1.0x" in row for row in rows)


def test_compare_says_what_is_wrong_in_one_line(raytracer: Callable, tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text("{]")
    for words in (("c.json", "c.json"), ("none.json", "c.json"), ("c.json",)):
        done = raytracer("bench", "compare", *words)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr


def test_bad_input_ends_the_benchmark(raytracer: Callable, scene: Callable) -> None:
    scene("garbage.toml")
    done = raytracer("bench", "garbage.toml", "-q")
    assert done.returncode == 2
    assert done.stderr.endswith("garbage.toml: not a scene\n")
    assert done.stderr.count("\n") == 1


def test_two_scenes_are_too_many(raytracer: Callable) -> None:
    done = raytracer("bench", "a.toml", "b.toml")
    assert done.returncode == 2
    assert "one scene" in done.stderr


def test_devices_as_json(raytracer: Callable) -> None:
    done = raytracer("devices", "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert [info["name"] for info in found] == ["cpu", "cuda", "vulkan", "metal"]
    assert found[0]["available"]
    assert all(info["available"] or info["reason"] for info in found)


def test_devices_as_a_table(raytracer: Callable) -> None:
    done = raytracer("devices", env={"TI_ENABLE_CUDA": "0"})
    assert done.returncode == 0
    columns = ["backend", "available", "device", "cores", "threads", "memory", "driver"]
    assert done.stdout.splitlines()[0].split() == columns
    assert "cuda: switched off by TI_ENABLE_CUDA=0" in done.stdout


def test_table() -> None:
    assert format_table(("name", "n"), [("a", "1"), ("bbbbb", "22")], right=("n",)) == (
        "name    n\n-----  --\na       1\nbbbbb  22"
    )
