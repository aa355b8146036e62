"""The facade: determinism, refinement, sizes, views, failures."""

from __future__ import annotations

import numpy as np
import pytest
import taichi as ti

from raytracer.engine.film import COARSEST, Film
from raytracer.engine.layout import COUNTER_SLOTS
from raytracer.engine.other_picture import OtherPicture
from raytracer.engine.pixel import PixelValue
from raytracer.engine.renderer import Renderer
from raytracer.engine.sampling_plan import scattered_tiles
from raytracer.errors import InputError, UsageError
from raytracer.scene import Camera, Environment, Instance, Material, Mesh, Scene, ViewSettings, matte
from raytracer.scene.color import luminance
from raytracer.scene.film_arrays import array_bytes, film_arrays, other_picture_arrays
from tests.engine.scenes import cornell, lamp, one_body, settings, white_sky


def run(renderer: Renderer, seconds: float = 0.2) -> None:
    while not renderer.finished:
        renderer.render_pass(target_seconds=seconds)


def test_the_picture_does_not_depend_on_how_passes_are_cut(renderer: Renderer) -> None:
    renderer.load(cornell(spp=5, width=37, height=23))
    run(renderer, 0.5)
    once = renderer.linear()
    renderer.clear()
    run(renderer, 1e-4)
    assert np.array_equal(once, renderer.linear())


def test_more_samples_keep_the_film(renderer: Renderer) -> None:
    renderer.load(cornell(spp=2))
    run(renderer)
    renderer.set_settings(renderer.settings.model_copy(update={"spp": 4}))
    assert renderer.spp == 2.0
    run(renderer)
    longer = renderer.linear()
    renderer.load(cornell(spp=4))
    assert renderer.spp == 0.0
    run(renderer)
    assert np.array_equal(longer, renderer.linear())


@pytest.mark.parametrize("size", [(8, 8), (101 * 32, 32), (1280, 720), (4096, 2160), (16384, 16384)])
def test_the_order_of_tiles_visits_each_once(size: tuple[int, int]) -> None:
    tiles = scattered_tiles(*size)
    assert np.array_equal(np.sort(tiles), np.arange(-(-size[0] // 8) * -(-size[1] // 8)))


def test_seeds_differ_and_repeat(renderer: Renderer) -> None:
    renderer.load(cornell(spp=2))
    run(renderer)
    first = renderer.linear()
    renderer.set_settings(renderer.settings.model_copy(update={"seed": 1}))
    run(renderer)
    assert not np.array_equal(first, renderer.linear())
    renderer.set_settings(renderer.settings.model_copy(update={"seed": 0}))
    run(renderer)
    assert np.array_equal(first, renderer.linear())


@pytest.mark.parametrize(("width", "height"), [(1, 1), (7, 3), (1, 130), (64, 64), (65, 31)])
def test_every_pixel_gets_every_sample_once(renderer: Renderer, width: int, height: int) -> None:
    renderer.load(cornell(spp=3, width=width, height=height))
    samples = 0
    while not renderer.finished:
        samples += renderer.render_pass(target_seconds=1e-4).samples
    film = renderer._film
    assert film is not None
    assert (film.counts.to_numpy() == 3).all()
    assert samples == 3 * width * height
    assert renderer.spp == 3.0


def test_launches_of_a_wanted_size(renderer: Renderer) -> None:
    renderer.load(cornell(spp=9, width=32, height=32))
    while renderer.spp < 1.0:
        renderer.render_items(1 << 20)
    assert [renderer.render_items(items).samples for items in (64, 960, 4096, 1 << 20, 1)] == [64, 960, 4096, 3072, 0]
    assert renderer.finished


def test_one_short_pass_leaves_a_whole_picture(renderer: Renderer) -> None:
    # What shines is the same at every pixel: a noiseless picture that interpolation must not change.
    renderer.load(one_body(lamp(1.0, sides="both"), width=64, height=64, max_depth=1))
    film = renderer._film
    assert film is not None
    while film.plan.lattice > 4:
        renderer.render_pass(target_seconds=1e-5)
    assert renderer.spp < 1.0
    assert renderer.linear() == pytest.approx(np.ones((64, 64, 3)), abs=1e-5)


def test_lattices_refine_without_gap_or_overlap() -> None:
    """The kernel's index arithmetic, repeated in numpy: the stages of the first sample cover the film once."""
    width, height = 29, 18
    seen = np.zeros((height, width), int)
    stride = COARSEST
    while stride:
        cell, per_cell = (stride, 1) if stride == COARSEST else (2 * stride, 3)
        cells_x = -(-width // cell)
        items = np.arange(cells_x * -(-height // cell) * per_cell)
        which, corner = items // per_cell, items % per_cell
        dx = np.where(corner == 1, 0, stride) * (per_cell == 3)
        dy = np.where(corner == 0, 0, stride) * (per_cell == 3)
        x, y = (which % cells_x) * cell + dx, (which // cells_x) * cell + dy
        inside = (x < width) & (y < height)
        np.add.at(seen, (y[inside], x[inside]), 1)
        stride //= 2
    assert (seen == 1).all()


def test_views_and_exposure_leave_the_film_alone(renderer: Renderer) -> None:
    renderer.load(cornell(spp=4))
    run(renderer)
    film = renderer.linear()
    pictures = []
    for view in (ViewSettings(view="standard"), ViewSettings(view="raw"), ViewSettings(view="raw", exposure_ev=-1.0)):
        renderer.set_view(view)
        out = np.zeros((32, 32, 4), np.uint8)
        renderer.display(out)
        assert (out[..., 3] == 255).all()
        pictures.append(out[..., :3].astype(float) / 255.0)
    assert np.array_equal(film, renderer.linear())
    assert pictures[1] == pytest.approx(np.clip(film, 0.0, 1.0), abs=0.51 / 255.0)
    assert pictures[2] == pytest.approx(np.clip(0.5 * film, 0.0, 1.0), abs=0.51 / 255.0)
    assert (pictures[0] >= pictures[1] - 1e-6).all()


def test_a_pixel_read_alone_is_the_film_there(renderer: Renderer) -> None:
    renderer.load(cornell(spp=3))
    assert renderer.pixel(5, 7) == PixelValue((0.0, 0.0, 0.0), 0, None)
    run(renderer)
    found = renderer.pixel(5, 7)
    linear, samples = found.linear, found.samples
    assert linear == pytest.approx(renderer.linear()[7, 5])
    assert samples == 3
    assert renderer.pixel(-1, 0).samples == renderer.pixel(0, 32).samples == 0


def test_the_error_of_a_pixel_is_of_the_size_of_its_error(renderer: Renderer) -> None:
    """Over many pixels, against a picture of 64 times as many samples with another seed."""
    renderer.load(cornell(spp=4096, width=32, height=32, seed=9))
    run(renderer, 0.5)
    truth = renderer.linear().astype(np.float64) @ (0.2126, 0.7152, 0.0722)
    renderer.load(cornell(spp=64, width=32, height=32))
    while renderer.spp < 1.0:
        renderer.render_pass(max_spp=1)
    assert renderer.pixel(16, 20).error is None
    run(renderer, 0.5)
    ratios = []
    for y in range(2, 32, 3):
        for x in range(2, 32, 3):
            found = renderer.pixel(x, y)
            assert found.error is not None
            if found.error > 0.0:
                ratios.append(abs(luminance(found.linear) - truth[y, x]) / found.error)
    assert 0.3 < float(np.median(ratios)) < 1.3  # 0.67 for a normal distribution


def test_a_moved_camera_starts_again(renderer: Renderer) -> None:
    renderer.load(cornell(spp=2))
    run(renderer)
    renderer.set_camera(renderer.camera.model_copy(update={"position": (0.0, 0.0, 20.0)}))
    assert renderer.spp == 0.0
    run(renderer)
    assert renderer.linear()[0, 0].max() == 0.0


def test_an_empty_scene_is_its_sky(renderer: Renderer) -> None:
    renderer.load(Scene(environment=white_sky(0.25), settings=settings(spp=1)))
    run(renderer)
    assert renderer.linear() == pytest.approx(np.full((32, 32, 3), 0.25))


def test_a_bad_scene_leaves_the_old_one(renderer: Renderer) -> None:
    renderer.load(Scene(environment=white_sky(0.25), settings=settings(spp=1)))
    for bad in (
        Scene(shapes=[], instances=[Instance(3, 0)]),
        Scene(environment=Environment(sky="no such sky")),
        one_body(Material(surface="no such surface")),
        one_body(Material(surface="diffuse", parameters={"shininess": 1.0})),
    ):
        with pytest.raises(InputError):
            renderer.load(bad)
    run(renderer)
    assert renderer.linear().mean() == pytest.approx(0.25)


def test_non_finite_samples_are_counted_and_left_out(renderer: Renderer) -> None:
    scene = one_body(matte("white", (0.5, 0.5, 0.5)), spp=2)
    scene.cameras = [Camera(position=(0.0, 0.0, 4.0), fov_y_deg=14.0)]
    scene.environment = Environment(sky="constant", parameters={"radiance": (float("inf"), 1.0, 1.0)})
    renderer.load(scene)
    stats = renderer.render_pass(target_seconds=10.0)
    assert stats.nonfinite == stats.samples == 2 * 32 * 32
    assert np.isfinite(renderer.linear()).all()


def test_an_absurd_film_is_refused_before_memory_is_taken() -> None:
    with pytest.raises(UsageError, match="GiB"):
        Film(65536, 65536)


def test_a_film_is_as_large_as_is_said_beforehand() -> None:
    film = Film(37, 21)
    found = {name: array.shape[0] for name, array in vars(film).items() if isinstance(array, ti.Ndarray)}
    assert found.pop("counters") == 3 * COUNTER_SLOTS
    assert found == film_arrays(37, 21)
    other = OtherPicture()
    other.take(np.zeros((21, 37, 3), np.float32))
    found = {name: array.shape[0] for name, array in vars(other).items() if isinstance(array, ti.Ndarray)}
    assert found == other_picture_arrays(37 * 21)
    assert array_bytes(film_arrays(640, 640)) == 640 * 640 * 28 + 80 * 80 * 4


def test_degenerate_triangles_do_no_harm(renderer: Renderer) -> None:
    scene = one_body(matte("half", (0.5, 0.5, 0.5)), mesh=True, spp=4)
    mesh = scene.shapes[0]
    assert isinstance(mesh, Mesh)
    extra = np.array([[0, 0, 0], [1, 1, 2], [5, 5, 5]])
    scene.shapes[0] = Mesh(mesh.positions, np.concatenate([mesh.triangles, extra]), normals=mesh.normals)
    scene.materials[0] = scene.materials[0].model_copy(update={"emission": Material(emission=(0.1, 0.1, 0.1)).emission})
    renderer.load(scene)
    run(renderer)
    assert np.isfinite(renderer.linear()).all()
    assert renderer.linear().mean() == pytest.approx(0.6, abs=0.01)


def test_device_memory_does_not_grow_with_samples(renderer: Renderer) -> None:
    few, many = cornell(spp=1), cornell(spp=2**31 - 1)
    assert renderer.load(few).device_bytes == renderer.load(many).device_bytes
    renderer.render_pass(target_seconds=0.01)
    assert renderer.spp > 0.0
    assert not renderer.finished


def test_prepared_scenes_are_shown_at_once_and_compiled_already(renderer: Renderer) -> None:
    glass = Material(name="glass", surface="dielectric")
    scenes = [cornell(spp=2), one_body(glass, spp=2)]
    fresh = []
    for scene in scenes:
        renderer.load(scene)
        run(renderer)
        fresh.append(renderer.linear())
    prepared = [renderer.prepare(scene) for scene in scenes]
    assert np.array_equal(renderer.linear(), fresh[1]), "preparing leaves the film alone"
    for ready in prepared:
        renderer.compile_for(ready)
    for ready, scene, expected in [*zip(prepared, scenes, fresh, strict=True)] * 2:
        renderer.show(ready, scene)
        assert renderer.render_pass(target_seconds=1e-4).compile_seconds == 0.0
        run(renderer)
        assert np.array_equal(renderer.linear(), expected)


def test_a_film_is_covered_when_there_is_a_sample_near_every_pixel(renderer: Renderer) -> None:
    renderer.load(cornell(spp=2, width=1280, height=720))
    assert not renderer.covered
    renderer.render_items(64)
    assert not renderer.covered, "a part of the coarsest lattice"
    while not renderer.covered:
        renderer.render_items(20_000)
    assert renderer.linear().reshape(-1, 3).max(axis=1).min() >= 0.0
    picture = np.zeros((720, 1280, 4), np.uint8)
    renderer.display(picture)
    blocks = picture[..., :3].reshape(90, 8, 160, 8, 3).max(axis=(1, 3, 4))
    inside = blocks[:, 40:120]
    assert (inside > 0).mean() > 0.95, "no part of the box is black for want of samples"
    renderer.clear()
    assert not renderer.covered
