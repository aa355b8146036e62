"""The menu Window: what is shown, and the talk. The other panels add themselves."""

from __future__ import annotations

from raytracer.app.commands.command import Command, Standard
from raytracer.app.language import QT_TR_NOOP

COMMANDS = (
    Command(
        "whole_picture",
        QT_TR_NOOP("&Whole picture"),
        QT_TR_NOOP("Ends the zoom into the pixels"),
        "",
        ("Ctrl+0",),
    ),
    Command(
        "present",
        QT_TR_NOOP("&Present"),
        QT_TR_NOOP("Present a talk: the one shown last, or ours"),
        "present",
        ("F5",),
    ),
    Command("present_dialog", QT_TR_NOOP("Present another &talk …"), QT_TR_NOOP("A talk from a file")),
    Command(
        "panels",
        QT_TR_NOOP("Side &panels"),
        QT_TR_NOOP("Show or hide all panels"),
        "panels",
        ("P",),
        checkable=True,
    ),
    Command(
        "full_screen",
        QT_TR_NOOP("F&ull screen"),
        QT_TR_NOOP("Only the picture and the panels"),
        "fullscreen",
        (Standard.FullScreen, "F11"),
        checkable=True,
    ),
    Command("reset_layout", QT_TR_NOOP("Reset layout"), QT_TR_NOOP("Panels back to their places")),
)
