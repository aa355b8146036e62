"""The scenes of the suite, each once: plain data that ``write`` turns into meshes, a manifest and a Mitsuba file.

All have 256x256 pixels, paths of at most 8 rays, roulette from the 5th, a box filter of one pixel and two threads. The
manifest (``scene.json``) is what the scripts for Cycles and LuxCore read; this renderer and Mitsuba read the same XML.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.suite import mitsuba_xml
from benchmarks.suite.shapes import Shape, ball, block, joined, quad, write_ply

SIZE, DEPTH, ROULETTE = 256, 8, 5
PARQUET = Path(__file__).resolve().parents[2] / "assets" / "textures" / "parquet.png"

WHITE = {"type": "diffuse", "reflectance": [0.73, 0.73, 0.73]}
RED = {"type": "diffuse", "reflectance": [0.65, 0.05, 0.05]}
GREEN = {"type": "diffuse", "reflectance": [0.12, 0.45, 0.15]}
BLACK = {"type": "diffuse", "reflectance": [0.0, 0.0, 0.0]}
WOOD = {"type": "diffuse", "texture": "parquet.png"}
# Complex indices of refraction in linear RGB, and the names by which Mitsuba knows them.
GOLD = {"name": "Au", "eta": [0.1430, 0.3753, 1.4420], "k": [3.9830, 2.3856, 1.6034]}
COPPER = {"name": "Cu", "eta": [0.2010, 0.9237, 1.1022], "k": [3.9133, 2.4530, 2.1421]}


@dataclass(frozen=True)
class Thing:
    """A shape and how it looks; ``emission`` is radiance of its front."""

    shape: Shape
    material: dict[str, Any]
    emission: tuple[float, float, float] | None = None


@dataclass(frozen=True)
class SuiteScene:
    """``spp`` is for one round; ``fog``: scattering and absorption per metre, isotropic, everywhere."""

    title: str
    things: dict[str, Thing]
    origin: tuple[float, float, float]
    target: tuple[float, float, float]
    fov_y_deg: float
    spp: int = 16
    sky: bool = False
    fog: tuple[float, float] | None = None
    files: tuple[Path, ...] = field(default=())


def _walls() -> dict[str, Thing]:
    """A box 2x2x2 around the origin, open to +Z."""
    x, y, z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    return {
        "floor": Thing(quad((0, -1, 0), z, x), WHITE),
        "ceiling": Thing(quad((0, 1, 0), x, z), WHITE),
        "back": Thing(quad((0, 0, -1), x, y), WHITE),
        "left": Thing(quad((-1, 0, 0), y, z), RED),
        "right": Thing(quad((1, 0, 0), z, y), GREEN),
        "lamp": Thing(quad((0, 0.99, 0), (0.25, 0, 0), (0, 0, 0.25)), BLACK, (12.0, 12.0, 12.0)),
    }


def _box(triangles: int) -> SuiteScene:
    things = {**_walls(), "ball": Thing(ball(triangles, 0.6, (0.0, -0.3, 0.0)), WHITE)}
    return SuiteScene(f"box, {triangles:,} triangles", things, (0, 0, 3.9), (0, 0, 0), 39.0)


def _glass() -> SuiteScene:
    things = {
        **_walls(),
        "crown": Thing(ball(80_000, 0.38, (-0.45, -0.61, -0.25), bumps=0.0), {"type": "dielectric", "ior": 1.5}),
        "water": Thing(ball(80_000, 0.32, (0.45, -0.67, 0.2), bumps=0.03), {"type": "dielectric", "ior": 1.33}),
        "slab": Thing(block((-0.1, -0.999, 0.45), (0.1, -0.3, 0.65)), {"type": "dielectric", "ior": 1.5}),
    }
    return SuiteScene("glass and caustics", things, (0, 0, 3.9), (0, 0, 0), 39.0)


def _interior() -> SuiteScene:
    """A room 4x2.6x5 m whose left wall has a window; all light is sky and sun."""
    wall = {"type": "diffuse", "reflectance": [0.72, 0.68, 0.62]}
    left = [
        block((-2.2, 0.0, -2.5), (-2.0, 0.8, 2.5)),
        block((-2.2, 2.1, -2.5), (-2.0, 2.6, 2.5)),
        block((-2.2, 0.8, -2.5), (-2.0, 2.1, -1.2)),
        block((-2.2, 0.8, 0.9), (-2.0, 2.1, 2.5)),
    ]
    things = {
        "floor": Thing(quad((0, 0, 0), (0, 0, 2.5), (2.2, 0, 0), repeat=4.0), WOOD),
        "room": Thing(
            joined(
                [
                    block((-2.2, 2.6, -2.7), (2.2, 2.7, 2.7)),
                    block((-2.2, 0.0, -2.7), (2.2, 2.6, -2.5)),
                    block((-2.2, 0.0, 2.5), (2.2, 2.6, 2.7)),
                    block((2.0, 0.0, -2.5), (2.2, 2.6, 2.5)),
                    *left,
                ]
            ),
            wall,
        ),
        "table": Thing(block((-0.9, 0.7, -1.4), (0.7, 0.76, -0.5)), WOOD),
        "vase": Thing(ball(60_000, 0.28, (-0.3, 1.04, -0.95)), WHITE),
        "cushion": Thing(ball(60_000, 0.4, (1.1, 0.4, -0.2)), RED),
    }
    return SuiteScene(
        "textured interior, light through a window", things, (1.2, 1.4, 2.3), (-0.5, 0.9, -1.0), 58.0, sky=True,
        files=(PARQUET,),
    )  # fmt: skip


def _metals() -> SuiteScene:
    def metal(kind: dict[str, Any], alpha: float) -> dict[str, Any]:
        return {"type": "conductor", **kind, "alpha": alpha}

    things = {
        "floor": Thing(quad((0, 0, 0), (0, 0, 6), (6, 0, 0), repeat=6.0), WOOD),
        "gold": Thing(ball(100_000, 0.5, (-1.1, 0.5, 0.0), bumps=0.0), metal(GOLD, 0.1)),
        "copper": Thing(ball(100_000, 0.5, (0.0, 0.5, 0.0), bumps=0.02), metal(COPPER, 0.2)),
        "dull gold": Thing(ball(100_000, 0.5, (1.1, 0.5, 0.0), bumps=0.0), metal(GOLD, 0.35)),
    }
    return SuiteScene("metals under a sky", things, (0, 1.3, 4.6), (0, 0.45, 0), 36.0, sky=True, files=(PARQUET,))


def _fog() -> SuiteScene:
    things = {**_walls(), "ball": Thing(ball(60_000, 0.5, (0.0, -0.4, 0.0)), WHITE)}
    things["front"] = Thing(quad((0, 0, 4.2), (-4.0, 0, 0), (0, 4.0, 0)), BLACK)
    return SuiteScene("box full of fog", things, (0, 0, 3.9), (0, 0, 0), 39.0, fog=(0.25, 0.02))


SCENES: dict[str, Callable[[], SuiteScene]] = {
    "box-10k": lambda: _box(10_000),
    "box-640k": lambda: _box(640_000),
    "box-5m": lambda: _box(5_000_000),
    "glass": _glass,
    "interior": _interior,
    "metals": _metals,
    "fog": _fog,
}


def write(name: str, folder: Path, *, size: int = SIZE) -> dict[str, Any]:
    """Writes ``folder/scene.json``, ``scene.xml``, meshes and pictures; gives the manifest."""
    scene = SCENES[name]()
    folder.mkdir(parents=True, exist_ok=True)
    objects = []
    for thing_name, thing in scene.things.items():
        file = thing_name.replace(" ", "-") + ".ply"
        write_ply(folder / file, thing.shape)
        objects.append({"mesh": file, "material": thing.material, "emission": thing.emission})
    for path in scene.files:
        shutil.copy(path, folder / path.name)
    if scene.sky:
        write_sky(folder / "sky.exr")
    manifest = {
        "name": name,
        "title": scene.title,
        "size": size,
        "spp": scene.spp,
        "depth": DEPTH,
        "roulette": ROULETTE,
        "origin": scene.origin,
        "target": scene.target,
        "fov_deg": scene.fov_y_deg,
        "triangles": sum(len(thing.shape.triangles) for thing in scene.things.values()),
        "objects": objects,
        "sky": "sky.exr" if scene.sky else None,
        "fog": scene.fog,
    }
    (folder / "scene.json").write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    (folder / "scene.xml").write_text(mitsuba_xml.scene(manifest), encoding="utf-8")
    return manifest


def write_sky(path: Path) -> None:
    """A clear evening as a latitude-longitude picture, 1024x512: row 0 up, u = 0 looks to -Z, u = 0.25 to +X [Mitsuba].

    The sun stands at -X, 35 degrees high, wide enough (4 degrees) to be sampled well by everybody.
    """
    import OpenImageIO

    height, width = 512, 1024
    polar = np.pi * (np.arange(height) + 0.5)[:, None] / height
    phi = 2.0 * np.pi * (np.arange(width) + 0.5)[None, :] / width
    direction = np.stack(
        np.broadcast_arrays(np.sin(polar) * np.sin(phi), np.cos(polar), -np.sin(polar) * np.cos(phi)), axis=-1
    )
    up = np.clip(direction[..., 1:2], 0.0, 1.0)
    sky = (1.0 - up) * np.array([0.9, 0.7, 0.55]) + up * np.array([0.25, 0.45, 0.9])
    sky = np.where(direction[..., 1:2] < 0.0, np.array([0.12, 0.11, 0.1]), sky)
    sun = np.array([-np.cos(np.radians(35.0)), np.sin(np.radians(35.0)), 0.0])
    disk = 1.0 / (1.0 + np.exp((np.degrees(np.arccos(np.clip(direction @ sun, -1.0, 1.0))) - 4.0) * 4.0))
    pixels = (sky + disk[..., None] * np.array([260.0, 200.0, 130.0])).astype(np.float32)
    output = OpenImageIO.ImageOutput.create(str(path))
    spec = OpenImageIO.ImageSpec(width, height, 3, "float")
    if output is None or not output.open(str(path), spec) or not output.write_image(pixels) or not output.close():
        raise OSError(f"{path} cannot be written")
