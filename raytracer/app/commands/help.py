"""The menu Help."""

from __future__ import annotations

from raytracer.app.commands.command import Command
from raytracer.app.language import QT_TR_NOOP

COMMANDS = (
    Command("shortcuts", QT_TR_NOOP("&Keyboard and mouse"), QT_TR_NOOP("All shortcuts"), "keyboard", ("F1", "?")),
    Command("tour", QT_TR_NOOP("&Tour"), QT_TR_NOOP("The four cards of the first start")),
    Command("show_log", QT_TR_NOOP("Show &log"), QT_TR_NOOP("What happened since the start")),
    Command("show_cache", QT_TR_NOOP("Show cache folder"), QT_TR_NOOP("Compiled kernels and logs")),
    Command("about", QT_TR_NOOP("&About Raytracer"), separate=True),
)
