"""Scenes that a worker keeps ready beside the one it renders, so that a talk changes scenes at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from raytracer.errors import RaytracerError
from raytracer.session import memory
from raytracer.session.protocol import Open, Prepare, Prepared

if TYPE_CHECKING:
    from raytracer.engine.renderer import PreparedScene, Renderer
    from raytracer.io.report import LoadResult


class SceneLoader(Protocol):
    """Reads a scene file; raises ``RaytracerError``."""

    def __call__(self, command: Open, progress: Callable[[str, float | None], None]) -> LoadResult: ...


Stamp = tuple[int, int]
"""Time of the last change in nanoseconds, and size in bytes."""


@dataclass(frozen=True)
class KeptScene:
    """What was read and what was made of it on the device."""

    loaded: LoadResult
    device: PreparedScene
    stamp: Stamp
    allow_outside: bool


class KeptScenes:
    """The scenes of the last ``Prepare``: some ready, some still to be made, one at a time by ``advance``."""

    def __init__(self, renderer: Renderer, load: SceneLoader) -> None:
        self._renderer = renderer
        self._load = load
        self._ready: dict[Path, KeptScene] = {}
        self._waiting: list[Path] = []
        self._command = Prepare(())

    @property
    def busy(self) -> bool:
        """Whether ``advance`` has something to do."""
        return bool(self._waiting)

    def ask(self, command: Prepare) -> None:
        """Begins with another set of scenes; what is ready and asked for again stays."""
        self._command = command
        self._ready = {path: kept for path, kept in self._ready.items() if path in command.paths}
        self._waiting = list(dict.fromkeys(command.paths))

    def find(self, command: Open) -> KeptScene | None:
        """The scene, if it is ready and its file is as it was."""
        kept = self._ready.get(command.path)
        if kept is None or kept.allow_outside != command.allow_outside or kept.stamp != _stamp(command.path):
            return None
        return kept

    def forget(self, path: Path) -> None:
        """What is on the device no longer is what the file says."""
        self._ready.pop(path, None)

    def advance(self, progress: Callable[[str, float | None], None]) -> Prepared:
        """Makes the next scene ready. A new ``Open`` interrupts it by a ``KeyboardInterrupt`` from ``progress``; the
        scene then stays the next one."""
        path = self._waiting[0]
        error: RaytracerError | None = None
        opening = Open(path, allow_outside=self._command.allow_outside, keep_going=True)
        if self.find(opening) is None:
            try:
                stamp = _stamp(path)
                loaded = self._load(opening, progress)
                memory.check_fits(loaded.scene, self._renderer.info)
                device = self._renderer.prepare(loaded.scene, progress=progress)
                self._renderer.compile_for(device)
                self._ready[path] = KeptScene(loaded, device, stamp, opening.allow_outside)
            except RaytracerError as problem:
                error = problem
            except MemoryError:
                error = RaytracerError("not enough memory to keep this scene ready", where=str(path))
        kept = self._ready.get(path)
        if kept is not None and path in self._command.followed:
            self._renderer.compile_following(kept.device)
        del self._waiting[0]
        command = self._command
        total = len(dict.fromkeys(command.paths))
        return Prepared(command.request, path, total - len(self._waiting), total, error)


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return (0, -1)
    return (status.st_mtime_ns, status.st_size)
