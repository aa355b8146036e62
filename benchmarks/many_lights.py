"""What the light tree gains over choosing lights by power: noise at equal time, in scenes made here.

    python benchmarks/many_lights.py [SCENE ...] [--spp N] [--rounds R] [--reference SPP] [--pictures FOLDER]

Each scene is rendered with and without the tree in turns, with other random numbers in every round, and compared with a
picture of many more samples, made both ways and weighted by how noisy they are. Time is that of the processor, without
compiling. *gain*: relative squared error times time without the tree over that with it, the ratio of the times to equal
noise. ``SCENE``: one of those below, with a number of lights behind a colon if wanted (``corridor:16``), or a file.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from raytracer.scene import (
    Camera,
    Instance,
    Material,
    Mesh,
    PointLight,
    RenderSettings,
    Scene,
    SpotLight,
    ViewSettings,
    matte,
)
from raytracer.scene.primitives import box, quad, torus
from raytracer.scene.transform import rotate, scale, translate

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer

SIZE = 96
NEVER = 1 << 30
"""More lights than there are."""


def _shine(radiance: tuple[float, float, float]) -> Material:
    return matte("lamp", (0.0, 0.0, 0.0)).model_copy(update={"emission": Material(emission=radiance).emission})


def _scene(name: str, camera: Camera, shapes: list, materials: list, instances: list, lights: list = []) -> Scene:  # noqa: B006
    return Scene(
        name=name,
        cameras=[camera],
        shapes=shapes,
        materials=materials,
        instances=instances,
        lights=lights,
        settings=RenderSettings(width=SIZE, height=SIZE, max_depth=5, filter="box", filter_width=1.0),
        view=ViewSettings(view="standard"),
    )


def corridor(lamps: int = 1000) -> Scene:
    """A corridor 60 m long with small square lamps in its walls and ceiling, of eight colours and powers."""
    random = np.random.default_rng(1)
    colours = [_shine(tuple(8.0 * 2.0**k * c)) for k, c in enumerate(random.uniform(0.3, 1.0, (8, 3)))]
    materials = [matte("plaster", (0.7, 0.7, 0.68)), matte("carpet", (0.3, 0.1, 0.1)), *colours]
    walls = [quad((2.5, 60.0)), quad((2.5, 2.5)), quad((0.04, 0.04)), box((0.4, 1.0, 0.4))]
    turns = (0.0, 90.0, 180.0, -90.0)  # floor, left, ceiling, right
    instances = [
        Instance(0, int(k == 0), rotate((0.0, 0.0, 1.0), -t) @ translate((0.0, -1.25, 0.0)))
        for k, t in enumerate(turns)
    ]
    for z, t in ((-30.0, 90.0), (30.0, -90.0)):
        instances.append(Instance(1, 0, translate((0.0, 0.0, z)) @ rotate((1.0, 0.0, 0.0), t)))
    for z in range(-26, 26, 4):
        instances.append(Instance(3, 0, translate((0.8 if z % 8 else -0.8, -0.75, z)) @ rotate((0.0, 1.0, 0.0), 20.0)))
    for _ in range(lamps):
        place = translate((random.uniform(-1.2, 1.2), -1.24, random.uniform(-29.5, 29.5)))
        material = 2 + min(int(random.exponential(1.4)), 7)
        instances.append(Instance(2, material, rotate((0.0, 0.0, 1.0), -turns[random.integers(1, 4)]) @ place))
    camera = Camera(position=(0.1, 0.2, 28.0), target=(-0.1, -0.3, 0.0), fov_y_deg=60.0)
    return _scene("corridor", camera, walls, materials, instances)


def city(windows: int = 1200, lanterns: int = 200) -> Scene:
    """Blocks by night: lit windows in their walls, and street lanterns without size, every second one a spot."""
    random = np.random.default_rng(2)
    colours = [_shine(tuple(f * np.array(c))) for c in ((4.0, 2.8, 1.4), (3.0, 3.2, 3.6)) for f in (0.5, 1.0, 3.0)]
    materials = [matte("concrete", (0.5, 0.5, 0.5)), matte("asphalt", (0.15, 0.15, 0.16)), *colours]
    shapes = [quad((400.0, 400.0)), box((1.0, 1.0, 1.0)), quad((1.0, 1.4))]
    instances, blocks, lights = [Instance(0, 1)], [], []
    for x in range(-5, 5):
        for z in range(-5, 5):
            size = np.array([14.0, random.uniform(8.0, 40.0), 14.0])
            centre = np.array([24.0 * x + 12.0, size[1] / 2, 24.0 * z + 12.0])
            blocks.append((centre, size))
            instances.append(Instance(1, 0, translate(centre) @ scale(size)))
    for _ in range(windows):
        centre, size = blocks[random.integers(len(blocks))]
        turn = rotate((0.0, 1.0, 0.0), 90.0 * random.integers(4)) @ rotate((1.0, 0.0, 0.0), 90.0)
        height = random.uniform(-size[1] / 2 + 1.5, size[1] / 2 - 1.5)
        offset = translate((random.uniform(-6.0, 6.0), 7.02, -height))
        instances.append(Instance(2, 2 + int(random.integers(6)), translate(centre) @ turn @ offset))
    for k in range(lanterns):
        position = (24.0 * random.integers(-5, 6) + 3.0, 5.0, random.uniform(-120.0, 120.0))
        intensity = tuple(np.array([30.0, 20.0, 10.0]) * random.uniform(0.5, 2.0))
        if k % 2:
            lights.append(SpotLight(position=position, direction=(0, -1, 0), intensity=intensity, outer_angle_deg=60.0))
        else:
            lights.append(PointLight(position=position, intensity=intensity))
    camera = Camera(position=(1.0, 6.0, 110.0), target=(-2.0, 6.0, 0.0), fov_y_deg=60.0)
    return _scene("city", camera, shapes, materials, instances, lights)


def ring(segments: int = 50) -> Scene:
    """One body of 5,000 triangles that shines, a ring, standing in a room with a few blocks."""
    mesh = torus(0.5, 0.12, segments=segments, tube_segments=segments)
    materials = [matte("wall", (0.7, 0.7, 0.7)), matte("red", (0.6, 0.1, 0.1)), _shine((5.0, 4.0, 3.0))]
    shapes: list[Mesh] = [quad((4.0, 4.0)), box((0.5, 0.7, 0.5)), mesh]
    instances = [
        Instance(0, 0, translate((0.0, -1.0, 0.0))),
        Instance(0, 0, translate((0.0, 2.0, 0.0)) @ rotate((1.0, 0.0, 0.0), 180.0)),
        Instance(0, 0, translate((0.0, 0.0, -1.5)) @ rotate((1.0, 0.0, 0.0), 90.0)),
        Instance(0, 1, translate((-1.8, 0.0, 0.0)) @ rotate((0.0, 0.0, 1.0), -90.0)),
        Instance(0, 0, translate((1.8, 0.0, 0.0)) @ rotate((0.0, 0.0, 1.0), 90.0)),
        Instance(1, 0, translate((-0.9, -0.65, 0.2)) @ rotate((0.0, 1.0, 0.0), 30.0)),
        Instance(1, 0, translate((0.9, -0.65, 0.0)) @ rotate((0.0, 1.0, 0.0), -15.0)),
        Instance(2, 2, translate((0.0, -0.3, -0.3)) @ rotate((1.0, 0.0, 0.0), 70.0)),
    ]
    camera = Camera(position=(0.0, 0.2, 4.2), target=(0.0, -0.1, 0.0), fov_y_deg=45.0)
    return _scene("ring", camera, shapes, materials, instances)


SCENES: dict[str, Callable[[], Scene]] = {"corridor": corridor, "city": city, "ring": ring}


def _opened(name: str) -> Scene:
    if name in SCENES:
        return SCENES[name]()
    from raytracer.io.table import load_scene

    if ":" in name:
        kind, count = name.split(":")
        return SCENES[kind](int(count))
    scene = load_scene(Path(name)).scene
    settings = scene.settings.model_copy(update={"width": SIZE, "height": SIZE})
    return replace(scene, name=Path(name).stem, settings=settings)


def picture(renderer: Renderer, scene: Scene, *, tree: bool, spp: int, seed: int) -> tuple[np.ndarray, float]:
    """The linear picture, and the seconds of processor time that its samples took."""
    from raytracer.engine import kernel_config

    kernel_config.LIGHT_TREE_FROM = 0 if tree else NEVER
    settings = scene.settings.model_copy(update={"spp": spp, "seed": seed})
    renderer.load(replace(scene, settings=settings))
    renderer.compile()
    begin = time.process_time()
    while not renderer.finished:
        renderer.render_pass(target_seconds=0.5)
    return renderer.linear().astype(np.float64), time.process_time() - begin


def relative_error(found: np.ndarray, reference: np.ndarray) -> float:
    """Mean over pixels and channels of the squared error over the squared reference, with 1 % of its mean added."""
    return float(np.mean((found - reference) ** 2 / (reference**2 + (0.01 * reference.mean()) ** 2)))


def measured(renderer: Renderer, scene: Scene, spp: int, rounds: int, many: int, folder: Path | None) -> dict:
    """The figures of one scene."""
    halves = [picture(renderer, scene, tree=tree, spp=many, seed=1000 + tree)[0] for tree in (False, True)]
    pictures: dict[bool, list[tuple[np.ndarray, float]]] = {False: [], True: []}
    for seed in range(rounds):
        for tree in (False, True):
            pictures[tree].append(picture(renderer, scene, tree=tree, spp=spp, seed=1 + seed))
    trust = [1.0 / max(float(np.var([p for p, _ in pictures[t]], axis=0).mean()), 1e-30) for t in (False, True)]
    reference = (trust[0] * halves[0] + trust[1] * halves[1]) / sum(trust)
    errors = {t: statistics.median(relative_error(p, reference) for p, _ in pictures[t]) for t in pictures}
    seconds = {t: statistics.median(s for _, s in pictures[t]) for t in pictures}
    if folder is not None:
        _show(folder / f"{scene.name}.png", [pictures[False][0][0], pictures[True][0][0], reference])
    return {
        "scene": scene.name,
        "lights": scene.local_light_count,
        "means": [float(h.mean()) for h in halves],
        "relmse": [errors[False], errors[True]],
        "seconds": [seconds[False], seconds[True]],
        "error_ratio": errors[False] / errors[True],
        "time_ratio": seconds[True] / seconds[False],
        "gain": errors[False] * seconds[False] / (errors[True] * seconds[True]),
    }


def _show(path: Path, pictures: list[np.ndarray]) -> None:
    from PIL import Image

    scale_ = 0.5 / max(float(np.median(pictures[-1].mean(axis=-1))), 1e-6) * 0.4
    row = np.concatenate([np.clip(p * scale_, 0.0, 1.0) ** (1 / 2.2) for p in pictures], axis=1)
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray((255 * row).astype(np.uint8)).resize((row.shape[1] * 4, row.shape[0] * 4), 0).save(path)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", default=list(SCENES), metavar="SCENE")
    parser.add_argument("--spp", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--reference", type=int, default=1024, metavar="SPP")
    parser.add_argument("--pictures", type=Path)
    options = parser.parse_args(arguments)
    from raytracer.engine.renderer import Renderer

    renderer = Renderer("cpu", threads=1)
    for name in options.scenes:
        one = measured(renderer, _opened(name), options.spp, options.rounds, options.reference, options.pictures)
        print(
            f"{one['scene']:12} {one['lights']} lights, relMSE {one['relmse'][0]:.4g} -> {one['relmse'][1]:.4g} "
            f"({one['error_ratio']:.2f}x), time {one['time_ratio']:.2f}x, gain {one['gain']:.2f}x; "
            f"means {one['means'][0]:.5g} {one['means'][1]:.5g}",
            flush=True,
        )
    renderer.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
