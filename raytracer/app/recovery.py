"""Edits that are not saved yet, on the disk for the case of a crash. One small file for each running window."""

from __future__ import annotations

import contextlib
import json
import secrets
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile

from raytracer.errors import InputError
from raytracer.resources import user_dir
from raytracer.scene.edit_json import from_json, to_json
from raytracer.scene.edits import Edit

SUFFIX = ".journal"


@dataclass(frozen=True)
class Recovery:
    """What a crashed run left: the scene that was open, and what had been edited in it."""

    file: Path
    scene: Path
    edits: tuple[Edit, ...]

    def forget(self) -> None:
        """It was recovered, or is not wanted."""
        with contextlib.suppress(OSError):
            self.file.unlink()


class EditJournal:
    """Writes by a temporary name and a rename, so that a crash while writing loses nothing."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or journal_folder()
        self._file = self._folder / f"{secrets.token_hex(6)}{SUFFIX}"
        self._lock: QLockFile | None = None

    def write(self, scene: Path, edits: tuple[Edit, ...]) -> None:
        """Notes everything that was edited since the scene was opened. A full disk is no reason to stop editing."""
        with contextlib.suppress(OSError, TypeError):
            body = json.dumps({"version": 1, "scene": str(scene.absolute()), "edits": to_json(edits)})
            self._folder.mkdir(parents=True, exist_ok=True)
            if self._lock is None:
                self._lock = _lock_of(self._file)
                self._lock.tryLock(0)
            temporary = self._file.with_suffix(".tmp")
            temporary.write_text(body, encoding="utf-8")
            temporary.replace(self._file)

    def release(self) -> None:
        """This run ends: what it wrote is for the next one."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def clear(self) -> None:
        """Nothing is unsaved any more."""
        with contextlib.suppress(OSError):
            self._file.unlink()
        self.release()


def journal_folder() -> Path:
    """Where journals lie."""
    return user_dir("config") / "recovery"


def find(folder: Path | None = None) -> list[Recovery]:
    """What runs left behind that have ended, the newest first. A file that cannot be read is removed."""
    found: list[tuple[float, Recovery]] = []
    for file in sorted((folder or journal_folder()).glob(f"*{SUFFIX}")):
        lock = _lock_of(file)
        if not lock.tryLock(0):
            continue
        lock.unlock()
        try:
            body = json.loads(file.read_text(encoding="utf-8"))
            recovery = Recovery(file, Path(body["scene"]), from_json(body["edits"]))
            found.append((file.stat().st_mtime, recovery))
        except (OSError, ValueError, KeyError, TypeError, InputError):
            with contextlib.suppress(OSError):
                file.unlink()
    return [recovery for _, recovery in sorted(found, key=lambda pair: -pair[0])]


def _lock_of(file: Path) -> QLockFile:
    """Held while the run that writes the file is alive; Qt frees it when that process is gone."""
    lock = QLockFile(str(file.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    return lock
