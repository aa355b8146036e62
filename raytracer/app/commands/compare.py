"""The menu Compare: the race, and pictures that were kept. The panels of experiments add themselves."""

from __future__ import annotations

from raytracer.app.commands.command import Command
from raytracer.app.language import QT_TR_NOOP

COMMANDS = (
    Command(
        "race",
        QT_TR_NOOP("Start or stop the &race"),
        QT_TR_NOOP("Two contenders render the same picture side by side"),
        "race",
        ("Shift+B",),
        checkable=True,
    ),
    Command(
        "race_layout",
        QT_TR_NOOP("Race: next &view"),
        QT_TR_NOOP("Left and right, above and below, difference"),
        "",
        ("Shift+V",),
    ),
    Command(
        "large_figures",
        QT_TR_NOOP("&Large figures"),
        QT_TR_NOOP("The gap in very large numerals over the picture"),
        "",
        ("Shift+N",),
        checkable=True,
    ),
    Command("race_swap", QT_TR_NOOP("Race: &swap sides"), "", "", ("Shift+X",)),
    Command("divider_back", QT_TR_NOOP("Race: divider to the left or up"), "", "", (",",)),
    Command("divider_on", QT_TR_NOOP("Race: divider to the right or down"), "", "", (".",)),
    Command(
        "take_snapshot",
        QT_TR_NOOP("&Take a snapshot"),
        QT_TR_NOOP("Keep the picture aside, to compare with"),
        "",
        ("Ctrl+T",),
    ),
    Command(
        "flip_snapshot",
        QT_TR_NOOP("&Flip snapshot and live picture"),
        QT_TR_NOOP("Shows the snapshot instead of the live picture, and back"),
        "",
        ("X",),
    ),
)
