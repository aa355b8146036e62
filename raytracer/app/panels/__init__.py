"""The panels, one file each, listed in one table: docks, menu and shortcuts are made from it.

To add a panel, write a module with a widget that takes the studio, and add a line to ``PANELS``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from PySide6.QtWidgets import QWidget

from raytracer.app.language import QT_TR_NOOP
from raytracer.app.panels.camera import CameraPanel
from raytracer.app.panels.inspector import InspectorPanel
from raytracer.app.panels.log import LogPanel
from raytracer.app.panels.machine import MachinePanel
from raytracer.app.panels.outliner import OutlinerPanel
from raytracer.app.panels.picture import PicturePanel
from raytracer.app.panels.properties import PropertiesPanel
from raytracer.app.panels.race import RacePanel
from raytracer.app.panels.render import RenderPanel
from raytracer.app.panels.scene import ScenePanel
from raytracer.app.panels.snapshots import SnapshotPanel
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
    left: bool = False
    """Stands on the left of the picture."""


def _compared(name: str, title: str, summary: str) -> Panel:
    """A panel of the menu Compare. Its module, which has a ``make``, is loaded when it is opened first."""

    def make(studio: Studio) -> QWidget:
        return cast("QWidget", importlib.import_module(f"raytracer.app.panels.{name}").make(studio))

    return Panel(name, title, summary, make, opened=False, menu="Compare")


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
    Panel(
        "inspector",
        QT_TR_NOOP("Pixel"),
        QT_TR_NOOP("Values under the pointer, and a histogram"),
        InspectorPanel,
        opened=False,
    ),
    Panel(
        "snapshots",
        QT_TR_NOOP("Snapshots"),
        QT_TR_NOOP("Pictures kept aside, to compare with the live one"),
        SnapshotPanel,
        opened=False,
        menu="Compare",
    ),
    Panel("log", QT_TR_NOOP("Log"), QT_TR_NOOP("What happened since the start"), LogPanel, opened=False),
    Panel("scene", QT_TR_NOOP("Scene"), QT_TR_NOOP("What the file holds, and what was not taken over"), ScenePanel),
    _compared("ladder", QT_TR_NOOP("Core ladder"), QT_TR_NOOP("1, 2, 4 … all threads, then each GPU")),
    _compared("dial", QT_TR_NOOP("Latency and throughput"), QT_TR_NOOP("One path to 16 million")),
    _compared("quality", QT_TR_NOOP("Equal quality"), QT_TR_NOOP("The error over time")),
    _compared("energy", QT_TR_NOOP("Energy and price"), QT_TR_NOOP("Samples per joule and price")),
    _compared("together", QT_TR_NOOP("Together"), QT_TR_NOOP("Several workers fill one picture")),
    _compared("card", QT_TR_NOOP("Result card"), QT_TR_NOOP("One picture for a slide")),
    Panel(
        "outliner",
        QT_TR_NOOP("Outliner"),
        QT_TR_NOOP("What the scene is made of"),
        OutlinerPanel,
        tabbed=False,
        opened=False,
        left=True,
    ),
    Panel(
        "properties",
        QT_TR_NOOP("Properties"),
        QT_TR_NOOP("Of what is selected"),
        PropertiesPanel,
        tabbed=False,
        opened=False,
        left=True,
    ),
    _compared("bounces", QT_TR_NOOP("Bounces"), QT_TR_NOOP("The light of so many bounces, or of one kind")),
    _compared("follow_ray", QT_TR_NOOP("Follow a ray"), QT_TR_NOOP("One sample of one pixel")),
    _compared("divergence", QT_TR_NOOP("Divergence"), QT_TR_NOOP("How long the lanes of a group stay together")),
)
