"""The menu Edit: the scene, its history, and how the program behaves."""

from __future__ import annotations

from raytracer.app.commands.command import Command, Standard
from raytracer.app.language import QT_TR_NOOP

COMMANDS = (
    Command("undo", QT_TR_NOOP("&Undo"), QT_TR_NOOP("Take the last change back"), "undo", (Standard.Undo,)),
    Command("redo", QT_TR_NOOP("&Redo"), QT_TR_NOOP("Make the change again"), "redo", (Standard.Redo, "Ctrl+Y")),
    Command(
        "add",
        QT_TR_NOOP("&Add …"),
        QT_TR_NOOP("An object or a light, in front of the camera on what it looks at"),
        "",
        ("Shift+A",),
        separate=True,
    ),
    Command(
        "delete",
        QT_TR_NOOP("&Delete"),
        QT_TR_NOOP("Delete what is selected"),
        "",
        (Standard.Delete,),
    ),
    Command("duplicate", QT_TR_NOOP("Du&plicate"), QT_TR_NOOP("A copy of what is selected"), "", ("Ctrl+D",)),
    Command("hide", QT_TR_NOOP("&Hide or show"), QT_TR_NOOP("Hide the selected objects"), "", ("H",)),
    Command(
        "select_all",
        QT_TR_NOOP("Select &all"),
        QT_TR_NOOP("All visible objects"),
        "",
        (Standard.SelectAll,),
        separate=True,
    ),
    Command("select_none", QT_TR_NOOP("Select &nothing"), "", "", ("Ctrl+Shift+A",)),
    Command(
        "tool_move",
        QT_TR_NOOP("&Move (G)"),
        QT_TR_NOOP("Handles to move what is selected"),
        checkable=True,
        separate=True,
    ),
    Command("tool_rotate", QT_TR_NOOP("R&otate (R)"), QT_TR_NOOP("Handles to turn what is selected"), checkable=True),
    Command("tool_scale", QT_TR_NOOP("&Scale (S)"), QT_TR_NOOP("Handles to scale what is selected"), checkable=True),
    Command(
        "editing",
        QT_TR_NOOP("&Outliner and properties"),
        QT_TR_NOOP("Show or hide the panels for editing the scene"),
        "edit",
        ("E",),
        checkable=True,
        separate=True,
    ),
    Command(
        "camera_steps",
        QT_TR_NOOP("Undo takes back &camera moves"),
        QT_TR_NOOP("Whether moving the camera counts as a change to undo"),
        checkable=True,
    ),
    Command(
        "preferences",
        QT_TR_NOOP("&Preferences …"),
        QT_TR_NOOP("Theme, language, navigation, devices, cache"),
        "",
        (Standard.Preferences, "Ctrl+,"),
        separate=True,
    ),
)
