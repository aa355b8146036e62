"""What is sent to the app is small, whatever the scene holds."""

from __future__ import annotations

import pickle

import numpy as np

from raytracer.scene import Environment, Image, Input, Instance, Material, Mesh, Scene, Sphere, Texture
from raytracer.session.outline import outline


def test_heavy_arrays_are_left_out_and_everything_else_is_kept() -> None:
    picture = Image("wood.png", np.full((1024, 1024, 3), 200, np.uint8))
    sky = Image("sky.hdr", np.full((512, 1024, 3), 2.0, np.float32), "linear")
    texture = Texture(image=picture, scale=(2.0, 2.0))
    material = Material(
        name="wood",
        parameters={"reflectance": Input(value=(0.5, 0.5, 0.5), texture=texture), "roughness": 0.25},
        opacity=Input(value=1.0, texture=texture),
        normal_map=texture,
    )
    grid = np.random.default_rng(1).random((30_000, 3))
    mesh = Mesh(grid, np.arange(30_000).reshape(-1, 3), name="heavy")
    scene = Scene(
        name="table",
        shapes=[mesh, Sphere(2.0)],
        materials=[material],
        instances=[Instance(0, 0), Instance(1, 0)],
        environment=Environment(sky="image", image=sky, rotation_deg=30.0),
    )
    light = outline(scene)
    assert len(pickle.dumps(light)) < 10_000
    assert [shape.name for shape in light.shapes] == ["heavy", "sphere"]
    assert light.environment is not None
    assert light.environment.rotation_deg == 30.0
    assert light.environment.image is not None
    assert light.environment.image.pixels.tolist() == [[[2.0, 2.0, 2.0]]]
    reflectance = light.materials[0].parameters["reflectance"]
    assert reflectance.value == (0.5, 0.5, 0.5)
    assert reflectance.texture is not None
    assert reflectance.texture.scale == (2.0, 2.0)
    assert reflectance.texture.image is not None
    assert reflectance.texture.image.pixels.tolist() == [[[200, 200, 200]]]
    assert scene.materials[0].parameters["reflectance"].texture.image is picture, "the scene itself is untouched"
