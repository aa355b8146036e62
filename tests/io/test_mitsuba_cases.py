"""The Mitsuba files among the collected cases: what the loader alone decides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from raytracer.errors import InputError
from raytracer.io.report import LoadResult
from raytracer.io.table import load_scene
from raytracer.scene import Mesh, Sphere, SpotLight


@pytest.fixture
def case(cases_dir: Path) -> Callable[..., LoadResult]:
    """Loads ``FOLDER/FILE`` where the folder is given by its number."""

    def load(number: int, name: str, **options: bool) -> LoadResult:
        (folder,) = cases_dir.glob(f"{number:02d}-*")
        return load_scene(folder / name, **options)

    return load


@pytest.mark.parametrize(
    "name", ["v0_6_0", "v0_5_0_ldrfilm", "v0_5_0_lookAt_camel", "v2_0_0", "v3_defaults", "inc_main", "v0_6_0_srgb_hex"]
)
def test_dialects_give_the_same_scene_without_notes(case: Callable[..., LoadResult], name: str) -> None:
    result = case(66, f"{name}.xml")
    scene = result.scene
    assert result.notes == []
    assert (scene.settings.width, scene.settings.height, scene.settings.spp, scene.settings.filter) == (
        64,
        64,
        64,
        "box",
    )
    assert np.allclose(scene.bounds(), [(-1, -1, -1), (1, 1, 1)])
    assert isinstance(scene.shapes[0], Sphere)
    expected = 0.502886 if "hex" in name else 0.5
    assert scene.materials[0].parameters["reflectance"].value == pytest.approx((expected,) * 3, abs=1e-5)
    assert scene.environment.parameters == {"radiance": (1.0, 1.0, 1.0)}
    assert scene.camera.position == (0.0, 0.0, 4.0)


@pytest.mark.parametrize(
    ("number", "name", "line", "said"),
    [
        (66, "v3_unknown_plugin.xml", 9, "velvet9000"),
        (66, "v3_bad_reference.xml", 9, "nowhere"),
        (66, "v3_duplicate_id.xml", 10, "'m'"),
        (66, "v3_default_missing.xml", 9, "$nope"),
        (66, "inc_self.xml", 9, "includes itself"),
        (66, "not_closed.xml", 12, "is not closed"),
        (48, "origin_equals_target.xml", 5, "target at its origin"),
        (65, "missing_mesh.xml", 10, "there.obj"),
        (65, "missing_env.xml", 10, "no_such_sky.exr"),
        (65, "missing_texture.xml", 9, "gone.png"),
        (76, "sphere_half_file.xml", 10, "half_file.exr"),
        (80, "size_0x0.xml", 7, "'width'"),
        (80, "size_negative.xml", 7, "'width'"),
        (80, "size_fraction.xml", 7, "'width'"),
        (80, "spp_0.xml", 6, "'sample_count'"),
    ],
)
def test_errors_have_file_and_line(
    case: Callable[..., LoadResult], number: int, name: str, line: int, said: str
) -> None:
    with pytest.raises(InputError) as caught:
        case(number, name)
    assert said in caught.value.message
    assert caught.value.where.endswith(f"{name}:{line}")
    assert caught.value.exit_code == 2


def test_an_unknown_property_is_noted_with_name_and_line(case: Callable[..., LoadResult]) -> None:
    (note,) = case(66, "v3_unknown_property.xml").notes
    assert "'radios'" in note.text
    assert note.where.endswith("v3_unknown_property.xml:9")


def test_a_missing_version_is_noted(case: Callable[..., LoadResult]) -> None:
    assert ["version" in n.text for n in case(66, "version_missing.xml").notes] == [True]


@pytest.mark.parametrize("name", ["missing_mesh.xml", "missing_env.xml", "missing_texture.xml"])
def test_going_on_without_missing_files_lists_them_once(case: Callable[..., LoadResult], name: str) -> None:
    result = case(65, name, keep_going=True)
    assert [n.kind for n in result.notes] == ["missing"]


@pytest.mark.parametrize("name", ["down_y_up_y", "up_z_along_z", "zero_up", "nearly_parallel"])
def test_a_camera_straight_above_still_looks_at_the_sphere(case: Callable[..., LoadResult], name: str) -> None:
    result = case(48, f"{name}.xml")
    camera = result.scene.camera
    basis = np.array(camera.basis())
    assert np.allclose(basis @ basis.T, np.eye(3), atol=1e-9)
    towards = -np.array(camera.position) / np.linalg.norm(camera.position)
    assert basis[2] @ towards > 0.99999


@pytest.mark.parametrize("pair", [("spot_up_parallel", "spot_up_z"), ("rect_up_parallel", "rect_up_z")])
def test_lights_aimed_straight_down_agree_whatever_the_up_vector(
    case: Callable[..., LoadResult], pair: tuple[str, str]
) -> None:
    parallel, other = (case(68, f"{name}.xml").scene for name in pair)
    if pair[0].startswith("spot"):
        a, b = parallel.lights[0], other.lights[0]
        assert isinstance(a, SpotLight)
        assert isinstance(b, SpotLight)
        assert np.allclose([a.position, a.direction], [b.position, b.direction])
    else:
        a, b = (s.instances[1].world_from_object for s in (parallel, other))
        assert np.allclose(a[:3, 2], b[:3, 2])
        assert np.allclose(a[:3, 3], b[:3, 3])


def test_clip_planes_are_noted_exactly_where_mitsuba_would_cut(case: Callable[..., LoadResult]) -> None:
    for name in ("origin_r1", "offset_1e5_r100", "offset_1e6_r1000"):
        assert case(42, f"{name}.xml").notes == [], name
    for name in ("scaled_1e4", "tiny_1e-4"):
        assert ["clip planes" in n.text for n in case(42, f"{name}.xml").notes] == [True], name


@pytest.mark.parametrize("name", ["obj_up_flipped", "rectangle_up_flipped", "obj_down", "rectangle_down"])
def test_panels_look_down(case: Callable[..., LoadResult], name: str) -> None:
    scene = case(59, f"{name}.xml").scene
    panel = scene.instances[0]
    mesh = scene.shapes[panel.shape]
    assert isinstance(mesh, Mesh)
    a, b, c = (mesh.positions[mesh.triangles[0, i]].astype(float) for i in range(3))
    normal = panel.world_from_object[:3, :3] @ np.cross(b - a, c - a)
    assert normal[1] < 0.0
    assert scene.materials[panel.material].emission_sides == "front"


@pytest.mark.parametrize(
    ("name", "size", "spp"),
    [("size_1x1", (1, 1), 64), ("size_7x3", (7, 3), 16), ("size_1x4096", (1, 4096), 16),
     ("spp_2147483647", (64, 64), 2**31 - 1)],
)  # fmt: skip
def test_sizes_at_the_limits(case: Callable[..., LoadResult], name: str, size: tuple[int, int], spp: int) -> None:
    settings = case(80, f"{name}.xml").scene.settings
    assert (settings.width, settings.height) == size
    if spp > 1000 or name == "size_1x1":
        assert settings.spp == spp


def test_names_outside_ascii(cases_dir: Path) -> None:
    (path,) = (p for p in cases_dir.glob("89-*/*/*.xml"))
    assert load_scene(path).notes == []


def test_real_scenes_load_with_nothing_unknown_in_them(data_dir: Path) -> None:
    """Notes on real files speak of what is not rendered, never of properties that nobody knows."""
    folder = data_dir / "mitsuba"
    paths = [p for p in folder.rglob("*.xml") if "fragments" not in p.parts]
    assert len(paths) > 15
    for path in paths:
        result = load_scene(path, allow_outside=True)
        assert result.scene.instances, path
        assert [str(n) for n in result.notes if "unknown property" in n.text or "not used" in n.text] == []
