"""Flying: keys that are held move the camera, as long as they are held."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Qt, Signal

from raytracer.app import navigation
from raytracer.app.parts import timer
from raytracer.app.studio import Studio

_TICK_MS = 16
_Key = Qt.Key
FLY_KEYS: dict[int, tuple[int, int, int]] = {
    _Key.Key_W: (0, 0, 1),
    _Key.Key_S: (0, 0, -1),
    _Key.Key_A: (-1, 0, 0),
    _Key.Key_D: (1, 0, 0),
    _Key.Key_E: (0, 1, 0),
    _Key.Key_Q: (0, -1, 0),
}
"""Right, up and forward of each key; up is the camera's own."""


class Flight(QObject):
    """Fly mode, by command or while a button is held."""

    changed = Signal()
    """The mode or the speed."""

    def __init__(self, studio: Studio, parent: QObject) -> None:
        super().__init__(parent)
        self._studio = studio
        self._by_command = False
        self._by_button = False
        self._held: set[int] = set()
        self._level = 0
        self._last_tick = 0.0
        self._tick = timer(self, _TICK_MS, self._go_on)

    @property
    def on(self) -> bool:
        """Whether the fly keys fly."""
        return self._by_command or self._by_button

    @property
    def by_command(self) -> bool:
        """Whether every drag looks around."""
        return self._by_command

    @property
    def speed(self) -> float:
        """Metres per second."""
        return navigation.fly_speed(self._studio.scene_size, self._level)

    def set_on(self, on: bool, *, by_button: bool = False) -> None:
        """Enters or leaves fly mode; the command counts more than the button."""
        if by_button:
            self._by_button = on
        else:
            self._by_command, self._by_button = on, False
        if not self.on:
            self.let_go()
        self.changed.emit()

    def change_speed(self, levels: int) -> None:
        """Faster (positive) or slower."""
        self._level += levels
        self.changed.emit()

    def hold(self, key: int) -> None:
        """A fly key went down."""
        self._held.add(key)
        if not self._tick.isActive():
            self._last_tick = time.perf_counter()
            self._tick.start()

    def release(self, key: int) -> bool:
        """A key went up. Returns whether it was held."""
        if key not in self._held:
            return False
        self._held.discard(key)
        if not self._held:
            self._stop()
        return True

    def let_go(self) -> None:
        """No key counts as held any more."""
        self._held.clear()
        self._stop()

    def _stop(self) -> None:
        if self._tick.isActive():
            self._tick.stop()
            self._studio.rest_camera()

    def _go_on(self) -> None:
        now = time.perf_counter()
        # A stall of the window must not become a leap.
        seconds, self._last_tick = min(now - self._last_tick, 0.1), now
        x, y, z = (float(sum(FLY_KEYS[key][axis] for key in self._held)) for axis in range(3))
        self._studio.move_camera(navigation.fly(self._studio.camera, (x, y, z), self.speed * seconds))
