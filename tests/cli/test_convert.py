"""``raytracer convert`` as a user calls it."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np

from raytracer.io.table import load_scene
from tests.cli.cli_process import Run


def test_a_mesh_becomes_a_scene_that_reads_the_same(raytracer: Run, tmp_path: Path) -> None:
    mesh = tmp_path / "in" / "triangle.obj"
    mesh.parent.mkdir()
    mesh.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    out = tmp_path / "out" / "triangle.toml"
    done = raytracer("convert", str(mesh), str(out))
    assert done.returncode == 0, done.stderr
    assert "wrote" in done.stderr
    before, after = load_scene(mesh).scene, load_scene(out).scene
    assert np.array_equal(before.shapes[0].positions, after.shapes[0].positions)
    assert (before.cameras, before.environment, before.settings) == (after.cameras, after.environment, after.settings)
    assert "[camera]" in out.read_text()


def test_a_self_contained_scene_needs_nothing_of_what_it_came_from(raytracer: Run, tmp_path: Path) -> None:
    mesh = tmp_path / "in" / "triangle.obj"
    mesh.parent.mkdir()
    mesh.write_text("mtllib a.mtl\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (tmp_path / "in" / "a.mtl").write_text("newmtl red\nKd 0.8 0.1 0.1\n")
    before = load_scene(mesh).scene
    out = tmp_path / "out" / "triangle.toml"
    done = raytracer("convert", str(mesh), str(out), "--self-contained")
    assert done.returncode == 0, done.stderr
    assert "files in" in done.stderr
    shutil.rmtree(mesh.parent)
    after = load_scene(out).scene
    assert np.array_equal(before.shapes[0].positions, after.shapes[0].positions)
    assert before.materials[0].parameters == after.materials[0].parameters
    assert before.cameras == after.cameras
    assert "base" not in out.read_text()


def test_what_cannot_be_converted_is_one_line(raytracer: Run, tmp_path: Path) -> None:
    missing = raytracer("convert", str(tmp_path / "none.glb"), str(tmp_path / "a.toml"))
    assert (missing.returncode, missing.stderr.count("\n")) == (2, 1)
    mesh = tmp_path / "triangle.obj"
    mesh.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    other = raytracer("convert", str(mesh), str(tmp_path / "a.glb"))
    assert other.returncode == 4
    assert "written as .toml" in other.stderr
