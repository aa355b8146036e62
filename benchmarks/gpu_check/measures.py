"""How the work is best cut, and what bringing the picture home costs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.gpu_check.agreement import open_scene, rates

_LONGEST_LAUNCH = 1.0


def launches(options: dict[str, Any]) -> dict[str, Any]:
    """Time and rate of launches of 256 to 64 M samples, up to the first that takes a second."""
    quick = options["scale"] == "tiny"
    renderer, compile_seconds = open_scene(options, *((16, 8) if quick else (512, 512)))
    while renderer.spp < 1.0:  # the first sample goes by lattices, in launches of its own
        renderer.render_items(1 << 20)
    curve = []
    for exponent in range(8, 10 if quick else 27):
        stats = [renderer.render_items(1 << exponent) for _ in range(2 if quick else 5)]
        seconds = statistics.median(s.seconds for s in stats)
        rate = sum(s.samples for s in stats) / sum(s.seconds for s in stats)
        curve.append({"samples": 1 << exponent, "ms": 1e3 * seconds, "samples_per_s": rate})
        if seconds > _LONGEST_LAUNCH:
            break
    renderer.close()
    best = max(point["samples_per_s"] for point in curve)
    enough = next(point for point in curve if point["samples_per_s"] >= 0.9 * best)
    return {
        "compile_warm_seconds": compile_seconds,
        "curve": curve,
        "smallest_ms": curve[0]["ms"],
        "best_samples_per_s": best,
        "samples_for_90_percent": enough["samples"],
        "ms_for_90_percent": enough["ms"],
    }


def readback(options: dict[str, Any]) -> dict[str, Any]:
    """A frame from the film to host memory, at full and at four times full HD, and its parts."""
    from raytracer.engine import readback as way

    quick = options["scale"] == "tiny"
    renderer, _ = open_scene(options, 64, 36)
    sizes = []
    for width, height in ((64, 36), (128, 72)) if quick else ((1920, 1080), (3840, 2160)):
        renderer.resize(width, height)
        renderer.render_items(1 << 12)
        frame = np.empty((height, width, 4), np.uint8)
        picture = renderer._film.picture
        whole = _median_ms(lambda frame=frame: renderer.display(frame))
        copied = _median_ms(lambda frame=frame, picture=picture: way.read(picture, frame))
        sizes.append(
            {
                "size": f"{width}x{height}",
                "frame_ms": whole,
                "copy_ms": copied,
                "tone_ms": whole - copied,
                "copy_gb_per_s": frame.nbytes / copied / 1e6,
                "copy_by_taichi_ms": _median_ms(picture.to_numpy),
            }
        )
    counters = _median_ms(renderer._film.take_counters)
    result = {"way": way.way(), "sizes": sizes, "counters_ms": counters}
    renderer.close()
    return result


def block(options: dict[str, Any]) -> dict[str, Any]:
    """The rate with another number of lanes in a group."""
    quick = options["scale"] == "tiny"
    renderer, compile_seconds = open_scene(options, 64, 36, block=options["block"])
    result = rates(renderer, *((16, 8) if quick else (960, 540)), 0.02 if quick else 1.5)
    renderer.close()
    return {"compile_seconds": compile_seconds, **result}


def _median_ms(work: Callable[[], object], repeat: int = 15) -> float:
    times = []
    for _ in range(repeat + 2):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return 1e3 * statistics.median(times[2:])
