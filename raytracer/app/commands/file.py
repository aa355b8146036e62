"""The menu File: scenes and pictures, opened and saved."""

from __future__ import annotations

from raytracer.app.commands.command import Command, Standard
from raytracer.app.language import QT_TR_NOOP

COMMANDS = (
    Command("open_dialog", QT_TR_NOOP("&Open …"), QT_TR_NOOP("Open a scene"), "open", (Standard.Open,)),
    Command(
        "save_scene",
        QT_TR_NOOP("&Save"),
        QT_TR_NOOP("Save the scene"),
        "",
        (Standard.Save,),
        separate=True,
    ),
    Command(
        "save_scene_as",
        QT_TR_NOOP("Save &as …"),
        QT_TR_NOOP("Save the scene to another file"),
        "",
        ("Ctrl+Shift+S",),
    ),
    Command(
        "save_dialog",
        QT_TR_NOOP("Save &image as …"),
        QT_TR_NOOP("Save the picture as PNG, EXR …"),
        "save",
        ("Ctrl+E",),
        separate=True,
    ),
    Command(
        "copy_image",
        QT_TR_NOOP("&Copy image"),
        QT_TR_NOOP("Copy the picture to the clipboard"),
        "copy",
        (Standard.Copy,),
    ),
    Command("allow_outside", QT_TR_NOOP("Let scenes read files outside their folder"), checkable=True, separate=True),
    Command("quit", QT_TR_NOOP("&Quit"), "", "", (Standard.Quit, "Ctrl+Q"), separate=True),
)
