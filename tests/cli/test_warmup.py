"""``raytracer warmup`` around a stand-in worker, and once with the real one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from raytracer.backends import BackendInfo
from raytracer.cli import warmup
from raytracer.session.launch import window_threads

NO_GPU = {"TI_ENABLE_VULKAN": "0", "TI_ENABLE_CUDA": "0"}


def test_bundled_scenes_by_default_and_the_start_scene_first() -> None:
    names = [path.name for path in warmup._bundled()]
    assert names[0] == "start.toml"
    assert set(names) >= {"cornell.toml", "glass.toml", "fog.toml"}
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("usable", "threads", "expected"), [(1, 0, [1]), (2, 0, [2]), (8, 0, [7, 8]), (8, 3, [3])])
def test_the_threads_of_app_and_batch(
    usable: int, threads: int, expected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("raytracer.engine.probe.usable_threads", lambda: usable)
    assert warmup._thread_counts(BackendInfo("cpu", True), threads) == expected
    assert warmup._thread_counts(BackendInfo("cuda", True), threads) == [0]
    assert window_threads(usable) in (usable, usable - 1)


def test_every_scene_and_the_views_are_compiled(raytracer: Callable, scene: Callable) -> None:
    scene("a.toml")
    scene("b.toml")
    done = raytracer("warmup", "a.toml", "b.toml", env=NO_GPU)
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()[2:]]
    assert {row[2] for row in rows} == {"a.toml", "b.toml", "views"}
    assert {row[0] for row in rows} == {"cpu"}
    assert "a.toml compiled in" in done.stderr


def test_quiet_and_json(raytracer: Callable, scene: Callable) -> None:
    scene("a.toml")
    done = raytracer("warmup", "a.toml", "-q", "--json", "--threads", "2", env=NO_GPU)
    assert done.returncode == 0
    assert done.stderr == ""
    result = json.loads(done.stdout)
    assert [(c["scene"], c["backend"], c["threads"]) for c in result["compiled"]] == [
        ("a.toml", "cpu", 2),
        ("views", "cpu", 2),
    ]
    assert result["failed"] == []


def test_a_bad_scene_does_not_keep_the_others_from_it(raytracer: Callable, scene: Callable) -> None:
    scene("garbage.toml")
    scene("good.toml")
    done = raytracer("warmup", "garbage.toml", "good.toml", "-q", "--json", "--threads", "2", env=NO_GPU)
    assert done.returncode == 2
    result = json.loads(done.stdout)
    assert [c["scene"] for c in result["compiled"]] == ["good.toml", "views"]
    assert "not a scene" in result["failed"][0]["error"]
    assert done.stderr.count("\n") == 1


def test_a_missing_file_and_a_missing_backend(raytracer: Callable, scene: Callable) -> None:
    done = raytracer("warmup", "nowhere.toml", "-q")
    assert (done.returncode, done.stdout) == (2, "")
    assert "nowhere.toml: file not found" in done.stderr
    scene("a.toml")
    assert raytracer("warmup", "a.toml", "--backend", "cuda", "-q", env=NO_GPU).returncode == 3


def test_kernels_are_in_the_cache_afterwards(real_raytracer: Callable, tmp_path: Path) -> None:
    shape = '[[shapes]]\nname = "ball"\nshape = "sphere"\nmaterial = "grey"\n'
    (tmp_path / "ball.toml").write_text(f"format = 1\n[materials.grey]\n{shape}")
    home = tmp_path / "home"
    env = {**NO_GPU, "RAYTRACER_HOME": str(home)}
    done = real_raytracer("warmup", "ball.toml", "-q", "--json", "--threads", "2", env=env)
    assert done.returncode == 0, done.stderr
    kept = [path for path in home.rglob("*.tic") if path.stat().st_size > 0]
    assert len(kept) > 5
    stamps = {path: path.stat().st_mtime_ns for path in kept}
    again = real_raytracer("warmup", "ball.toml", "-q", "--json", "--threads", "2", env=env)
    assert again.returncode == 0
    assert set(home.rglob("*.tic")) == set(stamps), "nothing was compiled anew"
