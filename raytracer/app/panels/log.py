"""Log: what happened since the start, to read and to copy into a bug report."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from raytracer.app.about import versions
from raytracer.app.journal import MOST_LINES, Journal
from raytracer.app.language import tr
from raytracer.app.notice import Notice
from raytracer.app.parts import as_panel
from raytracer.app.studio import Studio
from raytracer.app.tokens import GAP_L, GAP_M, GAP_XL


class LogPanel(QWidget):
    """Read-only lines, the newest last."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        as_panel(self)
        self._studio = studio
        self._journal = studio.feature(Journal)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setMaximumBlockCount(MOST_LINES)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.text.setAccessibleName(tr("Log"))
        self.text.setPlainText("\n".join(self._journal.lines))
        self.copy = QPushButton(tr("Copy for a report"))
        self.copy.setToolTip(tr("Versions, these lines, and what the renderer and its driver printed"))
        self.copy.clicked.connect(self._copy)
        self.clear = QPushButton(tr("Clear"))
        self.clear.setToolTip(tr("Empties this list"))
        self.clear.clicked.connect(self._clear)
        row = QHBoxLayout()
        row.setSpacing(GAP_M)
        row.addWidget(self.copy, 1)
        row.addWidget(self.clear, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(GAP_XL, GAP_L, GAP_XL, GAP_L)
        layout.setSpacing(GAP_M)
        layout.addWidget(self.text, 1)
        layout.addLayout(row)
        self._journal.added.connect(self.text.appendPlainText)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.maximum())

    def report(self) -> str:
        """Everything that a bug report needs."""
        parts = ["\n".join(versions()), "\n".join(self._journal.lines)]
        printed = self._journal.worker_log()
        return "\n\n".join([*parts, f"Renderer's own log:\n{printed}"] if printed else parts) + "\n"

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.report())
        self._studio.noticed.emit(Notice("done", tr("Copied the log")))

    def _clear(self) -> None:
        self._journal.lines.clear()
        self.text.clear()
