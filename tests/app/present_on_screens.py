"""``python -m tests.app.present_on_screens``: a talk on two screens, one of which is unplugged and plugged in again.

Qt's offscreen platform has the screens that a file describes, but cannot lose one; so the app's question for them is
answered by this script, and the signal of a lost screen is sent by it.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

SCREENS = [
    {"name": "hall", "x": 0, "y": 0, "width": 1280, "height": 720, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
    {
        "name": "laptop",
        "x": 1280,
        "y": 0,
        "width": 1000,
        "height": 700,
        "logicalDpi": 96,
        "logicalBaseDpi": 96,
        "dpr": 1,
    },
]


def main() -> int:
    """Prints where stage and notes stand, each time."""
    folder = Path(tempfile.mkdtemp())
    (folder / "screens.json").write_text(json.dumps({"screens": SCREENS}))
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={folder / 'screens.json'}"
    os.environ["RAYTRACER_HOME"] = str(folder)
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtWidgets import QApplication

    from raytracer.app.preferences import Preferences
    from raytracer.app.studio import Studio
    from raytracer.app.talk import stage as stage_module
    from raytracer.app.talk.script import bundled_talk
    from raytracer.app.theme import Theme
    from raytracer.app.window import MainWindow
    from tests.app.conftest import Clients

    app = QApplication(sys.argv[:1])
    Theme(app, "dark")
    there = QGuiApplication.screens()

    window = MainWindow(Studio(Clients()), Preferences())
    window.show()
    window.studio.open(bundled_talk().parent.parent / "start.toml")
    stage = window.stage
    QGuiApplication.screens = staticmethod(lambda: list(there))

    def report(what: str) -> None:
        loop = QEventLoop()
        QTimer.singleShot(2 * stage_module.SETTLE_MS, loop.quit)
        loop.exec()
        assert stage.notes is not None
        roles = dict.fromkeys(QGuiApplication.screens(), "projector") | {
            QGuiApplication.primaryScreen(): "speaker's screen"
        }
        notes = f"on the {roles[stage.notes.screen()]}" if stage.notes.isVisible() else "hidden"
        full = "fills" if window.size() == window.screen().size() else "does not fill"
        print(f"{what}: the stage {full} the {roles[window.screen()]}, the notes are {notes}")

    stage.begin(bundled_talk(), language="en")
    stage.presenter.go(3)
    report("plugged")
    hall = next(screen for screen in there if screen is not QGuiApplication.primaryScreen())
    there.remove(hall)
    stage._screens_changed(hall)
    report("unplugged")
    there.append(hall)
    stage._screens_changed(hall)
    report("plugged again")
    print("step", stage.presenter.index)
    stage.end()
    window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
