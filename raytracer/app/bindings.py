"""Which drag means which move, as tables for people who come from other programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Qt

from raytracer.app.language import QT_TR_NOOP, tr

Move = Literal["orbit", "pan", "dolly", "look", "roll"]

_Button = Qt.MouseButton
_NONE = Qt.KeyboardModifier.NoModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_ALT = Qt.KeyboardModifier.AltModifier

MOVES: dict[Move, str] = {
    "orbit": QT_TR_NOOP("Orbit about the point under the pointer"),
    "pan": QT_TR_NOOP("Pan"),
    "dolly": QT_TR_NOOP("Dolly: up is nearer"),
    "look": QT_TR_NOOP("Look around; with W A S D Q E fly"),
    "roll": QT_TR_NOOP("Roll"),
}
_BUTTONS: dict[Qt.MouseButton, str] = {
    _Button.LeftButton: QT_TR_NOOP("left drag"),
    _Button.MiddleButton: QT_TR_NOOP("middle drag"),
    _Button.RightButton: QT_TR_NOOP("right drag"),
}
_MODIFIERS: tuple[tuple[Qt.KeyboardModifier, str], ...] = (
    (_CTRL, QT_TR_NOOP("Ctrl")),
    (_ALT, QT_TR_NOOP("Alt")),
    (_SHIFT, QT_TR_NOOP("Shift")),
)


@dataclass(frozen=True)
class Drag:
    """A button, with exactly these modifiers held when it goes down, and what it does."""

    button: Qt.MouseButton
    modifiers: Qt.KeyboardModifier
    move: Move


@dataclass(frozen=True)
class Preset:
    """One way to navigate. ``name`` identifies it in the preferences."""

    name: str
    title: str
    drags: tuple[Drag, ...]
    wheel: int = 1
    """1 when turning the wheel forward goes nearer, -1 when it goes away."""
    scroll: Move = "dolly"
    """What two fingers on a touchpad do."""

    def move(self, button: Qt.MouseButton, modifiers: Qt.KeyboardModifier) -> Move | None:
        """What a press means, None for nothing."""
        held = modifiers & (_SHIFT | _CTRL | _ALT)
        return next((d.move for d in self.drags if d.button == button and d.modifiers == held), None)


PRESETS: tuple[Preset, ...] = (
    Preset(
        "standard",
        QT_TR_NOOP("Standard"),
        (
            Drag(_Button.LeftButton, _NONE, "orbit"),
            Drag(_Button.LeftButton, _SHIFT, "pan"),
            Drag(_Button.MiddleButton, _NONE, "pan"),
            Drag(_Button.MiddleButton, _CTRL, "dolly"),
            Drag(_Button.RightButton, _NONE, "look"),
            Drag(_Button.RightButton, _CTRL, "roll"),
        ),
    ),
    Preset(
        "blender",
        QT_TR_NOOP("Like Blender"),
        (
            Drag(_Button.MiddleButton, _NONE, "orbit"),
            Drag(_Button.LeftButton, _ALT, "orbit"),
            Drag(_Button.MiddleButton, _SHIFT, "pan"),
            Drag(_Button.MiddleButton, _CTRL, "dolly"),
            Drag(_Button.RightButton, _NONE, "look"),
            Drag(_Button.RightButton, _CTRL, "roll"),
        ),
        scroll="orbit",
    ),
    Preset(
        "cad",
        QT_TR_NOOP("Like a CAD program"),
        (
            Drag(_Button.MiddleButton, _NONE, "orbit"),
            Drag(_Button.RightButton, _NONE, "orbit"),
            Drag(_Button.MiddleButton, _CTRL, "pan"),
            Drag(_Button.RightButton, _CTRL, "pan"),
            Drag(_Button.MiddleButton, _SHIFT, "dolly"),
            Drag(_Button.MiddleButton, _ALT, "roll"),
        ),
        wheel=-1,
    ),
    Preset(
        "maya",
        QT_TR_NOOP("Like Maya"),
        (
            Drag(_Button.LeftButton, _ALT, "orbit"),
            Drag(_Button.MiddleButton, _ALT, "pan"),
            Drag(_Button.RightButton, _ALT, "dolly"),
            Drag(_Button.MiddleButton, _NONE, "pan"),
            Drag(_Button.RightButton, _NONE, "look"),
            Drag(_Button.RightButton, _CTRL, "roll"),
        ),
    ),
)

POINTER_HELP: tuple[tuple[str, str], ...] = (
    (QT_TR_NOOP("Wheel, two-finger scroll, pinch"), QT_TR_NOOP("Dolly to what is under the pointer")),
    (QT_TR_NOOP("Shift + two-finger scroll"), QT_TR_NOOP("Pan")),
    (QT_TR_NOOP("Two fingers turning"), QT_TR_NOOP("Roll")),
    (QT_TR_NOOP("Arrow keys"), QT_TR_NOOP("Orbit")),
    (QT_TR_NOOP("Shift + arrow keys"), QT_TR_NOOP("Pan")),
    (QT_TR_NOOP("Ctrl + left, right"), QT_TR_NOOP("Roll")),
    (QT_TR_NOOP("Ctrl + up, down"), QT_TR_NOOP("Longer, shorter focal length")),
    (QT_TR_NOOP("+  −"), QT_TR_NOOP("Dolly")),
    (QT_TR_NOOP("1 … 9"), QT_TR_NOOP("Go to a saved camera")),
    (QT_TR_NOOP("Ctrl + 1 … 9"), QT_TR_NOOP("Save the camera")),
    (QT_TR_NOOP("Ctrl + wheel"), QT_TR_NOOP("Zoom into the pixels; middle drag moves")),
    (QT_TR_NOOP("Wheel in fly mode"), QT_TR_NOOP("Speed")),
    (QT_TR_NOOP("Esc"), QT_TR_NOOP("Leave fly mode or full screen")),
    (QT_TR_NOOP("Click"), QT_TR_NOOP("Select; with Shift or Ctrl one more")),
    (QT_TR_NOOP("Double click"), QT_TR_NOOP("Properties of the object")),
    (QT_TR_NOOP("G  R  S"), QT_TR_NOOP("Move, rotate, scale what is selected")),
    (QT_TR_NOOP("Ctrl while dragging a handle"), QT_TR_NOOP("In steps")),
    (QT_TR_NOOP("Shift + drag with the sky selected"), QT_TR_NOOP("Turn the sky; otherwise with Ctrl + Shift")),
    (QT_TR_NOOP("Drop a file"), QT_TR_NOOP("Open it; HDR and EXR become the sky")),
    (QT_TR_NOOP("Double-click a label"), QT_TR_NOOP("Back to its default")),
)
"""What the pointer and keys do in the picture, whatever the preset."""


def preset(name: str) -> Preset:
    """The preset of this name; the first one when there is none."""
    return next((p for p in PRESETS if p.name == name), PRESETS[0])


def help_lines(chosen: Preset) -> list[tuple[str, str]]:
    """Drags and what they do, in words, for the sheet of shortcuts."""
    lines = []
    for move, text in MOVES.items():
        ways = [_in_words(drag) for drag in chosen.drags if drag.move == move]
        if ways:
            joined = tr(", ").join(ways)
            lines.append((joined[:1].upper() + joined[1:], tr(text)))
    return lines


def _in_words(drag: Drag) -> str:
    held = [tr(name) for modifier, name in _MODIFIERS if drag.modifiers & modifier]
    return " + ".join([*held, tr(_BUTTONS[drag.button])])
