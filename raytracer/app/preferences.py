"""What the app remembers between runs, in one ini file of the user's configuration folder."""

from __future__ import annotations

import contextlib
import hashlib
import json
import tempfile
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from raytracer.app.language import LANGUAGES
from raytracer.app.theme import THEMES, ThemeChoice
from raytracer.backends import BACKENDS, BackendName
from raytracer.resources import user_dir

RECENT_FILES = 12
CAMERA_SCENES = 100
"""The saved cameras of so many scenes are kept."""


class Preferences:
    """Typed access to ``QSettings``; a damaged or foreign value reads as the default.

    Several windows of the app write the same file: a list is read from the disk before it is added to, and written back
    at once, so that no window forgets what another one has noted.
    """

    def __init__(self) -> None:
        try:
            folder = user_dir("config")
        except OSError:  # no writable home: forget everything at the end
            folder = Path(tempfile.gettempdir())
        self._store = QSettings(str(folder / "app.ini"), QSettings.Format.IniFormat)

    @property
    def theme(self) -> ThemeChoice:
        value = self._store.value("theme", "dark")
        return next((choice for choice in THEMES if choice == value), "dark")

    @theme.setter
    def theme(self, choice: ThemeChoice) -> None:
        self._store.setValue("theme", choice)

    @property
    def language(self) -> str:
        """Which language the app speaks: "en", "nl", or "system"."""
        value = self._store.value("language", "system")
        return value if isinstance(value, str) and value in LANGUAGES else "system"

    @language.setter
    def language(self, choice: str) -> None:
        self._store.setValue("language", choice)

    @property
    def backend(self) -> BackendName:
        """The side that was active last."""
        value = self._store.value("backend", "cpu")
        return next((name for name in BACKENDS if name == value), "cpu")

    @backend.setter
    def backend(self, name: BackendName) -> None:
        self._store.setValue("backend", name)

    @property
    def recent(self) -> list[Path]:
        """Scenes opened, the last one first."""
        value = self._store.value("recent", [])
        names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
        return [Path(name) for name in names if isinstance(name, str) and name][:RECENT_FILES]

    def remember(self, path: Path) -> None:
        """Puts a scene on top of the recent ones."""
        path = path.absolute()
        self.flush()
        self._write_recent([path, *(other for other in self.recent if other != path)])

    def forget(self, path: Path | None = None) -> None:
        """Drops one recent scene, or all of them."""
        self.flush()
        self._write_recent([] if path is None else [other for other in self.recent if other != path.absolute()])

    def _write_recent(self, paths: list[Path]) -> None:
        self._store.setValue("recent", [str(path) for path in paths[:RECENT_FILES]])
        self.flush()

    @property
    def talk(self) -> Path | None:
        """The talk presented last."""
        value = self._store.value("talk", "")
        return Path(value) if isinstance(value, str) and value else None

    @talk.setter
    def talk(self, path: Path) -> None:
        self._store.setValue("talk", str(path.absolute()))

    def folder(self, purpose: str) -> str:
        """Where a file dialog for ``purpose`` ("open", "save") starts; empty when that folder is gone."""
        value = str(self._store.value(f"folder/{purpose}", ""))
        return value if value and Path(value).is_dir() else ""

    def remember_folder(self, purpose: str, folder: Path) -> None:
        """Notes where the user went last."""
        self._store.setValue(f"folder/{purpose}", str(folder))

    @property
    def threads(self) -> int:
        """Threads of the CPU renderer, 0 is automatic. ``main`` reads it without Qt, see ``main.preferred_threads``."""
        value = str(self._store.value("threads", "0"))
        return int(value) if value.isdigit() else 0

    @threads.setter
    def threads(self, count: int) -> None:
        self._store.setValue("threads", count)

    @property
    def navigation(self) -> str:
        """Name of the navigation preset."""
        return str(self._store.value("navigation", ""))

    @navigation.setter
    def navigation(self, name: str) -> None:
        self._store.setValue("navigation", name)

    def cameras(self, scene: Path) -> dict[int, str]:
        """The saved cameras of a scene as text, by the number of their place."""
        try:
            found = json.loads(str(self._store.value(_camera_key(scene), "{}")))
            return {int(slot): str(text) for slot, text in found.items()}
        except (ValueError, AttributeError):
            return {}

    def set_cameras(self, scene: Path, cameras: dict[int, str]) -> None:
        """Notes the saved cameras of a scene; those of scenes not touched for long are forgotten."""
        key = _camera_key(scene)
        self.flush()
        order = [name for name in str(self._store.value("camera-scenes", "")).split() if name != key]
        if cameras:
            order.append(key)
            self._store.setValue(key, json.dumps(cameras))
        else:
            self._store.remove(key)
        for old in order[:-CAMERA_SCENES]:
            self._store.remove(old)
        self._store.setValue("camera-scenes", " ".join(order[-CAMERA_SCENES:]))
        self.flush()

    def flag(self, name: str, default: bool = False) -> bool:
        """A yes-or-no choice."""
        return str(self._store.value(f"flags/{name}", default)).lower() in ("true", "1")

    def set_flag(self, name: str, on: bool) -> None:
        """Notes a yes-or-no choice."""
        self._store.setValue(f"flags/{name}", on)

    def layout(self, name: str) -> QByteArray:
        """Geometry or dock state; empty at the first start."""
        value = self._store.value(f"layout/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_layout(self, name: str, state: QByteArray) -> None:
        """Notes geometry or dock state."""
        self._store.setValue(f"layout/{name}", state)

    def flush(self) -> None:
        """Writes to disk now, and reads what others have written."""
        with contextlib.suppress(OSError):
            self._store.sync()


def _camera_key(scene: Path) -> str:
    return "cameras/" + hashlib.sha256(str(scene.absolute()).encode()).hexdigest()[:24]
