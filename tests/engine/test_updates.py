"""Edits of a loaded scene: the picture is that of a fresh load, and what an edit leaves alone stays the same object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from raytracer import resources
from raytracer.engine.renderer import Renderer
from raytracer.errors import InputError, UsageError
from raytracer.io.table import load_scene
from raytracer.scene import (
    Environment,
    Image,
    Input,
    Instance,
    Material,
    Medium,
    PointLight,
    Scene,
    Texture,
    ViewSettings,
    matte,
)
from raytracer.scene.edits import CAMERA, EVERYTHING, LIGHT, MATERIAL, VIEW, Invalidates
from raytracer.scene.transform import rotate, scale, translate
from tests.engine.instanced import rings, sharing
from tests.engine.scenes import cornell, lamp, one_body, white_sky

MOVE = Invalidates.GEOMETRY | MATERIAL


def picture(renderer: Renderer) -> np.ndarray:
    while not renderer.finished:
        renderer.render_pass(target_seconds=1.0)
    return renderer.linear()


def small() -> Scene:
    return cornell(width=16, height=16, spp=4)


def with_material(scene: Scene, index: int, material: Material) -> Scene:
    materials = list(scene.materials)
    materials[index] = material
    return replace(scene, materials=materials)


def with_instance(scene: Scene, index: int, **changes: object) -> Scene:
    instances = list(scene.instances)
    instances[index] = replace(instances[index], **changes)
    return replace(scene, instances=instances)


def painted(scene: Scene, seed: int) -> Scene:
    """The white walls get a picture."""
    pixels = np.random.default_rng(seed).integers(0, 256, (4, 4, 3)).astype(np.uint8)
    image = Texture(image=Image("paint", pixels), filter="nearest")
    return with_material(scene, 0, Material(parameters={"reflectance": Input(value=(1.0,) * 3, texture=image)}))


def as_loaded(renderer: Renderer, scene: Scene) -> np.ndarray:
    renderer.load(scene)
    return picture(renderer)


RECORD_EDITS: dict[str, Callable[[Scene], Scene]] = {
    "colour": lambda s: with_material(s, 1, matte("grey", (0.9, 0.9, 0.9))),
    "another surface": lambda s: with_material(s, 1, Material(surface="rough_conductor")),
    "a lamp turned on": lambda s: with_material(s, 2, lamp(3.0)),
    "the lamp turned off": lambda s: with_material(s, 3, s.materials[0]),
    "a lamp of glass": lambda s: with_material(s, 4, lamp(2.0)),
    "a light added": lambda s: replace(s, lights=[PointLight(position=(0.0, 0.5, 0.5), intensity=(1.0, 1.0, 1.0))]),
    "a sky": lambda s: replace(s, environment=white_sky(0.5)),
    "fog": lambda s: replace(s, medium=Medium(scattering=(0.3, 0.3, 0.3))),
}


@pytest.mark.parametrize("edit", RECORD_EDITS)
def test_records_are_packed_again_and_the_tree_stays(renderer: Renderer, edit: str) -> None:
    scene = small()
    edited = RECORD_EDITS[edit](scene)
    expected = as_loaded(renderer, edited)
    before = as_loaded(renderer, scene)
    geometry = renderer._device.geometry  # type: ignore[union-attr]
    stats = renderer.update(edited, MATERIAL)
    assert stats.triangles == scene.triangle_count
    assert renderer.spp == 0.0
    assert renderer._device.geometry is geometry  # type: ignore[union-attr]
    assert np.array_equal(picture(renderer), expected)
    assert not np.array_equal(before, expected)
    renderer.update(scene, LIGHT)  # and back
    assert np.array_equal(picture(renderer), before)


MOVES: dict[str, Callable[[Scene], Scene]] = {
    "a block": lambda s: with_instance(s, 6, world_from_object=translate((0.2, -0.4, -0.1))),
    "a block mirrored": lambda s: with_instance(s, 6, world_from_object=translate((0, -0.4, 0)) @ scale((-1, 1, 1))),
    "another material": lambda s: with_instance(s, 6, material=1),
    "a block that shines": lambda s: with_instance(s, 6, material=3),
    "a ball": lambda s: with_instance(s, 7, world_from_object=translate((0.3, -0.2, 0.3)) @ scale(0.5)),
    "a ball of another material": lambda s: with_instance(s, 7, material=1),
    "the lamp": lambda s: with_instance(
        s, 5, world_from_object=translate((0.1, 0.7, 0.0)) @ rotate((1.0, 0.0, 0.0), 180.0)
    ),
}
REBUILDS: dict[str, Callable[[Scene], Scene]] = {
    "hidden": lambda s: with_instance(s, 6, visible=False),
    "one more": lambda s: replace(s, instances=[*s.instances, Instance(3, 1, translate((-0.4, 0.6, 0.3)))]),
    "one less": lambda s: replace(s, instances=s.instances[:-1]),
    "texture coordinates wanted": lambda s: painted(s, 1),
    "a ball squeezed": lambda s: with_instance(s, 7, world_from_object=translate((0.3, -0.5, 0)) @ scale((1, 0.5, 1))),
    "another shape": lambda s: with_instance(s, 6, shape=3),
}


def assert_close(ours: np.ndarray, fresh: np.ndarray) -> None:
    """The trees may differ: a ray through an edge may then hit the other side of it."""
    assert np.isclose(ours, fresh, rtol=1e-3, atol=1e-4).all(axis=-1).mean() > 0.98
    assert ours.mean() == pytest.approx(fresh.mean(), rel=0.01)


@pytest.mark.parametrize("edit", MOVES)
def test_moves_are_written_into_the_tree(renderer: Renderer, edit: str) -> None:
    scene = small()
    edited = MOVES[edit](scene)
    expected = as_loaded(renderer, edited)
    before = as_loaded(renderer, scene)
    renderer.update(edited, MOVE)
    assert renderer._device.geometry.plan is not None  # type: ignore[union-attr]
    assert_close(picture(renderer), expected)
    assert not np.array_equal(before, expected)
    renderer.update(scene, MOVE)  # and back
    assert_close(picture(renderer), before)


@pytest.mark.parametrize("edit", REBUILDS)
def test_other_edits_of_geometry_build_the_tree_anew(renderer: Renderer, edit: str) -> None:
    scene = small()
    edited = REBUILDS[edit](scene)
    expected = as_loaded(renderer, edited)
    renderer.load(scene)
    stats = renderer.update(edited, MOVE)
    assert stats.triangles == edited.triangle_count or edit == "a ball squeezed"
    assert renderer._device.geometry.plan is None  # type: ignore[union-attr]
    assert np.array_equal(picture(renderer), expected)


def test_vertices_move_along(renderer: Renderer) -> None:
    with sharing(always=False):
        assert_moves_like_a_fresh_load(renderer)


def test_instances_of_a_shared_mesh_move_by_their_records(renderer: Renderer) -> None:
    with sharing(always=True):
        assert_moves_like_a_fresh_load(renderer)
        assert renderer._device.geometry.places  # type: ignore[union-attr]


def assert_moves_like_a_fresh_load(renderer: Renderer) -> None:
    scene = rings(width=24, height=24)
    turn = translate((0.1, 0.05, 0.0)) @ rotate((0.3, 1.0, 0.0), 40.0)
    edited = with_instance(scene, 2, world_from_object=turn @ scene.instances[2].world_from_object)
    edited = with_instance(edited, 3, world_from_object=scene.instances[3].world_from_object @ scale((1, -1, 1)))
    edited = with_instance(edited, 4, material=2)
    expected = as_loaded(renderer, edited)
    renderer.load(scene)
    prims = renderer._device.geometry.arrays[1]  # type: ignore[union-attr]
    untouched = prims.to_numpy()
    renderer.update(edited, MOVE)
    assert renderer._device.geometry.plan is not None  # type: ignore[union-attr]
    after = picture(renderer)
    assert np.isclose(after, expected, rtol=2e-3, atol=1e-3).all(axis=-1).mean() > 0.93
    assert after.mean() == pytest.approx(expected.mean(), rel=0.01)
    assert np.array_equal(prims.to_numpy(), untouched, equal_nan=True), "a scene that is kept ready was changed"


def test_a_tree_that_became_bad_is_built_anew(renderer: Renderer) -> None:
    rng = np.random.default_rng(1)
    places = [translate(at) @ scale(0.1) for at in rng.uniform(-0.8, 0.8, (120, 3))]
    base = small()
    scene = replace(base, instances=[*base.instances, *(Instance(2, k % 3, place) for k, place in enumerate(places))])
    renderer.load(scene)
    shuffled = [Instance(2, k % 3, places[at]) for k, at in enumerate(rng.permutation(120))]
    mixed = replace(scene, instances=[*base.instances, *shuffled])
    renderer.update(mixed, MOVE)
    assert renderer._device.geometry.plan is None  # type: ignore[union-attr]
    after = picture(renderer)
    assert np.array_equal(after, as_loaded(renderer, mixed))


def test_a_slider_on_many_triangles_touches_neither_triangles_nor_tree(renderer: Renderer) -> None:
    loaded = load_scene(resources.scenes_dir() / "many.toml").scene
    scene = replace(loaded, settings=loaded.settings.model_copy(update={"width": 16, "height": 9, "spp": 1}))
    renderer.load(scene)
    geometry, sky = renderer._device.geometry, renderer._device.sky  # type: ignore[union-attr]
    for value in (0.1, 0.2, 0.3):
        renderer.update(with_material(scene, 0, matte("slider", (value,) * 3)), MATERIAL)
        assert renderer._device.geometry is geometry  # type: ignore[union-attr]
        assert renderer._device.sky is sky  # type: ignore[union-attr]


def test_pictures_are_uploaded_again_only_when_they_changed(renderer: Renderer) -> None:
    scene = painted(small(), 1)
    renderer.load(scene)
    texels = renderer._device.texels  # type: ignore[union-attr]
    duller = matte("dull", (0.1, 0.1, 0.1))
    renderer.update(with_material(scene, 1, duller), MATERIAL)
    assert renderer._device.texels is texels  # type: ignore[union-attr]
    other = painted(scene, 2)
    renderer.update(other, MATERIAL)
    assert renderer._device.texels is not texels  # type: ignore[union-attr]
    after = picture(renderer)
    assert np.array_equal(after, as_loaded(renderer, other))


def test_a_sky_is_sampled_anew_only_when_it_changed(renderer: Renderer) -> None:
    scene = one_body(Material(), width=8, height=8, spp=2)
    scene.environment = Environment(sky="gradient")
    renderer.load(scene)
    table = renderer._device.sky.table  # type: ignore[union-attr]
    renderer.update(with_material(scene, 0, Material(parameters={"reflectance": 0.2})), MATERIAL)
    assert renderer._device.sky.table is table  # type: ignore[union-attr]
    turned = replace(scene, environment=scene.environment.model_copy(update={"rotation_deg": 40.0, "strength": 2.0}))
    renderer.update(turned, MATERIAL)
    after = picture(renderer)
    assert np.array_equal(after, as_loaded(renderer, turned))


def test_the_view_and_more_samples_keep_the_film(renderer: Renderer) -> None:
    scene = small()
    renderer.load(scene)
    picture(renderer)
    renderer.update(replace(scene, view=ViewSettings(view="standard", exposure_ev=1.0)), VIEW)
    assert renderer.spp == 4.0
    assert renderer.view.exposure_ev == 1.0
    more = scene.settings.model_copy(update={"spp": 8})
    renderer.update(replace(scene, settings=more), CAMERA)
    assert renderer.spp == 4.0
    assert not renderer.finished
    moved = scene.camera.model_copy(update={"position": (0.0, 0.0, 20.0)})
    renderer.update(replace(scene, cameras=[moved]), CAMERA)
    assert renderer.spp == 0.0
    assert renderer.camera == moved


def test_a_bad_edit_leaves_the_scene(renderer: Renderer) -> None:
    renderer.load(small())
    for bad in (
        with_instance(small(), 0, shape=99),
        with_material(small(), 0, Material(surface="no such surface")),
        with_material(small(), 0, Material(parameters={"shininess": 1.0})),
        replace(small(), view=ViewSettings(view="no such view")),
    ):
        with pytest.raises(InputError):
            renderer.update(bad, EVERYTHING)
    after = picture(renderer)
    assert np.array_equal(after, as_loaded(renderer, small()))


def test_there_must_be_something_to_edit() -> None:
    bare = Renderer.__new__(Renderer)
    bare._device = None
    with pytest.raises(UsageError, match="no scene"):
        bare.update(Scene(), EVERYTHING)
