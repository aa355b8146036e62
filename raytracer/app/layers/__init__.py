"""Layers over the picture, one file each, listed in one table: painted in this order, asked for input in reverse.

To add a layer, write a module with a ``Layer`` and add its class to ``LAYERS``. What a layer shares with a panel lives
in a feature of the studio (``Studio.feature``).
"""

from __future__ import annotations

from raytracer.app.layers.denoised import DenoisedLayer
from raytracer.app.layers.focus import FocusLayer
from raytracer.app.layers.gizmo import GizmoLayer
from raytracer.app.layers.inspector import InspectorLayer
from raytracer.app.layers.large_figures import LargeFiguresLayer
from raytracer.app.layers.layer import Layer
from raytracer.app.layers.legend import LegendLayer
from raytracer.app.layers.path import PathLayer
from raytracer.app.layers.pivot import PivotLayer
from raytracer.app.layers.race import RaceLayer
from raytracer.app.layers.region import RegionLayer
from raytracer.app.layers.selection import SelectionLayer
from raytracer.app.layers.slide import SlideLayer
from raytracer.app.layers.snapshots import SnapshotLayer
from raytracer.app.layers.zoom import ZoomLayer

LAYERS: tuple[type[Layer], ...] = (
    SelectionLayer,
    RaceLayer,
    LegendLayer,
    DenoisedLayer,
    LargeFiguresLayer,
    SnapshotLayer,
    InspectorLayer,
    PivotLayer,
    GizmoLayer,
    PathLayer,
    ZoomLayer,
    RegionLayer,
    FocusLayer,
    SlideLayer,
)
