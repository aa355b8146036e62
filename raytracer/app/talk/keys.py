"""The keys of a talk: those that clickers send, and a few for the speaker's own keyboard."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QAbstractSpinBox, QApplication, QComboBox, QLineEdit

from raytracer.app.language import QT_TR_NOOP
from raytracer.app.talk.presenter import Phase, Presenter

_Key = Qt.Key
NEXT = (_Key.Key_Right, _Key.Key_Down, _Key.Key_PageDown, _Key.Key_Space, _Key.Key_N)
PREVIOUS = (_Key.Key_Left, _Key.Key_Up, _Key.Key_PageUp, _Key.Key_Backspace, _Key.Key_P)
BLANK = (_Key.Key_B, _Key.Key_Period)
ENTER = (_Key.Key_Return, _Key.Key_Enter)
HELP: tuple[tuple[str, str], ...] = (
    ("→  Page down  Space", QT_TR_NOOP("Next step")),
    ("←  Page up  Backspace", QT_TR_NOOP("Previous step")),
    ("Number, then Enter", QT_TR_NOOP("Jump to that step")),
    ("Home  End", QT_TR_NOOP("First, last step")),
    ("R", QT_TR_NOOP("This step again, as it was meant")),
    ("B  .", QT_TR_NOOP("Blank the screen, and back")),
    ("L", QT_TR_NOOP("The talk's next language")),
    ("T", QT_TR_NOOP("Show or hide the speaker's notes")),
    ("Esc", QT_TR_NOOP("End the talk")),
)


class TalkKeys(QObject):
    """Takes the talk's keys from the whole application while a talk goes on, before shortcuts and navigation do.

    Fields that are being typed in keep their keys, and nothing is taken with Ctrl or Alt held.
    """

    def __init__(self, presenter: Presenter, end: Callable[[], object], notes: Callable[[], object]) -> None:
        super().__init__(presenter)
        self._presenter = presenter
        self._digits = ""
        self._acts: dict[int, Callable[[], object]] = {
            **dict.fromkeys(NEXT, presenter.next),
            **dict.fromkeys(PREVIOUS, presenter.previous),
            **dict.fromkeys(BLANK, lambda: presenter.set_blank(not presenter.blank)),
            **dict.fromkeys(ENTER, self._jump),
            _Key.Key_Home: lambda: presenter.go(0),
            _Key.Key_End: lambda: presenter.go(len(presenter.talk.steps) - 1 if presenter.talk else 0),
            _Key.Key_R: presenter.again,
            _Key.Key_L: presenter.next_language,
            _Key.Key_T: notes,
            _Key.Key_Escape: end,
        }

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind not in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride) or not isinstance(event, QKeyEvent):
            return False
        if self._presenter.phase is Phase.OFF or not self._mine(event):
            return False
        event.accept()
        if kind == QEvent.Type.KeyPress:
            self._press(event)
        return True

    def _mine(self, event: QKeyEvent) -> bool:
        if event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
            return False
        if QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None:
            return False
        focus = QApplication.focusWidget()
        typing = isinstance(focus, (QLineEdit, QAbstractSpinBox, QComboBox, QAbstractItemView))
        if typing and event.key() not in (_Key.Key_PageDown, _Key.Key_PageUp, _Key.Key_Escape):
            return False
        return event.key() in self._acts or event.text().isdigit()

    def _press(self, event: QKeyEvent) -> None:
        if event.text().isdigit():
            self._digits = (self._digits + event.text())[-3:]
            return
        if event.key() in ENTER and not self._digits:
            self._presenter.next()
        else:
            self._acts[event.key()]()
        self._digits = ""

    def _jump(self) -> None:
        self._presenter.go(int(self._digits) - 1)
