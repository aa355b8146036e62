"""This renderer, from Mitsuba's file. Load time is reading, building and uploading; compilation stands apart."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from benchmarks.suite.renderers.serve import arguments, clock, own_output, serve


def main() -> None:
    options, output = arguments(), own_output()
    import raytracer
    from raytracer.engine.renderer import Renderer
    from raytracer.io.table import load_scene

    renderer = Renderer("cpu", threads=options.threads)
    begin = clock()
    scene = load_scene(options.folder / "scene.xml").scene
    read_seconds = clock() - begin
    stats = renderer.load(scene)
    load_seconds = clock() - begin
    compile_seconds = renderer.compile()

    def render(seed: int, spp: int) -> tuple[np.ndarray, dict[str, Any]]:
        renderer.set_settings(scene.settings.model_copy(update={"seed": seed, "spp": spp}))
        samples = rays = 0
        begin = clock()
        while not renderer.finished:
            counted = renderer.render_pass(target_seconds=0.5)
            samples, rays = samples + counted.samples, rays + counted.rays
        picture = renderer.linear()
        return picture, {"seconds": clock() - begin, "samples": samples, "rays": rays}

    serve(
        output,
        raytracer.__version__,
        load_seconds,
        render,
        read_seconds=read_seconds,
        build_seconds=stats.build_seconds,
        compile_seconds=compile_seconds,
        device_bytes=stats.device_bytes,
    )
    renderer.close()


if __name__ == "__main__":
    main()
