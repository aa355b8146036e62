"""A sample that is followed is the sample of the film, bit for bit."""

from __future__ import annotations

import numpy as np
import pytest

from raytracer.engine.film import Work
from raytracer.engine.layout import TILE
from raytracer.engine.renderer import Renderer
from raytracer.errors import UsageError
from raytracer.io.table import load_scene
from raytracer.resources import scenes_dir
from raytracer.scene.path_record import PathRecord
from tests.engine.render_on import scenes
from tests.engine.scenes import cornell

QUICK = ("glass", "fog")
"""Together they have what there is: media, refraction, textures; every scene takes two kernels' compilation."""
SCENES = [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
    for name in sorted(path.stem for path in scenes_dir().glob("*.toml"))
]
SIZE = (24, 14)


def film_of_sample(renderer: Renderer, sample: int) -> np.ndarray:
    """The linear picture (height, width, 3) f32 whose only sample is this one."""
    renderer.clear()
    items = len(renderer.film.plan.everything) * TILE * TILE
    renderer._launcher.launch(renderer._filling(), Work(0, 0, items, sample, 1))
    return renderer.linear()


@pytest.mark.parametrize("name", SCENES)
def test_it_is_the_films_own_sample(renderer: Renderer, name: str) -> None:
    scene = load_scene(scenes_dir() / f"{name}.toml").scene
    scene.settings = scene.settings.model_copy(update={"width": SIZE[0], "height": SIZE[1], "clamp": 0.0})
    renderer.load(scene)
    kinds = set()
    for sample in (0, 5):
        picture = film_of_sample(renderer, sample)
        for x, y in ((0, 0), (12, 7), (5, 9), (17, 10), (23, 13), (8, 4)):
            record = renderer.trace_sample(x, y, sample)
            assert np.array_equal(np.float32(record.radiance), picture[y, x]), (x, y, sample)
            assert record.vertices[-1].radiance == pytest.approx(record.radiance, rel=1e-5, abs=1e-7)
            assert record.vertices[-1].rays == record.rays
            kinds |= {vertex.kind for vertex in record.vertices}
    assert {"camera", "surface"} <= kinds


def followed(renderer: Renderer, scene: object, pixels: int = 60) -> list[PathRecord]:
    """Records of samples all over the film."""
    renderer.load(scene)  # type: ignore[arg-type]
    film = renderer._need_film()
    places = np.random.default_rng(3).integers(0, (film.width, film.height), (pixels, 2))
    return [renderer.trace_sample(int(x), int(y), 0) for x, y in places]


def test_a_record_makes_sense(renderer: Renderer) -> None:
    records = followed(renderer, cornell(max_depth=8, roulette_depth=2))
    for record in records:
        camera, *rest = record.vertices
        assert camera.kind == "camera"
        assert camera.what == "camera"
        assert record.bounces == max(record.vertices[-1].depth - 1, 0)
        for before, vertex in zip(record.vertices, rest, strict=False):
            if vertex.kind == "surface":
                way = np.subtract(vertex.position, before.position)
                assert way / np.linalg.norm(way) == pytest.approx(-np.array(vertex.outgoing), abs=2e-3)
                assert np.linalg.norm(vertex.n_shading) == pytest.approx(1.0, abs=1e-4)
                assert vertex.what in ("white", "red", "green", "lamp", "glass")
            if vertex.shadow is not None:
                assert vertex.shadow.light == "lamp"
                assert vertex.shadow.pdf > 0.0
                assert vertex.shadow.fate != "blocked" or vertex.shadow.added == (0.0, 0.0, 0.0)
    assert {record.end for record in records} >= {"roulette", "left the scene"}
    assert {vertex.shadow.fate for r in records for vertex in r.vertices if vertex.shadow} >= {"visible", "blocked"}
    glass = [v for r in records for v in r.vertices if v.what == "glass"]
    assert any(v.refracted and v.scattering == "delta" and v.pdf == 0.0 for v in glass)


def test_media_sky_and_alpha_are_told_apart(renderer: Renderer) -> None:
    records = followed(renderer, scenes()[1], 200)
    kinds = {vertex.kind for record in records for vertex in record.vertices}
    assert kinds == {"camera", "surface", "medium", "pass"}, "nothing leaves an endless fog"
    lights = {vertex.shadow.light for record in records for vertex in record.vertices if vertex.shadow}
    assert lights == {"sky", "point light"}
    assert any(vertex.medium == "fog" for record in records for vertex in record.vertices)


def test_the_settings_hold_for_the_record_too(renderer: Renderer) -> None:
    whole = followed(renderer, cornell(max_depth=4))
    direct = followed(renderer, cornell(max_depth=4, components=("direct",)))
    assert sum(r.radiance[0] for r in direct) < sum(r.radiance[0] for r in whole)
    assert [len(r.vertices) for r in direct] == [len(r.vertices) for r in whole], "the same paths"


@pytest.mark.parametrize(("x", "y", "sample"), [(32, 0, 0), (0, -1, 0), (0, 0, -1), (0, 0, 2**31)])
def test_what_there_is_not(renderer: Renderer, x: int, y: int, sample: int) -> None:
    renderer.load(cornell())
    with pytest.raises(UsageError, match="there is no sample" if x == y == 0 else "the film has no pixel"):
        renderer.trace_sample(x, y, sample)
