"""What the scripts of all renderers share. They run in environments of their own: standard library and NumPy only.

A script loads one scene, says so in a line of JSON, and then answers every line that it reads,
``{"seed": 3, "spp": 16, "save": "picture.npy"}``, by rendering a new picture and a line of JSON about it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Render = Callable[[int, int], tuple[np.ndarray, dict[str, Any]]]
"""Of seed and samples per pixel: the picture (height, width, 3) linear, row 0 on top, and ``seconds``, ``samples``,
where they are known ``rays``."""


def arguments() -> argparse.Namespace:
    """``folder`` of the scene and ``threads``."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--variant", default="", help="of Mitsuba")
    parser.add_argument("--sampler", default="independent", help="of Mitsuba")
    return parser.parse_args()


def manifest(folder: Path) -> dict[str, Any]:
    """What ``scenes.write`` wrote."""
    return json.loads((folder / "scene.json").read_text(encoding="utf-8"))


def own_output() -> Any:
    """A stream for the answers. Whatever the renderer itself prints goes to stderr from now on."""
    stream = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    return stream


def serve(output: Any, version: str, load_seconds: float, render: Render, **facts: Any) -> None:
    """Says that the scene is loaded, then renders until the input ends."""
    print(json.dumps({"version": version, "load_seconds": load_seconds, **facts}), file=output)
    for line in sys.stdin:
        request = json.loads(line)
        begin = time.process_time()
        picture, counted = render(request["seed"], request["spp"])
        counted["cpu_seconds"] = time.process_time() - begin
        if request.get("save"):
            np.save(request["save"], picture)
        print(json.dumps({**counted, "mean": float(picture.mean()), "peak_bytes": peak_bytes()}), file=output)


def peak_bytes() -> int:
    """Largest resident set of this process; 0 where it cannot be known."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


clock = time.perf_counter
