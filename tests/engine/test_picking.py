"""What a click finds, against geometry worked out by hand."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from raytracer.scene import (
    Camera,
    Input,
    Instance,
    Material,
    RenderSettings,
    Scene,
    Sphere,
    matte,
    primitives,
    transform,
)
from raytracer.scene.edits import Invalidates, Remove, Set, apply
from tests.engine.instanced import sharing

WIDTH, HEIGHT = 80, 40
CAMERA = Camera(position=(0.0, 0.0, 10.0), target=(0.0, 0.0, 0.0), fov_y_deg=40.0)


def make_scene() -> Scene:
    """From left to right: a box, a mirrored box behind an invisible one, a sphere, an ellipsoid."""
    return Scene(
        cameras=[CAMERA],
        shapes=[primitives.box((1.0, 1.0, 1.0)), Sphere(0.5)],
        materials=[matte("a", (0.5,) * 3), matte("b", (0.5,) * 3)],
        instances=[
            Instance(0, 0, transform.translate((-3.0, 0.0, 0.0))),
            Instance(0, 0, transform.translate((-1.0, 0.0, 3.0)), visible=False),
            Instance(0, 1, transform.translate((-1.0, 0.0, 0.0)) @ transform.scale((-1.0, 1.0, 1.0))),
            Instance(1, 1, transform.translate((1.0, 0.0, 0.0)) @ transform.scale(2.0)),
            Instance(1, 0, transform.translate((3.0, 0.0, 0.0)) @ transform.scale((0.5, 1.0, 1.0))),
        ],
        settings=RenderSettings(width=WIDTH, height=HEIGHT, spp=1),
    )


def film_point(x: float, y: float, z: float) -> tuple[float, float]:
    """Where the camera sees a point."""
    scale = HEIGHT / 2.0 / np.tan(np.radians(20.0)) / (10.0 - z)
    return WIDTH / 2.0 + x * scale, HEIGHT / 2.0 - y * scale


@pytest.mark.parametrize("shared", [False, True])
def test_instances_of_a_shared_mesh_are_told_apart(renderer: Renderer, shared: bool) -> None:
    scene = make_scene()
    ball = primitives.ellipsoid(segments=32)
    for k in (0, 1, 2):
        scene.instances[k].shape = 2
    scene = dataclasses.replace(scene, shapes=[*scene.shapes, ball])
    with sharing(always=shared):
        renderer.load(scene)
    assert bool(renderer._device.geometry.places) == shared  # type: ignore[union-attr]
    for x, instance in ((-3.0, 0), (-1.0, 2), (1.0, 3), (3.0, 4)):
        seen = renderer.pick(*film_point(x, 0.0, 0.0))
        assert seen is not None
        assert seen.instance == instance
        assert seen.normal[2] > 0.5
    assert renderer.silhouette([0, 2]).sum() > renderer.silhouette([2]).sum() > 0


@pytest.mark.parametrize(
    ("x", "instance", "material", "z"), [(-3.0, 0, 0, 0.5), (-1.0, 2, 1, 0.5), (1.0, 3, 1, 1.0), (3.0, 4, 0, 0.5)]
)
def test_a_click_finds_the_instance_under_it(
    renderer: Renderer, x: float, instance: int, material: int, z: float
) -> None:
    renderer.load(make_scene())
    direction = np.array([x, 0.0, -10.0])
    seen = renderer.pick(*film_point(x, 0.0, 0.0))
    assert seen is not None
    assert (seen.instance, seen.material) == (instance, material)
    if instance in (0, 2):  # the front of a box
        assert seen.normal == pytest.approx((0.0, 0.0, 1.0), abs=1e-5)
        assert seen.position[2] == pytest.approx(z, abs=1e-5)
        assert seen.depth == pytest.approx(10.0 - z, abs=1e-4)
        assert seen.distance == pytest.approx((10.0 - z) / 10.0 * np.linalg.norm(direction), abs=1e-4)
    else:
        assert np.dot(seen.normal, direction) < 0.0


def test_the_sky_is_nothing(renderer: Renderer) -> None:
    renderer.load(make_scene())
    assert renderer.pick(0.0, 0.0) is None
    assert renderer.pick(*film_point(0.0, 0.0, 0.0)) is None


def test_an_orthographic_camera_and_one_with_a_lens(renderer: Renderer) -> None:
    scene = make_scene()
    flat = CAMERA.model_copy(update={"projection": "orthographic", "ortho_height": 4.0})
    scene.cameras = [flat]
    renderer.load(scene)
    seen = renderer.pick(WIDTH / 2.0 + 1.0 * HEIGHT / 4.0, HEIGHT / 2.0)
    assert seen is not None
    assert seen.position == pytest.approx((1.0, 0.0, 1.0), abs=1e-5)
    scene.cameras = [CAMERA.model_copy(update={"aperture_radius": 0.5})]
    renderer.load(scene)
    seen = renderer.pick(*film_point(1.0, 0.0, 0.0))
    assert seen is not None
    assert seen.instance == 3


def test_instances_are_found_after_edits(renderer: Renderer) -> None:
    scene = make_scene()
    renderer.load(scene)
    for edit in (Remove("instances", 0), Set(("instances", 0, "visible"), True)):
        scene = apply(edit, scene)
        renderer.update(scene, Invalidates.GEOMETRY | Invalidates.RECORDS | Invalidates.FILM)
    seen = renderer.pick(*film_point(-1.0, 0.0, 3.0))
    assert seen is not None
    assert seen.instance == 0


def test_a_silhouette_has_the_area_of_its_object(renderer: Renderer) -> None:
    renderer.load(make_scene())
    renderer.resize(800, 400)
    mask = renderer.silhouette([3])
    rows, columns = mask.shape
    assert columns / rows == pytest.approx(2.0, rel=0.02)
    assert renderer.silhouette([1]).sum() == 0, "what is hidden is not seen"
    distance = float(np.hypot(10.0, 1.0))
    half = np.tan(np.arcsin(1.0 / distance))  # of the cone about the sphere, slightly off the axis
    share = np.pi * half**2 / (4.0 * 2.0 * np.tan(np.radians(20.0)) ** 2)
    assert mask.mean() == pytest.approx(share, rel=0.05)
    both = renderer.silhouette([3, 4])
    assert both.sum() > mask.sum()
    assert (both >= mask).all()


def test_a_preview_shows_surfaces_and_leaves_the_film_alone(renderer: Renderer) -> None:
    red = matte("a", (0.8, 0.1, 0.1))
    scene = dataclasses.replace(make_scene(), materials=[red, matte("b", (0.5,) * 3)])
    renderer.load(scene)
    out = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    renderer.preview(out)
    assert renderer.spp == 0.0
    assert (out[..., 3] == 255).all()
    x, y = film_point(-3.0, 0.0, 0.5)
    box = out[int(y), int(x)].astype(int)
    assert box[0] > box[1] + 80, "in the colour of its material"
    centre, rim = (out[int(y), int(x)].astype(int) for x, y in (film_point(1.0, 0.0, 0.0), film_point(1.0, 0.93, 0.0)))
    assert centre[0] == centre[1] == centre[2]
    assert centre[0] > rim[0] + 40, "the light comes from the camera"
    nothing = out[1, 1].astype(int)
    assert nothing[0] < rim[0]
    film, pixels = renderer.film, WIDTH * HEIGHT
    assert not film.sums.to_numpy()[: 3 * pixels].any()


def test_a_preview_of_nothing_and_of_what_shines(renderer: Renderer) -> None:
    out = np.zeros((9, 16, 4), np.uint8)
    renderer.load(Scene(settings=RenderSettings(width=16, height=9, spp=1)))
    renderer.preview(out)
    assert out[..., :3].max() < 60
    lamp = Material(name="lamp", emission=Input(value=(5.0, 5.0, 5.0)))
    shapes = [primitives.box((50.0, 50.0, 0.1))]
    renderer.load(Scene(cameras=[CAMERA], shapes=shapes, materials=[lamp], instances=[Instance(0, 0)]))
    renderer.resize(16, 9)
    renderer.preview(out)
    assert out[4, 8, :3].min() > 240
