"""Everything the user can do, in one table: menus, toolbar, shortcuts and their sheet are made from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from raytracer.app.icons import icon
from raytracer.app.language import QT_TR_NOOP, tr
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
    Command("open_dialog", QT_TR_NOOP("&Open …"), "File", QT_TR_NOOP("Open a scene"), "open", (_Standard.Open,)),
    Command(
        "save_scene",
        QT_TR_NOOP("&Save"),
        "File",
        QT_TR_NOOP("Save the scene"),
        "",
        (_Standard.Save,),
        separate=True,
    ),
    Command(
        "save_scene_as",
        QT_TR_NOOP("Save &as …"),
        "File",
        QT_TR_NOOP("Save the scene to another file"),
        "",
        ("Ctrl+Shift+S",),
    ),
    Command(
        "save_dialog",
        QT_TR_NOOP("Save &image as …"),
        "File",
        QT_TR_NOOP("Save the picture as PNG, EXR …"),
        "save",
        ("Ctrl+E",),
        separate=True,
    ),
    Command(
        "copy_image",
        QT_TR_NOOP("&Copy image"),
        "File",
        QT_TR_NOOP("Copy the picture to the clipboard"),
        "copy",
        (_Standard.Copy,),
    ),
    Command(
        "allow_outside", QT_TR_NOOP("Let scenes read files outside their folder"), "File", checkable=True, separate=True
    ),
    Command("quit", QT_TR_NOOP("&Quit"), "File", "", "", (_Standard.Quit, "Ctrl+Q"), separate=True),
    Command("undo", QT_TR_NOOP("&Undo"), "Edit", QT_TR_NOOP("Take the last change back"), "undo", (_Standard.Undo,)),
    Command(
        "redo", QT_TR_NOOP("&Redo"), "Edit", QT_TR_NOOP("Make the change again"), "redo", (_Standard.Redo, "Ctrl+Y")
    ),
    Command(
        "add",
        QT_TR_NOOP("&Add …"),
        "Edit",
        QT_TR_NOOP("An object or a light, in front of the camera on what it looks at"),
        "",
        ("Shift+A",),
        separate=True,
    ),
    Command(
        "delete",
        QT_TR_NOOP("&Delete"),
        "Edit",
        QT_TR_NOOP("Delete what is selected"),
        "",
        (_Standard.Delete,),
    ),
    Command("duplicate", QT_TR_NOOP("Du&plicate"), "Edit", QT_TR_NOOP("A copy of what is selected"), "", ("Ctrl+D",)),
    Command("hide", QT_TR_NOOP("&Hide or show"), "Edit", QT_TR_NOOP("Hide the selected objects"), "", ("H",)),
    Command(
        "select_all",
        QT_TR_NOOP("Select &all"),
        "Edit",
        QT_TR_NOOP("All visible objects"),
        "",
        (_Standard.SelectAll,),
        separate=True,
    ),
    Command("select_none", QT_TR_NOOP("Select &nothing"), "Edit", "", "", ("Ctrl+Shift+A",)),
    Command(
        "tool_move",
        QT_TR_NOOP("&Move (G)"),
        "Edit",
        QT_TR_NOOP("Handles to move what is selected"),
        checkable=True,
        separate=True,
    ),
    Command(
        "tool_rotate", QT_TR_NOOP("R&otate (R)"), "Edit", QT_TR_NOOP("Handles to turn what is selected"), checkable=True
    ),
    Command(
        "tool_scale", QT_TR_NOOP("&Scale (S)"), "Edit", QT_TR_NOOP("Handles to scale what is selected"), checkable=True
    ),
    Command(
        "editing",
        QT_TR_NOOP("&Outliner and properties"),
        "Edit",
        QT_TR_NOOP("Show or hide the panels for editing the scene"),
        "edit",
        ("E",),
        checkable=True,
        separate=True,
    ),
    Command(
        "camera_steps",
        QT_TR_NOOP("Undo takes back &camera moves"),
        "Edit",
        QT_TR_NOOP("Whether moving the camera counts as a change to undo"),
        checkable=True,
    ),
    Command(
        "preferences",
        QT_TR_NOOP("&Preferences …"),
        "Edit",
        QT_TR_NOOP("Theme, language, navigation, devices, cache"),
        "",
        (_Standard.Preferences, "Ctrl+,"),
        separate=True,
    ),
    Command("toggle_pause", QT_TR_NOOP("&Pause"), "Render", QT_TR_NOOP("Pause or go on"), "pause", ("Space",)),
    Command(
        "restart",
        QT_TR_NOOP("&Restart"),
        "Render",
        QT_TR_NOOP("Throw the samples away and start again"),
        "restart",
        ("Ctrl+R",),
    ),
    Command(
        "flip",
        QT_TR_NOOP("&Switch CPU / GPU"),
        "Render",
        QT_TR_NOOP("Go on with the other side"),
        "flip",
        ("B",),
        separate=True,
    ),
    Command("force_software", QT_TR_NOOP("Allow software Vulkan (for testing)"), "Render", checkable=True),
    Command(
        "half_size",
        QT_TR_NOOP("&Half resolution"),
        "Render",
        QT_TR_NOOP("A quarter of the pixels: four times as many samples for each"),
        "",
        ("Ctrl+H",),
        checkable=True,
        separate=True,
    ),
    Command(
        "region_tool",
        QT_TR_NOOP("Re&gion …"),
        "Render",
        QT_TR_NOOP("Draw the part of the picture that is refined; the rest stays as it is"),
        "region",
        ("Ctrl+B",),
        checkable=True,
    ),
    Command(
        "region_selection",
        QT_TR_NOOP("Region around the &selection"),
        "Render",
        QT_TR_NOOP("Refine only where the selected objects are seen"),
        "",
        ("Ctrl+Shift+B",),
    ),
    Command(
        "clear_region",
        QT_TR_NOOP("&Clear region"),
        "Render",
        QT_TR_NOOP("Refine the whole picture again"),
        "",
        ("Ctrl+Alt+B",),
    ),
    Command(
        "denoise",
        QT_TR_NOOP("&Denoise"),
        "Render",
        QT_TR_NOOP("Show the picture without noise, as Intel Open Image Denoise guesses it to be"),
        "",
        ("N",),
        checkable=True,
        separate=True,
    ),
    Command(
        "more_exposure",
        QT_TR_NOOP("Brighter"),
        "Render",
        QT_TR_NOOP("Half a stop more exposure"),
        "",
        ("]",),
    ),
    Command("less_exposure", QT_TR_NOOP("Darker"), "Render", QT_TR_NOOP("Half a stop less exposure"), "", ("[",)),
    Command(
        "race",
        QT_TR_NOOP("Start or stop the &race"),
        "Compare",
        QT_TR_NOOP("Two contenders render the same picture side by side"),
        "race",
        ("Shift+B",),
        checkable=True,
    ),
    Command(
        "race_layout",
        QT_TR_NOOP("Race: next &view"),
        "Compare",
        QT_TR_NOOP("Left and right, above and below, difference"),
        "",
        ("Shift+V",),
    ),
    Command(
        "large_figures",
        QT_TR_NOOP("&Large figures"),
        "Compare",
        QT_TR_NOOP("The gap in very large numerals over the picture"),
        "",
        ("Shift+N",),
        checkable=True,
    ),
    Command("race_swap", QT_TR_NOOP("Race: &swap sides"), "Compare", "", "", ("Shift+X",)),
    Command("divider_back", QT_TR_NOOP("Race: divider to the left or up"), "Compare", "", "", (",",)),
    Command("divider_on", QT_TR_NOOP("Race: divider to the right or down"), "Compare", "", "", (".",)),
    Command("frame_all", QT_TR_NOOP("&Frame all"), "Camera", QT_TR_NOOP("Show the whole scene"), "frame", ("Home",)),
    Command(
        "frame_selection",
        QT_TR_NOOP("Frame se&lection"),
        "Camera",
        QT_TR_NOOP("Show what is selected, or the whole scene"),
        "",
        ("F", "Num+."),
    ),
    Command(
        "reset_view", QT_TR_NOOP("&Reset view"), "Camera", QT_TR_NOOP("Back to the scene's own camera"), "home", ("R",)
    ),
    Command(
        "fly",
        QT_TR_NOOP("F&ly mode"),
        "Camera",
        QT_TR_NOOP("W A S D Q E move, dragging looks around"),
        "fly",
        ("Shift+F",),
        checkable=True,
    ),
    Command(
        "take_snapshot",
        QT_TR_NOOP("&Take a snapshot"),
        "Compare",
        QT_TR_NOOP("Keep the picture aside, to compare with"),
        "",
        ("Ctrl+T",),
    ),
    Command(
        "flip_snapshot",
        QT_TR_NOOP("&Flip snapshot and live picture"),
        "Compare",
        QT_TR_NOOP("Shows the snapshot instead of the live picture, and back"),
        "",
        ("X",),
    ),
    Command(
        "whole_picture",
        QT_TR_NOOP("&Whole picture"),
        "Window",
        QT_TR_NOOP("Ends the zoom into the pixels"),
        "",
        ("Ctrl+0",),
    ),
    Command("look_front", QT_TR_NOOP("From the front"), "Camera", "", "", ("Num+1",), separate=True),
    Command("look_back", QT_TR_NOOP("From behind"), "Camera", "", "", ("Ctrl+Num+1",)),
    Command("look_right", QT_TR_NOOP("From the right"), "Camera", "", "", ("Num+3",)),
    Command("look_left", QT_TR_NOOP("From the left"), "Camera", "", "", ("Ctrl+Num+3",)),
    Command("look_top", QT_TR_NOOP("From above"), "Camera", "", "", ("Num+7",)),
    Command("look_below", QT_TR_NOOP("From below"), "Camera", "", "", ("Ctrl+Num+7",)),
    Command(
        "orthographic",
        QT_TR_NOOP("&Without perspective"),
        "Camera",
        QT_TR_NOOP("Parallel rays: what is far away is not smaller"),
        "",
        ("Num+5", "O"),
        checkable=True,
        separate=True,
    ),
    Command("level", QT_TR_NOOP("&Level"), "Camera", QT_TR_NOOP("Take the roll out of the view"), "", ("L",)),
    Command(
        "focus_tool",
        QT_TR_NOOP("Fo&cus tool"),
        "Camera",
        QT_TR_NOOP("Click what shall be sharp, drag for the aperture"),
        "focus",
        ("D",),
        checkable=True,
    ),
    Command(
        "copy_camera",
        QT_TR_NOOP("Copy camera as te&xt"),
        "Camera",
        QT_TR_NOOP("The lines that a scene file has for it"),
        "",
        ("Ctrl+Shift+C",),
        separate=True,
    ),
    Command(
        "paste_camera",
        QT_TR_NOOP("&Paste camera"),
        "Camera",
        QT_TR_NOOP("Goes to a camera that was copied as text"),
        "",
        ("Ctrl+Shift+V",),
    ),
    Command(
        "present",
        QT_TR_NOOP("&Present"),
        "Window",
        QT_TR_NOOP("Present a talk: the one shown last, or ours"),
        "present",
        ("F5",),
    ),
    Command("present_dialog", QT_TR_NOOP("Present another &talk …"), "Window", QT_TR_NOOP("A talk from a file")),
    Command(
        "panels",
        QT_TR_NOOP("Side &panels"),
        "Window",
        QT_TR_NOOP("Show or hide all panels"),
        "panels",
        ("P",),
        checkable=True,
    ),
    Command(
        "full_screen",
        QT_TR_NOOP("F&ull screen"),
        "Window",
        QT_TR_NOOP("Only the picture and the panels"),
        "fullscreen",
        (_Standard.FullScreen, "F11"),
        checkable=True,
    ),
    Command("reset_layout", QT_TR_NOOP("Reset layout"), "Window", QT_TR_NOOP("Panels back to their places")),
    Command(
        "shortcuts", QT_TR_NOOP("&Keyboard and mouse"), "Help", QT_TR_NOOP("All shortcuts"), "keyboard", ("F1", "?")
    ),
    Command("tour", QT_TR_NOOP("&Tour"), "Help", QT_TR_NOOP("The four cards of the first start")),
    Command("show_log", QT_TR_NOOP("Show &log"), "Help", QT_TR_NOOP("What happened since the start")),
    Command("show_cache", QT_TR_NOOP("Show cache folder"), "Help", QT_TR_NOOP("Compiled kernels and logs")),
    Command("about", QT_TR_NOOP("&About Raytracer"), "Help", separate=True),
)


def make_actions(owner: QWidget, handlers: dict[str, Callable[..., object]]) -> dict[str, QAction]:
    """One ``QAction`` for each command, triggered into ``handlers[name]``; checkable ones pass their state."""
    actions: dict[str, QAction] = {}
    for command in COMMANDS:
        action = QAction(tr(command.text), owner)
        action.setShortcuts(sequences(command))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        action.setCheckable(command.checkable)
        keys = key_text(command)
        action.setToolTip((tr(command.tip) or plain(tr(command.text))) + (f"   {keys}" if keys else ""))
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


def command(name: str) -> Command:
    """The command of that name."""
    return next(command for command in COMMANDS if command.name == name)


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
    return tr(" or ").join(keys.toString(form) for keys in sequences(command))


def sequences(command: Command) -> list[QKeySequence]:
    """Its shortcuts. A standard key is empty where the platform has none, and may equal one named outright."""
    keys = [QKeySequence(key) for key in command.shortcuts]
    return list({key.toString(): key for key in keys if not key.isEmpty()}.values())
