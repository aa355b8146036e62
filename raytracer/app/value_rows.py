"""Rows for values that are more than a number with two ends: free numbers, points, colours, texts, switches.

Each row has ``show_value`` (tells nobody) and a signal ``edited`` (only of the user's changes).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QColorDialog,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QToolButton,
    QWidget,
)

from raytracer.app.controls import FIELD_MARGIN, LABEL_WIDTH
from raytracer.app.language import tr
from raytracer.app.parts import label
from raytracer.app.theme import theme
from raytracer.app.tokens import GAP_M, GAP_S

FAR = 1e30
SWATCH = 20
Triple = tuple[float, float, float]


class FreeNumber(QDoubleSpinBox):
    """A number without ends that matter, shown with as many digits as it has, up to six."""

    def __init__(self, low: float = -FAR, high: float = FAR, suffix: str = "") -> None:
        super().__init__()
        self.setDecimals(12)
        self.setRange(low, high)
        self.setSuffix(f" {suffix}" if suffix else "")
        self.setKeyboardTracking(False)
        self.setStepType(QAbstractSpinBox.StepType.AdaptiveDecimalStepType)
        self.setMinimumWidth(40)
        self.lineEdit().setTextMargins(FIELD_MARGIN, 0, 0, 0)

    def textFromValue(self, value: float) -> str:
        return f"{value:.6g}"

    def stepBy(self, steps: int) -> None:
        """A tenth of the number's size; 0.1 from zero."""
        value = self.value()
        size = 10.0 ** math.floor(math.log10(abs(value))) if value else 1.0
        self.setValue(round(value + steps * size * 0.1, 12))

    def sizeHint(self) -> QSize:
        return QSize(72, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def make_narrow(self) -> None:
        """One of three in a line: no buttons, little padding."""
        self.lineEdit().setTextMargins(3, 0, 0, 0)
        self.setProperty("narrow", True)

    def show_value(self, value: float) -> None:
        """Shows a number without telling anyone."""
        self.blockSignals(True)
        self.setValue(value)
        self.lineEdit().setCursorPosition(0)
        self.blockSignals(False)


class Row(QWidget):
    """A label and a place for controls."""

    def __init__(self, text: str, tip: str = "") -> None:
        super().__init__()
        self.text, self.tip = text, tip
        title = label(text, "dim", wrap=True)
        title.setFixedWidth(LABEL_WIDTH)
        title.setToolTip(tip)
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(GAP_M)
        self.line.addWidget(title)

    def named(self, control: QWidget, part: str = "") -> QWidget:
        """Gives a control its tooltip and what a screen reader says."""
        control.setAccessibleName(f"{self.text} {part}".strip())
        control.setToolTip(f"{part}: {self.tip}" if part and self.tip else self.tip or self.text)
        return control


class FreeNumberRow(Row):
    """One number without a slider."""

    edited = Signal(object)

    def __init__(self, text: str, low: float, high: float, *, suffix: str = "", tip: str = "") -> None:
        super().__init__(text, tip)
        self.field = FreeNumber(low, high, suffix)
        self.line.addWidget(self.named(self.field), 1)
        self.field.valueChanged.connect(lambda value: self.edited.emit(value))

    def show_value(self, value: float) -> None:
        """Shows a number without telling anyone."""
        self.field.show_value(value)


class VectorRow(Row):
    """Three numbers."""

    edited = Signal(object)
    AXES = ("X", "Y", "Z")

    def __init__(self, text: str, *, suffix: str = "", tip: str = "") -> None:
        super().__init__(text, f"{tip} ({suffix})" if suffix and tip else tip or suffix)
        self.fields = [FreeNumber() for _ in range(3)]
        self.line.setSpacing(GAP_S)
        self.line.insertSpacing(1, GAP_M - GAP_S)
        for field, axis in zip(self.fields, self.AXES, strict=True):
            field.make_narrow()
            self.line.addWidget(self.named(field, axis), 1)
            field.valueChanged.connect(self._changed)

    def _changed(self) -> None:
        self.edited.emit(self.value())

    def value(self) -> Triple:
        """The three numbers."""
        x, y, z = (field.value() for field in self.fields)
        return (x, y, z)

    def show_value(self, value: Sequence[float]) -> None:
        """Shows a vector without telling anyone. A field that shows it already keeps its digits."""
        for field, number in zip(self.fields, value, strict=True):
            field.show_value(float(number))


class CheckRow(Row):
    """Yes or no."""

    edited = Signal(object)

    def __init__(self, text: str, *, tip: str = "") -> None:
        super().__init__(text, tip)
        self.field = QCheckBox()
        self.line.addWidget(self.named(self.field), 1)
        self.field.clicked.connect(lambda on: self.edited.emit(on))

    def show_value(self, value: bool) -> None:
        """Shows a choice without telling anyone."""
        self.field.setChecked(value)


class TextRow(Row):
    """A name. ``edited`` comes when it is finished."""

    edited = Signal(object)

    def __init__(self, text: str, *, tip: str = "") -> None:
        super().__init__(text, tip)
        self.field = QLineEdit()
        self.line.addWidget(self.named(self.field), 1)
        self._shown = ""
        self.field.editingFinished.connect(self._finished)

    def _finished(self) -> None:
        if self.field.text() != self._shown:
            self._shown = self.field.text()
            self.edited.emit(self._shown)

    def show_value(self, value: str) -> None:
        """Shows a text without telling anyone."""
        self._shown = value
        self.field.setText(value)


class ColorRow(Row):
    """A colour: three numbers of linear light, and a swatch that opens the picker.

    The picker works in sRGB, as picture editors do. A colour brighter than white keeps its brightness there.
    """

    edited = Signal(object)
    picking = Signal(bool)
    """The picker was opened or closed: what happens in between is one gesture."""

    def __init__(self, text: str, *, suffix: str = "", tip: str = "", highest: float = FAR) -> None:
        space = tr("Linear Rec. 709")
        super().__init__(text, ", ".join(part for part in (tip, suffix, space) if part))
        self.swatch = QToolButton()
        self.swatch.setProperty("flat", True)
        self.swatch.setIconSize(QSize(SWATCH, SWATCH))
        self.swatch.setAccessibleName(tr("{name}: pick a colour").format(name=text))
        self.swatch.setToolTip(tr("Pick a colour; the picker counts in sRGB"))
        self.swatch.clicked.connect(self.pick)
        self.fields = [FreeNumber(0.0, highest) for _ in range(3)]
        self.line.setSpacing(GAP_S)
        self.line.insertSpacing(1, GAP_M - GAP_S)
        self.line.addWidget(self.swatch)
        for field, part in zip(self.fields, (tr("red"), tr("green"), tr("blue")), strict=True):
            field.make_narrow()
            self.line.addWidget(self.named(field, part), 1)
            field.valueChanged.connect(self._typed)
        self._highest = highest
        self._value: Triple = (0.0, 0.0, 0.0)

    def _typed(self) -> None:
        r, g, b = (field.value() for field in self.fields)
        self._take((r, g, b))

    def _take(self, value: Triple) -> None:
        self.show_value(value)
        self.edited.emit(self._value)

    def show_value(self, value: float | Sequence[float]) -> None:
        """Shows a colour, or a grey, without telling anyone."""
        r, g, b = (value,) * 3 if isinstance(value, (int, float)) else value
        self._value = (float(r), float(g), float(b))
        for field, number in zip(self.fields, self._value, strict=True):
            field.show_value(number)
        picture = QPixmap(SWATCH, SWATCH)
        picture.fill(QColor(theme().colours.text_off))
        with QPainter(picture) as painter:
            painter.fillRect(picture.rect().adjusted(1, 1, -1, -1), shown_color(self._value))
        self.swatch.setIcon(QIcon(picture))

    def pick(self) -> QColorDialog:
        """Opens the picker, which does not block anything; every colour tried is shown in the picture."""
        before = self._value
        gain = max(1.0, *before)
        dialog = QColorDialog(shown_color(before), self)
        dialog.setWindowTitle(tr("{name} (sRGB)").format(name=self.text))
        dialog.setOption(QColorDialog.ColorDialogOption.DontUseNativeDialog)
        dialog.currentColorChanged.connect(lambda color: self._take(linear_of(color, gain, self._highest)))
        dialog.rejected.connect(lambda: self._take(before))
        dialog.finished.connect(lambda _result: self.picking.emit(False))
        dialog.finished.connect(dialog.deleteLater)
        self.picking.emit(True)
        dialog.open()
        return dialog


def shown_color(linear: Sequence[float]) -> QColor:
    """Linear Rec. 709 on a display; what is brighter than white is scaled down."""
    gain = max(1.0, *linear)
    return QColor.fromRgbF(*(min(1.0, _encoded(c / gain)) for c in linear))


def linear_of(color: QColor, gain: float, highest: float) -> Triple:
    """What the picker chose, as linear light times ``gain``."""
    r, g, b = (round(min(highest, gain * _decoded(c)), 6) for c in (color.redF(), color.greenF(), color.blueF()))
    return (r, g, b)


def _encoded(value: float) -> float:
    """IEC 61966-2-1."""
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1.0 / 2.4) - 0.055


def _decoded(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
