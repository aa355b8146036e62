"""Editing, picking and saving the scene across the process boundary."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from raytracer.errors import InputError
from raytracer.scene import Environment, Image, Input, Material, Scene, Texture, matte
from raytracer.scene.edits import Insert, Remove, Set
from raytracer.session.client import RenderClient
from raytracer.session.inbox import coalesce
from raytracer.session.outline import Pixels
from raytracer.session.protocol import Open, SaveFailed, SceneLoaded
from raytracer.session.scene_messages import (
    EditFailed,
    EditScene,
    FindSilhouette,
    Pick,
    Picked,
    SaveScene,
    SceneEdited,
    SceneSaved,
    SilhouetteFound,
)
from tests.session.recording import Recorder

Make = Callable[..., RenderClient]
NAME = Set(("materials", 0, "name"), "stone")
TOO_LARGE = Set(("materials", 0, "name"), "too large")


def opened(make_client: Make, recorder: Recorder) -> tuple[RenderClient, Scene]:
    client = make_client()
    client.send(Open(Path("any.toml"), request=1))
    return client, recorder.wait_for(SceneLoaded).outline


def test_an_edit_is_answered_with_the_state_it_leads_to(make_client: Make, recorder: Recorder) -> None:
    client, _ = opened(make_client, recorder)
    client.send(EditScene((Insert("materials", 0, matte("new", (1, 1, 1))), NAME), 0, 5))
    assert recorder.wait_for(SceneEdited) == replace(recorder.of(SceneEdited)[0], state=5, triangles=2)


@pytest.mark.parametrize(
    "edit", [TOO_LARGE, Remove("materials", 7), Set(("materials", 0, "surface"), "velvet"), Set(("materials", 0), 3)]
)
def test_an_edit_that_fails_leaves_the_scene_where_it_was(make_client: Make, recorder: Recorder, edit: object) -> None:
    client, _ = opened(make_client, recorder)
    client.send(EditScene((NAME,), 0, 1))
    recorder.wait_for(SceneEdited)
    client.send(EditScene((edit,), 1, 2))  # type: ignore[arg-type]
    failed = recorder.wait_for(EditFailed)
    assert (failed.state, failed.standing) == (2, 1)
    client.send(EditScene((NAME,), 2, 3))  # sent before the failure was known: it is ignored
    client.send(EditScene((NAME,), 1, 4))
    assert recorder.wait_for(SceneEdited, 2).state == 4
    assert len(recorder.of(EditFailed)) == 1


def test_a_scene_is_opened_together_with_its_edits(make_client: Make, recorder: Recorder) -> None:
    client = make_client()
    client.send(Open(Path("any.toml"), edits=(NAME, Insert("materials", 1, matte("b", (0, 0, 0)))), state=9))
    assert [m.name for m in recorder.wait_for(SceneLoaded).outline.materials] == ["stone", "b"]
    client.send(EditScene((Remove("materials", 1),), 9, 10))
    assert recorder.wait_for(SceneEdited).state == 10


def test_a_picture_is_read_by_the_worker_and_a_bad_one_refused(make_client: Make, recorder: Recorder) -> None:
    client, outline = opened(make_client, recorder)

    def textured(file: str) -> EditScene:
        texture = Texture(image=Image.of_file(file, "srgb"))
        value = Input(value=(1.0, 1.0, 1.0), texture=texture)
        state = 1 if "missing" in file else 2
        return EditScene((Set(("materials", 0, "parameters", "reflectance"), value),), 0, state)

    client.send(textured("/x/missing.png"))
    assert "not found" in str(recorder.wait_for(EditFailed).error)
    client.send(textured("/x/wood.png"))
    assert recorder.wait_for(SceneEdited).state == 2
    assert outline.materials[0].parameters["reflectance"].texture is None


def test_picking_and_silhouettes(make_client: Make, recorder: Recorder) -> None:
    client, _ = opened(make_client, recorder)
    client.send(Pick(3.0, 2.0, 11))
    client.send(Pick(-1.0, 2.0, 12))
    client.send(FindSilhouette((4, 5), 13))
    found = recorder.wait_for(Picked, 2)
    assert found.request == 12
    assert found.hit is None
    assert recorder.of(Picked)[0].hit.position == (3.0, 2.0, 0.0)
    shape = recorder.wait_for(SilhouetteFound)
    assert (shape.request, shape.columns, shape.rows, set(shape.mask)) == (13, 4, 2, {2})


def test_saving_the_scene(make_client: Make, recorder: Recorder, tmp_path: Path) -> None:
    client, outline = opened(make_client, recorder)
    client.send(SaveScene(tmp_path / "a.toml", replace(outline, name="new name"), state=3))
    saved = recorder.wait_for(SceneSaved)
    assert (saved.path, saved.state, saved.replaced) == (tmp_path / "a.toml", 3, None)
    assert (tmp_path / "a.toml").read_text() == "new name"
    client.send(SaveScene(tmp_path / "none" / "a.toml", outline))
    assert recorder.wait_for(SaveFailed).path.name == "a.toml"


def test_edits_that_follow_each_other_are_carried_out_together() -> None:
    def exposure(value: float, base: int) -> EditScene:
        return EditScene((Set(("materials", 0, "alpha_cutoff"), value),), base, base + 1)

    one, two, three, other = exposure(0.1, 0), exposure(0.2, 1), exposure(0.3, 2), exposure(0.5, 7)
    assert coalesce([one, two, three]) == [EditScene(three.edits, 0, 3)]
    assert coalesce([one, two, other]) == [EditScene(two.edits, 0, 2), other]
    assert coalesce([one, Pick(1, 1), two]) == [one, Pick(1, 1), two]


def test_stand_ins_find_their_pixels_again() -> None:
    """Undoing a replaced texture brings the file's own pixels back, though only a pixel of them came to the app."""
    picture = Image("inside.glb#0", np.random.default_rng(1).integers(0, 255, (9, 9, 3), np.uint8))
    sky = Image("sky.exr", np.ones((2, 4, 3), np.float32), "linear", "sky:/x/sky.exr")
    material = Material(parameters={"reflectance": Input(value=1.0, texture=Texture(image=picture))})
    scene = Scene(materials=[material], environment=Environment(sky="image", image=sky))
    pixels, again = Pixels(scene), Pixels(scene)
    outline = pixels.outline(scene)
    edit = Set(("materials", 0, "parameters", "reflectance"), outline.materials[0].parameters["reflectance"])

    def read(path: str, use: str) -> Image:
        raise AssertionError(f"{path} is at hand")

    for store in (pixels, again):
        (whole,) = store.whole((edit,), read)
        assert isinstance(whole, Set)
        assert whole.value.texture.image is picture
        assert store.whole_scene(outline, read).environment.image is sky  # type: ignore[union-attr]
    lost = Texture(image=Image("x", picture.pixels, key="7:x"))
    with pytest.raises(InputError, match="not part of the scene"):
        pixels.whole((Set(("materials", 0, "normal_map"), lost),), read)
