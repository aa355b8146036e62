"""Samples per second against Mitsuba 3 on the same file: a box with a finely bumped ball, depth 8, 256x256, 2 threads.

    python benchmarks/box_against_mitsuba.py [--triangles 640000] [--variant llvm_ad_rgb] [--rounds 5]

Both load the same XML and PLY, each in a process of its own, and take turns: the ratio of every pair is formed,
and its median is what counts. Compilation and the first render are left out on both sides. ``llvm_ad_rgb`` needs
LLVM 16 or newer: set ``DRJIT_LIBLLVM_PATH`` where it is not found by itself. Both means are printed: they must agree.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

SIZE, SPP, DEPTH, THREADS = 256, 16, 8, 2

SCENE = """<scene version="3.0.0">
  <integrator type="path"><integer name="max_depth" value="{depth}"/><integer name="rr_depth" value="5"/></integrator>
  <sensor type="perspective">
    <float name="fov" value="39"/><string name="fov_axis" value="y"/>
    <transform name="to_world"><lookat origin="0,0,3.9" target="0,0,0" up="0,1,0"/></transform>
    <sampler type="independent"><integer name="sample_count" value="{spp}"/></sampler>
    <film type="hdrfilm"><integer name="width" value="{size}"/><integer name="height" value="{size}"/>
      <string name="pixel_format" value="rgb"/><rfilter type="box"/></film>
  </sensor>
  <bsdf type="diffuse" id="white"><rgb name="reflectance" value="0.73,0.73,0.73"/></bsdf>
  <bsdf type="diffuse" id="red"><rgb name="reflectance" value="0.65,0.05,0.05"/></bsdf>
  <bsdf type="diffuse" id="green"><rgb name="reflectance" value="0.12,0.45,0.15"/></bsdf>
  <bsdf type="diffuse" id="black"><rgb name="reflectance" value="0,0,0"/></bsdf>
  {walls}
  <shape type="rectangle"><transform name="to_world"><scale x="0.25" y="0.25"/><rotate x="1" angle="90"/>
    <translate y="0.99"/></transform><ref id="black"/>
    <emitter type="area"><rgb name="radiance" value="12,12,12"/></emitter></shape>
  <shape type="ply"><string name="filename" value="ball.ply"/><boolean name="face_normals" value="true"/>
    <ref id="white"/></shape>
</scene>
"""
WALL = """<shape type="rectangle"><transform name="to_world"><rotate {axis}="1" angle="{angle}"/>
    <translate {at}/></transform><ref id="{color}"/></shape>"""
WALLS = [
    ("x", -90, 'y="-1"', "white"),
    ("x", 90, 'y="1"', "white"),
    ("x", 0, 'z="-1"', "white"),
    ("y", 90, 'x="-1"', "red"),
    ("y", -90, 'x="1"', "green"),
]


def write_scene(folder: Path, triangles: int) -> Path:
    """The XML file and the ball with about ``triangles`` triangles."""
    rows = max(4, round((triangles / 4) ** 0.5))
    longitude = np.linspace(0.0, 2.0 * np.pi, 2 * rows, endpoint=False)
    latitude = np.linspace(1e-3, np.pi - 1e-3, rows + 1)
    u, v = np.meshgrid(longitude, latitude)
    radius = 0.6 * (1.0 + 0.05 * np.sin(20.0 * u) * np.sin(20.0 * v))
    points = np.stack(
        [radius * np.sin(v) * np.cos(u), radius * np.cos(v) - 0.3, radius * np.sin(v) * np.sin(u)], axis=-1
    )
    columns = 2 * rows
    here = np.arange(rows)[:, None] * columns + np.arange(columns)
    right = np.arange(rows)[:, None] * columns + (np.arange(columns) + 1) % columns
    corners = [(here, right, here + columns), (right, right + columns, here + columns)]
    faces = np.concatenate([np.stack(c, axis=-1).reshape(-1, 3) for c in corners])
    record = np.empty(len(faces), dtype=[("n", "u1"), ("v", "<i4", 3)])
    record["n"], record["v"] = 3, faces
    with open(folder / "ball.ply", "wb") as file:
        file.write(
            f"ply\nformat binary_little_endian 1.0\nelement vertex {points.size // 3}\n"
            f"property float x\nproperty float y\nproperty float z\nelement face {len(faces)}\n"
            f"property list uchar int vertex_indices\nend_header\n".encode()
        )
        file.write(points.astype("<f4").tobytes())
        file.write(record.tobytes())
    walls = "\n  ".join(WALL.format(axis=a, angle=d, at=at, color=c) for a, d, at, c in WALLS)
    scene = folder / "box.xml"
    scene.write_text(SCENE.format(depth=DEPTH, spp=SPP, size=SIZE, walls=walls))
    return scene


def ours(scene: Path) -> None:
    """Child process: one line of JSON per line read."""
    from raytracer.engine.renderer import Renderer
    from raytracer.io.table import load_scene

    renderer = Renderer("cpu", threads=THREADS)
    begin = time.perf_counter()
    renderer.load(load_scene(scene).scene)
    load_seconds = time.perf_counter() - begin
    compile_seconds = renderer.compile()
    for line in sys.stdin:
        renderer.set_settings(renderer.settings.model_copy(update={"seed": int(line)}))
        samples, seconds = 0, 0.0
        while not renderer.finished:
            stats = renderer.render_pass(target_seconds=0.5)
            samples, seconds = samples + stats.samples, seconds + stats.seconds
        answer(samples / seconds, renderer.linear().mean(), load=load_seconds, compile=compile_seconds)
    renderer.close()


def mitsuba(scene: Path, variant: str) -> None:
    """Child process: the same with Mitsuba; the picture is brought to the host, as ours is summed there."""
    import mitsuba as mi

    mi.set_variant(variant)
    if variant.startswith("llvm"):
        import drjit

        drjit.set_thread_count(THREADS)
    begin = time.perf_counter()
    loaded = mi.load_file(str(scene))
    load_seconds = time.perf_counter() - begin
    begin = time.perf_counter()
    np.array(mi.render(loaded, seed=1000))
    first_seconds = time.perf_counter() - begin
    for line in sys.stdin:
        begin = time.perf_counter()
        picture = np.array(mi.render(loaded, seed=int(line)))
        seconds = time.perf_counter() - begin
        answer(SIZE * SIZE * SPP / seconds, picture.mean(), load=load_seconds, compile=first_seconds)


def answer(samples_per_s: float, mean: float, **seconds: float) -> None:
    print(json.dumps({"samples_per_s": samples_per_s, "mean": float(mean), **seconds}), flush=True)


def compare(scene: Path, variant: str, rounds: int) -> None:
    """Starts both, lets them take turns and prints medians and the ratio."""
    children = {
        name: subprocess.Popen(
            [sys.executable, __file__, "--child", name, "--scene", str(scene), "--variant", variant],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("ours", "mitsuba")
    }
    results: dict[str, list[dict[str, float]]] = {name: [] for name in children}
    for seed in range(rounds + 1):
        for name, child in children.items():
            assert child.stdin is not None
            assert child.stdout is not None
            print(seed, file=child.stdin, flush=True)
            results[name].append(json.loads(child.stdout.readline()))
    for child in children.values():
        child.communicate()
    pairs = list(zip(results["ours"][1:], results["mitsuba"][1:], strict=True))  # the first round warms caches
    ratio = statistics.median(a["samples_per_s"] / b["samples_per_s"] for a, b in pairs)
    for name, label in (("ours", "Raytracer cpu"), ("mitsuba", f"Mitsuba {variant}")):
        rate = statistics.median(r["samples_per_s"] for r in results[name][1:])
        mean = statistics.mean(r["mean"] for r in results[name])
        first = results[name][0]
        print(
            f"{label:24} {rate / 1e6:6.3f} Msamples/s   mean {mean:.5f}   "
            f"load {first['load']:.2f} s   compile {first['compile']:.2f} s"
        )
    print(f"ratio {ratio:.2f} (median of {rounds} pairs, {THREADS} threads)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triangles", type=int, default=640_000)
    parser.add_argument("--variant", default="llvm_ad_rgb")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--child", choices=("ours", "mitsuba"), help=argparse.SUPPRESS)
    parser.add_argument("--scene", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child == "ours":
        ours(options.scene)
    elif options.child == "mitsuba":
        mitsuba(options.scene, options.variant)
    else:
        with tempfile.TemporaryDirectory() as folder:
            compare(write_scene(Path(folder), options.triangles), options.variant, options.rounds)


if __name__ == "__main__":
    main()
