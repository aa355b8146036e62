"""The document as a tree of two levels for Qt's views: kinds, and what there is of each. Copies nothing."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt

from raytracer.app import operations
from raytracer.app.editor import Editor
from raytracer.app.icons import icon
from raytracer.app.items import LISTS, SINGLE, Item
from raytracer.app.language import tr
from raytracer.app.theme import theme
from raytracer.app.words import KINDS

Index = QModelIndex | QPersistentModelIndex
ORDER = ("instances", "materials", "lights", "environment", "medium", "cameras")
ICONS = {
    "instances": "object",
    "materials": "material",
    "lights": "light",
    "environment": "sky",
    "medium": "fog",
    "cameras": "camera",
}
NAME, EYE = 0, 1
ROW_HEIGHT = 24


class OutlineModel(QAbstractItemModel):
    """Column 0 is the name, column 1 whether an object is visible. ``search`` keeps what has the words in its name."""

    def __init__(self, editor: Editor, parent: QObject) -> None:
        super().__init__(parent)
        self._editor = editor
        self._words: list[str] = []
        self._kinds: list[str] = []
        self._rows: dict[str, list[int]] = {}
        self._lengths: object = None
        self._read()
        editor.changed.connect(self._document_changed)

    def search(self, text: str) -> None:
        """Shows only what matches all words."""
        self._words = text.lower().split()
        self._reset()

    def item(self, index: Index) -> Item | None:
        """What stands at an index; None for a heading."""
        if not index.isValid() or not index.internalId():
            return None
        kind = self._kinds[index.internalId() - 1]
        return Item(kind, self._rows[kind][index.row()])

    def index_of(self, item: Item) -> QModelIndex:
        """Where an item stands; invalid when the search hides it."""
        if item.kind not in self._kinds or item.index not in self._rows[item.kind]:
            return QModelIndex()
        number = self._kinds.index(item.kind)
        return self.createIndex(self._rows[item.kind].index(item.index), NAME, number + 1)

    def group(self, index: Index) -> list[Item]:
        """What stands below a heading and can be hidden: objects that the search has found."""
        kind = self._kinds[index.row()]
        return [Item(kind, row) for row in self._rows[kind]] if kind == "instances" else []

    def any_visible(self, kind: str) -> bool:
        """Whether something that stands below this heading is visible."""
        things = getattr(self._editor.document, kind)
        return any(things[row].visible for row in self._rows[kind])

    # ------------------------------------------------------------ following the document

    def _document_changed(self) -> None:
        if self._shape() != self._lengths or self._words:
            self._reset()
            return
        for number, kind in enumerate(self._kinds):
            last = len(self._rows[kind]) - 1
            if last >= 0:
                first = self.createIndex(0, NAME, number + 1)
                self.dataChanged.emit(first, self.createIndex(last, EYE, number + 1))

    def _shape(self) -> object:
        scene = self._editor.document
        return (
            id(self._editor.opened),
            *(len(getattr(scene, kind)) for kind in LISTS),
            *(getattr(scene, k) is None for k in SINGLE),
        )

    def _reset(self) -> None:
        self.beginResetModel()
        self._read()
        self.endResetModel()

    def _read(self) -> None:
        scene = self._editor.document
        self._lengths = self._shape()
        self._rows = {}
        for kind in ORDER:
            count = int(getattr(scene, kind) is not None) if kind in SINGLE else len(getattr(scene, kind))
            rows = [i for i in range(count) if self._matches(Item(kind, i))]
            if rows:
                self._rows[kind] = rows
        self._kinds = list(self._rows)

    def _matches(self, item: Item) -> bool:
        if not self._words:
            return True
        name = operations.shown_name(self._editor.document, item).lower()
        return all(word in name for word in self._words)

    # ------------------------------------------------------------ what views ask

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        number = index.internalId() if index.isValid() else 0
        return self.createIndex(number - 1, NAME, 0) if number else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._kinds)
        if parent.internalId() or parent.column() != NAME:
            return 0
        return len(self._rows[self._kinds[parent.row()]])

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 2

    def flags(self, index: Index) -> Qt.ItemFlag:
        item = self.item(index)
        if item is None:
            return Qt.ItemFlag.ItemIsEnabled
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == NAME and item.kind in LISTS else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.SizeHintRole:
            return QSize(0, ROW_HEIGHT)
        item = self.item(index)
        if item is None:
            return self._heading(index, role)
        if item.of(self._editor.document) is None:
            return None
        if index.column() == EYE:
            return self._eye(item, role)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole, Qt.ItemDataRole.ToolTipRole):
            return operations.shown_name(self._editor.document, item)
        if role == Qt.ItemDataRole.DecorationRole:
            c = theme().colours
            return icon(ICONS[item.kind], c.text_dim, selected=c.on_accent)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        item = self.item(index)
        return item is not None and operations.rename(self._editor, item, str(value))

    def _heading(self, index: Index, role: int) -> Any:
        if not index.isValid():
            return None
        kind = self._kinds[index.row()]
        if index.column() == EYE:
            return self._eye_of(self.any_visible(kind), role) if kind == "instances" else None
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{tr(KINDS[kind])}  {len(self._rows[kind])}" if kind in LISTS else tr(KINDS[kind])
        return None

    def _eye(self, item: Item, role: int) -> Any:
        if item.kind != "instances":
            return None
        return self._eye_of(item.of(self._editor.document).visible, role)

    def _eye_of(self, visible: bool, role: int) -> Any:
        c = theme().colours
        if role == Qt.ItemDataRole.DecorationRole:
            colour = c.text_dim if visible else c.text_off
            return icon("eye" if visible else "eye-off", colour, selected=c.on_accent)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return tr("visible") if visible else tr("hidden")
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr("Hide") if visible else tr("Show")
        return None
