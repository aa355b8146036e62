"""Properties: everything about what is selected, made from the models' and the shaders' own metadata."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame

from raytracer.app.controls import PanelPage
from raytracer.app.editor import Editor
from raytracer.app.items import Item
from raytracer.app.language import tr
from raytracer.app.panels.sections import SECTIONS, Section, signature
from raytracer.app.parts import label, timer
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.app.tokens import PANEL_WIDTH


class PropertiesPanel(PanelPage):
    """Sections for the current item; built again when another kind of thing is shown, otherwise only filled."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._editor = studio.feature(Editor)
        self._signature: object = ()
        self._fit_later = timer(self, 0, self._fit, once=True)
        self.sections: list[Section] = []
        self.setMinimumWidth(PANEL_WIDTH)  # three coordinates beside their name
        self._empty = label(
            tr("Click an object in the picture or in the outliner to see its properties here."), "dim", wrap=True
        )
        self.add(self._empty)
        self.finish()
        self._editor.changed.connect(self.refresh)
        self._editor.selection_changed.connect(self.refresh)
        theme().changed.connect(self._recolour)
        self.refresh()

    def refresh(self) -> None:
        """Shows the current item as it is now."""
        item = self._editor.current
        wanted = signature(self._editor, item)
        if wanted != self._signature:
            self._signature = wanted
            self._build(item)
        for section in self.sections:
            section.refresh()
        self._fit_later.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Makes room for all rows: a scroll area by itself forgets that wrapped texts are higher when narrow."""
        rows, body = self.rows, self.widget()
        rows.invalidate()
        wrapped = rows.totalHeightForWidth(self.viewport().width()) if rows.hasHeightForWidth() else 0
        if body is not None:
            body.setMinimumHeight(max(wrapped, rows.totalSizeHint().height()))

    def _build(self, item: Item | None) -> None:
        for section in self.sections:
            self.rows.removeWidget(section)
            section.hide()
            section.deleteLater()
        self.sections = [] if item is None else [make(self._editor, item) for make in SECTIONS[item.kind]]
        self._empty.setVisible(item is None)
        for place, section in enumerate(self.sections):
            self.rows.insertWidget(place, section)
        self._recolour()

    def _recolour(self) -> None:
        for section in self.sections:
            for line in section.findChildren(QFrame, "line"):
                line.setStyleSheet(f"background: {theme().colours.line};")
