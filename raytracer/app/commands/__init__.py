"""Everything the user can do: a table for each menu. Toolbar, shortcuts and their sheet are made from them, too.

To add a command, add a line to a table and a method of its name to the handlers (``app/handlers.py``).
"""

from __future__ import annotations

from raytracer.app.commands import camera, compare, edit, file, help, render, window
from raytracer.app.commands.command import Command
from raytracer.app.language import QT_TR_NOOP

MENUS: dict[str, tuple[Command, ...]] = {
    QT_TR_NOOP("File"): file.COMMANDS,
    QT_TR_NOOP("Edit"): edit.COMMANDS,
    QT_TR_NOOP("Render"): render.COMMANDS,
    QT_TR_NOOP("Compare"): compare.COMMANDS,
    QT_TR_NOOP("Camera"): camera.COMMANDS,
    QT_TR_NOOP("Window"): window.COMMANDS,
    QT_TR_NOOP("Help"): help.COMMANDS,
}
"""The menus from left to right."""

COMMANDS: tuple[Command, ...] = tuple(command for table in MENUS.values() for command in table)


def find_command(name: str) -> Command:
    """The command of that name."""
    return next(command for command in COMMANDS if command.name == name)
