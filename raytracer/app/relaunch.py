"""Starts the app anew with the same scene, for what takes effect at the start only, such as another language."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QProcess


def relaunch(scene: Path | None) -> bool:
    """Starts another process of this program that outlives this one; whether that worked."""
    words = ["-m", "raytracer", *([str(scene)] if scene is not None else [])]
    started: tuple[bool, int] = QProcess.startDetached(sys.executable, words, str(Path.cwd()))
    return started[0]
