"""Help, versions, mistakes: one line each, the right exit code, and nothing loaded that is not needed."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from raytracer import __version__
from raytracer.__main__ import run
from raytracer.cli import VERBS

HEAVY = ("taichi", "PySide6", "OpenImageIO", "imageio", "PIL", "raytracer.engine", "raytracer.app")
WORTH_A_DELAY = ("numpy", "pydantic", "rich")


def loaded_by(code: str, modules: tuple[str, ...] = HEAVY) -> list[str]:
    """Which of the modules that code loads."""
    program = f"import sys\n{code}\nprint([m for m in {modules!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return eval(done.stdout.splitlines()[-1])


def test_the_command_line_loads_nothing_heavy() -> None:
    assert loaded_by("from raytracer.__main__ import run\nassert run(['--help']) == 0", HEAVY + WORTH_A_DELAY) == []
    assert loaded_by("import raytracer.cli.render, raytracer.cli.runner, raytracer.cli.bench, raytracer.cli.info") == []


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(raytracer: Callable, verb: str) -> None:
    done = raytracer(verb, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: raytracer {verb}")
    assert done.stderr == ""


def test_help_lists_the_verbs_and_is_quick(real_raytracer: Callable) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = real_raytracer("--help")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0
    assert all(f"  {verb}" in done.stdout for verb in VERBS)
    # Processor time, not wall time: other programs may be running.
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.5


def test_version(raytracer: Callable) -> None:
    assert raytracer("--version").stdout == f"raytracer {__version__}\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["render"], "SCENE"),
        (["render", "a.toml"], "--output"),
        (["render", "a.toml", "-o", "a.png", "--size", "0x10"], "1 to 65536"),
        (["render", "a.toml", "-o", "a.png", "--size", "800"], "WIDTHxHEIGHT"),
        (["render", "a.toml", "-o", "a.png", "--size", "-3x4"], "WIDTHxHEIGHT"),
        (["render", "a.toml", "-o", "a.png", "--spp", "0"], "--spp"),
        (["render", "a.toml", "-o", "a.png", "--spp", "many"], "--spp"),
        (["render", "a.toml", "-o", "a.png", "--time", "-1"], "--time"),
        (["render", "a.toml", "-o", "a.png", "--seed", "-1"], "--seed"),
        (["render", "a.toml", "-o", "a.png", "--view", "sepia"], "agx"),
        (["render", "a.toml", "-o", "a.png", "--shader-path", "nowhere"], "no such folder"),
        (["render", "a.toml", "-o", "a.gif"], ".png"),
        (["render", "a.toml", "a.toml", "-o", "a.png"], "folder"),
        (["render", "missing.toml", "-o", "a.png"], "file not found"),
        (["render", "a.toml", "-o", "a.png", "--frobnicate"], "--frobnicate"),
        (["info", "missing.toml"], "missing.toml"),
        (["info"], "SCENE"),
        (["bench", "--size", "huge"], "WIDTHxHEIGHT"),
        (["rendr", "a.toml"], "did you mean 'raytracer render'"),
        (["missing.glb"], "neither a command nor a file"),
        (["."], "is a folder"),
        (["a.toml", "b.toml"], "one scene"),
        (["--frobnicate"], "--frobnicate"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(
    scene: Callable,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    expected: str,
) -> None:
    scene("a.toml")
    monkeypatch.chdir(tmp_path)
    assert run(words) == 2
    printed = capsys.readouterr()
    assert expected in printed.err
    assert printed.err.startswith("raytracer: ")
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_misspelt_backend_lists_the_backends(raytracer: Callable, scene: Callable) -> None:
    """Case 81, step 6."""
    scene("a.toml")
    done = raytracer("render", "a.toml", "-o", "a.png", "--backend", "cudda")
    assert done.returncode == 2
    assert all(name in done.stderr for name in ("auto", "cpu", "cuda", "vulkan", "metal"))


def test_a_bug_is_one_line_and_a_log(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom raytracer.cli import application, devices\n"
        "def find_backends(timeout): raise ZeroDivisionError('for the test')\n"
        "devices.find_backends = find_backends\nsys.exit(application.run(sys.argv[1:]))"
    )
    env = {**os.environ, "RAYTRACER_HOME": str(tmp_path)}
    command = [sys.executable, "-c", program, "devices"]
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=60)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "ZeroDivisionError: for the test" in done.stderr
    assert "Traceback" in (tmp_path / "cache" / "logs" / "cli.log").read_text()
    done = subprocess.run([*command, "--debug"], capture_output=True, text=True, env=env, timeout=60)
    assert "Traceback" in done.stderr


def test_a_reader_that_stops_is_no_error(driver: list[str], tmp_path: Path) -> None:
    command = f"{' '.join(driver)} devices | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, timeout=60)
    assert done.stderr == ""


def test_the_app_without_a_display_is_one_line(raytracer: Callable, scene: Callable) -> None:
    """Case 84: no abort, no core dump."""
    scene("a.toml")
    for words in ([], ["a.toml"]):
        done = raytracer(*words)
        assert done.returncode == 3
        assert "display" in done.stderr
        assert done.stderr.count("\n") == 1
