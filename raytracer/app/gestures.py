"""From mouse, wheel, touchpad and keys to camera moves. The maths is in ``navigation``, the tables in ``bindings``."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QInputDevice, QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent

from raytracer.app import navigation
from raytracer.app.aim import Aim
from raytracer.app.bindings import PRESETS, Move, Preset
from raytracer.app.flight import FLY_KEYS, Flight
from raytracer.app.studio import Studio
from raytracer.scene import Camera
from raytracer.session.scene_messages import PickHit

TURN_PER_HEIGHT = math.pi
"""Radians of orbit for a drag over the picture's whole height."""
LOOK_PER_HEIGHT = math.radians(80.0)
DOLLY_PER_HEIGHT = 12.0
"""Wheel steps for a drag over the picture's whole height."""
KEY_TURN = math.radians(5.0)
KEY_PAN = 0.05
TOUCH_STEP_PIXELS = 60.0
"""Touchpad scroll that counts as one wheel step."""
STILL_PIXELS = 3.0
"""A pointer that moved less between two wheel steps still points at the same thing."""

_Key = Qt.Key
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
_SHIFT, _CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class Gestures(QObject):
    """Feeds the studio's camera. Each ``handle_*`` says whether it used the event.

    Moves are sent as moving; once they stop (button up, key up, wheel quiet) the camera is sent as at rest. The point
    that a drag turns about or moves with is what the renderer sees under the pointer; until it has answered, and over
    the sky, it is the camera's target.
    """

    pivot_changed = Signal()

    def __init__(self, studio: Studio, film_point: Callable[[QPointF], QPointF], parent: QObject) -> None:
        super().__init__(parent)
        self._studio = studio
        self._film_point = film_point
        self._aim = studio.feature(Aim)
        self._height = 1.0
        self._pointer: QPointF | None = None
        self._move: Move = "orbit"
        self._wheel_at: QPointF | None = None
        self._left_at: Camera | None = None
        self._seen: navigation.Point | None = None
        self.flight = Flight(studio, self)
        self.preset: Preset = PRESETS[0]

    def set_height(self, height: float) -> None:
        """Height of the picture on the screen in logical pixels: what drags are measured against."""
        self._height = float(max(height, 1))

    @property
    def pivot(self) -> navigation.Point | None:
        """The point that the present drag turns about, world space; None when there is nothing to show."""
        return self._seen if self._pointer is not None and self._move in ("orbit", "dolly") else None

    # ------------------------------------------------------------ pointer

    def handle_press(self, event: QMouseEvent) -> bool:
        """Starts a drag."""
        move = self.preset.move(event.button(), event.modifiers())
        if self.flight.by_command and event.button() == Qt.MouseButton.LeftButton:
            move = "look"
        if move is None:
            return False
        if move == "look":
            self.flight.set_on(True, by_button=True)
        self._move = move
        self._pointer = event.position()
        self._look_for(event.position())
        return True

    def handle_move(self, event: QMouseEvent) -> bool:
        """Goes on with the drag."""
        if self._pointer is None:
            return False
        delta = (event.position() - self._pointer) / self._height
        self._pointer = event.position()
        self._studio.move_camera(self._moved(self._move, delta.x(), delta.y()))
        return True

    def handle_release(self, _event: QMouseEvent) -> bool:
        """Ends the drag."""
        if self._pointer is None:
            return False
        self._pointer = None
        self._forget()
        if self._move == "look":
            self.flight.set_on(False, by_button=True)
        self._studio.rest_camera()
        return True

    def handle_wheel(self, event: QWheelEvent) -> bool:
        """Dolly to the pointer, in fly mode the speed; on a touchpad what the preset says, with shift pan."""
        pixels = event.pixelDelta()
        if self._is_touch(event) and not self.flight.on and not pixels.isNull():
            move: Move = "pan" if event.modifiers() & _SHIFT else self.preset.scroll
            if move != "dolly":
                self._point_at(event.position())
                self._nudge(self._moved(move, pixels.x() / self._height, pixels.y() / self._height))
                return True
        steps = pixels.y() / TOUCH_STEP_PIXELS if pixels.y() else event.angleDelta().y() / 120.0
        if steps == 0.0:
            return False
        if self.flight.on:
            self.flight.change_speed(1 if steps > 0 else -1)
        else:
            self._dolly(steps * self.preset.wheel, event.position())
        return True

    def handle_pinch(self, event: QNativeGestureEvent) -> bool:
        """Touchpad: pinching dollies by the fingers' factor, turning them rolls, a double tap shows the whole scene."""
        kind = event.gestureType()
        if kind == Qt.NativeGestureType.ZoomNativeGesture and event.value() > -1.0:
            self._dolly(math.log1p(event.value()) / navigation.DOLLY_RATE, event.position())
        elif kind == Qt.NativeGestureType.RotateNativeGesture:
            self._nudge(self._rolled(math.radians(event.value())))
        elif kind == Qt.NativeGestureType.SmartZoomNativeGesture:
            self._studio.frame_all()
        else:
            return False
        return True

    # ------------------------------------------------------------ keys

    def claims(self, event: QKeyEvent) -> bool:
        """Whether a key means navigation here, before it may mean a shortcut."""
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in _ARROWS:
            return held in (Qt.KeyboardModifier.NoModifier, _SHIFT, _CTRL)
        if held & ~_SHIFT:
            return False
        return key in _DOLLY_KEYS or (self.flight.on and (key in FLY_KEYS or key == _Key.Key_Escape))

    def handle_key_press(self, event: QKeyEvent) -> bool:
        """Arrows orbit, with shift pan, with control roll and zoom; plus and minus dolly; fly keys fly."""
        if not self.claims(event):
            return False
        key = event.key()
        if self.flight.on and key == _Key.Key_Escape:
            self.flight.set_on(False)
        elif self.flight.on and key in FLY_KEYS:
            self.flight.hold(key)
        elif key in _ARROWS:
            self._arrow(*_ARROWS[key], event.modifiers())
        else:
            self._dolly(_DOLLY_KEYS[key], None)
        return True

    def handle_key_release(self, event: QKeyEvent) -> bool:
        """Stops flying in that direction."""
        return not event.isAutoRepeat() and self.flight.release(event.key())

    def let_go(self) -> None:
        """The window lost the keyboard: no key counts as held any more."""
        self.flight.let_go()

    # ------------------------------------------------------------ moves

    def _moved(self, move: Move, right: float, down: float) -> Camera:
        """The camera after a drag by fractions of the picture's height."""
        camera, up = self._studio.camera, self._studio.home_camera.up
        if move == "orbit":
            return navigation.orbit(camera, right * TURN_PER_HEIGHT, down * TURN_PER_HEIGHT, self._seen, up)
        if move == "look":
            return navigation.look(camera, right * LOOK_PER_HEIGHT, -down * LOOK_PER_HEIGHT, up)
        if move == "roll":
            return self._rolled(right * TURN_PER_HEIGHT)
        if move == "dolly":
            return navigation.dolly(camera, -down * DOLLY_PER_HEIGHT, self._studio.scene_size, self._seen)
        depth = navigation.depth_of(camera, self._seen) if self._seen is not None else 0.0
        return navigation.pan(camera, right, down, depth if depth > 0.0 else None)

    def _arrow(self, right: int, down: int, held: Qt.KeyboardModifier) -> None:
        camera, up = self._studio.camera, self._studio.home_camera.up
        if held & _CTRL:
            moved = self._rolled(right * KEY_TURN) if right else navigation.zoom(camera, -down)
        elif held & _SHIFT:
            moved = navigation.pan(camera, -right * KEY_PAN, -down * KEY_PAN)
        elif self.flight.on:
            moved = navigation.look(camera, right * KEY_TURN, -down * KEY_TURN, up)
        else:
            moved = navigation.orbit(camera, right * KEY_TURN, -down * KEY_TURN, axis=up)
        self._nudge(moved)

    def _rolled(self, angle: float) -> Camera:
        camera, up = self._studio.camera, self._studio.home_camera.up
        return navigation.roll(camera, navigation.roll_angle(camera, up) + angle, up)

    def _dolly(self, steps: float, where: QPointF | None) -> None:
        """Towards what is under the pointer, or the target for a key."""
        towards = self._under(where) if where is not None else None
        self._nudge(navigation.dolly(self._studio.camera, steps, self._studio.scene_size, towards))

    def _nudge(self, camera: Camera) -> None:
        self._studio.nudge_camera(camera)
        self._left_at = self._studio.camera

    # ------------------------------------------------------------ what is under the pointer

    def _point_at(self, where: QPointF) -> None:
        """Looks for what is under the pointer, unless the last wheel step was there, too."""
        last = self._wheel_at
        elsewhere = last is None or (where - last).manhattanLength() > STILL_PIXELS
        if elsewhere or self._studio.camera != self._left_at:
            self._wheel_at = where
            self._look_for(where)

    def _under(self, where: QPointF) -> navigation.Point:
        """The point that wheel steps go to; what is not known yet is taken to be as far away as the target."""
        self._point_at(where)
        if self._seen is not None:
            return self._seen
        film = self._film_point(where)
        width, height = self._studio.size
        right, down = (film.x() - width / 2.0) / height, (film.y() - height / 2.0) / height
        return navigation.point_at(self._studio.camera, right, down)

    def _look_for(self, where: QPointF) -> None:
        self._seen = None
        self._aim.ask(self, self._film_point(where), self._take)
        self.pivot_changed.emit()

    def _take(self, hit: PickHit | None) -> None:
        self._seen = hit.position if hit is not None else None
        self.pivot_changed.emit()

    def _forget(self) -> None:
        self._seen = self._wheel_at = None
        self._aim.forget(self)
        self.pivot_changed.emit()

    @staticmethod
    def _is_touch(event: QWheelEvent) -> bool:
        device = event.device()
        return device is not None and device.type() == QInputDevice.DeviceType.TouchPad
