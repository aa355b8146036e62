"""From launch to window, to the preview and the first rendered picture, and the longest pause of the event loop.

    python benchmarks/startup.py [SCENE] [--rounds 3]      (without a display: xvfb-run -a python benchmarks/startup.py)

The first start has an empty kernel cache (cold), the next ones find it filled (warm). Times run from the start of the
process: Python's own start and all imports count. "Pause" is the longest time between two turns of the event loop,
measured by a timer of 1 ms from the moment the window is shown until a second after the first picture.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

AFTER_FIRST_PICTURE_MS = 1000
PATIENCE_SECONDS = 300


def child(scene: str) -> None:
    """One start of the app in this process; prints what it took as JSON and closes."""
    launched = float(os.environ["LAUNCHED"])
    from raytracer.app.mailbox import Mailbox
    from raytracer.app.main import open_window
    from raytracer.resources import start_scene
    from raytracer.session.client import RenderClient

    mailbox: Mailbox = Mailbox()
    client = RenderClient("cpu", mailbox.put)
    client.start()
    app, window = open_window(Path(scene) if scene else start_scene(), client, mailbox)
    from PySide6.QtCore import Qt, QTimer

    result = {"pause_ms": 0.0}
    last = time.perf_counter()

    def tick() -> None:
        nonlocal last
        now = time.perf_counter()
        if "window_s" not in result:  # the event loop turns: the window is on the screen
            result["window_s"] = time.time() - launched
        else:
            result["pause_ms"] = max(result["pause_ms"], 1000.0 * (now - last))
        last = now

    def picture() -> None:
        if window.studio.worker.preview:
            result.setdefault("preview_s", time.time() - launched)
        elif "picture_s" not in result:
            result["picture_s"] = time.time() - launched
            QTimer.singleShot(AFTER_FIRST_PICTURE_MS, close)

    def close() -> None:
        ticker.stop()  # closing waits for the worker, with the window already gone
        window.close()

    ticker = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=1)
    ticker.timeout.connect(tick)
    ticker.start()
    window.studio.frame_ready.connect(picture)
    app.exec()
    client.close()
    print(json.dumps(result))


def measure(scene: str, home: Path) -> dict[str, float]:
    """One start in a process of its own."""
    environment = {**os.environ, "RAYTRACER_HOME": str(home), "LAUNCHED": str(time.time())}
    done = subprocess.run(
        [sys.executable, __file__, "--child", scene],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scene", nargs="?", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.scene)
        return
    with tempfile.TemporaryDirectory() as folder:
        cold = measure(options.scene, Path(folder))
        warm = [measure(options.scene, Path(folder)) for _ in range(options.rounds)]
    middle = {key: statistics.median(run[key] for run in warm if key in run) for key in warm[0]}
    print(f"{'':6} {'window':>9} {'preview':>9} {'picture':>9} {'longest pause':>15}")
    for name, run in (("cold", cold), ("warm", middle)):
        cells = [f"{run[key]:7.2f} s" if key in run else f"{'-':>9}" for key in ("window_s", "preview_s", "picture_s")]
        print(f"{name:6} {' '.join(cells)} {run['pause_ms']:12.0f} ms")


if __name__ == "__main__":
    main()
