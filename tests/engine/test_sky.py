"""Choosing directions by the picture of a sky, against the density it states; and the angles that takes."""

import numpy as np
import pytest
import taichi as ti

from raytracer.engine import sky_table
from raytracer.engine.kernels.angles import arc_cosine, arc_tangent2, sine_cosine_of_turn
from raytracer.engine.kernels.buffers import Floats, Ints, SceneBuffers, UInts
from raytracer.engine.kernels.sky import sample_sky, sky_towards
from raytracer.engine.layout import SKY_PATCH_STRIDE, SKY_TABLE_HEAD
from raytracer.engine.renderer import Renderer
from raytracer.scene import Environment, Image, Scene
from tests.engine.scenes import settings

vec2 = ti.types.vector(2, ti.f32)
vec3 = ti.types.vector(3, ti.f32)


@pytest.fixture(autouse=True)
def _taichi(renderer: Renderer) -> None:
    """Kernels need a runtime."""


@ti.kernel
def angles(x: Floats, y: Floats, out: Floats):
    count = x.shape[0]
    for i in range(count):
        turned = sine_cosine_of_turn(0.5 * x[i] + 0.5)
        out[i] = arc_cosine(x[i])
        out[count + i] = arc_tangent2(y[i], x[i])
        out[2 * count + i] = turned.x
        out[3 * count + i] = turned.y


def test_angles_are_exact_to_a_millionth() -> None:
    random = np.random.default_rng(1)
    special = [-1.0, -0.5, 0.0, 0.5, 1.0, 1e-20, -1e-20, 0.99999994, -0.99999994]
    x = np.concatenate([random.uniform(-1.0, 1.0, 100_000), np.repeat(special, len(special))]).astype(np.float32)
    y = np.concatenate([random.uniform(-1.0, 1.0, 100_000), np.tile(special, len(special))]).astype(np.float32)
    out = np.empty(4 * len(x), np.float32)
    angles(x, y, out)
    wide, high = x.astype(np.float64), y.astype(np.float64)
    turn = np.pi * (wide + 1.0)
    expected = (np.arccos(wide), np.arctan2(high, wide), np.sin(turn), np.cos(turn))
    for found, exact in zip(out.reshape(4, -1), expected, strict=True):
        assert np.abs(found - exact).max() < 1e-6


@pytest.mark.parametrize(("height", "width"), [(1, 1), (1, 2), (3, 5), (32, 64), (7, 1000), (300, 400)])
def test_patches_cover_all_directions_and_none_is_impossible(height: int, width: int) -> None:
    random = np.random.default_rng(width)
    luminance = random.random((height, width)) ** 20  # most cells are all but impossible, a few have nearly all
    table = sky_table.patch_table(luminance).astype(np.float64)
    entries = int(table[0])
    guide = table[SKY_TABLE_HEAD : SKY_TABLE_HEAD + entries].astype(int)
    patches = table[SKY_TABLE_HEAD + entries :].reshape(-1, SKY_PATCH_STRIDE)
    end, start, scale, density, left, turns, top, gain = patches.T
    assert len(patches) <= sky_table.MOST_PATCHES
    assert (end > start).all()
    assert end[-1] > 1.0  # whatever the number, the search ends
    end[-1] = 1.0
    assert np.array_equal(start[1:], end[:-1])
    assert scale * (end - start) == pytest.approx(np.ones(len(patches)), rel=1e-6)
    solid_angle = -2.0 * np.pi * turns * gain
    assert solid_angle.sum() == pytest.approx(4.0 * np.pi, rel=1e-5)
    assert density * solid_angle == pytest.approx(end - start, rel=1e-3)
    assert (left >= 0.0).all()
    assert (left + turns <= 1.0 + 1e-6).all()
    assert (top <= 1.0).all()
    assert (top + gain >= -1.0 - 1e-6).all()
    # The guide never leads past the patch that is searched.
    assert np.array_equal(guide, np.searchsorted(end, np.arange(entries) / entries, side="right"))
    edges = np.cos(np.pi * np.arange(height + 1) / height)
    cell = (2.0 * np.pi / width * (edges[:-1] - edges[1:]))[:, None]
    integral = (luminance * cell).sum()
    assert table[2] == pytest.approx(integral / (4.0 * np.pi), rel=1e-5)
    above = (np.maximum(luminance - table[2], 0.0) * cell).sum()
    assert table[1] == (pytest.approx(1.0 / above, rel=1e-5) if above > 0.01 * integral else 0.0)


@pytest.mark.parametrize("luminance", [0.0, 2.5])
def test_directions_to_an_even_sky_are_not_chosen(luminance: float) -> None:
    table = sky_table.patch_table(np.full((16, 32), luminance))
    assert table[1] == 0.0
    assert table[SKY_TABLE_HEAD + int(table[0]) + 3] == pytest.approx(0.25 / np.pi)


def _samples(renderer: Renderer, environment: Environment, u: np.ndarray) -> np.ndarray:
    """Rows of direction, density as sampled, radiance in it, density as weights use it; one for each of ``u``."""
    renderer.load(Scene(environment=environment, settings=settings(spp=1)))
    device = renderer._device
    assert device is not None
    config = device.config

    @ti.kernel
    def sample(floats: Floats, ints: Ints, texels: UInts, table: Floats, u: Floats, out: Floats):
        scene = SceneBuffers(config, floats, floats, floats, ints, floats, ints, texels, table)
        for i in range(out.shape[0] // 8):
            found = sample_sky(scene, vec2(u[2 * i], u[2 * i + 1]))
            seen = sky_towards(scene, found.xyz)
            for k in ti.static(range(4)):
                out[8 * i + k] = found[k]
                out[8 * i + 4 + k] = seen[k]

    out = np.empty(8 * len(u), np.float32)
    sample(*device.records, device.texels, device.sky.table, u.astype(np.float32).reshape(-1), out)
    return out.reshape(-1, 8).astype(np.float64)


def _sky(height: int, width: int) -> Environment:
    picture = np.random.default_rng(height).random((height, width, 3)).astype(np.float32) ** 6
    picture[height // 3, width // 4] = 200.0  # a sun
    return Environment(sky="image", image=Image("sky", picture, "linear"), rotation_deg=33.0)


@pytest.mark.parametrize("environment", [_sky(1, 1), _sky(16, 32), _sky(37, 51), Environment(sky="gradient")])
def test_directions_fall_as_their_density_says(renderer: Renderer, environment: Environment) -> None:
    side = 512
    grid = (np.indices((side, side)).reshape(2, -1).T + np.random.default_rng(3).random((side * side, 2))) / side
    found = _samples(renderer, environment, np.minimum(grid, 0.99999994))
    direction, density = found[:, :3], found[:, 3]
    assert np.abs(np.linalg.norm(direction, axis=1) - 1.0).max() < 1e-6
    assert (density > 0.0).all()
    # The density that weights use is one, its integral is 1; there is none where no direction is chosen.
    even = environment.image is not None and environment.image.width == 1
    assert np.mean(found[:, 7] / density) == (0.0 if even else pytest.approx(1.0, abs=0.05))
    # As many lie in each box of directions as its integral of the density says.
    bands, sectors = 4, 8
    band = np.minimum((0.5 * (1.0 - direction[:, 1]) * bands).astype(int), bands - 1)
    angle = np.radians(environment.rotation_deg)
    x = np.cos(angle) * direction[:, 0] - np.sin(angle) * direction[:, 2]
    z = np.cos(angle) * direction[:, 2] + np.sin(angle) * direction[:, 0]
    sector = np.minimum((np.arctan2(x, -z) / (2.0 * np.pi) % 1.0 * sectors).astype(int), sectors - 1)
    expected = _shares_of_boxes(renderer, bands, sectors)
    assert expected.sum() == pytest.approx(1.0, abs=1e-3)
    counted = np.bincount(band * sectors + sector, minlength=bands * sectors)
    spread = np.sqrt(expected * len(density)) + 0.01 * expected * len(density)
    assert (np.abs(counted - expected * len(density)) < 5.0 * spread + 5.0).all()


def _shares_of_boxes(renderer: Renderer, bands: int, sectors: int) -> np.ndarray:
    """What the patches of the loaded sky say of each box of directions, bands even in the cosine from +Y downwards."""
    table = renderer._device.sky.table.to_numpy().astype(np.float64)  # type: ignore[union-attr]
    patches = table[SKY_TABLE_HEAD + int(table[0]) :].reshape(-1, SKY_PATCH_STRIDE)
    density, left, width, top, gain = patches[:, 3:].T
    high = 1.0 - 2.0 * np.arange(bands)[:, None] / bands
    low = 1.0 - 2.0 * np.arange(1, bands + 1)[:, None] / bands
    begin, end = np.arange(sectors)[:, None] / sectors, np.arange(1, sectors + 1)[:, None] / sectors
    tall = np.maximum(np.minimum(high, top) - np.maximum(low, top + gain), 0.0)
    wide = 2.0 * np.pi * np.maximum(np.minimum(end, left + width) - np.maximum(begin, left), 0.0)
    return np.einsum("bp,sp,p->bs", tall, wide, density).reshape(-1)


def test_bright_places_are_chosen_more_often(renderer: Renderer) -> None:
    u = np.random.default_rng(5).random((20_000, 2))
    found = _samples(renderer, _sky(16, 32), np.minimum(u, 0.99999994))
    # What is above the mean is found with the same mean as from directions chosen evenly, and a small part of their
    # variance.
    density, above = found[:, 3], found[:, 7]
    assert np.var(above / density) < 0.05 * (4.0 * np.pi * np.mean(above**2 / density) - 1.0)
    sun = found[:, 3] > 0.5 * found[:, 3].max()
    assert sun.mean() > 0.3  # of the solid angle it is a few thousandths
