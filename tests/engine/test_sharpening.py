"""The picture while the first samples come in, guided by what each pixel sees first."""

import itertools
from collections.abc import Callable

import numpy as np
import pytest
import taichi as ti

from raytracer.engine.film import Film
from raytracer.engine.kernels.buffers import Floats, UInts
from raytracer.engine.kernels.first_surfaces import packed_color, packed_normal, unpacked_color, unpacked_normal
from raytracer.engine.renderer import Renderer
from raytracer.scene import Camera, Image, Input, Instance, Material, Scene, Texture, ViewSettings, matte
from raytracer.scene.primitives import quad
from raytracer.scene.transform import rotate
from tests.engine.instanced import sharing
from tests.engine.kernels_on import scene as shared_things
from tests.engine.scenes import cornell, one_body, settings, white_sky

SIDE = 64
TEXEL = 8
"""Pixels to a texel, along each side."""
RAW = ViewSettings(view="raw")


def picture_of(renderer: Renderer) -> np.ndarray:
    """(height, width, 3), 0 to 1."""
    pixels = np.zeros((renderer.film.height, renderer.film.width, 4), np.uint8)
    renderer.display(pixels)
    return pixels[..., :3] / 255.0


def every(renderer: Renderer, stride: int) -> None:
    """Exactly every so manieth pixel in both directions gets a sample."""
    renderer.clear()
    plan = renderer.film.plan
    while plan.stride != stride // 2:
        renderer.render_items(16)


def textured() -> tuple[Scene, np.ndarray]:
    """A plane that fills an orthographic picture, under an even sky: every sample is the texel's colour. And those."""
    rng = np.random.default_rng(5)
    texels = rng.uniform(0.05, 0.9, (SIDE // TEXEL, SIDE // TEXEL, 3)).astype(np.float32)
    texture = Texture(image=Image("texels", texels, encoding="linear"), filter="nearest")
    material = Material(name="cloth", parameters={"reflectance": Input(value=1.0, texture=texture)})
    camera = Camera(position=(0.0, 0.0, 2.0), target=(0.0, 0.0, 0.0), projection="orthographic", ortho_height=2.0)
    plane = Instance(0, 0, rotate((1.0, 0.0, 0.0), 90.0))
    return Scene(
        name="cloth",
        cameras=[camera],
        shapes=[quad((2.0, 2.0))],
        materials=[material],
        instances=[plane],
        environment=white_sky(),
        settings=settings(width=SIDE, height=SIDE, spp=4),
        view=RAW,
    ), texels


@pytest.mark.parametrize("stride", [8, 4, 2])
def test_a_textured_plane_under_even_light_is_its_texture_times_the_light(renderer: Renderer, stride: int) -> None:
    scene, texels = textured()
    renderer.load(scene)
    every(renderer, stride)
    expected = np.repeat(np.repeat(texels, TEXEL, axis=0), TEXEL, axis=1)
    assert np.abs(picture_of(renderer) - expected).mean() > 0.01  # the texture is blurred before
    renderer.sharpen(10.0)
    np.testing.assert_allclose(picture_of(renderer), expected, atol=0.006)  # of 255 steps, and 9 bits of a colour


@pytest.mark.parametrize("color", [(10.0, 0.0, 0.0), (0.0, 0.0, 0.25), (100.0, 0.05, 0.05), (0.0, 0.0, 0.0)])
@pytest.mark.parametrize("what", ["lamp", "sky"])
def test_a_saturated_light_and_what_stands_beside_it_keep_their_colours(
    renderer: Renderer, what: str, color: tuple[float, float, float]
) -> None:
    """A ball beside a sky, one of which shines in ``color``, the other in grey: each pixel shows one of the two."""
    grey = (0.5, 0.5, 0.5)
    ball, sky = (color, grey) if what == "lamp" else (grey, color)
    black = matte("lamp", (0.0, 0.0, 0.0)).model_copy(update={"emission": Input(value=ball)})
    scene = one_body(black, width=SIDE, height=SIDE)
    camera = scene.cameras[0].model_copy(update={"fov_y_deg": 40.0})
    environment = white_sky().model_copy(update={"parameters": {"radiance": sky}})
    renderer.load(Scene(**{**vars(scene), "cameras": [camera], "environment": environment, "view": RAW}))
    every(renderer, 4)
    renderer.sharpen(10.0)
    assert renderer.sharp
    picture = picture_of(renderer)
    own = [np.abs(picture - np.clip(light, 0.0, 1.0)).max(axis=2) <= 0.006 for light in (ball, sky)]
    assert (own[0] | own[1]).all()
    assert own[0][SIDE // 2, SIDE // 2]
    assert own[1][0, 0]
    radiance = renderer._other.sums.to_numpy()
    assert np.isfinite(radiance).all()


@pytest.mark.parametrize("stride", [8, 4])
def test_an_edge_has_no_halo(renderer: Renderer, stride: int) -> None:
    """A half white ball under a white sky: nothing in the picture lies between the two."""
    scene = one_body(matte("grey", (0.5, 0.5, 0.5)), width=SIDE, height=SIDE)
    camera = scene.cameras[0].model_copy(update={"fov_y_deg": 40.0})
    renderer.load(Scene(**{**vars(scene), "cameras": [camera], "view": RAW}))
    every(renderer, stride)

    def between() -> float:
        picture = picture_of(renderer)
        return float(((picture > 0.52) & (picture < 0.97)).mean())

    assert between() > 0.02
    renderer.sharpen(10.0)
    assert between() == 0.0
    ball = picture_of(renderer)[..., 0] < 0.75
    radius = np.tan(np.arcsin(0.25)) / np.tan(np.radians(20.0)) * SIDE / 2
    assert ball.sum() == pytest.approx(np.pi * radius**2, rel=0.02)


def test_the_film_and_what_is_read_from_it_stay_as_they_are(renderer: Renderer) -> None:
    renderer.load(cornell(width=40, height=33, spp=2))
    every(renderer, 4)
    sums, linear = renderer.film.sums.to_numpy(), renderer.linear()
    before = picture_of(renderer)
    renderer.sharpen(10.0)
    assert renderer.sharp
    assert np.abs(picture_of(renderer) - before).mean() > 0.01
    assert np.array_equal(renderer.film.sums.to_numpy(), sums)
    assert np.array_equal(renderer.linear(), linear)


def test_nothing_of_it_is_shown_once_every_pixel_has_a_sample(renderer: Renderer) -> None:
    renderer.load(cornell(width=40, height=33, spp=2))
    pictures = []
    for sharpens in (False, True):
        every(renderer, 8)
        if sharpens:
            renderer.sharpen(10.0)
            picture_of(renderer)
        while renderer.film.plan.lattice > 1:
            renderer.render_items(1 << 12)
        pictures.append(picture_of(renderer))
    assert np.array_equal(*pictures)


def test_a_pixel_shows_its_own_sample_as_soon_as_it_is_of_the_last_lattice(renderer: Renderer) -> None:
    renderer.load(cornell(width=40, height=32, spp=2))
    every(renderer, 2)
    renderer.render_items(200)
    before = picture_of(renderer)
    renderer.sharpen(10.0)
    own = renderer.sample_counts() > 0
    own[::2, ::2] = False
    assert own.sum() >= 190
    after = picture_of(renderer)
    assert np.array_equal(after[own], before[own])
    assert not np.array_equal(after[~own], before[~own])


def test_other_pictures_are_not_touched(renderer: Renderer) -> None:
    scene = cornell(width=40, height=33, spp=2)
    renderer.load(scene)
    every(renderer, 4)
    renderer.set_view(ViewSettings(layer="normal"))
    picture_of(renderer)
    while not renderer.layer_finished:
        picture_of(renderer)
    layer = picture_of(renderer)
    renderer.sharpen(10.0)
    assert np.array_equal(picture_of(renderer), layer)
    other = np.random.default_rng(1).uniform(0.0, 1.0, (33, 40, 3)).astype(np.float32)
    pixels = [np.zeros((33, 40, 4), np.uint8) for _ in range(2)]
    renderer.set_view(scene.view)
    renderer.display_other(other, pixels[0])
    picture_of(renderer)  # takes the other's place on the device
    renderer.display_other(other, pixels[1])
    assert np.array_equal(*pixels)


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r.set_camera(r.camera.model_copy(update={"fov_y_deg": 30.0})),
        lambda r: r.resize(41, 33),
        lambda r: r.set_settings(r.settings.model_copy(update={"max_depth": 3})),
        lambda r: r.load(cornell(width=40, height=33)),
    ],
)
def test_what_clears_the_film_begins_anew(renderer: Renderer, change: Callable[[Renderer], None]) -> None:
    renderer.load(cornell(width=40, height=33))
    every(renderer, 8)
    renderer.sharpen(10.0)
    assert renderer.sharp
    change(renderer)
    assert not renderer.sharp
    every(renderer, 8)
    renderer.sharpen(10.0)
    assert renderer.sharp


def test_its_memory_goes_before_a_film_of_another_size_comes(
    renderer: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    renderer.load(cornell(width=40, height=33))
    every(renderer, 8)
    renderer.sharpen(10.0)
    kept = []

    def film(width: int, height: int) -> Film:
        kept.append((renderer._sharpening._words, renderer._sharpening._seen, renderer._other.sums))
        return Film(width, height)

    monkeypatch.setattr("raytracer.engine.renderer.Film", film)
    renderer.resize(41, 33)
    assert kept == [(None, None, None)]
    other = np.full((33, 41, 3), 0.25, np.float32)
    renderer.display_other(other, np.zeros((33, 41, 4), np.uint8))  # whoever needs it takes it anew
    assert renderer._other.sums.shape == (33 * 41 * 3,)


def test_it_takes_many_small_steps(renderer: Renderer) -> None:
    renderer.load(cornell(width=203, height=101))
    every(renderer, 8)
    whole = []
    for seconds in (10.0, 0.0):
        renderer.set_camera(renderer.camera)
        every(renderer, 8)
        steps = 0
        while not renderer.sharp:
            renderer.sharpen(seconds)
            steps += 1
        whole.append(picture_of(renderer))
    assert steps > 2
    assert np.array_equal(*whole)


def test_launches_grow_with_care_and_each_phase_has_a_rate_of_its_own(
    renderer: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is searched for takes a hundred times as long as what is tested against one primitive."""
    renderer.load(cornell(width=512, height=512))
    renderer.sharpen(0.0)
    sharpening, device = renderer._sharpening, renderer._device
    assert device is not None
    now, launches = 0.0, []

    def kernel(*arguments: object) -> None:
        nonlocal now
        step, _first, items = (int(str(argument)) for argument in arguments[-4:-1])
        launches.append((step, items))
        now += items * (2e-6 if step > 1 else 2e-8)

    def look() -> dict[int, list[int]]:
        renderer.clear()
        launches.clear()
        while not sharpening.complete(renderer.film):
            renderer.sharpen(0.01)
        return {step: [items for other, items in launches if other == step] for step in (1, 4)}

    monkeypatch.setitem(sharpening._kernels, device.config.key, kernel)
    monkeypatch.setattr("raytracer.engine.sharpening.time.perf_counter", lambda: now)
    look()
    assert max(look()[4]) < 6000  # a hundredth of a second, not the rate that the rest had
    sharpening._rates[1] = 1e6
    sizes = look()[1]
    assert len(sizes) > 3
    assert all(after <= 2 * before + 1 for before, after in itertools.pairwise(sizes))
    renderer.load(renderer.scene)
    sizes = look()[1]
    assert sizes[0] == 1 << 14  # what was known of the scene before is forgotten


def test_a_region_without_surroundings_shows_its_own_samples_only(renderer: Renderer) -> None:
    renderer.surroundings = False
    try:
        renderer.load(cornell(width=40, height=33, region=(0.2, 0.2, 0.6, 0.6)))
        renderer.render_items(64)
        assert renderer.sharp
        before = picture_of(renderer)
        renderer.sharpen(10.0)
        assert np.array_equal(picture_of(renderer), before)
    finally:
        renderer.surroundings = True


@pytest.mark.parametrize("shared", [False, True])
def test_a_pixel_between_four_that_see_one_primitive_is_not_searched_for_in_vain(
    renderer: Renderer, shared: bool
) -> None:
    """Whether the tree is searched or only that primitive is tested: the same surface, in the same place."""
    with sharing(always=shared):
        scene = shared_things() if shared else cornell()
        renderer.load(Scene(**{**vars(scene), "settings": settings(width=160, height=120)}))
        every(renderer, 8)
        renderer.sharpen(10.0)
    sharpening, device, camera = renderer._sharpening, renderer._device, renderer._camera_buffer
    assert device is not None
    quick = sharpening._words.to_numpy().reshape(-1, 3)
    seen = sharpening._seen.to_numpy().reshape(30, 40, 2)
    cells = np.stack([seen[:-1, :-1], seen[:-1, 1:], seen[1:, :-1], seen[1:, 1:]])
    assert 0.3 < (cells == cells[0]).all(axis=(0, 3)).mean() < 0.95  # both ways are taken
    sharpening._seen.from_numpy(np.arange(seen.size, dtype=np.int32))  # no two see the same
    kernel = sharpening._kernels[device.config.key]
    arrays = (*device.arrays, camera, sharpening._words, sharpening._seen)
    kernel(*arrays, 160, 120, 1, 0, 160 * 120, renderer.settings.seed)
    searched = sharpening._words.to_numpy().reshape(-1, 3)
    depths = [words[:, 0].view(np.float32) for words in (quick, searched)]
    assert (np.isclose(*depths, rtol=1e-4) & (quick[:, 1] >> 16 == searched[:, 1] >> 16)).mean() > 0.995
    assert len(np.unique(quick[:, 2])) > 3
    assert (quick[:, 2] == searched[:, 2]).mean() > 0.99


def test_where_surfaces_let_rays_pass_every_pixel_is_searched_for_at_once(
    renderer: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    veil = matte("veil", (0.5, 0.5, 0.5)).model_copy(update={"alpha_mode": "blend", "opacity": Input(value=0.5)})
    renderer.load(one_body(veil, width=40, height=33))
    every(renderer, 8)
    sharpening, device = renderer._sharpening, renderer._device
    assert device is not None
    while not renderer.can_sharpen:
        renderer.compile_sharpening()
    kernel, steps = sharpening._kernels[device.config.key], []

    def watched(*arguments: object) -> None:
        steps.append(int(str(arguments[-4])))
        kernel(*arguments)

    monkeypatch.setitem(sharpening._kernels, device.config.key, watched)
    renderer.sharpen(10.0)
    assert renderer.sharp
    assert set(steps) == {1}
    material = sharpening._words.to_numpy().reshape(-1, 3)[:, 1] >> 16
    assert 0.6 < (material == 0).mean() < 0.95  # the ball's front, its back, or the sky


@ti.kernel
def _there_and_back(values: Floats, words: UInts, colors: Floats, normals: Floats):
    for i in range(words.shape[0]):
        value = ti.math.vec3(values[3 * i], values[3 * i + 1], values[3 * i + 2])
        color = unpacked_color(packed_color(value))
        word = packed_normal(ti.math.normalize(value - 0.5), 40000 + i)
        normal = unpacked_normal(word)
        words[i] = word
        for k in ti.static(range(3)):
            colors[3 * i + k] = color[k]
            normals[3 * i + k] = normal[k]


@pytest.mark.parametrize(
    ("scale", "ratios", "least"),
    [
        (1.0, (1.0, 1.0, 1.0), 0.0),
        (1e-3, (1.0, 1.0, 1.0), 0.0),
        (3e4, (1.0, 1.0, 1.0), 0.0),
        (1.0, (1.0, 1e-4, 0.0), 0.1),  # the largest channel is above the smallest exponent
        (1e-3, (1.0, 1e-4, 0.0), 0.1),
        (3e4, (1e-2, 1e-4, 1.0), 0.1),
    ],
)
def test_colours_and_normals_come_back_from_their_words(
    renderer: Renderer, scale: float, ratios: tuple[float, float, float], least: float
) -> None:
    count = 2000
    values = np.random.default_rng(3).uniform(least, 1.0, (count, 3)) * scale * np.array(ratios)
    values = values.astype(np.float32)
    arrays = [ti.ndarray(ti.f32, 3 * count) for _ in range(3)]
    words = ti.ndarray(ti.u32, count)
    arrays[0].from_numpy(values.ravel())
    _there_and_back(arrays[0], words, arrays[1], arrays[2])
    colors, normals = (array.to_numpy().reshape(-1, 3) for array in arrays[1:])
    assert (np.abs(colors - values).max(axis=1) <= 0.0021 * values.max(axis=1)).all()
    assert (colors > 0.0).all()  # light is divided by them
    directions = (values - 0.5) / np.linalg.norm(values - 0.5, axis=1)[:, None]
    assert np.degrees(np.arccos(np.clip((normals * directions).sum(axis=1), -1.0, 1.0))).max() < 1.1
    assert np.array_equal(words.to_numpy() >> 16, (40000 + np.arange(count)) & 0xFFFF)


def test_while_moving_no_lattice_is_begun_that_would_not_be_seen(
    renderer: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    renderer.load(cornell(width=64, height=64, spp=1))
    monkeypatch.setattr(renderer._launcher, "seconds_for", lambda samples: 0.1 * samples)
    assert renderer.render_pass(target_seconds=10.0, whole=True).samples == 64  # the next one has 192
    assert renderer.render_pass(target_seconds=30.0, whole=True).samples > 0  # but a pass is never empty
    renderer.clear()
    assert renderer.render_pass(target_seconds=10.0).samples == 64 * 64
