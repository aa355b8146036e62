"""The very same scene file through Mitsuba 3 and through this renderer: equal within noise.

One file may fail by chance with probability 1e-4 (``batches.FALSE_ALARM``). The two differ on purpose in a few things
(``docs/mitsuba-scenes.md``), which the scenes here avoid: GGX only, and little roughness.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import imageio.v3 as iio
import numpy as np
import pytest

from raytracer.engine.renderer import Renderer
from raytracer.io.table import load_scene
from tests.peers.batches import assert_same_picture, ours, theirs

mi = pytest.importorskip("mitsuba", reason="Mitsuba 3 is the oracle of these tests")

Compare = Callable[..., None]

HEAD = """<scene version="3.0.0">
<integrator type="{integrator}"><integer name="max_depth" value="{depth}"/></integrator>
<sensor type="{sensor}">{lens}<float name="fov" value="40"/>
<transform name="to_world"><lookat origin="{origin}" target="0,0,0" up="0,1,0"/></transform>
<film type="hdrfilm"><integer name="width" value="64"/><integer name="height" value="64"/>
<string name="pixel_format" value="rgb"/><rfilter type="box"/></film>{inside}</sensor>
"""


def scene_file(
    folder: Path,
    body: str,
    *,
    integrator: str = "path",
    depth: int = 6,
    sensor: str = "perspective",
    lens: str = "",
    origin: str = "0,1,5",
    inside: str = "",
) -> Path:
    """A scene of 64x64 pixels around ``body``."""
    path = folder / "scene.xml"
    head = HEAD.format(integrator=integrator, depth=depth, sensor=sensor, lens=lens, origin=origin, inside=inside)
    path.write_text(f"{head}{body}</scene>", encoding="utf-8")
    return path


@pytest.fixture
def compare(renderer: Renderer, tmp_path: Path) -> Compare:
    """Renders a file with both and compares: ``compare(path, spp=...)``."""
    mi.set_variant("scalar_rgb")

    def run(path: Path, *, spp: int, real: bool = False, **parameters: str) -> None:
        result = load_scene(path, allow_outside=real)
        if not real:
            assert [n for n in result.notes if "do not shine through" not in n.text] == []
        size = int(parameters["res"]) if "res" in parameters else None
        a = ours(renderer, result.scene, spp, size=size)
        scene = mi.load_file(str(path), **parameters)
        integrator = mi.load_dict({"type": "path", "max_depth": result.scene.settings.max_depth}) if real else None
        b = theirs(lambda seed: mi.render(scene, integrator=integrator, spp=spp, seed=seed))
        assert_same_picture(a, b, tmp_path / "artifacts")

    return run


ROOM = """
<shape type="rectangle"><transform name="to_world"><rotate x="1" angle="-90"/><scale value="4"/><translate y="-1"/>
</transform><bsdf type="twosided"><bsdf type="diffuse"><rgb name="reflectance" value="0.6,0.5,0.4"/></bsdf></bsdf>
</shape>
<shape type="rectangle"><transform name="to_world"><scale value="4"/><translate z="-3"/></transform>
<bsdf type="diffuse"><rgb name="reflectance" value="0.3,0.4,0.7"/></bsdf></shape>
"""
LAMP = """<shape type="rectangle"><transform name="to_world"><rotate x="1" angle="90"/><translate y="3"/></transform>
<emitter type="area"><rgb name="radiance" value="7,6,5"/></emitter></shape>"""


def test_cornell_box(compare: Compare, data_dir: Path) -> None:
    compare(data_dir / "mitsuba/mitsuba-data/scenes/cbox/cbox-rgb.xml", spp=32, res="64")


def test_textures_and_small_lights(compare: Compare, tmp_path: Path) -> None:
    pixels = np.random.default_rng(7).integers(0, 256, (5, 8, 3), np.uint8)
    iio.imwrite(tmp_path / "t.png", pixels)
    (tmp_path / "q.obj").write_text(
        "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nvt 0 0\nvt 2 0\nvt 2 2\nvt 0 2\nf 1/1 2/2 3/3 4/4\n"
    )
    turned = (
        '<transform name="to_uv"><scale x="1.5" y="0.7"/><rotate z="1" angle="25"/><translate x="0.1"/></transform>'
    )
    body = f"""{ROOM}
    <shape type="rectangle"><transform name="to_world"><rotate y="1" angle="20"/><translate x="-1.1"/></transform>
      <bsdf type="diffuse"><texture name="reflectance" type="bitmap"><string name="filename" value="t.png"/>
      {turned}</texture></bsdf></shape>
    <shape type="obj"><string name="filename" value="q.obj"/><transform name="to_world"><translate x="1.1"/></transform>
      <bsdf type="diffuse"><texture name="reflectance" type="bitmap"><string name="filename" value="t.png"/>
      <boolean name="raw" value="true"/><string name="wrap_mode" value="mirror"/>
      <string name="filter_type" value="nearest"/></texture></bsdf></shape>
    <shape type="sphere"><float name="radius" value="0.5"/><point name="center" value="0,-0.5,1"/>
      <bsdf type="diffuse"><texture name="reflectance" type="checkerboard"><rgb name="color0" value="0.9,0.1,0.1"/>
      <rgb name="color1" value="0.1"/><transform name="to_uv"><scale x="8" y="4"/></transform></texture></bsdf></shape>
    <emitter type="point"><point name="position" value="-2,2,2"/><rgb name="intensity" value="20,10,5"/></emitter>
    <emitter type="directional"><vector name="direction" value="-1,-2,-1"/><rgb name="irradiance" value="1"/></emitter>
    <emitter type="spot"><transform name="to_world"><lookat origin="2,3,3" target="0,-1,0" up="0,1,0"/></transform>
      <rgb name="intensity" value="10,30,60"/><float name="cutoff_angle" value="20"/></emitter>"""
    compare(scene_file(tmp_path, body), spp=32)


def test_glass_metal_and_plastic(compare: Compare, tmp_path: Path) -> None:
    ggx = '<string name="distribution" value="ggx"/>'
    body = f"""{ROOM}{LAMP}
    <shape type="sphere"><point name="center" value="-1.2,-0.2,0"/><float name="radius" value="0.8"/>
      <bsdf type="dielectric"><rgb name="specular_transmittance" value="0.7,0.9,1"/></bsdf></shape>
    <shape type="sphere"><point name="center" value="1.2,-0.2,0"/><float name="radius" value="0.8"/>
      <bsdf type="roughconductor">{ggx}<string name="material" value="Cu"/><float name="alpha" value="0.1"/></bsdf>
      </shape>
    <shape type="sphere"><point name="center" value="0,-0.6,1"/><float name="radius" value="0.4"/>
      <bsdf type="plastic"><rgb name="diffuse_reflectance" value="0.1,0.4,0.1"/></bsdf></shape>
    <emitter type="constant"><rgb name="radiance" value="0.2"/></emitter>"""
    compare(scene_file(tmp_path, body, depth=10), spp=64)


def test_thin_lens_before_an_environment(compare: Compare, tmp_path: Path) -> None:
    texels = np.random.default_rng(3).uniform(0.1, 2.0, (16, 32, 3)).astype(np.float32)
    texels[5, 20:22] = 20.0
    mi.set_variant("scalar_rgb")
    mi.util.write_bitmap(str(tmp_path / "sky.exr"), mi.Bitmap(texels), write_async=False)
    spheres = "".join(
        f'<shape type="sphere"><point name="center" value="{x},{y},{z}"/><float name="radius" value="0.6"/><bsdf type='
        f'"diffuse"><rgb name="reflectance" value="{0.2 + 0.3 * i},0.5,{0.8 - 0.3 * i}"/></bsdf></shape>'
        for i, (x, y, z) in enumerate([(-1, 0, 1), (0, 0.2, -1), (1.2, -0.2, -4)])
    )
    sky = """<emitter type="envmap"><string name="filename" value="sky.exr"/><float name="scale" value="0.5"/>
      <transform name="to_world"><rotate y="1" angle="65"/></transform></emitter>"""
    lens = '<float name="aperture_radius" value="0.25"/><float name="focus_distance" value="6"/>'
    compare(scene_file(tmp_path, spheres + sky, sensor="thinlens", lens=lens), spp=64)


def test_scattering_bodies_in_fog(compare: Compare, tmp_path: Path) -> None:
    body = f"""<medium type="homogeneous" id="fog"><rgb name="albedo" value="0.8,0.9,0.95"/>
      <float name="sigma_t" value="0.1"/></medium>
    {ROOM.replace("</shape>", '<ref name="exterior" id="fog"/></shape>')}
    <shape type="sphere"><point name="center" value="-0.8,0,0"/><float name="radius" value="0.9"/><bsdf type="null"/>
      <ref name="exterior" id="fog"/>
      <medium name="interior" type="homogeneous"><rgb name="albedo" value="0.9,0.6,0.3"/>
      <rgb name="sigma_t" value="0.75,0.5,1"/><float name="scale" value="4"/>
      <phase type="hg"><float name="g" value="0.6"/></phase></medium></shape>
    <shape type="sphere"><point name="center" value="1.2,-0.3,0.5"/><float name="radius" value="0.7"/>
      <bsdf type="dielectric"/><ref name="exterior" id="fog"/>
      <medium name="interior" type="homogeneous"><rgb name="sigma_t" value="0.1,0.5,1"/>
      <float name="albedo" value="0.2"/></medium></shape>
    <emitter type="point"><point name="position" value="1,2.5,2"/><rgb name="intensity" value="30"/>
      <ref id="fog"/></emitter>"""
    path = scene_file(tmp_path, body, integrator="volpath", depth=12, inside='<ref id="fog"/>')
    compare(path, spp=128)


def test_masks_panes_and_thin_bodies(compare: Compare, tmp_path: Path) -> None:
    iio.imwrite(tmp_path / "holes.png", np.kron(np.eye(4, dtype=np.uint8) * 255, np.ones((4, 4), np.uint8)))
    body = f"""{ROOM}{LAMP}
    <shape type="rectangle"><transform name="to_world"><rotate x="1" angle="-60"/><translate x="-1" y="0.8"/>
      </transform>
      <bsdf type="mask"><texture name="opacity" type="bitmap"><string name="filename" value="holes.png"/>
      <string name="filter_type" value="nearest"/></texture><bsdf type="twosided"><bsdf type="diffuse"/></bsdf></bsdf>
      </shape>
    <shape type="rectangle"><transform name="to_world"><rotate x="1" angle="90"/><translate x="1.1" y="0.7"/>
      </transform><bsdf type="thindielectric"/></shape>
    <shape type="cylinder"><point name="p0" value="0.2,-1,1"/><point name="p1" value="0.2,0,1"/>
      <float name="radius" value="0.3"/><bsdf type="twosided"><bsdf type="diffuse"/></bsdf></shape>
    <shape type="disk"><transform name="to_world"><scale value="0.3"/><rotate x="1" angle="-90"/>
      <translate x="0.2" z="1"/></transform></shape>"""
    compare(scene_file(tmp_path, body, depth=8), spp=32)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "orthographic_sensor/test_orthographic_path.xml",
        "floating_sphere/test_directional_direct.xml",
        "instancing/test_instancing_path.xml",
    ],
)
def test_scenes_of_mitsubas_own_tests(compare: Compare, data_dir: Path, name: str) -> None:
    """Orthographic cameras, instances, meshes with and without normals."""
    compare(data_dir / "mitsuba/mitsuba-data/tests/scenes" / name, spp=64, real=True)
