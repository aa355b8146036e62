"""Edits as values: applied, refused with a place, undone and redone in any order."""

from __future__ import annotations

import pickle
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raytracer.errors import InputError
from raytracer.scene import (
    Camera,
    DirectionalLight,
    Environment,
    Image,
    Input,
    Instance,
    Material,
    Medium,
    Mesh,
    PointLight,
    RenderSettings,
    Scene,
    Sphere,
    SpotLight,
    Texture,
    ViewSettings,
    matte,
    transform,
)
from raytracer.scene.edits import (
    Edit,
    Insert,
    Invalidates,
    Remove,
    Set,
    apply,
    apply_all,
    compact,
    invalidates,
    inverse,
    matrix_value,
)
from raytracer.scene.history import History, difference
from raytracer.scene.model import Model

WOOD = Image("wood.png", np.full((2, 2, 3), 90, np.uint8), key="0:wood.png")


def make_scene() -> Scene:
    """One of everything that can be edited."""
    textured = Material(
        name="wood",
        surface="plastic",
        parameters={"reflectance": Input(value=(1.0, 1.0, 1.0), texture=Texture(image=WOOD))},
        interior=Medium(absorption=(1.0, 2.0, 3.0)),
    )
    triangle = Mesh(np.eye(3), [[0, 1, 2]], name="triangle")
    return Scene(
        name="all",
        cameras=[Camera(), Camera(name="side")],
        shapes=[triangle, Sphere(0.5)],
        materials=[matte("red", (0.8, 0.1, 0.1)), textured, Material(name="glass", surface="dielectric")],
        instances=[Instance(0, 0, name="a"), Instance(1, 1, name="b"), Instance(1, 1, transform.translate((1, 2, 3)))],
        lights=[PointLight(), SpotLight(), DirectionalLight()],
        environment=Environment(sky="gradient"),
        medium=Medium(scattering=(0.1, 0.1, 0.1)),
    )


def same(one: Any, other: Any) -> bool:
    """Whether two scenes, or parts of them, are equal down to the last bit; images and meshes by identity."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (Image, Mesh, Sphere)):
        return one is other
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, Model):
        return all(same(getattr(one, name), getattr(other, name)) for name in type(one).model_fields)
    if isinstance(one, (Scene, Instance)):
        return all(same(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    return bool(one == other)


# ---------------------------------------------------------------- any sequence, undone and redone

unit = st.floats(0.0, 1.0)
colors = st.tuples(unit, unit, unit)
places = st.tuples(*[st.floats(-10.0, 10.0)] * 3)


def value_edits(scene: Scene) -> st.SearchStrategy[Edit]:
    """Sets of values that the scene has."""
    m = st.integers(0, len(scene.materials) - 1)
    inputs = st.builds(lambda c: Input(value=c, texture=Texture(image=WOOD)), colors) | colors.map(
        lambda c: Input(value=c)
    )
    choices = [
        st.builds(lambda i, v: Set(("materials", i, "emission"), v), m, inputs),
        st.builds(lambda i, v: Set(("materials", i, "opacity"), v), m, unit.map(lambda v: Input(value=v))),
        st.builds(lambda i, v: Set(("materials", i, "two_sided"), v), m, st.booleans()),
        st.builds(lambda i, v: Set(("materials", i), v), m, colors.map(lambda c: matte("new", c))),
        st.builds(lambda v: Set(("view", "exposure_ev"), v), st.floats(-5.0, 5.0)),
        st.builds(lambda v: Set(("settings",), v), st.integers(1, 9).map(lambda d: RenderSettings(max_depth=d))),
        st.builds(lambda v: Set(("medium",), v), st.none() | colors.map(lambda c: Medium(absorption=c))),
        st.builds(lambda v: Set(("environment",), v), st.none() | unit.map(lambda s: Environment(strength=s))),
        st.builds(lambda i, p: Set(("cameras", i, "position"), p), st.integers(0, len(scene.cameras) - 1), places),
        st.builds(lambda i: Set(("active_camera",), i), st.integers(0, len(scene.cameras) - 1)),
    ]
    diffuse = [i for i, material in enumerate(scene.materials) if material.surface == "diffuse"]
    if diffuse:
        choices.append(
            st.builds(
                lambda i, v: Set(("materials", i, "parameters", "reflectance"), v), st.sampled_from(diffuse), inputs
            )
        )
    if scene.instances:
        i = st.integers(0, len(scene.instances) - 1)
        matrix = places.map(lambda p: matrix_value(transform.translate(p)))
        choices += [
            st.builds(lambda i, v: Set(("instances", i, "world_from_object"), v), i, matrix),
            st.builds(lambda i, v: Set(("instances", i, "visible"), v), i, st.booleans()),
            st.builds(lambda i, v: Set(("instances", i, "material"), v), i, m),
        ]
    return st.one_of(choices)


def list_edits(scene: Scene) -> st.SearchStrategy[Edit]:
    """Inserts and removes that are allowed."""
    used = {i.material for i in scene.instances}
    removable = [
        *(Remove("instances", i) for i in range(len(scene.instances))),
        *(Remove("lights", i) for i in range(len(scene.lights))),
        *(Remove("materials", i) for i in range(len(scene.materials)) if i not in used and len(scene.materials) > 1),
        *(Remove("cameras", i) for i in range(len(scene.cameras)) if i != scene.active_camera),
    ]
    inserts = st.one_of(
        st.builds(lambda i: Insert("materials", i, matte("x", (1, 1, 1))), st.integers(0, len(scene.materials))),
        st.builds(lambda i: Insert("instances", i, Instance(1, 0)), st.integers(0, len(scene.instances))),
        st.builds(lambda i: Insert("lights", i, PointLight()), st.integers(0, len(scene.lights))),
        st.builds(lambda i: Insert("cameras", i, Camera(name="n")), st.integers(0, len(scene.cameras))),
    )
    return inserts | st.sampled_from(removable) if removable else inserts


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_sequence_of_edits_undone_gives_the_identical_scene_and_redone_too(data: st.DataObject) -> None:
    first = scene = make_scene()
    history = History()
    states = [scene]
    for _ in range(data.draw(st.integers(1, 12), label="steps")):
        edit = data.draw(st.one_of(value_edits(scene), list_edits(scene)))
        merge = data.draw(st.booleans())
        scene = history.push("edit", (pickle.loads(pickle.dumps(edit)),), scene, merge=merge)
        del states[len(history.done) :]
        states.append(scene)
    steps = history.done
    for state in reversed(states[:-1]):
        scene = history.undo(scene)
        assert same(scene, state)
    assert same(scene, first)
    assert history.saved
    for state in states[1:]:
        scene = history.redo(scene)
        assert same(scene, state)
    assert history.done == steps
    # What another worker is told leads to the same scene, from any state to any other.
    some, other = (data.draw(st.integers(0, len(steps))) for _ in range(2))
    assert same(apply_all(difference(steps[:some], steps[:other]), states[some]), states[other])


# ---------------------------------------------------------------- single edits


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Set(("materials", 9, "name"), "x"), r"materials\[9\]: there are only 3"),
        (Set(("materials", 0, "colour"), 1.0), r"materials\[0\]\.colour: there is no such value"),
        (Set(("materials", 0, "alpha_cutoff"), -1.0), r"materials\[0\]\.alpha_cutoff: must be greater"),
        (Set(("materials", 0, "surface"), "velvet"), "no surfaces shader 'velvet'"),
        (Set(("materials", 2, "parameters", "iro"), Input(value=1.0)), "no parameter 'iro'"),
        (Set(("materials", 2, "parameters", "ior"), Input(value=-2.0)), r"parameters\.ior: must be at least"),
        (Set(("materials", 2, "parameters", "ior", "value"), 2.0), "has its default so far"),
        (Set(("materials", 0), Camera()), "cannot be a Camera"),
        (Set(("materials",), []), "as a whole"),
        (Set(("instances", 0, "material"), 3), r"instances\[0\]\.material: there are 3 materials"),
        (Set(("instances", 0, "visible"), 1), "must be of type bool"),
        (Set(("instances", 0, "world_from_object"), matrix_value(np.zeros((4, 4)))), "last row"),
        (Set(("instances", 0, "world_from_object"), "here"), "four rows"),
        (Set(("instances", 0, "world_from_object"), matrix_value(np.diag([1, 0, 1, 1]))), "flattens"),
        (Set(("instances", 0, "world_from_object"), matrix_value(np.full((4, 4), np.nan))), "finite"),
        (Set(("lights", 2, "direction"), (0.0, 0.0, 0.0)), r"lights\[2\]\.direction"),
        (Set(("lights", 1, "inner_angle_deg"), 80.0), "inner_angle_deg"),
        (Set(("lights", 0, "intensity"), (1.0, float("nan"), 1.0)), r"lights\[0\]\.intensity"),
        (Set(("environment", "sky"), "image"), "image: is required"),
        (Set(("environment", "parameters", "zenith"), (1.0, float("inf"), 1.0)), "finite"),
        (Set(("view", "view"), "sepia"), "no views shader"),
        (Set(("settings", "max_depth"), 0), r"settings\.max_depth"),
        (Set(("active_camera",), 5), "there are 2 cameras"),
        (Set(("shapes",), []), "as a whole"),
        (Set((), 1), "cannot be changed"),
        (Set(("bounds",), 1), "cannot be changed"),
        (Insert("lights", 7, PointLight()), r"lights\[7\]"),
        (Insert("lights", 0, Camera()), "cannot be a Camera"),
        (Insert("instances", 0, Instance(0, 8)), "there are 3 materials"),
        (Remove("materials", 1), "is used by 2 objects"),
        (Remove("materials", 0), "is used by 1 object "),
        (Remove("cameras", 0), "is the camera that renders"),
        (Remove("lights", -1), "there are only 3"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(edit: Edit, message: str) -> None:
    scene = make_scene()
    with pytest.raises(InputError, match=message):
        apply(edit, scene)
    assert same(scene.materials[0], make_scene().materials[0])


def test_what_is_not_touched_is_shared() -> None:
    scene = make_scene()
    after = apply(Set(("materials", 0, "two_sided"), False), scene)
    assert after.materials[1] is scene.materials[1]
    assert after.instances is scene.instances
    assert scene.materials[0].two_sided


def test_references_move_along_with_the_list() -> None:
    scene = apply(Insert("materials", 0, matte("first", (1, 1, 1))), make_scene())
    assert [i.material for i in scene.instances] == [1, 2, 2]
    scene = apply(Remove("materials", 0), scene)
    assert [i.material for i in scene.instances] == [0, 1, 1]
    scene = apply(Insert("cameras", 0, Camera(name="new")), scene)
    assert scene.active_camera == 1


def test_a_parameter_that_had_its_default_has_it_again() -> None:
    scene = make_scene()
    edit = Set(("materials", 2, "parameters", "ior"), Input(value=1.3))
    assert apply(inverse(edit, scene), apply(edit, scene)).materials[2].parameters == {}


def test_dragging_a_slider_is_one_step() -> None:
    scene, history = make_scene(), History()
    for value in (0.1, 0.2, 0.3):
        scene = history.push(f"{value}", (Set(("view", "exposure_ev"), value),), scene, merge=True)
    scene = history.push("depth", (Set(("settings", "max_depth"), 3),), scene, merge=True)
    assert [step.label for step in history.done] == ["0.3", "depth"]
    scene = history.undo(history.undo(scene))
    assert scene.view == ViewSettings()
    history.mark_saved()
    scene = history.push("0.4", (Set(("view", "exposure_ev"), 0.4),), scene, merge=True)
    assert not history.undone
    assert history.saved, "how a scene is looked at is no reason to ask whether to save it"
    scene = history.push("medium", (Set(("medium",), None),), scene)
    assert not history.saved
    history.undo(scene)
    assert history.saved


def test_what_the_next_edit_replaces_is_left_out() -> None:
    a, b = Set(("view", "exposure_ev"), 1.0), Set(("view", "exposure_ev"), 2.0)
    other, whole = Set(("view", "view"), "raw"), Set(("view",), ViewSettings())
    assert compact([a, b, other, a]) == (b, other, a)
    assert compact([a, whole]) == (whole,)
    assert compact([whole, a]) == (whole, a)


FILM = Invalidates.FILM | Invalidates.PICTURE


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Set(("view", "exposure_ev"), 1.0), Invalidates.PICTURE),
        (Set(("settings", "seed"), 1), FILM),
        (Set(("cameras", 0, "fov_y_deg"), 20.0), FILM),
        (Set(("cameras", 1, "fov_y_deg"), 20.0), Invalidates.NOTHING),
        (Set(("materials", 0, "name"), "x"), Invalidates.NOTHING),
        (Set(("materials", 0, "parameters", "reflectance"), Input(value=0.5)), Invalidates.RECORDS | FILM),
        (Set(("instances", 0, "name"), "x"), Invalidates.NOTHING),
        (Set(("lights", 0, "position"), (1.0, 0.0, 0.0)), Invalidates.RECORDS | FILM),
        (Set(("environment", "rotation_deg"), 9.0), Invalidates.RECORDS | FILM),
    ],
)
def test_an_edit_makes_stale_only_what_depends_on_it(edit: Edit, expected: Invalidates) -> None:
    assert invalidates(edit, make_scene()) == expected


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Set(("materials", 0, "surface"), "null"), Invalidates.KERNELS),
        (Set(("materials", 0, "alpha_mode"), "blend"), Invalidates.KERNELS),
        (Set(("materials", 0, "normal_map"), Texture(image=WOOD)), Invalidates.GEOMETRY),
        (Set(("medium",), None), Invalidates.KERNELS),
        (Set(("environment", "sky"), "constant"), Invalidates.KERNELS),
        (Set(("instances", 0, "world_from_object"), matrix_value(transform.scale(2.0))), Invalidates.GEOMETRY),
        (Remove("instances", 0), Invalidates.GEOMETRY),
        (Remove("lights", 0), Invalidates.KERNELS),
    ],
)
def test_an_edit_makes_stale_what_depends_on_it(edit: Edit, expected: Invalidates) -> None:
    scene = make_scene()
    if isinstance(edit, Set) and edit.path[-1] == "surface":
        scene = apply(Set(("materials", 0, "parameters"), {}), scene)
    assert expected in invalidates(edit, scene)
