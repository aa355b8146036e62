"""Drives the real app with the real worker on a real display; run by ``test_end_to_end``. Prints one JSON object.

usage: drive_real_window.py SCENE OUT_FOLDER [--software]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from raytracer.app.window import MainWindow

FIRST_PICTURE_SECONDS = 150.0
"""Cold kernels on a machine that does other things, too."""


class Driver:
    """Turns the event loop until something is true, and notes the longest turn: by the clock, and in own work."""

    def __init__(self) -> None:
        from PySide6.QtWidgets import QApplication

        self._app = QApplication.instance()
        self.longest_gap = self.longest_work = 0.0

    def wait_for(self, condition: Callable[[], bool], seconds: float, what: str) -> float:
        """How long it took. Ends the program when it takes too long."""
        start = time.perf_counter()
        while not condition():
            turn, work = time.perf_counter(), time.thread_time()
            self._app.processEvents()
            self.longest_gap = max(self.longest_gap, time.perf_counter() - turn)
            self.longest_work = max(self.longest_work, time.thread_time() - work)
            time.sleep(0.002)
            if time.perf_counter() - start > seconds:
                sys.exit(f"waited {seconds} s in vain for {what}")
        return time.perf_counter() - start


def main() -> int:
    from raytracer.app.mailbox import Mailbox
    from raytracer.app.main import open_window
    from raytracer.session.client import RenderClient

    scene, out = Path(sys.argv[1]), Path(sys.argv[2])
    mailbox: Mailbox = Mailbox()
    client = RenderClient("cpu", mailbox.put)
    client.start()
    _app, window = open_window(scene, client, mailbox)
    window.resize(900, 560)
    driver = Driver()
    result: dict[str, object] = {}
    result["first_picture_s"] = driver.wait_for(
        lambda: window.viewport.has_picture and window.studio.worker.spp >= 1.0, FIRST_PICTURE_SECONDS, "a picture"
    )
    orbit(window, driver)
    result["orbited"] = True
    result["spp_after_orbit"] = driver.wait_for(
        lambda: window.studio.worker.spp >= 2.0, 60.0, "samples after the orbit"
    )
    if "--software" in sys.argv:
        result["software"] = flip_to_software(window, driver)
    result["saved"] = save(window, driver, out)
    result["longest_gap_s"] = driver.longest_gap
    result["longest_work_s"] = driver.longest_work
    closing = time.perf_counter()
    window.close()
    result["closing_s"] = time.perf_counter() - closing
    print(json.dumps(result))
    return 0


def orbit(window: MainWindow, driver: Driver) -> None:
    """A left drag by mouse events through the window system's queue."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    viewport, before = window.viewport, window.studio.camera
    start = QPoint(200, 200)
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=start)
    for step in range(1, 16):
        QTest.mouseMove(viewport, start + QPoint(4 * step, step))
        driver.wait_for(lambda: True, 1.0, "")
        QTest.qWait(10)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=start + QPoint(60, 15))
    driver.wait_for(lambda: window.studio.camera != before, 5.0, "the camera to move")


def flip_to_software(window: MainWindow, driver: Driver) -> bool:
    """Goes on with software Vulkan at a tiny size, where there is such a driver; back again afterwards."""
    studio = window.studio
    driver.wait_for(lambda: studio.sides.probed, 60.0, "the search for backends")
    if studio.sides.software_driver is None:
        return False
    window.docks.show_all(False)
    driver.wait_for(lambda: window.minimumHeight() < 200, 5.0, "the panels to make room")
    window.resize(240, 220)
    driver.wait_for(lambda: studio.size[1] <= 200, 10.0, "the small film")
    window.commands["force_software"].trigger()
    window.commands["flip"].trigger()
    driver.wait_for(lambda: studio.worker.spp > 0.0, FIRST_PICTURE_SECONDS, "a picture from Vulkan")
    assert studio.active == "vulkan"
    pictures: list[float] = []
    window.commands["flip"].trigger()
    assert studio.active == "cpu"
    studio.frame_ready.connect(lambda: pictures.append(studio.worker.spp))
    driver.wait_for(lambda: bool(pictures) and pictures[-1] >= 1.0, 30.0, "the CPU to go on")
    return True


def save(window: MainWindow, driver: Driver, out: Path) -> list[str]:
    """Saves both kinds of picture."""
    saved: list[Path] = []
    window.studio.image_saved.connect(saved.append)
    for name in ("picture.png", "picture.exr"):
        window.handlers.save_image(out / name)
    driver.wait_for(lambda: len(saved) == 2, 30.0, "the files")
    return [path.name for path in saved]


if __name__ == "__main__":
    sys.exit(main())
