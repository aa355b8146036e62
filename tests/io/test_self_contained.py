"""Scenes written with all that belongs to them: what is read back is what was there, from the new files alone."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path

import numpy as np
import pytest

from raytracer.errors import OutputError
from raytracer.io.ply_output import write_mesh
from raytracer.io.report import LoadContext
from raytracer.io.table import load_scene
from raytracer.io.toml_scene.self_contained import write_self_contained
from raytracer.scene import (
    Camera,
    Environment,
    Image,
    Input,
    Instance,
    Material,
    Medium,
    Mesh,
    PointLight,
    Scene,
    Sphere,
    SpotLight,
    Texture,
    matte,
    primitives,
    transform,
)
from raytracer.scene.image_map import images_of, map_images

ATTRIBUTES = ("normals", "uvs", "uvs1", "colors", "tangents")


def full_mesh(seed: int = 0) -> Mesh:
    """A box with all attributes, of values that are no accident."""
    rng = np.random.default_rng(seed)
    box = primitives.box((1.0, 2.0, 3.0))
    count = len(box.positions)
    tangents = np.concatenate([box.normals[:, [1, 2, 0]], np.full((count, 1), -1.0)], axis=1)
    colors = rng.random((count, 4))
    return dataclasses.replace(box, uvs1=rng.random((count, 2)), colors=colors, tangents=tangents, name="a/b: box")


def full_scene() -> Scene:
    """Something of every kind."""
    rng = np.random.default_rng(1)
    wood = Image("wood.png", rng.integers(0, 256, (4, 6, 3), np.uint8), "srgb")
    mask = Image("wood.png", rng.integers(0, 256, (4, 4, 1), np.uint8), "linear")
    glow = Image("", rng.random((2, 3, 4)).astype(np.float32), "linear")
    sky = Image("sky", rng.random((4, 8, 3)).astype(np.float32), "linear")
    milk = Medium(absorption=(0.1, 0.2, 0.3), scattering=(1.0, 2.0, 3.0), anisotropy=0.4)
    materials = [
        Material(
            name="same",
            parameters={"reflectance": Input(value=(0.5, 0.6, 0.7), texture=Texture(image=wood, wrap_u="clamp"))},
            normal_map=Texture(image=wood.__class__("n", wood.pixels, "linear"), scale=(2.0, 3.0)),
        ),
        Material(
            name="same",
            opacity=Input(value=1.0, texture=Texture(image=mask, channel="r", filter="nearest")),
            alpha_mode="mask",
            alpha_cutoff=0.3,
            emission=Input(value=(1.0, 1.0, 1.0), texture=Texture(image=glow, uv_set=1)),
            emission_sides="both",
        ),
        Material(name="glass #1", surface="dielectric", interior=milk, two_sided=False),
    ]
    turned = transform.compose((1.0, 2.0, 3.0), (10.0, 20.0, 30.0), (1.0, 2.0, -1.5))
    return Scene(
        name="Everything",
        description='with "quotes"',
        cameras=[Camera(name="near"), Camera(name="far", position=(0.0, 1.0, 50.0), fov_y_deg=12.0)],
        active_camera=1,
        shapes=[full_mesh(), Sphere(0.75, name="ball"), primitives.quad((2.0, 2.0))],
        materials=materials,
        instances=[
            Instance(0, 0, turned, "first"),
            Instance(1, 2, transform.translate((3.0, 0.0, 0.0)), "ball"),
            Instance(0, 1, np.eye(4), "first"),
            Instance(2, 1, transform.scale(4.0), ""),
            Instance(0, 0, transform.translate((0.0, 9.0, 0.0)), "hidden", visible=False),
        ],
        lights=[PointLight(name="bulb", position=(0.0, 5.0, 0.0)), SpotLight(name="spot", outer_angle_deg=33.0)],
        environment=Environment(sky="image", image=sky, strength=0.5, rotation_deg=40.0),
        medium=Medium(scattering=(0.01, 0.01, 0.01)),
    )


def placed(scene: Scene) -> dict[tuple, int]:
    """What stands where, whatever the order: counts of name, place, visibility, measures and look."""
    found: dict[tuple, int] = {}
    for instance in scene.instances:
        shape = scene.shapes[instance.shape]
        measure = shape.radius if isinstance(shape, Sphere) else (len(shape.positions), len(shape.triangles))
        material = scene.materials[instance.material]
        look = repr(map_images(material.model_copy(update={"name": ""}), _anonymous))
        where = tuple(np.round(instance.world_from_object, 9).ravel())
        key = (instance.name or shape.name, where, instance.visible, measure, look)
        found[key] = found.get(key, 0) + 1
    return found


_DOT = np.zeros((1, 1, 1), np.uint8)


def _anonymous(image: Image) -> Image:
    return Image(f"{image.pixels.shape} {image.pixels.mean(dtype=np.float64):.5f}", _DOT, image.encoding)


@pytest.fixture
def written(tmp_path: Path) -> tuple[Scene, Scene]:
    """Before, and read from a copy in another place."""
    before = full_scene()
    files = write_self_contained(tmp_path / "out" / "all.toml", before)
    assert all(file.is_file() for file in files)
    shutil.move(tmp_path / "out", tmp_path / "elsewhere")
    return before, load_scene(tmp_path / "elsewhere" / "all.toml").scene


def test_a_scene_is_read_back_as_it_was(written: tuple[Scene, Scene]) -> None:
    before, after = written
    for name in ("name", "description", "cameras", "active_camera", "settings", "view", "lights", "medium"):
        assert getattr(after, name) == getattr(before, name), name
    assert {m.name for m in after.materials} == {"same", "same 2", "glass #1"}
    assert [m.interior for m in after.materials][2] == before.materials[2].interior


def test_objects_stand_where_they_stood(written: tuple[Scene, Scene]) -> None:
    before, after = written
    unnamed = {(k[1], k[2], k[3]): n for k, n in placed(before).items()}
    assert {(k[1], k[2], k[3]): n for k, n in placed(after).items()} == unnamed
    assert sorted(i.name for i in after.instances if i.name in ("first", "hidden", "ball")) == [
        "ball", "first", "first", "hidden",
    ]  # fmt: skip
    assert sum(isinstance(s, Mesh) for s in after.shapes) == 2, "a mesh that is used three times is one file"


def test_pictures_keep_their_pixels_and_meaning(written: tuple[Scene, Scene]) -> None:
    before, after = written
    pairs = list(zip(images_of(before), images_of(after), strict=True))
    assert len(pairs) == 5
    for old, new in pairs:
        assert new.encoding == old.encoding
        assert np.array_equal(new.pixels, old.pixels), old.name
    assert after.environment is not None
    assert (after.environment.strength, after.environment.rotation_deg) == (0.5, 40.0)
    texture = after.materials[0].parameters["reflectance"].texture
    assert texture is not None
    assert texture.wrap_u == "clamp"


@pytest.mark.parametrize("without", [(), ("uvs",), ATTRIBUTES, ("normals", "colors")])
def test_meshes_keep_what_their_vertices_hold(tmp_path: Path, without: tuple[str, ...]) -> None:
    mesh = dataclasses.replace(full_mesh(), **dict.fromkeys(without))
    write_mesh(tmp_path / "m.ply", mesh)
    from raytracer.io.ply import read_mesh

    ((back, _),) = read_mesh(tmp_path / "m.ply", LoadContext(tmp_path))
    assert np.array_equal(back.positions, mesh.positions)
    assert np.array_equal(back.triangles, mesh.triangles)
    for name in ATTRIBUTES:
        old, new = getattr(mesh, name), getattr(back, name)
        assert (old is None) == (new is None), name
        if old is not None:
            assert new == pytest.approx(old, abs=2e-6), name


@pytest.mark.parametrize("name", ["glass", "many", "materials"])
def test_our_own_scenes_survive(tmp_path: Path, name: str) -> None:
    before = load_scene(Path("scenes") / f"{name}.toml").scene
    write_self_contained(tmp_path / "out.toml", before)
    after = load_scene(tmp_path / "out.toml").scene
    assert after.triangle_count == before.triangle_count
    assert np.allclose(after.bounds(), before.bounds(), atol=1e-5)
    assert {(k[1], k[4]): n for k, n in placed(after).items()} == {(k[1], k[4]): n for k, n in placed(before).items()}


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    scene = Scene(materials=[matte("a", (0.5,) * 3)])
    with pytest.raises(OutputError, match=r"written as \.toml"):
        write_self_contained(tmp_path / "a.glb", scene)
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="cannot be written"):
        write_self_contained(tmp_path / "file" / "a.toml", scene)
    with pytest.raises(OutputError, match="cannot be written"):
        write_mesh(tmp_path / "file" / "m.ply", full_mesh())
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file"]
