"""``raytracer trace``: words for people, a record for programs, errors in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from raytracer.cli.options import parse_components
from raytracer.cli.trace import parse_pixel
from raytracer.errors import UsageError

SCENE = """
format = 1
[render]
width = 32
height = 18
max_depth = 4
[materials.floor]
[materials.glass]
surface = "dielectric"
[[shapes]]
shape = "sphere"
material = "glass"
[[shapes]]
shape = "quad"
material = "floor"
size = [20, 20]
translate = [0, -1, 0]
[environment]
radiance = 1.0
[camera]
position = [0, 0.5, 4]
"""


@pytest.mark.parametrize(("text", "pixel"), [("640,360", (640, 360)), (" 0 , 7 ", (0, 7))])
def test_pixels(text: str, pixel: tuple[int, int]) -> None:
    assert parse_pixel(text) == pixel


@pytest.mark.parametrize("text", ["", "3", "3,", "3x4", "-1,2", "1.5,2", "1,2,3"])
def test_what_is_no_pixel(text: str) -> None:
    with pytest.raises(UsageError, match="expected COLUMN,ROW"):
        parse_pixel(text)


def test_components() -> None:
    assert parse_components("refracted, emitted") == ("emitted", "refracted")
    for wrong in ("", "caustic", "direct,,indirect"):
        with pytest.raises(UsageError, match="one or more of emitted,direct"):
            parse_components(wrong)


def test_a_path_in_words_and_as_json(real_raytracer: Callable, tmp_path: Path) -> None:
    (tmp_path / "ball.toml").write_text(SCENE)
    words = ["trace", "ball.toml", "--backend", "cpu", "--pixel", "16,9", "--sample", "1"]
    done = real_raytracer(*words, "--json", "path.json")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "pixel 16,9 of 32x18, sample 1, seed 0, on cpu"
    assert "hits glass, refracts" in done.stdout
    record = json.loads((tmp_path / "path.json").read_text())
    assert record["scene"] == "ball.toml"
    assert [vertex["kind"] for vertex in record["vertices"]][:2] == ["camera", "surface"]
    assert lines[-1].endswith(f"{record['rays']} rays, {record['bounces']} bounces")
    outside = real_raytracer(*words[:4], "--pixel", "32,0", "-q")
    assert (outside.returncode, outside.stdout) == (2, "")
    assert "the film has no pixel 32,0 (it is 32 by 18 pixels)" in outside.stderr
