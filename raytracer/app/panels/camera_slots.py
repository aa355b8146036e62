"""The nine saved cameras as a row of buttons."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from raytracer.app.controls import LABEL_WIDTH
from raytracer.app.language import tr
from raytracer.app.parts import label, tool_button
from raytracer.app.saved_cameras import SLOTS, SavedCameras
from raytracer.app.studio import Studio
from raytracer.app.tokens import GAP_M


class SlotRow(QWidget):
    """A full place goes there, an empty one saves the camera; the menu of a place saves and clears."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._saved = studio.feature(SavedCameras)
        self.buttons: dict[int, QToolButton] = {}
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        title = label(tr("Saved"), "dim")
        title.setFixedWidth(LABEL_WIDTH + GAP_M - 2)
        layout.addWidget(title)
        for slot in SLOTS:
            button = tool_button(str(slot), "", partial(self._clicked, slot))
            button.setProperty("chip", True)
            button.setProperty("narrow", True)
            button.setMinimumWidth(18)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setCheckable(True)
            button.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            button.customContextMenuRequested.connect(partial(self._show_menu, slot))
            layout.addWidget(button, 1)
            self.buttons[slot] = button
        self._saved.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Shows which places are full."""
        for slot, button in self.buttons.items():
            camera = self._saved.cameras.get(slot)
            button.setChecked(camera is not None)
            if camera is not None:
                text = tr("Go to the camera saved in place {number} (key {number}); right-click: save or clear")
            else:
                text = tr("Save this camera in place {number} (Ctrl+{number})")
            button.setToolTip(text.format(number=slot))
            button.setAccessibleName(text.format(number=slot))

    def _clicked(self, slot: int) -> None:
        if slot in self._saved.cameras:
            self._saved.go(slot)
        else:
            self._saved.save(slot)
        self.refresh()

    def _show_menu(self, slot: int, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Save this camera here"), partial(self._saved.save, slot))
        clear = menu.addAction(tr("Clear this place"), partial(self._saved.clear, slot))
        clear.setEnabled(slot in self._saved.cameras)
        menu.popup(self.buttons[slot].mapToGlobal(where))
