"""What the user wishes of the backends: which GPU fills its side, software in its place, how many CPU threads."""

from __future__ import annotations

from PySide6.QtCore import QObject

from raytracer.app.studio import Studio
from raytracer.backends import BackendName


class BackendWishes(QObject):
    """One per studio. Where a wish concerns the backend that renders, another one goes on at once."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio

    def set_gpu(self, backend: BackendName) -> None:
        """Chooses what fills the GPU side."""
        studio = self._studio
        studio.sides.preferred = backend
        if studio.active not in ("cpu", backend):
            studio.activate(backend)
        studio.sides_changed.emit()

    def set_force_software(self, on: bool) -> None:
        """Lets a software driver fill the GPU side, for testing; leaves it when it was active."""
        studio = self._studio
        studio.sides.force_software = on
        if not on and studio.active not in ("cpu", *(info.name for info in studio.sides.choices)):
            studio.activate("cpu")
        studio.sides_changed.emit()

    def set_threads(self, threads: int) -> None:
        """Lets the CPU renderer go on with so many threads, 0 for automatic; everything else stays as it is."""
        self._studio.pool.worker("cpu").restart(threads)
