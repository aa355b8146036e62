"""Everything the user can do, in one table: menus, toolbar, shortcuts and their sheet are made from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from raytracer.app.icons import icon
from raytracer.app.theme import theme

Shortcut = str | QKeySequence.StandardKey
_Standard = QKeySequence.StandardKey


@dataclass(frozen=True)
class Command:
    """One action. ``name`` is also the name of the method of the window that carries it out."""

    name: str
    text: str
    menu: str
    tip: str = ""
    icon: str = ""
    shortcuts: tuple[Shortcut, ...] = ()
    checkable: bool = False
    separate: bool = False
    """Whether a line separates it from the one above in the menu."""


COMMANDS: tuple[Command, ...] = (
    Command("open_dialog", "&Open …", "File", "Open a scene", "open", (_Standard.Open,)),
    Command(
        "save_dialog",
        "&Save image as …",
        "File",
        "Save the picture as PNG, EXR …",
        "save",
        (_Standard.Save,),
        separate=True,
    ),
    Command("copy_image", "&Copy image", "File", "Copy the picture to the clipboard", "copy", (_Standard.Copy,)),
    Command("allow_outside", "Let scenes read files outside their folder", "File", checkable=True, separate=True),
    Command("quit", "&Quit", "File", "", "", (_Standard.Quit, "Ctrl+Q"), separate=True),
    Command("toggle_pause", "&Pause", "Render", "Pause or go on", "pause", ("Space",)),
    Command("restart", "&Restart", "Render", "Throw the samples away and start again", "restart", ("F5", "Ctrl+R")),
    Command("flip", "&Switch CPU / GPU", "Render", "Go on with the other side", "flip", ("B",), separate=True),
    Command("force_software", "Allow software Vulkan (for testing)", "Render", checkable=True),
    Command("more_exposure", "Brighter", "Render", "Half a stop more exposure", "", ("]",), separate=True),
    Command("less_exposure", "Darker", "Render", "Half a stop less exposure", "", ("[",)),
    Command("frame_all", "&Frame all", "Camera", "Show the whole scene", "frame", ("Home", "F")),
    Command("reset_view", "&Reset view", "Camera", "Back to the scene's own camera", "home", ("R",)),
    Command(
        "fly", "F&ly mode", "Camera", "W A S D Q E move, dragging looks around", "fly", ("Shift+F",), checkable=True
    ),
    Command("look_front", "From the front", "Camera", "", "", ("1",), separate=True),
    Command("look_right", "From the right", "Camera", "", "", ("3",)),
    Command("look_top", "From above", "Camera", "", "", ("7",)),
    Command("panels", "Side &panels", "Window", "Show or hide all panels", "panels", ("P",), checkable=True),
    Command(
        "full_screen",
        "F&ull screen",
        "Window",
        "Only the picture and the panels",
        "fullscreen",
        (_Standard.FullScreen, "F11"),
        checkable=True,
    ),
    Command("reset_layout", "Reset layout", "Window", "Panels back to their places"),
    Command("shortcuts", "&Keyboard and mouse", "Help", "All shortcuts", "keyboard", ("F1", "?")),
    Command("show_cache", "Show cache folder", "Help", "Compiled kernels and logs"),
    Command("about", "&About Raytracer", "Help", separate=True),
)

POINTER_HELP: tuple[tuple[str, str], ...] = (
    ("Left drag", "Orbit"),
    ("Middle drag, Shift + left drag", "Pan"),
    ("Wheel, two-finger scroll, pinch", "Dolly"),
    ("Right drag", "Look around; with W A S D Q E fly"),
    ("Arrow keys", "Orbit"),
    ("Shift + arrow keys", "Pan"),
    ("+  −", "Dolly"),
    ("Wheel in fly mode", "Speed"),
    ("Esc", "Leave fly mode or full screen"),
    ("Drop a file", "Open it"),
    ("Double-click a label", "Back to its default"),
)


def make_actions(owner: QWidget, handlers: dict[str, Callable[..., object]]) -> dict[str, QAction]:
    """One ``QAction`` for each command, triggered into ``handlers[name]``; checkable ones pass their state."""
    actions: dict[str, QAction] = {}
    for command in COMMANDS:
        action = QAction(command.text, owner)
        action.setShortcuts(sequences(command))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setCheckable(command.checkable)
        keys = key_text(command)
        action.setToolTip((command.tip or plain(command.text)) + (f"   {keys}" if keys else ""))
        action.setStatusTip("")
        handler = handlers[command.name]
        if command.checkable:
            action.triggered.connect(lambda on, act=handler: act(on))
        else:
            action.triggered.connect(lambda _on=False, act=handler: act())
        owner.addAction(action)
        actions[command.name] = action
    colour_actions(actions)
    return actions


def colour_actions(actions: dict[str, QAction]) -> None:
    """Gives the icons the colours of the theme."""
    c = theme().colours
    for command in COMMANDS:
        if command.icon:
            actions[command.name].setIcon(icon(command.icon, c.text, c.text_off))


def plain(text: str) -> str:
    """The text of an action without its mnemonic and dots."""
    return text.replace("&", "").removesuffix("…").strip()


def key_text(command: Command) -> str:
    """The command's shortcuts as the platform writes them."""
    form = QKeySequence.SequenceFormat.NativeText
    return " or ".join(keys.toString(form) for keys in sequences(command))


def sequences(command: Command) -> list[QKeySequence]:
    """Its shortcuts. A standard key is empty where the platform has none, and may equal one named outright."""
    keys = [QKeySequence(key) for key in command.shortcuts]
    return list({key.toString(): key for key in keys if not key.isEmpty()}.values())
