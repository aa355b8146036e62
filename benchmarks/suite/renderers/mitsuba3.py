"""Mitsuba 3. ``llvm_ad_rgb`` compiles with the first picture; rendering time includes bringing it to the host."""

from __future__ import annotations

from typing import Any

import numpy as np
from serve import arguments, clock, manifest, own_output, serve


def main() -> None:
    options, output = arguments(), own_output()
    size = manifest(options.folder)["size"]
    import mitsuba as mi

    mi.set_variant(options.variant or "llvm_ad_rgb")
    if mi.variant().startswith("llvm"):
        import drjit

        drjit.set_thread_count(options.threads)
    else:
        mi.Thread.thread().file_resolver()
        mi.set_log_level(mi.LogLevel.Error)
    begin = clock()
    scene = mi.load_file(str(options.folder / "scene.xml"), sampler=options.sampler)
    load_seconds = clock() - begin

    def render(seed: int, spp: int) -> tuple[np.ndarray, dict[str, Any]]:
        begin = clock()
        picture = np.array(mi.render(scene, seed=seed, spp=spp))
        return picture, {"seconds": clock() - begin, "samples": spp * size * size}

    serve(output, mi.__version__, load_seconds, render)


if __name__ == "__main__":
    main()
