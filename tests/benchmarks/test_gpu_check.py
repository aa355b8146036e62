"""The GPU check runs to its end where there is no GPU, and its comparison sees what it has to see."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.gpu_check import report
from benchmarks.gpu_check.agreement import compare, welch
from benchmarks.gpu_check.run import Step, plan

ROOT = Path(__file__).resolve().parents[2]


def pictures(seed: int, scale: float = 1.0) -> np.ndarray:
    return scale * np.random.default_rng(seed).exponential(1.0, (8, 32, 48, 3))


def test_equal_pictures_agree() -> None:
    found = compare(pictures(1), pictures(1) * (1.0 + 1e-4), pictures(2))
    assert found["agrees"]
    assert found["pixels_equal"] == 1.0
    assert found["z_rms"] == pytest.approx(1.08, abs=0.15)


def test_a_brighter_picture_does_not_agree() -> None:
    found = compare(pictures(1), pictures(1, 1.05), pictures(2, 1.05))
    assert not found["agrees"]
    assert found["mean_ratio"] == pytest.approx(1.05)


def test_other_light_in_a_few_places_does_not_agree() -> None:
    """A fault that the mean hides: brighter on the left, darker on the right."""
    wrong = pictures(2)
    wrong[:, :, :24] *= 1.3
    wrong[:, :, 24:] *= 0.7
    same = pictures(1)
    assert not compare(same, same, wrong)["agrees"]


def test_infinite_pixels_do_not_agree() -> None:
    broken = pictures(1)
    broken[3, 2, 1] = np.inf
    assert not compare(pictures(1), broken, pictures(2))["agrees"]


def test_no_noise_is_no_division_by_zero() -> None:
    assert (welch(np.ones((8, 4)), np.ones((8, 4))) == 0.0).all()


def test_the_most_important_steps_come_first() -> None:
    steps = plan(["cuda", "vulkan"], quick=False)
    assert [(s.name, s.backend) for s in steps[:3]] == [("scene", "cpu"), ("scene", "cuda"), ("scene", "vulkan")]
    assert {s.options["scene"] for s in steps if s.name == "scene"} >= {"start", "cornell", "glass", "interior", "fog"}
    assert {s.options["block"] for s in steps if s.name == "block"} >= {32, 128, 256}
    for scene in {s.options["scene"] for s in steps if s.name == "scene"}:
        of = [s.backend for s in steps if s.options.get("scene") == scene and s.name == "scene"]
        assert of[0] == "cpu", "the others are compared with it"


def test_failures_are_rows_and_not_the_end() -> None:
    result = {
        "quick": False,
        "machine": {"backends": []},
        "steps": [{"step": "scene", "scene": "glass", "backend": "cuda", "error": "ended by SIGSEGV"}],
        "not_run": [Step("rays", "cuda", 1.0, {"width": 4}).label],
    }
    text = report.tables(result)
    assert "scene glass cuda: ended by SIGSEGV" in text
    assert "not run, the time was over: rays 4, cuda" in text
    assert not report.all_well(result)


@pytest.mark.vulkan
def test_quick_mode_runs_to_its_end_without_a_gpu(tmp_path: Path) -> None:
    target = tmp_path / "check.json"
    command = [sys.executable, "-m", "benchmarks.gpu_check", "--quick", "--seconds", "400", "--json", str(target)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=500)
    assert "written to" in done.stdout, done.stderr
    result = json.loads(target.read_text())
    infos = {info["name"]: info for info in result["machine"]["backends"]}
    if not infos["vulkan"]["available"]:
        pytest.skip("there is no Vulkan driver")
    assert not [step for step in result["steps"] if step["backend"] == "cpu" and "error" in step]
    by_name = {(step["step"], step["backend"]): step for step in result["steps"]}
    scene = by_name["scene", "cpu"]
    assert scene["samples_per_s"] > 0.0
    assert by_name["readback", "cpu"]["way"] == "in place"
    if infos["vulkan"]["software"]:
        assert "vulkan (software)" in done.stdout
        assert "SOFTWARE: runs on the CPU, no GPU" in done.stdout
    vulkan = by_name["scene", "vulkan"]
    assert vulkan.get("finite", False), vulkan
    assert vulkan["pixels_equal"] > 0.8
