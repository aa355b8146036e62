"""Damaged Mitsuba files: whatever is in them, the answer is a scene or one plain ``InputError``."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from mitsuba_files import write

from raytracer.errors import InputError
from raytracer.io.table import load_scene

BODY = """<default name="d" value="6"/><integrator type="volpath"><integer name="max_depth" value="$d"/></integrator>
<sensor type="thinlens"><float name="fov" value="40"/><string name="fov_axis" value="smaller"/>
<float name="aperture_radius" value="0.1"/><float name="focus_distance" value="3"/>
<transform name="to_world"><lookat origin="0,1,5" target="0,0,0" up="0,1,0"/></transform>
<sampler type="independent"><integer name="sample_count" value="16"/></sampler>
<film type="hdrfilm"><integer name="width" value="8"/><integer name="height" value="8"/><rfilter type="box"/></film>
</sensor>
<bsdf type="twosided" id="m"><bsdf type="mask"><float name="opacity" value="0.5"/><bsdf type="diffuse">
<texture name="reflectance" type="checkerboard"><rgb name="color0" value="0.1"/>
<transform name="to_uv"><scale x="2" y="3"/><rotate z="1" angle="30"/></transform></texture></bsdf></bsdf></bsdf>
<bsdf type="roughconductor" id="c"><string name="material" value="Au"/><float name="alpha" value="0.2"/></bsdf>
<bsdf type="roughdielectric" id="g"><string name="int_ior" value="water"/><float name="ext_ior" value="1"/></bsdf>
<shape type="rectangle"><ref id="m"/><emitter type="area"><spectrum name="radiance" value="400:1, 700:2"/></emitter>
</shape>
<shape type="sphere"><point name="center" value="1,2,3"/><float name="radius" value="0.5"/><ref id="c"/></shape>
<shape type="shapegroup" id="s"><shape type="cube"><ref id="g"/><medium name="interior" type="homogeneous">
<rgb name="albedo" value="0.5,0.6,0.7"/><float name="sigma_t" value="2"/><phase type="hg"><float name="g" value="0.3"/>
</phase></medium></shape></shape>
<shape type="instance"><ref id="s"/><transform name="to_world"><matrix value="1 0 0 1 0 1 0 0 0 0 1 0 0 0 0 1"/>
</transform></shape><shape type="cylinder"><point name="p1" x="0" y="2"/></shape><shape type="disk"/>
<emitter type="spot"><float name="cutoff_angle" value="30"/></emitter><emitter type="constant"/>"""

VALUES = (
    "",
    "0",
    "-1",
    "1e400",
    "nan",
    "inf",
    "1e30",
    "1e-40",
    "x",
    "1 2",
    "#ff",
    "true",
    "sphere",
    "diffuse",
    "$d",
    "\u0663",
)


def mutated(generator: random.Random) -> str:
    """The body with one to three attributes changed, elements cut out or doubled, or tags renamed."""
    text = BODY
    for _ in range(generator.randint(1, 3)):
        kind = generator.randrange(4)
        if kind == 0:
            places = list(re.finditer(r'(?<==")[^"]*(?=")', text))
            place = generator.choice(places)
            text = text[: place.start()] + generator.choice(VALUES) + text[place.end() :]
        elif kind == 1:
            place = generator.choice(list(re.finditer(r"<\w+ [^<>]*/>", text)))
            text = text[: place.start()] + place.group() * generator.choice((0, 2)) + text[place.end() :]
        elif kind == 2:
            tags = re.findall(r"<(\w+) ", text)
            old, new = generator.choice(tags), generator.choice(tags)
            text = re.sub(rf"(</?){old}\b", rf"\g<1>{new}", text)
        else:
            place = generator.choice(list(re.finditer(r' \w+="[^"]*"', text)))
            text = text[: place.start()] + text[place.end() :]
    return text


def test_the_whole_file_is_sound(tmp_path: Path) -> None:
    result = load_scene(write(tmp_path, BODY))
    assert len(result.scene.instances) == 5
    assert all("ggx" in n.text or "projected" in n.text or "do not shine" in n.text for n in result.notes)


@pytest.mark.parametrize("part", range(8))
def test_mutations_end_in_a_scene_or_one_plain_error(tmp_path: Path, part: int) -> None:
    generator = random.Random(part)
    errors = []
    for _ in range(100):
        path = write(tmp_path, mutated(generator))
        try:
            assert load_scene(path).scene.cameras
        except InputError as error:
            errors.append(str(error))
    assert len(errors) > 10
    assert all("scene.xml" in error and "\n" not in error for error in errors)
