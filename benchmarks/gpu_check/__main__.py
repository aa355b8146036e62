"""CUDA, Vulkan or Metal against the CPU: is the picture the same, how fast is it, and which parameters suit it?

    python -m benchmarks.gpu_check [--seconds 450] [--json FILE] [--quick]

Needs Python, NumPy and what the engine itself imports (taichi, pydantic; textures and skies: Pillow, imageio,
OpenImageIO), no display and no network. Run it from the project's root. The most important steps come first; when the
time is over, the rest is listed as not run. Every step is a process of its own, so that a driver that aborts costs one
row. On a machine without a GPU the software Vulkan driver is checked instead, and called software. ``--quick`` does
everything at tiny sizes: it shows that the script runs, its rates mean nothing.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.gpu_check.run import Check


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=450.0, help="time for everything (default: 450)")
    parser.add_argument("--json", type=Path, default=Path("gpu_check.json"), help="written after every step")
    parser.add_argument("--quick", action="store_true", help="tiny sizes and one scene: does it run at all?")
    options = parser.parse_args()
    return Check(options.seconds, options.json, quick=options.quick).run()


if __name__ == "__main__":
    raise SystemExit(main())
