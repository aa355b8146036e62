"""Whatever is wrong in a scene file: one line with file, line, key and, where there is one, the likely spelling."""

from __future__ import annotations

from pathlib import Path

import pytest

from raytracer.errors import InputError
from raytracer.io.report import LoadContext
from raytracer.io.toml_scene import load

GOOD = """\
format = 1
[camera]
position = [0, 0, 5]
[render]
spp = 16
[textures.wood]
shader = "checker"
[media.haze]
scattering = 0.5
[materials.glass]
surface = "dielectric"
ior = 1.5
[materials.wall]
reflectance = [0.5, 0.5, 0.5]
emission = 1.0
[[shapes]]
name = "ball"
shape = "sphere"
material = "glass"
[[shapes]]
shape = "box"
material = "wall"
translate = [1, 0, 0]
[[lights]]
kind = "spot"
intensity = 3
"""

CASES = {
    "misspelt parameter": ("ior = 1.5", "iro = 1.5", 12, "materials.glass.iro: unknown key (did you mean 'ior'?)"),
    "misspelt table": ("[camera]", "[camra]", 2, "camra: unknown key (did you mean 'camera'?)"),
    "misspelt key of the camera": ("position", "positon", 3, "camera.positon: unknown key (did you mean 'position'?)"),
    "misspelt material": ('= "wall"', '= "wal"', 22, "there is no material 'wal' (did you mean 'wall'?)"),
    "no such material": ('= "wall"', '= "zzz"', 22, "there is no material 'zzz'"),
    "misspelt surface": ('"dielectric"', '"dielectrik"', 11, "there is no surface 'dielectrik' (did you mean 'diel"),
    "misspelt shape": ('"box"', '"bax"', 21, "there is no shape 'bax' (did you mean 'box'?)"),
    "key of another shape": ('shape = "box"', 'shape = "box"\nradius = 2', 22, "shapes[1].radius: unknown key"),
    "no shape": ('shape = "box"\n', "", 20, "shapes[1].shape: is required"),
    "no material": ('material = "wall"\n', "", 20, "shapes[1].material: is required"),
    "text for a number": ("ior = 1.5", 'ior = "1.5"', 12, "materials.glass.ior: must be a number, not '1.5'"),
    "truth for a number": ("ior = 1.5", "ior = true", 12, "materials.glass.ior: must be a number, not true"),
    "infinite number": ("ior = 1.5", "ior = inf", 12, "materials.glass.ior: must be a number"),
    "out of the shader's bounds": ("ior = 1.5", "ior = 99.0", 12, "materials.glass.ior: must be at most 4, not 99"),
    "colour for a number": ("ior = 1.5", "ior = [1, 1, 1]", 12, "must be a number, not an array of 3"),
    "two channels": ("[0.5, 0.5, 0.5]", "[0.5, 0.5]", 14, "must be a colour, not an array of 2"),
    "not a hex colour": ("[0.5, 0.5, 0.5]", '"#12345"', 14, "'#12345' is not a colour"),
    "negative colour": ("emission = 1.0", "emission = -1.0", 15, "emission: a colour must be finite and not negative"),
    "too bright a wall": ("[0.5, 0.5, 0.5]", "[1.5, 0.5, 0.5]", 14, "reflectance: must be at most 1, not 1.5"),
    "two numbers for three": ("translate = [1, 0, 0]", "translate = [1, 0]", 23, "translate: is too short"),
    "four numbers for three": ("position = [0, 0, 5]", "position = [0, 0, 5, 1]", 3, "camera.position"),
    "not a number": ("position = [0, 0, 5]", "position = [0, nan, 5]", 3, "camera.position: must be finite"),
    "below the minimum": ("spp = 16", "spp = 0", 5, "render.spp: must be at least 1, not 0"),
    "fraction of a sample": ("spp = 16", "spp = 1.5", 5, "render.spp: must be a whole number"),
    "no format": ("format = 1\n", "", 0, "the key 'format' is missing"),
    "newer format": ("format = 1", "format = 2", 1, "this program reads format 1, not 2"),
    "syntax": ("ior = 1.5", "ior = 1.5 2", 12, "not valid TOML"),
    "cut file": ("intensity = 3\n", "intensity = [3", 26, "not valid TOML"),
    "key twice": ("ior = 1.5", "ior = 1.5\nior = 1.6", 13, "not valid TOML"),
    "kind of light": ('"spot"', '"sopt"', 25, "there is no kind of light 'sopt' (did you mean 'spot'?)"),
    "no kind of light": ('kind = "spot"\n', "", 24, "lights[0].kind: is required"),
    "same name": ('shape = "box"', 'shape = "box"\nname = "ball"', 22, "'ball' is the name of another one, in line 17"),
    "texture that is not there": (
        "[0.5, 0.5, 0.5]",
        '{ texture = "wod" }',
        14,
        "no texture 'wod' (did you mean 'wood'",
    ),
    "texture key": ('"checker"', '"checker"\ncolor_c = 1', 8, "textures.wood.color_c: unknown key (did you mean"),
    "texture without image": ('shader = "checker"', 'filter = "nearest"', 6, "textures.wood: a texture needs an image"),
    "input key": ("[0.5, 0.5, 0.5]", "{ value = 1, textur = 2 }", 14, "textur: unknown key (did you mean 'texture'?)"),
    "medium that is not there": ("ior = 1.5", 'interior = "hase"', 12, "no medium 'hase' (did you mean 'haze'?)"),
    "negative scattering": ("scattering = 0.5", "scattering = -0.5", 9, "media.haze.scattering: a colour must be"),
    "table of shapes": ("[[lights]]", "[lights]", 24, "lights: must be an array of tables (write [[lights]])"),
    "number for a table": ("format = 1", "format = 1\nmedium = 3", 2, "medium: must be a table, not 3"),
    "two turns": (
        "translate = [1, 0, 0]",
        "rotate = [1, 0, 0]\naim_at = [9, 9, 9]",
        24,
        "cannot be combined with rotate",
    ),
    "short matrix": ("translate = [1, 0, 0]", "matrix = [1, 2, 3]", 23, "must be 16 numbers, or 4 rows of 4"),
    "flat matrix": (
        "translate = [1, 0, 0]",
        "matrix = [1,0,0,0, 0,0,0,0, 0,0,1,0, 0,0,0,1]",
        23,
        "the matrix flattens the shape",
    ),
    "scale of zero": ("translate = [1, 0, 0]", "scale = 0", 23, "a scale of zero leaves nothing to see"),
    "aims at itself": ("translate = [1, 0, 0]", "aim_at = [0, 0, 0]", 23, "is where the shape itself stands"),
    "copy with a typo": (
        "translate = [1, 0, 0]",
        "instances = [\n{ scale = 2 },\n{ scal = 2 },\n]",
        25,
        "shapes[1].instances[1].scal: unknown key (did you mean 'scale'?)",
    ),
    "rounding too large": ("translate = [1, 0, 0]", "rounding = 2", 20, "radius must be above 0 and at most half"),
    "huge subdivision": ('"box"', '"bumpy_sphere"\nsubdivisions = 40', 22, "subdivisions: must be at most 9, not 40"),
    "huge grid": ('"box"', '"grid"\nresolution = [100000, 2]', 22, "must be at most 4096, not 100000"),
    "unknown view": ("[render]", '[view]\nview = "agz"\n[render]', 5, "there is no view 'agz' (did you mean 'agx'?)"),
    "camera not there": ("format = 1", 'format = 1\nactive_camera = "x"', 2, "there is no camera 'x'"),
    "one camera and several": ("[render]", "[[cameras]]\n[render]", 4, "cannot be combined with [camera]"),
    "missing mesh": ('shape = "box"', 'file = "no.ply"', 21, "file not found"),
    "file outside": ('shape = "box"', 'file = "../../etc/x.ply"', 21, "lies outside the scene's folder"),
    "absolute file": ('shape = "box"', 'file = "/etc/passwd"', 21, "lies outside the scene's folder"),
    "missing texture": ("[0.5, 0.5, 0.5]", '{ image = "no.png" }', 14, "file not found"),
    "missing sky": ("[render]", '[environment]\nimage = "no.exr"\n[render]', 5, "file not found"),
    "sky parameter": ("[render]", "[environment]\nradiace = 1\n[render]", 5, "did you mean 'radiance'?"),
}


@pytest.mark.parametrize("name", CASES)
def test_an_error_names_line_key_and_remedy(name: str, tmp_path: Path) -> None:
    old, new, line, message = CASES[name]
    assert old in GOOD
    file = tmp_path / "scene.toml"
    file.write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        load(file, LoadContext(tmp_path))
    text = str(caught.value)
    assert text.startswith(f"{file}:{line}: " if line else f"{file}: ")
    assert message in text
    assert "\n" not in text


def test_the_unbroken_file_loads(tmp_path: Path) -> None:
    file = tmp_path / "scene.toml"
    file.write_text(GOOD, encoding="utf-8")
    scene = load(file, LoadContext(tmp_path))
    scene.check()
    assert [m.name for m in scene.materials] == ["glass", "wall"]


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"\xff\xfe\x00", "not a text file"), (b"a = " + b"[" * 5000 + b"]" * 5000, "nested too deeply"), (b"", "format")],
)
def test_files_that_are_no_scene(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "scene.toml"
    file.write_bytes(content)
    with pytest.raises(InputError, match=message):
        load(file, LoadContext(tmp_path))


def test_a_missing_scene_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.toml: file not found"):
        load(tmp_path / "nowhere.toml", LoadContext(tmp_path))


def test_too_many_copies_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raytracer.io.toml_scene.build.MAX_INSTANCES", 3)
    file = tmp_path / "scene.toml"
    file.write_text(GOOD.replace("translate = [1, 0, 0]", "instances = [{}, {}, {}, {}]"), encoding="utf-8")
    with pytest.raises(InputError, match="more than 3 instances"):
        load(file, LoadContext(tmp_path))


def test_too_many_triangles_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raytracer.io.toml_scene.build.MAX_TRIANGLES", 20)
    file = tmp_path / "scene.toml"
    file.write_text(GOOD.replace("translate = [1, 0, 0]", "instances = [{}, {}]"), encoding="utf-8")
    with pytest.raises(InputError, match="more than 20 triangles"):
        load(file, LoadContext(tmp_path))


def test_copies_of_a_mesh_that_is_shared_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raytracer.io.toml_scene.build.MAX_TRIANGLES", 2000)
    file = tmp_path / "scene.toml"
    body = 'shape = "grid"\nresolution = [20, 20]\nmaterial = "glass"\ninstances = [{}, {}, {}]\n'
    file.write_text(f"format = 1\n[materials.glass]\n[[shapes]]\n{body}", encoding="utf-8")
    assert load(file, LoadContext(tmp_path)).triangle_count == 2400


def test_windows_line_ends_and_a_byte_order_mark_do_not_shift_lines(tmp_path: Path) -> None:
    file = tmp_path / "scene.toml"
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.replace("ior", "iro").replace("\n", "\r\n").encode())
    with pytest.raises(InputError, match=r"scene\.toml:12: materials\.glass\.iro"):
        load(file, LoadContext(tmp_path))
