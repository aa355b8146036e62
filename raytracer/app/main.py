"""Starts the app: the worker first, then the window, then everything that can wait."""

from __future__ import annotations

import configparser
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from raytracer.app.mailbox import Mailbox
from raytracer.backends import BackendName
from raytracer.resources import start_scene, user_dir
from raytracer.session.client import RenderClient
from raytracer.session.protocol import Event

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QApplication

    from raytracer.app.studio import Studio
    from raytracer.app.window import MainWindow
    from raytracer.app.workers import Client

PROBE_DELAY_MS = 4000
"""Latest time at which the search for GPUs begins; earlier with the first picture, so as not to slow that down."""


def run(argv: list[str]) -> int:
    """Opens the app with the scene named in ``argv`` (default: the start scene); returns the exit code."""
    problem = missing_display(sys.platform, os.environ)
    if problem:
        print(f"raytracer: {problem}", file=sys.stderr)
        return 3
    path = Path(argv[0]).absolute() if argv else start_scene()
    mailbox: Mailbox[Event] = Mailbox()
    client = RenderClient("cpu", mailbox.put, threads=preferred_threads())
    client.start()  # its imports take longer than the window, so they begin first
    try:
        app, window = open_window(path, client, mailbox)
        window.offer_tour()
        return app.exec()
    finally:
        client.close()


def preferred_threads() -> int:
    """Threads of the CPU renderer that the user asked for, 0 is automatic. Read without Qt, which is not loaded yet."""
    settings = configparser.ConfigParser(strict=False, interpolation=None)
    try:
        settings.read(user_dir("config") / "app.ini", encoding="utf-8")
        return max(0, settings.getint("General", "threads", fallback=0))
    except (OSError, ValueError, configparser.Error):
        return 0


def missing_display(system: str, environment: os._Environ[str] | dict[str, str]) -> str:
    """Why there can be no window, or nothing. Asked before Qt, which would abort the process."""
    if not system.startswith(("linux", "freebsd")) or environment.get("QT_QPA_PLATFORM"):
        return ""
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        return ""
    return (
        "there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set); "
        "to render without one: raytracer render SCENE -o OUT.png"
    )


def make_client(
    backend: BackendName, on_event: Callable[[Event], None], *, force_software: bool, threads: int = 0
) -> Client:
    """The real client of one backend."""
    return RenderClient(backend, on_event, force_software=force_software, threads=threads)


def open_window(path: Path, client: Client, mailbox: Mailbox[Event]) -> tuple[QApplication, MainWindow]:
    """Shows the window and opens the scene; ``client`` is the CPU's and was started already."""
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtWidgets import QApplication

    from raytracer.app import language
    from raytracer.app.icons import app_icon
    from raytracer.app.preferences import Preferences
    from raytracer.app.scene_file import SceneFile
    from raytracer.app.studio import Studio
    from raytracer.app.theme import Theme
    from raytracer.app.window import MainWindow
    from raytracer.app.workers import Worker

    QApplication.setApplicationName("Raytracer")
    QGuiApplication.setDesktopFileName("raytracer")
    app = QApplication(sys.argv[:1])
    preferences = Preferences()
    language.install(app, language.chosen(preferences.language))
    Theme(app, preferences.theme)
    app.setWindowIcon(app_icon())
    studio = Studio(make_client)
    worker = Worker("cpu", client, mailbox)
    worker.note_start()
    studio.pool.adopt(worker)
    window = MainWindow(studio, preferences)
    window.show()
    studio.open(path)
    _look_for_gpus(studio, preferences.backend)
    studio.feature(SceneFile).offer_recovery()
    _close_on_interrupt(app, window.close_now)
    return app, window


def _look_for_gpus(studio: Studio, last: BackendName) -> None:
    """Looks for GPUs once there is a picture, or after a while; goes on with the GPU where it was used last time."""
    from raytracer.app.parts import timer
    from raytracer.session.devices import find_backends_async

    def probe() -> None:
        wait.stop()
        studio.frame_ready.disconnect(probe)
        studio.sides_changed.connect(found)
        studio.pool.probe(find_backends_async)

    def found() -> None:
        if studio.sides.probed:
            studio.sides_changed.disconnect(found)
            if last != "cpu" and studio.sides.choices:
                studio.activate(studio.sides.choices[0].name)

    wait = timer(studio, PROBE_DELAY_MS, probe, once=True)
    wait.start()
    studio.frame_ready.connect(probe)


def _close_on_interrupt(app: QApplication, close: Callable[[], object]) -> None:
    """Ctrl-C in the terminal closes the window; Python sees signals only while it runs, so it is woken regularly."""
    from raytracer.app.parts import timer

    signal.signal(signal.SIGINT, lambda *_: close())
    signal.signal(signal.SIGTERM, lambda *_: close())
    timer(app, 200, lambda: None).start()
