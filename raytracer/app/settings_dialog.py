"""The preferences: everything that outlives the program, with a search."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from raytracer.app import cache_folder, figures
from raytracer.app.backend_wishes import BackendWishes
from raytracer.app.bindings import PRESETS, preset
from raytracer.app.controls import FIELD_MARGIN
from raytracer.app.gestures import Gestures
from raytracer.app.language import LANGUAGES, QT_TR_NOOP, chosen, spoken, tr
from raytracer.app.parts import label, timer
from raytracer.app.preferences import Preferences
from raytracer.app.sides import TITLES
from raytracer.app.studio import Studio
from raytracer.app.theme import THEME_TITLES, THEMES, theme
from raytracer.app.tokens import GAP_L, GAP_M, GAP_XL
from raytracer.session.launch import window_threads

LABEL_WIDTH = 150
MOST_THREADS = 1024
THREADS_MS = 700
"""Quiet time before the renderer starts anew: the arrows go through many numbers."""
NEXT_START = QT_TR_NOOP("Takes effect at the next start.")


class SettingsDialog(QDialog):
    """One row for each preference. Changes act at once, or say that they wait for the next start."""

    relaunch_wanted = Signal()
    """The program shall start anew, for what waits for that."""
    _measured = Signal(int)

    def __init__(self, parent: QWidget, studio: Studio, preferences: Preferences, gestures: Gestures) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Preferences"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._studio = studio
        self._wishes = studio.feature(BackendWishes)
        self._preferences = preferences
        self._gestures = gestures
        self.rows: list[tuple[str, QWidget]] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(GAP_L)
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search"))
        self.search.setAccessibleName(tr("Search the preferences"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self._nothing = label(tr("No preference has this in its name or description"), "dim")
        self._nothing.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GAP_XL, GAP_XL, GAP_XL, GAP_L)
        layout.setSpacing(GAP_L)
        layout.addWidget(self.search)
        layout.addLayout(self._list)
        layout.addWidget(self._nothing)
        layout.addStretch(1)
        layout.addWidget(buttons)
        self._add_look()
        self._add_devices()
        self._add_cache()
        self.setMinimumWidth(520)
        self.search.setFocus()

    # ------------------------------------------------------------ rows

    def _add_look(self) -> None:
        self.theme = _choice([(name, tr(THEME_TITLES[name])) for name in THEMES], theme().choice, self._choose_theme)
        self._add(tr("Theme"), tr("Colours of the window; dark ones disturb the picture least."), self.theme)
        languages = [("system", tr("Like the system")), *LANGUAGES.items()]
        self.language = _choice(languages, self._preferences.language, self._choose_language)
        self.relaunch = QPushButton(tr("Restart now"))
        self.relaunch.setToolTip(tr("Closes this window and opens another one with the same scene"))
        self.relaunch.clicked.connect(self._relaunch)
        self.relaunch.setVisible(chosen(self._preferences.language) != spoken())
        self._add(tr("Language"), tr(NEXT_START), self.language, self.relaunch)
        presets = [(choice.name, tr(choice.title)) for choice in PRESETS]
        present = self._preferences.navigation or PRESETS[0].name
        self.navigation = _choice(presets, present, self._choose_navigation)
        self._add(tr("Navigation"), tr("Which mouse buttons orbit, pan and dolly; F1 lists them."), self.navigation)

    def _add_devices(self) -> None:
        choices = [(info.name, f"{TITLES[info.name]}: {info.device}") for info in self._studio.sides.choices]
        gpu = self._studio.sides.gpu()
        if choices:
            self.gpu: QWidget = _choice(choices, str(gpu.backend), self._choose_gpu)
        else:
            self.gpu = label(gpu.reason, "dim", wrap=True)
        self._add(tr("GPU"), tr("The device that stands against the CPU."), self.gpu)
        self.threads = QSpinBox()
        self.threads.setRange(0, MOST_THREADS)
        self.threads.setSpecialValueText(tr("automatic"))
        self.threads.lineEdit().setTextMargins(FIELD_MARGIN, 0, 0, 0)
        self.threads.setValue(self._preferences.threads)
        self.threads.valueChanged.connect(self._choose_threads)
        automatic = window_threads(os.cpu_count() or 1)
        tip = tr("Of the CPU renderer; automatic is {count} on this computer.").format(count=automatic)
        tip += " " + tr("The renderer starts anew with them; the scene stays open.")
        self._threads_later = timer(self, THREADS_MS, self._apply_threads, once=True)
        self._add(tr("Threads"), tip, self.threads)

    def _add_cache(self) -> None:
        self.cache = label(tr("measuring …"), "value")
        self.clear_cache = QPushButton(tr("Clear"))
        self.clear_cache.setToolTip(tr("Removes all compiled kernels; the next start compiles them again"))
        self.clear_cache.clicked.connect(self._clear_cache)
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.cache, 1)
        row.addWidget(self.clear_cache)
        tip = tr("Compiled kernels, so that the next start is fast. Clearing it makes that one slow, and no other.")
        self._add(tr("Cache"), tip, both)
        self._measured.connect(self._show_cache)
        cache_folder.measure(self._tell)

    def _add(self, name: str, about: str, control: QWidget, *beside: QWidget) -> None:
        title = label(name)
        title.setFixedWidth(LABEL_WIDTH)
        if not isinstance(control, QLabel):
            control.setAccessibleName(name)
            control.setAccessibleDescription(about)
            control.setToolTip(about)
        right = QVBoxLayout()
        right.setSpacing(2)
        line = QHBoxLayout()
        line.setSpacing(GAP_M)
        line.addWidget(control, 1)
        for widget in beside:
            line.addWidget(widget)
        right.addLayout(line)
        right.addWidget(label(about, "small", wrap=True))
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP_M)
        layout.addWidget(title, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(right, 1)
        self._list.addWidget(row)
        self.rows.append((f"{name} {about}".casefold(), row))

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        found = [all(word in content for word in words) for content, _ in self.rows]
        for visible, (_, row) in zip(found, self.rows, strict=True):
            row.setVisible(visible)
        self._nothing.setVisible(not any(found))

    # ------------------------------------------------------------ choices

    def _choose_theme(self, name: str) -> None:
        choice = next(c for c in THEMES if c == name)
        theme().set_choice(choice)
        self._preferences.theme = choice

    def _choose_language(self, name: str) -> None:
        self._preferences.language = name
        self.relaunch.setVisible(chosen(name) != spoken())

    def _relaunch(self) -> None:
        self.close()
        self.relaunch_wanted.emit()

    def _choose_navigation(self, name: str) -> None:
        self._gestures.preset = preset(name)
        self._preferences.navigation = name

    def _choose_gpu(self, name: str) -> None:
        self._wishes.set_gpu(next(info.name for info in self._studio.sides.choices if info.name == name))

    def _choose_threads(self, threads: int) -> None:
        self._preferences.threads = threads
        self._threads_later.start()

    def _apply_threads(self) -> None:
        self._wishes.set_threads(self._preferences.threads)

    def done(self, result: int) -> None:
        """What waits for the user to stop counting happens now."""
        if self._threads_later.isActive():
            self._threads_later.stop()
            self._apply_threads()
        super().done(result)

    # ------------------------------------------------------------ cache

    def _clear_cache(self) -> None:
        self.clear_cache.setEnabled(False)
        self.cache.setText(tr("clearing …"))
        cache_folder.clear(self._tell)

    def _tell(self, size: int) -> None:
        """In the thread that measured: the dialog may be gone by now."""
        try:
            self._measured.emit(size)
        except RuntimeError:
            return

    def _show_cache(self, size: int) -> None:
        self.cache.setText(figures.memory(size))
        self.clear_cache.setEnabled(size > 0)


def _choice(choices: Sequence[tuple[str, str]], present: str, act: Callable[[str], object]) -> QComboBox:
    box = QComboBox()
    for name, text in choices:
        box.addItem(text, name)
    box.setCurrentIndex(max(box.findData(present), 0))
    box.activated.connect(lambda _index: act(box.currentData()))
    return box
