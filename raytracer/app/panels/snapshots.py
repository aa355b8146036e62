"""Snapshots: keep pictures aside and compare them with the live one."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QPushButton, QWidget

from raytracer.app.controls import ChoiceRow, NumberRow, PanelPage
from raytracer.app.language import tr
from raytracer.app.parts import label
from raytracer.app.snapshots import MODES, Snapshots
from raytracer.app.studio import Studio
from raytracer.app.tokens import GAP_M

THUMBNAIL = QSize(80, 45)


class SnapshotPanel(PanelPage):
    """The list, and how to compare."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._snapshots = studio.feature(Snapshots)
        self.list = QListWidget()
        self.list.setIconSize(THUMBNAIL)
        self.list.setMinimumHeight(130)
        self.list.setAccessibleName(tr("Snapshots"))
        self.list.currentRowChanged.connect(self._chosen)
        self.take = QPushButton(tr("Take"))
        self.take.setToolTip(tr("Keep the picture of now (Ctrl+T)"))
        self.take.clicked.connect(self._snapshots.take)
        self.drop = QPushButton(tr("Remove"))
        self.drop.setToolTip(tr("Throw the chosen snapshot away"))
        self.drop.clicked.connect(self._drop)
        self.mode = ChoiceRow(
            tr("Show"),
            [(mode, tr(text)) for mode, text in MODES.items()],
            tip=tr("How the chosen snapshot is compared with the live picture"),
        )
        self.mode.chosen.connect(self._snapshots.set_mode)
        self.gain = NumberRow(
            tr("Gain"),
            (1.0, 64.0),
            self._snapshots.gain,
            suffix="×",
            decimals=0,
            logarithmic=True,
            tip=tr("Differences of display values are multiplied with this"),
        )
        self.gain.edited.connect(self._snapshots.set_gain)
        self._hint = label(tr("Snapshots are as the screen shows them, and are gone at the end."), "small", wrap=True)
        buttons = QWidget()
        row = QHBoxLayout(buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_M)
        for button in (self.take, self.drop):
            row.addWidget(button, 1)
        self.add(self.list, buttons, self.mode, self.gain, self._hint)
        self.finish()
        self._snapshots.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Shows what is kept and how it is compared."""
        kept = self._snapshots.kept
        listed = [self.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(self.list.count())]
        self.list.blockSignals(True)
        if listed != [snapshot.number for snapshot in kept]:
            self.list.clear()
            for snapshot in kept:
                small = snapshot.image.scaled(THUMBNAIL * 2, Qt.AspectRatioMode.KeepAspectRatioByExpanding)
                item = QListWidgetItem(QIcon(QPixmap.fromImage(small)), f"{snapshot.number}: {snapshot.about}")
                item.setData(Qt.ItemDataRole.UserRole, snapshot.number)
                item.setToolTip(snapshot.about)
                self.list.addItem(item)
        chosen = self._snapshots.chosen
        self.list.setCurrentRow(kept.index(chosen) if chosen in kept else -1)
        self.list.blockSignals(False)
        self.mode.show_value(self._snapshots.mode)
        self.mode.setEnabled(bool(kept))
        self.drop.setEnabled(chosen is not None)
        self.gain.show_value(self._snapshots.gain)
        self.gain.setEnabled(self._snapshots.mode == "difference")

    def _chosen(self, row: int) -> None:
        self._snapshots.choose(self._snapshots.kept[row] if 0 <= row < len(self._snapshots.kept) else None)

    def _drop(self) -> None:
        if self._snapshots.chosen is not None:
            self._snapshots.drop(self._snapshots.chosen)
