"""The table of formats: choosing a loader, what is no scene at all, defaults, and meshes for scene files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from mesh_measures import area, facets

from raytracer.errors import InputError
from raytracer.io import defaults, table
from raytracer.io.geometry import transformed
from raytracer.io.report import LoadContext, LoadReport
from raytracer.io.table import find_loader, load_scene, read_mesh_file
from raytracer.scene import Camera, Instance, Mesh, PointLight, Scene, matte, shader_catalog
from raytracer.scene.transform import rotate, scale, translate

OBJ = "v 0 0 0\nv 2 0 0\nv 0 3 0\nf 1 2 3\n"
PLY = (
    "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
    "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
)
STL = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n"


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_suffixes_are_unique_and_start_with_a_dot() -> None:
    suffixes = table.suffixes()
    assert len(set(suffixes)) == len(suffixes)
    assert all(suffix == suffix.lower() and suffix.startswith(".") for suffix in suffixes)


def test_importing_the_table_loads_no_parser() -> None:
    code = (
        "import sys, raytracer.io.table\n"
        "print([m for m in sys.modules if m.startswith(('raytracer.io.obj', 'raytracer.io.ply', 'raytracer.io.gltf', "
        "'raytracer.io.toml_scene', 'raytracer.io.mitsuba', 'OpenImageIO', 'imageio', 'PIL', 'taichi', 'PySide6'))])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout.strip() == "[]", result.stderr


@pytest.mark.parametrize(("name", "text"), [("A.OBJ", OBJ), ("b.Ply", PLY), ("c.STL", STL)])
def test_the_suffix_counts_in_any_case(tmp_path: Path, name: str, text: str) -> None:
    assert load_scene(write(tmp_path / name, text)).scene.triangle_count == 1


@pytest.mark.parametrize(
    ("content", "suffix"),
    [
        (OBJ, ".obj"),
        ("# a comment\n\nmtllib x.mtl\n", ".obj"),
        (PLY, ".ply"),
        (STL, ".stl"),
        (b" " * 80 + (1).to_bytes(4, "little") + b"\0" * 50, ".stl"),
        (b"glTF\2\0\0\0", ".gltf"),
        ('{"asset": {"version": "2.0"}}', ".gltf"),
        ('<?xml version="1.0"?>\n<scene version="3.0.0"></scene>', ".xml"),
        ('# mine\nname = "x"\n[camera]\n', ".toml"),
    ],
)
def test_an_unknown_suffix_is_told_by_content(tmp_path: Path, content: str | bytes, suffix: str) -> None:
    assert suffix in find_loader(write(tmp_path / "model.download", content)).suffixes


@pytest.mark.parametrize("content", ["hello", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "<html></html>"])
def test_unknown_content_lists_the_formats(tmp_path: Path, content: str | bytes) -> None:
    with pytest.raises(InputError, match=r"\.toml .*\.stl"):
        load_scene(write(tmp_path / "model.bin", content))


def test_what_is_no_file_is_an_input_error(tmp_path: Path) -> None:
    write(tmp_path / "empty.obj", "")
    for path, words in (
        (tmp_path / "gone.obj", "not found"),
        (tmp_path, "folder"),
        (tmp_path / "empty.obj", "0 bytes"),
        (Path("/dev/null"), "regular"),
        (tmp_path / ("x" * 300 + ".obj"), "cannot be read"),
        (tmp_path / "a\0b.obj", "cannot be read"),
        (tmp_path / "empty.obj" / "x.obj", "cannot be read"),
    ):
        with pytest.raises(InputError, match=words) as caught:
            load_scene(path)
        assert caught.value.where == str(path)


@pytest.mark.parametrize("name", ["zero_bytes.stl", "zero_bytes.glb"])
def test_zero_bytes_of_the_case(cases_dir: Path, name: str) -> None:
    with pytest.raises(InputError, match="empty"):
        load_scene(cases_dir / "18-empty-inputs" / name)


def test_files_in_folders_with_foreign_letters(cases_dir: Path) -> None:
    (path,) = cases_dir.glob("89-*/*/*.ply")
    assert load_scene(path).scene.triangle_count == 1


@pytest.mark.parametrize(
    "error",
    [MemoryError(), RecursionError("deep"), OSError(5, "Input/output error"), ValueError("bad\nvalue"), "utf8"],
    ids=["memory", "recursion", "device", "value", "text"],
)
def test_what_a_loader_raises_becomes_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception | str
) -> None:
    path = write(tmp_path / "m.obj", OBJ)

    def fail(self: table.Loader, path: Path, context: LoadContext) -> Scene:
        if isinstance(error, str):
            b"\xff".decode("utf-8")
        raise error  # type: ignore[misc]

    monkeypatch.setattr(table.Loader, "load", fail)
    with pytest.raises(InputError) as caught:
        load_scene(path)
    assert caught.value.where == str(path)
    assert "\n" not in str(caught.value)


def test_the_scene_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.Loader, "load", lambda self, path, context: Scene(cameras=[]))
    with pytest.raises(InputError, match="camera"):
        load_scene(write(tmp_path / "m.obj", OBJ))


def test_shipped_scenes_may_read_the_assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[LoadContext] = []

    def remember(self: table.Loader, path: Path, context: LoadContext) -> Scene:
        seen.append(context)
        return Scene()

    monkeypatch.setattr(table.Loader, "load", remember)
    monkeypatch.setattr(table, "scenes_dir", lambda: tmp_path / "scenes")
    monkeypatch.setattr(table, "assets_dir", lambda: tmp_path / "assets")
    (tmp_path / "scenes").mkdir()
    load_scene(write(tmp_path / "scenes" / "a.toml", "x = 1"), keep_going=True)
    load_scene(write(tmp_path / "a.toml", "x = 1"), allow_outside=True)
    assert [context.trusted_roots for context in seen] == [(tmp_path / "assets",), ()]
    assert [context.keep_going for context in seen] == [True, False]
    assert [context.allow_outside for context in seen] == [False, True]


def test_progress_is_told_what_is_read(tmp_path: Path) -> None:
    told: list[str] = []
    load_scene(write(tmp_path / "m.obj", OBJ), progress=lambda activity, fraction: told.append(activity))
    assert told[0] == "reading m.obj"


def test_names_of_files_that_cannot_be_are_input_errors(tmp_path: Path) -> None:
    context = LoadContext(tmp_path)
    for name in ("a\0b", "x" * 300, "gone.png", "../../etc/passwd", ""):
        with pytest.raises(InputError) as caught:
            context.resolve(name, asked_by="scene.toml, line 3")
        assert caught.value.where == "scene.toml, line 3"


def test_a_bare_model_is_framed_and_lit(tmp_path: Path) -> None:
    scene = load_scene(write(tmp_path / "m.obj", OBJ)).scene
    assert scene.name == "m"
    assert scene.environment is not None
    assert scene.environment.sky == "gradient"
    right, up, forward = scene.camera.basis()
    for corner in np.array([[0, 0, 0], [2, 0, 0], [0, 3, 0]], float):
        ray = corner - scene.camera.position
        depth = ray @ forward
        height = np.tan(np.radians(scene.camera.fov_y_deg / 2)) * depth
        assert depth > 0.0
        assert abs(ray @ up) < height
        assert abs(ray @ right) < height * scene.settings.width / scene.settings.height


def test_defaults_add_only_what_is_missing() -> None:
    camera = Camera(name="mine")
    lit = Scene(cameras=[camera], lights=[PointLight()])
    assert defaults.complete(lit) is lit
    glowing = Scene(
        cameras=[camera],
        shapes=[Mesh(np.eye(3), [[0, 1, 2]])],
        materials=[
            matte("m", (1, 1, 1)).model_copy(update={"emission": matte("x", (1, 1, 1)).parameters["reflectance"]})
        ],
        instances=[Instance(0, 0)],
    )
    assert defaults.complete(glowing).environment is None
    dark = defaults.complete(Scene(cameras=[camera]))
    assert dark.environment is not None
    assert dark.cameras == [camera]


def test_meshes_without_material_share_one_and_coloured_ones_are_white() -> None:
    plain = Mesh(np.eye(3), [[0, 1, 2]])
    colored = Mesh(np.eye(3), [[0, 1, 2]], colors=np.ones((3, 4)))
    red = matte("red", (1, 0, 0))
    parts = [
        (plain, None),
        (plain, red),
        (colored, None),
        (plain, red),
        (Mesh(np.zeros((0, 3)), np.zeros((0, 3))), red),
    ]
    scene = defaults.scene_of("x", parts, LoadReport(), "x.obj")
    assert [scene.materials[i.material].name for i in scene.instances] == ["default", "red", "vertex colours", "red"]
    assert scene.materials[2].parameters["reflectance"].value == (1.0, 1.0, 1.0)


def test_a_scene_file_is_not_a_mesh(tmp_path: Path) -> None:
    path = write(tmp_path / "s.toml", "x = 1")
    with pytest.raises(InputError, match=r"not a mesh.*\.obj"):
        read_mesh_file(path, LoadContext(tmp_path))


def test_the_meshes_of_a_gltf_are_placed(cases_dir: Path) -> None:
    """A mirrored node keeps its area and its front."""
    folder = cases_dir / "29-gltf-negative-scale"
    for path in sorted(folder.glob("*.gltf")):
        parts = read_mesh_file(path, LoadContext(folder))
        scene = load_scene(path).scene
        assert len(parts) == len(scene.instances)
        lower, upper = scene.bounds()
        positions = np.concatenate([mesh.positions for mesh, _ in parts])
        np.testing.assert_allclose([positions.min(axis=0), positions.max(axis=0)], [lower, upper], atol=1e-5)
        assert all(material is not None for _, material in parts)


@pytest.mark.parametrize("mirror", [1.0, -1.0])
def test_a_transformed_mesh_keeps_its_front(mirror: float) -> None:
    mesh = Mesh(
        [[0, 0, 0], [1, 0, 0], [0, 1, 0]],
        [[0, 1, 2]],
        normals=[[0, 0, 1]] * 3,
        uvs=np.zeros((3, 2)),
        tangents=[[1, 0, 0, 1]] * 3,
    )
    matrix = translate((1, 2, 3)) @ rotate((0, 1, 0), 30) @ scale((2.0 * mirror, 3.0, 1.0))
    moved = transformed(mesh, matrix)
    front = facets([moved])[0]
    expected = matrix[:3, :3] @ [0, 0, 1]
    assert area([moved]) == pytest.approx(3.0)
    np.testing.assert_allclose(front / np.linalg.norm(front), expected, atol=1e-6)
    assert moved.normals is not None
    np.testing.assert_allclose(moved.normals, [expected] * 3, atol=1e-6)
    assert moved.tangents is not None
    assert moved.tangents[0, 3] == mirror
    assert moved.uvs is not None


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("missing_mesh.xml", "not/there.obj"),
        ("missing_env.xml", "no_such_sky.exr"),
        ("missing_texture.xml", "gone.png"),
        ("missing_texture.gltf", "gone.png"),
        ("missing_bin.gltf", "gone.bin"),
    ],
)
def test_a_missing_file_is_named_as_resolved_with_who_asks(cases_dir: Path, name: str, missing: str) -> None:
    folder = cases_dir / "65-missing-assets"
    with pytest.raises(InputError) as caught:
        load_scene(folder / name)
    assert str(folder / missing) in caught.value.message
    assert caught.value.where.startswith(str(folder / name))


def test_the_default_sky_names_parameters_that_exist() -> None:
    sky = defaults.environment()
    assert sky.parameters.keys() == shader_catalog.get("skies", sky.sky).parameters.keys()


def test_damaged_meshes_load_or_say_why(cases_dir: Path, tmp_path: Path) -> None:
    """300 files with a few bytes changed or the end cut off: nothing but a scene or an ``InputError``."""
    rng = np.random.default_rng(77)
    sources = [
        cases_dir / "01-obj-negative-indices-interleaved" / "interleaved.obj",
        cases_dir / "07-mtl-d-versus-Tr" / "t.obj",
        cases_dir / "12-ply-quads-and-polygons" / "mixed_polygons.ply",
        cases_dir / "11-ply-line-endings" / "binary_crlf_header.ply",
        cases_dir / "16-stl-binary-starts-with-solid" / "ascii.stl",
        cases_dir / "16-stl-binary-starts-with-solid" / "binary_normal.stl",
    ]
    loaded, refused = 0, list[str]()
    for number in range(300):
        source = sources[number % len(sources)]
        data = bytearray(source.read_bytes())
        for at in rng.integers(0, len(data), 4):
            data[at] = rng.choice([*b" \n/\\-09.#efvn", 0, 255, int(rng.integers(0, 256))])
        if rng.random() < 0.2:
            del data[int(rng.integers(1, len(data))) :]
        try:
            scene = load_scene(write(tmp_path / f"damaged{source.suffix}", bytes(data))).scene
            loaded += 1
            assert np.isfinite([*scene.camera.position]).all()
        except InputError as error:
            refused.append(str(error))
    assert loaded > 100
    assert refused
    assert not any("\n" in message for message in refused)
