"""Lights that glass hides are named when a scene is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from raytracer.io.advice import unreachable_lights
from raytracer.io.table import load_scene
from raytracer.scene import Instance, Material, PointLight, Scene, Sphere, matte


@pytest.mark.parametrize(
    ("material", "hidden"),
    [
        (Material(name="glass", surface="dielectric"), True),
        (Material(name="glass", surface="dielectric", parameters={"ior": 1.0}), False),
        (Material(name="pane", surface="thin_dielectric"), False),
        (Material(name="glass", surface="metallic_roughness", parameters={"transmission": 1.0}), True),
        (Material(name="pane", surface="metallic_roughness", parameters={"transmission": 1.0, "thin": 1.0}), False),
        (matte("wall", (0.5, 0.5, 0.5)), False),
    ],
    ids=["glass", "index 1", "pane", "glTF glass", "glTF pane", "matte"],
)
def test_only_what_bends_light_hides_a_point(material: Material, hidden: bool) -> None:
    scene = Scene(shapes=[Sphere()], materials=[material], instances=[Instance(0, 0)], lights=[PointLight()])
    assert ("glass" in unreachable_lights(scene)) == hidden
    scene.lights = []
    assert unreachable_lights(scene) == ""


def test_55_a_lamp_behind_a_pane_comes_with_a_note(cases_dir: Path) -> None:
    (folder,) = cases_dir.glob("55-*")
    behind = load_scene(folder / "point_behind_pane.xml")
    assert any("do not shine through" in note.text for note in behind.notes)
    assert not any("do not shine" in note.text for note in load_scene(folder / "point_no_pane.xml").notes)
