"""``raytracer render`` around a stand-in worker: files, limits, signals, exit codes, JSON."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from PIL import Image

from raytracer.backends import Contender
from raytracer.cli.options import parse_region, parse_team
from raytracer.cli.outputs import plan_outputs
from raytracer.errors import UsageError
from raytracer.resources import scenes_dir


def records(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_picture_and_its_numbers(raytracer: Callable, scene: Callable, tmp_path: Path) -> None:
    scene("short.toml")
    done = raytracer("render", "short.toml", "-o", "new/folder/out.png", "--backend", "cpu", "--json", "-")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "new/folder/out.png").read_text() == "5"
    (result,) = records(done.stdout)
    assert result["scene"] == "short.toml"
    assert result["output"] == "new/folder/out.png"
    assert (result["backend"], result["device"]) == ("cpu", "stand-in")
    assert (result["width"], result["height"], result["spp"]) == (8, 4, 5)
    assert result["samples"] == 8 * 4 * 5
    assert result["samples_per_s"] == pytest.approx(result["samples"] / result["seconds"], rel=1e-4)
    assert result["rays_per_s"] == pytest.approx(5 * result["samples_per_s"])
    assert result["compile_seconds"] == pytest.approx(0.01)
    assert result["notes"] == [{"kind": "ignored", "text": "a note", "where": "here"}]
    assert not result["interrupted"]
    lines = done.stderr.splitlines()
    assert "rendering on cpu: stand-in, 2 threads" in lines or any("stand-in" in line for line in lines)
    assert "here: a note" in lines
    assert lines[-1].startswith("new/folder/out.png: 8x4, 5 spp")
    assert "\x1b" not in done.stderr, "no control characters in a file"
    assert "\r" not in done.stderr


def test_quiet(raytracer: Callable, scene: Callable, tmp_path: Path) -> None:
    scene("short.toml")
    done = raytracer("render", "short.toml", "-o", "out.png", "--backend", "cpu", "-q", "--json", "r/result.json")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert records((tmp_path / "r/result.json").read_text())[0]["spp"] == 5


def test_options_reach_the_worker(raytracer: Callable, scene: Callable) -> None:
    scene("any.toml")
    options = ["--size", "3x2", "--spp", "7", "--max-depth", "3", "--seed", "9", "--exposure", "-1.5", "--view", "raw"]
    done = raytracer("render", "any.toml", "-o", "out.png", "--backend", "cpu", "--json", "-", "-q", *options)
    (result,) = records(done.stdout)
    assert (result["width"], result["height"], result["spp"]) == (3, 2, 7)
    assert (result["max_depth"], result["seed"]) == (3, 9)


def test_camera_by_name(raytracer: Callable, scene: Callable) -> None:
    scene("short.toml")
    common = ("render", "short.toml", "-o", "out.png", "--backend", "cpu", "-q", "--camera")
    assert raytracer(*common, "camera").returncode == 0
    done = raytracer(*common, "side")
    assert done.returncode == 2
    assert done.stderr == "raytracer: short.toml: there is no camera 'side' (there are: camera)\n"


def test_stops_after_a_time(raytracer: Callable, scene: Callable) -> None:
    scene("any.toml")
    done = raytracer("render", "any.toml", "-o", "out.png", "--backend", "cpu", "--time", "0.6", "--json", "-")
    assert done.returncode == 0, done.stderr
    (result,) = records(done.stdout)
    assert not result["interrupted"]
    assert result["samples"] > 0
    assert result["seconds"] < 3.0


def test_several_scenes_and_one_bad_one(raytracer: Callable, scene: Callable, tmp_path: Path) -> None:
    for name in ("short.toml", "garbage.toml", "other.toml"):
        scene(name)
    names = ("short.toml", "garbage.toml", "other.toml")
    done = raytracer("render", *names, "-o", "out/", "--backend", "cpu", "--spp", "3", "--json", "-")
    assert done.returncode == 2
    assert "raytracer: garbage.toml: not a scene" in done.stderr.splitlines()
    first, bad, last = records(done.stdout)
    assert bad == {"scene": "garbage.toml", "error": "garbage.toml: not a scene", "exit_code": 2}
    assert (first["output"], last["output"]) == ("out/short.png", "out/other.png")
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["other.png", "short.png"]


def test_a_scene_that_kills_the_worker_does_not_stop_the_others(raytracer: Callable, scene: Callable) -> None:
    scene("killed.toml")
    scene("short.toml")
    done = raytracer("render", "killed.toml", "short.toml", "-o", "{name}.png", "--backend", "cpu", "--json", "-")
    assert done.returncode == 3
    bad, good = records(done.stdout)
    assert "SIGKILL" in bad["error"]
    assert good["spp"] == 5
    assert "Traceback" not in done.stderr


def test_a_save_that_fails_rescues_the_picture(raytracer: Callable, scene: Callable, tmp_path: Path) -> None:
    scene("short.toml")
    done = raytracer("render", "short.toml", "-o", "full.png", "--backend", "cpu", env={"TMPDIR": str(tmp_path)})
    assert done.returncode == 4
    (rescued,) = tmp_path.glob("raytracer-*/full.png")
    assert f"no space left (the picture was saved as {rescued} instead)" in done.stderr
    assert rescued.read_text() == "5"


def test_warnings_of_the_writer_are_shown(raytracer: Callable, scene: Callable) -> None:
    scene("short.toml")
    done = raytracer("render", "short.toml", "-o", "warned.png", "--backend", "cpu")
    assert "a warning" in done.stderr.splitlines()


# ------------------------------------------------------------ signals (case 75)


def start(driver: list[str], folder: Path, output: str) -> subprocess.Popen:
    """A render without end that has made samples."""
    (folder / "any.toml").write_text("")
    words = ["render", "any.toml", "-o", output, "--backend", "cpu", "--json", "result.json"]
    process = subprocess.Popen([*driver, *words], cwd=folder, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("compiling"):
            break
    time.sleep(1.0)
    return process


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_saves_what_there_is(driver: list[str], tmp_path: Path, number: int, code: int) -> None:
    process = start(driver, tmp_path, "out.png")
    workers = psutil.Process(process.pid).children(recursive=True)
    sent = time.monotonic()
    process.send_signal(number)
    _, errors = process.communicate(timeout=30)
    assert time.monotonic() - sent < 2.0
    assert process.returncode == code
    (result,) = records((tmp_path / "result.json").read_text())
    assert result["interrupted"]
    assert 0 < result["spp"] < result["spp_asked"]
    assert float((tmp_path / "out.png").read_text()) == result["spp"]
    assert "interrupted at" in errors
    assert "Traceback" not in errors
    assert not psutil.wait_procs(workers, timeout=5.0)[1]


def test_a_second_signal_quits_at_once_and_leaves_nothing(driver: list[str], tmp_path: Path) -> None:
    (tmp_path / "stuck.png").write_text("an older picture")
    process = start(driver, tmp_path, "stuck.png")
    workers = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(signal.SIGINT)
    deadline = time.monotonic() + 10.0
    while not list(tmp_path.glob(".*-0123abcd.png")) and time.monotonic() < deadline:
        time.sleep(0.02)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert time.monotonic() - sent < 2.0
    assert process.returncode == 130
    assert (tmp_path / "stuck.png").read_text() == "an older picture"
    assert not list(tmp_path.glob(".*")), "the half-written file is gone"
    assert "Traceback" not in errors
    assert not psutil.wait_procs(workers, timeout=5.0)[1]


def test_a_signal_before_the_first_sample_saves_nothing(driver: list[str], tmp_path: Path) -> None:
    (tmp_path / "slow.toml").write_text("")
    (tmp_path / "out.png").write_text("an older picture")
    words = ["render", "slow.toml", "-o", "out.png", "--backend", "cpu"]
    process = subprocess.Popen([*driver, *words], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("reading"):
            break
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "nothing was saved" in errors
    assert (tmp_path / "out.png").read_text() == "an older picture"


def test_a_terminal_gets_a_bar(driver: list[str], tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    (tmp_path / "any.toml").write_text("")
    ours, theirs = pty.openpty()
    words = ["render", "any.toml", "-o", "out.png", "--backend", "cpu", "--time", "1.5"]
    process = subprocess.Popen([*driver, *words], cwd=tmp_path, stderr=theirs, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    shown = b""
    while True:
        try:
            chunk = os.read(ours, 4096)
        except OSError:
            break
        if not chunk:
            break
        shown += chunk
    os.close(ours)
    assert process.wait(30) == 0
    text = shown.decode()
    assert "samples/s" in text
    assert "\x1b[" in text
    assert "out.png: 8x4" in text


# ------------------------------------------------------------ outputs


def test_outputs() -> None:
    one, two = Path("a/box.toml"), Path("b/fog.toml")
    assert plan_outputs([one], "x.exr") == [Path("x.exr")]
    assert plan_outputs([one], "out/") == [Path("out/box.png")]
    assert plan_outputs([one, two], "out/") == [Path("out/box.png"), Path("out/fog.png")]
    assert plan_outputs([one, two], "o/{name}-1.exr") == [Path("o/box-1.exr"), Path("o/fog-1.exr")]


def test_outputs_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="both be written"):
        plan_outputs([Path("a/box.toml"), Path("b/box.toml")], "out/")
    with pytest.raises(UsageError, match="several scenes"):
        plan_outputs([Path("a.toml"), Path("b.toml")], "x.png")
    picture = tmp_path / "scene.png"
    picture.write_text("")
    with pytest.raises(UsageError, match="is a scene"):
        plan_outputs([picture], str(picture))
    assert plan_outputs([Path("a.toml"), Path("b.toml")], str(tmp_path)) == [tmp_path / "a.png", tmp_path / "b.png"]


def test_teams_are_read() -> None:
    assert parse_team("cuda") == [Contender("cuda")]
    assert parse_team("cpu:1+cpu:3 + cuda") == [Contender("cpu", 1), Contender("cpu", 3), Contender("cuda")]


@pytest.mark.parametrize("words", ["gpu", "cpu+", "cuda:2", "cpu:0", "cpu:x", "auto+cpu", ""])
def test_a_team_of_nobody_is_refused(words: str) -> None:
    with pytest.raises(UsageError, match="no backend"):
        parse_team(words)


def test_checkpoints_that_cannot_work_are_refused_before_anything_starts(raytracer: Callable, scene: Callable) -> None:
    scene("a.toml")
    scene("b.toml")
    for words, message in (
        (["a.toml", "-o", "a.png", "--resume", "none.npz"], "there is no such checkpoint"),
        (["a.toml", "b.toml", "-o", "out/", "--checkpoint", "one.npz"], "several scenes cannot share one file"),
        (["a.toml", "-o", "a.png", "--checkpoint", "one.npz", "--backend", "cpu:1+cpu:1"], "works with one backend"),
    ):
        done = raytracer("render", *words)
        assert done.returncode == 2
        assert message in done.stderr


def test_a_render_of_a_region_goes_on_with_the_whole_picture(real_raytracer: Callable, tmp_path: Path) -> None:
    common = [scenes_dir() / "cornell.toml", "--backend", "cpu", "--size", "24x16", "--json", "-", "-q"]
    region = ["--region", "9,3,15,8"]
    done = real_raytracer("render", *common, "-o", "a.png", "--spp", "3", *region, "--checkpoint", "film.npz")
    assert done.returncode == 0, done.stderr
    (result,) = records(done.stdout)
    assert result["region"] == [8, 0, 16, 8]
    assert (result["width"], result["height"], result["spp"], result["samples"]) == (24, 16, 3, 8 * 8 * 3)
    assert Image.open(tmp_path / "a.png").getchannel("A").getbbox() == (8, 0, 16, 8)
    done = real_raytracer("render", *common, "-o", "b.png", "--spp", "5", "--resume", "film.npz")
    assert done.returncode == 0, done.stderr
    (result,) = records(done.stdout)
    assert result["spp"] == 5
    assert result["samples"] == 24 * 16 * 5 - 8 * 8 * 3, "counted in this run"
    assert result["region"] is None
    done = real_raytracer("render", *common, "-o", "c.png", "--spp", "5", "--resume", "film.npz")
    assert records(done.stdout)[0]["samples"] == 0, "nothing was left to do"
    assert (tmp_path / "b.png").read_bytes()[-2000:] == (tmp_path / "c.png").read_bytes()[-2000:]


@pytest.mark.parametrize("words", ["1,2,3", "1,2,3,x", "5,0,5,9", "0,9,5,9", "0.1,0.1,0.5,0.5", "-1,0,4,4", ""])
def test_a_region_that_cannot_be_is_refused(words: str) -> None:
    with pytest.raises(UsageError, match="--region"):
        parse_region(words)


def test_regions_are_read() -> None:
    assert parse_region(" 1, 2,30,40") == (1, 2, 30, 40)
    assert parse_region("all") is None


def test_a_region_beyond_the_picture_is_refused(raytracer: Callable, scene: Callable) -> None:
    scene("short.toml")
    done = raytracer("render", "short.toml", "-o", "out.png", "--backend", "cpu", "--region", "0,0,9,4")
    assert done.returncode == 2
    assert "8x4" in done.stderr
