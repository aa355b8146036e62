"""What a loader gives back: the scene, and everything it did not take over as written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from raytracer.errors import InputError
from raytracer.scene import Image, Scene

NoteKind = Literal["unsupported", "ignored", "repaired", "missing"]


@dataclass(frozen=True)
class LoadNote:
    """One thing ignored, repaired or missing, in words for the user; ``where`` is file and place."""

    kind: NoteKind
    text: str
    where: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else self.text


@dataclass
class LoadReport:
    """Collects notes while loading. The same note from many places is kept once, with a count."""

    _counts: dict[LoadNote, int] = field(default_factory=dict)

    def note(self, kind: NoteKind, text: str, where: str = "") -> None:
        """Adds a note."""
        key = LoadNote(kind, text, where)
        self._counts[key] = self._counts.get(key, 0) + 1

    @property
    def notes(self) -> list[LoadNote]:
        """All notes in order of first appearance; "(n times)" is added to repeated ones."""
        return [
            note if count == 1 else LoadNote(note.kind, f"{note.text} ({count} times)", note.where)
            for note, count in self._counts.items()
        ]


KeyPath = tuple[str | int, ...]


@dataclass(frozen=True)
class Origin:
    """Where in a scene file its parts are written; for writing it again with the author's layout.

    ``instances`` and ``materials`` run parallel to the scene's lists: the key path of the table that made each, None
    for what a mesh file brought along. Lights and cameras stand in the file in the order of the scene.
    """

    instances: tuple[KeyPath, ...]
    materials: tuple[KeyPath | None, ...]
    pictures: tuple[Image, ...] = ()
    """Those without a file of their own, which the scene file names by their numbers."""


@dataclass
class LoadContext:
    """What every loader gets besides the path.

    ``resolve`` is the only way from a name in a scene file to a file on disk: it refuses what leaves the scene's own
    folder tree unless ``allow_outside``. ``keep_going`` turns a missing texture into a placeholder and a missing mesh
    into a note. ``progress(activity, fraction)`` may be called at any time; it raises ``KeyboardInterrupt`` to cancel.
    """

    root: Path
    """Folder of the scene file that the user opened."""
    report: LoadReport = field(default_factory=LoadReport)
    allow_outside: bool = False
    keep_going: bool = False
    progress: Callable[[str, float | None], None] = lambda activity, fraction: None
    trusted_roots: tuple[Path, ...] = ()
    """Further folders that may be read: the project's own assets, for the project's own scenes."""
    text: str | None = None
    """Contents of the scene file, to be read instead of the file; a TOML loader leaves here what it read."""
    origin: Origin | None = None
    """Where the parts of the scene are written, as the TOML loader found it."""

    def resolve(self, name: str, *, base: Path | None = None, asked_by: str) -> Path:
        """The existing file that ``name`` (relative to ``base``, default the root) means.

        Backslashes count as slashes. Raises ``InputError`` naming the resolved path and ``asked_by`` (file and place)
        when it does not exist or lies outside the permitted folders.
        """
        path = (base or self.root) / name.replace("\\", "/")
        try:
            real = path.resolve()
            found = real.is_file()
        except (OSError, ValueError) as error:  # too long, a zero byte, a loop of links
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"{name[:80]!r} is no name of a file: {reason}", where=asked_by) from error
        permitted = (self.root.resolve(), *(r.resolve() for r in self.trusted_roots))
        if not self.allow_outside and not any(real.is_relative_to(r) for r in permitted):
            raise InputError(
                f"{name!r} lies outside the scene's folder {self.root}",
                where=asked_by,
                remedy="move it there, or allow files outside with --allow-outside",
            )
        if not found:
            raise InputError(f"file not found: {path}", where=asked_by)
        return real


@dataclass(frozen=True)
class LoadResult:
    """A scene and the notes about it."""

    scene: Scene
    notes: list[LoadNote]
    path: Path = Path()
    text: str | None = None
    """What stands in the file, of a TOML scene."""
    origin: Origin | None = None
