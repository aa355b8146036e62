"""One line of the tables of commands, and how its text and keys are written."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

from raytracer.app.language import tr

Standard = QKeySequence.StandardKey
Shortcut = str | QKeySequence.StandardKey


@dataclass(frozen=True)
class Command:
    """One action. ``name`` is also the name of the method that carries it out."""

    name: str
    text: str
    tip: str = ""
    icon: str = ""
    shortcuts: tuple[Shortcut, ...] = ()
    checkable: bool = False
    separate: bool = False
    """Whether a line separates it from the one above in the menu."""


def plain(text: str) -> str:
    """The text of an action without its mnemonic and dots."""
    return text.replace("&", "").removesuffix("…").strip()


def key_text(command: Command) -> str:
    """The command's shortcuts as the platform writes them."""
    form = QKeySequence.SequenceFormat.NativeText
    return tr(" or ").join(keys.toString(form) for keys in sequences(command))


def sequences(command: Command) -> list[QKeySequence]:
    """Its shortcuts. A standard key is empty where the platform has none, and may equal one named outright."""
    keys = [QKeySequence(key) for key in command.shortcuts]
    return list({key.toString(): key for key in keys if not key.isEmpty()}.values())
