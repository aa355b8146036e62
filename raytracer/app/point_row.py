"""A row for the coordinates of a point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QWidget

from raytracer.app.controls import FIELD_MARGIN, lay_out
from raytracer.app.tokens import GAP_S


class PointRow(QWidget):
    """Three fields for the coordinates of a point, metres. ``edited`` tells the axis and the user's new value."""

    edited = Signal(int, float)

    def __init__(self, text: str, *, tip: str = "") -> None:
        super().__init__()
        self.fields = [QDoubleSpinBox() for _ in range(3)]
        inner = QWidget()
        row = QHBoxLayout(inner)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(GAP_S)
        lay_out(self, text, inner, tip)
        for axis, field in enumerate(self.fields):
            field.setProperty("narrow", True)
            field.setRange(-1e9, 1e9)
            field.setKeyboardTracking(False)
            field.setAccessibleName(f"{text} {'XYZ'[axis]}")
            field.setToolTip(f"{'XYZ'[axis]}, m")
            field.lineEdit().setTextMargins(FIELD_MARGIN, 0, 0, 0)
            field.setMinimumWidth(48)
            field.valueChanged.connect(partial(self.edited.emit, axis))
            row.addWidget(field, 1)

    def set_scale(self, size: float) -> None:
        """Digits and steps for a scene of this size, metres. Fewer digits round what is shown, and tell nobody."""
        digits = max(0, min(8, 3 - math.floor(math.log10(max(size, 1e-9)))))
        for field in self.fields:
            field.blockSignals(True)
            field.setDecimals(digits)
            field.blockSignals(False)
            field.setSingleStep(10.0 ** (1 - digits))

    def show_value(self, point: Sequence[float]) -> None:
        """Shows a point without telling anyone; a field that is being typed in keeps its text."""
        for field, value in zip(self.fields, point, strict=True):
            if not (field.hasFocus() and field.lineEdit().isModified()):
                field.blockSignals(True)
                field.setValue(value)
                field.blockSignals(False)
