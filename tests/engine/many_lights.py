"""A small scene with lights of every kind, more than are chosen by power alone."""

from __future__ import annotations

import numpy as np

from raytracer.scene import DirectionalLight, Instance, Material, Medium, PointLight, Scene, SpotLight
from raytracer.scene.primitives import quad
from raytracer.scene.transform import rotate, scale, translate
from tests.engine.scenes import cornell, lamp, white_sky


def many_lights(lamps: int = 40, *, fog: bool = False, far: bool = True, seed: int = 1, **changes: object) -> Scene:
    """The box with the glass ball, with small lamps, shining balls, points and spots in it; ``far``: and a sky and a
    directional light, with the box's lid off."""
    random = np.random.default_rng(seed)
    scene = cornell(**changes)
    scene.materials += [
        lamp(30.0),
        lamp(90.0, "both"),
        Material(name="rough glass", surface="dielectric", parameters={"alpha": 0.3}),
    ]
    scene.instances[6] = Instance(2, 7, scene.instances[6].world_from_object)
    scene.shapes.append(quad((0.05, 0.08)))
    tile = len(scene.shapes) - 1
    for k in range(lamps):
        turn = rotate((1.0, 0.0, 0.0), random.uniform(-180, 180)) @ rotate((0.0, 0.0, 1.0), random.uniform(-180, 180))
        place = translate(random.uniform(-0.9, 0.9, 3)) @ turn
        if k % 8 == 7:
            scene.instances.append(Instance(3, 5, place @ scale(0.06)))
        else:
            scene.instances.append(Instance(tile, 5 + k % 2, place))
    for k in range(6):
        position = tuple(random.uniform(-0.8, 0.8, 3))
        scene.lights.append(PointLight(position=position, intensity=(0.1 * k + 0.05,) * 3))
        aim = tuple(random.normal(size=3))
        angle = 20.0 + 25.0 * k
        scene.lights.append(
            SpotLight(position=position, direction=aim, inner_angle_deg=angle / 2, outer_angle_deg=angle)
        )
    if far:
        del scene.instances[1]
        scene.environment = white_sky(0.3)
        scene.lights.append(DirectionalLight(direction=(0.2, -1.0, 0.1), irradiance=(0.5, 0.4, 0.3)))
    if fog:
        scene.medium = Medium(scattering=(0.4, 0.4, 0.4), absorption=(0.05, 0.05, 0.05), anisotropy=0.3)
    return scene
