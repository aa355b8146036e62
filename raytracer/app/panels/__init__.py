"""The panels, one file each, listed in one table: docks, menu and shortcuts are made from it.

To add a panel, write a module with a widget that takes the studio, and add a line to ``PANELS``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from raytracer.app.language import QT_TR_NOOP
from raytracer.app.panels.camera import CameraPanel
from raytracer.app.panels.machine import MachinePanel
from raytracer.app.panels.picture import PicturePanel
from raytracer.app.panels.race import RacePanel
from raytracer.app.panels.render import RenderPanel
from raytracer.app.panels.scene import ScenePanel
from raytracer.app.panels.throughput import ThroughputPanel
from raytracer.app.studio import Studio


@dataclass(frozen=True)
class Panel:
    """One dock. ``name`` identifies it in saved layouts; ``summary`` is what it is for, in one line."""

    name: str
    title: str
    summary: str
    make: Callable[[Studio], QWidget]
    tabbed: bool = True
    """Shares its place with the other tabbed panels."""
    opened: bool = True
    """Open in a fresh layout. One that is not is made when it is opened first, from the menu ``menu``."""
    menu: str = "Window"
    """The menu that lists it."""


PANELS: tuple[Panel, ...] = (
    Panel(
        "throughput",
        QT_TR_NOOP("Throughput"),
        QT_TR_NOOP("What CPU and GPU do with the same work"),
        ThroughputPanel,
        tabbed=False,
    ),
    Panel("view", QT_TR_NOOP("View"), QT_TR_NOOP("The picture only; samples are kept"), PicturePanel),
    Panel("camera", QT_TR_NOOP("Camera"), QT_TR_NOOP("Lens and place; changes restart the picture"), CameraPanel),
    Panel("render", QT_TR_NOOP("Render"), QT_TR_NOOP("The estimate; changes restart the picture"), RenderPanel),
    Panel(
        "machine",
        QT_TR_NOOP("This machine"),
        QT_TR_NOOP("What each backend runs on, and how fast its memory is"),
        MachinePanel,
        opened=False,
        menu="Compare",
    ),
    Panel(
        "race",
        QT_TR_NOOP("Race"),
        QT_TR_NOOP("Two contenders render the same picture side by side"),
        RacePanel,
        opened=False,
        menu="Compare",
    ),
    Panel("scene", QT_TR_NOOP("Scene"), QT_TR_NOOP("What the file holds, and what was not taken over"), ScenePanel),
)
