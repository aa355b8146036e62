"""``raytracer bench`` and ``devices`` around a stand-in worker, and the comparison of pictures."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from raytracer.cli.measuring import picture_difference
from raytracer.cli.table import format_table


def test_one_backend_is_measured_and_the_gap_is_not_made_up(raytracer: Callable, scene: Callable) -> None:
    scene("any.toml")
    done = raytracer("bench", "any.toml", "--seconds", "0.5", "--size", "8x4", env={"TI_ENABLE_VULKAN": "0"})
    assert done.returncode == 0, done.stderr
    assert "any.toml, 8x4" in done.stdout
    cpu = next(line for line in done.stdout.splitlines() if line.startswith("cpu"))
    assert "stand-in, 2 threads" in cpu or "stand-in" in cpu
    assert "vulkan: not measured: switched off by TI_ENABLE_VULKAN=0" in done.stdout
    assert "gap: not measured" in done.stdout


@pytest.mark.vulkan
def test_two_backends_give_a_gap_and_a_difference(raytracer: Callable, scene: Callable) -> None:
    scene("any.toml")
    words = ("bench", "any.toml", "--seconds", "0.5", "--size", "8x4", "--software-vulkan", "--json", "-q")
    done = raytracer(*words)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    if "vulkan" in result["not_measured"]:
        pytest.skip(f"no Vulkan driver: {result['not_measured']['vulkan']}")
    cpu, vulkan = result["backends"]
    assert (cpu["backend"], vulkan["backend"], vulkan["software"]) == ("cpu", "vulkan", True)
    assert (cpu["difference"], vulkan["difference"]) == (None, 0.0)
    assert result["gap_to_cpu"]["vulkan"] == pytest.approx(vulkan["samples_per_s"] / cpu["samples_per_s"])
    assert cpu["samples"] > 0
    assert cpu["samples_per_s"] == pytest.approx(cpu["samples"] / cpu["seconds"])
    assert (result["width"], result["height"]) == (8, 4)


def test_bad_input_ends_the_benchmark(raytracer: Callable, scene: Callable) -> None:
    scene("garbage.toml")
    done = raytracer("bench", "garbage.toml", "-q")
    assert done.returncode == 2
    assert done.stderr.endswith("garbage.toml: not a scene\n")
    assert done.stderr.count("\n") == 1


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
    assert done.stdout.splitlines()[0].split() == ["backend", "available", "device", "memory", "threads", "driver"]
    assert "cuda: switched off by TI_ENABLE_CUDA=0" in done.stdout


def test_difference_ignores_noise_and_sees_a_shift() -> None:
    random = np.random.default_rng(5)
    first = random.exponential(1.0, (64, 96, 3)).astype(np.float32)
    noise = random.exponential(1.0, (64, 96, 3)).astype(np.float32)
    # A block's mean of 768 values of standard deviation 1 differs by 0.051; its mean absolute value is 0.041.
    assert picture_difference(first, noise) < 0.06
    brighter = picture_difference(first, first * 1.25)
    assert brighter == pytest.approx(0.25, rel=0.01)
    half = first.copy()
    half[:32] *= 1.2
    half[32:] *= 0.8
    assert picture_difference(first, half) > 0.15, "brighter above and darker below do not cancel"
    assert picture_difference(first, first) == 0.0


def test_difference_of_tiny_and_black_pictures() -> None:
    ones = np.ones((3, 2, 3), np.float32)
    assert picture_difference(ones, 2 * ones) == pytest.approx(1.0)
    assert picture_difference(0 * ones, ones) == 0.0


def test_table() -> None:
    assert format_table(("name", "n"), [("a", "1"), ("bbbbb", "22")], right=("n",)) == (
        "name    n\n-----  --\na       1\nbbbbb  22"
    )
