"""The region tool: whether it is on, and what is refined of the picture. Drawn and fed by ``layers.region``."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from raytracer.app.pointer_tool import PointerTool
from raytracer.scene.region import Box, Region, as_region, pixel_box


class RegionTool(PointerTool):
    """A drag sets the region and puts the tool away. The region is a render setting: it is undone and saved as such."""

    @property
    def box(self) -> Box | None:
        """The region in pixels of the film; None: there is none."""
        region = self._studio.settings.region
        return None if region is None else pixel_box(region, *self._studio.size)

    def between(self, first: QPointF, second: QPointF) -> Region | None:
        """The region between two points of the film, pixels; None where it has no area within the picture."""
        width, height = self._studio.size
        drawn = QRectF(first, second).normalized().intersected(QRectF(0.0, 0.0, width, height))
        corners = (round(drawn.left()), round(drawn.top()), round(drawn.right()), round(drawn.bottom()))
        if corners[0] >= corners[2] or corners[1] >= corners[3]:
            return None
        return as_region(pixel_box(as_region(corners, width, height), width, height), width, height)

    def choose(self, region: Region | None) -> None:
        """Refines only this part from now on; None: everything again."""
        self._studio.change_settings(region=region)
