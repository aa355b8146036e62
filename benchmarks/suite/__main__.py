"""This renderer and its peers on the same scenes, in turns: one command for all figures.

    python benchmarks/suite/install_peers.py          (once)
    python -m benchmarks.suite [--scenes NAME...] [--renderers NAME...] [--rounds 5] [--into FOLDER] [--quick]

Writes ``results.json``, ``results.md`` and the pictures. Run it from the project's root, on a machine that does nothing
else. A renderer that is not installed is named and left out. ``--quick`` renders 64x64 pixels, two rounds and no scene
above 100,000 triangles: it shows that everything runs.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.children import ask
from benchmarks.suite import measure, report, scenes
from benchmarks.suite.install_peers import FOLDER, python_of
from benchmarks.suite.server import Peer

RENDERERS = ("ours", "mitsuba", "mitsuba-ld", "mitsuba-scalar", "cycles", "luxcore")
DEFAULT = ("ours", "mitsuba", "mitsuba-ld", "cycles", "luxcore")


def all_peers(folder: Path) -> dict[str, Peer]:
    """Every renderer, installed or not."""
    mitsuba = python_of("mitsuba", folder)
    return {
        "ours": Peer(measure.OURS, Path(sys.executable), "ours.py"),
        "mitsuba": Peer("Mitsuba llvm_ad_rgb", mitsuba, "mitsuba3.py", ("--variant", "llvm_ad_rgb")),
        "mitsuba-ld": Peer("Mitsuba ldsampler", mitsuba, "mitsuba3.py", ("--sampler", "ldsampler")),
        "mitsuba-scalar": Peer("Mitsuba scalar_rgb", mitsuba, "mitsuba3.py", ("--variant", "scalar_rgb")),
        "cycles": Peer("Cycles", python_of("cycles", folder), "blender_cycles.py"),
        "luxcore": Peer("LuxCore", python_of("luxcore", folder), "lux.py"),
    }


def main() -> int:
    options = arguments()
    begin = time.monotonic()

    def say(text: str) -> None:
        print(f"[{time.monotonic() - begin:5.0f} s] {text}", flush=True)

    peers = all_peers(options.peers.absolute())
    chosen = [peers[name] for name in options.renderers]
    missing = [peer.label for peer in chosen if not peer.python.is_file()]
    chosen = [peer for peer in chosen if peer.python.is_file()]
    for label in missing:
        say(f"{label} is not installed (python benchmarks/suite/install_peers.py); left out")
    result: dict[str, Any] = {
        "machine": f"{platform.system()}, {report.processor()}, load {os.getloadavg()[0]:.1f} at the start"
        if hasattr(os, "getloadavg")
        else platform.system(),
        "threads": options.threads,
        "rounds": options.rounds,
        "quick": options.quick,
        "missing": missing,
        "scenes": [],
    }
    options.into.mkdir(parents=True, exist_ok=True)

    def keep() -> None:
        result["seconds"] = time.monotonic() - begin
        (options.into / "results.json").write_text(json.dumps(result, indent=1), encoding="utf-8")
        (options.into / "results.md").write_text(report.markdown(result), encoding="utf-8")

    for name in options.scenes:
        folder = options.into / name
        manifest = scenes.write(name, folder, size=options.size)
        result["scenes"].append(measure.scene(manifest, folder, chosen, options.rounds, options.threads, say))
        report.picture_strip(folder, [peer.label for peer in chosen])
        keep()
    first = options.into / options.scenes[0]
    if "start" in options.also:
        result["startup"] = measure.startup(first, chosen, options.threads, say)
    if "threads" in options.also:
        manifest = json.loads((first / "scene.json").read_text(encoding="utf-8"))
        result["scaling"] = measure.scaling(manifest, first, chosen[:2], options.rounds, say)
    if "rays" in options.also:
        result["rays"] = rays(options.quick, say)
    keep()
    print((options.into / "results.md").read_text(encoding="utf-8"))
    return 0


def rays(quick: bool, say: Any) -> dict[str, Any]:
    """Queries and build against Embree, for each size of mesh."""
    tables = {}
    for triangles in (2_000,) if quick else (640_000, 5_000_000):
        count = 20_000 if quick else 300_000
        command = [sys.executable, "-m", "benchmarks.traversal", "--triangles", str(triangles), "--rays", str(count)]
        got = ask([*command, "--json-line"], 600.0)
        tables[str(triangles)] = {"error": got.error} if got.error else got.data
        say(f"rays and build, {triangles:,} triangles: {got.error or 'done'}")
    return tables


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", nargs="+", choices=list(scenes.SCENES), help="default: all")
    parser.add_argument("--renderers", nargs="+", choices=RENDERERS, default=list(DEFAULT))
    parser.add_argument("--also", nargs="*", choices=("start", "threads", "rays"), default=["start", "threads", "rays"])
    parser.add_argument("--rounds", type=int, help="default: 5")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--size", type=int, help=f"width and height of the pictures (default: {scenes.SIZE})")
    parser.add_argument("--peers", type=Path, default=FOLDER, help="where install_peers.py put them")
    parser.add_argument("--into", type=Path, default=Path("build/suite"), help="folder of the results")
    parser.add_argument("--quick", action="store_true", help="small pictures and meshes: does it run at all?")
    options = parser.parse_args()
    small = [name for name in scenes.SCENES if name not in ("box-640k", "box-5m")]
    options.scenes = options.scenes or (small if options.quick else list(scenes.SCENES))
    options.size = options.size or (64 if options.quick else scenes.SIZE)
    options.rounds = options.rounds or (2 if options.quick else 5)
    options.into = options.into.absolute()
    return options


if __name__ == "__main__":
    raise SystemExit(main())
