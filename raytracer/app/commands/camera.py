"""The menu Camera: where it stands, what it looks at, its lens."""

from __future__ import annotations

from raytracer.app.commands.command import Command
from raytracer.app.language import QT_TR_NOOP

COMMANDS = (
    Command("frame_all", QT_TR_NOOP("&Frame all"), QT_TR_NOOP("Show the whole scene"), "frame", ("Home",)),
    Command(
        "frame_selection",
        QT_TR_NOOP("Frame se&lection"),
        QT_TR_NOOP("Show what is selected, or the whole scene"),
        "",
        ("F", "Num+."),
    ),
    Command("reset_view", QT_TR_NOOP("&Reset view"), QT_TR_NOOP("Back to the scene's own camera"), "home", ("R",)),
    Command(
        "fly",
        QT_TR_NOOP("F&ly mode"),
        QT_TR_NOOP("W A S D Q E move, dragging looks around"),
        "fly",
        ("Shift+F",),
        checkable=True,
    ),
    Command("look_front", QT_TR_NOOP("From the front"), "", "", ("Num+1",), separate=True),
    Command("look_back", QT_TR_NOOP("From behind"), "", "", ("Ctrl+Num+1",)),
    Command("look_right", QT_TR_NOOP("From the right"), "", "", ("Num+3",)),
    Command("look_left", QT_TR_NOOP("From the left"), "", "", ("Ctrl+Num+3",)),
    Command("look_top", QT_TR_NOOP("From above"), "", "", ("Num+7",)),
    Command("look_below", QT_TR_NOOP("From below"), "", "", ("Ctrl+Num+7",)),
    Command(
        "orthographic",
        QT_TR_NOOP("&Without perspective"),
        QT_TR_NOOP("Parallel rays: what is far away is not smaller"),
        "",
        ("Num+5", "O"),
        checkable=True,
        separate=True,
    ),
    Command("level", QT_TR_NOOP("&Level"), QT_TR_NOOP("Take the roll out of the view"), "", ("L",)),
    Command(
        "focus_tool",
        QT_TR_NOOP("Fo&cus tool"),
        QT_TR_NOOP("Click what shall be sharp, drag for the aperture"),
        "focus",
        ("D",),
        checkable=True,
    ),
    Command(
        "copy_camera",
        QT_TR_NOOP("Copy camera as te&xt"),
        QT_TR_NOOP("The lines that a scene file has for it"),
        "",
        ("Ctrl+Shift+C",),
        separate=True,
    ),
    Command(
        "paste_camera",
        QT_TR_NOOP("&Paste camera"),
        QT_TR_NOOP("Goes to a camera that was copied as text"),
        "",
        ("Ctrl+Shift+V",),
    ),
)
