"""The integrator against scenes whose picture can be calculated."""

from __future__ import annotations

import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from raytracer.scene import DirectionalLight, Input, Material, Medium, PointLight, Scene, SpotLight, matte
from tests.engine.scenes import (
    cornell,
    lambert_square_factor,
    lamp,
    lamp_over_floor,
    one_body,
)


def picture(renderer: Renderer, scene: Scene) -> np.ndarray:
    """The whole linear picture after the scene's own number of samples."""
    renderer.load(scene)
    while not renderer.finished:
        stats = renderer.render_pass(target_seconds=0.2)
        assert stats.nonfinite == 0
    return renderer.linear()


@pytest.mark.parametrize("mesh", [False, True], ids=["sphere", "mesh"])
def test_diffuse_furnace_is_the_albedo(renderer: Renderer, mesh: bool) -> None:
    # Convex: every path leaves after one bounce, the estimate is the albedo itself up to rounding and facets.
    image = picture(renderer, one_body(matte("half", (0.5, 0.4, 0.3)), mesh=mesh, max_depth=32, spp=64))
    assert image.mean((0, 1)) == pytest.approx((0.5, 0.4, 0.3), abs=0.002)
    assert image.min() > 0.25


def test_clear_glass_is_invisible_in_the_furnace(renderer: Renderer) -> None:
    image = picture(renderer, one_body(Material(surface="dielectric"), max_depth=256, roulette_depth=256, spp=16))
    assert image == pytest.approx(np.ones_like(image), abs=1e-3)


@pytest.mark.parametrize("height", [0.3, 1.0, 2.0])
def test_rays_to_the_lamp_and_rays_that_find_it_agree(renderer: Renderer, height: float) -> None:
    # The floor is ten times the lamp: its ray offset is too, and must not make shadow rays hit the lamp itself.
    expected = 0.5 * lambert_square_factor(1.0, height) / np.pi
    scene = lamp_over_floor(lamp(1.0), matte("floor", (0.5, 0.5, 0.5)), height, max_depth=2, spp=256)
    scene.cameras[0] = scene.camera.model_copy(update={"position": (0.0, 0.2, 0.0)})
    image = picture(renderer, scene)
    # Standard error under 0.1 %: a wrong weight in multiple importance sampling is off by far more.
    assert image.mean() == pytest.approx(expected, rel=0.01)


def test_a_lamp_shines_to_its_front_unless_asked(renderer: Renderer) -> None:
    floor = matte("floor", (0.5, 0.5, 0.5))
    scene = lamp_over_floor(lamp(1.0), floor, max_depth=2)
    turned = [type(i)(i.shape, i.material, i.world_from_object.copy()) for i in scene.instances]
    turned[0].world_from_object[:3, :3] = np.eye(3)
    scene.instances = turned
    assert picture(renderer, scene).max() == 0.0
    scene.materials[0] = lamp(1.0, sides="both")
    assert picture(renderer, scene).mean() > 0.1


@pytest.mark.parametrize(
    ("light", "expected"),
    [
        (PointLight(position=(0.0, 2.0, 0.0), intensity=(8.0,) * 3), 0.5 / np.pi * 8.0 / 4.0),
        (DirectionalLight(direction=(0.0, -1.0, 0.0), irradiance=(np.pi,) * 3), 0.5),
        (
            SpotLight(position=(0.0, 2.0, 0.0), direction=(0.0, -1.0, 0.0), inner_angle_deg=20.0, intensity=(8.0,) * 3),
            1.0 / np.pi,
        ),
        (SpotLight(position=(0.0, 2.0, 0.0), direction=(0.0, 1.0, 0.0), intensity=(8.0,) * 3), 0.0),
    ],
    ids=["point", "directional", "spot", "spot turned away"],
)
def test_lights_without_size(renderer: Renderer, light: PointLight, expected: float) -> None:
    scene = lamp_over_floor(lamp(0.0), matte("floor", (0.5, 0.5, 0.5)), max_depth=2, spp=4)
    scene.instances = scene.instances[1:]
    scene.lights = [light]
    assert picture(renderer, scene).mean() == pytest.approx(expected, rel=2e-3, abs=1e-6)


def test_depth_one_shows_only_what_shines(renderer: Renderer) -> None:
    scene = cornell(max_depth=1, spp=4)
    image = picture(renderer, scene)
    assert set(np.unique(image > 0.0)) == {False, True}
    lit = image[image > 0.0]
    assert lit.max() == pytest.approx(12.0)
    deeper = picture(renderer, cornell(max_depth=2, spp=4))
    assert deeper.mean() > 1.2 * image.mean()


def test_roulette_keeps_the_mean(renderer: Renderer) -> None:
    early = picture(renderer, cornell(max_depth=64, roulette_depth=1, spp=256))
    late = picture(renderer, cornell(max_depth=64, roulette_depth=64, spp=256))
    # 1024 pixels of 256 samples: the two means differ by 0.8 % standard error; 4 sigma.
    assert early.mean() == pytest.approx(late.mean(), rel=0.035)


def test_absorption_follows_beer_and_lambert(renderer: Renderer) -> None:
    # Straight through a body of index 1: exp(-absorption * chord), the picture's centre sees the whole diameter.
    tinted = Material(surface="dielectric", parameters={"ior": 1.0}, interior=Medium(absorption=(0.1, 0.5, 2.0)))
    scene = one_body(tinted, spp=4)
    scene.cameras[0] = scene.camera.model_copy(update={"fov_y_deg": 0.5})
    image = picture(renderer, scene)
    assert image.mean((0, 1)) == pytest.approx(np.exp(-2.0 * np.array([0.1, 0.5, 2.0])), rel=2e-3)


def test_scattering_without_absorption_loses_nothing(renderer: Renderer) -> None:
    cloud = Material(surface="null", interior=Medium(scattering=(2.0, 2.0, 2.0), anisotropy=0.5))
    image = picture(renderer, one_body(cloud, max_depth=512, roulette_depth=512, spp=64))
    # A furnace: each path ends in the white sky with weight one.
    assert image.mean() == pytest.approx(1.0, abs=0.01)


def test_alpha_is_a_weighted_mean_of_surface_and_background(renderer: Renderer) -> None:
    veil = Material(
        surface="diffuse",
        parameters={"reflectance": (0.0, 0.0, 0.0)},
        alpha_mode="blend",
        opacity=Input(value=0.25),
    )
    image = picture(renderer, one_body(veil, spp=256, max_depth=2))
    # Two walls: 0.75^2 of the sky comes through. 262,144 samples: 0.1 % standard error.
    assert image.mean() == pytest.approx(0.5625, abs=0.005)


def test_clamp_limits_one_sample(renderer: Renderer) -> None:
    assert picture(renderer, cornell(clamp=0.5, spp=8)).max() <= 0.5 + 1e-6


@pytest.mark.parametrize("name", ["box", "tent", "gaussian", "blackman-harris"])
def test_filters_keep_a_constant_constant_and_blur_an_edge(renderer: Renderer, name: str) -> None:
    scene = one_body(lamp(1.0, sides="both"), spp=64, filter=name, filter_width=1.0 if name == "box" else 4.0)
    scene.environment = None
    scene.cameras[0] = scene.camera.model_copy(update={"fov_y_deg": 40.0})
    image = picture(renderer, scene)[..., 0]
    assert image[16, 16] == pytest.approx(1.0)
    assert image[0, 0] == 0.0
    partly = np.count_nonzero((image[16] > 0.02) & (image[16] < 0.98))
    assert partly <= 2 if name == "box" else 2 < partly <= 8
