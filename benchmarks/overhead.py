"""What measuring costs the renderer, and what an open race costs the window.

    python benchmarks/overhead.py [SCENE] [--seconds S] [--only counting race] [--json FILE]

Costs are processor time, so that other programs on the machine change little. Less than 1 % is asked for, and less than
5 ms a picture.

- *counting in the kernel*: the render kernel against the same kernel without its three counters, in turns on the same
  samples, median of the ratios.
- *counting on the host*: reading the counters after every launch, adding up, and sending reports to another process, as
  the worker does it, over the time of the passes.
- *race*: the real window, its picture 1920x1080, one CPU thread against all of them, both pictures live: processor time
  that taking, painting and the signs need of the window's thread, over the pictures that came. Needs no display (Qt's
  offscreen platform paints the same).
"""

from __future__ import annotations

import argparse
import importlib.util
import inspect
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing import Pipe
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from raytracer.engine.renderer import Renderer

SIZE = (1920, 1080)
SECONDS = 10.0
ROUNDS = 60
FILM = 256
PASS_SECONDS = 0.035
PATIENCE_SECONDS = 300.0


def uncounted(folder: Path) -> Callable[..., Callable[..., None]]:
    """``make_render_kernel`` of a copy of the kernel's source without the counters, a file in ``folder``."""
    from raytracer.engine.kernels import film

    lines = inspect.getsource(film).splitlines(keepends=True)
    kept = [line for line in lines if "atomic_add(counters" not in line]
    if len(lines) - len(kept) != 3:
        sys.exit("the render kernel counts in another way than this benchmark knows")
    path = folder / "film_uncounted.py"
    path.write_text("".join(kept), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    made: Callable[..., Callable[..., None]] = module.make_render_kernel
    return made


def in_the_kernel(renderer: Renderer, folder: Path) -> float:
    """Processor time of a launch with counters over one without, minus 1. ``folder`` is for source."""
    import taichi as ti

    from raytracer.engine.film import Work
    from raytracer.engine.film_launcher import FilmLauncher

    plain = FilmLauncher("cpu", 256)
    filling = renderer._filling()
    plain._kernels[filling.device.config.key] = uncounted(folder)(filling.device.config, 256)
    items = len(filling.film.plan.everything) * 64

    def cost(launcher: FilmLauncher, sample: int) -> float:
        ti.sync()
        begin = time.process_time()
        launcher.launch(filling, Work(0, 0, items, sample, 1))
        ti.sync()
        return time.process_time() - begin

    ratios = []
    for turn in range(ROUNDS + 1):
        pair = [(renderer._launcher, 0), (plain, 1)]
        costs = [0.0, 0.0]
        for launcher, index in pair if turn % 2 else reversed(pair):
            costs[index] = cost(launcher, turn)
        if turn:  # the first launches compile
            ratios.append(costs[0] / costs[1])
    renderer.clear()
    return statistics.median(ratios) - 1.0


def on_the_host(renderer: Renderer, seconds: float) -> float:
    """Processor time of what counts and reports over the wall time of the passes: all threads wait for it."""
    import taichi as ti

    from raytracer.resources import start_scene
    from raytracer.session.counts import FilmCounts

    here, there = Pipe()
    counts, film = FilmCounts(), renderer.film
    read, spent = film.take_counters, 0.0

    def timed_read() -> tuple[int, int, int]:
        nonlocal spent
        ti.sync()  # what the device still has to do is no counting
        begin = time.thread_time()
        found = read()
        spent += time.thread_time() - begin
        return found

    film.take_counters = timed_read  # type: ignore[method-assign]
    passes = 0.0
    while passes < seconds:
        done = renderer.render_pass(target_seconds=PASS_SECONDS, max_spp=1 << 20)
        passes += done.seconds
        start = time.thread_time()
        counts.add(done)
        if counts.due():
            here.send(counts.take(renderer.spp, renderer.scene, start_scene(), finished=False))
            there.recv()
        spent += time.thread_time() - start
    film.take_counters = read  # type: ignore[method-assign]
    return spent / passes


def counting(scene: Path, seconds: float) -> dict[str, float]:
    """Shares of the renderer's time."""
    from raytracer.engine.renderer import Renderer
    from raytracer.io.table import load_scene

    renderer = Renderer("cpu")
    loaded = load_scene(scene).scene
    loaded.settings = loaded.settings.model_copy(update={"width": FILM, "height": FILM, "spp": 1 << 20})
    renderer.load(loaded)
    renderer.compile()
    with tempfile.TemporaryDirectory() as folder:
        found = {"counting_in_the_kernel": in_the_kernel(renderer, Path(folder))}
    found["counting_on_the_host"] = on_the_host(renderer, seconds)
    renderer.close()
    return found


def race(scene: Path, seconds: float) -> dict[str, float]:
    """Processor time of the window's thread, milliseconds: of the race view a picture, of everything a second."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QEventLoop, QTimer

    from raytracer.app.layers.race import RaceLayer
    from raytracer.app.mailbox import Mailbox
    from raytracer.app.main import open_window
    from raytracer.app.race.race import Race
    from raytracer.app.viewport import Viewport
    from raytracer.session.client import RenderClient

    paint, take, signs = Spent(Viewport, "paintEvent"), Spent(RaceLayer, "_take"), Spent(RaceLayer, "_show_figures")
    mailbox: Mailbox[Any] = Mailbox()
    client = RenderClient("cpu", mailbox.put)
    client.start()
    _app, window = open_window(scene, client, mailbox)
    window.docks.show_all(False)
    window.viewport.setFixedSize(*SIZE)
    contest = window.studio.feature(Race)

    def turn(until: Callable[[], bool], limit: float) -> None:
        end = time.monotonic() + limit
        loop, check = QEventLoop(), QTimer()
        check.timeout.connect(lambda: loop.quit() if until() or time.monotonic() > end else None)
        check.start(20)
        loop.exec()

    try:
        turn(lambda: window.studio.size == SIZE and window.studio.worker.spp > 0.0, PATIENCE_SECONDS)
        contest.set_on(True)
        turn(lambda: contest.ready and all(lane.spp > 0.05 for lane in contest.lanes), PATIENCE_SECONDS)
        if not contest.ready or window.studio.size != SIZE:
            sys.exit(f"the race did not begin: {window.studio.size}, {[lane.spp for lane in contest.lanes]}")
        for part in (paint, take, signs):
            part.seconds, part.count = 0.0, 0
        begin, wall = time.thread_time(), time.monotonic()
        turn(lambda: False, seconds)
        cost, wall = time.thread_time() - begin, time.monotonic() - wall
    finally:
        window.close()
    view = paint.seconds + take.seconds + signs.seconds
    return {
        "race_view_ms_per_picture": 1000.0 * view / max(take.count, 1),
        "race_paint_ms": 1000.0 * paint.seconds / max(paint.count, 1),
        "pictures_per_s": take.count / wall,
        "window_ms_per_s": 1000.0 * cost / wall,
    }


class Spent:
    """Processor time of one method of a class, and how often it was called."""

    def __init__(self, owner: type, name: str) -> None:
        self.seconds, self.count = 0.0, 0
        method = getattr(owner, name)

        def timed(*arguments: Any) -> Any:
            begin = time.thread_time()
            try:
                return method(*arguments)
            finally:
                self.seconds += time.thread_time() - begin
                self.count += 1

        setattr(owner, name, timed)


def show(figures: dict[str, float]) -> dict[str, float]:
    """Prints them, and gives them back."""
    for name, value in figures.items():
        counting = name.startswith("counting")
        print(f"{name:28} {100.0 * value:8.3f} %" if counting else f"{name:28} {value:8.2f}", flush=True)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="?", type=Path)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--only", nargs="*", choices=("counting", "race"), default=["counting", "race"])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()

    from raytracer.resources import start_scene

    scene = options.scene or start_scene()
    figures: dict[str, float] = {}
    if "counting" in options.only:
        figures |= show(counting(scene, options.seconds))
    if "race" in options.only:
        figures |= show(race(scene, options.seconds))
    figures |= show({"load_average": os.getloadavg()[0] if hasattr(os, "getloadavg") else -1.0})
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
