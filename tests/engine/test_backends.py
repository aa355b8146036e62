"""The same samples on another backend give the same picture."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from raytracer.backends import BackendInfo
from raytracer.engine import probe, runtime
from raytracer.engine.renderer import Renderer
from raytracer.errors import BackendError


def vulkan() -> BackendInfo:
    return probe.probe(("vulkan",))[0]


@pytest.mark.vulkan
@pytest.mark.skipif(not vulkan().available, reason="there is no Vulkan driver")
def test_vulkan_and_the_cpu_agree(tmp_path: Path) -> None:
    pictures = {}
    for backend in ("cpu", "vulkan"):
        target = tmp_path / f"{backend}.npz"
        subprocess.run(
            [sys.executable, "-m", "tests.engine.render_on", backend, str(target)],
            check=True,
            timeout=1800,
            cwd=Path(__file__).parents[2],
        )
        with np.load(target) as saved:
            pictures[backend] = [saved[name] for name in saved.files]
    for ours, theirs in zip(pictures["cpu"], pictures["vulkan"], strict=True):
        # The same random numbers: a pixel differs only where rounding sent a path to the other side of an edge.
        close = np.isclose(ours, theirs, rtol=2e-3, atol=1e-4).all(axis=-1)
        assert close.mean() > 0.98
        assert ours.mean() == pytest.approx(theirs.mean(), rel=0.01)


@pytest.mark.vulkan
@pytest.mark.skipif(not vulkan().available, reason="there is no Vulkan driver")
def test_vulkan_and_the_cpu_agree_on_everything_else(tmp_path: Path) -> None:
    """Layers, followed and counted paths, noise, the picture for the screen, and the light after a move."""
    found = {}
    for backend in ("cpu", "vulkan"):
        target = tmp_path / f"{backend}.npz"
        command = [sys.executable, "-m", "tests.engine.kernels_on", backend, str(target)]
        subprocess.run(command, check=True, timeout=1800, cwd=Path(__file__).parents[2])
        with np.load(target) as saved:
            found[backend] = {name: saved[name].astype(np.float64) for name in saved.files}
    assert not np.array_equal(found["cpu"]["moved"], found["cpu"]["light"])
    for name, ours in found["cpu"].items():
        theirs = found["vulkan"][name]
        assert ours.shape == theirs.shape, name
        close = np.isclose(ours, theirs, rtol=2e-3, atol=2e-3).mean()
        assert close > 0.98, f"{name}: {close:.1%} of the values"


@pytest.mark.vulkan
def test_every_pair_of_backends_renders_the_same_picture(tmp_path: Path) -> None:
    """With one seed: 99.9 % of the pixels equal within float tolerance at 16 spp, and equal means."""
    contenders = [("cpu", 1), ("cpu", 2)] + [(i.name, 0) for i in probe.probe() if i.available and i.name != "cpu"]
    pictures = {}
    for backend, threads in contenders:
        target = tmp_path / f"{backend}-{threads}.npy"
        command = [sys.executable, "-m", "tests.engine.render_box_on", backend, str(threads), str(target)]
        subprocess.run(command, check=True, timeout=600, cwd=Path(__file__).parents[2])
        pictures[backend, threads] = np.load(target).astype(np.float64)
    for one, other in itertools.combinations(contenders, 2):
        ours, theirs = pictures[one], pictures[other]
        tolerance = 2e-3 * np.abs(ours) + 2e-3 * ours.mean()
        within = (np.abs(ours - theirs) <= tolerance).all(axis=-1).mean()
        assert within >= 0.999, f"{one} and {other}: {within:.4%} of the pixels"
        error = (ours - theirs).std() / np.sqrt(ours.size)
        assert abs(ours.mean() - theirs.mean()) <= 4.0 * error + 1e-6 * ours.mean(), (one, other)
    assert np.array_equal(pictures["cpu", 1], pictures["cpu", 2])  # bit for bit, whatever the threads


def test_one_process_runs_one_backend(renderer: Renderer) -> None:
    assert renderer.info.name == "cpu"
    assert renderer.info.threads == 2
    with pytest.raises(BackendError, match="already runs cpu"):
        runtime.start("vulkan")


def test_a_stale_lock_is_swept_and_a_fresh_one_left(tmp_path: Path) -> None:
    stale, fresh = tmp_path / "a" / "metadata.lock", tmp_path / "b" / "metadata.lock"
    for lock in (stale, fresh):
        lock.parent.mkdir()
        lock.touch()
    os.utime(stale, (0.0, 0.0))
    runtime.sweep_stale_lock(tmp_path)
    assert not stale.exists()
    assert fresh.exists()


def test_the_cache_folder_depends_on_flags() -> None:
    assert runtime.kernel_cache_dir("cpu", {"a": 1}) != runtime.kernel_cache_dir("cpu", {"a": 2})
