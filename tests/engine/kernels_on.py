"""``python -m tests.engine.kernels_on BACKEND FILE``: what the kernels beside the render kernel find, on one backend.

Layers, a followed path, counted paths, noise, the picture for the screen, and the light once something was moved.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np

from raytracer.backends import BackendName
from raytracer.engine.renderer import Renderer
from raytracer.scene import Camera, Instance, Scene, Sphere, matte
from raytracer.scene.edits import MATERIAL, Invalidates
from raytracer.scene.layers import COMBINED, LAYERS
from raytracer.scene.primitives import box, quad
from raytracer.scene.transform import rotate, scale, translate
from tests.engine.instanced import places, ring, sharing
from tests.engine.scenes import lamp, settings, white_sky

SIZE, SPP = 16, 4
PIXELS = ((8, 8), (3, 12), (12, 4), (6, 6))


def scene() -> Scene:
    """Shared rings and single things on a floor, with a lamp and a sky: few shaders, all kinds of geometry."""
    instances = [Instance(0, k % 2, place) for k, place in enumerate(places(5, 4))]
    down = rotate((1.0, 0.0, 0.0), 180.0)
    instances += [
        Instance(1, 2, translate((0.0, -1.3, 0.0))),
        Instance(2, 1, translate((0.3, 0.2, 0.9)) @ scale(0.3)),
        Instance(3, 0, translate((-0.8, -1.0, 0.4))),
        Instance(1, 3, translate((0.0, 2.0, 1.0)) @ down @ scale(0.2)),
    ]
    return Scene(
        name="kernels",
        cameras=[Camera(position=(0.0, 0.4, 4.2), target=(0.0, 0.0, 0.0))],
        shapes=[ring(), quad((6.0, 6.0)), Sphere(1.0), box((0.5, 0.5, 0.5))],
        materials=[matte("a", (0.7, 0.3, 0.2)), matte("b", (0.2, 0.4, 0.7)), matte("c", (0.6,) * 3), lamp(20.0)],
        instances=instances,
        environment=white_sky(0.5),
        settings=settings(width=SIZE, height=SIZE, spp=SPP, max_depth=4),
    )


def moved(before: Scene) -> Scene:
    """A shared ring and a thing of its own stand elsewhere."""
    instances = list(before.instances)
    for index in (0, 5):
        turned = translate((0.15, 0.2, 0.1)) @ instances[index].world_from_object
        instances[index] = replace(instances[index], world_from_object=turned)
    return replace(before, instances=instances)


def fill(renderer: Renderer) -> np.ndarray:
    while not renderer.finished:
        renderer.render_pass(target_seconds=1.0)
    return renderer.linear()


def guided(renderer: Renderer) -> np.ndarray:
    """The picture with a sample in every 4th pixel in both directions, and what each pixel sees first."""
    renderer.clear()
    while renderer.film.plan.stride > 2:
        renderer.render_items(4)
    renderer.sharpen(10.0)
    picture = np.zeros((SIZE, SIZE, 4), np.uint8)
    renderer.display(picture)
    return picture


def followed(renderer: Renderer) -> np.ndarray:
    """Where the paths of some pixels go and what they bring: rows of kind, position, throughput, radiance."""
    kinds = ("camera", "surface", "medium", "sky", "pass")
    rows = [
        (kinds.index(vertex.kind), *vertex.position, *vertex.throughput, *record.radiance, record.rays)
        for x, y in PIXELS
        for record in (renderer.trace_sample(x, y, 1),)
        for vertex in record.vertices
    ]
    return np.array(rows, np.float32)


def everything(backend: BackendName) -> dict[str, np.ndarray]:
    """By name."""
    renderer = Renderer(backend)
    found: dict[str, np.ndarray] = {}
    before = scene()
    with sharing(always=True):
        renderer.load(before)
        found["light"] = fill(renderer)
        picture = np.zeros((SIZE, SIZE, 4), np.uint8)
        renderer.display(picture)
        found["picture"] = picture
        found["guided picture"] = guided(renderer)
        fill(renderer)
        found["noise picture"] = np.nan_to_num(renderer.noise_picture(), posinf=-1.0)
        found |= {f"layer {one.name}": renderer.layer(one.name) for one in LAYERS if one.name != COMBINED}
        measured = renderer.divergence(0)
        found["divergence"] = np.array([measured.rays, measured.pixels, *measured.by_ray.alive], np.float32)
        found["path"] = followed(renderer)
        found["silhouette"] = renderer.silhouette([0, 1, 5])
        renderer.update(moved(before), Invalidates.GEOMETRY | MATERIAL)
        found["moved"] = fill(renderer)
    renderer.close()
    return found


if __name__ == "__main__":
    np.savez(sys.argv[2], **everything(sys.argv[1]))  # type: ignore[arg-type]
