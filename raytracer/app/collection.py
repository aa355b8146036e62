"""Python's cyclic garbage is collected in the window's thread alone.

Collected in any other thread, a widget that is garbage gives up its connections there: that takes a lock of Qt, and
then wants Python's, while the window's thread holds Python's and waits for Qt's: both stand still for ever.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject

from raytracer.app.parts import timer

_EVERY_MS = 200
_THRESHOLDS = (700, 10, 10)
"""Python's usual ones: objects since the last collection, and collections of the younger generations."""


class Collection(QObject):
    """Takes the place of automatic collection, which stays off in this process."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        timer(self, _EVERY_MS, self.collect).start()

    def collect(self) -> None:
        """Collects the oldest generation that is due, and the younger ones with it."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > _THRESHOLDS[generation]:
                gc.collect(generation)
                return
