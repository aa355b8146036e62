"""Small scenes with a known answer, built without files."""

from __future__ import annotations

import numpy as np

from raytracer.scene import (
    Camera,
    Environment,
    Instance,
    Material,
    Mesh,
    RenderSettings,
    Scene,
    Sphere,
    ViewSettings,
    matte,
)
from raytracer.scene.primitives import box, ellipsoid, quad
from raytracer.scene.transform import rotate, translate

BOX = RenderSettings(width=32, height=32, spp=16, max_depth=8, filter="box", filter_width=1.0)


def settings(**changes: object) -> RenderSettings:
    """A small film with a box filter, changed as asked."""
    return BOX.model_copy(update=changes)


def white_sky(strength: float = 1.0) -> Environment:
    """Radiance ``strength`` from everywhere."""
    return Environment(sky="constant", parameters={"radiance": (1.0, 1.0, 1.0)}, strength=strength)


def one_body(material: Material, *, mesh: bool = False, **changes: object) -> Scene:
    """A unit sphere that fills the picture, alone under a white sky: a furnace."""
    shape: Mesh | Sphere = ellipsoid() if mesh else Sphere(1.0)
    return Scene(
        name="furnace",
        cameras=[Camera(position=(0.0, 0.0, 4.0), target=(0.0, 0.0, 0.0), fov_y_deg=14.0)],
        shapes=[shape],
        materials=[material],
        instances=[Instance(0, 0)],
        environment=white_sky(),
        settings=settings(**changes),
        view=ViewSettings(view="standard"),
    )


def lamp_over_floor(lamp: Material, floor: Material, height: float = 2.0, **changes: object) -> Scene:
    """A horizontal 2x2 lamp over a large floor, looked at so that the picture is the floor's middle, 10 cm wide."""
    down = rotate((1.0, 0.0, 0.0), 180.0)
    return Scene(
        name="lamp",
        cameras=[
            Camera(
                position=(0.0, 0.5, 0.0),
                target=(0.0, 0.0, 0.0),
                up=(0.0, 0.0, -1.0),
                projection="orthographic",
                ortho_height=0.1,
            )
        ],
        shapes=[quad((2.0, 2.0)), quad((20.0, 20.0))],
        materials=[lamp, floor],
        instances=[Instance(0, 0, translate((0.0, height, 0.0)) @ down), Instance(1, 1)],
        settings=settings(**changes),
    )


def cornell(**changes: object) -> Scene:
    """A closed box with coloured walls, a lamp under the ceiling, a block and a glass ball."""
    black = matte("lamp", (0.0, 0.0, 0.0)).model_copy(update={"emission": lamp(12.0).emission})
    materials = [
        matte("white", (0.73, 0.73, 0.73)),
        matte("red", (0.65, 0.05, 0.05)),
        matte("green", (0.12, 0.45, 0.15)),
        black,
        Material(name="glass", surface="dielectric"),
    ]
    walls = [
        Instance(0, 0, translate((0.0, -1.0, 0.0))),
        Instance(0, 0, translate((0.0, 1.0, 0.0)) @ rotate((1.0, 0.0, 0.0), 180.0)),
        Instance(0, 0, translate((0.0, 0.0, -1.0)) @ rotate((1.0, 0.0, 0.0), 90.0)),
        Instance(0, 1, translate((-1.0, 0.0, 0.0)) @ rotate((0.0, 0.0, 1.0), -90.0)),
        Instance(0, 2, translate((1.0, 0.0, 0.0)) @ rotate((0.0, 0.0, 1.0), 90.0)),
        Instance(1, 3, translate((0.0, 0.99, 0.0)) @ rotate((1.0, 0.0, 0.0), 180.0)),
        Instance(2, 0, translate((-0.35, -0.4, -0.3)) @ rotate((0.0, 1.0, 0.0), 20.0)),
        Instance(3, 4, translate((0.4, -0.6, 0.3))),
    ]
    return Scene(
        name="cornell",
        cameras=[Camera(position=(0.0, 0.0, 3.9), target=(0.0, 0.0, 0.0), fov_y_deg=39.0)],
        shapes=[quad((2.0, 2.0)), quad((0.5, 0.5)), box((0.6, 1.2, 0.6)), Sphere(0.4)],
        materials=materials,
        instances=walls,
        settings=settings(**changes),
    )


def lamp(radiance: float, sides: str = "front") -> Material:
    """A black surface that shines."""
    return Material(
        name="lamp",
        surface="diffuse",
        parameters={"reflectance": (0.0, 0.0, 0.0)},
        emission=(radiance,) * 3,
        emission_sides=sides,
    )


def lambert_square_factor(half: float, height: float) -> float:
    """Irradiance over radiance under the middle of a parallel square lamp of half width ``half``, ``height`` above."""
    a = half / height
    return float(4.0 * 2.0 * (a / np.sqrt(1.0 + a * a)) * np.arctan(a / np.sqrt(1.0 + a * a)) / 2.0)
