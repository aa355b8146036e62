"""``raytracer info`` on real files: no worker is needed for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from raytracer.__main__ import run
from raytracer.resources import scenes_dir

CORNELL = str(scenes_dir() / "cornell.toml")


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["info", CORNELL]) == 0
    text = capsys.readouterr().out
    assert text.startswith("name      Cornell box\n")
    assert "36 triangles" in text
    assert "2 x 2 x 2 m" in text
    assert "about 20 MiB: scene 8 KiB, film 20 MiB" in text


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["info", CORNELL, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["triangles"] == 36
    assert facts["cameras"] == ["camera"]
    assert facts["surfaces"] == {"diffuse": 4}
    assert facts["emitting_materials"] == 1
    assert facts["memory"]["film_bytes"] == 640 * 640 * 52 + 80 * 80 * 4
    assert facts["notes"] == []


def test_what_was_left_out_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    scene = tmp_path / "odd.xml"
    scene.write_text('<scene version="3.0.0"><shape type="hair"/><shape type="sphere"/></scene>')
    assert run(["info", str(scene)]) == 0
    text = capsys.readouterr().out
    assert "hair" in text
    assert "odd.xml" in text


def test_bad_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    garbage = tmp_path / "garbage.glb"
    garbage.write_bytes(bytes(range(256)) * 10)
    assert run(["info", str(garbage)]) == 2
    assert run(["info", str(tmp_path)]) == 2
    errors = capsys.readouterr().err
    assert errors.count("\n") == 2
    assert "garbage.glb" in errors


def test_names_outside_ascii(capsys: pytest.CaptureFixture[str], cases_dir: Path) -> None:
    """Case 89."""
    folder = next(path for path in (cases_dir / "89-non-ascii-paths-and-encodings").iterdir() if path.is_dir())
    scenes = [path for path in folder.iterdir() if path.suffix in (".obj", ".gltf", ".ply", ".xml")]
    assert len(scenes) >= 4
    for scene in scenes:
        assert run(["info", str(scene), "--json"]) == 0, capsys.readouterr().err
        facts = json.loads(capsys.readouterr().out)
        assert facts["scene"] == str(scene)
        assert facts["triangles"] >= 1
