"""The layers of scenes whose surfaces are known, and counted paths."""

from __future__ import annotations

import math

import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from raytracer.scene import Input, Material, Scene, Sphere, matte
from raytracer.scene.layers import LAYERS, NOTHING
from tests.engine.scenes import cornell, one_body


def ball(material: Material, **changes: object) -> Scene:
    """A unit sphere 4 m away that leaves the corners of the picture empty."""
    scene = one_body(material, **changes)
    scene.cameras[0] = scene.camera.model_copy(update={"fov_y_deg": 34.0})
    return scene


def test_a_sphere_is_what_geometry_says(renderer: Renderer) -> None:
    renderer.load(ball(matte("half", (0.5, 0.25, 0.125)), width=33, height=33, filter_width=0.1))
    middle = (16, 16)
    assert renderer.layer("albedo")[middle] == pytest.approx((0.5, 0.25, 0.125), abs=1e-4)
    for name in ("normal", "geometry"):
        normals = renderer.layer(name)
        assert normals[middle] == pytest.approx((0.0, 0.0, 1.0), abs=0.02)
        seen = renderer.layer("depth")[..., 0] < NOTHING / 2
        lengths = np.linalg.norm(normals[seen], axis=-1)
        assert lengths.mean() == pytest.approx(1.0, abs=0.01)
        assert (normals[seen][:, 2] > -0.05).all(), "towards the viewer"
    depth = renderer.layer("depth")
    assert depth[middle][0] == pytest.approx(3.0, abs=0.01)
    assert depth[0, 0, 0] == np.float32(NOTHING)
    assert set(np.unique(renderer.layer("material"))) == {0.0}
    assert renderer.layer("nonfinite").max() == 0.0


def test_what_lets_straight_through_is_looked_through(renderer: Renderer) -> None:
    veil = matte("veil", (0.9, 0.9, 0.9)).model_copy(update={"alpha_mode": "mask", "opacity": Input(value=0.1)})
    scene = one_body(veil)
    scene.shapes.append(Sphere(0.5))
    scene.materials.append(matte("inner", (0.2, 0.2, 0.2)))
    scene.instances.append(type(scene.instances[0])(1, 1))
    renderer.load(scene)
    assert renderer.layer("material")[16, 16, 0] == 1.0
    assert renderer.layer("depth")[16, 16, 0] == pytest.approx(3.5, abs=0.01)


def test_a_layer_is_shown_from_the_first_picture_and_refined(renderer: Renderer) -> None:
    renderer.load(cornell(width=64, height=48))
    renderer.set_view(renderer.view.model_copy(update={"layer": "normal"}))
    out = np.zeros((48, 64, 4), np.uint8)
    assert not renderer.layer_finished
    pictures = []
    while not renderer.layer_finished:
        renderer.display(out, layer_seconds=0.0)
        pictures.append(out.copy())
    assert len(pictures) >= 16
    error = [np.abs(p.astype(int) - pictures[-1]).mean() for p in pictures]
    assert error[0] < 40.0, "coarse, but all of it"
    assert error[-2] < 1.0
    renderer.set_camera(renderer.camera.model_copy(update={"position": (0.5, 0.0, 3.9)}))
    assert not renderer.layer_finished, "another place, another picture"
    renderer.display(out, layer_seconds=math.inf)
    assert renderer.layer_finished
    renderer.resize(32, 16)
    small = np.zeros((16, 32, 4), np.uint8)
    renderer.display(small)
    assert small.any()


def test_layers_do_not_touch_the_light(renderer: Renderer) -> None:
    renderer.load(cornell(spp=2))
    while not renderer.finished:
        renderer.render_pass()
    before = renderer.linear()
    for layer in LAYERS:
        values = renderer.layer(layer.name)
        assert values.shape == (32, 32, len(layer.channels))
        assert np.isfinite(values).all()
    assert np.array_equal(renderer.linear(), before)
    assert (renderer.layer("samples") == 2.0).all()


def test_paths_are_counted_as_the_film_counts_them(renderer: Renderer) -> None:
    scene = cornell(spp=1)
    renderer.load(scene)
    rays = renderer.render_pass(target_seconds=9.0, max_spp=1).rays
    measured = renderer.divergence(0)
    assert measured.rays == rays
    assert measured.pixels == 32 * 32
    assert 0.1 < measured.by_ray.used < 1.0
    assert measured.by_ray.alive[0] == pytest.approx(1.0)
    assert all(a >= b for a, b in zip(measured.by_ray.alive, measured.by_ray.alive[1:], strict=False))
    renderer.load(cornell(max_depth=1))
    single = renderer.divergence(0)
    assert single.by_ray.used == 1.0, "one ray each: nobody waits"
    assert single.rays == 32 * 32
    assert renderer.layer("bounces").max() == 0.0


def test_the_search_costs_what_can_be_counted_by_hand(renderer: Renderer) -> None:
    scene = ball(matte("half", (0.5, 0.5, 0.5)), width=32, height=32, filter_width=0.1)
    scene.cameras[0] = scene.camera.model_copy(update={"fov_y_deg": 60.0})
    renderer.load(scene)
    assert (renderer.layer("nodes") == 1.0).all(), "a tree of one node: every ray opens it"
    tests = renderer.layer("tests")[..., 0]
    assert tests[16, 16] == 1.0
    assert tests[0, 0] == 0.0, "beside the ball's box nothing is tested"
    seen = renderer.layer("depth")[..., 0] < NOTHING / 2
    assert (tests[seen] > 0.0).all(), "what is seen was tested"
    renderer.load(one_body(matte("half", (0.5, 0.5, 0.5)), mesh=True))
    nodes, tests = renderer.layer("nodes"), renderer.layer("tests")
    assert 2.0 < nodes.mean() < 60.0
    assert 1.0 <= tests[16, 16, 0] < 60.0, "a few of the mesh's triangles"
    few, many = (renderer.layer(name).mean() for name in ("nodes", "tests"))
    renderer.set_camera(renderer.camera.model_copy(update={"target": (0.0, 0.0, 9.0)}))
    assert renderer.layer("nodes").mean() < few, "looking away costs less"
    assert renderer.layer("tests").mean() < many


def test_what_guides_a_denoiser_is_the_layers_with_fewer_samples(renderer: Renderer) -> None:
    renderer.load(cornell(width=24, height=20, spp=1))
    assert not renderer.guides.usable
    for _ in range(1000):
        renderer.guides.refine(0.01)
        if renderer.guides.finished:
            break
    assert renderer.guides.finished
    assert renderer.guides.usable
    assert renderer.guides.compiled
    for found, name in zip(renderer.guides.pictures(), ("albedo", "normal"), strict=True):
        assert np.abs(found - renderer.layer(name)).mean() < 0.03
    renderer.set_camera(renderer.camera)
    assert not renderer.guides.usable


def test_radiance_from_elsewhere_is_shown_through_the_same_view(renderer: Renderer) -> None:
    renderer.load(cornell(width=24, height=20, spp=4))
    while not renderer.finished:
        renderer.render_pass()
    shown, other = np.zeros((20, 24, 4), np.uint8), np.zeros((20, 24, 4), np.uint8)
    for exposure in (0.0, -2.0):
        renderer.set_view(renderer.view.model_copy(update={"exposure_ev": exposure}))
        renderer.display(shown)
        linear = renderer.linear()
        renderer.display_other(linear, other)
        assert np.array_equal(shown, other)
    renderer.display_other(linear * 0.0, other)
    assert (other[..., :3] == 0).all()
    renderer.display(other)
    assert np.array_equal(shown, other), "the film is as it was"
