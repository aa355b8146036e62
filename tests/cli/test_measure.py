"""``raytracer measure`` around a stand-in worker."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.cli_process import without_display

ALONE = {"TI_ENABLE_VULKAN": "0", "TI_ENABLE_CUDA": "0"}
QUICK = ("--seconds", "0.3", "--size", "32x32", "-q")


def test_the_ladder_as_a_table_and_as_csv(raytracer: Callable, scene: Callable, tmp_path: Path) -> None:
    scene("any.toml")
    done = raytracer("measure", "ladder", "any.toml", *QUICK, "--threads", "2", "--csv", "out/l.csv", env=ALONE)
    assert done.returncode == 0, done.stderr
    assert [line.split()[0] for line in done.stdout.splitlines()[2:4]] == ["cpu-1", "cpu-2"]
    assert "2 threads do" in done.stdout
    lines = (tmp_path / "out" / "l.csv").read_text().splitlines()
    assert lines[0].startswith("entrant,device,software,threads,samples_per_s")
    assert len(lines) == 3


def test_energy_as_json_has_a_figure_or_a_reason(raytracer: Callable, scene: Callable) -> None:
    scene("any.toml")
    words = ("measure", "energy", "any.toml", *QUICK, "--threads", "1", "--price", "cpu-1=0.5", "--json")
    done = raytracer(*words, env=ALONE)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    row = result["rows"][0]
    assert (row["watts"] is None) == bool(row["not_available"])
    assert row["samples_per_price"] == pytest.approx(row["samples_per_s"] * 3600 / 0.5)
    assert result["statements"]


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("energy", "any.toml", "--price", "cuda"), 2, "expected NAME=PRICE"),
        (("energy", "any.toml", "--price", "cuda=-1"), 2, "expected NAME=PRICE"),
        (("heat", "any.toml"), 2, "heat"),
        (("ladder", "garbage.toml", "--threads", "1", *QUICK), 2, "not a scene"),
    ],
)
def test_mistakes_are_one_line(
    raytracer: Callable, scene: Callable, words: tuple[str, ...], code: int, message: str
) -> None:
    scene("any.toml")
    scene("garbage.toml")
    done = raytracer("measure", *words, env=ALONE)
    assert done.returncode == code
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_interrupt_ends_it_with_its_workers(driver: list[str], scene: Callable, tmp_path: Path) -> None:
    scene("any.toml")
    words = ("measure", "energy", "any.toml", "--seconds", "600", "--size", "32x32")
    process = subprocess.Popen(
        [*driver, *words], cwd=tmp_path, env={**without_display(), **ALONE}, stderr=subprocess.PIPE, text=True
    )
    assert process.stderr is not None
    while "measuring" not in (line := process.stderr.readline()):
        assert line, "it ended before it measured"
    process.send_signal(signal.SIGINT)
    assert process.wait(60.0) == 130
    assert "Traceback" not in process.stderr.read()
