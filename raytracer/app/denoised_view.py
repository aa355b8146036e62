"""Whether the picture on the screen is denoised, as the worker said with it; and whether it can be at all."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from raytracer.app.language import tr
from raytracer.app.studio import Studio
from raytracer.app.workers import Worker
from raytracer.session import denoise
from raytracer.session.protocol import Event, FrameReady


class DenoisedView(QObject):
    """One per studio."""

    changed = Signal()

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self.possible = denoise.available()
        """Whether the library is installed."""
        self.spp = 0.0
        """Samples per pixel that the picture was made from; 0: it is not denoised."""
        studio.pool.heard.connect(self._hear)
        studio.view_changed.connect(self.changed)

    @property
    def on(self) -> bool:
        """Whether the picture on the screen is denoised."""
        return self.spp > 0.0

    @property
    def awaited(self) -> bool:
        """Whether a denoised picture is wanted and is not there yet."""
        studio = self._studio
        return self.possible and studio.view.denoises and len(studio.team) == 1 and not self.on

    def about(self) -> str:
        """What denoising is, or how to get it."""
        if self.possible:
            return tr(
                "A guess of what the picture will look like, by Intel Open Image Denoise on the CPU. "
                "The samples go on, no figure contains it, and in a race it is off."
            )
        return tr("Intel Open Image Denoise is not installed. To get it: {command}").format(command=denoise.HOW)

    def _hear(self, worker: Worker, event: Event) -> None:
        if isinstance(event, FrameReady) and worker is self._studio.worker and event.denoised_spp != self.spp:
            self.spp = event.denoised_spp
            self.changed.emit()
