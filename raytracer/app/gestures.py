"""From mouse, wheel, touchpad and keys to camera moves. The maths is in ``navigation``."""

from __future__ import annotations

import math
import time

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent

from raytracer.app import navigation
from raytracer.app.parts import timer
from raytracer.app.studio import Studio

TURN_PER_HEIGHT = math.pi
"""Radians of orbit for a drag over the viewport's whole height."""
LOOK_PER_HEIGHT = math.radians(80.0)
KEY_TURN = math.radians(5.0)
KEY_PAN = 0.05
TOUCH_STEP_PIXELS = 60.0
"""Touchpad scroll that counts as one wheel step."""
_TICK_MS = 16

_Key = Qt.Key
_FLY_KEYS: dict[int, tuple[int, int, int]] = {
    _Key.Key_W: (0, 0, 1),
    _Key.Key_S: (0, 0, -1),
    _Key.Key_A: (-1, 0, 0),
    _Key.Key_D: (1, 0, 0),
    _Key.Key_E: (0, 1, 0),
    _Key.Key_Q: (0, -1, 0),
}
_ARROWS: dict[int, tuple[int, int]] = {
    _Key.Key_Left: (-1, 0),
    _Key.Key_Right: (1, 0),
    _Key.Key_Up: (0, -1),
    _Key.Key_Down: (0, 1),
}
_DOLLY_KEYS: dict[int, int] = {
    _Key.Key_Plus: 1,
    _Key.Key_Equal: 1,
    _Key.Key_PageUp: 1,
    _Key.Key_Minus: -1,
    _Key.Key_PageDown: -1,
}


class Gestures(QObject):
    """Feeds the studio's camera. Each ``handle_*`` says whether it used the event.

    Moves are sent as moving; once they stop (button up, key up, wheel quiet) the camera is sent as at rest.
    """

    fly_changed = Signal()

    def __init__(self, studio: Studio, parent: QObject) -> None:
        super().__init__(parent)
        self._studio = studio
        self._height = 1.0
        self._pointer: QPointF | None = None
        self._drag = ""
        self._held: set[int] = set()
        self._speed_level = 0
        self._flying = False
        self._flying_by_button = False
        self._last_tick = 0.0
        self._tick = timer(self, _TICK_MS, self._fly_on)

    def set_height(self, height: int) -> None:
        """Height of the viewport in logical pixels: what drags are measured against."""
        self._height = float(max(height, 1))

    @property
    def flying(self) -> bool:
        """Whether W, A, S, D, Q and E move and dragging looks around."""
        return self._flying or self._flying_by_button

    @property
    def fly_speed(self) -> float:
        """Metres per second."""
        return navigation.fly_speed(self._studio.scene_size, self._speed_level)

    def set_flying(self, on: bool) -> None:
        """Enters or leaves fly mode."""
        self._flying = on
        self._flying_by_button = False
        self._update_flight()

    # ------------------------------------------------------------ pointer

    def handle_press(self, event: QMouseEvent) -> bool:
        """Starts a drag."""
        button, shift = event.button(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        left = button == Qt.MouseButton.LeftButton
        if button == Qt.MouseButton.RightButton:
            self._flying_by_button = True
            self._drag = "look"
            self._update_flight()
        elif button == Qt.MouseButton.MiddleButton or (left and shift):
            self._drag = "pan"
        elif left:
            self._drag = "look" if self._flying else "orbit"
        else:
            return False
        self._pointer = event.position()
        return True

    def handle_move(self, event: QMouseEvent) -> bool:
        """Goes on with the drag."""
        if self._pointer is None:
            return False
        delta = (event.position() - self._pointer) / self._height
        self._pointer = event.position()
        camera = self._studio.camera
        if self._drag == "orbit":
            camera = navigation.orbit(camera, delta.x() * TURN_PER_HEIGHT, delta.y() * TURN_PER_HEIGHT)
        elif self._drag == "look":
            camera = navigation.look(camera, delta.x() * LOOK_PER_HEIGHT, -delta.y() * LOOK_PER_HEIGHT)
        else:
            camera = navigation.pan(camera, delta.x(), delta.y())
        self._studio.move_camera(camera)
        return True

    def handle_release(self, event: QMouseEvent) -> bool:
        """Ends the drag."""
        if self._pointer is None:
            return False
        self._pointer = None
        self._drag = ""
        if event.button() == Qt.MouseButton.RightButton:
            self._flying_by_button = False
            self._update_flight()
        self._studio.rest_camera()
        return True

    def handle_wheel(self, event: QWheelEvent) -> bool:
        """Dolly; in fly mode the speed."""
        pixels = event.pixelDelta().y()
        steps = pixels / TOUCH_STEP_PIXELS if pixels else event.angleDelta().y() / 120.0
        if steps == 0.0:
            return False
        if self.flying:
            self._speed_level += 1 if steps > 0 else -1
            self.fly_changed.emit()
        else:
            self._dolly(steps)
        return True

    def handle_pinch(self, event: QNativeGestureEvent) -> bool:
        """Touchpad pinch: dolly by the same factor as the fingers."""
        if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture or event.value() <= -1.0:
            return False
        self._dolly(math.log1p(event.value()) / navigation.DOLLY_RATE)
        return True

    # ------------------------------------------------------------ keys

    def claims(self, event: QKeyEvent) -> bool:
        """Whether a key means navigation here, before it may mean a shortcut."""
        if event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
            return False
        key = event.key()
        return key in _ARROWS or key in _DOLLY_KEYS or (self.flying and (key in _FLY_KEYS or key == _Key.Key_Escape))

    def handle_key_press(self, event: QKeyEvent) -> bool:
        """Arrows orbit, with shift they pan; plus and minus dolly; fly keys fly."""
        if not self.claims(event):
            return False
        key = event.key()
        if self.flying and key == _Key.Key_Escape:
            self.set_flying(False)
        elif self.flying and key in _FLY_KEYS:
            self._held.add(key)
            self._start_flight()
        elif key in _ARROWS:
            self._turn_or_pan(*_ARROWS[key], pan=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            self._dolly(_DOLLY_KEYS[key])
        return True

    def handle_key_release(self, event: QKeyEvent) -> bool:
        """Stops flying in that direction."""
        if event.isAutoRepeat() or event.key() not in self._held:
            return False
        self._held.discard(event.key())
        if not self._held:
            self._stop_flight()
        return True

    def let_go(self) -> None:
        """The window lost the keyboard: no key counts as held any more."""
        self._held.clear()
        self._stop_flight()

    # ------------------------------------------------------------ moves

    def _turn_or_pan(self, right: int, down: int, *, pan: bool) -> None:
        camera = self._studio.camera
        if pan:
            moved = navigation.pan(camera, -right * KEY_PAN, -down * KEY_PAN)
        elif self.flying:
            moved = navigation.look(camera, right * KEY_TURN, -down * KEY_TURN)
        else:
            moved = navigation.orbit(camera, right * KEY_TURN, -down * KEY_TURN)
        self._studio.nudge_camera(moved)

    def _dolly(self, steps: float) -> None:
        self._studio.nudge_camera(navigation.dolly(self._studio.camera, steps, self._studio.scene_size))

    def _update_flight(self) -> None:
        if not self.flying:
            self.let_go()
        self.fly_changed.emit()

    def _start_flight(self) -> None:
        if not self._tick.isActive():
            self._last_tick = time.perf_counter()
            self._tick.start()

    def _stop_flight(self) -> None:
        if self._tick.isActive():
            self._tick.stop()
            self._studio.rest_camera()

    def _fly_on(self) -> None:
        now = time.perf_counter()
        # A stall of the window must not become a leap.
        seconds, self._last_tick = min(now - self._last_tick, 0.1), now
        x, y, z = (float(sum(_FLY_KEYS[key][axis] for key in self._held)) for axis in range(3))
        self._studio.move_camera(navigation.fly(self._studio.camera, (x, y, z), self.fly_speed * seconds))
