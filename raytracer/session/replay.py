"""Remembers what a worker was told, so that its successor can be brought to the same point."""

from __future__ import annotations

import threading

from raytracer.session.protocol import (
    Command,
    CommandFailed,
    Event,
    FrameReady,
    ImageSaved,
    LoadFailed,
    Open,
    Pause,
    Resize,
    Resume,
    SaveFailed,
    SaveImage,
    SceneLoaded,
    SetCamera,
    SetSettings,
    SetView,
)
from raytracer.session.scene_messages import SaveScene, SceneSaved

_AFTER_OPEN = (SetCamera, SetSettings, SetView)


class Replay:
    """Safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._good: Open | None = None
        self._waiting: list[Open] = []
        self._saves: list[SaveImage | SaveScene] = []
        self._latest: dict[type, Command] = {}
        self._after_waiting: dict[type, Command] = {}
        self._replaced: dict[type, Command] = {}
        self._size: Resize | None = None
        self._shown_size: Resize | None = None
        self._paused = False

    def remember(self, command: Command) -> None:
        """A command is being sent."""
        with self._lock:
            if isinstance(command, Open):
                self._waiting.append(command)
                self._after_waiting = {}
            elif isinstance(command, _AFTER_OPEN):
                current = self._after_waiting if self._waiting else self._latest
                if type(command) in current:
                    self._replaced[type(command)] = current[type(command)]
                current[type(command)] = command
            elif isinstance(command, Resize):
                self._size = command
            elif isinstance(command, (Pause, Resume)):
                self._paused = isinstance(command, Pause)
            elif isinstance(command, (SaveImage, SaveScene)):
                self._saves.append(command)

    def observe(self, event: Event) -> None:
        """An event arrived: only what succeeded is repeated."""
        with self._lock:
            if isinstance(event, (SceneLoaded, LoadFailed)) and self._waiting:
                opened = self._waiting.pop(0)
                if isinstance(event, SceneLoaded):
                    self._good, self._latest, self._replaced = opened, {}, {}
                if not self._waiting:
                    self._latest |= self._after_waiting
                    self._after_waiting = {}
            elif isinstance(event, (ImageSaved, SceneSaved, SaveFailed)) and self._saves:
                self._saves.pop(0)
            elif isinstance(event, FrameReady) and self._size is not None:
                shown = Resize(event.width, event.height)
                if shown == Resize(max(self._size.width, 1), max(self._size.height, 1)):
                    self._shown_size = shown
            elif isinstance(event, CommandFailed):
                self._forget(event.command)

    def _forget(self, command: str) -> None:
        """A command was refused: repeating it would be refused again."""
        if command == Resize.__name__:
            self._size = self._shown_size
        for kind in [kind for kind in self._latest if kind.__name__ == command]:
            del self._latest[kind]
            if kind in self._replaced:
                self._latest[kind] = self._replaced.pop(kind)

    def unanswered(self) -> tuple[Open | None, list[SaveImage | SaveScene]]:
        """What the dead worker still owed an answer to; forgotten from now on, as it may be what killed it."""
        with self._lock:
            opening = self._waiting[-1] if self._waiting else None
            saves, self._saves = self._saves, []
            self._waiting, self._after_waiting = [], {}
            return opening, saves

    def commands(self) -> list[Command]:
        """What brings a new worker to where the old one was; empty for the first worker."""
        with self._lock:
            commands: list[Command] = [self._size] if self._size else []
            if self._paused:
                commands.append(Pause())
            if self._good is not None:
                commands.append(self._good)
                commands.extend(self._latest.values())
            return commands
