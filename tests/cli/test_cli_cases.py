"""Cases from public bug reports, with the real worker. Kernels are compiled once, for the first of these tests."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import psutil
import pytest

from raytracer.io.images import read_image
from tests.cli.cli_process import without_display

HERE = Path(__file__).parent


def case(cases_dir: Path, number: int) -> Path:
    return next(cases_dir.glob(f"{number:02d}-*"))


def records(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def linear(path: Path) -> np.ndarray:
    return read_image(path, encoding="linear").pixels


def test_73_output_paths(real_raytracer: Callable, cases_dir: Path, tmp_path: Path) -> None:
    tiny = case(cases_dir, 73) / "tiny.xml"
    (tmp_path / "adir").mkdir()
    long_name = "a" * 300 + ".exr"
    for words in ([str(tiny), "-o", "adir"], [str(tiny), "-o", "/dev/full"], [str(tiny), "-o", long_name]):
        started = time.monotonic()
        done = real_raytracer("render", *words, "--backend", "cpu")
        assert done.returncode in (2, 4), words
        assert done.stderr.count("\n") == 1, "before anything is started"
        assert "Traceback" not in done.stderr
        assert time.monotonic() - started < 20.0
    for output in ("no/such/dir/out.exr", "mein Bild ü.png", "mein Bild ü.png"):
        done = real_raytracer("render", tiny, "-o", output, "--backend", "cpu", "-q")
        assert (done.returncode, done.stderr) == (0, "")
        assert (tmp_path / output).is_file()
    assert linear(tmp_path / "no/such/dir/out.exr").shape == (16, 16, 3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["adir", "mein Bild ü.png", "no"]


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="the superuser may write everywhere")
def test_73_read_only_folder(real_raytracer: Callable, cases_dir: Path, tmp_path: Path) -> None:
    (tmp_path / "ro").mkdir(mode=0o555)
    done = real_raytracer("render", case(cases_dir, 73) / "tiny.xml", "-o", "ro/out.exr", "--backend", "cpu")
    assert done.returncode == 4
    assert done.stderr.count("\n") == 1


def start_slow(cases_dir: Path, folder: Path, output: str) -> subprocess.Popen:
    """The slow scene of case 75, once it has samples."""
    words = ["render", str(case(cases_dir, 75) / "slow.xml"), "-o", output, "--backend", "cpu", "--json", "-"]
    command = [sys.executable, "-m", "raytracer", *words]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=without_display()
    )
    assert process.stderr is not None
    for line in process.stderr:
        if " spp, " in line:
            break
    return process


def test_75_interrupted(cases_dir: Path, tmp_path: Path) -> None:
    process = start_slow(cases_dir, tmp_path, "out.exr")
    workers = psutil.Process(process.pid).children(recursive=True)
    sent = time.monotonic()
    process.send_signal(signal.SIGTERM)
    output, errors = process.communicate(timeout=60)
    took = time.monotonic() - sent
    assert process.returncode == 143
    assert took < 2.0 or os.getloadavg()[0] > (os.cpu_count() or 1), f"{took:.1f} s"
    (result,) = records(output)
    assert result["interrupted"]
    assert 0 < result["spp"] < 4096
    pixels = linear(tmp_path / "out.exr")
    assert pixels.shape == (256, 256, 3)
    assert np.isfinite(pixels).all()
    assert pixels.mean() > 0.0
    import OpenImageIO

    spec = OpenImageIO.ImageInput.open(str(tmp_path / "out.exr")).spec()
    assert float(spec.getattribute("raytracer:Samples per pixel")) == pytest.approx(result["spp"], rel=1e-4)
    assert spec.getattribute("raytracer:Samples per pixel asked for") == "4096"
    assert spec.getattribute("raytracer:Backend") == "cpu"
    assert "Traceback" not in errors
    assert not psutil.wait_procs(workers, timeout=10.0)[1]


def test_75_a_killed_worker_is_one_line(cases_dir: Path, tmp_path: Path) -> None:
    process = start_slow(cases_dir, tmp_path, "out.png")
    for child in psutil.Process(process.pid).children(recursive=True):
        if "spawn_main" in " ".join(child.cmdline()):
            child.kill()
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 3
    assert errors.count("SIGKILL") == 1
    assert "Traceback" not in errors
    assert not (tmp_path / "out.png").exists()


def test_80_sizes_and_sample_counts(real_raytracer: Callable, cases_dir: Path, tmp_path: Path) -> None:
    folder = case(cases_dir, 80)
    names = ["size_1x1", "size_7x3", "size_1x4096", "size_0x0", "size_negative", "spp_0", "size_65536", "spp_1"]
    scenes = [folder / f"{name}.xml" for name in names]
    done = real_raytracer("render", *scenes, "-o", "out/{name}.exr", "--backend", "cpu", "--json", "-", timeout=400)
    results = {Path(result["scene"]).stem: result for result in records(done.stdout)}
    assert done.returncode in (2, 3), "of the first that failed"
    assert linear(tmp_path / "out/size_1x1.exr").shape == (1, 1, 3)
    assert linear(tmp_path / "out/size_7x3.exr").shape == (3, 7, 3)
    assert linear(tmp_path / "out/size_1x4096.exr").shape == (4096, 1, 3)
    assert results["spp_1"]["spp"] == 1
    for name in ("size_0x0", "size_negative", "spp_0"):
        assert results[name]["exit_code"] == 2, results[name]
        assert f"{name}.xml" in results[name]["error"]
    assert "GiB" in results["size_65536"]["error"]
    assert "Traceback" not in done.stderr


def test_80_one_pixel(real_raytracer: Callable, cases_dir: Path, tmp_path: Path) -> None:
    """Sphere 0.5 and background 1 in one pixel. A sample's deviation is below 0.25: 20,000 give 0.002."""
    scene = case(cases_dir, 80) / "size_1x1.xml"
    done = real_raytracer("render", scene, "-o", "one.exr", "--backend", "cpu", "--spp", "20000", "-q")
    assert done.returncode == 0, done.stderr
    assert linear(tmp_path / "one.exr")[0, 0, 0] == pytest.approx(0.802, abs=0.01)


def test_80_endless_sample_counts_can_be_stopped(real_raytracer: Callable, cases_dir: Path) -> None:
    folder = case(cases_dir, 80)
    scenes = [folder / "total_over_2p32.xml", folder / "spp_2147483647.xml"]
    words = ("-o", "{name}.exr", "--backend", "cpu", "--time", "1", "--json", "-")
    done = real_raytracer("render", *scenes, *words, timeout=300)
    assert done.returncode == 0, done.stderr
    for result in records(done.stdout):
        assert 0 < result["spp"] < result["spp_asked"]


def test_81_without_a_gpu(real_raytracer: Callable, cases_dir: Path) -> None:
    tiny = case(cases_dir, 81) / "tiny.xml"
    off = {"CUDA_VISIBLE_DEVICES": "", "TI_ENABLE_VULKAN": "0", "TI_ENABLE_CUDA": "0"}
    done = real_raytracer("render", tiny, "-o", "auto.png", "--json", "-", env=off)
    assert done.returncode == 0, done.stderr
    assert records(done.stdout)[0]["backend"] == "cpu"
    said = [line for line in done.stderr.splitlines() if "rendering on cpu" in line]
    assert len(said) == 1
    assert "no GPU" in said[0]
    done = real_raytracer("render", tiny, "-o", "cuda.png", "--backend", "cuda", env=off)
    assert done.returncode == 3
    assert done.stderr.startswith("raytracer: cuda is not available: ")
    assert done.stderr.count("\n") == 1


def test_81_not_enough_memory(real_raytracer: Callable, cases_dir: Path) -> None:
    tiny = case(cases_dir, 81) / "tiny.xml"
    words = ("render", tiny, "-o", "out.png", "--backend", "cpu", "--size", "4000x4000")
    done = real_raytracer(*words, env={"TI_DEVICE_MEMORY_GB": "0.1"})
    assert done.returncode == 3
    last = done.stderr.splitlines()[-1]
    assert "needs about 794 MiB of memory" in last
    assert "has 102 MiB free" in last


def test_84_on_a_server(real_raytracer: Callable, cases_dir: Path, tmp_path: Path) -> None:
    tiny = case(cases_dir, 84) / "tiny.xml"
    for words in (["--help"], ["--version"], ["render", "--help"], ["info", tiny]):
        assert real_raytracer(*words).returncode == 0
    done = real_raytracer("render", tiny, "-o", "out.exr")
    assert done.returncode == 0, done.stderr
    assert not set("\r\x1b") & set(done.stderr), "no progress-bar garbage in a log"
    assert linear(tmp_path / "out.exr").shape == (16, 16, 3)


def test_84_without_a_home_the_cache_is_temporary(real_raytracer: Callable, cases_dir: Path, tmp_path: Path) -> None:
    tiny = case(cases_dir, 84) / "tiny.xml"
    blocked = tmp_path / "a file"
    blocked.write_text("")
    env = {"RAYTRACER_HOME": str(blocked / "home"), "TMPDIR": str(tmp_path)}
    done = real_raytracer("info", tiny, env=env)
    assert done.returncode == 0
    code = "from raytracer.resources import user_dir; print(user_dir('cache'))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, **env})
    assert Path(told.stdout.strip()).is_dir()
    assert told.stdout.startswith(str(tmp_path))


def test_89_output_outside_ascii(real_raytracer: Callable, cases_dir: Path, tmp_path: Path) -> None:
    folder = next(path for path in case(cases_dir, 89).iterdir() if path.is_dir())
    scenes = sorted(path for path in folder.iterdir() if path.suffix in (".obj", ".gltf", ".xml"))
    words = ("-o", "Größe 漢字/{name} é.exr", "--backend", "cpu", "--size", "32x32", "--spp", "4", "--json", "-")
    done = real_raytracer("render", *scenes, *words, timeout=300)
    assert done.returncode == 0, done.stderr
    for result in records(done.stdout):
        assert linear(tmp_path / result["output"]).shape == (32, 32, 3)
