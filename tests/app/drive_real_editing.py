"""Edits, undoes, saves and opens again with the real worker on a real display; run by ``test_end_to_end``.

usage: drive_real_editing.py SCENE OUT_FOLDER PICTURES_FOLDER

Prints one JSON object; leaves pictures of the window in PICTURES_FOLDER.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.app.drive_real_window import FIRST_PICTURE_SECONDS, Driver, orbit

if TYPE_CHECKING:
    from raytracer.app.window import MainWindow


def main() -> int:
    from raytracer.app.editor import Editor
    from raytracer.app.items import Item
    from raytracer.app.mailbox import Mailbox
    from raytracer.app.main import open_window
    from raytracer.app.scene_file import SceneFile
    from raytracer.scene import Input
    from raytracer.session.client import RenderClient

    scene, out, pictures = (Path(word) for word in sys.argv[1:4])
    mailbox: Mailbox = Mailbox()
    client = RenderClient("cpu", mailbox.put)
    client.start()
    _app, window = open_window(scene, client, mailbox)
    window.resize(1280, 720)
    driver, studio = Driver(), window.studio
    editor, file = studio.feature(Editor), studio.feature(SceneFile)
    result: dict[str, object] = {}

    def samples(what: str) -> None:
        driver.wait_for(lambda: studio.worker.spp >= 0.5, FIRST_PICTURE_SECONDS, what)

    driver.wait_for(lambda: window.viewport.has_picture, FIRST_PICTURE_SECONDS, "a picture")
    window.commands["editing"].trigger()
    samples("the first samples")
    result["picked"] = pick(window, driver)
    editor.select([Item("instances", 7)])
    orbit(window, driver)
    ior = ("materials", 4, "parameters", "ior")
    editor.set("Index of glass", ior, Input(value=1.2))
    samples("samples after an edit")
    window.grab().save(str(pictures / "edited.png"))
    result["title_marked"] = window.isWindowModified()
    window.commands["undo"].trigger()
    result["undone"] = editor.document.materials[4].parameters["ior"].value
    window.commands["redo"].trigger()
    samples("samples after undo and redo")
    result["added"] = add_sphere(window, driver)
    samples("samples of the new object")
    window.grab().save(str(pictures / "added.png"))
    result["spp_before"], result["region_spp"] = refine_a_region(window, driver)
    window.grab().save(str(pictures / "region.png"))
    window.commands["undo"].trigger()
    result["region_undone"] = studio.settings.region is None
    copy = out / "saved.toml"
    file.save(copy)
    driver.wait_for(lambda: not window.isWindowModified(), 60.0, "the file")
    view = studio.camera
    window.open_scene(copy)
    driver.wait_for(lambda: studio.scene.path == copy and studio.opening is None, 120.0, "the saved scene")
    samples("samples of the saved scene")
    result["reopened"] = editor.document.materials[4].parameters["ior"].value
    result["view_moved"] = max(abs(a - b) for a, b in zip(studio.camera.position, view.position, strict=True))
    window.grab().save(str(pictures / "reopened.png"))
    result["longest_work_s"] = driver.longest_work
    window.close()
    print(json.dumps(result))
    return 0


def pick(window: MainWindow, driver: Driver) -> str:
    """What a click on the middle of the glass ball selects."""
    from PySide6.QtCore import QPointF, Qt
    from PySide6.QtTest import QTest

    from raytracer.app.editor import Editor
    from raytracer.app.projection import centre, project

    studio = window.studio
    editor = studio.feature(Editor)
    film = project(studio.camera, centre(editor.document, [7])[None], studio.size)[0]
    where = window.viewport.widget_point(QPointF(float(film[0]), float(film[1]))).toPoint()
    QTest.mouseClick(window.viewport, Qt.MouseButton.LeftButton, pos=where)
    driver.wait_for(lambda: bool(editor.selection), 60.0, "the answer to a click")
    return editor.document.instances[editor.selection[0].index].name


def add_sphere(window: MainWindow, driver: Driver) -> str:
    """What is selected after an object was added to the middle of the picture."""
    from raytracer.app.adding import Adding
    from raytracer.app.editor import Editor

    editor = window.studio.feature(Editor)
    before = len(editor.document.instances)
    window.studio.feature(Adding).add("sphere")
    driver.wait_for(lambda: len(editor.document.instances) > before, 60.0, "the new object")
    return editor.document.instances[editor.selection[0].index].name


def refine_a_region(window: MainWindow, driver: Driver) -> tuple[float, float]:
    """Draws one with the tool; samples per pixel before, and of the region some time later."""
    from PySide6.QtCore import QPoint, Qt
    from PySide6.QtTest import QTest

    studio, viewport = window.studio, window.viewport
    before = studio.worker.spp
    window.commands["region_tool"].trigger()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    QTest.mouseMove(viewport, QPoint(150, 150))
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(200, 180))
    driver.wait_for(lambda: studio.settings.region is not None, 10.0, "the region")
    driver.wait_for(lambda: studio.worker.spp >= before + 4.0, 120.0, "samples of the region")
    return before, studio.worker.spp


if __name__ == "__main__":
    sys.exit(main())
