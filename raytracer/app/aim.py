"""What lies under the pointer, asked of the renderer; it answers within a pass."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF

from raytracer.app.studio import Studio
from raytracer.app.workers import Worker
from raytracer.session.protocol import Event
from raytracer.session.scene_messages import Pick, Picked, PickHit

FIRST_REQUEST = 1 << 32
"""Others who ask count from 1: an answer is for whoever knows its number."""

Take = Callable[[PickHit | None], object]


class Aim(QObject):
    """Asks for the point of the scene under a point of the film; a newer question replaces the asker's older one."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._studio = studio
        self._requests = itertools.count(FIRST_REQUEST)
        self._waiting: dict[object, tuple[int, Take]] = {}
        studio.heard.connect(self._hear)

    def ask(self, asker: object, film_point: QPointF, take: Take) -> None:
        """``take`` is called with what is seen there, or None for the sky; never when the renderer does not answer."""
        if self._studio.scene is None or self._studio.opening is not None:
            return
        request = next(self._requests)
        self._waiting[asker] = request, take
        self._studio.worker.client.send(Pick(film_point.x(), film_point.y(), request))

    def forget(self, asker: object) -> None:
        """The asker does not want to know any more."""
        self._waiting.pop(asker, None)

    def _hear(self, _worker: Worker, event: Event) -> None:
        if isinstance(event, Picked):
            for asker, (request, take) in list(self._waiting.items()):
                if request == event.request:
                    del self._waiting[asker]
                    take(event.hit)
