"""How the viewport feels: from a move of the mouse to the picture, pictures per second while moving, sharpness after.

    python benchmarks/feel.py [SCENE] [--size 1280x720] [--backend cpu] [--json FILE]

The real window and the real renderer, driven by mouse events; needs no display (Qt's offscreen platform paints the same
pixels). Everything is seen from the app's process: a picture counts when it was painted.

- *input to picture*: single moves out of rest. The picture that counts is the first one of the cleared film (it has
  fewer samples per pixel than the one before).
- *while moving*: a drag with a mouse that reports 125 times a second; distinct pictures painted per second.
- *sharp again*: from the end of that drag (the last move of the mouse) until a picture in which every pixel shows what
  it sees, counted by the renderer: the surface of its own first hit, under light from the samples near it. Then until
  every 2nd pixel in both directions, and every pixel, has a sample of its own.
- *steps back*: pictures after the end of the drag with less than half the samples of the one before: each is a flash.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication

from raytracer.app.layers.layer import Layer

if TYPE_CHECKING:
    from raytracer.app.window import MainWindow

MOVES = 12
DRAG_SECONDS = 3.0
MOUSE_SECONDS = 0.008
HALF_SHARP, SHARP = 0.25, 1.0
SETTLED = 6.0
"""Samples per pixel after which the worker has compiled all that it wants for a scene."""
PATIENCE_SECONDS = 300.0


class Watch(Layer):
    """Notes when which picture was painted, as a layer over the picture."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window.studio, window.viewport)
        self._app = QApplication.instance()
        self._window = window
        self.painted: list[tuple[float, float]] = []
        """Time and samples per pixel of each picture."""
        self.sharp: list[float] = []
        """Times of those that show every pixel's own surface."""
        self._spp: float | None = None
        window.studio.frame_ready.connect(self._arrived)
        window.viewport.layers.append(self)

    def paint(self, _painter: QPainter) -> None:
        if self._spp is not None:
            self.painted.append((time.perf_counter(), self._spp))
            if self._window.studio.worker.sharp:
                self.sharp.append(self.painted[-1][0])
            self._spp = None

    def _arrived(self) -> None:
        self._spp = self._window.studio.worker.spp

    def turn(self, until: Callable[[], bool], seconds: float = PATIENCE_SECONDS) -> None:
        """Lets the event loop turn until something is true."""
        end = time.perf_counter() + seconds
        while not until():
            self._app.processEvents()
            time.sleep(0.002)
            if time.perf_counter() > end or not self._window.isVisible():
                sys.exit("the renderer did not answer")

    def spp(self) -> float:
        """Of the picture painted last."""
        return self.painted[-1][1] if self.painted else 0.0


def measure(window: MainWindow) -> dict[str, float]:
    """All figures, milliseconds unless they say otherwise."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    watch = Watch(window)
    viewport = window.viewport
    watch.turn(lambda: watch.spp() >= SETTLED)
    at = QPoint(viewport.width() // 2, viewport.height() // 2)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=at)
    latencies = []
    for move in range(MOVES):
        watch.turn(lambda: watch.spp() >= HALF_SHARP)
        before, count = watch.spp(), len(watch.painted)
        at += QPoint(3 if move % 2 else -3, 0)
        start = time.perf_counter()
        QTest.mouseMove(viewport, at)
        watch.turn(lambda b=before, c=count: len(watch.painted) > c and watch.spp() < b)
        latencies.append(1000.0 * (watch.painted[-1][0] - start))
    drag_start, first = time.perf_counter(), len(watch.painted)
    while time.perf_counter() - drag_start < DRAG_SECONDS:
        at += QPoint(2 if time.perf_counter() - drag_start < DRAG_SECONDS / 2 else -2, 0)
        QTest.mouseMove(viewport, at)
        moved = time.perf_counter()
        tick = time.perf_counter()
        watch.turn(lambda t=tick: time.perf_counter() - t > MOUSE_SECONDS)
    times = [t for t, _ in watch.painted[first:]]
    gaps = [1000.0 * (b - a) for a, b in itertools.pairwise(times)]
    released, last = time.perf_counter(), len(watch.painted)
    coarse = watch.spp()
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=at)
    watch.turn(lambda: len(watch.painted) > last and watch.spp() >= SHARP)
    after = watch.painted[last:]
    shown = [spp for _, spp in watch.painted[last - 1 :]]
    half = next(t for t, spp in after if spp >= HALF_SHARP)
    return {
        "input_to_picture_ms": statistics.median(latencies),
        "input_to_picture_worst_ms": max(latencies),
        "pictures_per_s": len(times) / DRAG_SECONDS,
        "longest_gap_ms": max(gaps, default=0.0),
        "samples_per_pixel_while_moving": coarse,
        "sharp_surfaces_ms": 1000.0 * (min(t for t in watch.sharp if t > moved) - moved),
        "half_sharp_ms": 1000.0 * (half - released),
        "sharp_ms": 1000.0 * (after[-1][0] - released),
        # Pictures of the last moves may be under way still; they have about as many samples as each other.
        "steps_back": sum(b < 0.5 * a for a, b in itertools.pairwise(shown)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="?", type=Path)
    parser.add_argument("--size", default="1280x720", help="of the window's picture, pixels")
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    width, height = (int(side) for side in options.size.split("x"))

    from raytracer.app.mailbox import Mailbox
    from raytracer.app.main import open_window
    from raytracer.resources import start_scene
    from raytracer.session.client import RenderClient

    mailbox: Mailbox = Mailbox()
    client = RenderClient("cpu", mailbox.put)
    client.start()
    app, window = open_window(options.scene or start_scene(), client, mailbox)
    window.docks.show_all(False)
    window.resize(width, height)
    app.processEvents()  # until the panels are gone, the picture is narrower
    window.resize(width + window.width() - window.viewport.width(), height + window.height() - window.viewport.height())
    if options.backend != "cpu":
        window.studio.activate(options.backend)
    try:
        figures = measure(window)
        figures["width"], figures["height"] = window.studio.size
    finally:
        window.close()
    figures["load_average"] = os.getloadavg()[0] if hasattr(os, "getloadavg") else -1.0
    for name, value in figures.items():
        print(f"{name:32} {value:10.2f}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
