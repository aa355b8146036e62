"""What a scene file means: every table arrives in the data model as it was written."""

from __future__ import annotations

import re
from pathlib import Path

import imageio.v3 as iio
import numpy as np
import pytest

from raytracer.errors import InputError
from raytracer.io.report import LoadContext
from raytracer.io.table import load_scene
from raytracer.io.toml_scene import load
from raytracer.io.toml_scene.document import ENVIRONMENT_KEYS, LIGHTS, TOP_LEVEL
from raytracer.io.toml_scene.json_schema import scene_schema, text
from raytracer.io.toml_scene.materials import MATERIAL_KEYS, TextureTable
from raytracer.io.toml_scene.shapes import SHAPES
from raytracer.resources import scenes_dir
from raytracer.scene import Camera, Medium, Mesh, RenderSettings, Scene, Sphere, SpotLight, ViewSettings, shader_catalog
from raytracer.scene.transform import apply_points


def read(tmp_path: Path, body: str, **options: bool) -> Scene:
    file = tmp_path / "scene.toml"
    file.write_text(f"format = 1\n{body}", encoding="utf-8")
    return load(file, LoadContext(tmp_path, **options))  # type: ignore[arg-type]


def shape(tmp_path: Path, keys: str) -> Scene:
    return read(tmp_path, f'materials.m.reflectance = 0.5\n[[shapes]]\nmaterial = "m"\n{keys}')


def test_an_empty_scene_has_a_camera_and_is_reported_dark(tmp_path: Path) -> None:
    file = tmp_path / "dark.toml"
    file.write_text("format = 1\n", encoding="utf-8")
    result = load_scene(file)
    assert result.scene.name == "dark"
    assert len(result.scene.cameras) == 1
    assert any("stays black" in note.text for note in result.notes)


def test_colours_can_be_written_in_three_ways(tmp_path: Path) -> None:
    scene = read(
        tmp_path,
        'materials.a.reflectance = "#ff8000"\nmaterials.b.reflectance = [0.1, 0.2, 0.3]\n'
        "materials.c.reflectance = 0.4\n"
        'medium = { scattering = 2, absorption = "#ffffff" }\n',
    )
    values = [m.parameters["reflectance"].value for m in scene.materials]
    # 128/255 decoded by the sRGB curve, IEC 61966-2-1.
    assert values[0] == pytest.approx((1.0, 0.2158605, 0.0), abs=1e-6)
    assert values[1:] == [(0.1, 0.2, 0.3), (0.4, 0.4, 0.4)]
    assert scene.medium is not None
    assert scene.medium.scattering == (2.0, 2.0, 2.0)
    assert scene.medium.absorption == (1.0, 1.0, 1.0)


def test_materials_take_textures_media_and_common_keys(tmp_path: Path) -> None:
    iio.imwrite(tmp_path / "a.png", np.full((2, 2, 3), 128, np.uint8))
    scene = read(
        tmp_path,
        """
        [textures.shared]
        image = "a.png"
        uv_scale = [2, 3]
        wrap_u = "mirror"
        uv_rotation_deg = 90
        [media.tea]
        absorption = [1, 2, 3]
        [materials.one]
        surface = "rough_conductor"
        reflectance = { value = 0.5, texture = "shared" }
        alpha = { value = 0.3, texture = { image = "a.png" } }
        normal_map = { image = "a.png" }
        normal_scale = 0.5
        emission = { shader = "checker", color_a = 1, color_b = [0, 1, 0] }
        emission_sides = "both"
        [materials.two]
        surface = "dielectric"
        interior = "tea"
        opacity = 0.25
        """,
    )
    one, two = scene.materials
    reflectance, alpha = one.parameters["reflectance"], one.parameters["alpha"]
    assert reflectance.value == (0.5, 0.5, 0.5)
    assert reflectance.texture is not None
    assert reflectance.texture.scale == (2.0, 3.0)
    assert reflectance.texture.wrap_u == "mirror"
    assert reflectance.texture.rotation == pytest.approx(np.pi / 2.0)
    assert alpha.texture is not None
    assert one.normal_map is not None
    # Colours are decoded, numbers and normals are not; the same file with the same meaning is one picture.
    images = [reflectance.texture.image, alpha.texture.image, one.normal_map.image]
    assert [image.encoding for image in images if image is not None] == ["srgb", "linear", "linear"]
    assert images[1] is images[2]
    assert (reflectance.texture.channel, alpha.texture.channel) == ("rgb", "r")
    assert one.emission.texture is not None
    assert one.emission.texture.parameters == {"color_a": (1.0, 1.0, 1.0), "color_b": (0.0, 1.0, 0.0)}
    assert one.emission_sides == "both"
    assert two.interior is not None
    assert two.interior.absorption == (1.0, 2.0, 3.0)
    assert two.opacity.value == 0.25
    assert two.alpha_mode == "blend"


def test_transforms_scale_then_turn_then_move(tmp_path: Path) -> None:
    scene = shape(tmp_path, 'shape = "box"\nscale = [2, 1, 1]\nrotate = [0, 90, 0]\ntranslate = [10, 0, 0]')
    moved = apply_points(scene.instances[0].world_from_object, np.array([[1.0, 0.0, 0.0]]))
    assert moved[0] == pytest.approx([10.0, 0.0, -2.0], abs=1e-12)


def test_euler_angles_turn_about_x_first(tmp_path: Path) -> None:
    scene = shape(tmp_path, 'shape = "box"\nrotate = [90, 90, 0]')
    # +Y goes to +Z by x, then to +X by y.
    moved = apply_points(scene.instances[0].world_from_object, np.array([[0.0, 1.0, 0.0]]))
    assert moved[0] == pytest.approx([1.0, 0.0, 0.0], abs=1e-12)


def test_axis_angle_and_matrix(tmp_path: Path) -> None:
    turned = shape(tmp_path, 'shape = "box"\naxis_angle = [0, 0, 2, 90]').instances[0].world_from_object
    given = shape(tmp_path, 'shape = "box"\nmatrix = [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]')
    assert np.allclose(turned, given.instances[0].world_from_object)


@pytest.mark.parametrize("target", [(3.0, 0.0, 0.0), (1.0, 5.0, 2.0), (1.0, -4.0, 2.0), (0.0, 1.0, -7.0)])
def test_aim_at_turns_the_front_to_the_point(target: tuple[float, ...], tmp_path: Path) -> None:
    scene = shape(tmp_path, f'shape = "quad"\ntranslate = [1, 0, 2]\naim_at = {list(target)}')
    matrix = scene.instances[0].world_from_object
    towards = np.subtract(target, (1.0, 0.0, 2.0))
    assert matrix[:3, 1] == pytest.approx(towards / np.linalg.norm(towards), abs=1e-9)
    assert np.linalg.det(matrix[:3, :3]) == pytest.approx(1.0)


def test_instances_share_the_shape_and_may_differ_in_material(tmp_path: Path) -> None:
    scene = read(
        tmp_path,
        """
        materials.a.reflectance = 0.1
        materials.b.reflectance = 0.2
        [[shapes]]
        name = "ball"
        shape = "sphere"
        material = "a"
        scale = 2
        instances = [{ translate = [1, 0, 0] }, { translate = [2, 0, 0], material = "b", name = "other" }]
        """,
    )
    assert len(scene.shapes) == 1
    assert [i.material for i in scene.instances] == [0, 1]
    assert [i.name for i in scene.instances] == ["ball 1", "other"]
    assert np.allclose(scene.instances[1].world_from_object, np.diag([2, 2, 2, 1]) + np.eye(4, k=3) * 2)


def test_a_grid_stands_about_the_shape_s_own_place(tmp_path: Path) -> None:
    array = 'array = { kind = "grid", counts = [3, 1, 2], spacing = [2, 1, 4] }'
    scene = shape(tmp_path, f'name = "box"\nshape = "box"\ntranslate = [0, 5, 0]\n{array}')
    assert len(scene.shapes) == 1
    points = np.array([i.world_from_object[:3, 3] for i in scene.instances])
    assert {tuple(p) for p in points} == {(x, 5.0, z) for x in (-2.0, 0.0, 2.0) for z in (-2.0, 2.0)}
    assert [i.name for i in scene.instances[:2]] == ["box 1", "box 2"]


@pytest.mark.parametrize("count", [1, 7, 100, 16384])
def test_an_arc_has_every_copy_evenly_spread_and_facing_the_middle(tmp_path: Path, count: int) -> None:
    array = f"count = {count}, rows = 9, radius = 5, row_spacing = 1, rise = 0.5, angle_deg = 180"
    scene = shape(tmp_path, f'shape = "box"\narray = {{ kind = "arc", {array} }}')
    matrices = np.array([i.world_from_object for i in scene.instances])
    assert len(matrices) == count
    points = matrices[:, :3, 3]
    radii = np.hypot(points[:, 0], points[:, 2])
    row = np.round(radii - 5.0).astype(int)
    assert radii == pytest.approx(5.0 + row)
    assert points[:, 1] == pytest.approx(0.5 * row)
    assert (points[:, 2] <= 1e-9).all()
    to_middle = -points[:, [0, 2]] / radii[:, None]
    assert matrices[:, :3, 2][:, [0, 2]] == pytest.approx(to_middle)
    if count > 1000:
        per_metre = np.bincount(row) / (5.0 + np.arange(9))
        assert per_metre.max() / per_metre.min() < 1.01


def test_chance_in_an_array_is_bounded_and_the_same_for_a_seed(tmp_path: Path) -> None:
    def placed(seed: int) -> Scene:
        body = f"""
        materials.a.reflectance = 0.1
        materials.b.reflectance = 0.2
        [[shapes]]
        shape = "box"
        array.kind = "grid"
        array.counts = [30, 1, 30]
        array.jitter = 0.2
        array.scale_jitter = 0.1
        array.turn_jitter_deg = 20
        array.materials = ["a", "b"]
        array.seed = {seed}
        """
        return read(tmp_path, body)

    first, again, other = (placed(seed) for seed in (1, 1, 2))
    a, b, c = (np.array([i.world_from_object for i in s.instances]) for s in (first, again, other))
    assert np.array_equal(a, b)
    assert not np.array_equal(a, c)
    steps = np.arange(30) - 14.5
    moved = a[:, 0, 3].reshape(30, 30) - steps[:, None]
    assert 0.15 < np.abs(moved).max() <= 0.2
    sizes = np.linalg.norm(a[:, :3, 0], axis=1)
    assert 0.9 <= sizes.min() < 0.92 < 1.08 < sizes.max() <= 1.1
    turns = np.degrees(np.arctan2(a[:, 0, 2], a[:, 0, 0]))
    assert 18.0 < np.abs(turns).max() <= 20.0
    shares = np.bincount([i.material for i in first.instances]) / 900
    assert shares == pytest.approx([0.5, 0.5], abs=0.1)


@pytest.mark.parametrize(
    ("array", "words"),
    [
        ('{ kind = "circle" }', "no kind of array 'circle'"),
        ('{ kind = "arc", cuont = 3 }', "did you mean 'count'"),
        ('{ kind = "grid", counts = [10000, 10, 100] }', "10,000,000 copies are more than 1,000,000"),
        ('{ kind = "grid", materials = ["q"] }', "there is no material 'q'"),
        ('{ kind = "arc" }\ninstances = []', "cannot be combined"),
    ],
)
def test_what_is_wrong_with_an_array(tmp_path: Path, array: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        shape(tmp_path, f'shape = "box"\narray = {array}')


def test_equal_bodies_become_one_shape(tmp_path: Path) -> None:
    body = "materials.m.reflectance = 0.5\n" + '[[shapes]]\nshape = "torus"\nmaterial = "m"\n' * 3
    scene = read(tmp_path, body)
    assert len(scene.shapes) == 1
    assert len(scene.instances) == 3


def test_a_sphere_stays_exact_unless_it_is_squeezed(tmp_path: Path) -> None:
    round_ = shape(tmp_path, 'shape = "sphere"\nradius = 2\nscale = 3\nrotate = [10, 20, 30]')
    squeezed = shape(tmp_path, 'shape = "sphere"\nradius = 2\nscale = [1, 2, 1]')
    assert isinstance(round_.shapes[round_.instances[0].shape], Sphere)
    assert isinstance(squeezed.shapes[squeezed.instances[0].shape], Mesh)
    lower, upper = squeezed.bounds()
    assert np.allclose([lower, upper], [[-2, -4, -2], [2, 4, 2]], atol=1e-3)


def test_lights_cameras_sky_and_settings(tmp_path: Path) -> None:
    scene = read(
        tmp_path,
        """
        active_camera = "close"
        [[cameras]]
        name = "far"
        [[cameras]]
        name = "close"
        aperture_radius = 0.1
        [[lights]]
        kind = "spot"
        position = [0, 4, 0]
        aim_at = [3, 0, 0]
        [[lights]]
        kind = "directional"
        irradiance = 3
        [environment]
        sky = "gradient"
        zenith = "#0000ff"
        strength = 2
        rotation_deg = 45
        [render]
        width = 64
        spp = 8
        [view]
        view = "raw"
        exposure_ev = -1
        """,
    )
    assert scene.camera.name == "close"
    assert isinstance(scene.lights[0], SpotLight)
    assert scene.lights[0].direction == (3.0, -4.0, 0.0)
    assert scene.environment is not None
    assert scene.environment.parameters == {"zenith": (0.0, 0.0, 1.0)}
    assert scene.environment.strength == 2.0
    assert (scene.settings.width, scene.settings.height, scene.settings.spp) == (64, 540, 8)
    assert (scene.view.view, scene.view.exposure_ev) == ("raw", -1.0)


PLY = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
PLY += "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"


def test_mesh_files_are_read_once_and_placed_often(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "tri.ply").write_text(PLY, encoding="utf-8")
    scene = shape(tmp_path, 'file = "models\\\\tri.ply"\nscale = 2\ninstances = [{}, { translate = [0, 0, 1] }]')
    assert len(scene.shapes) == 1
    assert scene.triangle_count == 2
    assert np.allclose(scene.bounds()[1], [2.0, 2.0, 1.0])


def test_a_gltf_file_brings_its_materials_unless_one_is_named(tmp_path: Path) -> None:
    body = '[environment]\n[materials.m]\n[[shapes]]\nfile = "{}"\n{}'
    knot = (scenes_dir().parent / "assets" / "models" / "knot.glb").resolve()
    own = read(tmp_path, body.format(knot.as_posix(), ""), allow_outside=True)
    named = read(tmp_path, body.format(knot.as_posix(), 'material = "m"'), allow_outside=True)
    assert own.materials[own.instances[0].material].name == "knot: enamel and gold"
    assert own.materials[own.instances[0].material].surface == "metallic_roughness"
    assert named.materials[named.instances[0].material].name == "m"
    assert own.triangle_count == named.triangle_count > 20_000


def test_keep_going_turns_missing_files_into_notes(tmp_path: Path) -> None:
    file = tmp_path / "scene.toml"
    file.write_text(
        'format = 1\nenvironment.image = "no.exr"\nmaterials.m.reflectance = { image = "no.png" }\n'
        '[[shapes]]\nfile = "no.ply"\nmaterial = "m"\n[[shapes]]\nshape = "quad"\nmaterial = "m"\n',
        encoding="utf-8",
    )
    result = load_scene(file, keep_going=True)
    assert len(result.scene.instances) == 1
    assert [note.kind for note in result.notes] == ["missing"] * 3
    for name in ("no.exr", "no.png", "no.ply"):
        assert any(name in str(note) for note in result.notes)


@pytest.mark.parametrize("path", sorted(scenes_dir().glob("*.toml")), ids=lambda p: p.stem)
def test_the_scenes_that_ship_load_without_a_note_and_say_what_they_show(path: Path) -> None:
    result = load_scene(path)
    assert result.notes == []
    assert result.scene.description
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# ")
    for material in result.scene.materials:
        assert set(material.parameters) <= set(shader_catalog.get("surfaces", material.surface).parameters)


def test_the_many_triangle_scene_deserves_its_name() -> None:
    assert 300_000 <= load_scene(scenes_dir() / "many.toml").scene.triangle_count <= 1_500_000


def test_the_published_schema_is_current() -> None:
    published = scenes_dir().parent / "docs" / "scene.schema.json"
    if not published.is_file():
        pytest.skip("docs/ is only in a checkout")
    assert published.read_text(encoding="utf-8") == text(), (
        "run: python -m raytracer.io.toml_scene.json_schema > docs/scene.schema.json"
    )


def test_the_schema_lists_every_shader_parameter() -> None:
    for definition, kind in (("material", "surfaces"), ("texture", "textures"), ("environment", "skies")):
        alternatives = {a["title"]: a for a in scene_schema()["$defs"][definition]["anyOf"]}
        for name, shader in shader_catalog.catalog(kind).items():  # type: ignore[arg-type]
            assert set(shader.parameters) <= set(alternatives[name]["properties"])
            assert alternatives[name]["additionalProperties"] is False


def test_the_documentation_names_every_key() -> None:
    document = scenes_dir().parent / "docs" / "scene-format.md"
    if not document.is_file():
        pytest.skip("docs/ is only in a checkout")
    keys = {*TOP_LEVEL, *MATERIAL_KEYS, *ENVIRONMENT_KEYS, *TextureTable.model_fields, *LIGHTS, *SHAPES}
    models = (Camera, Medium, RenderSettings, ViewSettings, *LIGHTS.values(), *SHAPES.values())
    keys |= {key for model in models for key in model.model_fields}
    for kind in ("surfaces", "skies"):
        for name, shader in shader_catalog.catalog(kind).items():  # type: ignore[arg-type]
            keys |= {name, *shader.parameters}
    written = set(re.findall(r"[a-z_0-9]+", document.read_text(encoding="utf-8")))
    assert keys <= written, keys - written
