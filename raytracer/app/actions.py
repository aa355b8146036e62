"""The commands as ``QAction``s of a window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from raytracer.app.commands import COMMANDS
from raytracer.app.commands.command import key_text, plain, sequences
from raytracer.app.icons import icon
from raytracer.app.language import tr
from raytracer.app.theme import theme


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


def colour_actions(actions: dict[str, QAction]) -> None:
    """Gives the icons the colours of the theme."""
    c = theme().colours
    for command in COMMANDS:
        if command.icon:
            actions[command.name].setIcon(icon(command.icon, c.text, c.text_off))
