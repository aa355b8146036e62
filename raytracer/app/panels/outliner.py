"""Outliner: what the scene is made of, with search, eyes, names to change and a menu for what can be added."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QMenu,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from raytracer.app import operations
from raytracer.app.editor import Editor
from raytracer.app.icons import icon
from raytracer.app.language import tr
from raytracer.app.panels.outline_model import EYE, NAME, OutlineModel
from raytracer.app.parts import as_panel, tool_button
from raytracer.app.studio import Studio
from raytracer.app.theme import theme
from raytracer.app.tokens import GAP_M, GAP_S

EYE_WIDTH = 34


class OutlinerPanel(QWidget):
    """A search field above a tree; its selection is the editor's."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self._editor = studio.feature(Editor)
        self._quiet = False
        as_panel(self)
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search"))
        self.search.setAccessibleName(tr("Search the scene"))
        self.search.setClearButtonEnabled(True)
        self.add = tool_button("", tr("Add an object, a light, a material, a sky or fog"), self._show_add_menu)
        self.add.setIconSize(QSize(18, 18))
        self.model = OutlineModel(self._editor, self)
        self.tree = self._make_tree()
        head = QHBoxLayout()
        head.setContentsMargins(GAP_M, GAP_S, GAP_M, GAP_S)
        head.setSpacing(GAP_S)
        head.addWidget(self.search, 1)
        head.addWidget(self.add)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self.tree, 1)
        self.setMinimumWidth(220)
        self.search.textChanged.connect(self._search)
        self.model.modelReset.connect(self._after_reset)
        self._editor.selection_changed.connect(self._show_selection)
        theme().changed.connect(self._recolour)
        self._recolour()
        self._after_reset()

    def _make_tree(self) -> QTreeView:
        tree = QTreeView()
        tree.setAccessibleName(tr("Outliner"))
        tree.setModel(self.model)
        tree.setHeaderHidden(True)
        tree.setUniformRowHeights(True)
        tree.setIndentation(16)
        tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        tree.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked)
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(EYE, QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(EYE_WIDTH)
        header.resizeSection(EYE, EYE_WIDTH)
        tree.selectionModel().selectionChanged.connect(self._selected)
        tree.clicked.connect(self._clicked)
        tree.customContextMenuRequested.connect(self._show_context_menu)
        return tree

    # ------------------------------------------------------------ selection

    def _selected(self) -> None:
        if self._quiet:
            return
        rows = [index for index in self.tree.selectionModel().selectedIndexes() if index.column() == NAME]
        items = [item for index in rows if (item := self.model.item(index)) is not None]
        current = self.model.item(self.tree.currentIndex())
        ordered = [*(i for i in items if i != current), *(i for i in items if i == current)]
        self._quiet = True
        self._editor.select(ordered)
        self._quiet = False

    def _show_selection(self) -> None:
        if self._quiet:
            return
        self._quiet = True
        chosen = self.tree.selectionModel()
        chosen.clearSelection()
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        for item in self._editor.selection[-MOST_SHOWN:]:
            index = self.model.index_of(item)
            if index.isValid():
                chosen.select(index, flags)
                last = index
        if self._editor.selection and chosen.hasSelection():
            chosen.setCurrentIndex(last, QItemSelectionModel.SelectionFlag.NoUpdate)
            self.tree.scrollTo(last)
        self._quiet = False

    def _clicked(self, index: QModelIndex) -> None:
        item = self.model.item(index)
        if item is None and index.column() == EYE:
            group = self.model.group(index)
            shown = any(i.of(self._editor.document).visible for i in group)
            operations.set_visible(self._editor, group, not shown)
        elif item is not None and index.column() == EYE and item.kind == "instances":
            together = self._editor.selection if item in self._editor.selection else (item,)
            objects = [i for i in together if i.kind == "instances"]
            operations.set_visible(self._editor, objects, not item.of(self._editor.document).visible)

    # ------------------------------------------------------------ search, menus

    def _search(self, text: str) -> None:
        self.model.search(text)

    def _after_reset(self) -> None:
        for row in range(self.model.rowCount()):
            index = self.model.index(row, NAME)
            self.tree.setExpanded(index, self.model.rowCount(index) <= MOST_EXPANDED or bool(self.search.text()))
        self._show_selection()

    def _show_add_menu(self) -> None:
        self.add_menu().popup(self.add.mapToGlobal(QPoint(0, self.add.height())))

    def add_menu(self) -> QMenu:
        """What can be added."""
        from raytracer.app.add_menu import add_menu  # with the shapes that can be added, when they are asked for

        return add_menu(self._studio, self)

    def _show_context_menu(self, where: QPoint) -> None:
        menu, editor = QMenu(self), self._editor
        if not editor.selection:
            return
        menu.addAction(tr("Rename"), lambda: self.tree.edit(self.tree.currentIndex().siblingAtColumn(NAME)))
        menu.addAction(tr("Duplicate"), lambda: operations.duplicate(editor))
        menu.addAction(tr("Delete"), lambda: operations.delete(editor))
        if editor.selected("instances"):
            menu.addAction(tr("Hide or show"), lambda: operations.hide(editor))
            if len(materials := editor.selected("materials")) == 1:
                menu.addAction(
                    tr("Give the selected objects this material"),
                    lambda: operations.assign_material(editor, editor.selected("instances"), materials[0]),
                )
        menu.popup(self.tree.viewport().mapToGlobal(where))

    def _recolour(self) -> None:
        self.add.setIcon(icon("add", theme().colours.text_dim))
        self.tree.viewport().update()


MOST_EXPANDED = 60
"""A longer list stays folded until somebody opens it."""
MOST_SHOWN = 500
"""So many of the selected things are marked in the tree, the newest."""
