"""glTF: node transforms, scenes, cameras, lights, instancing, skins and morph targets."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gltf_files import QUAD, QUAD_INDICES, GltfFile, world_triangles

from raytracer.errors import InputError
from raytracer.scene import DirectionalLight, Mesh, PointLight, Scene, SpotLight
from raytracer.scene.transform import rotate, scale, translate

TURN = [0.0, 0.0, math.sin(math.pi / 4.0), math.cos(math.pi / 4.0)]
"""A quarter turn about +Z."""


def _world(scene: Scene) -> np.ndarray:
    return scene.instances[0].world_from_object


def test_transforms_are_translation_times_rotation_times_scale(tmp_path: Path) -> None:
    file = GltfFile()
    inner = file.node(root=False, mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES), scale=[1, 2, 3])
    file.node(children=[inner], translation=[10, 20, 30], rotation=TURN, scale=[2, 1, 1])
    scene, notes = file.load(tmp_path)
    expected = translate([10, 20, 30]) @ rotate([0, 0, 1], 90) @ scale([2, 1, 1]) @ scale([1, 2, 3])
    assert _world(scene) == pytest.approx(expected)
    assert notes == []


def test_matrices_are_stored_column_by_column(tmp_path: Path) -> None:
    file = GltfFile()
    matrix = translate([1, 2, 3]) @ rotate([1, 2, 3], 50)
    file.node(mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES), matrix=matrix.T.reshape(-1).tolist())
    assert _world(file.load(tmp_path)[0]) == pytest.approx(matrix)


def test_quaternions_are_normalised_with_a_note(tmp_path: Path) -> None:
    file = GltfFile()
    file.node(mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES), rotation=[3 * q for q in TURN])
    scene, notes = file.load(tmp_path)
    assert _world(scene) == pytest.approx(rotate([0, 0, 1], 90))
    assert "unit quaternion" in notes[0]


def test_a_perspective_row_is_repaired(tmp_path: Path) -> None:
    file = GltfFile()
    matrix = np.eye(4)
    matrix[3] = [1, 2, 3, 4]
    file.node(mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES), matrix=matrix.T.reshape(-1).tolist())
    scene, notes = file.load(tmp_path)
    assert _world(scene) == pytest.approx(np.eye(4))
    assert "last row" in notes[0]


@pytest.mark.parametrize("children", [[0], [1]])
def test_loops_are_errors(tmp_path: Path, children: list[int]) -> None:
    file = GltfFile()
    file.node(children=children)
    file.node(root=False, children=[0])
    with pytest.raises(InputError, match="loop") as caught:
        file.load(tmp_path)
    assert "nodes[" in caught.value.where


def test_a_child_of_two_parents_stands_in_two_places(tmp_path: Path) -> None:
    file = GltfFile()
    child = file.node(root=False, mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES))
    file.node(children=[child], translation=[5, 0, 0])
    file.node(children=[child], translation=[-5, 0, 0])
    scene, notes = file.load(tmp_path)
    assert sorted(i.world_from_object[0, 3] for i in scene.instances) == [-5.0, 5.0]
    assert len(scene.shapes) == 1
    assert "several parents" in notes[0]


def test_nodes_shared_at_every_level_do_not_explode(tmp_path: Path) -> None:
    file = GltfFile()
    below = file.node(root=False, mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES))
    for _ in range(60):
        below = file.node(root=False, children=[below, below])
    file.node(children=[below])
    with pytest.raises(InputError, match="more places than can be drawn"):
        file.load(tmp_path)


def test_a_node_listed_as_root_and_as_child_is_drawn_once(tmp_path: Path) -> None:
    file = GltfFile()
    child = file.node(mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES))
    file.node(children=[child], translation=[5, 0, 0])
    scene, notes = file.load(tmp_path)
    assert [i.world_from_object[0, 3] for i in scene.instances] == [5.0]
    assert "also hangs below" in notes[0]


def test_deep_hierarchies(tmp_path: Path) -> None:
    file = GltfFile()
    below = file.node(root=False, mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES), translation=[0.001, 0, 0])
    for _ in range(4999):
        below = file.node(root=False, children=[below], translation=[0.001, 0, 0])
    file.node(children=[below])
    assert _world(file.load(tmp_path)[0])[0, 3] == pytest.approx(5.0)


@pytest.mark.parametrize("key", ["translation", "scale"])
def test_transforms_that_overflow_are_errors(tmp_path: Path, key: str) -> None:
    file = GltfFile()
    below = file.node(
        root=False, mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES), scale=[1e12, 1, 1], translation=[1e12, 0, 0]
    )
    file.node(children=[below], scale=[1e12, 1, 1])
    with pytest.raises(InputError, match="not finite"):
        file.load(tmp_path)
    file.json["nodes"][0][key] = [1e29, 1, 1]
    with pytest.raises(InputError, match="not believable"):
        file.load(tmp_path)


def test_nodes_flattened_to_nothing_are_left_out(tmp_path: Path) -> None:
    file = GltfFile()
    mesh = file.mesh({"POSITION": QUAD}, QUAD_INDICES)
    for factors in ([0, 0, 0], [1, 0, 0], [1, 1, 0]):
        file.node(mesh=mesh, scale=factors)
    scene, notes = file.load(tmp_path)
    assert len(scene.instances) == 1
    assert "zero scale" in notes[0]


def test_scene_selection(tmp_path: Path) -> None:
    file = GltfFile()
    file.quad()
    file.json["scenes"].append({"name": "empty", "nodes": []})
    assert file.load(tmp_path)[0].triangle_count == 2
    file.json["scene"] = 1
    scene, notes = file.load(tmp_path)
    assert (scene.name, scene.triangle_count) == ("empty", 0)
    assert "scene 1 of 2" in notes[0]
    file.json["scene"] = 2
    with pytest.raises(InputError, match=r"scenes\[2\]"):
        file.load(tmp_path)
    del file.json["scene"], file.json["scenes"]
    scene, notes = file.load(tmp_path)
    assert (scene.name, scene.triangle_count) == ("scene", 2)
    assert "no scene" in notes[0]


def test_names_are_kept_and_shapes_shared(tmp_path: Path) -> None:
    file = GltfFile()
    mesh = file.mesh({"POSITION": QUAD}, QUAD_INDICES)
    file.json["meshes"][mesh]["name"] = "pane"
    file.json["meshes"][mesh]["primitives"] *= 2
    for name in ("left", "right"):
        file.node(mesh=mesh, name=name)
    scene, _ = file.load(tmp_path)
    assert [i.name for i in scene.instances] == ["left.0", "left.1", "right.0", "right.1"]
    assert [s.name for s in scene.shapes] == ["pane.0", "pane.1"]
    assert len(scene.materials) == 1


def test_invisible_nodes_hide_what_hangs_below(tmp_path: Path) -> None:
    file = GltfFile()
    mesh = file.mesh({"POSITION": QUAD}, QUAD_INDICES)
    child = file.node(root=False, mesh=mesh)
    file.node(children=[child], extensions={"KHR_node_visibility": {"visible": False}})
    file.node(mesh=mesh)
    assert [i.visible for i in file.load(tmp_path)[0].instances] == [False, True]


def test_perspective_camera(tmp_path: Path) -> None:
    file = GltfFile()
    file.quad()
    lens = {"yfov": 0.5, "znear": 0.1, "aspectRatio": 2.0}
    file.node(
        name="eye", camera=file.add("cameras", {"type": "perspective", "perspective": lens}), translation=[1, 2, 7]
    )
    camera = file.load(tmp_path)[0].camera
    assert (camera.name, camera.position, camera.fov_y_deg) == (
        "eye",
        (1.0, 2.0, 7.0),
        pytest.approx(math.degrees(0.5)),
    )
    assert camera.target == pytest.approx((1.0, 2.0, 0.0))  # level with the middle of the scene
    right, up, forward = camera.basis()
    assert (right, up, forward) == (pytest.approx([1, 0, 0]), pytest.approx([0, 1, 0]), pytest.approx([0, 0, -1]))


def test_orthographic_camera_turned_and_scaled_by_its_node(tmp_path: Path) -> None:
    file = GltfFile()
    camera = file.add(
        "cameras", {"type": "orthographic", "orthographic": {"xmag": 3, "ymag": 2, "zfar": 9, "znear": 1}}
    )
    file.node(camera=camera, rotation=TURN, scale=[3, 3, 3], translation=[0, 0, 4])
    loaded = file.load(tmp_path)[0].camera
    assert (loaded.projection, loaded.ortho_height) == ("orthographic", 4.0)
    assert loaded.basis()[1] == pytest.approx([-1, 0, 0])


@pytest.mark.parametrize(
    "entry",
    [
        {"type": "fisheye"},
        {"type": "perspective"},
        {"type": "perspective", "perspective": {}},
        {"type": "perspective", "perspective": {"yfov": "wide"}},
        {"type": "orthographic", "orthographic": {"ymag": 0}},
        {},
    ],
)
def test_broken_cameras_are_named(tmp_path: Path, entry: dict[str, Any]) -> None:
    file = GltfFile()
    file.node(camera=file.add("cameras", entry))
    with pytest.raises(InputError) as caught:
        file.load(tmp_path)
    assert "cameras[0]" in caught.value.where


@pytest.mark.parametrize(("yfov", "expected"), [(0.0, 0.01), (4.0, 179.0), (-1.0, 0.01)])
def test_impossible_fields_of_view_are_clamped(tmp_path: Path, yfov: float, expected: float) -> None:
    file = GltfFile()
    file.node(camera=file.add("cameras", {"type": "perspective", "perspective": {"yfov": yfov}}))
    scene, notes = file.load(tmp_path)
    assert scene.camera.fov_y_deg == expected
    assert "field of view" in notes[0]


def test_without_a_camera_the_whole_scene_is_framed(tmp_path: Path) -> None:
    file = GltfFile()
    file.node(mesh=file.mesh({"POSITION": QUAD * 100}, QUAD_INDICES), translation=[1000, 0, 0])
    scene, _ = file.load(tmp_path)
    right, up, forward = scene.camera.basis()
    offsets = world_triangles(scene).reshape(-1, 3) - np.array(scene.camera.position)
    depth = offsets @ forward
    reach = depth * math.tan(math.radians(scene.camera.fov_y_deg / 2.0))
    aspect = scene.settings.width / scene.settings.height
    assert (np.abs(offsets @ up) < reach).all()
    assert (np.abs(offsets @ right) < reach * aspect).all()
    assert np.abs(offsets @ up).max() > 0.2 * reach.max()


def _light(folder: Path, entry: dict[str, Any], **node: Any) -> tuple[Any, list[str]]:
    file = GltfFile()
    file.json["extensions"] = {"KHR_lights_punctual": {"lights": [entry]}}
    file.node(extensions={"KHR_lights_punctual": {"light": 0}}, **node)
    scene, notes = file.load(folder)
    return scene.lights[0], notes


def test_lights_keep_their_numbers_under_scale(tmp_path: Path) -> None:
    entry = {"type": "point", "intensity": 100, "color": [1, 0.5, 0], "name": "bulb"}
    light, _ = _light(tmp_path, entry, translation=[1, 2, 3], scale=[5, 5, 5])
    assert light == PointLight(name="bulb", position=(1, 2, 3), intensity=(100, 50, 0))


def test_directional_light_shines_along_minus_z_of_its_node(tmp_path: Path) -> None:
    down = [-math.sin(math.pi / 4.0), 0.0, 0.0, math.cos(math.pi / 4.0)]
    light, _ = _light(tmp_path, {"type": "directional", "intensity": 10}, rotation=down, scale=[2, 2, 2], name="sun")
    assert isinstance(light, DirectionalLight)
    assert light.direction == pytest.approx((0.0, -1.0, 0.0))
    assert (light.irradiance, light.name) == ((10.0, 10.0, 10.0), "sun")


def test_spot_light_and_its_defaults(tmp_path: Path) -> None:
    light, notes = _light(tmp_path, {"type": "spot", "spot": {}})
    assert isinstance(light, SpotLight)
    assert (light.inner_angle_deg, light.outer_angle_deg) == pytest.approx((0.0, 45.0))
    assert (light.intensity, light.falloff, notes[:1]) == (
        (1.0, 1.0, 1.0),
        "smooth",
        ["scene.gltf: the file shows no surface"],
    )


@pytest.mark.parametrize(
    ("inner", "outer", "expected"), [(0.5, 0.5, (0.5, 0.5)), (0.7, 0.5, (0.5, 0.5)), (0.0, 9.0, (0.0, math.pi / 2))]
)
def test_cones_out_of_order(tmp_path: Path, inner: float, outer: float, expected: tuple[float, float]) -> None:
    light, _ = _light(tmp_path, {"type": "spot", "spot": {"innerConeAngle": inner, "outerConeAngle": outer}})
    assert (light.inner_angle_deg, light.outer_angle_deg) == pytest.approx(tuple(map(math.degrees, expected)))


@pytest.mark.parametrize(
    "entry", [{"type": "area"}, {}, {"type": "point", "color": [1, 1]}, {"type": "point", "intensity": "9"}]
)
def test_broken_lights_are_named(tmp_path: Path, entry: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        _light(tmp_path, entry)
    assert "KHR_lights_punctual.lights[0]" in caught.value.where


def test_a_reference_to_no_light_is_an_error(tmp_path: Path) -> None:
    file = GltfFile()
    file.node(extensions={"KHR_lights_punctual": {"light": 0}})
    with pytest.raises(InputError, match="names light 0, but the file has 0"):
        file.load(tmp_path)


def test_instancing(tmp_path: Path) -> None:
    file = GltfFile()
    places = np.array([[1, 0, 0], [2, 0, 0], [3, 0, 0]], np.float32)
    turns = np.array([[0, 0, 0, 127]] * 2 + [[0, 0, 90, 90]], np.int8)
    attributes = {"TRANSLATION": file.accessor(places), "ROTATION": file.accessor(turns, normalized=True)}
    extension = {"EXT_mesh_gpu_instancing": {"attributes": attributes}}
    file.node(mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES), name="tree", scale=[2, 2, 2], extensions=extension)
    scene, _ = file.load(tmp_path)
    assert [i.name for i in scene.instances] == ["tree.0", "tree.1", "tree.2"]
    assert len(scene.shapes) == 1
    expected = scale(2.0) @ translate([3, 0, 0]) @ rotate([0, 0, 1], 90)
    assert scene.instances[2].world_from_object == pytest.approx(expected, abs=1e-6)


def test_instancing_attributes_must_agree(tmp_path: Path) -> None:
    file = GltfFile()
    attributes = {"TRANSLATION": file.accessor(QUAD), "SCALE": file.accessor(QUAD[:3])}
    extension = {"EXT_mesh_gpu_instancing": {"attributes": attributes}}
    file.node(mesh=file.mesh({"POSITION": QUAD}, QUAD_INDICES), extensions=extension)
    with pytest.raises(InputError, match="different counts: 3, 4"):
        file.load(tmp_path)


def test_morph_targets_at_their_default_weights(tmp_path: Path) -> None:
    file = GltfFile()
    shifts = [np.full((4, 3), d, np.float32) for d in (1.0, 10.0)]
    targets = [{"POSITION": file.accessor(s)} for s in shifts]
    mesh = file.mesh({"POSITION": QUAD}, QUAD_INDICES, targets=targets)
    file.json["meshes"][mesh]["weights"] = [0.5, 0.0]
    file.node(mesh=mesh)
    file.node(mesh=mesh, weights=[0, 0.25])
    meshes = [s for s in file.load(tmp_path)[0].shapes if isinstance(s, Mesh)]
    assert [m.positions[0, 2] for m in meshes] == [0.5, 2.5]


def test_morph_targets_turn_normals(tmp_path: Path) -> None:
    file = GltfFile()
    normals = np.array([[0, 0, 1]] * 4, np.float32)
    target = {"NORMAL": file.accessor(np.array([[1, 0, -1]] * 4, np.float32))}
    mesh = file.mesh({"POSITION": QUAD, "NORMAL": normals}, QUAD_INDICES, targets=[target])
    file.node(mesh=mesh, weights=[1])
    shape = file.load(tmp_path)[0].shapes[0]
    assert isinstance(shape, Mesh)
    assert shape.normals is not None
    assert shape.normals[0].tolist() == [1, 0, 0]


def _skinned(mirror: bool = False) -> GltfFile:
    """A quad whose lower edge follows joint 0 and whose upper edge follows joint 1, which is one unit up and turned."""
    file = GltfFile()
    joints = np.array([[0, 1, 0, 0]] * 4, np.uint8)
    weights = np.array([[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0]], np.float32)
    normals = np.array([[0, 0, 1]] * 4, np.float32)
    mesh = file.mesh({"POSITION": QUAD, "NORMAL": normals, "JOINTS_0": joints, "WEIGHTS_0": weights}, QUAD_INDICES)
    upper = file.node(root=False, translation=[0, 1, 0], scale=[-1 if mirror else 1, 1, 1])
    lower = file.node(children=[upper], scale=[-1 if mirror else 1, 1, 1])
    bind = np.stack([np.eye(4), translate([0, -1, 0])]).transpose(0, 2, 1).reshape(2, 16).astype(np.float32)
    skin = file.add("skins", {"joints": [lower, upper], "inverseBindMatrices": file.accessor(bind)})
    file.node(mesh=mesh, skin=skin, translation=[99, 99, 99])
    return file


def test_skins_take_the_pose_of_their_joints_and_not_of_their_node(tmp_path: Path) -> None:
    file = _skinned()
    scene, _ = file.load(tmp_path)
    assert np.array_equal(world_triangles(scene)[0], QUAD[[0, 1, 2]])
    file.json["nodes"][0]["rotation"] = TURN  # the upper edge turns about (0, 1)
    corners = world_triangles(file.load(tmp_path)[0])
    assert corners[0, :2] == pytest.approx(QUAD[:2])
    assert corners[0, 2] == pytest.approx([0, 2, 0], abs=1e-6)
    assert corners[1, 2] == pytest.approx([0, 0, 0], abs=1e-6)


def test_mirrored_skins_keep_their_front(tmp_path: Path) -> None:
    file = _skinned(mirror=True)
    file.json["nodes"][0]["scale"] = [1, 1, 1]
    scene, _ = file.load(tmp_path)
    shape = scene.shapes[0]
    assert isinstance(shape, Mesh)
    corners = world_triangles(scene)
    faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (faces[:, 2] > 0.0).all()
    assert shape.normals is not None
    assert shape.normals == pytest.approx(np.array([[0, 0, 1]] * 4))


def test_vertices_without_weight_follow_their_first_joint(tmp_path: Path) -> None:
    file = _skinned()
    weights = file.json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]
    del file.json["accessors"][weights]["bufferView"]
    corners = world_triangles(file.load(tmp_path)[0])
    assert np.array_equal(corners[0], QUAD[[0, 1, 2]])


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"joints": [0]}, "names joint 1 of 1"),
        ({"joints": []}, "needs joints"),
        ({"joints": [0, 77]}, r"nodes\[77\]"),
        ({"joints": [0, 1, 2]}, "as many inverse bind matrices"),
        ({"inverseBindMatrices": 0}, "does not fit"),
    ],
)
def test_broken_skins_are_named(tmp_path: Path, change: dict[str, Any], expected: str) -> None:
    file = _skinned()
    file.json["skins"][0].update(change)
    with pytest.raises(InputError, match=expected):
        file.load(tmp_path)


def test_animations_are_noted(tmp_path: Path) -> None:
    file = GltfFile()
    file.quad()
    file.json["animations"] = [{"channels": "anything"}]
    assert file.load(tmp_path)[1] == ["scene.gltf: animations; the rest pose is shown"]


def test_progress_can_cancel(tmp_path: Path) -> None:
    def cancel(activity: str, fraction: float | None) -> None:
        raise KeyboardInterrupt

    file = GltfFile()
    file.quad()
    with pytest.raises(KeyboardInterrupt):
        file.load(tmp_path, progress=cancel)
