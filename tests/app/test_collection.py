"""Garbage is collected in the window's thread."""

from __future__ import annotations

import threading
import weakref

from pytestqt.qtbot import QtBot

from raytracer.app.studio import Studio


class Knot:
    """Refers to itself: only the collector frees it."""

    def __init__(self) -> None:
        self.self = self


def test_garbage_waits_for_the_windows_thread(qtbot: QtBot, studio: Studio) -> None:
    freed_in: list[threading.Thread] = []
    weakref.finalize(Knot(), lambda: freed_in.append(threading.current_thread()))
    kept: list[list[int]] = []  # so many new objects would start Python's own collection in that thread
    other = threading.Thread(target=lambda: kept.extend([] for _ in range(100_000)))
    other.start()
    other.join()
    assert not freed_in
    qtbot.waitUntil(lambda: bool(freed_in))
    assert freed_in == [threading.main_thread()]
