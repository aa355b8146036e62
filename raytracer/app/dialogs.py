"""Dialogs. None of them blocks the event loop: pictures go on arriving while one is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from raytracer.app.bindings import POINTER_HELP, Preset, help_lines
from raytracer.app.commands import MENUS
from raytracer.app.commands.command import key_text, plain
from raytracer.app.language import QT_TR_NOOP, tr
from raytracer.app.parts import label
from raytracer.app.tokens import GAP_L, GAP_M, GAP_XL

SAVE_FORMATS: tuple[tuple[str, str], ...] = (
    (".png", QT_TR_NOOP("PNG, 8 bit, as shown")),
    (".jpg", QT_TR_NOOP("JPEG, as shown")),
    (".webp", QT_TR_NOOP("WebP, as shown")),
    (".tif", QT_TR_NOOP("TIFF, as shown")),
    (".exr", QT_TR_NOOP("OpenEXR, linear")),
    (".hdr", QT_TR_NOOP("Radiance HDR, linear")),
)


def ask_open(parent: QWidget, folder: str, chosen: Callable[[Path], None]) -> QFileDialog:
    """Asks for a scene to open."""
    dialog = QFileDialog(parent, tr("Open a scene"), folder, ";;".join(open_filters()))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return _ask(dialog, chosen)


def ask_talk(parent: QWidget, folder: str, chosen: Callable[[Path], None]) -> QFileDialog:
    """Asks for a talk to present."""
    dialog = QFileDialog(parent, tr("Present a talk"), folder, tr("Talks (*.toml)"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return _ask(dialog, chosen)


def ask_save(parent: QWidget, suggestion: Path, chosen: Callable[[Path], None]) -> QFileDialog:
    """Asks where to save the picture; a name without a suffix gets the chosen format's."""
    filters = [f"{tr(text)} (*{suffix})" for suffix, text in SAVE_FORMATS]
    dialog = QFileDialog(parent, tr("Save image"), str(suggestion.parent), ";;".join(filters))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.selectFile(suggestion.name)
    dialog.setDefaultSuffix("png")
    by_filter = {text: suffix for text, (suffix, _) in zip(filters, SAVE_FORMATS, strict=True)}
    dialog.filterSelected.connect(lambda text: dialog.setDefaultSuffix(by_filter[text].removeprefix(".")))
    return _ask(dialog, chosen)


def ask_save_scene(parent: QWidget, suggestion: Path, chosen: Callable[[Path], None]) -> QFileDialog:
    """Asks where to save the scene."""
    dialog = QFileDialog(parent, tr("Save scene"), str(suggestion.parent), tr("Raytracer scene (*.toml)"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.selectFile(suggestion.name)
    dialog.setDefaultSuffix("toml")
    return _ask(dialog, chosen)


def _ask(dialog: QFileDialog, chosen: Callable[[Path], None]) -> QFileDialog:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda name: chosen(Path(name)) if name else None)
    dialog.open()
    return dialog


def open_filters() -> list[str]:
    """Filters of the open dialog, from the table of loaders."""
    from raytracer.io.table import LOADERS

    def pattern(suffixes: tuple[str, ...]) -> str:
        return " ".join(f"*{suffix}" for suffix in suffixes)

    everything = tuple(suffix for loader in LOADERS for suffix in loader.suffixes)
    return [
        tr("All scenes and meshes") + f" ({pattern(everything)})",
        *(f"{loader.description} ({pattern(loader.suffixes)})" for loader in LOADERS),
        tr("All files") + " (*)",
    ]


class ShortcutSheet(QDialog):
    """All keys and gestures, from the same tables that define them."""

    def __init__(self, parent: QWidget, navigation: Preset) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard and mouse"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        columns = QHBoxLayout()
        columns.setSpacing(GAP_XL * 2)
        left = [
            (tr(menu), [(key_text(command), plain(tr(command.text))) for command in table if command.shortcuts])
            for menu, table in MENUS.items()
        ]
        columns.addWidget(_sheet(left), 1, Qt.AlignmentFlag.AlignTop)
        pointer = [*help_lines(navigation), *((tr(keys), tr(text)) for keys, text in POINTER_HELP)]
        columns.addWidget(_sheet([(tr("In the picture"), pointer)]), 1, Qt.AlignmentFlag.AlignTop)
        body = QWidget()
        body.setLayout(columns)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(body)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GAP_XL, GAP_XL, GAP_XL, GAP_L)
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search"))
        self.search.setAccessibleName(tr("Search keys and gestures"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        layout.addWidget(self.search)
        layout.addWidget(scroll)
        layout.addWidget(buttons)
        room = self.screen().availableSize()
        self.resize(min(max(980, body.sizeHint().width() + 4 * GAP_XL), room.width()), min(640, room.height()))
        self.search.setFocus()

    def _filter(self, text: str) -> None:
        """Hides the lines that do not have all words; headings stay."""
        words = text.casefold().split()
        for name, keys in self._lines():
            content = f"{name.text()} {keys.text()}".casefold()
            for half in (name, keys):
                half.setVisible(all(word in content for word in words))

    def _lines(self) -> list[tuple[QLabel, QLabel]]:
        """The two labels of each line, in order."""
        names = [w for w in self.findChildren(QLabel) if w.property("role") == "dim"]
        keys = [w for w in self.findChildren(QLabel) if w.property("role") == "value"]
        return list(zip(names, keys, strict=True))


def _sheet(sections: list[tuple[str, list[tuple[str, str]]]]) -> QWidget:
    widget = QWidget()
    grid = QGridLayout(widget)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(GAP_XL)
    grid.setVerticalSpacing(5)
    grid.setColumnStretch(1, 1)
    row = 0
    for title, lines in sections:
        heading = label(title, "title")
        heading.setContentsMargins(0, GAP_M if row else 0, 0, 2)
        grid.addWidget(heading, row, 0, 1, 2)
        for keys, text in lines:
            row += 1
            grid.addWidget(label(text, "dim"), row, 0)
            grid.addWidget(label(keys, "value"), row, 1)
        row += 1
    return widget
