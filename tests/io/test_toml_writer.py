"""Scenes written to files: the author's text stays, what changed is changed, and it reads back as the same scene."""

from __future__ import annotations

import difflib
import io
import json
import os
from dataclasses import replace
from pathlib import Path

import imageio.v3 as iio
import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from raytracer.errors import InputError, OutputError
from raytracer.io.report import LoadResult
from raytracer.io.table import load_scene
from raytracer.io.toml_scene.writer import write_scene
from raytracer.resources import scenes_dir
from raytracer.scene import (
    Camera,
    DirectionalLight,
    Environment,
    Image,
    Input,
    Instance,
    Medium,
    PointLight,
    Scene,
    Texture,
    matte,
    transform,
)
from raytracer.scene.edits import Edit, Insert, Remove, Set, matrix_value
from raytracer.scene.history import History, kept_places
from raytracer.scene.image_map import map_images
from raytracer.scene.mesh import Mesh, Sphere
from raytracer.scene.new_shapes import NEW_SHAPES, new_shape
from tests.io.gltf_files import pack_glb
from tests.unit.test_edits import same

TEXT = """\
# A scene with an author.
format = 1
name = "Two balls"  # with a remark

[camera]
position = [0, 1, 5]   # in front
target = [0, 0.5, 0]

[environment]
sky = "gradient"
zenith = [0.1, 0.2, 0.3]

# Red as a brick.
[materials.red]
surface = "diffuse"
reflectance = "#c43d2e"

[materials.glass]
surface = "dielectric"
ior = 1.5  # crown

[materials.spare]

[[shapes]]
name = "left"
shape = "sphere"
radius = 0.5
translate = [-1, 0.5, 0]
material = "red"

# The right one is turned.
[[shapes]]
name = "right"
shape = "box"
translate = [1, 0.5, 0]
rotate = [0, 30, 0]
material = "glass"

[[shapes]]
name = "row"
shape = "sphere"
radius = 0.1
material = "red"
instances = [{ translate = [0, 0, 1] }, { translate = [0, 0, 2] }]

[[lights]]
kind = "spot"
name = "lamp"
position = [0, 3, 0]
aim_at = [0, 0, 0]

[[lights]]
kind = "point"
position = [0, 4, 0]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "two.toml"
    path.write_text(TEXT)
    return path


def edited(loaded: LoadResult, *edits: Edit) -> tuple[Scene, dict[str, tuple[int | None, ...]]]:
    history, scene = History(), loaded.scene
    for edit in edits:
        scene = history.push("", (edit(scene) if callable(edit) else edit,), scene)
    return scene, kept_places(history.done, loaded.scene)


def saved(file: Path, *edits: Edit, to: Path | None = None) -> tuple[Scene, Scene, str]:
    """The edited scene, what was read back, and the text."""
    loaded = load_scene(file)
    scene, kept = edited(loaded, *edits)
    out = to or file
    assert write_scene(out, scene, loaded, kept) == []
    return scene, load_scene(out).scene, out.read_text()


def alike(one: Scene, other: Scene) -> bool:
    """Equal scenes; materials by their names, shapes by their numbers, images by their pixels."""

    def bare(scene: Scene) -> Scene:
        flat = map_images(scene, lambda image: PIXELS.setdefault((image.pixels.tobytes(), image.encoding), image))
        order = sorted(range(len(scene.materials)), key=lambda i: scene.materials[i].name)
        instances = [replace(i, shape=0, material=order.index(i.material)) for i in scene.instances]
        return replace(flat, shapes=[], instances=instances, materials=[flat.materials[i] for i in order])

    pairs = zip(one.instances, other.instances, strict=True)
    return all(same_body(one.shapes[a.shape], other.shapes[b.shape]) for a, b in pairs) and same(bare(one), bare(other))


PIXELS: dict[object, Image] = {}


def same_body(one: object, other: object) -> bool:
    if isinstance(one, Sphere):
        return isinstance(other, Sphere) and one.radius == other.radius
    assert isinstance(one, Mesh)
    names = ("positions", "triangles", "normals", "uvs", "uvs1", "colors", "tangents")
    return isinstance(other, Mesh) and all(
        (getattr(one, n) is None and getattr(other, n) is None) or np.array_equal(getattr(one, n), getattr(other, n))
        for n in names
    )


def changes(text: str) -> list[str]:
    """Lines that are not as the author wrote them."""
    diff = difflib.ndiff(TEXT.splitlines(), text.splitlines())
    return [line for line in diff if line[:2] in ("+ ", "- ") and line[2:].strip()]


# ---------------------------------------------------------------- the author's own file


def test_a_file_that_was_not_edited_is_written_as_it_was(file: Path) -> None:
    assert saved(file)[2] == TEXT


@pytest.mark.parametrize("path", sorted(scenes_dir().glob("*.toml")), ids=lambda p: p.stem)
def test_bundled_scenes_are_written_as_they_were(path: Path, tmp_path: Path) -> None:
    if path.stat().st_size > 200_000:
        pytest.skip("large")
    loaded = load_scene(path)
    out = path.parent / f".{os.getpid()}-{path.name}"
    try:
        assert write_scene(out, loaded.scene, loaded) == []
        assert out.read_text() == path.read_text()
    finally:
        out.unlink(missing_ok=True)


ONE_LINE: list[tuple[Edit, list[str]]] = [
    (
        Set(("materials", 1, "parameters", "ior"), Input(value=1.7)),
        ["- ior = 1.5  # crown", "+ ior = 1.7  # crown"],
    ),
    (
        Set(("materials", 0, "parameters", "reflectance"), Input(value=(0.1, 0.2, 0.3))),
        ['- reflectance = "#c43d2e"', "+ reflectance = [0.1, 0.2, 0.3]"],
    ),
    (Set(("materials", 0, "two_sided"), False), ["+ two_sided = false"]),
    (Set(("instances", 1, "visible"), False), ["+ visible = false"]),
    (Set(("instances", 1, "material"), 0), ['- material = "glass"', '+ material = "red"']),
    (
        Set(("instances", 0, "world_from_object"), matrix_value(transform.translate((-1.0, 0.5, 2.25)))),
        ["- translate = [-1, 0.5, 0]", "+ translate = [-1.0, 0.5, 2.25]"],
    ),
    (Set(("cameras", 0, "fov_y_deg"), 25.0), ["+ fov_y_deg = 25.0"]),
    (Set(("environment", "rotation_deg"), 45.0), ["+ rotation_deg = 45.0"]),
    (Set(("lights", 1, "position"), (1.0, 4.0, 0.0)), ["- position = [0, 4, 0]", "+ position = [1.0, 4.0, 0.0]"]),
    (Set(("name",), "Balls"), ['- name = "Two balls"  # with a remark', '+ name = "Balls"  # with a remark']),
]


@pytest.mark.parametrize(("edit", "expected"), ONE_LINE, ids=lambda v: str(v.path) if isinstance(v, Set) else "")
def test_only_the_line_that_changed_changes(file: Path, edit: Edit, expected: list[str]) -> None:
    scene, again, text = saved(file, edit)
    assert changes(text) == expected
    assert alike(scene, again)


OTHER: list[tuple[Edit, ...]] = [
    (Set(("instances", 1, "world_from_object"), matrix_value(transform.compose((1, 2, 3), (10, 20, 30), (1, 2, 3)))),),
    (Set(("instances", 1, "world_from_object"), matrix_value(transform.rotate((1, 2, 3), 33.3))),),
    (Set(("instances", 2, "world_from_object"), matrix_value(transform.translate((5, 0, 0)))),),
    (Set(("instances", 3, "visible"), False), Set(("instances", 2, "name"), "first of the row")),
    (Set(("instances", 0, "name"), "links"), Set(("materials", 1, "name"), "water")),
    (Set(("materials", 0), matte("red", (0.5, 0.5, 0.5))),),
    (Set(("materials", 1, "interior"), Medium(absorption=(1.0, 2.0, 3.0))),),
    (Set(("materials", 1, "opacity"), Input(value=0.5)), Set(("materials", 1, "alpha_mode"), "blend")),
    (Set(("materials", 2, "emission"), Input(value=(5.0, 5.0, 5.0))),),
    (Insert("materials", 3, matte("new one", (0.2, 0.4, 0.6))), Set(("instances", 0, "material"), 3)),
    (Remove("materials", 2),),
    (Remove("instances", 0),),
    (Remove("instances", 2),),
    (Remove("instances", 3), Remove("instances", 2)),
    (Insert("instances", 4, Instance(0, 1, transform.translate((3.0, 0.0, 0.0)), "left 2")),),
    (Insert("instances", 4, Instance(0, 0, transform.translate((3.0, 0.0, 0.0)))), Remove("instances", 0)),
    *(
        (
            Insert("shapes", 3, new_shape(name)),
            Insert("materials", 3, matte("its own", (0.1, 0.2, 0.3))),
            Insert("instances", 4, Instance(3, 3, transform.translate((1.0, 2.0, 3.0)) @ transform.scale(0.5), name)),
            Insert("instances", 5, Instance(3, 0, transform.scale((1.0, 2.0, 3.0)), f"{name} 2")),
        )
        for name in NEW_SHAPES
        if name != "sphere"
    ),
    (Insert("shapes", 3, new_shape("sphere")), Insert("instances", 4, Instance(3, 0, np.eye(4), "ball"))),
    (Remove("lights", 0), Insert("lights", 1, DirectionalLight(irradiance=(2.0, 2.0, 2.0)))),
    (Set(("lights", 0, "position"), (1.0, 3.0, 0.0)),),
    (Set(("lights", 0), PointLight(name="lamp", position=(0.0, 1.0, 0.0))),),
    (Remove("lights", 1), Remove("lights", 0)),
    (Set(("environment",), None),),
    (Set(("environment",), Environment(sky="constant", parameters={"radiance": (1.0, 0.0, 0.0)}, strength=2.0)),),
    (Set(("medium",), Medium(scattering=(0.1, 0.1, 0.1))),),
    (Insert("cameras", 1, Camera(name="side", position=(4.0, 0.0, 0.0))), Set(("active_camera",), 1)),
    (Set(("settings", "max_depth"), 3), Set(("view", "exposure_ev"), 1.5), Set(("view", "view"), "raw")),
]


@pytest.mark.parametrize("edits", OTHER, ids=lambda edits: str(edits[0])[:60])
def test_every_edit_is_read_back(file: Path, edits: tuple[Edit, ...]) -> None:
    scene, again, text = saved(file, *edits)
    for instance, written in zip(scene.instances, again.instances, strict=True):
        instance.name = instance.name or written.name  # one without a name gets its shape's
    assert alike(scene, again), text
    assert "# A scene with an author." in text


def test_saving_twice_starts_from_what_the_author_wrote(file: Path) -> None:
    loaded = load_scene(file)
    first, kept = edited(loaded, Remove("instances", 0))
    write_scene(file, first, loaded, kept)
    second, kept = edited(loaded, Set(("instances", 1, "visible"), False))
    write_scene(file, second, loaded, kept)
    assert changes(file.read_text()) == ["+ visible = false"]


def test_a_picture_is_named_from_the_scenes_folder_and_copied_from_elsewhere(file: Path, tmp_path: Path) -> None:
    from raytracer.io.images import read_image, read_sky
    from raytracer.io.report import LoadReport

    inside, outside = tmp_path / "maps" / "wood.png", tmp_path.parent / f"{tmp_path.name}-sky.png"
    inside.parent.mkdir()
    iio.imwrite(inside, np.full((2, 2, 3), 90, np.uint8))
    iio.imwrite(outside, np.full((2, 4, 3), 200, np.uint8))
    wood = Texture(image=read_image(inside, encoding="srgb"), scale=(2.0, 3.0))
    sky = Environment(sky="image", image=read_sky(outside, LoadReport()))
    scene, again, text = saved(
        file,
        Set(("materials", 0, "parameters", "reflectance"), Input(value=(1.0, 0.5, 1.0), texture=wood)),
        Set(("materials", 1, "normal_map"), wood),
        Set(("environment",), sky),
    )
    assert 'image = "maps/wood.png"' in text
    assert f'image = "two_files/{outside.name}"' in text
    assert alike(scene, again)
    outside.unlink()


def test_a_scene_saved_elsewhere_takes_its_pictures_along(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "copy.toml"
    loaded = load_scene(scenes_dir() / "start.toml")
    write_scene(out, loaded.scene, loaded)
    assert alike(load_scene(out).scene, loaded.scene)


def test_what_cannot_be_written_is_told_and_the_old_file_stays(file: Path, tmp_path: Path) -> None:
    loaded = load_scene(file)
    with pytest.raises(OutputError, match=r"written as \.toml"):
        write_scene(tmp_path / "a.glb", loaded.scene, loaded)
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    with pytest.raises(OutputError, match="is a folder"):
        write_scene(folder, loaded.scene, loaded)
    assert file.read_text() == TEXT
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []


# ---------------------------------------------------------------- other formats


# ---------------------------------------------------------------- other formats


def model(folder: Path) -> Path:
    """Two quads in one GLB: one textured from inside the file, both of the name "quad"."""
    png = io.BytesIO()
    iio.imwrite(png, np.arange(12, dtype=np.uint8).reshape(2, 2, 3) * 20, extension=".png")
    data = ARRAYS.tobytes() + png.getvalue() + b"\0" * (-len(png.getvalue()) % 4)
    views = [(0, 48), (48, 32), (80, 24), (104, len(png.getvalue()))]
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"mesh": 0, "name": "quad"}, {"mesh": 1, "name": "quad", "translation": [2, 0, 0]}],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "indices": 2, "material": m}]}
            for m in (0, 1)
        ],
        "materials": [
            {"name": "tiles", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "roughnessFactor": 0.7}},
            {"name": "plain", "pbrMetallicRoughness": {"baseColorFactor": [0.2, 0.4, 0.6, 1.0]}},
        ],
        "textures": [{"source": 0}],
        "images": [{"bufferView": 3, "mimeType": "image/png"}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC2"},
            {"bufferView": 2, "componentType": 5125, "count": 6, "type": "SCALAR"},
        ],
        "bufferViews": [{"buffer": 0, "byteOffset": at, "byteLength": size} for at, size in views],
        "buffers": [{"byteLength": len(data)}],
    }
    body = json.dumps(document).encode()
    path = folder / "quads.glb"
    path.write_bytes(pack_glb([(b"JSON", body + b" " * (-len(body) % 4)), (b"BIN\0", data)]))
    return path


ARRAYS = np.zeros(104, np.uint8)
ARRAYS[:48].view(np.float32)[:] = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]
ARRAYS[48:80].view(np.float32)[:] = [0, 1, 1, 1, 1, 0, 0, 0]
ARRAYS[80:104].view(np.uint32)[:] = [0, 1, 2, 0, 2, 3]


def brighter(scene: Scene) -> Edit:
    """The textured material with another factor before its picture."""
    given = scene.materials[0].parameters["base_color"]
    return Set(("materials", 0, "parameters", "base_color"), Input(value=(0.5, 0.25, 1.0), texture=given.texture))


def test_an_edited_model_stays_in_its_file_and_the_scene_says_what_is_different(tmp_path: Path) -> None:
    path = model(tmp_path)
    edits = (
        brighter,
        Set(("materials", 1, "name"), "blue"),
        Set(("materials", 1, "parameters", "metallic"), Input(value=1.0)),
        Set(("instances", 1, "world_from_object"), matrix_value(transform.compose((2, 1, 0), (0, 0, 45), (1, 1, 1)))),
        Insert("instances", 2, Instance(0, 0, transform.translate((0.0, 2.0, 0.0)), "third")),
        Insert("materials", 2, matte("clay", (0.5, 0.4, 0.3))),
        Set(("instances", 2, "material"), 2),
        Set(("environment", "strength"), 2.0),
    )
    scene, again, text = saved(path, *edits, to=tmp_path / "quads.toml")
    assert 'base = "quads.glb"' in text
    assert alike(scene, again), text
    # ... and from there on it is a file with an author.
    more = (Remove("instances", 0), Set(("materials", 0, "two_sided"), True), Set(("environment",), None))
    scene, again, text = saved(tmp_path / "quads.toml", *more, to=tmp_path / "again.toml")
    assert alike(scene, again), text
    assert 'without = ["environment"]' in text


@pytest.mark.parametrize(
    ("addition", "message"),
    [
        ("[overrides.objects.quad]\nvisible = false\n", "there are 2 of the name 'quad'"),
        ("[overrides.objects.chair]\nvisible = false\n", "there is no object 'chair'"),
        ('[overrides.objects."#7"]\nvisible = false\n', "there is no object '#7'"),
        ("[overrides.materials.plain]\nrougness = 1\n", "did you mean 'roughness'"),
        ('[overrides.objects."#0"]\nmaterial = "oak"\n', "there is no material 'oak'"),
        ("[overrides.lamps]\n", "unknown key"),
        ('[[shapes]]\nshape = "copy"\nof = "chair"\n', "there is no object 'chair'"),
        ('[materials.a]\nsurface = "diffuse"\nreflectance = { image = "#4" }\n', "there are 1 pictures in the base"),
    ],
)
def test_what_is_wrong_with_an_override(tmp_path: Path, addition: str, message: str) -> None:
    model(tmp_path)
    path = tmp_path / "bad.toml"
    path.write_text(f'format = 1\nbase = "quads.glb"\n{addition}')
    with pytest.raises(InputError, match=message) as error:
        load_scene(path)
    assert "bad.toml:" in str(error.value)


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ('base = "other.toml"', "another file of this format"),
        ('base = "none.glb"', "file not found"),
        ("base = 3", "must be the path"),
        ('without = ["lights"]', "needs a base"),
        ('base = "quads.glb"\nwithout = ["shapes"]', "no part of a scene"),
    ],
)
def test_what_is_wrong_with_a_base(tmp_path: Path, head: str, message: str) -> None:
    model(tmp_path)
    (tmp_path / "other.toml").write_text("format = 1\n")
    (tmp_path / "bad.toml").write_text(f"format = 1\n{head}\n")
    with pytest.raises(InputError, match=message):
        load_scene(tmp_path / "bad.toml")


def test_a_saved_scene_renders_the_same_picture_bit_by_bit(file: Path, tmp_path: Path, renderer: Renderer) -> None:
    edits = [edit for edit, _ in ONE_LINE] + list(OTHER[0])
    scene, again, _ = saved(file, *edits, to=tmp_path / "b.toml")
    textured, textured_again, _ = saved(model(tmp_path), brighter, to=tmp_path / "q.toml")
    for original, read in ((scene, again), (textured, textured_again)):
        pictures = []
        for one in (original, read):
            settings = one.settings.model_copy(update={"width": 32, "height": 24, "spp": 4})
            renderer.load(replace(one, settings=settings))
            while not renderer.finished:
                renderer.render_pass()
            pictures.append(renderer.linear())
        assert pictures[0].max() > 0.0
        assert np.array_equal(*pictures)
