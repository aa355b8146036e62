"""Which layer the picture on the screen shows, as the worker said with it; and the words of all layers."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from raytracer.app.language import QT_TR_NOOP
from raytracer.app.studio import Studio
from raytracer.app.workers import Worker
from raytracer.scene.layers import COMBINED, LAYER_NAMES, PictureLayer, find
from raytracer.session.protocol import Event, FrameReady

WORDS = (
    (QT_TR_NOOP("Combined"), QT_TR_NOOP("The light: the picture itself")),
    (QT_TR_NOOP("Albedo"), QT_TR_NOOP("Share of the light that the surface gives back")),
    (QT_TR_NOOP("Normal"), QT_TR_NOOP("Shading normal, on the viewer's side")),
    (QT_TR_NOOP("True normal"), QT_TR_NOOP("Normal of the triangle or sphere itself")),
    (QT_TR_NOOP("Depth"), QT_TR_NOOP("Distance along the view axis")),
    (QT_TR_NOOP("Texture coordinates"), QT_TR_NOOP("u as red, v as green")),
    (QT_TR_NOOP("Material"), QT_TR_NOOP("Each material in a colour of its own")),
    (QT_TR_NOOP("Nodes opened"), QT_TR_NOOP("Nodes of the search tree that a camera ray opens")),
    (QT_TR_NOOP("Triangles tested"), QT_TR_NOOP("Triangles and spheres that a camera ray is tested against")),
    (QT_TR_NOOP("Bounces"), QT_TR_NOOP("Mean number of bounces of a path")),
    (QT_TR_NOOP("Rays"), QT_TR_NOOP("Mean number of rays of a path")),
    (QT_TR_NOOP("Busy lanes"), QT_TR_NOOP("Share of its group's running time in which a lane has work")),
    (QT_TR_NOOP("Not finite"), QT_TR_NOOP("Samples of 16 that are NaN or infinite")),
    (QT_TR_NOOP("Samples"), QT_TR_NOOP("Samples in the film")),
    (QT_TR_NOOP("Noise"), QT_TR_NOOP("Estimated relative error of the light")),
)
"""What ``scene.layers`` says, where the translation tools find it; a test compares the two."""


class LayerView(QObject):
    """One per studio."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self.layer: PictureLayer | None = None
        """None while the picture shows light."""
        self.limits = (0.0, 1.0)
        """What the ends of the scale stand for."""
        studio.pool.heard.connect(self._hear)

    def _hear(self, worker: Worker, event: Event) -> None:
        if not isinstance(event, FrameReady) or worker.backend != self._studio.active:
            return
        light = event.layer == COMBINED or event.layer not in LAYER_NAMES
        layer = None if light else find(event.layer)
        if (layer, event.limits) != (self.layer, self.limits):
            self.layer, self.limits = layer, event.limits
            self.changed.emit()
