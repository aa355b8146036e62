"""The data model: validation, the camera's pose, bounds and transforms."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import ValidationError

from raytracer.errors import InputError, OutputError
from raytracer.scene import (
    Camera,
    Image,
    Input,
    Instance,
    Material,
    Medium,
    Mesh,
    RenderSettings,
    Scene,
    Sphere,
    SpotLight,
    matte,
    transform,
)

coordinates = st.floats(-1e6, 1e6, allow_nan=False)
points = st.tuples(coordinates, coordinates, coordinates)


@given(position=points, target=points, up=points)
def test_the_camera_always_has_an_orthonormal_right_handed_basis(position, target, up) -> None:  # type: ignore[no-untyped-def]
    right, upwards, forward = Camera(position=position, target=target, up=up).basis()
    basis = np.stack([right, upwards, -forward])
    assert np.allclose(basis @ basis.T, np.eye(3), atol=1e-9)
    assert np.linalg.det(basis) == pytest.approx(1.0)


def test_the_camera_looks_at_its_target_with_up_on_top() -> None:
    right, up, forward = Camera(position=(0, 0, 5), target=(0, 0, 0)).basis()
    assert np.allclose([right, up, forward], [[1, 0, 0], [0, 1, 0], [0, 0, -1]])


@example(lower=(0.0, 0.0, 0.0), extent=(2.0, 1.0, 0.0), aspect=1.0)
@given(lower=points, extent=st.tuples(*[st.floats(0.1, 1e5)] * 3), aspect=st.floats(0.3, 3.0))
def test_framing_shows_the_whole_box(lower, extent, aspect) -> None:  # type: ignore[no-untyped-def]
    lower = np.array(lower)
    upper = lower + np.array(extent)
    camera = Camera.framing(lower, upper, fov_y_deg=40.0, aspect=aspect)
    right, up, forward = camera.basis()
    corners = np.array(
        [[x, y, z] for x in (lower[0], upper[0]) for y in (lower[1], upper[1]) for z in (lower[2], upper[2])]
    )
    seen = corners - np.array(camera.position)
    depth = seen @ forward
    half = np.tan(np.radians(20.0))
    assert (depth > 0.0).all()
    assert (np.abs(seen @ up) <= depth * half * 1.001).all()
    assert (np.abs(seen @ right) <= depth * half * aspect * 1.001).all()


def test_framing_of_nothing_is_finite() -> None:
    camera = Camera.framing(np.full(3, np.inf), np.full(3, -np.inf))
    assert np.isfinite(camera.position).all()


def test_focus_is_the_target_unless_set() -> None:
    assert Camera(position=(0, 0, 5), target=(0, 0, 2)).focus == 3.0
    assert Camera(focus_distance=7.0).focus == 7.0


@pytest.mark.parametrize(
    ("model", "fields"),
    [
        (Camera, {"fov_y_deg": 180.0}),
        (Camera, {"position": (0.0, float("nan"), 0.0)}),
        (Camera, {"positon": (0.0, 0.0, 0.0)}),
        (RenderSettings, {"width": 0}),
        (RenderSettings, {"max_depth": 0}),
        (Medium, {"scattering": (-1.0, 0.0, 0.0)}),
        (Medium, {"anisotropy": 1.0}),
        (SpotLight, {"intensity": (1.0, float("inf"), 0.0)}),
    ],
)
def test_nonsense_is_refused(model, fields) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValidationError):
        model(**fields)


def test_nonsense_is_refused_on_assignment_too() -> None:
    settings = RenderSettings()
    with pytest.raises(ValidationError):
        settings.spp = 0


def test_materials_wrap_bare_numbers_and_colours() -> None:
    material = Material(parameters={"reflectance": (0.1, 0.2, 0.3), "alpha": 0.5}, emission=(1.0, 0.0, 0.0))  # type: ignore[dict-item, arg-type]
    assert material.parameters == {"reflectance": Input(value=(0.1, 0.2, 0.3)), "alpha": Input(value=0.5)}
    assert material.emits
    assert not matte("grey", (0.5, 0.5, 0.5)).emits


def test_meshes_check_their_arrays() -> None:
    triangle = np.eye(3)
    assert Mesh(triangle, [[0, 1, 2]]).positions.dtype == np.float32
    with pytest.raises(ValueError, match="names a vertex outside"):
        Mesh(triangle, [[0, 1, 3]])
    with pytest.raises(ValueError, match="normals has shape"):
        Mesh(triangle, [[0, 1, 2]], normals=np.eye(2))
    with pytest.raises(ValueError, match="radius"):
        Sphere(radius=float("nan"))


def test_images_check_type_and_encoding() -> None:
    with pytest.raises(ValueError, match="shape"):
        Image("a", np.zeros((2, 2), np.uint8))
    with pytest.raises(ValueError, match="must be linear"):
        Image("a", np.zeros((2, 2, 3), np.float32), "srgb")


def scene_with(*instances: Instance) -> Scene:
    quad = Mesh([[0, 0, 0], [1, 0, 0], [1, 1, 0], [9, 9, 9]], [[0, 1, 2]])
    return Scene(shapes=[quad, Sphere(2.0)], materials=[matte("m", (0.5, 0.5, 0.5))], instances=list(instances))


def test_bounds_hold_what_is_visible_and_used() -> None:
    moved = Instance(0, 0, transform.translate((10, 0, 0)))
    hidden = Instance(1, 0, visible=False)
    scene = scene_with(moved, hidden)
    assert np.allclose(scene.bounds(), [[10, 0, 0], [11, 1, 0]])
    assert scene.triangle_count == 1
    lower, upper = scene_with().bounds()
    assert (lower > upper).all()


@pytest.mark.parametrize("instance", [Instance(2, 0), Instance(0, 1), Instance(-1, 0)])
def test_dangling_references_are_found(instance: Instance) -> None:
    with pytest.raises(InputError):
        scene_with(instance).check()


def test_a_scene_needs_its_active_camera() -> None:
    with pytest.raises(InputError, match="camera"):
        Scene(cameras=[]).check()


def test_an_outline_is_the_scene_without_its_arrays() -> None:
    scene = scene_with(Instance(0, 0))
    outline = scene.outline()
    assert [s.name for s in outline.shapes] == [s.name for s in scene.shapes]
    assert sum(len(s.positions) for s in outline.shapes if isinstance(s, Mesh)) == 2
    assert np.array_equal(outline.bounds(), scene.bounds()), "boxes are kept: the app frames and outlines objects"


def test_normals_stay_perpendicular_under_any_transform() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        matrix = np.eye(4)
        matrix[:3, :3] = rng.normal(size=(3, 3))
        a, b = rng.normal(size=(2, 3))
        normal = transform.apply_normals(matrix, np.cross(a, b)[None])[0]
        assert abs(normal @ matrix[:3, :3] @ a) < 1e-9 * np.linalg.norm(matrix) * np.linalg.norm(a) * 10
        assert np.linalg.norm(normal) == pytest.approx(1.0)


def test_a_mirror_keeps_the_outside_outside() -> None:
    mirrored = transform.apply_normals(transform.scale((-1.0, 1.0, 1.0)), np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
    assert np.allclose(mirrored, [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])


def test_quaternions_and_axes_agree() -> None:
    half = np.radians(30.0) / 2.0
    assert np.allclose(
        transform.from_quaternion(0.0, np.sin(half), 0.0, np.cos(half)), transform.rotate((0.0, 3.0, 0.0), 30.0)
    )
    assert np.allclose(transform.from_quaternion(0.0, 0.0, 0.0, 0.0), np.eye(4))


def test_similarity_tells_spheres_from_ellipsoids() -> None:
    turn = transform.rotate((1.0, 2.0, 3.0), 40.0)
    assert transform.is_similarity(turn @ transform.scale(3.0))
    assert transform.is_similarity(turn @ transform.scale((-2.0, 2.0, 2.0)))
    assert not transform.is_similarity(turn @ transform.scale((1.0, 1.0, 1.01)))


def test_errors_keep_place_and_remedy_across_processes() -> None:
    error = pickle.loads(pickle.dumps(OutputError("cannot write", where="a.png", remedy="choose another folder")))
    assert isinstance(error, OutputError)
    assert str(error) == "a.png: cannot write (choose another folder)"
    assert error.exit_code == 4
