"""Renders the Cornell box with 16 samples on one backend and writes the linear picture: one process, one backend."""

from __future__ import annotations

import sys

import numpy as np

from raytracer.engine.renderer import Renderer
from tests.engine.scenes import cornell

SIZE, SPP = 40, 16

if __name__ == "__main__":
    backend, threads, target = sys.argv[1:]
    renderer = Renderer(backend, threads=int(threads))  # type: ignore[arg-type]
    renderer.load(cornell(width=SIZE, height=SIZE, spp=SPP))
    while not renderer.finished:
        renderer.render_pass(target_seconds=1.0)
    np.save(target, renderer.linear())
    renderer.close()
