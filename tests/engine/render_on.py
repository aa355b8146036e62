"""Renders the parity scenes on one backend and writes the linear pictures: one process runs one backend."""

from __future__ import annotations

import sys

import numpy as np

from raytracer.backends import BackendName
from raytracer.engine.renderer import Renderer
from raytracer.scene import Environment, Image, Input, Material, Medium, PointLight, Scene, Texture, matte
from tests.engine.instanced import rings, sharing
from tests.engine.many_lights import many_lights
from tests.engine.scenes import cornell, one_body

SIZE, SPP = 24, 4


def scenes() -> list[Scene]:
    """Spheres and triangles, glass, lamp; then textures, a picture of a sky, a medium, alpha and a point light;
    then instances of a shared mesh; then many lights of all kinds in fog."""
    box = cornell(width=SIZE, height=SIZE, spp=SPP)
    pixels = np.random.default_rng(1).integers(0, 256, (8, 8, 3)).astype(np.uint8)
    sky = np.random.default_rng(2).random((8, 16, 3)).astype(np.float32)
    paint = Material(
        surface="metallic_roughness",
        parameters={
            "base_color": Input(value=(1.0, 1.0, 1.0), texture=Texture(image=Image("paint", pixels))),
            "roughness": 0.4,
        },
        alpha_mode="blend",
        opacity=Input(value=0.9),
    )
    body = one_body(paint, mesh=True, width=SIZE, height=SIZE, spp=SPP)
    body.environment = Environment(sky="image", image=Image("sky", sky, "linear"))
    body.lights = [PointLight(position=(2.0, 2.0, 2.0), intensity=(5.0, 5.0, 5.0))]
    body.materials.append(matte("unused", (0.5, 0.5, 0.5)))
    body.medium = Medium(absorption=(0.02, 0.05, 0.1), scattering=(0.05, 0.05, 0.05), anisotropy=0.3)
    lights = many_lights(fog=True, width=SIZE, height=SIZE, spp=SPP)
    return [box, body, rings(6, width=SIZE, height=SIZE, spp=SPP), lights]


def render(backend: BackendName, target: str) -> None:
    """Saves one array per scene to the .npz file ``target``."""
    renderer = Renderer(backend)
    pictures = []
    for scene in scenes():
        with sharing(always=True):
            renderer.load(scene)
        while not renderer.finished:
            renderer.render_pass(target_seconds=1.0)
        pictures.append(renderer.linear())
    np.savez(target, *pictures)
    renderer.close()


if __name__ == "__main__":
    render(sys.argv[1], sys.argv[2])  # type: ignore[arg-type]
