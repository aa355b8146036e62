"""The rows that panels are made of: a label, a control, and the way back to the default."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from raytracer.app.language import tr
from raytracer.app.parts import as_panel, label, selectable
from raytracer.app.tokens import GAP_L, GAP_M, GAP_XL

LABEL_WIDTH = 98
FIELD_WIDTH = 96
FIELD_MARGIN = 5
"""Qt leaves the padding of a styled spin box out."""
_SLIDER_STEPS = 1000


class NumberRow(QWidget):
    """A slider and a field for the same number. ``edited`` only tells of the user's changes.

    ``logarithmic`` sliders are for positive ranges; ``special`` names the lowest value ("off"). Double-clicking the
    label restores ``default``.
    """

    edited = Signal(float)

    def __init__(
        self,
        text: str,
        limits: tuple[float, float],
        default: float,
        *,
        suffix: str = "",
        decimals: int = 2,
        logarithmic: bool = False,
        special: str = "",
        tip: str = "",
    ) -> None:
        super().__init__()
        self._low, self._high = limits
        self._logarithmic = logarithmic
        self.default = default
        self._label = label(text, "dim")
        self._label.setFixedWidth(LABEL_WIDTH)
        self.slider = QuietSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, _SLIDER_STEPS)
        self.field = QDoubleSpinBox()
        self.field.setDecimals(decimals)
        self.field.setRange(self._low, self._high)
        self.field.setKeyboardTracking(False)
        self.field.setSuffix(f" {suffix}" if suffix else "")
        self.field.setSpecialValueText(special)
        self.field.lineEdit().setTextMargins(FIELD_MARGIN, 0, 0, 0)
        self.field.setFixedWidth(FIELD_WIDTH)
        self.field.setSingleStep(10.0**-decimals * 10 if decimals else 1.0)
        for control in (self.slider, self.field):
            control.setAccessibleName(text)
            control.setToolTip(tip)
        self._label.setToolTip(_with_default(tip, f"{default:g} {suffix}".strip()))
        self._label.installEventFilter(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP_M)
        layout.addWidget(self._label)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.field)
        self.slider.valueChanged.connect(self._slid)
        self.field.valueChanged.connect(self._typed)
        self.show_value(default)

    def set_limits(self, low: float, high: float) -> None:
        """Another range; the value is kept where it fits."""
        value = self.field.value()
        self._low, self._high = low, high
        self.field.blockSignals(True)
        self.field.setRange(low, high)
        self.field.blockSignals(False)
        self.show_value(value)

    def value(self) -> float:
        """The number."""
        return self.field.value()

    def show_value(self, value: float) -> None:
        """Shows a number without telling anyone; what lies outside the range is shown at its end."""
        for control in (self.slider, self.field):
            control.blockSignals(True)
        self.field.setValue(value)
        self.slider.setValue(round(self._fraction(value) * _SLIDER_STEPS))
        for control in (self.slider, self.field):
            control.blockSignals(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonDblClick and self.isEnabled():
            self.field.setValue(self.default)
            return True
        return super().eventFilter(watched, event)

    def _slid(self, step: int) -> None:
        self.field.setValue(self._value(step / _SLIDER_STEPS))

    def _typed(self, value: float) -> None:
        self.slider.blockSignals(True)
        self.slider.setValue(round(self._fraction(value) * _SLIDER_STEPS))
        self.slider.blockSignals(False)
        self.edited.emit(value)

    def _fraction(self, value: float) -> float:
        value = max(self._low, min(self._high, value))
        if self._logarithmic:
            return math.log(value / self._low) / math.log(self._high / self._low)
        return (value - self._low) / (self._high - self._low)

    def _value(self, fraction: float) -> float:
        if self._logarithmic:
            return self._low * (self._high / self._low) ** fraction
        return self._low + fraction * (self._high - self._low)


class WholeRow(QWidget):
    """A field for a whole number."""

    edited = Signal(int)

    def __init__(self, text: str, limits: tuple[int, int], default: int, *, suffix: str = "", tip: str = "") -> None:
        super().__init__()
        self.field = QSpinBox()
        self.field.setRange(*limits)
        self.field.setValue(default)
        self.field.setKeyboardTracking(False)
        self.field.setSuffix(f" {suffix}" if suffix else "")
        self.field.setGroupSeparatorShown(True)
        self.field.lineEdit().setTextMargins(FIELD_MARGIN, 0, 0, 0)
        self.field.valueChanged.connect(self.edited)
        lay_out(self, text, self.field, tip)

    def show_value(self, value: int) -> None:
        """Shows a number without telling anyone."""
        self.field.blockSignals(True)
        self.field.setValue(value)
        self.field.blockSignals(False)


class DecimalRow(QWidget):
    """A field for a number without a slider; ``special`` names the lowest value. ``edited`` tells of every change."""

    edited = Signal(float)

    def __init__(
        self, text: str, limits: tuple[float, float], *, suffix: str = "", special: str = "", tip: str = ""
    ) -> None:
        super().__init__()
        self.field = QDoubleSpinBox()
        self.field.setRange(*limits)
        self.field.setKeyboardTracking(False)
        self.field.setSuffix(f" {suffix}" if suffix else "")
        self.field.setSpecialValueText(special)
        self.field.lineEdit().setTextMargins(FIELD_MARGIN, 0, 0, 0)
        self.field.valueChanged.connect(self.edited)
        lay_out(self, text, self.field, tip)


class ChoiceRow(QWidget):
    """One of several. ``chosen`` only tells of the user's changes."""

    chosen = Signal(str)

    def __init__(self, text: str, choices: Sequence[tuple[str, str]] = (), *, tip: str = "") -> None:
        super().__init__()
        self.field = QuietCombo()
        self.set_choices(choices)
        self.field.activated.connect(lambda _index: self.chosen.emit(self.field.currentData()))
        lay_out(self, text, self.field, tip)

    def set_choices(self, choices: Sequence[tuple[str, str]]) -> None:
        """Pairs of value and text."""
        self.field.clear()
        for value, shown in choices:
            self.field.addItem(shown, value)

    def show_value(self, value: str) -> None:
        """Shows a choice without telling anyone; an unknown one is added."""
        index = self.field.findData(value)
        if index < 0:
            self.field.addItem(value, value)
            index = self.field.count() - 1
        self.field.setCurrentIndex(index)


class QuietSlider(QSlider):
    """Ignores the wheel, which is for scrolling the panel."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class QuietCombo(QComboBox):
    """Ignores the wheel, which is for scrolling the panel."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class Facts(QWidget):
    """A two-column list of names and values that can be selected and copied."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GAP_M)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(1, 1)
        self._values: dict[str, QLabel] = {}

    def show_fact(self, name: str, value: str) -> None:
        """Sets one line."""
        if name not in self._values:
            row = len(self._values)
            title = label(name, "dim")
            title.setFixedWidth(LABEL_WIDTH)
            shown = selectable(label("", "value", wrap=True))
            self._grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(shown, row, 1)
            self._values[name] = shown
        self._values[name].setText(value)

    def fact(self, name: str) -> str:
        """The value shown."""
        return self._values[name].text()


class PanelPage(QScrollArea):
    """The body of a panel: rows from top to bottom, scrolling when there is no room."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        as_panel(self)
        body = QWidget()
        self.rows = QVBoxLayout(body)
        self.rows.setContentsMargins(GAP_XL, GAP_L, GAP_XL, GAP_L)
        self.rows.setSpacing(GAP_M)
        self.setWidget(body)
        self.setMinimumWidth(280)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def add(self, *widgets: QWidget) -> None:
        """Appends rows."""
        for widget in widgets:
            self.rows.addWidget(widget)

    def finish(self) -> None:
        """Keeps the rows at the top."""
        self.rows.addStretch(1)


def _with_default(tip: str, default: str) -> str:
    back = tr("Double-click: back to {default}").format(default=default)
    return f"{tip}\n{back}" if tip else back


def lay_out(row: QWidget, text: str, control: QWidget, tip: str) -> None:
    """A row of a panel: its name on the left, the control in the rest."""
    title = label(text, "dim")
    title.setFixedWidth(LABEL_WIDTH)
    title.setToolTip(tip)
    control.setAccessibleName(text)
    control.setToolTip(tip)
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(GAP_M)
    layout.addWidget(title)
    layout.addWidget(control, 1)
