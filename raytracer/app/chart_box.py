"""The chart of both histories with its buttons, the values under the pointer, and ways to take it along."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from raytracer.app.chart import ThroughputChart
from raytracer.app.language import tr
from raytracer.app.measurements import Measurements
from raytracer.app.notice import Notice
from raytracer.app.parts import label, tool_button
from raytracer.app.studio import Studio
from raytracer.app.theme import body_font
from raytracer.app.tokens import GAP_S, TEXT_SMALL
from raytracer.errors import OutputError, RaytracerError

_FILTERS = "CSV (*.csv);;PNG (*.png)"


class ChartBox(QWidget):
    """A header above the chart. The values under the pointer take the place of its title."""

    def __init__(self, studio: Studio) -> None:
        super().__init__()
        self._studio = studio
        self._measurements = measurements = studio.feature(Measurements)
        self.chart = ThroughputChart(measurements.history)
        self._title = label("", "heading")
        self._title.setAccessibleName(tr("Values under the pointer"))
        self.log_button = _chip(tr("log"), tr("Logarithmic axis: both sides stay readable however large the gap"))
        self.log_button.toggled.connect(self.chart.set_logarithmic)
        self.large_button = _chip(tr("large"), tr("The gap in very large numerals over the picture"))
        self.large_button.toggled.connect(measurements.set_large)
        measurements.large_changed.connect(lambda: self.large_button.setChecked(measurements.large))
        self.save_button = _chip(tr("save"), tr("Save the values as a table, or the chart as a picture"))
        self.save_button.setCheckable(False)
        self.save_button.clicked.connect(self._ask_where)
        self.chart.hovered.connect(self._show_values)
        self._show_values("")
        header = QHBoxLayout()
        header.setContentsMargins(0, GAP_S, 0, 0)
        header.setSpacing(GAP_S)
        header.addWidget(self._title, 1)
        for button in (self.large_button, self.log_button, self.save_button):
            header.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP_S)
        layout.addLayout(header)
        layout.addWidget(self.chart, 1)

    def save(self, path: Path) -> None:
        """Writes the history as a table, or, with a picture's suffix, the chart as it is shown."""
        try:
            if path.suffix.lower() == ".csv":
                self._measurements.history.write_csv(path)
            elif not self.chart.picture().save(str(path)):
                raise OutputError(tr("cannot write this picture"), where=str(path), remedy=tr("use .png or .csv"))
        except RaytracerError as error:
            self._studio.noticed.emit(Notice("error", str(error)))
        else:
            self._studio.noticed.emit(Notice("done", tr("Saved {name}").format(name=path.name)))

    def _show_values(self, text: str) -> None:
        self._title.setText(text or tr("Samples/s, last minute"))
        self._title.setToolTip(text)
        for button in (self.large_button, self.log_button, self.save_button):
            button.setVisible(not text)

    def _ask_where(self) -> None:
        """The format follows the suffix."""
        dialog = QFileDialog(self, tr("Save the measurements"), "throughput.csv", _FILTERS)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("csv")
        dialog.filterSelected.connect(lambda text: dialog.setDefaultSuffix("png" if "png" in text else "csv"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.save(Path(name)))
        dialog.open()


def _chip(text: str, tip: str) -> QToolButton:
    button = tool_button(text, tip)
    button.setCheckable(True)
    button.setProperty("chip", True)
    button.setFont(body_font(TEXT_SMALL))
    return button
