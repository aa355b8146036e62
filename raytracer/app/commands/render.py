"""The menu Render: whether, where and on what samples are taken, and how bright they are shown."""

from __future__ import annotations

from raytracer.app.commands.command import Command
from raytracer.app.language import QT_TR_NOOP

COMMANDS = (
    Command("toggle_pause", QT_TR_NOOP("&Pause"), QT_TR_NOOP("Pause or go on"), "pause", ("Space",)),
    Command(
        "restart",
        QT_TR_NOOP("&Restart"),
        QT_TR_NOOP("Throw the samples away and start again"),
        "restart",
        ("Ctrl+R",),
    ),
    Command(
        "flip",
        QT_TR_NOOP("&Switch CPU / GPU"),
        QT_TR_NOOP("Go on with the other side"),
        "flip",
        ("B",),
        separate=True,
    ),
    Command("force_software", QT_TR_NOOP("Allow software Vulkan (for testing)"), checkable=True),
    Command(
        "half_size",
        QT_TR_NOOP("&Half resolution"),
        QT_TR_NOOP("A quarter of the pixels: four times as many samples for each"),
        "",
        ("Ctrl+H",),
        checkable=True,
        separate=True,
    ),
    Command(
        "region_tool",
        QT_TR_NOOP("Re&gion …"),
        QT_TR_NOOP("Draw the part of the picture that is refined; the rest stays as it is"),
        "region",
        ("Ctrl+B",),
        checkable=True,
    ),
    Command(
        "region_selection",
        QT_TR_NOOP("Region around the &selection"),
        QT_TR_NOOP("Refine only where the selected objects are seen"),
        "",
        ("Ctrl+Shift+B",),
    ),
    Command(
        "clear_region",
        QT_TR_NOOP("&Clear region"),
        QT_TR_NOOP("Refine the whole picture again"),
        "",
        ("Ctrl+Alt+B",),
    ),
    Command(
        "denoise",
        QT_TR_NOOP("&Denoise"),
        QT_TR_NOOP("Show the picture without noise, as Intel Open Image Denoise guesses it to be"),
        "",
        ("N",),
        checkable=True,
        separate=True,
    ),
    Command(
        "more_exposure",
        QT_TR_NOOP("Brighter"),
        QT_TR_NOOP("Half a stop more exposure"),
        "",
        ("]",),
    ),
    Command("less_exposure", QT_TR_NOOP("Darker"), QT_TR_NOOP("Half a stop less exposure"), "", ("[",)),
)
