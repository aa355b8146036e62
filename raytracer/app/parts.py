"""Small pieces that every part of the window is made of, with their settings in one call."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QProgressBar, QToolButton, QWidget

from raytracer.app.language import tr


def label(text: str = "", role: str = "", *, font: QFont | None = None, wrap: bool = False) -> QLabel:
    """A text in one of the style sheet's roles, or in a font of its own."""
    result = QLabel(text)
    result.setWordWrap(wrap)
    if role:
        result.setProperty("role", role)
    if font is not None:
        result.setFont(font)
    return result


def recolour(widget: QWidget, colour: str) -> None:
    """Gives a text a colour. One that it has is not set again: Qt would polish the widget anew each time."""
    style = f"color: {colour};"
    if widget.styleSheet() != style:
        widget.setStyleSheet(style)


def selectable(widget: QLabel) -> QLabel:
    """The same label, whose text can be marked and copied."""
    widget.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return widget


def timer(parent: QObject, interval_ms: int, act: Callable[[], object], *, once: bool = False) -> QTimer:
    """A timer, not started."""
    result = QTimer(parent)
    result.setInterval(interval_ms)
    result.setSingleShot(once)
    result.timeout.connect(act)
    return result


def tool_button(text: str, name: str, act: Callable[..., object] | None = None) -> QToolButton:
    """A flat button; ``name`` is its tooltip and what a screen reader says."""
    result = QToolButton()
    result.setText(text)
    result.setToolTip(name)
    result.setAccessibleName(name)
    result.setProperty("flat", True)
    if act is not None:
        result.clicked.connect(act)
    return result


def progress_bar(width: int = 0) -> QProgressBar:
    """A thin bar from 0 to 1000 without text; as wide as its place when ``width`` is 0."""
    result = QProgressBar()
    result.setTextVisible(False)
    result.setRange(0, 1000)
    result.setAccessibleName(tr("Progress"))
    if width:
        result.setFixedWidth(width)
    return result


def as_panel(widget: QWidget) -> None:
    """Paints the panel colour behind a widget."""
    widget.setProperty("role", "panel")
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
