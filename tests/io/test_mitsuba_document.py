"""Mitsuba XML: parameters, includes, references, versions, and messages with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from mitsuba_files import load, notes, write

from raytracer.errors import InputError
from raytracer.io.mitsuba.document import snake_case
from raytracer.io.table import load_scene

SPHERE = '<shape type="sphere"/>'


@pytest.mark.parametrize(
    ("body", "line", "said"),
    [
        ('<shape type="sphere">\n<bsdf type="velvet"/></shape>', 3, "unknown bsdf 'velvet'"),
        ('<shape type="blob"/>', 2, "unknown shape 'blob'"),
        ('<emitter type="torch"/>', 2, "unknown emitter 'torch'"),
        ('<integrator type="guess"/>', 2, "unknown integrator 'guess'"),
        ('<sensor type="fisheye"/>', 2, "unknown sensor 'fisheye'"),
        (
            '<sensor type="perspective"><film type="hdrfilm"><rfilter type="x"/></film></sensor>',
            2,
            "unknown rfilter 'x'",
        ),
        ('\n<shape type="sphere"><ref id="gone"/></shape>', 3, "unknown id 'gone'"),
        ('<bsdf type="null" id="a"/>\n<bsdf type="null" id="a"/>', 3, "id 'a' is used twice"),
        ('<shape type="sphere"><float name="radius" value="$r"/></shape>', 2, "$r has no value"),
        ('<shape type="sphere"><float name="radius" value="one"/></shape>', 2, "must be a number, not 'one'"),
        ('<shape type="sphere"><float name="radius" value="nan"/></shape>', 2, "must be finite"),
        ('<shape type="sphere"><float name="radius" value="0"/></shape>', 2, "radius"),
        ('<shape type="sphere"><boolean name="flip_normals" value="1"/></shape>', 2, "true or false"),
        ('<shape type="sphere"><float value="1"/></shape>', 2, "'name'"),
        ('<shape id="s"/>', 2, "'type'"),
        ('<shape type="obj"/>', 2, "'filename'"),
        ("<banana/>", 2, "unknown element <banana>"),
        ('<include filename="none.xml"/>', 2, "none.xml"),
        ('<include filename="../../outside.xml"/>', 2, "lies outside"),
        ('<alias id="x" as="y"/>', 2, "unknown id 'x'"),
        ('<shape type="sphere"><transform name="to_world"><spin/></transform></shape>', 2, "unknown transformation"),
        ('<shape type="sphere"><transform name="to_world"><matrix value="1 2"/></transform></shape>', 2, "16 or 9"),
        (
            '<shape type="sphere"><transform name="to_world"><rotate angle="9" x="0"/></transform></shape>',
            2,
            "length zero",
        ),
        ('<bsdf type="twosided" id="a"><ref id="a"/></bsdf>', 2, "refers to itself"),
        ('<shape type="instance"/>', 2, "needs a reference to a shapegroup"),
    ],
)
def test_errors_name_file_and_line(tmp_path: Path, body: str, line: int, said: str) -> None:
    path = write(tmp_path, body)
    with pytest.raises(InputError) as caught:
        load_scene(path)
    assert said in caught.value.message
    assert caught.value.where == f"{path}:{line}"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<scene version="3.0.0"><shape type="sphere">\n</scene>', "<shape> of line 1 is not closed"),
        ('<scene version="3.0.0">\n<shape', "not well-formed"),
        ('<scene version="three"/>', "version must look like"),
        ("<gltf/>", "root element is <gltf>"),
        ("just text", "not well-formed"),
        ("   \n", "is empty"),
        (
            '<!DOCTYPE scene [<!ENTITY a "aaaa">]>\n<scene version="3.0.0">&a;</scene>',
            "entity declarations are refused",
        ),
        ('<!DOCTYPE scene [<!ENTITY a SYSTEM "/etc/passwd">]><scene version="3.0.0"/>', "entity declarations"),
        ('<?xml version="1.0" encoding="klingon"?><scene version="3.0.0"/>', ""),
        ("<scene version='3.0.0'>" + "<shape type='a'>" * 100, "nested deeper than 64"),
    ],
)
def test_files_that_are_no_scene_are_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.xml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        load_scene(path)
    assert said in caught.value.message
    assert str(path) in caught.value.where


def test_parameters_keep_their_first_value_and_reach_into_includes(tmp_path: Path) -> None:
    part = '<default name="size" value="9"/>\n<shape type="sphere"><float name="radius" value="$size"/></shape>'
    write(tmp_path, part, name="part.xml")
    scene = load(tmp_path, '<default name="size" value="2"/>\n<include filename="part.xml"/>')
    assert scene.bounds()[1] == pytest.approx([2.0, 2.0, 2.0])


def test_parameters_are_put_into_the_middle_of_a_value(tmp_path: Path) -> None:
    body = '<default name="x" value="4"/><shape type="sphere"><point name="center" value="$x, 1$x, 0"/></shape>'
    assert load(tmp_path, body).bounds()[1] == pytest.approx([5.0, 15.0, 1.0])


def test_an_included_file_may_be_one_object_in_an_old_dialect(tmp_path: Path) -> None:
    (tmp_path / "glass.xml").write_text('<bsdf type="dielectric" id="g"><float name="intIOR" value="2"/></bsdf>')
    scene = load(tmp_path, f'<include filename="glass.xml"/>{SPHERE.replace("/>", ">")}<ref id="g"/></shape>')
    assert scene.materials[0].surface == "dielectric"
    assert scene.materials[0].parameters["ior"].value == pytest.approx(2.0 / 1.000277)


def test_names_of_files_are_looked_up_beside_the_scene_and_along_path(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    write(tmp_path / "lib", SPHERE, name="part.xml")
    scene = load(tmp_path, '<path value="lib"/><include filename="part.xml"/>')
    assert len(scene.instances) == 1


def test_including_each_other_ends_with_an_error(tmp_path: Path) -> None:
    write(tmp_path, '<include filename="b.xml"/>', name="a.xml")
    write(tmp_path, '\n<include filename="a.xml"/>', name="b.xml")
    with pytest.raises(InputError, match=r"'a\.xml' includes itself") as caught:
        load_scene(tmp_path / "a.xml")
    assert caught.value.where == f"{tmp_path / 'b.xml'}:3"


def test_includes_that_multiply_are_bounded(tmp_path: Path) -> None:
    for level in range(12):
        body = f'<include filename="l{level + 1}.xml"/>' * 4 if level < 11 else SPHERE
        write(tmp_path, body, name=f"l{level}.xml")
    with pytest.raises(InputError, match="more than 1000 includes"):
        load_scene(tmp_path / "l0.xml")


def test_references_may_point_forwards_and_be_shared(tmp_path: Path) -> None:
    user = '<shape type="sphere"><ref id="m"/></shape>'
    scene = load(tmp_path, f'{user}{user}<bsdf type="diffuse" id="m"/><alias id="m" as="n"/>{user.replace("m", "n")}')
    assert [i.material for i in scene.instances] == [0, 0, 0]


def test_unknown_properties_are_noted_with_name_and_line(tmp_path: Path) -> None:
    said = notes(tmp_path, '<shape type="sphere">\n<float name="radios" value="3"/></shape>')
    assert [(n.kind, n.text) for n in said] == [("ignored", "unknown property 'radios' of shape 'sphere'")]
    assert said[0].where.endswith("scene.xml:3")


def test_objects_that_nothing_reads_are_noted_but_their_insides_are_not(tmp_path: Path) -> None:
    body = '<shape type="sphere"><sampler type="independent"><float name="odd" value="1"/></sampler></shape>'
    assert [n.text for n in notes(tmp_path, body)] == ["sampler 'independent' inside shape 'sphere' is not used"]


@pytest.mark.parametrize("version", ["0.4.0", "0.5.0", "0.6.0"])
def test_old_spellings_are_read(tmp_path: Path, version: str) -> None:
    body = """<camera type="perspective"><float name="nearClip" value="1"/>
      <transform name="toWorld"><lookAt origin="0,0,4" target="0,0,0" up="0,1,0"/></transform>
      <film type="ldrfilm"><integer name="width" value="8"/><integer name="height" value="6"/>
        <boolean name="banner" value="false"/><rfilter type="box"/></film></camera>
      <integrator type="path"><integer name="maxDepth" value="7"/>
        <boolean name="strictNormals" value="true"/></integrator>
      <shape type="sphere"><transform name="toWorld"><scale value="3"/></transform></shape>
      <luminaire type="constant"><spectrum name="radiance" value="2"/></luminaire>"""
    path = write(tmp_path, body, version=version)
    result = load_scene(path)
    assert result.notes == []
    assert result.scene.settings.max_depth == 7
    assert result.scene.settings.width == 8
    assert result.scene.bounds()[1] == pytest.approx([3.0, 3.0, 3.0])
    assert result.scene.environment is not None
    assert result.scene.environment.parameters == {"radiance": (2.0, 2.0, 2.0)}


def test_a_missing_version_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "s.xml"
    path.write_text(f"<scene>{SPHERE}</scene>")
    assert any("no version" in n.text for n in load_scene(path).notes)


@pytest.mark.parametrize(
    ("camel", "snake"), [("toWorld", "to_world"), ("intIOR", "int_ior"), ("sigmaA", "sigma_a"), ("fov", "fov")]
)
def test_snake_case(camel: str, snake: str) -> None:
    assert snake_case(camel) == snake
