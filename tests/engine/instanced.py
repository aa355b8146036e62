"""Scenes whose meshes stand in many places, for comparing shared meshes with copied ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from raytracer.scene import (
    Camera,
    Environment,
    Image,
    Input,
    Instance,
    Material,
    Medium,
    Mesh,
    Scene,
    Sphere,
    Texture,
    instancing,
    matte,
)
from raytracer.scene.primitives import quad, torus
from raytracer.scene.transform import rotate, scale, translate
from tests.engine.scenes import settings


@contextmanager
def sharing(*, always: bool) -> Iterator[None]:
    """Meshes in use twice are shared, or none is, however little it saves."""
    before = instancing.MIN_SAVED
    instancing.MIN_SAVED = 1 if always else 1 << 62
    try:
        yield
    finally:
        instancing.MIN_SAVED = before


def places(seed: int, count: int, spread: float = 1.0) -> list[np.ndarray]:
    """Turned, unevenly scaled, and every third mirrored."""
    rng = np.random.default_rng(seed)
    mirror = np.array([-1.0, 1.0, 1.0])
    return [
        translate(rng.uniform(-spread, spread, 3))
        @ rotate(rng.normal(size=3), float(rng.uniform(0.0, 360.0)))
        @ scale(rng.uniform(0.2, 0.5, 3) * (mirror if k % 3 == 0 else 1.0))
        for k in range(count)
    ]


def ring() -> Mesh:
    """A small torus with everything that vertices can have."""
    mesh = torus(0.8, 0.3, segments=16, tube_segments=8)
    rng = np.random.default_rng(7)
    assert mesh.normals is not None
    side = np.cross(mesh.normals, [0.3, 1.0, 0.2])
    tangents = np.concatenate([side / np.linalg.norm(side, axis=1, keepdims=True), np.ones((len(side), 1))], axis=1)
    return Mesh(
        mesh.positions,
        mesh.triangles,
        mesh.normals,
        mesh.uvs,
        None,
        rng.uniform(0.3, 1.0, (len(side), 4)).astype(np.float32),
        tangents.astype(np.float32),
    )


def rings(count: int = 14, **changes: object) -> Scene:
    """Rings of paint with a normal map, of glass, of fog and without their colours, with a ball and a lamp."""
    rng = np.random.default_rng(3)
    paint = Texture(image=Image("paint", rng.integers(60, 256, (8, 8, 3)).astype(np.uint8)), filter="nearest")
    bumps = Image("bumps", rng.integers(90, 166, (8, 8, 3)).astype(np.uint8) | np.uint8([0, 0, 128]), "linear")
    materials = [
        Material(name="paint", parameters={"reflectance": Input(value=(1.0,) * 3, texture=paint)}),
        Material(name="bumpy", surface="plastic", normal_map=Texture(image=bumps), vertex_colors=False),
        Material(name="glass", surface="dielectric", interior=Medium(absorption=(2.0, 0.5, 0.1))),
        Material(name="lace", alpha_mode="blend", opacity=Input(value=0.6), two_sided=False),
        matte("floor", (0.5, 0.5, 0.5)),
        matte("lamp", (0.0, 0.0, 0.0)).model_copy(update={"emission": Input(value=(4.0, 4.0, 4.0))}),
    ]
    instances = [Instance(0, k % 4, place) for k, place in enumerate(places(5, count))]
    instances += [
        Instance(1, 4, translate((0.0, -1.3, 0.0))),
        Instance(2, 4, translate((0.3, 0.2, 0.9)) @ scale(0.3)),
        Instance(0, 5, translate((-0.9, 1.0, 0.5)) @ scale(0.3)),  # the same mesh, shining
    ]
    return Scene(
        name="rings",
        cameras=[Camera(position=(0.0, 0.4, 4.2), target=(0.0, 0.0, 0.0))],
        shapes=[ring(), quad((6.0, 6.0)), Sphere(1.0)],
        materials=materials,
        instances=instances,
        environment=Environment(sky="gradient", strength=0.5),
        settings=settings(**{"width": 40, "height": 40, "spp": 8, **changes}),
    )
